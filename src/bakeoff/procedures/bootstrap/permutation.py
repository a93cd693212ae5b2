"""Paired permutation test of every metric of predicted classes: a and b swap their predictions."""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, Interval, TestResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.base.distributions import binomial_sf
from bakeoff.procedures.base.example_flips import ClusterCounts, FourCounts, flip_interval, score_interval
from bakeoff.procedures.base.intervals import p_from_tails, settle_interval
from bakeoff.procedures.base.random_signs import is_affordable, lower_tail
from bakeoff.procedures.bootstrap.class_bootstrap import (
    advantage_of_b,
    advantages,
    check_two_classifiers,
    paired_bootstrap,
)
from bakeoff.procedures.bootstrap.contingency import Contingency
from bakeoff.procedures.bootstrap.metrics import CountMetric, find_metric

_AT_ONCE = 2_000_000  # numbers held at a time: 16 MB


def flipped_advantages(
    cells: Contingency, metric: CountMetric, *, flips: int, rng: np.random.Generator
) -> Floats:
    """Return the advantage of b after each of some random exchanges of predictions."""
    both = _pair_mirror_images(cells)
    drawn = _flip_examples(both, flips, rng) if both.clusters is None else _flip_clusters(both, flips, rng)
    return np.concatenate([advantages(both, amounts, metric) for amounts in drawn])


def _pair_mirror_images(cells: Contingency) -> Contingency:
    """Return the cells in an order where a cell and its mirror image (a and b exchanged) are side by side.

    Cells on which a and b agree come first and are their own images. Of the others the one with the smaller class
    predicted by a comes first; it is there even if only its image was seen.
    """
    low, high = cells.predictions.min(axis=1), cells.predictions.max(axis=1)
    weights = np.zeros(low.size) if cells.weights is None else cells.weights
    kinds, kind = np.unique(
        np.column_stack([low != high, cells.truth, low, high, weights]), axis=0, return_inverse=True
    )
    apart = kinds[:, 0] > 0
    agreeing = int(np.count_nonzero(~apart))
    place = np.where(
        low == high,
        kind.reshape(-1),
        agreeing + 2 * (kind.reshape(-1) - agreeing) + (cells.predictions[:, 0] != low),
    )
    rows = np.concatenate([kinds[~apart], np.repeat(kinds[apart], 2, axis=0)])
    predictions = rows[:, 2:4].astype(np.int64)
    predictions[agreeing + 1 :: 2] = predictions[agreeing + 1 :: 2, ::-1]
    return Contingency(
        truth=rows[:, 1].astype(np.int64),
        predictions=predictions,
        counts=_scatter_counts(cells.counts[None, :], place, len(rows))[0],
        classes=cells.classes,
        weights=None if cells.weights is None else rows[:, 4],
        clusters=None if cells.clusters is None else _scatter_counts(cells.clusters, place, len(rows)),
    )


def _scatter_counts(counts: Ints, place: Ints, size: int) -> Ints:
    moved = np.zeros((counts.shape[0], size), dtype=np.int64)
    moved[:, place] = counts
    return moved


