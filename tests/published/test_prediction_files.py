"""Predictions that others have published, read end to end.

Runs with `--shared DIR` only: the files are not part of the project.
"""

import json

import numpy as np
import pytest

from bakeoff.inputs.evidence import read_evidence


def counts(made, dataset):
    """Return how many examples both, one or none of two classifiers get right."""
    right = made.correct[made.dataset == made.datasets.index(dataset)]
    first, second = right[:, 0], right[:, 1]
    return (
        int((~first & ~second).sum()),
        int((first & ~second).sum()),
        int((~first & second).sum()),
        int((first & second).sum()),
    )


def test_the_four_counts_of_weka_are_those_that_its_author_states(shared):
    checks = json.loads((shared / "tables" / "EXPECTED.json").read_text(encoding="utf-8"))["checks"]
    stated = next(check["stated"] for check in checks if check["id"] == "weka-mcnemar")
    made = read_evidence(shared / "predictions" / "weka_j48_nb_soybean_vote_labor.csv")
    assert made.classifiers == ("NaiveBayes", "J48")
    for dataset in ("soybean", "vote", "labor"):
        says = stated[dataset]
        assert counts(made, dataset) == (
            says["n00_both_wrong"],
            says["n01_J48_only_wrong"],
            says["n10_NB_only_wrong"],
            says["n11_both_right"],
        )


def test_two_files_of_weka_give_the_counts_of_the_joined_table(shared):
    folder = shared / "foreign"
    made = read_evidence([folder / "weka_predictions_vote_nb.csv", folder / "weka_predictions_vote_j48.csv"])
    joined = read_evidence(shared / "predictions" / "weka_j48_nb_soybean_vote_labor.csv")
    assert made.classes == ("democrat", "republican")
    assert counts(made, made.datasets[0]) == counts(joined, "vote")
    np.testing.assert_allclose(made.probabilities.sum(axis=2), 1)


def test_seven_classifiers_of_a_time_series_test_set_have_probabilities(shared):
    made = read_evidence(shared / "predictions" / "tsml_italypowerdemand_7classifiers.csv")
    assert made.classifiers == ("1NN-DTW", "Arsenal", "DrCIF", "ROCKET", "STC", "TDE", "TSF")
    assert (made.examples, made.classes, made.probabilities.shape) == (1029, ("0", "1"), (1029, 7, 2))


def test_a_file_of_predictions_has_the_accuracy_that_its_third_line_states(shared):
    path = shared / "foreign" / "tsml_predictions_ROCKET_ItalyPowerDemand_testResample0.csv"
    stated = float(path.read_text(encoding="utf-8").split("\n")[2].split(",")[0])
    made = read_evidence(path)
    assert (made.classifiers, made.datasets) == (("ROCKET",), ("ItalyPowerDemand",))
    assert made.correct.mean() == pytest.approx(stated, rel=1e-12)
    table = read_evidence(shared / "predictions" / "tsml_italypowerdemand_7classifiers.csv")
    column = table.classifiers.index("ROCKET")
    assert (made.correct[:, 0] == table.correct[:, column]).all()
    np.testing.assert_array_equal(made.probabilities[:, 0], table.probabilities[:, column])


def test_predictions_pooled_over_folds_are_recognised(shared):
    made = read_evidence(shared / "predictions" / "hpc_cv_4class_probabilities.csv.gz")
    assert (made.examples, made.classes) == (3467, ("F", "L", "M", "VF"))
    assert np.unique(made.fold).size == 10


@pytest.mark.parametrize(
    ("name", "score"), [("amlb_results_medium-8c1h.csv", "auc"), ("mean_std_in_one_cell_dl4tsc.csv", None)]
)
def test_tables_of_scores_are_not_taken_for_predictions(shared, name, score):
    from bakeoff.inputs.options import ReadOptions

    told = ReadOptions(drop_incomplete=True, score_column=score)
    made = read_evidence(shared / "foreign" / name, options=told)
    assert made.values.ndim == 2
