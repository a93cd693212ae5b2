"""How good one model is: the interval of its own mean over items, in groups and tasks or not."""

from math import inf, sqrt

from scipy import special

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.results import Interval
from bakeoff.procedures.base.distributions import normal_quantile, t_quantile
from bakeoff.procedures.items.means import Strata, mean_differences


def mean_interval(
    scores: Floats,
    *,
    bounded: bool,
    tasks: Ints | None = None,
    groups: Ints | None = None,
    averaged: bool = False,
    level: float = 0.95,
) -> Interval:
    """Return the interval of a mean score over items: Wilson's with the number of items that the spread amounts to.

    For right and wrong, independent items of one task that is Wilson's interval itself, which has a width also where
    everything is right; with one to three right or wrong answers its near limit is the one that Brown, Cai and DasGupta
    (2001) put in its place, because Wilson's covers in .835 of trials there and theirs in .915 (by enumeration).
    Attempts (`averaged`), groups and tasks change how many independent answers the spread is
    worth, and Student's t with their degrees of freedom stands for the normal quantile. Graded scores of one task have
    Student's t with an item of 0 and one of 1 added; scores without bounds have plain Student's t.

    >>> import numpy as np
    >>> right = np.array([1.0] * 18 + [0.0] * 2)
    >>> ends = mean_interval(right, bounded=True)
    >>> round(ends.low, 3), round(ends.high, 3)
    (0.699, 0.982)
    """
    strata = Strata(tasks, groups, scores.size)
    found = mean_differences(scores, strata)
    mean, error, df = (float(x[0]) for x in (found.values, found.errors, found.df))
    if not bounded:
        reach = -t_quantile((1 - level) / 2, df) * error
        return Interval(low=mean - reach, high=mean + reach, level=level)
    binary = bool(((scores == 0) | (scores == 1)).all())
    if binary and strata.tasks == 1 and not strata.is_grouped:
        return _modified_wilson(round(float(scores.sum())), strata.items, level)
    if strata.tasks == 1 and not strata.is_grouped and not averaged:
        return _with_pseudo_items(scores, level)
    worth = mean * (1 - mean) / error**2 if error > 0 else inf
    most = float(strata.groups if error == 0 else inf if averaged else strata.items)
    return _wilson_interval(mean, min(worth, most), -t_quantile((1 - level) / 2, df), level)


def _with_pseudo_items(scores: Floats, level: float) -> Interval:
    """Return Student's t interval with an item of 0 and one of 1 added: graded scores near a bound are very skewed."""
    n, mean = scores.size, float(scores.mean())
    centre = (float(scores.sum()) + 1) / (n + 2)
    error = sqrt(((float((scores**2).sum()) + 1) / (n + 2) - centre**2) / (n + 1))
    reach = -t_quantile((1 - level) / 2, float(n - 1)) * error
    return Interval(
        low=max(0.0, min(centre - reach, mean)), high=min(1.0, max(centre + reach, mean)), level=level
    )


def _modified_wilson(right: int, n: int, level: float) -> Interval:
    """Return Wilson's interval, with Poisson limits where one to three answers are right or wrong."""
    ends = _wilson_interval(right / n, float(n), -normal_quantile((1 - level) / 2), level)
    few = 2 if n <= 50 else 3
    low, high = ends.low, ends.high
    if 1 <= right <= few:
        low = min(low, poisson_limit(right, 1 - level) / n)
    if 1 <= n - right <= few:
        high = max(high, 1 - poisson_limit(n - right, 1 - level) / n)
    return Interval(low=low, high=high, level=level)


def poisson_limit(count: int, share: float) -> float:
    """Return the rate at which a Poisson variable reaches `count` in this share of trials.

    >>> round(poisson_limit(1, 0.05), 4)
    0.0513
    """
    return float(special.gammaincinv(count, share))


def _wilson_interval(mean: float, n: float, critical: float, level: float) -> Interval:
    share = critical**2 / n
    centre = (mean + share / 2) / (1 + share)
    reach = critical * sqrt(mean * (1 - mean) / n + share / (4 * n)) / (1 + share)
    return Interval(
        low=max(0.0, min(centre - reach, mean)), high=min(1.0, max(centre + reach, mean)), level=level
    )
