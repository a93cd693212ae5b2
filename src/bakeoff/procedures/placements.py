"""Placements: for each example the share of the other class that it is ranked rightly against.

The area under the ROC curve is their mean, over either class, and its variance comes from theirs (DeLong,
DeLong & Clarke-Pearson 1988). One sort gives all of them (Sun & Xu 2014). They are counted in halves, as whole
numbers, so that sums of squares are exact and do not depend on the order of the examples.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats, Ints
from bakeoff.procedures.agreement import Bools


class Classes(NamedTuple):
    """Which examples are positive, and how many are not."""

    positive: Bools
    positives: int
    negatives: int


def half_wins(scores: Floats, classes: Classes) -> Ints:
    """Return twice the number of examples of the other class that each is ranked rightly against; ties count one.

    >>> half_wins(np.array([0.1, 0.4, 0.4, 0.9]), both_classes(np.array([False, True, False, True]))).tolist()
    [4, 3, 3, 4]
    """
    order = np.argsort(scores)
    positive = classes.positive[order]
    in_order = scores[order]
    negatives = np.cumsum(~positive)
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


def both_classes(positive: NDArray[np.generic]) -> Classes:
    """Return which examples are positive, or refuse a test set that has one class only."""
    mask = np.asarray(positive)
    if mask.ndim != 1 or not np.isin(mask, (0, 1)).all():
        raise ProcedureError(
            "`positive` says of each example whether it is of the positive class",
            where=f"positive, of shape {mask.shape}",
            fix="give true or false for each example",
            code="BO052",
        )
    flags = mask.astype(np.bool_)
    positives = int(np.count_nonzero(flags))
    if positives == 0 or positives == flags.size:
        raise ProcedureError(
            f"the area under the ROC curve needs examples of both classes; all {flags.size} are of one",
            where="positive",
            fix="test on examples of both classes",
            code="BO051",
        )
    return Classes(flags, positives, flags.size - positives)


def checked_scores(class_scores: Floats, classes: Classes, *, classifiers: int) -> Floats:
    """Return examples × classifiers scores for the positive class, or say what is wrong with them."""
    table = np.asarray(class_scores, dtype=np.float64)
    if table.shape != (classes.positive.size, classifiers) or np.isnan(table).any():
        raise ProcedureError(
            f"there must be a score of each of {classifiers} classifiers for each of "
            f"{classes.positive.size} examples, none missing; the table is {table.shape}",
            where="class_scores",
            fix="leave out examples that lack a score, for all classifiers",
            code="BO052",
        )
    return table


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
