"""The statistic and p-value of the tests over datasets, and nothing else: for those who ask thousands of times.

They agree with the full procedures to the last digit (a test holds them to it). None where the test does
not exist: for a t-test of fewer than two differences, or of differences that do not vary.
"""

from collections.abc import Callable
from functools import partial
from math import fsum, sqrt
from typing import Literal, NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.results import Alternative
from bakeoff.procedures.base.distributions import binomial_sf, edgeworth_tail, t_p_value
from bakeoff.procedures.base.intervals import p_from_tails, p_of_signed_sums
from bakeoff.procedures.base.random_signs import as_whole_differences, is_affordable, lower_tail
from bakeoff.procedures.base.signed_rank_null import rank_sum_tail

DatasetTest = Literal["paired-t", "wilcoxon", "sign", "sign-flip"]
StatisticAndP = tuple[float, float] | None


def quick_paired_t(values: Floats, alternative: Alternative) -> StatisticAndP:
    """Return t and its p-value."""
    n = values.size
    if n < 2 or values.min() == values.max():
        return None
    mean = fsum(values) / n
    t = mean / sqrt(fsum((values - mean) ** 2) / (n - 1) / n)
    return t, t_p_value(t, n - 1, alternative)


def quick_sign(values: Floats, alternative: Alternative) -> StatisticAndP:
    """Return wins minus losses and the exact p-value, draws dropped."""
    wins, losses = int(np.count_nonzero(values > 0)), int(np.count_nonzero(values < 0))
    trials = wins + losses
    return float(wins - losses), p_from_tails(
        binomial_sf(wins, trials), binomial_sf(losses, trials), alternative
    )


def quick_wilcoxon(values: Floats, alternative: Alternative) -> StatisticAndP:
    """Return the difference of the rank sums and the p-value, zeros ranked and left out."""
    _, group, size = np.unique(np.abs(values), return_inverse=True, return_counts=True)
    doubled = (2 * np.cumsum(size) - size + 1)[group]
    plus, minus = int(doubled[values > 0].sum()), int(doubled[values < 0].sum())
    chance = partial(rank_sum_tail, doubled[values != 0])
    return (plus - minus) / 2, p_of_signed_sums(chance, plus, minus, alternative)


def quick_sign_flip(values: Floats, alternative: Alternative) -> StatisticAndP:
    """Return the mean and its p-value under sign flips: counted, or where that is too much by a series."""
    parts = _Parts.of(values)
    chance = parts.count_tail if parts.affordable else parts.by_series
    return fsum(values) / values.size, p_of_signed_sums(chance, parts.plus, parts.minus, alternative)


def can_be_counted(values: Floats) -> bool:
    """Say whether the sign-flip test of these differences is exact."""
    return _Parts.of(values).affordable


class _Parts(NamedTuple):
    """Differences as whole numbers: their sizes, and the sums over either sign."""

    weights: Ints
    plus: int
    minus: int
    slack: int

    @classmethod
    def of(cls, values: Floats) -> "_Parts":
        grid = as_whole_differences(values)
        plus, minus = (int(np.abs(grid.whole[side]).sum()) for side in (grid.whole > 0, grid.whole < 0))
        return cls(np.abs(grid.whole[grid.whole != 0]).astype(np.int64), plus, minus, grid.slack)

    @property
    def affordable(self) -> bool:
        return is_affordable(self.weights, min(self.plus, self.minus))

    def count_tail(self, bound: int) -> float:
        return lower_tail(self.weights, bound + self.slack)

    def by_series(self, bound: int) -> float:
        unit = self.weights / self.weights.max()
        moments = [np.array((unit**power).sum()) for power in (2, 4, 6)]
        excess = np.array((self.plus + self.minus - 2 * bound) / self.weights.max())
        return float(np.clip(edgeworth_tail(excess, moments[0], moments[1], moments[2]), 0.0, 1.0))


QUICK_TESTS: dict[str, Callable[[Floats, Alternative], StatisticAndP]] = {
    "paired-t": quick_paired_t,
    "wilcoxon": quick_wilcoxon,
    "sign": quick_sign,
    "sign-flip": quick_sign_flip,
}
