"""Tests that are liberal for somebody's evidence say so: unstable learners over folds, few examples of a class."""

import numpy as np
import pytest
from scipy import stats
from validation.rates import read

import bakeoff
from bakeoff.core.findings import Severity
from bakeoff.inference.findings.fold_findings import OVER_FOLDS, OVER_SPLITS
from bakeoff.render.sentences import units_of


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
    assert f"{name} is unstable by name" in found.message
    assert found.severity is (Severity.WARNING if gap else Severity.NOTE)


@pytest.mark.parametrize(
    "name", ["NB", "logistic regression", "SVM", "Partial least squares", "random forest", "CNN"]
)
def test_other_names_are_not_accused(name):
    assert _finding(_folds(["lda", name], 0.0), "BO132") == []
    (found,) = _finding(_folds(["lda", name], 0.05), "BO132")
    assert (found.severity, found.detail["unstable"]) == (Severity.NOTE, [])


def _rows(repeats, folds, gap=0.05, spread=0.02, shifts=(0.0,), names=("nb", "1-NN"), **more):
    """Return scores by repeat and fold; `shifts` move the second classifier, repeat by repeat."""
    rng = np.random.default_rng(3)
    rows = [
        ("sonar", name, repeat, fold, 0.8 + j * (gap + shifts[repeat % len(shifts)]) + rng.normal(0, spread))
        for repeat in range(repeats)
        for fold in range(folds)
        for j, name in enumerate(names)
    ]
    heads = ("dataset", "classifier", "repeat", "fold", "accuracy")
    table = {head: list(column) for head, column in zip(heads, zip(*rows, strict=True), strict=True)}
    return table | {name: [value] * len(rows) for name, value in more.items()}


def test_the_rates_that_are_quoted_are_those_of_the_very_design():
    (once,) = _finding(_rows(1, 10), "BO132")
    (often,) = _finding(_rows(10, 10), "BO132")
    assert once.message.startswith("Over 10 folds of 100 examples corrected-t rejected true nulls")
    assert often.message.startswith("Over 10 × 10 folds of 100 examples corrected-t rejected true nulls")
    assert max(once.detail["rates"].values()) < min(0.1, max(often.detail["rates"].values()))
    (two,) = _finding(_rows(5, 2), "BO132", test="t-5x2cv")
    assert two.message.startswith("Over 5 × 2 folds of 100 examples t-5x2cv rejected")
    (kept,) = _finding(_rows(5, 2), "BO132")
    assert "kept its level there" in kept.message
    assert kept.severity is Severity.NOTE


def test_a_design_that_was_not_measured_is_said_to_be_so():
    (odd,) = _finding(_rows(7, 4), "BO132")
    assert odd.message.startswith(
        "How often corrected-t rejects true nulls over 7 × 4 folds was not measured"
    )
    assert odd.detail["rates"] is None
    # Ten folds in name, but a third held out: random splits of which nothing was measured.
    (splits,) = _finding(_rows(1, 10, n_train=200, n_test=100), "BO132")
    assert "over 10 splits with 33 % held out was not measured" in splits.message
    (known,) = _finding(_rows(1, 30, n_train=200, n_test=100), "BO132")
    assert known.message.startswith("Over 30 splits with 33 % held out of 300 examples")


def test_training_sets_that_grow_are_told_by_their_range():
    grown = _rows(1, 4) | {"n_train": [16, 16, 32, 32, 48, 48, 64, 64], "n_test": [16] * 8}
    (found,) = _finding(grown, "BO132")
    assert "over training sets of 16 to 64 examples was not measured" in found.message
    assert (
        units_of(bakeoff.compare(grown).design) == "4 resamples of one dataset, trained on 16 to 64 examples"
    )


def test_every_rate_of_a_design_is_the_one_that_was_measured():
    files = ("fold_designs", "one_dataset", "one_dataset_splits", "halves")
    designs, one, splits, halves = (read(name) for name in files)
    data = {"stump": "one of ten tells"}
    learners = ("naive Bayes", "nearest neighbour", "stump")
    named = {"t-5x2cv": "5×2cv t", "f-5x2cv": "5×2cv F"}
    for (test, repeats, folds), rates in OVER_FOLDS.items():
        for learner, rate in zip(learners, rates, strict=True):
            if (test, repeats) == ("corrected-t", 50):
                tally = halves[f"{learner}, {data.get(learner, 'all tell')}, 100"]
                share = tally["rejects"]["corrected-t, 50×2 evenly"][0] / tally["trials"]
            elif test in ("corrected-t", "guarded-t"):
                counts = designs[learner]["designs"][f"{repeats}×{folds}"]
                share = counts["guarded" if test == "guarded-t" else "decided"] / designs[learner]["trials"]
            else:
                share = one[learner]["rejects"][named[test]] / one[learner]["trials"]
            assert rate == pytest.approx(share, abs=0.00051)
    held = {(15, 1 / 9): "15 splits, a tenth", (30, 1 / 2): "30 splits, a third"}
    for plan, rates in OVER_SPLITS.items():
        for learner, rate in zip(learners, rates, strict=True):
            share = splits[learner]["rejects"][f"corrected t, {held[plan]}"] / splits[learner]["trials"]
            assert rate == pytest.approx(share, abs=0.00051)


def test_repeats_that_disagree_put_a_decided_verdict_in_doubt():
    # By hand: 3 repeats of 5 folds, each of the advantages -.01, .01, .02, .03, .05 plus the repeat's own shift.
    shape, shifts = np.array([-0.01, 0.01, 0.02, 0.03, 0.05]), (0.0, 0.02, 0.04)
    table = _rows(3, 5, spread=0.0, gap=0.0)
    table["accuracy"] = [
        0.8 + j * (shape[fold] + shifts[repeat]) for repeat in range(3) for fold in range(5) for j in (0, 1)
    ]
    (found,) = _finding(table, "BO193")
    within, between = shape.var(ddof=1), np.var(shifts, ddof=1)
    index = 5 * between / within
    every = np.add.outer(shifts, shape).ravel()
    t = every.mean() / np.sqrt((1 / 15 + 1 / 4) * every.var(ddof=1))
    assert 2 * stats.t.sf(t, 14) < 0.05  # decided by the corrected t-test
    expected = 2 * stats.t.sf(t / np.sqrt(1 + 4 * index), 14)
    (told,) = found.detail["pairs"]
    assert told["instability"] == pytest.approx(index, rel=1e-9)
    assert told["p"] == pytest.approx(expected, rel=1e-9)
    assert expected >= 0.05


def _steady():
    """Return ten repeats of the same ten advantages in other orders: new splits change nothing."""
    rng = np.random.default_rng(5)
    advantages = [np.linspace(-0.01, 0.05, 10)[rng.permutation(10)] for _ in range(10)]
    table = _rows(10, 10)
    table["accuracy"] = [0.8 + j * d for repeat in advantages for d in repeat for j in (0, 1)]
    return table


@pytest.mark.parametrize("table", [_steady(), _rows(1, 10), _rows(10, 10, gap=0.0)])
def test_steady_repeats_one_run_and_open_verdicts_bring_no_such_doubt(table):
    assert _finding(table, "BO193") == []


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