def _flip_examples(both: Contingency, flips: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Exchange the predictions of each example with chance one half."""
    agreeing = int(np.count_nonzero(both.predictions[:, 0] == both.predictions[:, 1]))
    first = slice(agreeing, None, 2)
    together = both.counts[first] + both.counts[agreeing + 1 :: 2]
    width = max(1, _AT_ONCE // both.counts.size)
    for start in range(0, flips, width):
        size = min(width, flips - start)
        amounts = np.repeat(both.counts.astype(np.float64)[:, None], size, axis=1)
        amounts[first] = rng.binomial(together[:, None], 0.5, size=(together.size, size))
        amounts[agreeing + 1 :: 2] = together[:, None] - amounts[first]
        yield amounts


def _flip_clusters(both: Contingency, flips: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Exchange the predictions of whole clusters, each with chance one half."""
    agreeing = int(np.count_nonzero(both.predictions[:, 0] == both.predictions[:, 1]))
    contents = np.empty((0, 0)) if both.clusters is None else both.clusters.astype(np.float64)
    change = np.zeros_like(contents)
    change[:, agreeing::2] = contents[:, agreeing + 1 :: 2] - contents[:, agreeing::2]
    change[:, agreeing + 1 :: 2] = -change[:, agreeing::2]
    width = max(1, _AT_ONCE // max(contents.shape))
    for start in range(0, flips, width):
        exchanged = rng.integers(0, 2, size=(min(width, flips - start), contents.shape[0]))
        yield np.ascontiguousarray((contents.sum(axis=0) + exchanged @ change).T)


NULL = "on every example (or cluster) a and b could as well have given each other's predictions"
ASSUMPTIONS = (
    "the examples (or clusters, where they are given) are independent of each other",
    "neither classifier was trained or tuned on them",
    "under the null the classifiers are alike in every way, not only in their score",
)
FLIPS = 10_000

# With one prediction for each example all of these are the accuracy, or what it lacks to one.
_ACCURACIES = ("accuracy", "error_rate", "precision_micro", "recall_micro", "f1_micro", "recall_weighted")
_NOISE = 1e-12  # advantages that differ by less differ by rounding only


@check_arguments
def paired_permutation(
    cells: Contingency,
    *,
    metric: str,
    rng: np.random.Generator,
    flips: int | None = None,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b scores better than a, by swapping their predictions example by example.

    Null: on every example the predictions of a and b could as well be exchanged. Under it the test is
    exact, however few the examples. Examples on which both predict the same do not matter, and all that
    matters of the others is how many of each kind are swapped: the cost does not depend on their number.
    For accuracy and error rate (unweighted) all flips are counted exactly; for other metrics some are
    drawn, and the p-value is (b + 1)/(m + 1).

    With clusters, whole clusters are swapped. To reject is to say that a and b are not interchangeable;
    where they differ in other ways than the score, `paired_bootstrap` speaks of the score alone.

    With fewer than 20 clusters the interval of the accuracy inverts the flips; else it is that of `binomial`,
    `mcnemar_clustered` or `paired_bootstrap`, moved at zero, where need be, to agree with the p-value.

    Parameters
    ----------
    cells
        The distinct cells of a test set with two classifiers, a and b.
    metric
        Name of a metric of predicted classes.
    rng
        Source of the flips, and of the resamples for the interval.
    flips
        How many to draw where they are not all counted. None: 10,000, or fewer, but at least 1,000, where weights make
        tens of thousands of different cells.
    level, alternative
        Of the interval and the test, about the advantage of b over a: error rates are turned round.

    References
    ----------
    fisher1935, yeh2000, phipson2010

    Examples
    --------
    >>> from bakeoff.procedures.bootstrap.contingency import tabulate
    >>> truth = np.zeros(20, dtype=int)
    >>> a, b = (np.arange(20) < 9).astype(int), (np.arange(20) < 1).astype(int)
    >>> cells = tabulate(truth, np.column_stack([a, b]), classes=2)
    >>> paired_permutation(cells, metric="accuracy", rng=np.random.default_rng(1)).p_value  # 2 of 2^8 flips
    0.0078125
    """
    check_level(level)
    check_two_classifiers(cells)
    flips = cells.affordable(FLIPS) if flips is None else flips
    _check_flips(flips)
    count_metric = find_metric(metric, classes=cells.classes)
    value = advantage_of_b(cells, count_metric)
    tails = _count_tails(cells, count_metric) or _draw_tails(cells, count_metric, value, flips, rng)
    p_value = p_from_tails(tails.greater, tails.less, alternative)
    beside = _permutation_interval(cells, count_metric, level, alternative, rng)
    interval = settle_interval(
        beside.low, beside.high, p_value=p_value, level=level, alternative=alternative, estimate=value
    )
    reach = count_metric.high - count_metric.low
    return TestResult(
        procedure="paired-permutation",
        null=NULL,
        alternative=alternative,
        statistic=value,
        df=None,
        p_value=p_value,
        estimate=Estimate(
            of=f"difference in {metric}",
            value=value,
            interval=Interval(low=max(-reach, interval.low), high=min(reach, interval.high), level=level),
        ),
        n=cells.total,
        method=tails.method,
        assumptions=ASSUMPTIONS,
        citation="yeh2000",
        monte_carlo_error=None if tails.exact else sqrt(p_value * (1 - p_value) / flips),
    )


class _Tails(NamedTuple):
    greater: float  # the chance, under flips, of an advantage as large as observed or larger
    less: float
    exact: bool
    method: str


def _count_tails(cells: Contingency, metric: CountMetric) -> _Tails | None:
    """Return the tails over all flips, where they can be counted."""
    if metric.name not in _ACCURACIES or cells.weights is not None:
        return None
    mends, breaks = _count_cluster_flips(cells)
    if cells.clusters is None:
        d = int(mends.sum() + breaks.sum())
        greater, less = binomial_sf(int(mends.sum()), d), binomial_sf(int(breaks.sum()), d)
        return _Tails(greater, less, exact=True, method="exact")
    sums = mends - breaks
    sizes, plus = np.abs(sums[sums != 0]), int(sums[sums > 0].sum())
    minus = int(sizes.sum()) - plus
    if not is_affordable(sizes, min(plus, minus)):
        return None
    # Of the flipped clusters' sum only what would come out negative counts: a random subset of the sizes.
    greater, less = lower_tail(sizes, minus), lower_tail(sizes, plus)
    return _Tails(greater, less, exact=True, method=f"exact, {cells.units} clusters flipped")


def _draw_tails(
    cells: Contingency, metric: CountMetric, value: float, flips: int, rng: np.random.Generator
) -> _Tails:
    """Return the tails over random flips, each of them counted together with its mirror image.

    The observed assignment and its mirror image count, too, as one flip among the others: no p-value is zero, and
    exchanging a and b exchanges the tails exactly.
    """
    sizes = np.abs(flipped_advantages(cells, metric, flips=flips, rng=rng))
    near = (int(np.count_nonzero(sizes >= abs(value) - _NOISE)) + 1) / (flips + 1) / 2
    far = 1 - int(np.count_nonzero(sizes > abs(value) + _NOISE)) / (flips + 1) / 2
    greater, less = (near, far) if value > _NOISE else (far, near) if value < -_NOISE else (far, far)
    clusters = "" if cells.clusters is None else " of clusters"
    return _Tails(greater, less, exact=False, method=f"Monte Carlo, {flips:,} flips{clusters}")


def _permutation_interval(
    cells: Contingency, metric: CountMetric, level: float, alternative: Alternative, rng: np.random.Generator
) -> Interval:
    if metric.name not in _ACCURACIES or cells.weights is not None:
        resampled = paired_bootstrap(cells, metric=metric.name, rng=rng, level=level, alternative=alternative)
        return resampled.estimate.interval
    mends, breaks = _count_cluster_flips(cells)
    if cells.clusters is not None:
        counts = ClusterCounts(mends=mends, breaks=breaks, sizes=cells.clusters.sum(axis=1))
        return flip_interval(counts, level=level, alternative=alternative)
    both = cells.counts[(cells.predictions == cells.truth[:, None]).all(axis=1)]
    four = FourCounts(
        both_right=int(both.sum()),
        mends=int(mends.sum()),
        breaks=int(breaks.sum()),
        both_wrong=cells.total - int(both.sum() + mends.sum() + breaks.sum()),
    )
    tails = binomial_sf(four.mends, four.discordant), binomial_sf(four.breaks, four.discordant)
    return score_interval(four, tails, continuity=True, level=level, alternative=alternative)


def _count_cluster_flips(cells: Contingency) -> tuple[Ints, Ints]:
    """Return what b mends and what it breaks, in each cluster (or in all, where there are none)."""
    right = cells.predictions == cells.truth[:, None]
    contents = cells.counts[None, :] if cells.clusters is None else cells.clusters
    mends, breaks = right[:, 1] & ~right[:, 0], right[:, 0] & ~right[:, 1]
    return contents[:, mends].sum(axis=1), contents[:, breaks].sum(axis=1)


def _check_flips(flips: int) -> None:
    if flips < 100:
        raise ProcedureError(
            f"{flips} flips are too few for a tail", where="flips", fix="draw 10,000", code="BO053"
        )
