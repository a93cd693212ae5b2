"""Many classifiers on one test set: all pairs at once, by the largest of McNemar's statistics under flips."""

from collections.abc import Iterator, Sequence
from math import inf, isinf, sqrt
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, Interval, TestResult, significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_distinct_pairs, check_level
from bakeoff.procedures.base.example_flips import FourCounts, score_lows, score_roots
from bakeoff.procedures.base.intervals import settle_interval, turn_towards
from bakeoff.procedures.predictions.clustered_mcnemar import cluster_p_value
from bakeoff.procedures.predictions.cochran_q import check_correct
from bakeoff.procedures.predictions.mcnemar import NULL, midp_value

_AT_ONCE = 2_000_000  # numbers held at a time: 16 MB
_AFFORDABLE = 50_000_000  # random numbers; beyond it sums of flips are drawn from their normal limit
_MOST_ENUMERATED = 2**13  # flips: as many as are drawn otherwise
_PATTERN_NOISE = 1e-9
_TILE_PAIRS, _TILE_FLIPS = 64, 2_048  # statistics looked at together: a megabyte of them


class Patterns(NamedTuple):
    """What is flipped as one: examples of one pattern, or clusters."""

    right: Floats  # units × classifiers: 0 or 1, or the number of a cluster's examples that are right
    counts: Ints  # how many examples have the pattern; 1 for a cluster
    sizes: Floats | None  # examples in each cluster; None where units are patterns of examples


class PatternFamily(NamedTuple):
    """The pairs judged together."""

    statistics: Floats
    p_adjusted: Floats
    largest: Floats  # the largest statistic over all pairs, in each flip
    method: str
    exact: bool  # whether all flips were counted, not some drawn


def example_patterns(correct: Bools) -> Patterns:
    """Return the distinct patterns of right and wrong, and how many examples have each.

    Their order, by which signs are drawn, does not depend on that of the examples or the classifiers.

    >>> one = example_patterns(np.array([[True, False], [True, True], [True, False]]))
    >>> other = example_patterns(np.array([[False, True], [False, True], [True, True]]))
    >>> one.counts.tolist() == other.counts.tolist(), np.array_equal(one.right, other.right[:, ::-1])
    (True, True)
    """
    together = correct.sum(
        axis=1
    )  # an example that many get right tells who does, when it is known how many do
    order = np.lexsort([correct.T @ together**2, correct.T @ together, correct.sum(axis=0)])
    right, counts = np.unique(correct[:, order], axis=0, return_counts=True)
    return Patterns(right[:, np.argsort(order)].astype(np.float64), counts, None)


def cluster_patterns(correct: Bools, clusters: NDArray[np.generic]) -> Patterns:
    """Return how many examples of each cluster each classifier gets right."""
    names, code = np.unique(clusters, return_inverse=True)
    if code.shape != correct.shape[:1] or names.size < 2:
        raise ProcedureError(
            f"{correct.shape[0]} examples need as many names of clusters, and two clusters or more",
            where="clusters",
            fix="give the cluster of every example, or leave the clusters out",
            code="BO052",
        )
    columns = [np.bincount(code, weights=column, minlength=names.size) for column in correct.T]
    sizes = np.bincount(code, minlength=names.size).astype(np.float64)
    return Patterns(np.column_stack(columns), np.ones(names.size, dtype=np.int64), sizes)


