"""Names in any script: with a font that has their letters, and without; whatever fonts the machine has."""

import json
import warnings
import zlib
from io import BytesIO

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from matplotlib import font_manager
from matplotlib.figure import Figure

import bakeoff
from bakeoff.cli.main import main
from bakeoff.render.figures.style import EAST_ASIAN, figure_style, letters_without_font
from bakeoff.web.worker.outputs import figure_list

NAME = "随机森林"
TABLE = f"dataset,{NAME},k-NN,tree\n" + "".join(
    f"d{i},{0.8 + i % 3 / 50},{0.75 + i % 4 / 40},0.7{i}\n" for i in range(8)
)


@pytest.fixture
def without(monkeypatch):
    """No font but those that come with matplotlib."""
    own = [f for f in font_manager.fontManager.ttflist if "mpl-data" in f.fname]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", own)
    monkeypatch.setattr(font_manager, "findSystemFonts", list)  # whatever the machine has


@pytest.fixture
def font(without, tmp_path):
    """A font that has the letters of the name, under the name of one that is known."""
    path = tmp_path / "east.ttf"
    _write_font(path, NAME, family=EAST_ASIAN[0])
    font_manager.fontManager.addfont(path)
    return path


def _write_font(path, letters, *, family):
    glyphs = [".notdef", *(f"uni{ord(letter):04X}" for letter in letters)]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap({ord(letter): f"uni{ord(letter):04X}" for letter in letters})
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    for point in ((100, 700), (900, 700), (900, 0)):
        pen.lineTo(point)
    pen.closePath()
    builder.setupGlyf(dict.fromkeys(glyphs, pen.glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (1000, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": "Regular", "psName": "East-Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def codes(document):
    return [finding["code"] for finding in document["findings"]]


def test_without_a_font_figures_are_written_without_a_warning_and_that_is_found(
    without, table, tmp_path, capsys
):
    assert main(["compare", str(table), "--figures", str(tmp_path / "figures"), "--json"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    (found,) = [f for f in document["findings"] if f["code"] == "BO166"]
    assert found["message"].startswith("No installed font has 4 letters of the names (机 林 森 随)")
    assert "apt-get install fonts-noto-cjk" in found["message"]
    assert found["detail"]["letters"] == "机林森随"
    assert "Glyph" not in err
    page = (tmp_path / "figures" / "critical-difference.svg").read_text(encoding="utf-8")
    assert f">{NAME}<" in page  # as text, for whatever font the reader has
    assert "sans-serif" in page


def test_with_a_font_pictures_use_it_and_nothing_is_found(font, table, tmp_path, capsys):
    assert main(["compare", str(table), "--figures", str(tmp_path / "figures"), "--json"]) == 0
    assert "BO166" not in codes(json.loads(capsys.readouterr().out))
    assert letters_without_font([NAME, "猫"]) == "猫"
    pdf = (tmp_path / "figures" / "critical-difference.pdf").read_bytes()
    assert b"East-Regular" in pdf


def test_where_no_picture_is_asked_for_nothing_is_said_of_fonts(without, table, tmp_path, capsys):
    assert main(["compare", str(table), "--json", "--report", str(tmp_path / "r.html")]) == 0
    assert "BO166" not in codes(json.loads(capsys.readouterr().out))
    assert NAME in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_every_door_that_writes_pictures_says_it(without, table, tmp_path, capsys):
    comparison = bakeoff.compare(table)
    assert "BO166" in bakeoff.compare(table).paper().document
    assert "No installed font has 4 letters" in figure_list(comparison)["note"]
    assert main(["audit", str(table), "--figures", str(tmp_path / "a"), "--json"]) == 0
    assert "BO166" in codes(json.loads(capsys.readouterr().out))
    predictions = tmp_path / "predictions.csv"
    predictions.write_text(
        f"id,y_true,{NAME}\n" + "".join(f"{i},{i % 2},{i % 3 % 2}\n" for i in range(30)), encoding="utf-8"
    )
    assert main(["estimate", str(predictions), "--figures", str(tmp_path / "e")]) == 0
    assert "No installed font has 4 letters" in capsys.readouterr().err


@pytest.mark.parametrize("own", [False, True])
def test_a_plot_is_drawn_by_the_user_without_a_warning(own, without, table):
    given = Figure().subplots() if own else None
    axes = bakeoff.compare(table).plot(ax=given)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for form in ("png", "svg", "pdf"):
            axes.figure.savefig(BytesIO(), format=form)
        axes.figure.savefig(BytesIO(), bbox_inches="tight")


def test_names_in_the_letters_of_europe_need_no_other_font(without):
    with figure_style():
        assert letters_without_font(["Łódź", "naïve Bayes", "Ωμέγα", "Ёлка", "x₁ → ∞ ± ½ “…”"]) == ""


def test_the_picture_without_a_font_differs_from_that_with_one(font, table, monkeypatch):
    def png():
        buffer = BytesIO()
        bakeoff.compare(table).plot().figure.savefig(buffer, format="png")
        return zlib.crc32(buffer.getvalue())

    with_font = png()
    own = [f for f in font_manager.fontManager.ttflist if "mpl-data" in f.fname]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", own)
    assert png() != with_font
