from pathlib import Path

import numpy as np
import pytest

import bakeoff
from bakeoff.core.errors import InputError, ReadingError
from bakeoff.core.evidence import Scores
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions


def codes(scores: Scores) -> list[str]:
    return [finding.code for finding in scores.findings]


def test_spreads_in_cells_are_kept_beside_the_scores() -> None:
    scores = read("dataset,rf,svm\niris,68.4(7.1),62.7(6.1)\nsonar,39.7(1.9),84.4\n")
    assert scores.values.tolist() == [[68.4, 62.7], [39.7, 84.4]]
    assert scores.spread is not None
    assert np.array_equal(scores.spread, [[7.1, 6.1], [1.9, np.nan]], equal_nan=True)
    assert codes(scores) == ["BO321"]


def test_ranks_in_parentheses_are_no_spread() -> None:
    # Demšar (2006) prints the rank of each score behind it.
    scores = read("dataset,a,b,c\nx,0.76 (2),0.77 (1),0.7 (3)\ny,0.6 (1),0.59 (2),0.58 (3)\n")
    assert scores.spread is None
    assert codes(scores) == ["BO324"]


def test_shared_ranks_are_ranks() -> None:
    assert read("dataset,a,b\nx,0.5 (1.5),0.5 (1.5)\ny,0.6 (1),0.5 (2)\n").spread is None


def test_a_few_numbers_in_parentheses_are_left_aside_and_that_is_said() -> None:
    scores = read("dataset,a,b\nx,0.5 (6),0.4\ny,0.6,0.5\nz,0.7,0.8\n")
    assert scores.spread is None
    assert codes(scores) == ["BO324"]


def test_columns_of_means_and_deviations_belong_together() -> None:
    for header in (
        "RF_mean,RF_std,SVM_mean,SVM_std",
        "RF,RF std,SVM,SVM std",
        "RF (mean),RF (sd),SVM (mean),SVM (sd)",
    ):
        scores = read(f"dataset,{header}\nx,0.5,0.1,0.6,0.2\ny,0.7,0.3,0.8,0.4\n")
        assert scores.classifiers == ("RF", "SVM")
        assert scores.values.tolist() == [[0.5, 0.6], [0.7, 0.8]]
        assert scores.spread is not None
        assert scores.spread.tolist() == [[0.1, 0.2], [0.3, 0.4]]


def test_columns_of_classifier_and_measure_are_sorted_out() -> None:
    text = "dataset,RF_acc,SVM_acc,RF_time,SVM_time\nx,0.5,0.6,1,2\ny,0.7,0.8,3,4\n"
    scores = read(text)
    assert (scores.classifiers, scores.measure.name) == (("RF", "SVM"), "acc")
    assert codes(scores) == ["BO308"]
    assert read(text, options=ReadOptions(metric="time")).values.tolist() == [[1, 2], [3, 4]]


def test_resampled_scores_have_no_spread_of_their_own() -> None:
    assert read("dataset,fold,a,b\nx,1,0.5±0.1,0.6±0.1\nx,2,0.7±0.1,0.8±0.1\n").spread is None


def write_cells(folder: Path, *cells: str) -> Path:
    file = folder / "table.tsv"
    rows = [f"d{i}\t{cells[i % len(cells)]}\t{60 + i}.25\n" for i in range(6)]
    file.write_text("dataset\tA\tB\n" + "".join(rows), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("cell", "spread"),
    [
        (r"73.7_{1.7}", 1.7),
        (r"$73.7_{1.7}$", 1.7),
        ("73.7<sub>1.7</sub>", 1.7),
        (r"73.7\textsubscript{1.7}", 1.7),
        (r"73.7\std{1.7}", 1.7),
        (r"\textbf{73.7}$_{\pm 1.7}$", 1.7),
        (r"73.7\,\pm\,1.7", 1.7),
        ("73.7(+/-1.7)", 1.7),
        ("73.7<sup>1</sup>", None),
        ("73.7<sup>a</sup>", None),
        (r"73.7\textsuperscript{2}", None),
        (r"\textbf{73.7$^{1}$}", None),
        ("73·7", None),
        ("≈73.7", None),
        ("🥇 73.7", None),
    ],
)
def test_what_stands_above_or_below_a_number_is_no_digit_of_it(
    tmp_path: Path, cell: str, spread: float | None
) -> None:
    scores = bakeoff.read(write_cells(tmp_path, cell)).evidence
    assert isinstance(scores, Scores)
    assert (scores.values[:, 0] == 73.7).all()
    assert (
        (scores.spread is None)
        if spread is None
        else (scores.spread is not None and scores.spread[0, 0] == spread)
    )


@pytest.mark.parametrize("cells", [("85.5 ms", "1.2 s"), ("85.5 s",), ("85.5 MB", "1.25 GB")])
def test_scores_in_several_units_are_refused(tmp_path: Path, cells: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="written in") as caught:
        bakeoff.read(write_cells(tmp_path, *cells))
    assert caught.value.code == "BO900"


@pytest.mark.parametrize("cell", [r"\meanstd{73.7}{1.7}", r"\SI{73.7}{\percent}", "73.7/1.7"])
def test_cells_of_an_unknown_form_are_asked_about_by_name(tmp_path: Path, cell: str) -> None:
    with pytest.raises(ReadingError, match="'A' may hold scores"):
        bakeoff.read(write_cells(tmp_path, cell))


BLANKS = (
    "n/a",
    "N/A",
    "#N/A",
    "n.a.",
    "--",
    "—",
    "nan",
    "",
    "NR",
    "n/r",
    "✗",
    "k.A.",
    "not reported",
    r"\textemdash",
)
FAILURES = ("OOM", "OOT", "timeout", "failed", "M/O", "T/O", "segfault", "out of memory")


def test_failures_are_counted_apart_from_blanks(tmp_path: Path) -> None:
    marks = [*BLANKS, *FAILURES]
    file = tmp_path / "table.tsv"
    scored = [f"s{i}\t0.8{i}\t0.7{i}\n" for i in range(8)]
    file.write_text(
        "dataset\tA\tB\n"
        + "".join(scored)
        + "".join(f"d{i}\t{mark}\t0.75\n" for i, mark in enumerate(marks)),
        encoding="utf-8",
    )
    document = bakeoff.read(file).to_dict()["reading"]
    assert (document["missing"], document["failed"]) == (len(marks), len(FAILURES))
