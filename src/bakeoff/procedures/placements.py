"""Placements: for each example the share of the other class that it is ranked rightly against.

The area under the ROC curve is their mean, over either class, and its variance comes from theirs (DeLong,
DeLong & Clarke-Pearson 1988). One sort gives all of them (Sun & Xu 2014). They are counted in halves, as whole
numbers, so that sums of squares are exact and do not depend on the order of the examples.
"""

from typing import NamedTuple

import numpy as np

from bakeoff.core.evidence import Floats, Ints
from bakeoff.procedures.agreement import Bools


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
    positive = classes.positive[order]
    in_order = scores[order]
    negatives = np.cumsum(~positive, dtype=np.int64)
    starts = in_order[1:] != in_order[:-1]
    if starts.all():
        below = 2 * negatives
        positives_through = np.arange(2, 2 * negatives.size + 2, 2) - below
    else:
        ends = np.append(np.flatnonzero(starts), negatives.size - 1)
        below = _midpoints(negatives, ends)
        positives_through = _midpoints(np.arange(1, negatives.size + 1) - negatives, ends)
    wins = np.empty(negatives.size, dtype=np.int64)
    wins[order] = np.where(positive, below, 2 * classes.positives - positives_through)
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
    largest = int(np.abs(a).max(initial=1)) * int(np.abs(b).max(initial=1))
    width = max(1, (1 << 62) // max(1, largest))
    return sum(int(np.dot(a[i : i + width], b[i : i + width])) for i in range(0, a.size, width))


def exact_variance(values: Ints) -> float:
    """Return the sample variance of whole numbers, rounded once; 0 for a single one."""
    n, total = values.size, int(values.sum())
    if n < 2:
        return 0.0
    return (n * exact_sum_of_products(values, values) - total * total) / (n * (n - 1))


def _midpoints(through: Ints, ends: Ints) -> Ints:
    """Return for each example twice the count through the middle of its group of tied scores."""
    at_ends = through[ends]
    before = np.append(0, at_ends[:-1])
    sizes = np.diff(ends, prepend=-1)
    return np.repeat(before + at_ends, sizes)
