"""The best of several attempts: how good it looks by chance alone, and what p-value that leaves.

Of K attempts that are equally good, the best looks better than they are: by the expected maximum of K errors. With
errors of standard deviation σ that have correlation ρ with each other this is σ √(1 − ρ) e(K), where e(K) is the
expected maximum of K independent standard normal variables (`david2003`).
"""

from math import expm1, log1p, sqrt
from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.distributions import binomial_sf

REACH = 9.0  # standard deviations: beyond, the integrand is below 1e-17
POINTS = 4001


class Selected(NamedTuple):
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
    _check(attempts)
    x = np.linspace(-REACH, REACH, POINTS)
    density = np.exp(-0.5 * x * x) / sqrt(2 * np.pi)
    # Φ^(K−1) through its logarithm: for many attempts the plain power underflows too early.
    weight = attempts * density * np.exp((attempts - 1) * special.log_ndtr(x))
    return float((x * weight).sum() * (x[1] - x[0]))


def selection_adjusted(p_value: float, attempts: int) -> Selected:
    """Return the p-value of the best of so many attempts, each tested as this one was.

    >>> [round(p, 4) for p in selection_adjusted(0.005, 10)]
    [0.05, 0.0489]
    """
    _check(attempts)
    if not 0 <= p_value <= 1:
        raise ProcedureError(
            f"{p_value} is no p-value", where="p_value", fix="give a number from 0 to 1", code="BO053"
        )
    sidak = 1.0 if p_value == 1 else -expm1(attempts * log1p(-p_value))
    return Selected(bonferroni=min(1.0, attempts * p_value), sidak=sidak)


def best_of_equals(right: int, total: int, attempts: int, share: float) -> float:
    """Return the chance that the best of so many attempts gets as many right, if each has the true rate `share`.

    A bound that holds however the attempts depend on each other: their number times the exact binomial tail. It is
    valid for a `share` that was fixed beforehand, and approximately so for one that was estimated from many attempts.

    >>> best_of_equals(80, 100, 1, 0.5) < 1e-9, best_of_equals(60, 100, 100, 0.5)
    (True, 1.0)
    """
    _check(attempts)
    return min(1.0, attempts * binomial_sf(right, total, share))


def _check(attempts: int) -> None:
    if attempts < 1:
        raise ProcedureError(
            f"{attempts} attempts have no best one",
            where="attempts",
            fix="give the number of configurations that were tried",
            code="BO053",
        )
