"""Many questions at once: which of them may be claimed, by their e-values, so that few claims are false."""

from math import log

import numpy as np

from bakeoff.core.arrays import Bools, Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_finite, check_level

_SUM = 3.38775  # just above that of 1/(t·log²(t + 1)) over t = 1, 2, …


def share_of_question(number: int) -> float:
    """Return the part of alpha that question number `number` starts with: 1/(t·log²(t + 1)), made to sum to 1.

    It falls slower than 1/t², so that the hundredth question still has a thousandth of what the first had.

    >>> round(share_of_question(1), 3), round(share_of_question(10), 4)
    (0.614, 0.0051)
    """
    if number < 1:
        raise ProcedureError(
            f"questions are counted from 1, and this is question {number}",
            where="number",
            fix="count the question itself: the first is 1",
            code="BO053",
        )
    return 1 / (number * log(number + 1) ** 2) / _SUM


def e_lond_level(number: int, *, claims: int, alpha: float) -> float:
    """Return the level of a question, given how many earlier ones were claimed: e-LOND (Xu and Ramdas 2024).

    A question is claimed where its e-value reaches one over its level. Then the expected share of false claims among
    all that are ever made is at most alpha, whatever the dependence between questions, also where each is stopped when
    one likes.

    >>> round(e_lond_level(2, claims=1, alpha=0.05), 4)
    0.0122
    """
    return min(alpha * share_of_question(number) * (claims + 1), 1.0)


@check_arguments
def e_lond(e_values: Floats, *, alpha: float = 0.05) -> tuple[Bools, Floats]:
    """Return which questions are claimed, in the order in which they were asked, and the level of each.

    >>> e_lond(np.array([50.0, 3.0, 200.0]))[0].tolist()
    [True, False, True]
    """
    _check_e_values(e_values, alpha)
    claimed = np.zeros(e_values.size, dtype=np.bool_)
    levels = np.zeros(e_values.size)
    for place, e in enumerate(e_values.tolist()):
        levels[place] = e_lond_level(place + 1, claims=int(claimed[:place].sum()), alpha=alpha)
        claimed[place] = e * levels[place] >= 1
    return claimed, levels


@check_arguments
def e_bh(e_values: Floats, *, alpha: float = 0.05) -> Bools:
    """Return which of a closed list of questions are claimed at once: e-BH (Wang and Ramdas 2022).

    The k largest e-values are claimed for the largest k of which each is at least K/(k·alpha). The expected share of
    false claims is at most alpha, whatever the dependence.

    >>> e_bh(np.array([50.0, 3.0, 200.0])).tolist()
    [True, False, True]
    """
    _check_e_values(e_values, alpha)
    order = np.argsort(-e_values, kind="stable")
    ranks = np.arange(1, e_values.size + 1)
    enough = np.flatnonzero(e_values[order] * ranks * alpha >= e_values.size)
    claimed = np.zeros(e_values.size, dtype=np.bool_)
    if enough.size:
        claimed[order[: enough[-1] + 1]] = True
    return claimed


def _check_e_values(e_values: Floats, alpha: float) -> None:
    check_finite(e_values, "e_values")
    check_level(1 - alpha)
    if (e_values < 0).any():
        raise ProcedureError(
            "an e-value is never below zero",
            where="e_values",
            fix="give e-values, not their logarithms",
            code="BO052",
        )
