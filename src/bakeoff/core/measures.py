"""Measures: what a score is called, which direction is better, and in what unit it stands."""

import re
from dataclasses import dataclass
from enum import StrEnum


class Unit(StrEnum):
    """How a bounded score is written."""

    FRACTION = "fraction"
    PERCENT = "percent"
    PLAIN = "plain"  # no bounds known: a loss, a time, a rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """The score that classifiers are compared by."""

    name: str
    higher_is_better: bool
    unit: Unit
    direction_from: str  # "told", "the name", or "assumed"


_LOWER = re.compile(
    r"(?<![a-z])(errors?|err|loss(es)?|logloss|brier|rank(s|ing)?|time|times|seconds|duration|cost"
    r"|runtime|latency|memory|misclassifi\w*|incorrect|rmse|mse|mae|hamming|perplexity|ece|size)(?![a-z])"
)
_BOUNDED = re.compile(
    r"(?<![a-z])(acc|accuracy|accuracies|precision|recall|sensitivity|specificity|f1|f ?score|f ?measure"
    r"|auc|auroc|auprc|roc|aucs|percent_correct|correct|incorrect|error rate|error|errors|success rate|brier)(?![a-z])"
)
# Of an error: no upper bound.
_UNBOUNDED = re.compile(r"(?<![a-z])(absolute|squared?|relative|percentage|log)(?![a-z])")


def lower_is_better(name: str) -> bool:
    """Say whether a measure of this name is one of those that should be small.

    >>> lower_is_better("log_loss"), lower_is_better("accuracy"), lower_is_better("neg_log_loss")
    (True, False, False)
    """
    words = _words(name)
    return bool(_LOWER.search(words)) and not words.startswith(("neg ", "negative "))


def is_bounded(name: str) -> bool:
    """Say whether a measure of this name lies between 0 and 1 (or 0 and 100 percent).

    >>> is_bounded("test_accuracy"), is_bounded("log_loss"), is_bounded("score"), is_bounded("mean_squared_error")
    (True, False, False, False)
    """
    words = _words(name)
    return bool(_BOUNDED.search(words)) and not (
        _UNBOUNDED.search(words) or words.startswith(("neg ", "negative "))
    )


def _words(name: str) -> str:
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return re.sub(r"[_\W]+", " ", spaced).strip().lower()
