"""Simultaneous bands for the ROC curve of one classifier, and for the curves that follow from it."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.special import betainc, betaincinv

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.results import significance
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.curves.roc import Roc

DRAWS = 4000
_MOST_RANKS = 160  # order statistics that are bounded; between them a bound holds on
_SEED = 20260101  # of a table that depends on n and the level alone


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareBounds:
    """Bounds for the share of the population below any value, by how many of n draws lie below it."""

    n: int
    ranks: Ints
    low: Floats  # of the share below the draw of each rank
    high: Floats

    def below(self, counts: Ints) -> tuple[Floats, Floats]:
        """Return the least and the largest share of the population that may lie below values with such counts."""
        place = np.searchsorted(self.ranks, counts, side="right")
        return np.append(0.0, self.low)[place], np.append(self.high, 1.0)[place]


@lru_cache(maxsize=32)
def share_bounds(n: int, *, level: float) -> ShareBounds:
    """Return bounds that hold for all values at once with the given confidence.

    Assumes n independent draws. Exact for continuous distributions up to the simulation of one number.

    References
    ----------
    aldornoiman2013

    Examples
    --------
    >>> low, high = share_bounds(50, level=0.95).below(np.array([0, 25, 50]))
    >>> low.round(2).tolist(), high.round(2).tolist()
    ([0.0, 0.29, 0.88], [0.12, 0.71, 1.0])
    """
    check_level(level)
    ranks = _choose_ranks(n)
    local = _local_level(ranks, n, significance(level))
    low = betaincinv(ranks, n + 1 - ranks, local / 2)
    return ShareBounds(n=n, ranks=ranks, low=low, high=1 - betaincinv(n + 1 - ranks, ranks, local / 2))


def _choose_ranks(n: int) -> Ints:
    """Return all ranks, or some of them, close together at both ends, and the same from either end."""
    if n <= _MOST_RANKS:
        return np.arange(1, n + 1)
    half = np.unique(np.geomspace(1, n / 2, _MOST_RANKS // 4).round().astype(np.int64))
    even = np.linspace(1, n / 2, _MOST_RANKS // 4).round().astype(np.int64)
    lower = np.union1d(half, even)
    return np.union1d(lower, n + 1 - lower)


def _local_level(ranks: Ints, n: int, alpha: float) -> float:
    rng = np.random.default_rng(_SEED)
    # Uniform order statistics are sums of exponential spacings over their total.
    spacings = rng.gamma(np.diff(ranks, prepend=0, append=n + 1), size=(DRAWS, ranks.size + 1))
    through = np.cumsum(spacings, axis=1)
    shares = through[:, :-1] / through[:, -1:]
    tail = betainc(ranks, n + 1 - ranks, shares)
    least = 2 * np.minimum(tail, 1 - tail).min(axis=1)
    rank = max(0, int(alpha * (DRAWS + 1)) - 1)
    return float(np.partition(least, rank)[rank])


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
        low = self._gain(depth, *_staircase_corners(self.false_high, self.true_low))
        return low, self._gain(depth, *_staircase_corners(self.false_low, self.true_high))

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
    true_low, true_high = _rate_bounds(roc.true_positives, roc.positives, level)
    false_low, false_high = _rate_bounds(roc.false_positives, roc.negatives, level)
    return RocRegion(
        true_low=true_low,
        true_high=true_high,
        false_low=false_low,
        false_high=false_high,
        share=roc.positives / (roc.positives + roc.negatives),
    )


def _rate_bounds(taken: Ints, n: int, level: float) -> tuple[Floats, Floats]:
    low, high = share_bounds(n, level=level).below(n - taken)
    return 1 - high, 1 - low


def _staircase_corners(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return the corners of a boundary from (0, 0) to (1, 1) that keeps its height up to the next x."""
    x, y = np.concatenate([[0.0], x, [1.0]]), np.concatenate([[0.0], y, [1.0]])
    return np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]
