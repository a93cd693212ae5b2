"""What the Bayesian procedures share: the region of practical equivalence and the honesty of draws."""

from math import inf, sqrt

import numpy as np

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats

# Decimal numbers that are equal differ by some 1e-16 in binary: within this share they count as equal.
_NOISE = 1e-12
_FEWEST_DRAWS = 100


def check_margin(margin: float) -> None:
    """Refuse a margin that is negative or no number."""
    if not 0 <= margin < inf:
        raise ProcedureError(
            f"a margin is the smallest difference that matters, zero or more; {margin:g} is not",
            where="margin",
            fix="give it in units of the score: 0.01 for one point of accuracy, 0 for none",
            code="BO053",
        )


def check_draws(draws: int) -> None:
    """Refuse fewer draws than a probability can be told from."""
    if draws < _FEWEST_DRAWS:
        raise ProcedureError(
            f"{draws} draws are too few to tell a probability from",
            where="draws",
            fix=f"use at least {_FEWEST_DRAWS}, better the default",
            code="BO053",
        )


def tolerance(differences: Floats, margin: float) -> float:
    """Return how far apart numbers of this size may be and still stand for the same decimal."""
    return _NOISE * max(float(np.abs(differences).max()), margin)


def largest_error(variances: Floats, *, draws: int) -> float:
    """Return the largest standard error of simulated probabilities, given the variances of their means.

    It is never less than one draw is worth: where all draws agree the variance seen is zero, but an
    outcome rarer than one in `draws` may exist.
    """
    return max(sqrt(float(variances.max())), 1 / draws)
