"""Meta-regression: how the advantage of b over a changes with one property of the datasets."""

from dataclasses import dataclass
from math import fsum, sqrt

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Interval
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.base.distributions import t_interval, t_p_value


@dataclass(frozen=True, slots=True, kw_only=True)
class Regression:
    """A straight line through the advantages."""

    slope: float
    intercept: float
    standard_error: float  # of the slope
    t: float
    df: int
    p_value: float
    interval: Interval  # of the slope
    between_variance: float | None  # what is left between datasets; None without standard errors


def meta_regression(
    advantages: Floats, values: Floats, *, standard_errors: Floats | None = None, level: float = 0.95
) -> Regression:
    """Fit the advantage of b over a as a straight line in one property of the datasets.

    Null: the slope is zero. With standard errors, datasets weigh by 1/(error² + τ²), where τ², the variance between
    datasets that the property leaves, is Paule and Mandel's; the slope gets Knapp and Hartung's interval (t with
    n − 2 degrees of freedom), never narrower than with their factor 1. Without standard errors it is least squares.

    Assumes independent datasets and a straight line; of several properties look at all, and let a permutation test
    judge the strongest: `explained_by`. Sources: `knapp2003`, `paule1982`.

    >>> round(meta_regression(np.array([1.0, 2.1, 2.9, 4.0]), np.array([0.0, 1.0, 2.0, 3.0])).slope, 3)
    0.98
    """
    check_level(level)
    _check_values(advantages, values, standard_errors)
    if standard_errors is None:
        return _regress_on_property(advantages, values, np.ones_like(values), None, level=level)
    variances = standard_errors**2
    between = residual_variance(advantages, values, variances)
    return _regress_on_property(advantages, values, 1 / (variances + between), between, level=level)


def residual_variance(advantages: Floats, values: Floats, variances: Floats) -> float:
    """Return the between-dataset variance that a property leaves, by Paule and Mandel's estimating equation."""
    expected = advantages.size - 2

    def excess(between: float) -> float:
        return _fit_line(advantages, values, 1 / (variances + between)).squares - expected

    if excess(0.0) <= 0:
        return 0.0
    low, high = 0.0, float(np.var(advantages)) + float(variances.max())
    while excess(high) > 0:
        high *= 2
    while high - low > 1e-14 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
        if middle in (low, high) and high - low <= np.spacing(high):
            break
    return (low + high) / 2


@dataclass(frozen=True, slots=True)
class _Line:
    slope: float
    intercept: float
    spread: float  # weighted sum of squares of the property about its mean
    squares: float  # weighted sum of squared residuals


def _fit_line(y: Floats, x: Floats, weights: Floats) -> _Line:
    total = fsum(weights)
    mean_x, mean_y = fsum(weights * x) / total, fsum(weights * y) / total
    spread = fsum(weights * (x - mean_x) ** 2)
    slope = fsum(weights * (x - mean_x) * (y - mean_y)) / spread
    residuals = y - mean_y - slope * (x - mean_x)
    return _Line(slope, mean_y - slope * mean_x, spread, fsum(weights * residuals**2))


def _regress_on_property(
    y: Floats, x: Floats, weights: Floats, between: float | None, *, level: float
) -> Regression:
    line, df = _fit_line(y, x, weights), y.size - 2
    factor = line.squares / df
    if between is not None:
        factor = max(1.0, factor)  # as in random_effects: no shrinkage below what the errors say
    error = sqrt(factor / line.spread)
    t = line.slope / error if error > 0 else (0.0 if line.slope == 0 else float(np.sign(line.slope)) * np.inf)
    return Regression(
        slope=line.slope,
        intercept=line.intercept,
        standard_error=error,
        t=t,
        df=df,
        p_value=t_p_value(t, df, Alternative.TWO_SIDED),
        interval=t_interval(line.slope, error, df, level=level, alternative=Alternative.TWO_SIDED),
        between_variance=between,
    )


def _check_values(advantages: Floats, values: Floats, standard_errors: Floats | None) -> None:
    if advantages.ndim != 1 or advantages.size < 4 or values.shape != advantages.shape:
        raise ProcedureError(
            f"a regression over datasets needs four or more, each with its property: there are {advantages.size}",
            where=f"advantages, of shape {advantages.shape}",
            fix="give more datasets",
            code="BO051",
        )
    arrays = (advantages, values) if standard_errors is None else (advantages, values, standard_errors)
    if not all(np.isfinite(each).all() for each in arrays) or (
        standard_errors is not None and not (standard_errors > 0).all()
    ):
        raise ProcedureError(
            "a regression over datasets needs finite numbers, and positive standard errors",
            where="advantages, values, standard_errors",
            fix="leave out datasets without them",
            code="BO052",
        )
    if np.ptp(values) == 0:
        raise ProcedureError(
            "a property that is the same everywhere explains nothing",
            where="values",
            fix="leave it out",
            code="BO050",
        )
