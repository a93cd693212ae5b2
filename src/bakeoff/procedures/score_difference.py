"""Miettinen and Nurminen's score statistic for the difference of two independent proportions."""

from math import copysign, inf, sqrt

from bakeoff.procedures.bisection import crossing

Counts = tuple[float, float, float, float]  # right and total of a, right and total of b

_NEWTON_STEPS = 60


def score_difference_low(counts: Counts, *, critical: float) -> float:
    """Return the smallest difference within `critical` standard errors of the counts."""
    right_a, total_a, right_b, total_b = counts

    def accepted(difference: float) -> bool:
        return score_difference_statistic(counts, difference) <= critical

    return -1.0 if accepted(-1.0) else crossing(accepted, -1.0, right_b / total_b - right_a / total_a)


def score_difference_statistic(counts: Counts, difference: float) -> float:
    """Return by how many standard errors b is ahead of a, beyond a supposed difference.

    The standard error is the one that the supposed difference implies, with both rates at their likeliest
    values under it, and Miettinen and Nurminen's factor N/(N - 1).
    """
    right_a, total_a, right_b, total_b = counts
    a = _likeliest_a(counts, difference)
    b = a + difference
    every = total_a + total_b
    variance = (a * (1 - a) / total_a + b * (1 - b) / total_b) * every / (every - 1)
    distance = right_b / total_b - right_a / total_a - difference
    if variance > 0:
        return distance / sqrt(variance)
    return 0.0 if distance == 0 else copysign(inf, distance)


def _likeliest_a(counts: Counts, difference: float) -> float:
    """Return the likeliest rate of a, given that b's is higher by `difference`.

    The derivative of the log-likelihood, times the four factors in its denominators, is a cubic that
    falls through zero exactly once where both rates are probabilities. The textbook solution by
    arc cosines loses its digits near the ends; Newton's method inside a shrinking bracket does not.
    """
    low, high = max(0.0, -difference), min(1.0, 1 - difference)
    if difference == 0:
        return (counts[0] + counts[2]) / (counts[1] + counts[3])
    a = min(max((counts[0] + counts[2]) / (counts[1] + counts[3]) - difference / 2, low), high)
    for _ in range(_NEWTON_STEPS):
        value, slope = _cubic(counts, difference, a)
        if value == 0:
            return a
        low, high = (a, high) if value > 0 else (low, a)
        step = a - value / slope if slope < 0 else inf
        following = step if low < step < high else (low + high) / 2
        if following == a or following in (low, high):
            return following
        a = following
    return a


def _cubic(counts: Counts, difference: float, a: float) -> tuple[float, float]:
    """Return the numerator of the likelihood's derivative at rates a and a + difference, and its slope."""
    right_a, total_a, right_b, total_b = counts
    b = a + difference
    pull_a, pull_b = right_a - total_a * a, right_b - total_b * b
    space_a, space_b = a * (1 - a), b * (1 - b)
    value = pull_a * space_b + pull_b * space_a
    slope = pull_a * (1 - 2 * b) + pull_b * (1 - 2 * a) - total_a * space_b - total_b * space_a
    return value, slope