def step_down(
    patterns: Patterns,
    pairs: Sequence[tuple[int, int]],
    *,
    flips: int,
    alternative: Alternative,
    rng: np.random.Generator,
) -> PatternFamily:
    """Return statistics and adjusted p-values of the pairs, by the step-down maximum (Westfall & Young 1993)."""
    a, b = np.array(pairs, dtype=np.intp).T
    # Sums of whole numbers: exact.
    right, products = patterns.counts @ patterns.right, (patterns.right.T * patterns.counts) @ patterns.right
    spread = np.sqrt(products[a, a] + products[b, b] - 2 * products[a, b])
    scale = np.where(spread > 0, spread, 1.0)
    statistics = (right[b] - right[a]) / scale
    oriented = turn_towards(statistics, alternative)
    order = np.argsort(-oriented, kind="stable")[
        ::-1
    ]  # the smallest first, so that a maximum of the rest grows
    family = _OrderedPairs(a[order], b[order], scale[order], oriented[order] - _PATTERN_NOISE)
    exceeding = np.zeros(len(pairs), dtype=np.int64)
    draws = _draw_flips(patterns, flips, rng)
    largest = [
        _count_exceeding(
            np.ascontiguousarray(sums[first : first + _TILE_FLIPS].T), family, alternative, exceeding
        )
        for sums in draws.sums
        for first in range(0, len(sums), _TILE_FLIPS)
    ]
    p_adjusted = np.empty(len(pairs))
    # The observed signs are among all flips already; of those that are drawn they count as one more.
    drawn_too = 0 if draws.exact else 1
    every = np.concatenate(largest)
    shares = (exceeding[::-1] + drawn_too) / (every.size + drawn_too)
    p_adjusted[order[::-1]] = np.maximum.accumulate(shares)
    return PatternFamily(statistics, p_adjusted, every, draws.method, draws.exact)


class _OrderedPairs(NamedTuple):
    """Pairs, those with the smallest observed statistics first, and what a statistic has to reach."""

    a: NDArray[np.intp]
    b: NDArray[np.intp]
    scale: Floats
    bar: Floats


def _count_exceeding(sums: Floats, pairs: _OrderedPairs, alternative: Alternative, exceeding: Ints) -> Floats:
    """Add in how many flips (classifiers × flips) any pair up to each one reaches its bar; return the largest."""
    largest = np.full(sums.shape[1], -inf)
    for first in range(0, pairs.bar.size, _TILE_PAIRS):
        some = slice(first, first + _TILE_PAIRS)
        drawn = turn_towards(
            (sums[pairs.b[some]] - sums[pairs.a[some]]) / pairs.scale[some, None], alternative
        )
        for (
            row
        ) in drawn:  # from the smallest up: the largest among those that are still in question at each step
            largest = np.maximum(row, largest, out=row)
        exceeding[some] += np.count_nonzero(drawn >= pairs.bar[some, None], axis=1)
    return largest


class _Draws(NamedTuple):
    sums: Iterator[Floats]  # flips × classifiers, a part at a time
    method: str
    exact: bool


def _draw_flips(patterns: Patterns, flips: int, rng: np.random.Generator) -> _Draws:
    """Return all flips where they are few, else some of them, else draws from their normal limit."""
    units = int(patterns.counts.sum())
    if 2**units <= min(flips, _MOST_ENUMERATED):
        what = "examples" if patterns.sizes is None else "clusters"
        return _Draws(
            _enumerate_sums(patterns), f"exact, all {2**units:,} flips of {units} {what}", exact=True
        )
    if patterns.counts.size * flips <= _AFFORDABLE:
        return _Draws(_flip_sums(patterns, flips, rng), f"Monte Carlo, {flips:,} flips", exact=False)
    normal = f"Monte Carlo, {flips:,} draws from the normal limit of flips"
    return _Draws(_draw_normal_sums(patterns, flips, rng), normal, exact=False)


def _enumerate_sums(patterns: Patterns) -> Iterator[Floats]:
    """Yield the sums of right examples under every assignment of signs to the examples (or clusters)."""
    each = np.repeat(patterns.right, patterns.counts, axis=0)
    signs = 1.0 - 2.0 * (np.arange(2 ** len(each))[:, None] >> np.arange(len(each)) & 1)
    yield signs @ each


