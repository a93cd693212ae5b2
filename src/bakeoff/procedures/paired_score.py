"""Tango's score interval for the difference of two accuracies on one test set."""

from math import copysign, inf, sqrt

from bakeoff.procedures.agreement import FourCounts
from bakeoff.procedures.bisection import crossing


def score_low(counts: FourCounts, *, critical: float, continuity: bool) -> float:
    """Return the smallest difference in accuracy that is within `critical` standard errors of the counts.

    The standard error is the one that the difference itself implies, with the rate of discordance at its
    likeliest value (Tango 1998). At a difference of zero that is McNemar's statistic: the limit is above
    zero exactly where McNemar's test rejects.
    """

    def accepted(difference: float) -> bool:
        return score_statistic(counts, difference, continuity=continuity) <= critical

    return -1.0 if accepted(-1.0) else crossing(accepted, -1.0, counts.difference)


def score_statistic(counts: FourCounts, difference: float, *, continuity: bool) -> float:
    """Return by how many standard errors b is ahead of a, beyond a supposed difference in accuracy."""
    distance = counts.mends - counts.breaks - counts.total * difference - (1 if continuity else 0)
    variance = _variance(counts, difference)
    if variance > 0:
        return distance / sqrt(variance)
    return 0.0 if distance == 0 else copysign(inf, distance)


def _variance(counts: FourCounts, difference: float) -> float:
    """Return the variance of mends less breaks under a supposed difference in accuracy."""
    if difference < 0:
        return _variance(counts.swapped(), -difference)
    n, mends, breaks = counts.total, counts.mends, counts.breaks
    # The likeliest rate q of breaks solves 2n q² + linear·q - breaks·d(1 - d) = 0.
    linear = (2 * n - mends + breaks) * difference - (mends + breaks)
    constant = breaks * difference * (1 - difference)
    root = sqrt(linear * linear + 8 * n * constant)
    # Of the two forms of the positive root, the one that does not subtract nearly equal numbers.
    rate = (root - linear) / (4 * n) if linear <= 0 else 2 * constant / (linear + root)
    return n * (2 * rate + difference * (1 - difference))
