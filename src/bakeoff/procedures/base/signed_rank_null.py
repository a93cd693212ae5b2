"""The null distribution of signed rank sums: the ranks as they were observed, the signs at random.

Ranks are doubled throughout, so that the mean rank of a tie is a whole number.
"""

from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.procedures.base.distributions import normal_quantile, normal_sf
from bakeoff.procedures.base.random_signs import MOST_WEIGHTS, lower_tail, subset_counts

EXACT_UP_TO = MOST_WEIGHTS


def rank_sum_tail(doubled_ranks: Ints, rank_sum: int) -> float:
    """Return the chance that the doubled ranks of one sign add up to at most `rank_sum`.

    >>> rank_sum_tail(np.array([2, 4, 6]), 2)  # the sums 0 and 2, of 8
    0.25
    """
    n = doubled_ranks.size
    if n > EXACT_UP_TO:
        return approximate_null(doubled_ranks).tail(rank_sum)
    if n and np.array_equal(np.sort(doubled_ranks), np.arange(2, 2 * n + 1, 2)):
        return float(untied_distribution(n)[rank_sum // 2])
    return lower_tail(doubled_ranks, rank_sum)


@lru_cache(maxsize=8)
def untied_distribution(n: int) -> Floats:
    """Return P(W <= 0), P(W <= 1), … for the rank sum W of one sign among n different sizes."""
    total = n * (n + 1) // 2
    lower = np.ldexp(np.cumsum(subset_counts(np.arange(1, n + 1), (total - 1) // 2)), -n)
    # W and total - W have the same distribution.
    upper = 1.0 - lower[: total - lower.size][::-1]
    distribution = np.concatenate([lower, upper, [1.0]])
    distribution.flags.writeable = False  # it is shared by all who ask
    return distribution


class Approximation(NamedTuple):
    """A normal approximation to the rank sum of one sign, with the kurtosis of the actual ranks.

    Edgeworth's correction is applied to the deviate, not to the probability (as Cornish and Fisher have
    it): far tails stay positive, and the chance grows with the rank sum.
    """

    total: float
    sd: float  # of the difference of the two rank sums
    kurtosis: float  # excess kurtosis over 24; negative
    step: float  # by how much a rank sum can change at least

    def tail(self, rank_sum: float) -> float:
        """Return the chance of at most this (doubled) rank sum."""
        z = (self.total - 2 * rank_sum - self.step) / self.sd
        return normal_sf(z - self.kurtosis * (z**3 - 3 * z))

    def quantile(self, chance: float) -> float:
        """Return the (doubled) rank sum that is reached with this chance."""
        target = z = -normal_quantile(chance)
        for _ in range(20):  # the correction is small: this contracts by a factor of n at each step
            z = target + self.kurtosis * (z**3 - 3 * z)
        return (self.total - self.step - z * self.sd) / 2


def approximate_null(doubled_ranks: Ints) -> Approximation:
    """Return the approximation for these ranks, ties and all."""
    squares = doubled_ranks.astype(np.float64) ** 2
    variance = float(squares.sum())
    return Approximation(
        total=float(doubled_ranks.sum()),
        sd=sqrt(variance),
        kurtosis=-2 * float((squares**2).sum()) / variance**2 / 24,
        step=float(np.gcd.reduce(doubled_ranks)),
    )


def tied_groups(values: Floats) -> tuple[Ints, Ints]:
    """Return of each value, ascending, how many equal ones come before it, and how many there are."""
    changes, places = values[:, 1:] != values[:, :-1], np.arange(values.shape[1])
    edge = np.ones((len(values), 1), dtype=bool)
    first = np.maximum.accumulate(np.where(np.hstack([edge, changes]), places, 0), axis=1)
    ends = np.where(np.hstack([changes, edge]), places, places[-1])
    last = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    return places - first, last - first + 1


def doubled_ranks(before: Ints, size: Ints) -> Ints:
    """Return doubled ranks in ascending order, given how many equals come before each and how many there are."""
    return 2 * (np.arange(before.shape[1]) - before) + size + 1
