"""Lower bounds of a mean advantage, and how many datasets lose: what a gate holds against a margin."""

from math import cbrt, fsum, inf, log, sqrt

import numpy as np
from scipy import special

from bakeoff.core.arrays import Bools, Floats
from bakeoff.procedures.base.distributions import t_quantile

FEWEST = 3  # datasets of which a skew can be computed
BETS = 200  # shares of the capital that are staked side by side


def skew_adjusted_bound(differences: Floats, *, tail: float, unit: float = 0.0) -> float:
    """Return what the mean of `differences` exceeds, with an error of `tail`, where they may be skewed.

    It is the smaller of Student's bound and of Hall's, which takes the skew out of t. Student's alone is too high
    where losses have a long tail, Hall's where both tails are long.

    Parameters
    ----------
    differences : array of shape (n,)
        The advantage of b over a on each dataset.
    tail : float
        The chance of a bound that lies above the mean: .025 goes with two-sided intervals at 95 %.
    unit : float
        The step in which scores were written down: differences that look alike may differ by it, so that their
        spread is taken for no less than rounding alone makes it.

    Notes
    -----
    Source: `hall1992`, equation for the transformation g; its skewness is the unbiased one. Measured in
    docs/validity/gates.md. No method that sees only the datasets allows for disasters that none of them had.

    Examples
    --------
    >>> round(skew_adjusted_bound(np.array([1.0, 2.0, 3.0, 2.0, -4.0]), tail=0.025), 2)
    -8.64
    """
    n = differences.size
    if n < FEWEST:
        return -inf
    mean = fsum(differences) / n
    centred = differences - mean
    spread = max(sqrt(fsum(centred**2) / (n - 1)), unit / sqrt(6))
    if spread == 0:
        return mean
    skew = n * fsum((centred / spread) ** 3) / ((n - 1) * (n - 2))
    reach = t_quantile(1 - tail, n - 1) / sqrt(n)
    return mean - spread * max(reach, _undo_skew(reach, skew, n))


def are_bounds_positive(rows: Floats, *, tail: float, units: Floats) -> Bools:
    """Say of each row of differences whether its `skew_adjusted_bound` is above zero, beyond all doubt of rounding.

    Many rows are looked at in the time of a few. Where False, the bound itself has to be asked.

    >>> are_bounds_positive(np.array([[1.0, 2.0, 3.0], [1.0, 2.0, -4.0]]), tail=0.25, units=np.zeros(2)).tolist()
    [True, False]
    """
    n = rows.shape[1]
    if n < FEWEST:
        return np.zeros(len(rows), dtype=np.bool_)
    means = rows.mean(axis=1)
    centred = rows - means[:, None]
    spreads = np.maximum(np.sqrt(np.einsum("ij,ij->i", centred, centred) / (n - 1)), units / sqrt(6))
    scales = np.where(spreads > 0, spreads, 1.0)
    skews = n * np.einsum("ij,ij,ij->i", centred, centred, centred) / scales**3 / ((n - 1) * (n - 2))
    reach = t_quantile(1 - tail, n - 1) / sqrt(n)
    steep = np.where(np.abs(skews) < 1e-6, 1.0, skews)
    hall = np.where(
        np.abs(skews) < 1e-6, reach, 3 / steep * (np.cbrt(1 + steep * (reach - steep / (6 * n))) - 1)
    )
    bounds = means - spreads * np.maximum(reach, hall)
    positive: Bools = bounds > 1e-5 * np.abs(rows).max(axis=1)
    return positive


def _undo_skew(reach: float, skew: float, n: int) -> float:
    """Return the t, over the root of n, that Hall's transformation takes to `reach`."""
    if abs(skew) < 1e-8:
        return reach
    return 3 / skew * (cbrt(1 + skew * (reach - skew / (6 * n))) - 1)


def in_range_bound(differences: Floats, *, tail: float, reach: float) -> float:
    """Return what the mean of `differences` exceeds, with an error of at most `tail`, whatever their distribution.

    All that is assumed is that datasets are independent and that no difference lies outside ±`reach`. The bound is
    the largest mean that a gambler who bets against it has not yet disproved: if the mean were no larger, the
    capital would grow to 1/`tail` with a chance of at most `tail`.

    Notes
    -----
    Source: `waudbysmith2024`, with stakes that are fixed beforehand and averaged, so that order does not matter.

    Examples
    --------
    >>> round(in_range_bound(np.zeros(50), tail=0.025, reach=1.0), 3)
    -0.101
    """
    low, high = -reach, fsum(differences) / differences.size
    target = -log(tail)
    for _ in range(60):
        middle = (low + high) / 2
        if _log_capital(differences, middle, reach) >= target:
            low = middle
        else:
            high = middle
    return low


def _log_capital(differences: Floats, mean: float, reach: float) -> float:
    """Return the log of what bets against a mean of at most `mean` have made of a capital of 1."""
    stakes = (np.arange(BETS) + 0.5) / BETS
    gains = (differences - mean) / (mean + reach)  # of all that can be lost at once: never below -1
    logs = np.log1p(np.outer(stakes, gains)).sum(axis=1)
    return float(special.logsumexp(logs)) - log(BETS)


def largest_share(count: int, total: int, *, tail: float) -> float:
    """Return what the share behind `count` of `total` is below, with an error of at most `tail`: exact.

    Examples
    --------
    >>> round(largest_share(0, 20, tail=0.025), 3)
    0.168
    """
    return 1.0 if count >= total else float(special.betaincinv(count + 1, total - count, 1 - tail))
