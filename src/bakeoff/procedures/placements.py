"""Placements: for each example the share of the other class that it is ranked rightly against.

The area under the ROC curve is their mean, over either class, and its variance comes from theirs (DeLong,
DeLong & Clarke-Pearson 1988). One sort gives all of them (Sun & Xu 2014). They are counted in halves, as whole
numbers, so that sums of squares are exact and do not depend on the order of the examples.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.evidence import Floats, Ints
from bakeoff.procedures.agreement import Bools

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
    order = np.argsort(scores)
    kind: type[np.int32] | type[np.int64] = np.int32 if scores.size < _SMALL else np.int64
    ends = _ends_of_ties(scores, order)
    positive = classes.positive[order]
    negatives: NDArray[Any] = np.cumsum(~positive, dtype=kind)
    every: NDArray[Any] = np.arange(1, scores.size + 1, dtype=kind)
    wins: NDArray[Any] = np.empty(scores.size, dtype=kind)
    if ends is None:
        wins[order] = 2 * np.where(positive, negatives, classes.positives - every + negatives)
    else:
        below, above = (
            _midpoints(negatives, ends),
            2 * classes.positives - _midpoints(every - negatives, ends),
        )
        wins[order] = np.where(positive, below, above)
    return wins


def classes_of(positive: Bools) -> Classes:
    """Return which examples are positive, and how many of either class there are."""
    positives = int(np.count_nonzero(positive))
    return Classes(positive, positives, positive.size - positives)


def exact_sum_of_products(a: Ints, b: Ints) -> int:
    """Return the sum of the products of two columns of whole numbers, exactly.

    >>> exact_sum_of_products(np.array([3_000_000_000, 1]), np.array([3_000_000_000, 1]))
    9000000000000000001
    """
    largest = max(1, int(np.abs(a).max(initial=1)) * int(np.abs(b).max(initial=1)))
    width = max(1, min(_AT_ONCE, (1 << 62) // largest))
    parts = (
        (a[i : i + width].astype(np.int64), b[i : i + width].astype(np.int64))
        for i in range(0, a.size, width)
    )
    return sum(int(np.dot(x, y)) for x, y in parts)


def exact_variance(values: Ints) -> float:
    """Return the sample variance of whole numbers, rounded once; 0 for a single one."""
    n, total = values.size, int(values.sum(dtype=np.int64))
    if n < 2:
        return 0.0
    return (n * exact_sum_of_products(values, values) - total * total) / (n * (n - 1))


def _ends_of_ties(scores: Floats, order: Ints) -> Ints | None:
    """Return the last place of every distinct score, in order; None where no two scores are equal."""
    values = scores[order]
    distinct = values[1:] != values[:-1]
    return None if distinct.all() else np.append(np.flatnonzero(distinct), scores.size - 1)


def _midpoints(through: Ints, ends: Ints) -> Ints:
    """Return for each example twice the count through the middle of its group of tied scores."""
    at_ends = through[ends]
    doubled = at_ends.copy()
    doubled[1:] += at_ends[:-1]
    return np.repeat(doubled, np.diff(ends, prepend=-1))
