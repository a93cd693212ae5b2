"""Bootstrap of every metric of predicted classes: the urn that it draws from, p-values and intervals."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, TestResult
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.bootstrap.contingency import Contingency, as_one_resample, select_classifier, tally
from bakeoff.procedures.bootstrap.metrics import CountMetric, find_metric
from bakeoff.procedures.bootstrap.resampled_estimates import (
    Draws,
    check_resamples,
    judge_draws,
    percentile_interval,
)

_AT_ONCE = 2_000_000  # numbers drawn at a time: 16 MB


class Urn(NamedTuple):
    """What is drawn, with replacement: single examples, or whole clusters of them."""

    cells: Contingency  # those of the test set, then those of the doubts
    shares: Floats  # the chance of each unit in one draw
    draws: int  # units drawn for one resample
    contents: Ints | None  # units × cells; None where a unit is one example of its cell


def fill_urn(cells: Contingency) -> Urn:
    """Return the urn of a test set, for one or two classifiers.

    The doubts are, for each class that occurs, one example that the classifier gets right and one that it gets
    wrong, or one that b mends and one that b breaks; together they weigh as much as two examples.
    """
    present = np.unique(cells.truth)
    rivals = _rival_classes(cells, present)
    ways = np.array([[False], [True]] if cells.predictions.shape[1] == 1 else [[True, False], [False, True]])
    truth = np.repeat(present, 2)
    wrong = np.tile(ways, (present.size, 1))
    doubts = np.where(wrong, np.repeat(rivals, 2)[:, None], truth[:, None])
    shares = np.full(truth.size, 1 / present.size)
    contents = None
    if cells.clusters is not None:
        contents = np.zeros((cells.units + truth.size, cells.counts.size + truth.size), dtype=np.int64)
        contents[: cells.units, : cells.counts.size] = cells.clusters
        contents[cells.units :, cells.counts.size :] = np.eye(truth.size, dtype=np.int64)
    units = cells.counts.astype(np.float64) if contents is None else np.ones(cells.units)
    return Urn(
        cells=_extend_cells(cells, truth, doubts),
        shares=np.append(units, shares) / (units.sum() + 2),
        draws=cells.units,
        contents=contents,
    )


def draw_test_sets(urn: Urn, *, resamples: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Draw test sets as large as the one seen; yields cells × some resamples, `resamples` in all."""
    width = max(1, _AT_ONCE // urn.shares.size)
    for start in range(0, resamples, width):
        drawn = rng.multinomial(urn.draws, urn.shares, size=min(width, resamples - start))
        amounts = drawn if urn.contents is None else drawn @ urn.contents
        yield np.ascontiguousarray(amounts.T, dtype=np.float64)


def _extend_cells(cells: Contingency, truth: Ints, predictions: Ints) -> Contingency:
    """Return the cells followed by others, which no example of the test set is in."""
    none = np.zeros(truth.size, dtype=np.int64)
    weights = None
    if cells.weights is not None:
        average = np.average(cells.weights, weights=cells.counts)
        weights = np.append(cells.weights, np.full(truth.size, average))
    return Contingency(
        truth=np.append(cells.truth, truth),
        predictions=np.concatenate([cells.predictions, predictions]),
        counts=np.append(cells.counts, none),
        classes=cells.classes,
        weights=weights,
    )


def _rival_classes(cells: Contingency, present: Ints) -> Ints:
    """Return for each class the one it is most often taken for; failing errors, the commonest other class."""
    sizes = np.bincount(cells.truth, weights=cells.counts, minlength=cells.classes)
    taken_for = np.zeros((cells.classes, cells.classes))
    for column in cells.predictions.T:
        np.add.at(taken_for, (cells.truth, column), cells.counts)
    liking = taken_for * (cells.total + 1) + sizes
    np.fill_diagonal(liking, -1)
    rivals: Ints = liking[present].argmax(axis=1)
    return rivals


NULL = "on the population that the examples come from, both classifiers score the same"
ASSUMPTIONS = (
    "the examples (or clusters, where they are given) are independent draws from the population",
    "neither classifier was trained or tuned on them",
    "there are enough of them for the spread of resamples to stand for the spread of samples: some fifty",
)
RESAMPLES = 10_000


def paired_bootstrap(
    cells: Contingency,
    *,
    metric: str,
    rng: np.random.Generator,
    resamples: int | None = None,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b scores better than a on a metric of predicted classes, by resampling the test set.

    Null: on the whole population both score the same. Unlike a permutation test it does not suppose
    that the two are alike in every other way, and its interval is about any metric: F1, MCC, …

    Assumes some fifty independent examples (clusters, where they are given) or more. For accuracy
    `mcnemar_midp` is better; under the sharper null that both are interchangeable `paired_permutation` is
    exact. The interval is the percentile interval, widened for small samples as Student's t is, of
    resamples from the counts plus two examples of doubt, so that it has a width even where b never
    differs from a. It stays within the range of the metric. BCa was measured to be worse.

    Parameters
    ----------
    cells
        The distinct cells of a test set with two classifiers, a and b.
    metric
        Name of a metric of predicted classes.
    rng
        Source of the resamples.
    resamples
        How many to draw; the p-value cannot be smaller than about 2/resamples. None: 10,000, or fewer, but at least
        1,000, where weights make tens of thousands of different cells.
    level, alternative
        Of the interval and the test, about the advantage of b over a: error rates are turned round.

    References
    ----------
    efron1993, hesterberg2015, bonett2012

    Examples
    --------
    >>> from bakeoff.procedures.bootstrap.contingency import tabulate
    >>> truth = np.array([0, 1] * 50)
    >>> a, b = np.where(np.arange(100) < 30, 1 - truth, truth), np.where(np.arange(100) < 10, 1 - truth, truth)
    >>> cells = tabulate(truth, np.column_stack([a, b]), classes=2)
    >>> result = paired_bootstrap(cells, metric="f1_macro", rng=np.random.default_rng(1))
    >>> round(result.estimate.value, 2), result.p_value < 0.01
    (0.2, True)
    """
    check_level(level)
    resamples = cells.affordable(RESAMPLES) if resamples is None else resamples
    draws = bootstrap_draws(cells, metric=metric, rng=rng, resamples=resamples)
    result = judge_draws(draws, level=level, alternative=alternative)
    return TestResult(
        procedure="paired-bootstrap",
        null=NULL,
        alternative=alternative,
        statistic=draws.value,
        df=None,
        p_value=result.p_value,
        estimate=Estimate(of=f"difference in {metric}", value=draws.value, interval=result.interval),
        n=cells.total,
        method=f"bootstrap, {resamples:,} resamples" + ("" if cells.clusters is None else " of clusters"),
        assumptions=ASSUMPTIONS,
        citation="efron1993",
        monte_carlo_error=sqrt(result.p_value * (1 - result.p_value) / resamples),
    )


def bootstrap_draws(
    cells: Contingency, *, metric: str, rng: np.random.Generator, resamples: int | None = None
) -> Draws:
    """Return the advantage of b in resamples of the test set."""
    resamples = cells.affordable(RESAMPLES) if resamples is None else resamples
    check_two_classifiers(cells)
    check_resamples(resamples, units=cells.units)
    count_metric = find_metric(metric, classes=cells.classes)
    value = advantage_of_b(cells, count_metric)
    drawn = _draw_mirrored_advantages(cells, count_metric, value, resamples, rng)
    return Draws(drawn, value, cells.units, count_metric.high - count_metric.low)


def metric_interval(
    cells: Contingency,
    *,
    metric: str,
    rng: np.random.Generator,
    classifier: int = 0,
    resamples: int | None = None,
    level: float = 0.95,
) -> Estimate:
    """Estimate a metric of one classifier, with an interval that stays in the metric's range.

    Assumes some fifty independent examples (or clusters) or more. The accuracy itself has better intervals
    (`proportion_interval`). Resampled as in `paired_bootstrap`, with a width even where nothing is wrong.

    References
    ----------
    efron1993, hesterberg2015, agresti2000

    Examples
    --------
    >>> from bakeoff.procedures.bootstrap.contingency import tabulate
    >>> perfect = tabulate(np.array([0, 1] * 25), np.array([[0], [1]] * 25), classes=2)
    >>> estimate = metric_interval(perfect, metric="f1_macro", rng=np.random.default_rng(1))
    >>> estimate.value, estimate.interval.high, 0.85 < estimate.interval.low < 0.95
    (1.0, 1.0, True)
    """
    return metric_intervals(
        cells, metrics=(metric,), rng=rng, classifier=classifier, resamples=resamples, level=level
    )[0]


def metric_intervals(
    cells: Contingency,
    *,
    metrics: Sequence[str],
    rng: np.random.Generator,
    classifier: int = 0,
    resamples: int | None = None,
    level: float = 0.95,
) -> tuple[Estimate, ...]:
    """Estimate several metrics of one classifier from the same resamples; each as `metric_interval` does."""
    check_level(level)
    resamples = cells.affordable(RESAMPLES) if resamples is None else resamples
    check_resamples(resamples, units=cells.units)
    count_metrics = [find_metric(metric, classes=cells.classes) for metric in metrics]
    source = fill_urn(select_classifier(cells, classifier))
    tallies = (
        tally(source.cells, some, classifier=0)
        for some in draw_test_sets(source, resamples=resamples, rng=rng)
    )
    drawn = np.concatenate(
        [np.array([metric.of(each) for metric in count_metrics]) for each in tallies], axis=1
    )
    observed_tallies = tally(cells, as_one_resample(cells), classifier=classifier)
    return tuple(
        _estimate_metric(metric, values, float(metric.of(observed_tallies)[0]), cells.units, level)
        for metric, values in zip(count_metrics, drawn, strict=True)
    )


def _estimate_metric(metric: CountMetric, drawn: Floats, value: float, units: int, level: float) -> Estimate:
    interval = percentile_interval(
        drawn, value=value, units=units, bounds=(metric.low, metric.high), level=level
    )
    return Estimate(of=metric.name, value=value, interval=interval)


def check_two_classifiers(cells: Contingency) -> None:
    """Refuse a table that is not about two classifiers."""
    if cells.predictions.shape[1] != 2:
        raise ProcedureError(
            f"a pair is two classifiers; the cells hold the predictions of {cells.predictions.shape[1]}",
            where="cells",
            fix="tabulate the predictions of a and of b",
            code="BO052",
        )


def advantage_of_b(cells: Contingency, metric: CountMetric) -> float:
    """Return by how much b is better than a on the test set itself."""
    return float(advantages(cells, as_one_resample(cells), metric)[0])


def advantages(cells: Contingency, amounts: Floats, metric: CountMetric) -> Floats:
    """Return by how much b is better than a in each resample."""
    a = metric.of(tally(cells, amounts, classifier=0))
    b = metric.of(tally(cells, amounts, classifier=1))
    return b - a if metric.higher_is_better else a - b


def _draw_mirrored_advantages(
    cells: Contingency, metric: CountMetric, value: float, resamples: int, rng: np.random.Generator
) -> Floats:
    """Draw advantages of b that turn into their negatives, one by one, when a and b are exchanged."""
    swapped = cells.swap()
    mine, theirs = _class_bootstrap_signature(cells), _class_bootstrap_signature(swapped)
    turned = value < 0 or (value == 0 and theirs < mine)
    source = fill_urn(swapped if turned else cells)
    parts = [
        advantages(source.cells, some, metric)
        for some in draw_test_sets(source, resamples=resamples, rng=rng)
    ]
    drawn: Floats = np.concatenate([-part for part in parts] if turned else parts)
    return np.concatenate([drawn, -drawn]) if mine == theirs else drawn


def _class_bootstrap_signature(cells: Contingency) -> bytes:
    contents = cells.counts[None, :] if cells.clusters is None else cells.clusters
    weights = b"" if cells.weights is None else cells.weights.tobytes()
    return np.column_stack([cells.truth, cells.predictions, contents.T]).tobytes() + weights
