import numpy as np

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
