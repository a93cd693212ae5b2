"""Results as scikit-learn's cross_validate and searches hand them back; the keys are those of its documentation."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from bakeoff.core.errors import InputError
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions

TIMES = {"fit_time": np.array([0.1, 0.2, 0.3]), "score_time": np.array([0.1, 0.1, 0.1])}
TREE = {**TIMES, "test_score": np.array([0.5, 0.75, 1.0])}
NB = {**TIMES, "test_score": np.array([0.25, 0.5, 0.75]), "train_score": np.ones(3)}
SEARCH = {
    "mean_fit_time": np.array([1.0, 1.0]),
    "param_depth": np.ma.array([1, 2]),
    "params": [{"depth": 1, "criterion": "gini"}, {"depth": 2, "criterion": "gini"}],
    "split0_test_score": np.array([0.5, 0.6]),
    "split1_test_score": np.array([0.7, 0.8]),
    "mean_test_score": np.array([0.6, 0.7]),
    "rank_test_score": np.array([2, 1]),
}


def indices(*, shift: int = 0) -> dict[str, list[np.ndarray]]:
    test = [(np.arange(10 * i, 10 * i + 10) + shift) % 30 for i in range(3)]
    return {"test": test, "train": [np.setdiff1d(np.arange(30), fold) for fold in test]}


def test_results_of_cross_validation_are_folds_of_one_dataset() -> None:
    scores = read({"tree": TREE, "nb": NB})
    assert (scores.classifiers, scores.datasets) == (("tree", "nb"), ("dataset",))
    assert scores.resamples is not None
    assert scores.resamples.values.tolist() == [[0.5, 0.25], [0.75, 0.5], [1.0, 0.75]]
    assert scores.resamples.fold.tolist() == [0, 1, 2]
    assert scores.values.tolist() == [[0.75, 0.5]]
    assert scores.resamples.n_test is None


def test_results_on_several_datasets_are_told_apart() -> None:
    scores = read({"iris": {"tree": TREE, "nb": NB}, "wine": {"tree": NB, "nb": TREE}})
    assert scores.datasets == ("iris", "wine")
    assert scores.values.tolist() == [[0.75, 0.5], [0.5, 0.75]]


def test_indices_give_the_sizes_of_the_splits() -> None:
    scores = read({"tree": {**TREE, "indices": indices()}, "nb": {**NB, "indices": indices()}})
    assert scores.resamples is not None
    assert scores.resamples.n_train is not None
    assert scores.resamples.n_test is not None
    assert scores.resamples.n_train.tolist() == [20, 20, 20]
    assert scores.resamples.n_test.tolist() == [10, 10, 10]


def test_classifiers_tested_on_other_splits_are_refused() -> None:
    with pytest.raises(InputError, match="'tree' and 'nb' were tested on different splits") as caught:
        read({"tree": {**TREE, "indices": indices()}, "nb": {**NB, "indices": indices(shift=1)}})
    assert caught.value.code == "BO046"


def test_accuracy_is_chosen_among_several_metrics_unless_told() -> None:
    both = {
        name: {**TIMES, "test_neg_log_loss": -r["test_score"], "test_accuracy": r["test_score"]}
        for name, r in (("tree", TREE), ("nb", NB))
    }
    scores = read(both)
    assert (scores.measure.name, scores.measure.higher_is_better) == ("accuracy", True)
    assert "BO308" in [finding.code for finding in scores.findings]
    other = read(both, options=ReadOptions(metric="neg_log_loss"))
    assert (other.measure.name, other.measure.higher_is_better) == ("neg_log_loss", True)
    assert other.values.tolist() == [[-0.75, -0.5]]
    assert "BO314" in [finding.code for finding in other.findings]


def test_a_search_makes_every_setting_a_classifier() -> None:
    scores = read(SEARCH)
    assert scores.classifiers == ("depth=1", "depth=2")
    assert scores.resamples is not None
    assert scores.resamples.values.tolist() == [[0.5, 0.6], [0.7, 0.8]]


@pytest.mark.parametrize("saved", [pd.DataFrame(SEARCH), pd.DataFrame(SEARCH).to_csv()], ids=["frame", "csv"])
def test_a_search_saved_as_a_table_is_the_same(saved: object) -> None:
    assert read(saved).digest == read(SEARCH).digest


def test_the_best_setting_stands_for_a_search_among_others_and_that_is_said() -> None:
    fitted = SimpleNamespace(cv_results_=SEARCH)
    for search in (SEARCH, fitted):
        scores = read({"tree": search, "nb": {**TIMES, "test_score": np.array([0.5, 0.5])}})
        assert scores.values.tolist() == [[0.7, 0.5]]
        warning = next(finding for finding in scores.findings if finding.code == "BO313")
        assert warning.detail == {"settings": {"tree": 2}}


def test_one_result_alone_is_nothing_to_compare() -> None:
    with pytest.raises(Exception, match="nothing to compare"):
        read(TREE)
