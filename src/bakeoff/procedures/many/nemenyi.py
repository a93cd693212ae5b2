"""Comparisons of mean ranks: Nemenyi's of all pairs, Bonferroni and Dunn's with a baseline, and single pairs."""

from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, NamedNumbers, TestResult, significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import (
    Pairs,
    check_complete,
    check_distinct_pairs,
    check_level,
    pair_columns,
)
from bakeoff.procedures.base.distributions import normal_p_value, normal_quantile
from bakeoff.procedures.base.intervals import symmetric_interval
from bakeoff.procedures.many import studentized_range
from bakeoff.procedures.many.ranks import rank_rows

NULL = "within each dataset every order of the classifiers is equally likely"
ASSUMPTIONS = (
    "the datasets are independent of each other",
    "the classifiers' scores vary alike, so that their ranks have equal variances",
)


@dataclass(frozen=True, slots=True)
class _RankPairs:
    """Pairs of classifiers compared by their mean ranks."""

    n: int
    k: int
    means: Floats
    a: Ints
    b: Ints
    level: float

    @property
    def error(self) -> float:
        """The standard error of a difference of two mean ranks, under the null and without ties."""
        return standard_error(self.k, self.n)

    @property
    def z(self) -> Floats:
        """By how many standard errors each b has a better mean rank than its a."""
        return (self.means[self.a] - self.means[self.b]) / self.error


@check_arguments
def nemenyi(scores: Floats, *, pairs: Pairs, level: float = 0.95) -> tuple[TestResult, ...]:
    """Compare the mean ranks of all classifiers with each other, keeping one error rate for all pairs.

    Parameters
    ----------
    scores : array of shape (datasets, classifiers)
        Higher is better; complete.
    pairs : sequence of (a, b)
        Columns to report on. The allowance is for all pairs of the table, whichever are reported.
    level : float
        Simultaneous confidence level of the intervals.

    Returns
    -------
    tuple of TestResult
        One for each pair: `statistic` is the studentised difference, `p_adjusted` the test's p-value and `p_value` that
        of the pair alone (`friedman_z`); the interval is the advantage ± the critical difference.

    Notes
    -----
    Null: within each dataset every order of the classifiers is equally likely. The verdict on a pair depends on which
    other classifiers are in the table, and the error rate is not kept when some classifiers are noisier than others:
    family-wise error up to .29 at a nominal .05 (docs/validity/many_datasets.md). Sign flips of the pairs' differences
    have neither fault. With ties the test is conservative. Source: `nemenyi1963`; `demsar2006`.

    Examples
    --------
    >>> scores = np.array([[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.6], [0.8, 0.6, 0.7]])
    >>> result = nemenyi(scores, pairs=[(2, 0)])[0]
    >>> round(result.estimate.value, 3), round(result.p_adjusted, 4), round(result.steps["critical_difference"], 3)
    (1.6, 0.0307, 1.482)
    """
    compared = _compare_ranks(scores, pairs, level)
    reach = critical_difference(compared.k, compared.n, level)
    statistics = sqrt(2) * compared.z
    adjusted = studentized_range.sf(np.abs(statistics), compared.k)
    test = _Test("nemenyi", "studentised range, infinite degrees of freedom", "nemenyi1963", reach)
    return _nemenyi_results(compared, test, statistics, adjusted)


