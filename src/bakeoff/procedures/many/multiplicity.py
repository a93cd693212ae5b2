"""Many tests or attempts at once: how many false positives to expect, and how good the best looks by chance."""

from math import expm1, log1p, sqrt
from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.answers.power import Family
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import significance
from bakeoff.procedures.base.distributions import binomial_sf


def multiplicity(tests: int, *, level: float = 0.95) -> Family:
    """Return what to expect of so many tests, each at 1 - level, when no classifier differs.

    Bonferroni's and Šidák's levels keep the chance of any false positive at 1 - level; Holm's method
    does so too and rejects at least as much, and the max-t method uses the dependence between the tests.
    Sources: `dunn1961`, `sidak1967`.

    >>> family = multiplicity(154)
    >>> family.expected_false_positives, round(family.at_least_one, 4), round(family.sidak_level, 4)
    (7.7, 0.9996, 0.0003)
    """
    alpha = significance(level)
    if tests < 1 or not 0 < alpha < 1:
        raise ProcedureError(
            f"there must be one test or more and a level between 0 and 1, not {tests} at {level}",
            where="tests, level",
            fix="give the number of tests made, and a level such as 0.95",
            code="BO053",
        )
    # Through logarithms: (1 - α)^m taken from one would lose the digits of a small chance.
    return Family(
        tests=tests,
        level=level,
        expected_false_positives=tests * alpha,
        at_least_one=-expm1(tests * log1p(-alpha)),
        bonferroni_level=alpha / tests,
        sidak_level=-expm1(log1p(-alpha) / tests),
    )


REACH = 9.0  # standard deviations: beyond, the integrand is below 1e-17
POINTS = 4001


class SelectedP(NamedTuple):
    """A p-value of the best of several attempts, allowing for the choice."""

    bonferroni: float  # valid whatever the dependence between the attempts
    sidak: float  # for attempts that are independent or positively dependent


def expected_maximum(attempts: int) -> float:
    """Return the expected maximum of so many independent standard normal variables.

    By the trapezoidal rule on the integral of x d(Φ(x)^K), which converges fast for such smooth integrands; for 2 the
    value is 1/√π, for 3 it is 3/(2√π).

    >>> round(expected_maximum(2), 6), round(expected_maximum(10), 5), round(expected_maximum(1), 9) == 0
    (0.56419, 1.53875, True)
    """
    _check_attempts(attempts)
    x = np.linspace(-REACH, REACH, POINTS)
    density = np.exp(-0.5 * x * x) / sqrt(2 * np.pi)
    # Φ^(K−1) through its logarithm: for many attempts the plain power underflows too early.
    weight = attempts * density * np.exp((attempts - 1) * special.log_ndtr(x))
    return float((x * weight).sum() * (x[1] - x[0]))


def adjust_for_selection(p_value: float, attempts: int) -> SelectedP:
    """Return the p-value of the best of so many attempts, each tested as this one was.

    >>> [round(p, 4) for p in adjust_for_selection(0.005, 10)]
    [0.05, 0.0489]
    """
    _check_attempts(attempts)
    if not 0 <= p_value <= 1:
        raise ProcedureError(
            f"{p_value} is no p-value", where="p_value", fix="give a number from 0 to 1", code="BO053"
        )
    sidak = 1.0 if p_value == 1 else -expm1(attempts * log1p(-p_value))
    return SelectedP(bonferroni=min(1.0, attempts * p_value), sidak=sidak)


def chance_of_best_of_equals(right: int, total: int, attempts: int, share: float) -> float:
    """Return the chance that the best of so many attempts gets as many right, if each has the true rate `share`.

    A bound that holds however the attempts depend on each other: their number times the exact binomial tail. It is
    valid for a `share` that was fixed beforehand, and approximately so for one that was estimated from many attempts.

    >>> chance_of_best_of_equals(80, 100, 1, 0.5) < 1e-9, chance_of_best_of_equals(60, 100, 100, 0.5)
    (True, 1.0)
    """
    _check_attempts(attempts)
    return min(1.0, attempts * binomial_sf(right, total, share))


def _check_attempts(attempts: int) -> None:
    if attempts < 1:
        raise ProcedureError(
            f"{attempts} attempts have no best one",
            where="attempts",
            fix="give the number of configurations that were tried",
            code="BO053",
        )
