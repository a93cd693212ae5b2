"""The studentised range: tails and quantiles, accurate far out and fast for thousands of pairs.

The distribution of (largest − smallest of k normal means) / (estimated standard error), behind the tests of
Nemenyi (infinite degrees of freedom) and Tukey. Tails are integrated as tails, never as one minus the rest:
implementations that subtract return 0 or noise below 1e-14, which is where many published comparisons lie.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from math import exp, inf, isinf, log, pi, sqrt

import numpy as np
from numpy.polynomial.legendre import leggauss
from scipy import special

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError

_ONE_BY_ONE = 50  # means, up to which each tail is integrated by itself; all pairs of more share tables
_PANEL = 1 / 16  # width of a panel, in asinh(q)
_DEGREE = 17
_ANGLES = pi * (np.arange(_DEGREE + 1) + 0.5) / (_DEGREE + 1)
_CHEBYSHEV = np.cos(_ANGLES)
# From heights at the nodes to coefficients of the Chebyshev polynomials.
_TO_COEFFICIENTS = np.cos(np.outer(np.arange(_DEGREE + 1), _ANGLES)) * 2 / (_DEGREE + 1)
_TO_COEFFICIENTS[0] /= 2

Tail = Callable[[Floats], Floats]


def sf(q: Floats | float, k: int, df: float = inf) -> Floats:
    """Return the probability that the studentised range of k means exceeds q.

    Relative error below 1e-10 down to 1e-30 and beyond, for k up to 5,000 and any df of at least 1.

    Parameters
    ----------
    q : array of float
        Observed values; any shape. Values of zero or less have probability 1.
    k : int
        Number of means, at least 2.
    df : float
        Degrees of freedom of the standard error; infinite when it is known, as it is for ranks.

    Examples
    --------
    >>> f"{float(sf(15.0, 5)):.3e}"
    '2.777e-25'
    """
    _check_k_and_df(k, df)
    values = np.asarray(q, dtype=np.float64)
    if np.isnan(values).any():
        raise ProcedureError(
            "the studentised range has no tail beyond NaN",
            where="q",
            fix="leave missing values out",
            code="BO052",
        )
    tail = _studentized_range_tail(k, df)
    result = np.where(values > 0, 0.0, 1.0)
    inside = (values > 0) & (values < inf)
    # Never by the number of values: what else is asked for must not change a digit.
    one_by_one = isinf(df) and k <= _ONE_BY_ONE
    result[inside] = np.minimum(
        1.0, tail(values[inside]) if one_by_one else _interpolate_in_panels(tail, values[inside])
    )
    return result


def isf(p: float, k: int, df: float = inf) -> float:
    """Return the value that the studentised range of k means exceeds with probability p.

    Examples
    --------
    >>> round(isf(0.05, 4) / 2**0.5, 3)
    2.569
    """
    if not 0 < p < 1:
        raise ProcedureError(
            f"{p} is not a tail probability", where="p", fix="use a value between 0 and 1", code="BO053"
        )
    _check_k_and_df(k, df)
    return _range_quantile(float(p), k, float(df))


@lru_cache(maxsize=256)
def _range_quantile(p: float, k: int, df: float) -> float:
    tail, target = _studentized_range_tail(k, df), log(p)

    def excess(t: float) -> float:
        return log(min(1.0, float(tail(np.array([exp(t)]))[0]))) - target

    # Between the quantile for two means and Bonferroni's bound over all pairs, with room for rounding.
    low, high = (log(sqrt(2) * _student_isf(p / pairs, df)) for pairs in (2, k * (k - 1)))
    return exp(_root_by_illinois(excess, low=low - 1e-6, high=high + 1e-6))


def quantile(p: float, k: int, df: float = inf) -> float:
    """Return the p-quantile of the studentised range of k means.

    For p very near 1 give the tail itself to `isf`: 1 − 1e-20 is 1 in floating point.

    Examples
    --------
    >>> round(quantile(0.95, 3, 10), 3)
    3.877
    """
    return isf(1 - p, k, df)


def _check_k_and_df(k: int, df: float) -> None:
    if k < 2 or not df >= 1:
        raise ProcedureError(
            f"there is no studentised range of {k} means with {df} degrees of freedom",
            where="k, df",
            fix="compare two means or more, with at least one degree of freedom",
            code="BO053",
        )


@cache
def _gauss_legendre(points: int) -> tuple[Floats, Floats]:
    nodes, weights = leggauss(points)
    return nodes, weights


def _studentized_range_tail(k: int, df: float) -> Tail:
    return _range_tail(k) if isinf(df) else _scaled_tail(k, df)


def _range_tail(k: int) -> Tail:
    """Return the tail of the range of k standard normal values."""
    nodes, weights = _gauss_legendre(96)

    def tail(x: Floats) -> Floats:
        # With z the largest value, P(range > x) = k ∫ φ(z) {Φ(z)^(k-1) − [Φ(z) − Φ(z−x)]^(k-1)} dz. The limits
        # cut off less than 1e-17 of the result: the integrand falls like exp(−(z − x/2)²) about x/2, on the
        # left also like Φ(z)^(k-1), on the right, for small x, only like exp(−z²/2).
        x = np.minimum(x, 100.0)  # whose tail is 0 in floating point
        low = np.maximum(x / 2 - 6.4, special.ndtri(exp(-45 / (k - 1))))
        high = np.where(x < 12.8, np.sqrt(80 + 2 * log(k) + x * x / 2), x / 2 + 6.9)
        half = (high - low) / 2
        z = (low + half)[:, None] + half[:, None] * nodes
        below = special.ndtr(z)
        with np.errstate(divide="ignore"):  # Φ(z−x) = Φ(z) = 1: the logarithm of 0 is meant
            outside = -np.expm1((k - 1) * np.log1p(-special.ndtr(z - x[:, None]) / below))
        density = np.exp(-z * z / 2) * below ** (k - 1) * outside
        total: Floats = k / sqrt(2 * pi) * half * (density * weights).sum(axis=1)
        return total

    return tail


def _scaled_tail(k: int, df: float) -> Tail:
    """Return the tail of the range of k standard normal values divided by an estimated deviation."""
    if k == 2:
        return lambda q: 2 * special.stdtr(df, -q / sqrt(2))
    range_tail = _range_tail(k)
    # The density's constant by the same rule: gamma functions of large df would cost digits.
    whole = _integrate_over_scale(np.zeros(1), df, np.ones_like)

    def tail(q: Floats) -> Floats:
        return _integrate_over_scale(q, df, range_tail) / whole

    return tail


def _integrate_over_scale(q: Floats, df: float, range_tail: Tail) -> Floats:
    """Return ∫ g(s) R(qs) ds, with g proportional to the density of s = sqrt(chi²/df) and R the range's tail."""
    # As R(x) falls like exp(−x²/4), the product is again nearly such a density, of scale sqrt(df / (df + q²/2)):
    # that gives the limits. In the variable y, y³ = s, the power s^(df-1) is smooth at 0.
    peak = 1 / np.hypot(1.0, q / sqrt(2 * df))
    low = np.cbrt(peak * max(0.0, 1 - sqrt(60 / df)))
    high = np.cbrt(peak * (1 + sqrt(80 / df)))
    half = (high - low) / 2
    nodes, weights = _gauss_legendre(160)
    y = (low + half)[:, None] + half[:, None] * nodes
    s = y**3
    density = np.exp((df - 1) * np.log(s) - df * (s - 1) * (s + 1) / 2) * y * y
    total: Floats = half * (density * _interpolate_in_panels(range_tail, q[:, None] * s) * weights).sum(
        axis=1
    )
    return total


