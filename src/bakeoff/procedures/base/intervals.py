"""One test, one answer: the p-value from its two tails, and the interval that never contradicts it."""

from collections.abc import Callable
from math import inf

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.results import Alternative, Interval, significance

_JUST_OFF = 2.0**-40  # of the estimate: an end that zero is outside of, by less than any score has digits


def p_from_tails(greater: float, less: float, alternative: Alternative) -> float:
    """Return the p-value, given the chance of as much or more, and of as little or less, than observed.

    >>> p_from_tails(0.01, 0.995, Alternative.TWO_SIDED)
    0.02
    """
    match alternative:
        case Alternative.GREATER:
            return greater
        case Alternative.LESS:
            return less
        case Alternative.TWO_SIDED:
            return min(1.0, 2 * min(greater, less))


def p_of_signed_sums(
    chance: Callable[[int], float], plus: int, minus: int, alternative: Alternative
) -> float:
    """Return the p-value of a sum of positive and a sum of negative parts, under random signs.

    `chance(s)` is that of at most s for the sum of either sign, which have one distribution: only the tail
    that is asked for is computed.
    """
    match alternative:
        case Alternative.GREATER:
            return chance(minus)
        case Alternative.LESS:
            return chance(plus)
        case Alternative.TWO_SIDED:
            return min(1.0, 2 * chance(min(plus, minus)))


def tail_level(level: float, alternative: Alternative) -> float:
    """Return how much probability an interval leaves out at each of its finite ends."""
    alpha = significance(level)
    return alpha / 2 if alternative is Alternative.TWO_SIDED else alpha


def settle_interval(
    low: float, high: float, *, p_value: float, level: float, alternative: Alternative, estimate: float
) -> Interval:
    """Return the interval that holds the estimate and agrees with the p-value about zero.

    `low` and `high` are the ends that inverting the test gave. Where the p-value is monotone in the shift
    they agree with it already, up to rounding; where it is simulated, or where zeros are dropped at
    exactly zero shift, they may differ by a step. The p-value governs: the interval is stretched to zero, or cut
    just short of it, and never moved elsewhere. Only an estimate of zero itself keeps zero in.

    >>> settle_interval(1e-17, 2.0, p_value=0.06, level=0.95, alternative=Alternative.TWO_SIDED, estimate=1.0)
    Interval(low=0.0, high=2.0, level=0.95)
    >>> settle_interval(0.0, 2.0, p_value=0.04, level=0.95, alternative=Alternative.TWO_SIDED, estimate=1.0).low > 0
    True
    """
    low = -inf if alternative is Alternative.LESS else min(low, estimate)
    high = inf if alternative is Alternative.GREATER else max(high, estimate)
    if p_value >= significance(level):
        low, high = min(low, 0.0), max(high, 0.0)
    elif low <= 0 <= high:
        if _keeps_the_positive_side(low, high, estimate):
            low = max(0.0, estimate * _JUST_OFF)
        else:
            high = min(0.0, estimate * _JUST_OFF)
    return Interval(low=low + 0.0, high=high + 0.0, level=level)


def symmetric_interval(
    estimate: float, reach: float, *, p_value: float, level: float, alternative: Alternative
) -> Interval:
    """Return the interval that reaches as far below the estimate as above it, and agrees with the p-value about zero.

    >>> symmetric_interval(2.0, 1.5, p_value=0.01, level=0.95, alternative=Alternative.GREATER)
    Interval(low=0.5, high=inf, level=0.95)
    """
    return settle_interval(
        estimate - reach,
        estimate + reach,
        p_value=p_value,
        level=level,
        alternative=alternative,
        estimate=estimate,
    )


def _keeps_the_positive_side(low: float, high: float, estimate: float) -> bool:
    # An infinite end belongs to a one-sided test and stays; otherwise the estimate stays inside.
    if high == inf or low == -inf:
        return high == inf
    return estimate > 0 or (estimate == 0 and high >= -low)


def turn_towards(statistics: Floats, alternative: Alternative) -> Floats:
    """Turn signed statistics so that large ones are evidence against the null."""
    match alternative:
        case Alternative.GREATER:
            return statistics
        case Alternative.LESS:
            return -statistics
        case Alternative.TWO_SIDED:
            return np.abs(statistics)
