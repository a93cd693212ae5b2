"""Friedman's test, and Iman and Davenport's form of it: whether any of several classifiers rank differently."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations
from math import factorial, inf, prod
from types import MappingProxyType

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import OmnibusResult, Steps
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_complete, unknown_choice_error
from bakeoff.procedures.base.distributions import chi2_sf, f_sf
from bakeoff.procedures.many.ranks import rank_rows

NULL = "within each dataset every order of the classifiers is equally likely"
ASSUMPTIONS = ("the datasets are independent of each other",)
# The most datasets, by the number of classifiers, for which all orders are gone through in a twentieth of a second,
# and in a few seconds.
_QUICK = {2: 200, 3: 30, 4: 10, 5: 5, 6: 3}
_FEASIBLE = {2: 2000, 3: 100, 4: 20, 5: 8, 6: 4, 7: 2}


class Reference(StrEnum):
    """What a rank statistic is referred to."""

    AUTO = "auto"  # exact where that is quick
    EXACT = "exact"  # all orders within the datasets
    APPROXIMATE = "approximate"  # the limit for many datasets


@dataclass(frozen=True, slots=True)
class _RankTable:
    """What both tests need of the ranks."""

    ranks: Floats
    squares: float  # sum over classifiers of the squared deviation of the rank sum
    chi2: float
    tie_correction: float  # the share of the variance of ranks that ties leave

    @property
    def n(self) -> int:
        return len(self.ranks)

    @property
    def k(self) -> int:
        return len(self.ranks[0])


@check_arguments
def friedman(
    scores: Floats, *, tie_correction: bool = True, reference: Reference | str = Reference.AUTO
) -> OmnibusResult:
    """Test that no classifier tends to rank higher than another over the datasets.

    Parameters
    ----------
    scores : array of shape (datasets, classifiers)
        Higher is better; complete.
    tie_correction : bool
        Allow for ties within datasets, as one should. Without it the statistic is the formula of the textbooks and of
        Demšar (2006), which is too small when there are ties.
    reference : Reference
        "exact" counts all orders within the datasets, given the ties, and suits few datasets; "approximate" is the
        chi-squared distribution, which is conservative for few; "auto" is exact where that takes milliseconds.

    Returns
    -------
    OmnibusResult
        `steps` holds the sum of squared mean ranks, the tie correction and the chi-squared p-value.

    Notes
    -----
    Null: within each dataset every order of the classifiers is equally likely. Assumes independent datasets, nothing
    about the distribution of scores. Quade's test weighs datasets by their spread and has more power for few
    classifiers; the sign-flip maximum says which classifiers differ and needs no gate before it.
    Source: `friedman1937`.

    Examples
    --------
    >>> catalysts = np.array([[84.5, 78.4, 83.1], [82.8, 79.1, 79.9], [79.1, 78.0, 77.8], [80.2, 76.0, 77.9]])
    >>> result = friedman(catalysts)
    >>> result.statistic, round(result.p_value, 4), result.method
    (6.5, 0.0417, 'exact, all orders within the datasets')
    """
    table = _rank_table(scores, tie_correction=tie_correction)
    approximate = chi2_sf(table.chi2, table.k - 1)
    exact = _is_exact(table, reference)
    return OmnibusResult(
        procedure="friedman",
        null=NULL,
        statistic=table.chi2,
        df=(float(table.k - 1),),
        p_value=_exact_p(table.ranks) if exact else approximate,
        n=table.n,
        classifiers=table.k,
        method="exact, all orders within the datasets" if exact else "chi-squared approximation",
        assumptions=ASSUMPTIONS,
        citation="friedman1937",
        steps=MappingProxyType({**_friedman_steps(table), "chi2_p": approximate}),
    )


@check_arguments
def iman_davenport(scores: Floats, *, tie_correction: bool = True) -> OmnibusResult:
    """Test the same as Friedman's test, by a statistic that follows its approximate distribution more closely.

    Parameters
    ----------
    scores : array of shape (datasets, classifiers)
        Higher is better; complete.
    tie_correction : bool
        As in `friedman`.

    Notes
    -----
    Null: within each dataset every order of the classifiers is equally likely. F = (n − 1)χ² / (n(k − 1) − χ²), an
    analysis of variance of the ranks. Assumes independent datasets. When all datasets give the same order F is infinite
    and p is exact, the chance of that agreement. For few datasets the exact Friedman test is better still.
    Source: `iman1980`.

    Examples
    --------
    >>> scores = np.array([[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.6], [0.8, 0.6, 0.7]])
    >>> result = iman_davenport(scores)
    >>> round(result.statistic, 3), round(result.p_value, 4)
    (7.111, 0.0168)
    """
    table = _rank_table(scores, tie_correction=tie_correction)
    n, k = table.n, table.k
    df = (float(k - 1), float((n - 1) * (k - 1)))
    rest = n * (k - 1) - table.chi2
    agreed = rest <= 1e-9 * n * k
    statistic = inf if agreed else (n - 1) * table.chi2 / rest
    return OmnibusResult(
        procedure="iman-davenport",
        null=NULL,
        statistic=statistic,
        df=df,
        p_value=same_order_p(table.ranks) if agreed else f_sf(statistic, *df),
        n=n,
        classifiers=k,
        method="exact, chance that all datasets agree" if agreed else "F approximation",
        assumptions=ASSUMPTIONS,
        citation="iman1980",
        steps=MappingProxyType({**_friedman_steps(table), "chi2": table.chi2}),
    )


def same_order_p(ranks: Floats) -> float:
    """Return the chance that all datasets give the order that the first one gives, ties included."""
    _, counts = np.unique(ranks[0], return_counts=True)
    orders = factorial(ranks.shape[1]) // prod(factorial(int(c)) for c in counts)
    return float(orders) ** (1 - len(ranks))


def _rank_table(scores: Floats, *, tie_correction: bool) -> _RankTable:
    ranks = rank_rows(check_complete(scores))
    n, k = ranks.shape
    # Sums of halves and of their squares are exact, whatever the order of the datasets.
    squares = float(((ranks.sum(axis=0) - n * (k + 1) / 2) ** 2).sum())
    spread = float(((ranks - (k + 1) / 2) ** 2).sum())
    untied = n * k * (k * k - 1) / 12
    variance = spread if tie_correction else untied
    chi2 = (k - 1) * squares / variance if variance > 0 else 0.0  # all tied: nothing differs
    return _RankTable(ranks, squares, chi2, spread / untied)


def _friedman_steps(table: _RankTable) -> Steps:
    means = table.ranks.mean(axis=0)
    return {"sum_squared_mean_ranks": float((means**2).sum()), "tie_correction": table.tie_correction}


def _is_exact(table: _RankTable, reference: Reference | str) -> bool:
    if reference not in tuple(Reference):
        raise unknown_choice_error(str(reference), where="reference", known=tuple(Reference))
    if reference == Reference.EXACT and table.n > _FEASIBLE.get(table.k, 0):
        raise ProcedureError(
            f"there are too many orders of {table.k} classifiers on {table.n} datasets to go through",
            where="reference",
            fix="use the approximate reference, which is close for so many",
            code="BO053",
        )
    quick = table.n <= _QUICK.get(table.k, 0)
    return reference == Reference.EXACT or (reference == Reference.AUTO and quick)


def _exact_p(ranks: Floats) -> float:
    """Return the share of all orders within the datasets whose rank sums spread as much as observed."""
    doubled = np.round(2 * ranks).astype(np.int64)
    sums = np.zeros((1, ranks.shape[1]), dtype=np.int64)
    shares = np.ones(1)
    for row in doubled:
        orders = np.array(sorted(set(permutations(row.tolist()))))
        sums, shares = _add_dataset(sums, shares, orders)
    observed = (doubled.sum(axis=0) ** 2).sum()
    return min(1.0, float(shares[(sums**2).sum(axis=1) >= observed].sum()))


def _add_dataset(sums: Ints, shares: Floats, orders: Ints) -> tuple[Ints, Floats]:
    """Add one more dataset to the distribution of the rank sums."""
    # All that counts is the sum of squares, and every dataset can come in every order of the columns: sums that are
    # rearrangements of each other may be taken together, which divides their number by up to k!.
    grown = np.sort((sums[:, None, :] + orders).reshape(-1, sums.shape[1]), axis=1)
    base = int(grown.max()) + 1
    keys = grown @ (base ** np.arange(grown.shape[1], dtype=np.int64))
    _, first, group = np.unique(keys, return_index=True, return_inverse=True)
    weights = np.repeat(shares / len(orders), len(orders))
    merged = np.bincount(group, weights=weights).astype(np.float64)
    return grown[first], merged
