"""Figures as a paper wants them: without sentences in them, of the kinds that were asked for, as wide as a column."""

import re

import numpy as np
import pytest

import bakeoff
from bakeoff.api.deliveries.report import MOST_FIGURES, write_figures
from bakeoff.cli.main import main
from bakeoff.inputs.published import PUBLISHED
from bakeoff.render.figures.captions import WIDTHS

DEMSAR = PUBLISHED["demsar-2006"].text


@pytest.fixture(scope="module")
def many():
    return bakeoff.compare(DEMSAR, metric="AUC")


def texts_of(path):
    """Return the comments of an SVG: one for each text that is drawn."""
    return re.findall(r"<!-- (.*?) -->", path.read_text(encoding="utf-8"))


def test_no_sentence_is_drawn_into_a_figure_and_its_caption_has_it(many, tmp_path):
    write_figures(many, tmp_path, kinds=["matrix", "critical-difference", "ranks"])
    captions = (tmp_path / "captions.txt").read_text(encoding="utf-8")
    for stem in ("matrix", "critical-difference", "ranks"):
        assert f"{stem}\n" in captions
        assert not [text for text in texts_of(tmp_path / f"{stem}.svg") if len(text.split()) > 6]
    assert "A bar joins classifiers of which no two are shown to differ" in captions


def test_only_the_kinds_that_were_asked_for_are_written(many, tmp_path):
    paths = write_figures(many, tmp_path, kinds=["matrix"])
    assert sorted(p.name for p in paths) == ["captions.txt", "matrix.pdf", "matrix.png", "matrix.svg"]


def test_by_default_the_figures_of_the_report_are_written(many, tmp_path):
    kinds = {p.stem for p in write_figures(many, tmp_path / "some") if p.suffix == ".svg"}
    every = {p.stem for p in write_figures(many, tmp_path / "every", kinds=["all"]) if p.suffix == ".svg"}
    assert kinds < every
    assert len(kinds) <= 8


@pytest.mark.parametrize("size", list(WIDTHS))
def test_a_size_is_the_width_of_every_form(many, tmp_path, size):
    write_figures(many, tmp_path, kinds=["ranks"], size=size)
    box = re.search(rb"/MediaBox \[ 0 0 ([0-9.]+) ", (tmp_path / "ranks.pdf").read_bytes())
    assert float(box[1]) / 72 == pytest.approx(WIDTHS[size], abs=0.01)
    svg = (tmp_path / "ranks.svg").read_text(encoding="utf-8")
    assert float(re.search(r'<svg [^>]*?width="([0-9.]+)pt"', svg)[1]) / 72 == pytest.approx(
        WIDTHS[size], abs=0.01
    )


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--figure", "matrix"], "BO780"),
        (["--figure-size", "slide"], "BO780"),
        (["--figure", "matrx", "--figures", "out"], "BO400"),
        (["--figure", "flips", "--figures", "out"], "BO401"),
    ],
)
def test_a_figure_that_cannot_be_is_refused_before_anything_is_printed(
    tmp_path, monkeypatch, capsys, words, code
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(DEMSAR, encoding="utf-8")
    assert main(["compare", "t.csv", "--metric", "AUC", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert code in printed.err
    assert not (tmp_path / "out").exists()


def test_a_caption_of_a_pair_has_the_names_of_the_pair(tmp_path):
    columns = {"{b} 1": [1, 2, 3, 4, 5, 6], "new": [2, 3, 4, 4, 7, 8]}
    pair = bakeoff.compare({"dataset": list("pqrstu"), **columns}, metric="accuracy in percent")
    write_figures(pair, tmp_path, kinds=["differences"])
    captions = (tmp_path / "captions.txt").read_text(encoding="utf-8")
    assert "By how much is new better than {b} 1, and on which datasets?" in captions


def test_subgroups_that_were_asked_for_are_drawn_however_many_figures_there_are(tmp_path):
    rng = np.random.default_rng(4)
    truth, scores = rng.integers(0, 2, 120), rng.uniform(0, 1, (120, 2))
    rows = [
        f"{i},{('well', 'sick')[y]},{('North', 'South')[i % 2]},{p:.3f},{q:.3f}"
        for i, (y, (p, q)) in enumerate(zip(truth, 0.6 * scores + 0.4 * truth[:, None], strict=True))
    ]
    (tmp_path / "p.csv").write_text(
        "\n".join(["id,y_true,site,LR:sick,RF:sick", *rows]) + "\n", encoding="utf-8"
    )
    figures = tmp_path / "figures"
    call = [
        "compare",
        str(tmp_path / "p.csv"),
        "--subgroup-column",
        "site",
        "--quiet",
        "--figures",
        str(figures),
    ]
    assert main(call) == 0
    names = sorted({path.stem for path in figures.glob("*.svg")})
    assert len(names) == MOST_FIGURES
    assert "subgroups-rf-over-lr" in names
