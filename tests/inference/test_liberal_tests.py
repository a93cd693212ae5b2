"""Tests that are liberal for somebody's evidence say so: unstable learners over folds, few examples of a class."""

import numpy as np
import pytest
from scipy import stats

import bakeoff
from bakeoff.core.findings import Severity


def _folds(names, gap, seed=0):
    rng = np.random.default_rng(seed)
    rows = [
        ("sonar", name, repeat, fold, 0.8 + gap * j + rng.normal(0, 0.02))
        for repeat in range(10)
        for fold in range(10)
        for j, name in enumerate(names)
    ]
    heads = ("dataset", "classifier", "repeat", "fold", "accuracy")
    return {head: list(column) for head, column in zip(heads, zip(*rows, strict=True), strict=True)}


def _finding(table, code, **options):
    return [f for f in bakeoff.compare(table, **options).findings if f.code == code]


@pytest.mark.parametrize(
    "name",
    ["1-NN", "kNN", "IB1", "DecisionStump", "decision tree", "J48", "C4.5", "KNeighborsClassifier", "OneR"],
)
@pytest.mark.parametrize("gap", [0.0, 0.05])
def test_a_learner_that_is_unstable_by_its_name_brings_the_warning(name, gap):
    (found,) = _finding(_folds(["nb", name], gap), "BO132")
    assert found.detail["unstable"] == [name]
    assert f"{name} is such a learner by its name" in found.message
    assert found.severity is (Severity.WARNING if gap else Severity.NOTE)


@pytest.mark.parametrize(
    "name", ["NB", "logistic regression", "SVM", "Partial least squares", "random forest", "CNN"]
)
def test_other_names_are_not_accused(name):
    assert _finding(_folds(["lda", name], 0.0), "BO132") == []
    (found,) = _finding(_folds(["lda", name], 0.05), "BO132")
    assert (found.severity, found.detail["unstable"]) == (Severity.NOTE, [])


def _scored(positives, negatives, seed):
    rng = np.random.default_rng(seed)
    truth = np.array([1] * positives + [0] * negatives)
    a, b = (1 / (1 + np.exp(-(shift * truth + rng.normal(0, 1, truth.size)))) for shift in (0.4, 1.6))
    return {
        "y_true": truth.tolist(),
        "a:0": (1 - a).tolist(),
        "a:1": a.tolist(),
        "b:0": (1 - b).tolist(),
        "b:1": b.tolist(),
    }


def test_few_examples_of_a_class_are_told_with_the_p_of_students_t():
    for seed in range(3):
        comparison = bakeoff.compare(_scored(10, 100, seed), metric="roc_auc")
        (found,) = [f for f in comparison.findings if f.code == "BO190"]
        result = comparison.pairs[0].result
        # Source: scipy's t distribution with 10 - 1 degrees of freedom.
        expected = 2 * stats.t.sf(abs(result.statistic), 9)
        assert found.detail["p_by_t"] == pytest.approx(expected, rel=1e-9)
        assert (found.severity is Severity.WARNING) == (result.p_value < 0.05 <= expected)


def test_enough_examples_of_both_classes_need_no_such_word():
    assert _finding(_scored(40, 60, 1), "BO190", metric="roc_auc") == []
