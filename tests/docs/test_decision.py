"""The figure of docs/which.md says what compare does."""

import pytest
from docs.make_decision import LEAVES

import bakeoff

TRUTH = [i % 2 for i in range(120)]
GROUPS = [f"p{i // 6}" for i in range(120)]


def _errs(each):
    return [t if i % each else 1 - t for i, t in enumerate(TRUTH)]


def _records(extra=None, *, classifiers=(("a", 5), ("b", 9))):
    columns = {"id": list(range(120)), "y_true": TRUTH, **{name: _errs(each) for name, each in classifiers}}
    columns |= extra or {}
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _probable(each):
    return [0.2 + 0.6 * answer + (i % 7) / 50 for i, answer in enumerate(_errs(each))]


SCORES = {"a": [80, 73, 85, 68, 82, 75, 73, 64], "b": [85, 70, 86, 74, 84, 79, 77, 73]}
FOLDS = [
    {"dataset": "d", "classifier": name, "fold": fold, "accuracy": base + (fold * 7 % 5) / 100}
    for name, base in (("a", 0.70), ("b", 0.75))
    for fold in range(1, 11)
]
FOLDS[3]["accuracy"] += 0.03
PROBABLE = {"id": list(range(120)), "y_true": TRUTH, "a:1": _probable(5), "b:1": _probable(9)}
PROBABILITIES = [dict(zip(PROBABLE, row, strict=True)) for row in zip(*PROBABLE.values(), strict=True)]
THREE = _records(classifiers=(("a", 5), ("b", 9), ("c", 20)))
CASES = {
    "wilcoxon": (SCORES, {}),
    "max-t": ({**SCORES, "c": [81, 75, 84, 70, 80, 78, 72, 70]}, {}),
    "corrected-t": (FOLDS, {}),
    "mcnemar-midp": (_records(), {}),
    "max-t-predictions": (THREE, {}),
    "mcnemar-clustered": (_records({"patient": GROUPS}), {"group_column": "patient"}),
    "delong": (PROBABILITIES, {"metric": "roc_auc"}),
    "paired-losses": (PROBABILITIES, {"metric": "brier"}),
    "paired-bootstrap": (_records(), {"metric": "f1_macro"}),
}


@pytest.mark.parametrize("key", CASES)
def test_the_design_chooses_the_test_that_the_figure_names(key):
    evidence, told = CASES[key]
    assert bakeoff.compare(evidence, **told).settings.test == key


def test_every_leaf_of_the_figure_is_tried():
    assert {leaf.key for leaf in LEAVES} == {
        *CASES,
        "two-proportions",
    }  # counts: tests/golden/independent.txt
