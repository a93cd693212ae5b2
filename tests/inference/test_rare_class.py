"""A class with hardly any examples: the finding, and that its figures are those that were measured."""

from dataclasses import replace

import numpy as np
import pytest
from validation import half_rates

import bakeoff
from bakeoff.core.comparison import Settings
from bakeoff.core.datasets import Task
from bakeoff.core.errors import DesignError
from bakeoff.core.evidence import Halves, StoredStudy
from bakeoff.core.findings import Severity
from bakeoff.core.outcomes import columns_of
from bakeoff.core.results import Verdict
from bakeoff.inference.compare import compare
from bakeoff.inference.findings.rare_class import HELD, LEAST_HELD, RARE, RECOMMENDED

COLUMNS = {
    ("corrected-t", 10, 10): "corrected-t, 10×10",
    ("guarded-t", 10, 10): "guarded-t, 10×10",
    ("corrected-t", 50, 2): "corrected-t, 50×2 evenly",
    ("half-cv", 50, 10): "half-cv",
    ("halves-t", 50, 10): "halves-t",
}


@pytest.mark.parametrize("design", HELD, ids=str)
def test_every_figure_is_the_one_that_was_measured(design):
    assert HELD[design] == pytest.approx(half_rates.held(COLUMNS[design], rare=True), abs=0.00051)


def _compared(*, rarest, repeats, folds, gap=0.0, halved=False, task=Task.CLASSES, margin=0.0):
    """Return a comparison of folds, as of a study of 120 rows whose rarest class has so many."""
    rng = np.random.default_rng(3)
    table = [
        ("some", name, repeat, fold, 0.8 + gap * j + rng.normal(0, 0.02))
        for repeat in range(repeats)
        for fold in range(folds)
        for j, name in enumerate(("bayes", "svm"))
    ]
    heads = ("dataset", "classifier", "repeat", "fold", "accuracy")
    ratio = None if halved else 1 / (folds - 1)
    read = bakeoff.compare(dict(zip(heads, map(list, zip(*table, strict=True)), strict=True))).evidence
    train = np.full(repeats * folds, 48.0 if halved else 120 * (1 - 1 / folds))
    resamples = replace(read.resamples, n_train=train, n_test=120 - train)
    if halved:
        halves = Halves(half=resamples.fold // (folds // 2))
        resamples = replace(resamples, halves=halves)
    study = StoredStudy(
        store="some.db",
        study="some",
        plan={"task": task, "contents": {"some": {"smallest_class": rarest, "rows": 120}}},
        digest="",
        columns=columns_of(()),
        findings=(),
        is_cut_off=False,
    )
    evidence = replace(read, resamples=resamples, stored=study)
    return compare(evidence, Settings(margin=margin, test_train_ratio=ratio))


def _finding(comparison):
    return [f for f in comparison.findings if f.code == "BO195"]


@pytest.mark.parametrize(("rarest", "found"), [(RARE - 1, 1), (RARE, 0)])
def test_it_comes_with_fewer_than_ten_examples_of_a_class(rarest, found):
    assert len(_finding(_compared(rarest=rarest, repeats=50, folds=2))) == found


def test_it_tells_the_examples_the_training_set_and_what_was_measured_of_this_very_design():
    (found,) = _finding(_compared(rarest=6, repeats=10, folds=10))
    assert (
        "The rarest class of some has 6 examples, so that a training set has about 5 of them."
        in found.message
    )
    assert "corrected-t over 10 × 10 folds" in found.message
    assert found.detail["held"] == list(HELD["corrected-t", 10, 10])
    assert found.severity is Severity.NOTE


def test_it_is_a_warning_where_something_is_decided():
    (found,) = _finding(_compared(rarest=6, repeats=10, folds=10, gap=0.1))
    assert found.severity is Severity.WARNING


def test_a_design_that_was_not_tried_is_said_to_be_so():
    (found,) = _finding(_compared(rarest=6, repeats=2, folds=5))
    assert "corrected-t over this resampling was not tried" in found.message
    assert found.detail["held"] is None


def test_folds_inside_halves_are_told_as_what_they_are():
    comparison = _compared(rarest=6, repeats=50, folds=10, halved=True)
    (found,) = _finding(comparison)
    assert comparison.settings.test == "halves-t"
    assert "about 2 of them" in found.message
    assert "halves-t over folds inside halves" in found.message


def test_it_is_a_warning_where_two_are_called_equivalent():
    comparison = _compared(rarest=6, repeats=10, folds=10, margin=0.3)
    assert comparison.pairs[0].verdict is Verdict.EQUIVALENT
    assert _finding(comparison)[0].severity is Severity.WARNING


@pytest.mark.parametrize("task", [Task.QUANTITY, Task.LABEL_SETS])
def test_what_has_no_classes_or_only_sets_of_labels_has_none(task):
    assert _finding(_compared(rarest=6, repeats=10, folds=10, task=task)) == []


def test_a_table_of_folds_does_not_know_its_classes():
    comparison = _compared(rarest=6, repeats=10, folds=10)
    assert _finding(compare(replace(comparison.evidence, stored=None), Settings())) == []


def test_a_test_whose_intervals_held_needs_none():
    held = [design for design, (low, _) in HELD.items() if low >= LEAST_HELD]
    assert held == [RECOMMENDED]


def _without(comparison, lost):
    """Return the same evidence of halves, without the scores of one classifier in these resamples."""
    values = comparison.evidence.resamples.values.copy()
    values[lost, 1] = np.nan
    resamples = replace(comparison.evidence.resamples, values=values)
    return replace(comparison.evidence, resamples=resamples)


def test_halvings_with_a_failed_fold_are_left_out_whole():
    whole = _compared(rarest=60, repeats=25, folds=4, halved=True)
    less = compare(_without(whole, [0, 3, 41]), Settings())
    assert (whole.design.halvings, less.design.halvings, less.pairs[0].result.n) == (25, 23, 23)
    d = np.diff(whole.evidence.resamples.values, axis=1).reshape(25, 4)
    kept = np.delete(d, [0, 10], axis=0)  # resamples 0 and 3 are of the first halving, 41 is of the eleventh
    assert less.pairs[0].advantage == pytest.approx(kept.mean(), rel=1e-12)


def test_fewer_than_twenty_whole_halvings_are_refused():
    whole = _compared(rarest=60, repeats=20, folds=4, halved=True)
    with pytest.raises(DesignError, match="twenty halvings or more"):
        compare(_without(whole, [7]), Settings())
