"""Scores in any unit: numbers that cannot be squared are computed with in another one.

Floating-point numbers reach from 1e-308 to 1e308, but their squares only from 1e-154. Multiplying by a power of two
changes no digit, so that a test gives the same answer in the unit in which it can be computed.
"""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from math import frexp, inf, isfinite, ldexp
from types import MappingProxyType
from typing import Any

import numpy as np

from bakeoff.core.results import Estimate, Interval

# Beyond 2^±200 the fourth power of a number comes close to what a float can hold.
_LARGEST_EXPONENT = 200
# The arguments that are in the unit of the scores, and the power of the unit.
ARGUMENTS = {
    "differences": 1,
    "fold_differences": 1,
    "half_examples": 1,
    "half_differences": 1,
    "resampled_differences": 1,
    "difference_lists": 1,
    "difference_columns": 1,
    "scores": 1,
    "sparse_scores": 1,
    "fold_scores": 1,
    "losses": 1,
    "item_differences": 1,
    "item_scores": 1,
    "pseudo": 1,
    "reach": 1,
    "groups": 1,
    "advantages": 1,
    "standard_errors": 1,
    "margin": 1,
    "shift": 1,
    "choice_variance": 2,
}
_DATA = ARGUMENTS.keys() - {"pseudo", "reach", "margin", "shift", "standard_errors", "choice_variance"}
# The estimates in the unit of the scores; a rank, a share or a standardised advantage has none.
ESTIMATES = frozenset(
    {
        "observed advantage on the next dataset",
        "true advantage on the next dataset",
        "advantage, as the first fold alone shows it",
        "difference in mean loss",
        "difference in mean score",
        "difference in mean score over these tasks",
        "difference in mean score over tasks like these",
        "mean advantage",
        "mean advantage over datasets",
        "median advantage",
        "pseudo-median advantage",
    }
)
# The steps of calculations that have a unit, and its power.
STEPS = {
    "acceptance_high": 1, "acceptance_low": 1, "critical_difference": 1, "mean": 1, "reach": 1, "scale": 1, "sd": 1,
    "se": 1, "spread_between": 1, "sum_z": 1,
    "mean_square_residual": 2, "ss_between": 2, "ss_classifiers": 2, "ss_residual": 2, "ss_within": 2,
    "sum_squares": 2, "sum_variances": 2, "sum_z2": 2, "tau2": 2, "variance": 2, "variance_1": 2, "variance_2": 2,
    "variance_3": 2, "variance_4": 2, "variance_5": 2,
    "variance_of_one_halving": 2, "variance_between_halvings": 2, "variance_of_examples": 2, "least_variance": 2,
}  # fmt: skip
# Fields of results other than estimates and steps.
_FIELDS = {"margin": 1, "between_variance": 2}


def extreme_exponent(arguments: Iterable[tuple[str, object]]) -> int:
    """Return the power of two by which the data must be divided to be computed with; 0 for all usual data."""
    largest = max((_unit_largest(value) for name, value in arguments if name in _DATA), default=0.0)
    exponent = frexp(largest)[1] if isfinite(largest) else 0
    return exponent if abs(exponent) > _LARGEST_EXPONENT else 0


def convert_unit(name: str, value: object, exponent: int) -> object:
    """Return an argument divided by 2^exponent, or its square, where it is in the unit of the data."""
    power = ARGUMENTS.get(name)
    if power is None or value is None:
        return value
    if isinstance(value, np.ndarray):
        return np.ldexp(value, -power * exponent)
    if isinstance(value, Estimate):
        return _rescale_estimate(value, -exponent)
    if isinstance(value, float):
        return _scale_by_power(value, -power * exponent)
    return [np.ldexp(part, -power * exponent) for part in value] if isinstance(value, list) else value


def rescale_result(result: object, exponent: int, *, statistic_power: int = 0) -> object:
    """Return a result in units of 2^exponent in the original unit."""
    if isinstance(result, tuple) and not hasattr(result, "_fields"):
        return tuple(rescale_result(part, exponent, statistic_power=statistic_power) for part in result)
    if isinstance(result, Estimate):
        return _rescale_estimate(result, exponent)
    if not is_dataclass(result) or isinstance(result, type):
        return result
    estimate = getattr(result, "estimate", None)
    if isinstance(estimate, Estimate) and estimate.of not in ESTIMATES:
        return result  # ranks, and what is made of them, have no unit
    by_mean = "sign-flip" in (getattr(result, "procedure", None), getattr(result, "test", None))
    power = 1 if by_mean else statistic_power
    return replace(
        result,
        **{f.name: _rescale_field(f.name, getattr(result, f.name), exponent, power) for f in fields(result)},
    )


def _unit_largest(value: object) -> float:
    if isinstance(value, list):
        return max(map(_unit_largest, value), default=0.0)
    if not isinstance(value, np.ndarray):
        return 0.0
    flat = value.ravel()
    squares = float(np.vdot(flat, flat))  # several times faster than the largest of all sizes
    if 1e-100 < squares < 1e100:
        return 1.0
    sizes = np.abs(flat)
    return float(sizes[~np.isnan(sizes)].max(initial=0.0))


def _rescale_field(name: str, value: Any, exponent: int, statistic_power: int) -> object:  # noqa: ANN401 - any field of a result
    if name == "statistic":
        return _scale_by_power(value, statistic_power * exponent)
    if name == "steps":
        return MappingProxyType(
            {step: _scale_by_power(x, STEPS.get(step, 0) * exponent) for step, x in value.items()}
        )
    if name in _FIELDS:
        return _scale_by_power(value, _FIELDS[name] * exponent)
    return rescale_result(value, exponent, statistic_power=statistic_power)


def _rescale_estimate(estimate: Estimate, exponent: int) -> Estimate:
    if estimate.of not in ESTIMATES:
        return estimate
    low, value, high = (
        _scale_by_power(end, exponent)
        for end in (estimate.interval.low, estimate.value, estimate.interval.high)
    )
    return Estimate(
        of=estimate.of, value=value, interval=Interval(low=low, high=high, level=estimate.interval.level)
    )


def _scale_by_power(value: float, exponent: int) -> float:
    try:
        return ldexp(value, exponent)
    except OverflowError:
        return inf if value > 0 else -inf
