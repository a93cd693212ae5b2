"""Figures as files: three forms, the same bytes every time, names that every file system takes."""

import gc
import re
from contextlib import nullcontext

import pytest
from fontTools import subset
from matplotlib.font_manager import FontProperties, findfont, fontManager

import bakeoff
from bakeoff.api.deliveries import figures
from bakeoff.api.deliveries.figures import Drawing, figure_bytes, file_names, save_figures
from bakeoff.api.deliveries.gallery import FIGURES
from bakeoff.api.deliveries.report import write_figures
from bakeoff.api.plan import power_figure
from bakeoff.cli.main import main
from bakeoff.core.errors import UsageError
from bakeoff.inputs.published import PUBLISHED
from bakeoff.render.figures.captions import SMALLEST, letters_for, small_letters_note
from bakeoff.render.figures.labels import SMALL
from bakeoff.render.figures.power import draw_power, power_size
from bakeoff.render.figures.style import figure_style

KIND = Drawing(draw_power, power_size)


@pytest.fixture(scope="module")
def data():
    return power_figure(bakeoff.plan(difference=3.0, sd=6.9).answer, "power")


def test_each_figure_is_written_in_three_forms_that_are_what_they_say(tmp_path, data):
    paths = save_figures({"C4.5 / k-NN": (data, KIND)}, tmp_path / "new" / "folder")
    assert [path.name for path in paths] == ["c4-5-k-nn.png", "c4-5-k-nn.svg", "c4-5-k-nn.pdf"]
    heads = [path.read_bytes()[:5] for path in paths]
    assert heads == [b"\x89PNG\r", b"<?xml", b"%PDF-"]
    assert [path.read_bytes() for path in paths] == [
        figure_bytes(data, KIND, form) for form in ("png", "svg", "pdf")
    ]


def test_files_hold_no_moment_of_writing(data):
    assert (
        re.search(
            rb"<dc:date>|CreationDate", figure_bytes(data, KIND, "svg") + figure_bytes(data, KIND, "pdf")
        )
        is None
    )


def test_a_png_has_two_hundred_dots_per_inch(data):
    png = figure_bytes(data, KIND, "png")
    width = int.from_bytes(png[16:20], "big")
    assert width == round(200 * power_size(data)[0])


def test_names_that_no_file_system_takes_become_names_that_all_take():
    names = file_names(
        dict.fromkeys(["con", "../../etc/passwd", "<b>", "随机森林", "x" * 300, "A", "a", "a-2", "\x00"])
    )
    assert names == [
        "con-figure", "etc-passwd", "b", "随机森林", "x" * 60, "a", "a-2", "a-2-2", "figure",
    ]  # fmt: skip


