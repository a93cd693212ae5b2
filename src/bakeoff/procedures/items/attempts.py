"""Several attempts at an item, as one number for the item: their mean, pass@k, pass^k, best of k, majority of k.

Each is the mean over all choices of k of the n attempts, and so without bias for what k fresh attempts would give.
"""

import re
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.arguments import check_arguments

_ASKED = re.compile(r"(?:(pass|best|majority|maj)@|(pass)\^|(best)-of-|(majority)-of-)(\d+)")


class Summary(StrEnum):
    """What of k attempts counts."""

    PASS_AT = "pass@"  # at least one of k is right
    PASS_ALL = "pass^"  # all of k are right
    BEST_OF = "best-of-"  # the best score among k
    MAJORITY = "majority-of-"  # more than half of k are right; half of an even k counts half


class OfAttempts(NamedTuple):
    """A summary and its k: pass@5."""

    summary: Summary
    k: int

    def __str__(self) -> str:
        return f"{self.summary}{self.k}"

    @property
    def needs_right_or_wrong(self) -> bool:
        """Whether the scores of attempts must be 0 or 1."""
        return self.summary is not Summary.BEST_OF


def summary_named(metric: str) -> OfAttempts | None:
    """Return which summary of attempts a metric asks for; None where it asks for none.

    >>> str(summary_named("pass@5")), str(summary_named("pass^3")), str(summary_named("maj@8")), summary_named("acc")
    ('pass@5', 'pass^3', 'majority-of-8', None)
    """
    asked = _ASKED.fullmatch(metric.strip().lower())
    if asked is None:
        return None
    at, power, best, majority, k = asked.groups()
    if power:
        return OfAttempts(Summary.PASS_ALL, int(k))
    if best or at == "best":
        return OfAttempts(Summary.BEST_OF, int(k))
    return OfAttempts(Summary.PASS_AT if at == "pass" and not majority else Summary.MAJORITY, int(k))


@check_arguments
def pass_at_k(right: Floats, attempts: Floats, k: int) -> Floats:
    """Return of each item the chance that at least one of k of its attempts is right: 1 - C(n - c, k)/C(n, k).

    Unbiased for 1 - (1 - p)^k. The plug-in 1 - (1 - c/n)^k is too small, by .03 to .08 at n = 10 (measured in
    docs/validity/items.md).

    Parameters
    ----------
    right, attempts
        Of each item: how many of its attempts are right, and how many there are, at least k.
    k
        How many attempts count.

    Examples
    --------
    >>> pass_at_k(np.array([0.0, 1.0, 4.0]), np.array([5.0, 5.0, 5.0]), 2).round(3).tolist()
    [0.0, 0.4, 1.0]
    """
    right, attempts = _check_counts(right, attempts, k)
    return 1 - _ratio_of_choices(attempts - right, attempts, k)


@check_arguments
def pass_all_k(right: Floats, attempts: Floats, k: int) -> Floats:
    """Return of each item the chance that all of k of its attempts are right: C(c, k)/C(n, k).

    >>> pass_all_k(np.array([0.0, 1.0, 4.0]), np.array([5.0, 5.0, 5.0]), 2).round(3).tolist()
    [0.0, 0.0, 0.6]
    """
    right, attempts = _check_counts(right, attempts, k)
    return _ratio_of_choices(right, attempts, k)


@check_arguments
def majority_of_k(right: Floats, attempts: Floats, k: int) -> Floats:
    """Return of each item the chance that most of k of its attempts are right; half of an even k counts half.

    >>> majority_of_k(np.array([0.0, 3.0, 4.0]), np.array([5.0, 5.0, 5.0]), 3).round(3).tolist()
    [0.0, 0.7, 1.0]
    """
    right, attempts = _check_counts(right, attempts, k)
    chance = np.zeros(right.shape)
    for j in range((k + 1) // 2, k + 1):
        weight = 0.5 if 2 * j == k else 1.0
        chance += weight * np.exp(
            _log_choose(right, float(j))
            + _log_choose(attempts - right, float(k - j))
            - _log_choose(attempts, float(k))
        )
    return chance


@check_arguments
def best_of_k(scores: Floats, k: int) -> Floats:
    """Return of each item the mean best score among k of its attempts: the mean over all choices.

    Parameters
    ----------
    scores
        Items × attempts; higher is better; NaN where an item has fewer attempts.
    k
        How many attempts count.

    Examples
    --------
    >>> best_of_k(np.array([[0.2, 0.4, 0.9]]), 2).round(4).tolist()
    [0.7333]
    """
    ordered = np.sort(np.asarray(scores, dtype=np.float64), axis=1)  # NaN last
    attempts = (~np.isnan(ordered)).sum(axis=1).astype(np.float64)
    _check_counts(np.zeros_like(attempts), attempts, k)
    place = np.arange(ordered.shape[1], dtype=np.float64)
    # The score at place i (from 0) is the best of k where the other k - 1 come from the i below it.
    weights = np.exp(_log_choose(place[None], float(k - 1)) - _log_choose(attempts, float(k))[:, None])
    values: Floats = np.where(np.isnan(ordered), 0.0, ordered * weights).sum(axis=1)
    return values


def _ratio_of_choices(chosen: Floats, whole: Floats, k: int) -> Floats:
    """Return C(chosen, k)/C(whole, k)."""
    shares: Floats = np.exp(_log_choose(chosen, float(k)) - _log_choose(whole, float(k)))
    return shares


def _log_choose(n: Floats, k: float) -> Floats:
    enough = n >= k
    safe = np.where(enough, n, k)
    found = special.gammaln(safe + 1) - special.gammaln(k + 1) - special.gammaln(safe - k + 1)
    return np.where(enough, found, -np.inf)


def _are_counts(right: Floats, attempts: Floats) -> bool:
    if right.shape != attempts.shape or not right.size:
        return False
    finite = np.isfinite(right).all() and np.isfinite(attempts).all()
    return bool(finite and (right >= 0).all() and (right <= attempts).all())


def _check_counts(right: Floats, attempts: Floats, k: int) -> tuple[Floats, Floats]:
    right, attempts = np.asarray(right, dtype=np.float64), np.asarray(attempts, dtype=np.float64)
    if not _are_counts(right, attempts):
        raise ProcedureError(
            "of every item there must be a number of attempts, and no more right ones than that",
            where="right, attempts",
            fix="count the attempts at each item, and those that are right",
            code="BO052",
        )
    if k < 1 or (attempts.size and attempts.min() < k):
        fewest = int(attempts.min(initial=0))
        raise ProcedureError(
            f"of {fewest} attempts at an item no {k} can be chosen",
            where=f"k = {k}",
            fix=f"ask for k up to {fewest}; twice as many attempts as k is better than just as many",
            code="BO053",
        )
    return right, attempts
