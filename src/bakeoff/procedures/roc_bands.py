"""Simultaneous bands for the ROC curve of one classifier, and for the curves that follow from it.

At every threshold at once the true rates lie in a rectangle around the point of the curve, each rate with the given
confidence. The corners of the rectangles bound the true curve; precision and recall, gains and lift are functions of
the same two rates and of the shares of the classes, taken as those of the test set, so that one region serves all four.
"""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.evidence import Floats, Ints
from bakeoff.procedures.roc import Roc
from bakeoff.procedures.simultaneous_shares import share_bounds


@dataclass(frozen=True, slots=True, kw_only=True)
class RocRegion:
    """Bounds of both rates at every threshold, highest threshold first."""

    true_low: Floats
    true_high: Floats
    false_low: Floats
    false_high: Floats
    share: float  # of positives among the examples

    def roc_band(self, false_rate: Floats) -> tuple[Floats, Floats]:
        """Return bounds of the true curve's height at the given false positive rates."""
        above = np.searchsorted(self.false_low, false_rate, side="right") - 1
        below = np.searchsorted(self.false_high, false_rate, side="right") - 1
        low = np.where(below >= 0, self.true_low[np.maximum(below, 0)], 0.0)
        return low, self.true_high[above]

    def precision_band(self, recall: Floats) -> tuple[Floats, Floats]:
        """Return bounds of the true precision at the given recalls above 0."""
        best = self.false_low[np.minimum(np.searchsorted(self.true_high, recall), self.true_high.size - 1)]
        place = np.searchsorted(self.true_low, recall)
        last = self.false_high.size - 1
        worst = np.where(place <= last, self.false_high[np.minimum(place, last)], 1.0)
        return self._precision(recall, worst), self._precision(recall, best)

    def gains_band(self, depth: Floats) -> tuple[Floats, Floats]:
        """Return bounds of the share of positives among the given shares of highest scores."""
        low = self._gain(depth, *_staircase(self.false_high, self.true_low))
        return low, self._gain(depth, *_staircase(self.false_low, self.true_high))

    def _precision(self, recall: Floats, false_rate: Floats) -> Floats:
        caught = self.share * recall
        precision: Floats = caught / (caught + (1 - self.share) * false_rate)
        return precision

    def _gain(self, depth: Floats, false_rate: Floats, true_rate: Floats) -> Floats:
        at = self.share * true_rate + (1 - self.share) * false_rate
        gain: Floats = np.interp(depth, at, true_rate)
        return gain


def roc_region(roc: Roc, *, level: float = 0.95) -> RocRegion:
    """Return bounds of both rates that hold at all thresholds at once.

    Assumes independent examples of each class. Each class's bounds hold with the given confidence, exactly without
    ties. Together they bound the curve with more than it, unless one class is so common that its rate is as good as
    known: where neither is, both must err to the same side before a curve leaves its band.

    References
    ----------
    campbell1994, aldornoiman2013
    """
    true_low, true_high = _rates(roc.true_positives, roc.positives, level)
    false_low, false_high = _rates(roc.false_positives, roc.negatives, level)
    return RocRegion(
        true_low=true_low,
        true_high=true_high,
        false_low=false_low,
        false_high=false_high,
        share=roc.positives / (roc.positives + roc.negatives),
    )


def _rates(taken: Ints, n: int, level: float) -> tuple[Floats, Floats]:
    low, high = share_bounds(n, level=level).below(n - taken)
    return 1 - high, 1 - low


def _staircase(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return the corners of a boundary from (0, 0) to (1, 1) that keeps its height up to the next x."""
    x, y = np.concatenate([[0.0], x, [1.0]]), np.concatenate([[0.0], y, [1.0]])
    return np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]