def test_a_folder_that_cannot_be_is_refused_before_anything_is_computed(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["plan", "--difference", "1", "--sd", "2", "--figures", str(tmp_path / "file" / "deep")]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("error BO411: ")


def test_plan_and_estimate_write_their_figures_and_say_so_on_standard_error(tmp_path, capsys):
    assert (
        main(["plan", "--difference", "3", "--sd", "6.9", "--json", "--figures", str(tmp_path / "plan")]) == 0
    )
    assert main(["estimate", "80/100", "--figures", str(tmp_path / "estimate")]) == 0
    assert "figures: 6 files" in capsys.readouterr().err
    assert {path.name for path in (tmp_path / "plan").iterdir()} == {
        f"{key}.{form}" for key in ("power", "power-by-difference") for form in ("png", "svg", "pdf")
    }
    assert {path.stem for path in (tmp_path / "estimate").iterdir()} == {"interval-by-n"}


def test_a_plan_that_has_no_figure_is_refused_with_nothing_on_standard_output(tmp_path, capsys):
    assert main(["plan", "--tests", "9", "--figures", str(tmp_path)]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("key", ["t-distribution", "power", "power-by-difference", "fragility"])
def test_figures_are_drawn_on_given_axes_beside_others(key):
    from matplotlib.figure import Figure

    comparison = bakeoff.compare(PUBLISHED["figure-15.2"].text, metric="accuracy")
    left, right = Figure(figsize=(8, 4)).subplots(1, 2)
    assert comparison.plot(key, ax=left) is left
    assert not right.has_data()


def test_an_unknown_pair_of_a_figure_is_refused():
    comparison = bakeoff.compare(PUBLISHED["figure-15.2"].text, metric="accuracy")
    with pytest.raises(UsageError, match="no pair"):
        comparison.plot("power", pair=("A", "C"))


def test_every_pair_that_a_figure_objects_to_is_refused_with_the_reason():
    table = {"dataset": list("vwxyz"), "a": [1.0, 2, 3, 4, 5], "b": [1.0, 2, 3, 4, 5], "c": [2.0, 2, 4, 6, 5]}
    comparison = bakeoff.compare(table, test="wilcoxon")
    same = next(pair for pair in comparison.pairs if (pair.a, pair.b) == ("a", "b"))
    for kind in FIGURES:
        if kind.key in ("power", "power-by-difference", "fragility"):
            assert kind.objection(comparison) is None
            reason = kind.pair_objection(comparison, same)
            assert reason is not None
            with pytest.raises(UsageError, match=reason):
                kind.data(comparison, same)


def test_fonts_of_a_pdf_lack_what_typesetters_read_and_come_back_whole() -> None:
    path = findfont("DejaVu Sans")
    with figure_style(), subset.load_font(path, subset.Options()) as lean:
        assert not {"GSUB", "GPOS", "GDEF"} & set(lean.keys())
    with subset.load_font(path, subset.Options()) as whole:
        assert {"GSUB", "GPOS", "GDEF"} <= set(whole.keys())


def test_fonts_are_looked_up_once_in_a_figure_and_are_those_of_matplotlib() -> None:
    find = type(fontManager)._find_fonts_by_props
    prop = FontProperties(size=8)
    with figure_style():
        for weight in ("normal", "bold", "normal"):
            prop.set_weight(weight)
            assert fontManager._find_fonts_by_props(prop) == find(fontManager, prop)
        prop.set_family(["DejaVu Serif"])
        assert fontManager._find_fonts_by_props(prop) == find(fontManager, prop)
    assert "_find_fonts_by_props" not in vars(fontManager)


@pytest.mark.parametrize("form", ["png", "svg", "pdf"])
def test_figures_with_remembered_fonts_are_those_without(form, data, monkeypatch):
    remembered = figure_bytes(data, KIND, form)
    monkeypatch.setattr("bakeoff.render.figures.style._remembered_fonts", nullcontext)
    assert figure_bytes(data, KIND, form) == remembered


@pytest.mark.parametrize("name", ["demsar-2006", "figure-15.2"])
def test_a_figure_of_the_folder_and_of_the_paper_kit_is_drawn_once_and_the_same(name, tmp_path, monkeypatch):
    table = tmp_path / "t.csv"
    table.write_text(PUBLISHED[name].text)
    drawn, frozen = [], gc.get_freeze_count()
    render = figures._render_forms

    def counted(data, kind, forms, **options):
        drawn.append(tuple(forms))
        return render(data, kind, forms, **options)

    monkeypatch.setattr(figures, "_render_forms", counted)
    folder = ["--figures", str(tmp_path / "figures")]
    assert main(["compare", str(table), *folder, "--latex", str(tmp_path / "both.tex")]) == 0
    assert ("pdf",) not in drawn
    for alone, options in {"alone": [], "narrow": [*folder, "--figure-size", "column"]}.items():
        drawn.clear()
        assert main(["compare", str(table), *options, "--latex", str(tmp_path / f"{alone}.tex")]) == 0
        assert ("pdf",) in drawn
        pdf = (tmp_path / f"{alone}-figure.pdf").read_bytes()
        assert pdf == (tmp_path / "both-figure.pdf").read_bytes()
    assert gc.get_freeze_count() <= frozen


def test_letters_of_a_narrow_figure_stay_readable_or_their_size_is_said(tmp_path):
    assert SMALL * 0.75 * letters_for(0.75) == pytest.approx(SMALLEST)
    assert small_letters_note(0.75) == ""
    assert "2.8 points" in small_letters_note(0.4)
    made = bakeoff.compare(
        {"d": list("abcdef"), "x": [1, 2, 3, 4, 5, 7], "y": [2, 3, 5, 4, 6, 9]}, higher_is_better=True
    )
    write_figures(made, tmp_path, kinds=["differences"], size="column")
    assert "points:" not in (tmp_path / "captions.txt").read_text(encoding="utf-8")
