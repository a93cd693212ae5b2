"""Examples, or clusters of them, that one of two classifiers gets right: counts, and intervals of the difference."""

from dataclasses import dataclass
from math import ceil, copysign, inf, sqrt

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Interval
from bakeoff.procedures.base.arguments import as_whole, as_whole_numbers, check_arguments
from bakeoff.procedures.base.bisection import crossing
from bakeoff.procedures.base.distributions import normal_quantile
from bakeoff.procedures.base.intervals import tail_level
from bakeoff.procedures.base.random_signs import FEW_GROUPS, all_sums

_NOISE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class FourCounts:
    """How many examples both, only b, only a, and neither of two classifiers get right."""

    both_right: int
    mends: int  # b is right where a is wrong
    breaks: int  # b is wrong where a is right
    both_wrong: int

    def __post_init__(self) -> None:
        for name in ("both_right", "mends", "breaks", "both_wrong"):
            object.__setattr__(self, name, as_whole(getattr(self, name), name))
        if min(self.both_right, self.mends, self.breaks, self.both_wrong) < 0 or self.total == 0:
            raise ProcedureError(
                f"{self.both_right}, {self.mends}, {self.breaks} and {self.both_wrong} are not four counts",
                where="counts",
                fix="give the number of examples that both, only b, only a and neither get right",
                code="BO052",
            )

    @property
    def total(self) -> int:
        """The number of examples."""
        return self.both_right + self.mends + self.breaks + self.both_wrong

    @property
    def discordant(self) -> int:
        """The number of examples that exactly one of the two gets right."""
        return self.mends + self.breaks

    @property
    def difference(self) -> float:
        """The accuracy of b less the accuracy of a."""
        return (self.mends - self.breaks) / self.total

    def swap(self) -> "FourCounts":
        """Return the counts with a and b exchanged."""
        return FourCounts(
            both_right=self.both_right, mends=self.breaks, breaks=self.mends, both_wrong=self.both_wrong
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterCounts:
    """What b mends and breaks in each cluster, and how many examples the cluster has."""

    mends: Ints
    breaks: Ints
    sizes: Ints

    def __post_init__(self) -> None:
        for name in ("mends", "breaks", "sizes"):
            object.__setattr__(self, name, as_whole_numbers(getattr(self, name), name))

    def swap(self) -> "ClusterCounts":
        """Return the counts with a and b exchanged."""
        return ClusterCounts(mends=self.breaks, breaks=self.mends, sizes=self.sizes)


@check_arguments
def four_counts(a_right: Bools, b_right: Bools) -> FourCounts:
    """Return the four counts of two classifiers on the same examples.

    >>> four_counts(np.array([True, True, False]), np.array([True, False, True]))
    FourCounts(both_right=1, mends=1, breaks=1, both_wrong=0)
    """
    check_same_examples(a_right, b_right)
    counted = (a_right & b_right, a_right & ~b_right, b_right & ~a_right)
    both, only_a, only_b = (int(np.count_nonzero(x)) for x in counted)
    return FourCounts(
        both_right=both, mends=only_b, breaks=only_a, both_wrong=a_right.size - both - only_a - only_b
    )


def check_same_examples(*columns: Bools | Ints) -> int:
    """Return the number of examples, or refuse columns that do not speak of the same ones."""
    shapes = {column.shape for column in columns}
    if len(shapes) != 1 or columns[0].ndim != 1 or columns[0].size == 0:
        raise ProcedureError(
            f"the columns must hold one value for each of the same examples; their shapes are {sorted(shapes)}",
            where="truth and predictions",
            fix="align the predictions by the example's id first",
            code="BO052",
        )
    return int(columns[0].size)


def score_interval(
    counts: FourCounts,
    tails: tuple[float, float],
    *,
    continuity: bool,
    level: float,
    alternative: Alternative,
) -> Interval:
    """Return Tango's interval, moved at zero, where need be, to agree with the tails (greater, less) of a test."""
    tail = tail_level(level, alternative)
    low = _agreeing_low(counts, tails[0], tail, continuity=continuity)
    high = -_agreeing_low(counts.swap(), tails[1], tail, continuity=continuity)
    return Interval(
        low=-1.0 if alternative is Alternative.LESS else low,
        high=1.0 if alternative is Alternative.GREATER else high,
        level=level,
    )


def _agreeing_low(counts: FourCounts, p_tail: float, tail: float, *, continuity: bool) -> float:
    """Return the lower score limit, on the side of zero that the test's own tail demands."""
    critical = -normal_quantile(tail)
    low = score_low(counts, critical=critical, continuity=continuity)
    if p_tail >= tail:
        return min(low, 0.0)
    if low > 0 or p_tail == 0:
        return low
    # The test rejects where the normal approximation of its statistic does not: measure the statistic
    # in units that make the two agree at zero.
    exaggeration = normal_quantile(p_tail) / -mcnemar_z(counts, continuity=continuity)
    return max(score_low(counts, critical=critical / exaggeration, continuity=continuity), 0.0)


def mcnemar_z(counts: FourCounts, *, continuity: bool) -> float:
    """Return how many standard errors the mends less the breaks lie from zero."""
    if counts.discordant == 0:
        return 0.0
    return (counts.mends - counts.breaks - (1 if continuity else 0)) / sqrt(counts.discordant)


def score_low(counts: FourCounts, *, critical: float, continuity: bool) -> float:
    """Return the smallest difference in accuracy that is within `critical` standard errors of the counts.

    The standard error is the one that the difference itself implies, with the rate of discordance at its
    likeliest value (Tango 1998). At a difference of zero that is McNemar's statistic: the limit is above
    zero exactly where McNemar's test rejects.
    """

    def is_accepted(difference: float) -> bool:
        return score_statistic(counts, difference, continuity=continuity) <= critical

    return -1.0 if is_accepted(-1.0) else crossing(is_accepted, -1.0, counts.difference)


def score_lows(mends: Floats, breaks: Floats, totals: Floats, *, critical: float) -> Floats:
    """Return the `score_low` of many pairs without continuity correction, all at once and the same to the last bit."""
    low, high = np.full(mends.shape, -1.0), (mends - breaks) / totals
    is_least = _score_statistics(mends, breaks, totals, low) <= critical
    while True:
        middle = (low + high) / 2
        between = (middle != low) & (middle != high)
        if not between.any():
            return np.where(is_least, -1.0, high)
        accepted = _score_statistics(mends, breaks, totals, middle) <= critical
        high, low = np.where(between & accepted, middle, high), np.where(between & ~accepted, middle, low)


def _score_statistics(mends: Floats, breaks: Floats, totals: Floats, difference: Floats) -> Floats:
    """Return what `score_statistic` does, of many pairs."""
    distance = mends - breaks - totals * difference
    turned, size = difference < 0, np.abs(difference)
    mends, breaks = np.where(turned, breaks, mends), np.where(turned, mends, breaks)
    linear = (2 * totals - mends + breaks) * size - (mends + breaks)
    constant = breaks * size * (1 - size)
    root = np.sqrt(linear * linear + 8 * totals * constant)
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = np.where(linear <= 0, (root - linear) / (4 * totals), 2 * constant / (linear + root))
        variance = totals * (2 * rate + size * (1 - size))
        statistics: Floats = np.where(
            variance > 0,
            distance / np.sqrt(variance),
            np.where(distance == 0, 0.0, np.copysign(inf, distance)),
        )
    return statistics


def score_statistic(counts: FourCounts, difference: float, *, continuity: bool) -> float:
    """Return by how many standard errors b is ahead of a, beyond a supposed difference in accuracy."""
    distance = counts.mends - counts.breaks - counts.total * difference - (1 if continuity else 0)
    variance = _example_flip_variance(counts, difference)
    if variance > 0:
        return distance / sqrt(variance)
    return 0.0 if distance == 0 else copysign(inf, distance)


def _example_flip_variance(counts: FourCounts, difference: float) -> float:
    """Return the variance of mends less breaks under a supposed difference in accuracy."""
    if difference < 0:
        return _example_flip_variance(counts.swap(), -difference)
    n, mends, breaks = counts.total, counts.mends, counts.breaks
    # The likeliest rate q of breaks solves 2n q² + linear·q - breaks·d(1 - d) = 0.
    linear = (2 * n - mends + breaks) * difference - (mends + breaks)
    constant = breaks * difference * (1 - difference)
    root = sqrt(linear * linear + 8 * n * constant)
    # Of the two forms of the positive root, the one that does not subtract nearly equal numbers.
    rate = (root - linear) / (4 * n) if linear <= 0 else 2 * constant / (linear + root)
    return n * (2 * rate + difference * (1 - difference))


def flip_interval(counts: ClusterCounts, *, level: float, alternative: Alternative) -> Interval:
    """Return the differences that flips of whole clusters do not reject; with many clusters those of the normal limit.

    Flipping the clusters of a set S gives a smaller sum than observed exactly where the mean difference over S lies
    above the one that is tested: the ends are order statistics of the means of all sets of clusters (Hartigan 1969).
    """
    check_clusters(counts)
    sums, sizes = (counts.mends - counts.breaks).astype(np.float64), counts.sizes.astype(np.float64)
    if sums.size >= FEW_GROUPS:
        return cluster_interval(sums, sizes, level, alternative)
    low, high = _subset_mean_ends(sums, sizes, tail_level(level, alternative))
    return Interval(
        low=-1.0 if alternative is Alternative.LESS else low,
        high=1.0 if alternative is Alternative.GREATER else high,
        level=level,
    )


def _subset_mean_ends(sums: Floats, sizes: Floats, tail: float) -> tuple[float, float]:
    """Return the smallest and the largest difference that the flips do not reject, each with this much probability."""
    means = np.sort(all_sums(sums)[1:] / all_sums(sizes)[1:])
    # At a difference d the chance of as much as observed is (1 + how many means are up to d) / 2^clusters.
    needed = ceil(tail * (means.size + 1) - _NOISE) - 1
    return (float(means[needed - 1]), float(means[-needed])) if needed > 0 else (-1.0, 1.0)


def cluster_interval(sums: Floats, sizes: Floats, level: float, alternative: Alternative) -> Interval:
    """Return the differences that the normal limit over clusters does not reject."""
    critical = -normal_quantile(tail_level(level, alternative))
    low, high = score_roots(sums, sizes, critical)
    return Interval(
        low=-1.0 if alternative is Alternative.LESS else max(-1.0, low),
        high=1.0 if alternative is Alternative.GREATER else min(1.0, high),
        level=level,
    )


def score_roots(sums: Floats, sizes: Floats, critical: float) -> tuple[float, float]:
    """Return the differences d at which (sum of s - n d)² = critical² · K/(K-1) · sum of (s - n d)²."""
    clusters, total, examples = sums.size, float(sums.sum()), float(sizes.sum())
    if not (sums * examples - sizes * total).any():
        # Every cluster shows the same difference: no spread to measure. As with no discordant example in
        # Tango's interval, each cluster counts as one example that might have come out differently.
        reach = critical**2 / (clusters + critical**2)
        return total / examples - reach, total / examples + reach
    factor = critical**2 * clusters / (clusters - 1)
    square = examples**2 - factor * float(sizes @ sizes)
    if square <= 0:
        return -1.0, 1.0  # so few clusters that no difference can be ruled out
    middle = examples * total - factor * float(sums @ sizes)
    root = sqrt(max(0.0, middle**2 - square * (total**2 - factor * float(sums @ sums))))
    return (middle - root) / square, (middle + root) / square


def check_clusters(counts: ClusterCounts) -> None:
    """Refuse counts that no clusters can have, and fewer than two clusters."""
    if np.any(counts.mends + counts.breaks > counts.sizes) or counts.mends.min(initial=0) < 0:
        raise ProcedureError(
            "some cluster has more flips than examples",
            where="cluster_counts",
            fix="count mends, breaks and examples of each cluster from the same predictions",
            code="BO052",
        )
    if counts.sizes.size < 2:
        raise ProcedureError(
            f"the spread between clusters needs two or more; there are {counts.sizes.size}",
            where="cluster_counts",
            fix="use McNemar's test if the examples are independent after all",
            code="BO051",
        )
