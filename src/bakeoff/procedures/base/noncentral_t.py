"""Student's t with a true effect: its tails, and the effects that an observed t agrees with.

T = (Z + ncp)/s, with Z normal and s² a chi-squared variable over its degrees of freedom. One of the two is
integrated in closed form and the other by quadrature: the one along which the integrand is smooth. scipy's
own function fails in places (its issues 7104 and 25470).
"""

from collections.abc import Callable
from functools import cache, lru_cache
from math import pi, sqrt

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats
from bakeoff.core.results import significance
from bakeoff.procedures.base.distributions import normal_quantile, normal_sf

_REACH = 10.0  # a normal deviate beyond which a double sees nothing: 1e-23


def noncentral_t_sf(t: float, df: float, ncp: float) -> float:
    """Return P(T > t) for a noncentral t variable; the absolute error is below 1e-13.

    >>> round(noncentral_t_sf(2.0, 9, 1.0), 6)
    0.195856
    """
    if t < 0:
        return noncentral_t_cdf(-t, df, -ncp)
    if t * t < 2 * df:
        return _average_over_spread(lambda s: special.ndtr(ncp - t * s), df)
    return _average_over_mean(lambda x: special.gammainc(df / 2, df / 2 * (x / t) ** 2), ncp)


def noncentral_t_cdf(t: float, df: float, ncp: float) -> float:
    """Return P(T <= t) for a noncentral t variable; the absolute error is below 1e-13."""
    if t < 0:
        return noncentral_t_sf(-t, df, -ncp)
    if t * t < 2 * df:
        return _average_over_spread(lambda s: special.ndtr(t * s - ncp), df)
    return normal_sf(ncp) + _average_over_mean(
        lambda x: special.gammaincc(df / 2, df / 2 * (x / t) ** 2), ncp
    )


def ncp_interval(t: float, df: float, *, level: float) -> tuple[float, float]:
    """Return the interval of noncentralities under which the observed t is in neither tail.

    >>> low, high = ncp_interval(2.0, 9, level=0.95)
    >>> round(low, 4), round(high, 4)
    (-0.2059, 4.1162)
    """
    tail = significance(level) / 2
    return _least_ncp(t, df, tail), -_least_ncp(-t, df, tail)


@cache
def _legendre_quadrature() -> tuple[Floats, Floats]:
    """Return Gauss and Legendre's nodes and weights; made when first needed, as they take milliseconds."""
    nodes, weights = np.polynomial.legendre.leggauss(200)
    return nodes, weights


def _average_over_spread(integrand: Callable[[Floats], Floats], df: float) -> float:
    """Return the mean of a smooth function of s."""
    s, density, whole = _noncentral_t_spreads(df)
    return float((density * integrand(s)).sum() / whole)


@lru_cache(maxsize=64)
def _noncentral_t_spreads(df: float) -> tuple[Floats, Floats, float]:
    """Return values of s, their density times their weights, and the sum of these."""
    low = sqrt(2 * special.gammaincinv(df / 2, 1e-22) / df)
    high = sqrt(2 * special.gammainccinv(df / 2, 1e-22) / df)
    nodes, weights = _legendre_quadrature()
    s = low + (high - low) / 2 * (nodes + 1)
    density = weights * np.exp((df - 1) * np.log(s) - df * (s * s - 1) / 2)
    return s, density, float(density.sum())


def _average_over_mean(integrand: Callable[[Floats], Floats], ncp: float) -> float:
    """Return the mean of a smooth function of x = Z + ncp over the positive x."""
    low = min(max(-ncp, -_REACH), _REACH)
    half = (_REACH - low) / 2
    nodes, weights = _legendre_quadrature()
    z = low + half * (nodes + 1)
    density = weights * np.exp(-z * z / 2) / sqrt(2 * pi)
    return float(half * (density * integrand(z + ncp)).sum())


def _least_ncp(t: float, df: float, tail: float) -> float:
    """Return the noncentrality under which as large a t has the chance `tail`."""

    # In normal deviates the chance is almost a straight line, which a secant finds at once.
    def excess(ncp: float) -> float:
        chance = min(max(noncentral_t_sf(t, df, ncp), 1e-300), 1 - 1e-16)  # a finite deviate even far off
        return normal_quantile(chance) - wanted

    wanted = normal_quantile(tail)
    step = (1 - wanted) * sqrt(1 + t * t / (2 * df))
    low, high = t - step, t
    f_low, f_high = excess(low), excess(high)
    while f_low > 0:
        low, high, f_high = low - step, low, f_low
        f_low = excess(low)
    while f_high < 0:
        low, high, f_low = high, high + step, f_high
        f_high = excess(high)
    return _root_by_illinois(excess, (low, f_low), (high, f_high))


def _root_by_illinois(
    function: Callable[[float], float], below: tuple[float, float], above: tuple[float, float]
) -> float:
    """Return the root of a rising function between two points of it, by false position with Illinois' halving."""
    (low, f_low), (high, f_high) = below, above
    side = 0
    for _ in range(100):
        if f_low == f_high or high - low <= 1e-13 * max(abs(low), abs(high)):
            break
        x = (low * f_high - high * f_low) / (f_high - f_low)
        f = function(x)
        if abs(f) < 1e-13:
            return x
        if f < 0:
            low, f_low, f_high = x, f, f_high / 2 if side < 0 else f_high
        else:
            high, f_high, f_low = x, f, f_low / 2 if side > 0 else f_low
        side = -1 if f < 0 else 1
    return (low + high) / 2