def _interpolate_in_panels(tail: Tail, values: Floats) -> Floats:
    """Return the tail at all values, each interpolated in its panel: far fewer integrals where there are many.

    A value's panel is its own, and sums run along rows: so neither depends on the other values. (A product of
    matrices adds up in another order when there are more rows.)
    """
    flat = values.ravel()
    position = np.arcsinh(flat) / _PANEL
    panels, panel = np.unique(np.floor(position), return_inverse=True)
    nodes = np.sinh((panels[:, None] + 0.5 + _CHEBYSHEV / 2) * _PANEL)
    heights = tail(nodes.ravel()).reshape(nodes.shape)
    result = _interpolate_tail(heights, panel, 2 * (position - panels[panel]) - 1)
    # Too near the smallest float for a logarithm, unless all zero.
    sunk = ((heights.min(axis=1) < 1e-290) & (heights.max(axis=1) > 0))[panel]
    result[sunk] = tail(flat[sunk])
    return result.reshape(values.shape)


def _interpolate_tail(heights: Floats, panel: Ints, x: Floats) -> Floats:
    """Return the tail at positions x in [−1, 1] of their panels, from its heights at the Chebyshev nodes."""
    # What is interpolated is the tail divided by the exponential through the outermost nodes: nearly flat, and
    # without the singularities that the logarithm of the tail has near the real line when k is large.
    logs = np.log(np.maximum(heights, 1e-300))
    slope = (logs[:, 0] - logs[:, -1]) / (_CHEBYSHEV[0] - _CHEBYSHEV[-1])
    middle = (logs[:, 0] + logs[:, -1]) / 2
    flat = heights * np.exp(-middle[:, None] - slope[:, None] * _CHEBYSHEV)
    coefficients = (flat[:, None, :] * _TO_COEFFICIENTS).sum(axis=2)
    later = np.zeros_like(x)
    last = np.zeros_like(x)
    for degree in range(_DEGREE, 0, -1):  # Clenshaw's recurrence
        last, later = 2 * x * last - later + coefficients[panel, degree], last
    result: Floats = (x * last - later + coefficients[panel, 0]) * np.exp(middle[panel] + slope[panel] * x)
    return result


def _student_isf(p: float, df: float) -> float:
    return -float(special.ndtri(p) if isinf(df) else special.stdtrit(df, p))


def _root_by_illinois(excess: Callable[[float], float], *, low: float, high: float) -> float:
    """Return the root of a decreasing function by regula falsi (Illinois variant), to the last digits."""
    above, beneath, streak = excess(low), excess(high), 0
    point = high
    for _ in range(100):
        point = high - beneath * (high - low) / (beneath - above)
        if not low < point < high:
            break
        value = excess(point)
        if value > 0:
            low, above, streak = point, value, max(streak, 0) + 1
            beneath = beneath / 2 if streak > 1 else beneath
        else:
            high, beneath, streak = point, value, min(streak, 0) - 1
            above = above / 2 if streak < -1 else above
    return point
