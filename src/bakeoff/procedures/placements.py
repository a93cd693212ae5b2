"""Placements: for each example the share of the other class that it is ranked rightly against.

The area under the ROC curve is their mean, over either class, and its variance comes from theirs (DeLong,
DeLong & Clarke-Pearson 1988). One sort gives all of them (Sun & Xu 2014). They are counted in halves, as whole
numbers, so that sums of squares are exact and do not depend on the order of the examples.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.evidence import Bools, Floats, Ints
from bakeoff.procedures.sorting import ascending, compact, put_back

_SMALL = 1 << 29  # examples whose doubled counts fit in four bytes
_AT_ONCE = 1 << 16  # numbers multiplied at a time


class Classes(NamedTuple):
    """Which examples are positive, and how many are not."""

    positive: Bools
    positives: int
    negatives: int


def half_wins(scores: Floats, classes: Classes) -> Ints:
    """Return twice the number of examples of the other class that each is ranked rightly against; ties count one.

    >>> half_wins(np.array([0.1, 0.4, 0.4, 0.9]), classes_of(np.array([False, True, False, True]))).tolist()
    [4, 3, 3, 4]
    """
    places, tied = ascending(scores)
    positive, order = classes.positive[places], compact(places)
    del places  # a million of them are as much as the scores
    kind: type[np.int32] | type[np.int64] = np.int32 if scores.size < _SMALL else np.int64
    # How many negatives there are up to each place: what a positive example there beats.
    wins: NDArray[Any] = np.cumsum(~positive, dtype=kind)
    if tied:
        ends = _ends_of_ties(scores, order)
        every = np.arange(1, scores.size + 1, dtype=kind)
        above = 2 * classes.positives - _midpoints(every - wins, ends)
        wins = np.where(positive, _midpoints(wins, ends), above)
    else:
        _finish(wins, positive, classes.positives)
    return put_back(wins, order)


def classes_of(positive: Bools) -> Classes:
    """Return which examples are positive, and how many of either class there are."""
    positives = int(np.count_nonzero(positive))
    return Classes(positive, positives, positive.size - positives)


class Moments(NamedTuple):
    """How many whole numbers, their sum and the sum of their squares, all exact."""

    n: int
    total: int
    squares: int

    @property
    def variance(self) -> float:
        """The sample variance, rounded once; 0 for a single number."""
        if self.n < 2:
            return 0.0
        return (self.n * self.squares - self.total * self.total) / (self.n * (self.n - 1))

    def with_one(self, value: int) -> "Moments":
        """Return the moments with one number more."""
        return Moments(self.n + 1, self.total + value, self.squares + value * value)


def class_moments(values: Ints, classes: Classes) -> tuple[Moments, Moments]:
    """Return the moments of whole numbers over the positive and over the negative examples.

    >>> class_moments(np.array([3_000_000_000, 1, 2]), classes_of(np.array([True, True, False])))
    (Moments(n=2, total=3000000001, squares=9000000000000000001), Moments(n=1, total=2, squares=4))
    """
    largest = max(1, int(values.max()), -int(values.min()))
    width = max(1, min(_AT_ONCE, (1 << 62) // largest**2))
    sums = [0, 0, 0, 0]
    for start in range(0, values.size, width):
        some = values[start : start + width].astype(np.int64)
        chosen = some * classes.positive[start : start + width]
        parts = (chosen.sum(), np.dot(chosen, some), some.sum(), np.dot(some, some))
        sums = [total + int(part) for total, part in zip(sums, parts, strict=True)]
    positive = Moments(classes.positives, sums[0], sums[1])
    return positive, Moments(classes.negatives, sums[2] - sums[0], sums[3] - sums[1])


def _finish(wins: NDArray[Any], positive: Bools, positives: int) -> None:
    """Turn the negatives up to each place into half wins, in place: a negative example beats the positives above it."""
    for start in range(0, wins.size, _AT_ONCE):
        some, negative = wins[start : start + _AT_ONCE], ~positive[start : start + _AT_ONCE]
        first = positives - 1 - start
        some += negative * np.arange(first, first - some.size, -1, dtype=wins.dtype)
        some *= 2


def _ends_of_ties(scores: Floats, order: Ints) -> Ints:
    """Return the last place of every distinct score, in order."""
    values = scores[order]
    return np.append(np.flatnonzero(values[1:] != values[:-1]), scores.size - 1)


def _midpoints(through: Ints, ends: Ints) -> Ints:
    """Return for each example twice the count through the middle of its group of tied scores."""
    at_ends = through[ends]
    doubled = at_ends.copy()
    doubled[1:] += at_ends[:-1]
    return np.repeat(doubled, np.diff(ends, prepend=-1))
