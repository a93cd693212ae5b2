"""Where the signed-rank test stops to reject: the ends of the interval that inverts it.

Shift all differences by δ and test again. R+ is then the number of Walsh averages above δ, so that the
p-value changes only where δ passes one. Differences that are equal stay equal: they are tied at every
shift, and their null distribution depends on where δ lies among the others. Still the one-sided p-value
never falls as δ grows: when δ passes the average of two tied groups of a and b members, R+ - R- falls by
2ab, and no choice of signs changes the null's R+ - R- by more than that. A search by halves therefore
finds the end, and is exact.
"""

from collections.abc import Callable
from math import ceil, inf, ldexp

import numpy as np

from bakeoff.core.evidence import Ints
from bakeoff.procedures.signed_rank_null import EXACT_UP_TO, approximation, tail, untied_distribution
from bakeoff.procedures.walsh import Distinct, kth_walsh_average, walsh_sums

EXACT_SHIFT_UP_TO = 500  # differences, some of them equal: each step of the search counts anew


def lower_end(sample: Distinct, tail_mass: float) -> float:
    """Return the largest shift below which the test against greater advantages rejects at `tail_mass`.

    >>> from bakeoff.procedures.walsh import distinct
    >>> lower_end(distinct(np.arange(1.0, 7.0)), 0.025), lower_end(distinct(np.arange(1.0, 6.0)), 0.025)
    (1.0, -inf)
    """
    if ldexp(1.0, -sample.n) >= tail_mass:
        return -inf
    tied = sample.values.size < sample.n
    if not tied and sample.n <= EXACT_UP_TO:
        return kth_walsh_average(sample, int(np.searchsorted(untied_distribution(sample.n), tail_mass)))
    guess = ceil(approximation(_doubled_ranks(sample.counts)).quantile(tail_mass) / 2)
    if tied and sample.n <= EXACT_SHIFT_UP_TO:
        return _exact_end(sample, tail_mass, guess)
    return kth_walsh_average(sample, max(guess, 1))


def _exact_end(sample: Distinct, tail_mass: float, guess: int) -> float:
    sums, weights = walsh_sums(sample)
    # Averages that differ by rounding only are one.
    noise = 1e-13 * float(np.abs(sums).max())
    starts = np.flatnonzero(np.diff(sums, prepend=-inf) > noise)
    ends = np.append(starts[1:], sums.size) - 1
    below = np.cumsum(weights)[ends]  # R- at a shift just above each average

    def keeps(k: int) -> bool:
        shift = (sums[ends[k]] + sums[starts[k + 1]]) / 4
        order = np.argsort(np.abs(sample.values - shift))
        return tail(_doubled_ranks(sample.counts[order]), 2 * int(below[k])) >= tail_mass

    last = starts.size - 1  # above all averages, every difference is negative: never rejected
    first = _first(keeps, guess=int(np.searchsorted(below, guess)), last=last)
    return float(sums[starts[first]]) / 2


def _doubled_ranks(sizes: Ints) -> Ints:
    """Return the doubled rank of each member of tied groups, given the groups' sizes in ascending order."""
    return np.repeat(2 * np.cumsum(sizes) - sizes + 1, sizes)


def _first(holds: Callable[[int], bool], *, guess: int, last: int) -> int:
    """Return the first index at which a rising condition holds; at `last` it is known to."""
    low, high = -1, last
    k, step = min(guess, last - 1), 1
    while low < k < high:  # away from the guess in growing steps, until the answer is between two
        low, high, k = (low, k, k - step) if holds(k) else (k, high, k + step)
        step *= 2
    while high - low > 1:
        k = (low + high) // 2
        low, high = (low, k) if holds(k) else (k, high)
    return high
