"""Randomization testing: what a whole method scores when the labels mean nothing, and what that says of its score."""

from math import fsum
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, tidy
from bakeoff.core.errors import ProcedureError

EXCEEDANCES = (
    10  # after so many permuted scores as large as the observed one, no small p-value can come any more
)
FIRST_WAVE = 19  # permutations: the fewest that can reach p = .05


class RandomizationResult(NamedTuple):
    """The p-value of a randomization test, and how it was come by."""

    p_value: float
    used: int  # permutations that the p-value rests on
    exceedances: int  # of those: with a score at least as large as the observed one
    stopped: bool  # before all permutations, since the answer was clear
    finished: bool  # stopped, or all permutations are there


def randomization_p_value(
    reference: Floats, *, observed: float, permutations: int, exceedances: int = EXCEEDANCES
) -> RandomizationResult:
    """Return the p-value of a score, given the scores of the same method on permuted labels, one after the other.

    Parameters
    ----------
    reference : array of shape (n,)
        Scores on permuted labels in the order of the permutations, higher is better. NaN where the method failed: it
        counts against the observed score.
    observed : float
        The score on the true labels.
    permutations : int
        How many there are at most.
    exceedances : int
        After so many scores as large as the observed one the test stops.

    Returns
    -------
    Randomized
        p = h/l where the h-th such score came at permutation l; otherwise (b + 1)/(m + 1) of the m that are there.
        Never zero.

    Notes
    -----
    Null: the labels have nothing to do with the attributes, so that every order of them is as likely. Both forms are
    valid p-values: stopping early costs nothing in validity (`besag1991`). It is a test of one method by itself, not
    of a difference between two. Source: `ojala2010`.

    Examples
    --------
    >>> randomization_p_value(np.array([0.5, 0.6, 0.4]), observed=0.9, permutations=3).p_value
    0.25
    >>> randomization_p_value(np.array([0.9, 0.95, 0.4, 0.9]), observed=0.9, permutations=99, exceedances=2)
    RandomizationResult(p_value=1.0, used=2, exceedances=2, stopped=True, finished=True)
    """
    _check_permutations(reference, permutations, exceedances)
    clean = tidy(np.concatenate([[observed], reference]))  # a tie is a tie, whatever the last digit
    as_large = np.isnan(clean[1:]) | (clean[1:] >= clean[0])
    at = np.flatnonzero(as_large)
    if at.size >= exceedances:
        used = int(at[exceedances - 1]) + 1
        return RandomizationResult(
            exceedances / used, used, exceedances, stopped=used < permutations, finished=True
        )
    n = int(reference.size)
    p_value = (int(at.size) + 1) / (n + 1)
    return RandomizationResult(p_value, n, int(at.size), stopped=False, finished=n >= permutations)


def waves(permutations: int) -> tuple[int, ...]:
    """Return after how many permutations it is asked whether the answer is clear: 19, then twice as many steps.

    >>> waves(99), waves(10)
    ((19, 39, 79, 99), (10,))
    """
    ends = []
    end = FIRST_WAVE
    while end < permutations:
        ends.append(end)
        end = 2 * end + 1
    return (*ends, permutations) if permutations > 0 else ()


def chance_accuracy(class_shares: Floats, predicted_shares: Floats) -> float:
    """Return how often predictions are right that have nothing to do with the labels.

    >>> round(chance_accuracy(np.array([0.7, 0.3]), np.array([0.9, 0.1])), 12)
    0.66
    """
    return fsum(class_shares * predicted_shares)


def optimism(estimates: Floats, true_values: Floats) -> float:
    """Return by how much a method's own estimate lies above what is true, on average over permutations.

    On permuted labels the truth is known: `chance_accuracy`. Source: `ojala2010` for the permutations, `efron1983` for
    optimism.

    >>> optimism(np.array([0.6, 0.7]), np.array([0.5, 0.5]))
    0.15
    """
    if estimates.shape != true_values.shape or estimates.size == 0:
        raise ProcedureError(
            f"{estimates.size} estimates cannot be held against {true_values.size} true values",
            where="estimates, true_values",
            fix="give one of each for every permutation",
            code="BO052",
        )
    return float(tidy(np.array([fsum(estimates - true_values) / estimates.size]))[0])


def _check_permutations(reference: Floats, permutations: int, exceedances: int) -> None:
    if reference.ndim != 1 or reference.size > permutations:
        raise ProcedureError(
            f"{reference.size} scores on permuted labels cannot come of {permutations} permutations",
            where="reference",
            fix="give one score for each permutation, in their order",
            code="BO052",
        )
    if permutations < 1 or exceedances < 1:
        raise ProcedureError(
            f"permutations = {permutations} and exceedances = {exceedances} are no test",
            where="permutations",
            fix="take 99 permutations or more, and 10 exceedances",
            code="BO053",
        )
