"""Tails and quantiles of the standard distributions, accurate in the far tails, and an Edgeworth series."""

from functools import lru_cache
from math import inf, isinf, pi, sqrt

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats
from bakeoff.core.results import Alternative, Interval


def normal_sf(z: float) -> float:
    """Return P(Z > z) for a standard normal Z."""
    return float(special.ndtr(-z))


def normal_quantile(p: float) -> float:
    """Return the p-quantile of the standard normal distribution."""
    return float(special.ndtri(p))


def t_sf(t: float, df: float) -> float:
    """Return P(T > t) for Student's t with `df` degrees of freedom."""
    return float(special.stdtr(df, -t))


@lru_cache(maxsize=256)  # thousands of pairs ask for the same one
def t_quantile(p: float, df: float) -> float:
    """Return the p-quantile of Student's t with `df` degrees of freedom.

    >>> round(t_quantile(0.975, 9), 12), round(t_quantile(0.025, inf), 12)
    (2.262157162798, -1.95996398454)
    """
    if p > 0.5:
        return -t_quantile(1 - p, df)
    if isinf(df):
        return normal_quantile(p)
    # Through the beta distribution of df / (df + t²): SciPy's own t quantile before 1.17 has only ten digits.
    far = float(special.betaincinv(df / 2, 0.5, 2 * p))
    if far < 0.5:
        return -sqrt(df * (1 - far) / far) if far > 0 else -inf
    near = float(special.betainccinv(0.5, df / 2, 2 * p))
    return -sqrt(df * near / (1 - near))


def f_sf(f: float, df1: float, df2: float) -> float:
    """Return P(F > f) for Fisher's F."""
    return float(special.fdtrc(df1, df2, f))


def f_critical(tail: float, df1: float, df2: float) -> float:
    """Return the value that Fisher's F exceeds with probability `tail`."""
    # F > f exactly when df2 / (df2 + df1 f), which is beta(df2/2, df1/2), is small.
    share = float(special.betaincinv(df2 / 2, df1 / 2, tail))
    return df2 * (1 - share) / (df1 * share)


def chi2_sf(x: float, df: float) -> float:
    """Return P(X > x) for the chi-squared distribution."""
    return float(special.chdtrc(df, x))


def binomial_sf(successes: int, trials: int, p: float = 0.5) -> float:
    """Return P(X >= successes) for a binomial X: the observed count is included."""
    if successes <= 0:
        return 1.0
    if successes > trials:
        return 0.0
    return float(special.betainc(successes, trials - successes + 1, p))


def t_p_value(t: float, df: float, alternative: Alternative) -> float:
    """Return the p-value of an observed t."""
    match alternative:
        case Alternative.GREATER:
            return t_sf(t, df)
        case Alternative.LESS:
            return t_sf(-t, df)
        case Alternative.TWO_SIDED:
            return min(1.0, 2 * t_sf(abs(t), df))


def normal_p_value(z: float, alternative: Alternative) -> float:
    """Return the p-value of an observed standard normal z."""
    match alternative:
        case Alternative.GREATER:
            return normal_sf(z)
        case Alternative.LESS:
            return normal_sf(-z)
        case Alternative.TWO_SIDED:
            return min(1.0, 2 * normal_sf(abs(z)))


def t_interval(centre: float, error: float, df: float, *, level: float, alternative: Alternative) -> Interval:
    """Return the values that a t test with this standard error would not reject."""
    tail = (1 - level) / 2 if alternative is Alternative.TWO_SIDED else 1 - level
    reach = -t_quantile(tail, df) * error
    return Interval(
        low=-inf if alternative is Alternative.LESS else centre - reach,
        high=inf if alternative is Alternative.GREATER else centre + reach,
        level=level,
    )


def edgeworth_tail(excess: Floats, second: Floats, fourth: Floats, sixth: Floats) -> Floats:
    """Return P(S >= excess) for a sum S of numbers with random signs, given the sums of their even powers.

    The Edgeworth series up to the sixth cumulant; `excess` comes with its continuity correction.
    """
    variance = np.maximum(second, 1.0)
    x = excess / np.sqrt(variance)
    k4, k6 = -2 * fourth / variance**2, 16 * sixth / variance**3
    series = (
        k4 / 24 * (x**3 - 3 * x)
        + k6 / 720 * (x**5 - 10 * x**3 + 15 * x)
        + k4**2 / 1152 * (x**7 - 21 * x**5 + 105 * x**3 - 105 * x)
    )
    return np.asarray(special.ndtr(-x) + np.exp(-(x**2) / 2) / sqrt(2 * pi) * series)
