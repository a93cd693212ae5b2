"""The post-hoc z-tests of the textbooks: each pair by its mean ranks, aligned ranks or Quade's weighted ranks."""

from dataclasses import dataclass
from math import sqrt
from types import MappingProxyType

from bakeoff.core.arrays import Floats
from bakeoff.core.results import Alternative, Estimate, TestResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import Pairs, check_complete, check_level, pair_columns
from bakeoff.procedures.base.distributions import normal_p_value, normal_quantile
from bakeoff.procedures.base.intervals import symmetric_interval, tail_level
from bakeoff.procedures.many.aligned_ranks import rank_deviations
from bakeoff.procedures.many.quade import weights_of_datasets
from bakeoff.procedures.many.ranks import rank_rows

_RANKS_ALIKE = "the classifiers' scores vary alike, so that their ranks have equal variances"
_INDEPENDENT = "the datasets are independent of each other"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ranking:
    """One kind of mean ranks: their values, the standard error of a difference, and what a reader must know."""

    procedure: str
    of: str
    means: Floats
    error: float
    n: int
    null: str
    assumptions: tuple[str, ...]
    citation: str


@check_arguments
def friedman_z(
    scores: Floats,
    *,
    pairs: Pairs,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> tuple[TestResult, ...]:
    """Compare the mean ranks of single pairs, without allowance for their number: for use with an adjustment.

    Parameters
    ----------
    scores : array of shape (datasets, classifiers)
        Higher is better; complete.
    pairs : sequence of (a, b)
        The columns of each pair.
    level : float
        Confidence level of each interval.
    alternative : Alternative
        Which advantages count as evidence against the null.

    Returns
    -------
    tuple of TestResult
        One for each pair: `statistic` is z, the difference of mean ranks over √(k(k + 1)/(6n)).

    Notes
    -----
    Null: within each dataset every order of the classifiers is equally likely. The verdict on a pair depends on which
    other classifiers are in the table, and the error rate is not kept when some are noisier than others
    (docs/validity/many_datasets.md); sign flips of the pairs' own differences have neither fault. The textbooks take
    these z-tests with Holm's, Shaffer's or Bergmann and Hommel's adjustment for all pairs, and with Bonferroni and
    Dunn's, Holm's, Hochberg's, Hommel's, Holland's, Rom's, Finner's or Li's for comparisons with a baseline. With ties
    the test is conservative. Sources: `demsar2006`, `garcia2008`, `garcia2010`.

    Examples
    --------
    >>> import numpy as np
    >>> scores = np.array([[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.6], [0.8, 0.6, 0.7]])
    >>> [round(r.p_value, 4) for r in friedman_z(scores, pairs=[(2, 0), (2, 1)])]
    [0.0114, 0.2059]
    """
    values = check_complete(scores)
    n, k = values.shape
    ranking = _Ranking(
        procedure="friedman-z",
        of="mean rank advantage",
        means=rank_rows(values).mean(axis=0),
        error=sqrt(k * (k + 1) / (6 * n)),
        n=n,
        null="within each dataset every order of the classifiers is equally likely",
        assumptions=(_INDEPENDENT, _RANKS_ALIKE),
        citation="demsar2006",
    )
    return _mean_rank_z_results(ranking, pairs, level, alternative)


@check_arguments
def aligned_z(
    scores: Floats,
    *,
    pairs: Pairs,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> tuple[TestResult, ...]:
    """Compare the mean aligned ranks of single pairs, without allowance for their number.

    Parameters
    ----------
    scores : array of shape (datasets, classifiers)
        Higher is better; complete; in one unit over all datasets.
    pairs, level, alternative
        As for `friedman_z`.

    Returns
    -------
    tuple of TestResult
        One for each pair: `statistic` is z, the difference of mean aligned ranks over √(k(nk + 1)/6).

    Notes
    -----
    Null: the classifiers' scores are exchangeable within each dataset. The mean of each dataset is taken off and all
    nk scores are ranked together, so that large differences count for more than in Friedman's ranks. Assumes
    datasets on which differences are of comparable size. The standard error is that of the publications, which leaves
    out that the aligned ranks of one dataset add up to nearly the same: under the null z varies by up to k/(k − 1), so
    that the test is liberal, most for three classifiers; the omnibus test `aligned_ranks` is not. What is said of
    `friedman_z` holds here too: the verdict on a pair depends on who else takes part. Source: `garcia2010`.

    Examples
    --------
    >>> import numpy as np
    >>> scores = np.array([[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.6], [0.8, 0.6, 0.7]])
    >>> [round(r.p_value, 4) for r in aligned_z(scores, pairs=[(2, 0), (2, 1)])]
    [0.003, 0.1376]
    """
    values = check_complete(scores)
    n, k = values.shape
    ranking = _Ranking(
        procedure="aligned-z",
        of="mean aligned rank advantage",
        means=rank_deviations(values).mean(axis=0),
        error=sqrt(k * (n * k + 1) / 6),
        n=n,
        null="within each dataset the scores of the classifiers are exchangeable",
        assumptions=(
            _INDEPENDENT,
            "differences between classifiers are of comparable size on all datasets",
            _RANKS_ALIKE,
        ),
        citation="garcia2010",
    )
    return _mean_rank_z_results(ranking, pairs, level, alternative)


@check_arguments
def quade_z(
    scores: Floats,
    *,
    pairs: Pairs,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> tuple[TestResult, ...]:
    """Compare Quade's weighted mean ranks of single pairs, without allowance for their number.

    Parameters
    ----------
    scores : array of shape (datasets, classifiers)
        Higher is better; complete; in one unit over all datasets.
    pairs, level, alternative
        As for `friedman_z`.

    Returns
    -------
    tuple of TestResult
        One for each pair: `statistic` is z, the difference of weighted mean ranks over
        √(k(k + 1)(2n + 1)(k − 1)/(18n(n + 1))).

    Notes
    -----
    Null: within each dataset every order of the classifiers is equally likely. A dataset weighs as much as its rank by
    the range of its scores. The standard error is that of the publications, whose square is (k − 1)/2 times the
    variance under the null: right for three classifiers, while the test is conservative for more. What is said of
    `friedman_z` holds here too: the verdict on a pair depends on who else takes part. Source: `garcia2010`.

    Examples
    --------
    >>> import numpy as np
    >>> scores = np.array([[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.6], [0.8, 0.6, 0.7]])
    >>> [round(r.p_value, 4) for r in quade_z(scores, pairs=[(2, 0), (2, 1)])]
    [0.025, 0.1394]
    """
    values = check_complete(scores)
    n, k = values.shape
    weights = weights_of_datasets(values)
    ranking = _Ranking(
        procedure="quade-z",
        of="weighted mean rank advantage",
        means=(weights[:, None] * rank_rows(values)).sum(axis=0) / (n * (n + 1) / 2),
        error=sqrt(k * (k + 1) * (2 * n + 1) * (k - 1) / (18 * n * (n + 1))),
        n=n,
        null="within each dataset every order of the classifiers is equally likely",
        assumptions=(
            _INDEPENDENT,
            "how far apart the scores lie can be compared between datasets",
            _RANKS_ALIKE,
        ),
        citation="garcia2010",
    )
    return _mean_rank_z_results(ranking, pairs, level, alternative)


def _mean_rank_z_results(
    ranking: _Ranking, pairs: Pairs, level: float, alternative: Alternative
) -> tuple[TestResult, ...]:
    check_level(level)
    a, b = pair_columns(pairs, classifiers=ranking.means.size)
    reach = -normal_quantile(tail_level(level, alternative)) * ranking.error
    places = zip(ranking.means[a].tolist(), ranking.means[b].tolist(), strict=True)
    return tuple(
        _mean_rank_z_result(ranking, mean_a, mean_b, reach, level, alternative) for mean_a, mean_b in places
    )


def _mean_rank_z_result(
    ranking: _Ranking, mean_a: float, mean_b: float, reach: float, level: float, alternative: Alternative
) -> TestResult:
    advantage = mean_a - mean_b
    z = advantage / ranking.error
    p_value = normal_p_value(z, alternative)
    interval = symmetric_interval(advantage, reach, p_value=p_value, level=level, alternative=alternative)
    return TestResult(
        procedure=ranking.procedure,
        null=ranking.null,
        alternative=alternative,
        statistic=z,
        df=None,
        p_value=p_value,
        estimate=Estimate(of=ranking.of, value=advantage, interval=interval),
        n=ranking.n,
        method="normal approximation",
        assumptions=ranking.assumptions,
        citation=ranking.citation,
        steps=MappingProxyType(
            {"mean_rank_a": mean_a, "mean_rank_b": mean_b, "standard_error": ranking.error, "z": z}
        ),
    )
