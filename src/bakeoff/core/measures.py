"""Measures: what a score is called, which direction is better, and in what unit it stands."""

import re
from dataclasses import dataclass
from enum import StrEnum

from bakeoff.core.measure_names import Field, measure_within, measure_words


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


# Of an error: no upper bound.
_UNBOUNDED = re.compile(r"(?<![a-z])(absolute|squared?|relative|percentage|log|neg|negative)(?![a-z])")


def lower_is_better(name: str) -> bool:
    """Say whether a measure of this name is one of those that should be small.

    >>> lower_is_better("log_loss"), lower_is_better("accuracy"), lower_is_better("neg_log_loss")
    (True, False, False)
    """
    known = measure_within(name)
    return known is not None and not known.higher_is_better


def is_bounded(name: str) -> bool:
    """Say whether a measure of this name lies between 0 and 1 (or 0 and 100 percent).

    >>> is_bounded("test_accuracy"), is_bounded("log_loss"), is_bounded("score"), is_bounded("mean_squared_error")
    (True, False, False, False)
    """
    known = measure_within(name)
    return known is not None and known.is_bounded and not _UNBOUNDED.search(" ".join(measure_words(name)))


def is_of_quantities(name: str) -> bool:
    """Say whether a measure of this name is one of predicted numbers: what is compared by it need not classify.

    >>> is_of_quantities("rmse"), is_of_quantities("r2"), is_of_quantities("error_rate"), is_of_quantities("f1")
    (True, True, False, False)
    """
    known = measure_within(name)
    return known is not None and known.field is Field.REGRESSION


def is_known_measure(name: str) -> bool:
    """Say whether the direction of a measure of this name is known.

    >>> is_known_measure("neg_mean_squared_error"), is_known_measure("foo")
    (True, False)
    """
    return measure_within(name) is not None