@check_arguments
def bonferroni_dunn(scores: Floats, *, pairs: Pairs, level: float = 0.95) -> tuple[TestResult, ...]:
    """Compare the mean ranks of classifiers with that of a baseline, keeping one error rate for all of them.

    Parameters
    ----------
    scores : array of shape (datasets, classifiers)
        Higher is better; complete.
    pairs : sequence of (a, b)
        All with the same a, the baseline. The allowance is for as many comparisons as there are pairs.
    level : float
        Simultaneous confidence level of the intervals.

    Returns
    -------
    tuple of TestResult
        One for each pair: `statistic` is z, `p_adjusted` allows for all pairs, `p_value` is that of the pair alone.

    Notes
    -----
    Null and assumptions as for `nemenyi`; more power, as there are fewer comparisons. Holm's adjustment of the same
    z-tests (`friedman_z`) has more power still, but no intervals. Source: `dunn1961`; `demsar2006`.

    Examples
    --------
    >>> scores = np.array([[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.6], [0.8, 0.6, 0.7]])
    >>> [round(r.p_adjusted, 4) for r in bonferroni_dunn(scores, pairs=[(2, 0), (2, 1)])]
    [0.0228, 0.4118]
    """
    compared = _compare_ranks(scores, pairs, level)
    if compared.a.size and (compared.a != compared.a[0]).any():
        raise ProcedureError(
            "comparisons with a baseline all have the same a",
            where=f"pairs = {pairs!r:.80}",
            fix="put the baseline first in every pair, or use Nemenyi's test for all pairs",
            code="BO053",
        )
    check_distinct_pairs(pairs)
    count = max(1, len(pairs))
    reach = -normal_quantile(significance(level) / 2 / count) * compared.error
    adjusted = np.minimum(1.0, count * _normal_p(compared.z, Alternative.TWO_SIDED))
    test = _Test("bonferroni-dunn", f"normal approximation, {count} comparisons", "dunn1961", reach)
    return _nemenyi_results(compared, test, compared.z, adjusted)


@check_arguments
def critical_difference(k: int, n: int, level: float = 0.95) -> float:
    """Return the difference of mean ranks that Nemenyi's test needs, for k classifiers on n datasets.

    Examples
    --------
    >>> round(critical_difference(4, 14), 3)
    1.254
    """
    check_level(level)
    return studentized_range.isf(significance(level), k) / sqrt(2) * standard_error(k, n)


def standard_error(k: int, n: int) -> float:
    """Return the standard error of the difference of two of k mean ranks over n datasets without ties."""
    return sqrt(k * (k + 1) / (6 * n))


class _Test(NamedTuple):
    """What the results of one call have in common."""

    procedure: str
    method: str
    citation: str
    reach: float  # half the width of the interval, in mean ranks
    alternative: Alternative = Alternative.TWO_SIDED


def _compare_ranks(scores: Floats, pairs: Pairs, level: float) -> _RankPairs:
    check_level(level)
    values = check_complete(scores)
    n, k = values.shape
    a, b = pair_columns(pairs, classifiers=k)
    return _RankPairs(n, k, rank_rows(values).mean(axis=0), a, b, level)


def _normal_p(z: Floats, alternative: Alternative) -> Floats:
    return np.array([normal_p_value(value, alternative) for value in z.tolist()])


def _nemenyi_results(
    compared: _RankPairs, test: _Test, statistics: Floats, adjusted: Floats | None
) -> tuple[TestResult, ...]:
    ranks_a, ranks_b = compared.means[compared.a].tolist(), compared.means[compared.b].tolist()
    z, statistic = compared.z.tolist(), statistics.tolist()
    p_value = _normal_p(compared.z, test.alternative).tolist()
    p_adjusted: list[float | None] = [None] * len(z) if adjusted is None else adjusted.tolist()
    governing: list[float] = (
        p_value if adjusted is None else adjusted.tolist()
    )  # what the interval agrees with
    names = ("mean_rank_a", "mean_rank_b", "z", "standard_error", "critical_difference")
    return tuple(
        TestResult(
            procedure=test.procedure,
            null=NULL,
            alternative=test.alternative,
            statistic=statistic[i],
            df=None,
            p_value=p_value[i],
            estimate=_nemenyi_estimate(ranks_a[i] - ranks_b[i], test, governing[i], compared.level),
            n=compared.n,
            method=test.method,
            assumptions=ASSUMPTIONS,
            citation=test.citation,
            steps=NamedNumbers(names, (ranks_a[i], ranks_b[i], z[i], compared.error, test.reach)),
            p_adjusted=p_adjusted[i],
        )
        for i in range(len(z))
    )


def _nemenyi_estimate(advantage: float, test: _Test, p_value: float, level: float) -> Estimate:
    interval = symmetric_interval(
        advantage, test.reach, p_value=p_value, level=level, alternative=test.alternative
    )
    return Estimate(of="mean rank advantage", value=advantage, interval=interval)
