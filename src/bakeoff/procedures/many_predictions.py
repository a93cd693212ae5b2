"""Many classifiers on one test set: all pairs at once, by the largest of McNemar's statistics under flips."""

from collections.abc import Sequence
from math import inf, isinf, sqrt
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Bools, Floats
from bakeoff.core.results import Alternative, Estimate, Interval, TestResult, significance
from bakeoff.procedures.arguments import check_arguments
from bakeoff.procedures.clustered_mcnemar import cluster_p_value
from bakeoff.procedures.cochran_q import checked_correct
from bakeoff.procedures.intervals import settled
from bakeoff.procedures.mcnemar import NULL, mcnemar_midp
from bakeoff.procedures.paired_score import FourCounts, score_low, score_roots
from bakeoff.procedures.pattern_flips import Family, Patterns, cluster_patterns, example_patterns, step_down
from bakeoff.procedures.resamples import check_level
from bakeoff.procedures.score_table import check_distinct

FLIPS = 10_000
_NOISE = 1e-9
ASSUMPTIONS = (
    "the examples (or clusters, where they are given) are independent draws from the population",
    "no classifier was trained or tuned on them",
    "an example could as well have shown the opposite differences between classifiers that are equally good",
)


@check_arguments
def all_pairs_flips(
    correct: Bools,
    *,
    pairs: Sequence[tuple[int, int]],
    rng: np.random.Generator,
    clusters: NDArray[np.generic] | None = None,
    flips: int = FLIPS,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> tuple[TestResult, ...]:
    """Test all pairs of classifiers on one test set, with a chance of at most 1 - level of any false claim.

    Null of a pair: both are right equally often. The signs of all differences on an example (or cluster) are
    flipped together, which keeps how the pairs hang together, and the largest of McNemar's statistics over the
    pairs still in question gives the adjusted p-values, step by step (Westfall & Young 1993).

    Assumes independent examples, and that for classifiers that are equally good an example could as well have
    shown the opposite differences: exactly so where they are interchangeable, and in large test sets always.
    For two classifiers it is McNemar's test; no gate by Cochran's Q is needed.

    Parameters
    ----------
    correct
        Examples × classifiers: whether the classifier is right.
    pairs
        The columns of a and b of each pair.
    rng
        Source of the flips.
    clusters
        Which examples belong together; None: each stands alone.
    flips
        How many to draw; with so few examples or clusters that there are no more of them, all are counted.
    level, alternative
        Of the intervals, which hold together for all pairs, and of the tests.

    Returns
    -------
    tuple of TestResult
        One for each pair. `p_value` is of the pair by itself, `p_adjusted` of the pair in its family; the
        interval agrees with `p_adjusted`.

    References
    ----------
    westfall1993, mcnemar1947, tango1998

    Examples
    --------
    >>> correct = np.array([[1, 1, 0]] * 12 + [[1, 0, 1]] * 3 + [[1, 1, 1]] * 30, dtype=bool)
    >>> results = all_pairs_flips(correct, pairs=[(2, 0), (1, 0)], rng=np.random.default_rng(1))
    >>> [r.p_adjusted < 0.01 for r in results]
    [True, False]
    """
    check_level(level)
    table = checked_correct(correct)
    _check(pairs, table.shape[1], flips)
    check_distinct(pairs)
    patterns = example_patterns(table) if clusters is None else cluster_patterns(table, clusters)
    family = step_down(patterns, pairs, flips=flips, alternative=alternative, rng=rng)
    asked = _Asked(_critical(family, level), level, alternative)
    return tuple(
        _result(_own(patterns, pair, asked), asked, family, place, table.shape[0])
        for place, pair in enumerate(pairs)
    )


def _critical(family: Family, level: float) -> float:
    """Return what the largest statistic has to pass; infinity where so few flips can reject nothing."""
    alpha = significance(level)
    if family.exact and float((family.largest >= family.largest.max() - _NOISE).mean()) >= alpha:
        return inf
    return float(np.quantile(family.largest, 1 - alpha, method="higher"))


class _Asked(NamedTuple):
    critical: float
    level: float
    alternative: Alternative


class _Own(NamedTuple):
    """What is known of a pair: by itself, and the ends of its interval at the family's critical value."""

    value: float
    p_value: float
    low: float
    high: float


def _result(own: _Own, asked: _Asked, family: Family, place: int, examples: int) -> TestResult:
    p_adjusted = max(own.p_value, float(family.p_adjusted[place]))
    interval = settled(
        own.low,
        own.high,
        p_value=p_adjusted,
        level=asked.level,
        alternative=asked.alternative,
        estimate=own.value,
    )
    return TestResult(
        procedure="max-t-predictions",
        null=NULL,
        alternative=asked.alternative,
        statistic=float(family.statistics[place]),
        df=None,
        p_value=own.p_value,
        estimate=Estimate(
            of="difference in accuracy",
            value=own.value,
            interval=Interval(low=max(-1.0, interval.low), high=min(1.0, interval.high), level=asked.level),
        ),
        n=examples,
        method=family.method,
        assumptions=ASSUMPTIONS,
        citation="westfall1993",
        steps=MappingProxyType({} if isinf(asked.critical) else {"critical": asked.critical}),
        monte_carlo_error=None if family.exact else sqrt(p_adjusted * (1 - p_adjusted) / family.largest.size),
        p_adjusted=p_adjusted,
    )


def _own(patterns: Patterns, pair: tuple[int, int], asked: _Asked) -> _Own:
    return (
        _of_examples(patterns, pair, asked) if patterns.sizes is None else _of_clusters(patterns, pair, asked)
    )


def _of_examples(patterns: Patterns, pair: tuple[int, int], asked: _Asked) -> _Own:
    a, b = patterns.right[:, pair[0]] > 0, patterns.right[:, pair[1]] > 0
    both, mends, breaks = (int(patterns.counts[which].sum()) for which in (a & b, b & ~a, a & ~b))
    rest = int(patterns.counts.sum()) - both - mends - breaks
    counts = FourCounts(both_right=both, mends=mends, breaks=breaks, both_wrong=rest)
    return _Own(
        value=counts.difference,
        p_value=mcnemar_midp(counts, level=asked.level, alternative=asked.alternative).p_value,
        low=-1.0 if isinf(asked.critical) else score_low(counts, critical=asked.critical, continuity=False),
        high=1.0
        if isinf(asked.critical)
        else -score_low(counts.swapped(), critical=asked.critical, continuity=False),
    )


def _of_clusters(patterns: Patterns, pair: tuple[int, int], asked: _Asked) -> _Own:
    sums: Floats = patterns.right[:, pair[1]] - patterns.right[:, pair[0]]
    sizes = np.ones(sums.size) if patterns.sizes is None else patterns.sizes
    # The statistic of the family lacks Obuchowski's factor K/(K - 1).
    factor = sqrt(1 - 1 / sums.size)
    low, high = (-1.0, 1.0) if isinf(asked.critical) else score_roots(sums, sizes, asked.critical * factor)
    return _Own(
        value=float(sums.sum() / sizes.sum()),
        p_value=cluster_p_value(sums, asked.alternative),
        low=low,
        high=high,
    )


def _check(pairs: Sequence[tuple[int, int]], classifiers: int, flips: int) -> None:
    if not pairs or any(i == j or not (0 <= i < classifiers and 0 <= j < classifiers) for i, j in pairs):
        raise ProcedureError(
            f"a pair is two different columns of the {classifiers}; {list(pairs)} are not all pairs",
            where="pairs",
            fix="name the columns of a and b of each pair",
            code="BO053",
        )
    if flips < 100:
        raise ProcedureError(
            f"{flips} flips are too few for a tail", where="flips", fix="draw 10,000", code="BO053"
        )
