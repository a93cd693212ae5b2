"""Bootstrap of every metric of predicted classes, over the table of distinct cells."""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats
from bakeoff.core.results import Alternative, Estimate, TestResult
from bakeoff.procedures.cells import Cells, observed, single, tally
from bakeoff.procedures.metrics import CountMetric, metric_named
from bakeoff.procedures.resampled_estimates import Draws, check_resamples, judged, percentile_interval
from bakeoff.procedures.resamples import check_level
from bakeoff.procedures.urns import draw, urn

NULL = "on the population that the examples come from, both classifiers score the same"
ASSUMPTIONS = (
    "the examples (or clusters, where they are given) are independent draws from the population",
    "neither classifier was trained or tuned on them",
    "there are enough of them for the spread of resamples to stand for the spread of samples: some fifty",
)
RESAMPLES = 10_000


def paired_bootstrap(
    cells: Cells,
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
    >>> from bakeoff.procedures.cells import tabulate
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
    found = judged(draws, level=level, alternative=alternative)
    return TestResult(
        procedure="paired-bootstrap",
        null=NULL,
        alternative=alternative,
        statistic=draws.value,
        df=None,
        p_value=found.p_value,
        estimate=Estimate(of=f"difference in {metric}", value=draws.value, interval=found.interval),
        n=cells.total,
        method=f"bootstrap, {resamples:,} resamples" + ("" if cells.clusters is None else " of clusters"),
        assumptions=ASSUMPTIONS,
        citation="efron1993",
        monte_carlo_error=sqrt(found.p_value * (1 - found.p_value) / resamples),
    )


def bootstrap_draws(
    cells: Cells, *, metric: str, rng: np.random.Generator, resamples: int | None = None
) -> Draws:
    """Return the advantage of b in resamples of the test set."""
    resamples = cells.affordable(RESAMPLES) if resamples is None else resamples
    check_two(cells)
    check_resamples(resamples, units=cells.units)
    chosen = metric_named(metric, classes=cells.classes)
    value = advantage_of_b(cells, chosen)
    drawn = _mirrored(cells, chosen, value, resamples, rng)
    return Draws(drawn, value, cells.units, chosen.high - chosen.low)


def metric_interval(
    cells: Cells,
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
    >>> from bakeoff.procedures.cells import tabulate
    >>> perfect = tabulate(np.array([0, 1] * 25), np.array([[0], [1]] * 25), classes=2)
    >>> estimate = metric_interval(perfect, metric="f1_macro", rng=np.random.default_rng(1))
    >>> estimate.value, estimate.interval.high, 0.85 < estimate.interval.low < 0.95
    (1.0, 1.0, True)
    """
    return metric_intervals(
        cells, metrics=(metric,), rng=rng, classifier=classifier, resamples=resamples, level=level
    )[0]


def metric_intervals(
    cells: Cells,
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
    chosen = [metric_named(metric, classes=cells.classes) for metric in metrics]
    source = urn(single(cells, classifier))
    tallies = (tally(source.cells, some, classifier=0) for some in draw(source, resamples=resamples, rng=rng))
    drawn = np.concatenate([np.array([metric.of(each) for metric in chosen]) for each in tallies], axis=1)
    seen = tally(cells, observed(cells), classifier=classifier)
    return tuple(
        _estimated(metric, values, float(metric.of(seen)[0]), cells.units, level)
        for metric, values in zip(chosen, drawn, strict=True)
    )


def _estimated(metric: CountMetric, drawn: Floats, value: float, units: int, level: float) -> Estimate:
    interval = percentile_interval(
        drawn, value=value, units=units, bounds=(metric.low, metric.high), level=level
    )
    return Estimate(of=metric.name, value=value, interval=interval)


def check_two(cells: Cells) -> None:
    """Refuse a table that is not about two classifiers."""
    if cells.predictions.shape[1] != 2:
        raise ProcedureError(
            f"a pair is two classifiers; the cells hold the predictions of {cells.predictions.shape[1]}",
            where="cells",
            fix="tabulate the predictions of a and of b",
            code="BO052",
        )


def advantage_of_b(cells: Cells, metric: CountMetric) -> float:
    """Return by how much b is better than a on the test set itself."""
    return float(advantages(cells, observed(cells), metric)[0])


def advantages(cells: Cells, amounts: Floats, metric: CountMetric) -> Floats:
    """Return by how much b is better than a in each resample."""
    a = metric.of(tally(cells, amounts, classifier=0))
    b = metric.of(tally(cells, amounts, classifier=1))
    return b - a if metric.higher_is_better else a - b


def _mirrored(
    cells: Cells, metric: CountMetric, value: float, resamples: int, rng: np.random.Generator
) -> Floats:
    """Draw advantages of b that turn into their negatives, one by one, when a and b are exchanged."""
    swapped = cells.swapped()
    mine, theirs = _signature(cells), _signature(swapped)
    turned = value < 0 or (value == 0 and theirs < mine)
    source = urn(swapped if turned else cells)
    parts = [advantages(source.cells, some, metric) for some in draw(source, resamples=resamples, rng=rng)]
    drawn: Floats = np.concatenate([-part for part in parts] if turned else parts)
    return np.concatenate([drawn, -drawn]) if mine == theirs else drawn


def _signature(cells: Cells) -> bytes:
    contents = cells.counts[None, :] if cells.clusters is None else cells.clusters
    weights = b"" if cells.weights is None else cells.weights.tobytes()
    return np.column_stack([cells.truth, cells.predictions, contents.T]).tobytes() + weights
