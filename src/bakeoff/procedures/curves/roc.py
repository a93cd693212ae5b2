"""The ROC curve: what every threshold catches and what false alarms it costs; its hull, and the best points on it."""

from dataclasses import dataclass
from math import inf

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.rankings import canonical_order

_AT_ONCE = 1 << 18  # gains that are laid out as one table


@dataclass(frozen=True, slots=True, kw_only=True)
class Roc:
    """One point for each distinct score, highest first, after the point at which nothing is called positive.

    Examples of equal score cross the threshold together: one step along both axes, so that the line between the
    points is what a coin among them would give.
    """

    thresholds: Floats  # positive are the scores at or above; the first is infinite
    true_positives: Ints
    false_positives: Ints

    @property
    def positives(self) -> int:
        """How many examples are positive."""
        return int(self.true_positives[-1])

    @property
    def negatives(self) -> int:
        """How many are not."""
        return int(self.false_positives[-1])

    @property
    def true_rate(self) -> Floats:
        """The share of positive examples that each threshold catches."""
        return self.true_positives / self.positives

    @property
    def false_rate(self) -> Floats:
        """The share of negative examples that each threshold takes for positive."""
        return self.false_positives / self.negatives

    @property
    def area(self) -> float:
        """The area under the curve, ties counted half."""
        heights = self.true_positives[1:] + self.true_positives[:-1]
        return int(np.dot(np.diff(self.false_positives), heights)) / (2 * self.positives * self.negatives)


def roc_curve(scores: Floats, *, positive: Bools) -> Roc:
    """Return the ROC curve of scores for the positive class.

    References
    ----------
    fawcett2006

    Examples
    --------
    >>> curve = roc_curve(np.array([0.9, 0.4, 0.4, 0.1]), positive=np.array([True, True, False, False]))
    >>> curve.true_rate.tolist(), curve.false_rate.tolist(), curve.area
    ([0.0, 0.5, 1.0, 1.0], [0.0, 0.0, 0.5, 1.0], 0.875)
    """
    _check_ranking(scores, positive)
    order = canonical_order(scores, positive)[::-1]
    values, caught = scores[order], np.cumsum(positive[order])
    last = np.flatnonzero(np.append(values[1:] != values[:-1], [True]))
    return Roc(
        thresholds=np.append(inf, values[last]),
        true_positives=np.append(0, caught[last]),
        false_positives=np.append(0, last + 1 - caught[last]),
    )


def convex_hull(roc: Roc) -> Ints:
    """Return which points lie at the corners of the upper hull, from nothing to everything called positive.

    Only they can be best, whatever the costs and the shares of the classes.

    References
    ----------
    provost2001

    Examples
    --------
    >>> curve = roc_curve(np.array([4.0, 3, 2, 1]), positive=np.array([False, True, True, False]))
    >>> convex_hull(curve).tolist()
    [0, 3, 4]
    """
    corners: list[int] = []
    points = list(zip(roc.false_positives.tolist(), roc.true_positives.tolist(), strict=True))
    for i, (x, y) in enumerate(points):
        while len(corners) > 1:
            (x0, y0), (x1, y1) = points[corners[-2]], points[corners[-1]]
            if (x1 - x0) * (y - y0) < (y1 - y0) * (x - x0):  # a turn to the right: whole numbers, so exact
                break
            corners.pop()
        corners.append(i)
    return np.array(corners)


def best_points(roc: Roc, *, probability_costs: Floats) -> Ints:
    """Return, for each operating point in ascending order, the point of the curve with the least cost.

    Of several the one that calls the fewest positive. The costs of an operating point PC are PC for missing the
    positive class and 1 - PC for false alarms, each times the rate.

    Examples
    --------
    >>> curve = roc_curve(np.array([4.0, 3, 2, 1]), positive=np.array([False, True, True, False]))
    >>> best_points(curve, probability_costs=np.array([0.2, 0.5, 0.9])).tolist()
    [0, 3, 3]
    """
    return monotone_best(roc.true_rate, roc.false_rate, probability_costs)


def monotone_best(true_rate: Floats, false_rate: Floats, probability_costs: Floats) -> Ints:
    """Return the first best point for each operating point, given in ascending order, of rates that ascend too."""
    if true_rate.size * probability_costs.size <= _AT_ONCE:
        return _first_best(
            np.outer(probability_costs, true_rate) - np.outer(1 - probability_costs, false_rate)
        )
    best = np.zeros(probability_costs.size, dtype=np.int64)
    spans = [(0, probability_costs.size, 0, true_rate.size)]
    while spans:  # the best point moves on with the operating point: each half searches its own part
        first, end, low, high = spans.pop()
        if first >= end:
            continue
        middle = (first + end) // 2
        share = probability_costs[middle]
        gain = share * true_rate[low:high] - (1 - share) * false_rate[low:high]
        at = best[middle] = low + int(_first_best(gain[None, :])[0])
        spans += [(first, middle, low, at + 1), (middle + 1, end, at, high)]
    return best


def _first_best(gains: Floats) -> Ints:
    # Gains that are equal in fractions may differ by rounding: then the first one is meant.
    first: Ints = np.argmax(gains >= gains.max(axis=1, keepdims=True) - 1e-12, axis=1)
    return first


def _check_ranking(scores: Floats, positive: Bools) -> None:
    if scores.ndim != 1 or scores.shape != positive.shape or np.isnan(scores).any():
        raise ProcedureError(
            f"scores of shape {scores.shape} for {positive.size} examples: each needs one, none missing",
            where="scores, positive",
            fix="leave out examples that lack a score",
            code="BO052",
        )
    if positive.all() or not positive.any():
        raise ProcedureError(
            f"a ROC curve is about two classes; all {positive.size} examples are of one",
            where="positive",
            fix="test on examples of both classes",
            code="BO051",
        )