def _flip_sums(patterns: Patterns, flips: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Yield flips × classifiers sums of right examples, each example's (or cluster's) sign at random."""
    width = max(1, _AT_ONCE // max(patterns.right.shape))
    for start in range(0, flips, width):
        size = (min(width, flips - start), patterns.counts.size)
        signs = 2.0 * rng.binomial(patterns.counts, 0.5, size=size) - patterns.counts
        yield signs @ patterns.right


def _draw_normal_sums(patterns: Patterns, flips: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Yield sums with the covariance that flips give them, and normal, as sums of so many flips are."""
    values, vectors = np.linalg.eigh((patterns.right * patterns.counts[:, None]).T @ patterns.right)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    width = max(1, _AT_ONCE // patterns.right.shape[1])
    for start in range(0, flips, width):
        yield rng.standard_normal((min(width, flips - start), root.shape[1])) @ root.T


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
    table = check_correct(correct)
    _check_pairs(pairs, table.shape[1], flips)
    check_distinct_pairs(pairs)
    patterns = example_patterns(table) if clusters is None else cluster_patterns(table, clusters)
    family = step_down(patterns, pairs, flips=flips, alternative=alternative, rng=rng)
    request = _Request(_all_pairs_flip_critical(family, level), level, alternative)
    judge = _judge_examples if patterns.sizes is None else _judge_clusters
    return tuple(
        _all_pairs_flip_result(own, request, family, place, table.shape[0])
        for place, own in enumerate(judge(patterns, pairs, request))
    )


def _all_pairs_flip_critical(family: PatternFamily, level: float) -> float:
    """Return what the largest statistic has to pass; infinity where so few flips can reject nothing."""
    alpha = significance(level)
    if family.exact and float((family.largest >= family.largest.max() - _NOISE).mean()) >= alpha:
        return inf
    return float(np.quantile(family.largest, 1 - alpha, method="higher"))


class _Request(NamedTuple):
    critical: float
    level: float
    alternative: Alternative


class _OwnResult(NamedTuple):
    """What is known of a pair: by itself, and the ends of its interval at the family's critical value."""

    value: float
    p_value: float
    low: float
    high: float


def _all_pairs_flip_result(
    own: _OwnResult, asked: _Request, family: PatternFamily, place: int, examples: int
) -> TestResult:
    p_adjusted = max(own.p_value, float(family.p_adjusted[place]))
    interval = settle_interval(
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


def _judge_examples(
    patterns: Patterns, pairs: Sequence[tuple[int, int]], asked: _Request
) -> Iterator[_OwnResult]:
    a, b = np.array(pairs, dtype=np.intp).T
    right = (patterns.right > 0).astype(np.float64)
    together, alone = (right.T * patterns.counts) @ right, patterns.counts @ right
    both, n = together[a, b], float(patterns.counts.sum())
    mends, breaks = alone[b] - both, alone[a] - both
    lows, highs = np.full(a.size, -1.0), np.ones(a.size)
    if not isinf(asked.critical):
        totals = np.full(a.size, n)
        lows = score_lows(mends, breaks, totals, critical=asked.critical)
        highs = -score_lows(breaks, mends, totals, critical=asked.critical)
    columns = (column.tolist() for column in (both, mends, breaks, lows, highs))
    for is_both, mended, broken, low, high in zip(*columns, strict=True):
        counts = FourCounts(
            both_right=int(is_both),
            mends=int(mended),
            breaks=int(broken),
            both_wrong=int(n - is_both - mended - broken),
        )
        yield _OwnResult(counts.difference, midp_value(counts, asked.alternative), low, high)


def _judge_clusters(
    patterns: Patterns, pairs: Sequence[tuple[int, int]], asked: _Request
) -> Iterator[_OwnResult]:
    for i, j in pairs:
        sums: Floats = patterns.right[:, j] - patterns.right[:, i]
        sizes = np.ones(sums.size) if patterns.sizes is None else patterns.sizes
        # The statistic of the family lacks Obuchowski's factor K/(K - 1).
        factor = sqrt(1 - 1 / sums.size)
        ends = (-1.0, 1.0) if isinf(asked.critical) else score_roots(sums, sizes, asked.critical * factor)
        yield _OwnResult(float(sums.sum() / sizes.sum()), cluster_p_value(sums, asked.alternative), *ends)


def _check_pairs(pairs: Sequence[tuple[int, int]], classifiers: int, flips: int) -> None:
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
