"""Right and wrong answers of many pairs at once: McNemar's mid-p and Tango's score interval as arrays."""

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats
from bakeoff.core.results import Alternative

_STEPS = 60  # halvings: to the last bit of an interval within ±1


def mid_p_values(mends: Floats, breaks: Floats, alternative: Alternative) -> Floats:
    """Return McNemar's mid-p of every pair, from what b mends and breaks.

    >>> mid_p_values(np.array([6.0, 0.0]), np.array([16.0, 0.0]), Alternative.TWO_SIDED).round(6).tolist()
    [0.03469, 1.0]
    """
    greater, less = _flip_tail(mends, breaks), _flip_tail(breaks, mends)
    match alternative:
        case Alternative.GREATER:
            return greater
        case Alternative.LESS:
            return less
        case Alternative.TWO_SIDED:
            both: Floats = np.minimum(1.0, 2 * np.minimum(greater, less))
            return both


def _flip_tail(mends: Floats, breaks: Floats) -> Floats:
    """Return the chance of more mends of as many flips, and half that of just as many."""
    flips = mends + breaks
    as_many = np.where(mends > 0, special.betainc(np.maximum(mends, 1), breaks + 1, 0.5), 1.0)
    more = np.where(breaks > 0, special.betainc(mends + 1, np.maximum(breaks, 1), 0.5), 0.0)
    tails: Floats = np.where(flips > 0, (as_many + more) / 2, 1.0)
    return tails


def score_statistics(mends: Floats, breaks: Floats) -> Floats:
    """Return McNemar's z of every pair; 0 where no answer flips."""
    flips = mends + breaks
    return np.divide(mends - breaks, np.sqrt(flips), out=np.zeros_like(flips), where=flips > 0)


def score_limits(mends: Floats, breaks: Floats, items: int, critical: float) -> tuple[Floats, Floats]:
    """Return Tango's limits of the difference of every pair: what lies within `critical` standard errors."""
    return _lower_score_limit(mends, breaks, items, critical), -_lower_score_limit(
        breaks, mends, items, critical
    )


def _lower_score_limit(mends: Floats, breaks: Floats, items: int, critical: float) -> Floats:
    low = np.full(mends.shape, -1.0)
    high: Floats = (mends - breaks) / items
    for _ in range(_STEPS):
        middle = (low + high) / 2
        accepted = _flip_statistics(mends, breaks, items, middle) <= critical
        high = np.where(accepted, middle, high)
        low = np.where(accepted, low, middle)
    return high


def _flip_statistics(mends: Floats, breaks: Floats, items: int, difference: Floats) -> Floats:
    distance = mends - breaks - items * difference
    swap = difference < 0
    up, down = np.where(swap, breaks, mends), np.where(swap, mends, breaks)
    variance = _flip_variances(up, down, items, np.abs(difference))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = distance / np.sqrt(variance)
    return np.where(variance > 0, found, np.where(distance > 0, np.inf, 0.0))


def _flip_variances(mends: Floats, breaks: Floats, n: int, d: Floats) -> Floats:
    """Return the variance of mends less breaks at a difference, the rate of breaks at its likeliest (Tango 1998)."""
    linear = (2 * n - mends + breaks) * d - (mends + breaks)
    constant = breaks * d * (1 - d)
    root = np.sqrt(linear * linear + 8 * n * constant)
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = np.where(linear <= 0, (root - linear) / (4 * n), 2 * constant / (linear + root))
    found: Floats = n * (2 * rate + d * (1 - d))
    return found
