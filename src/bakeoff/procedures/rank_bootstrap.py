"""Bootstrap of metrics of rankings: the area under the ROC curve and average precision."""

from collections.abc import Callable
from math import sqrt
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.results import Alternative, Estimate, TestResult
from bakeoff.procedures.differences import unknown
from bakeoff.procedures.rank_kernels import Engine, Kernels, kernels
from bakeoff.procedures.rank_urn import rank_urn, resampled_rankings
from bakeoff.procedures.rankings import Ranking, Weights, ranking, weighted_average_precision
from bakeoff.procedures.resampled_estimates import check_resamples, judged, percentile_interval
from bakeoff.procedures.resamples import check_level

RankMetric = Literal["roc_auc", "average_precision"]
RANK_METRICS: tuple[RankMetric, ...] = ("roc_auc", "average_precision")

NULL = "on the population that the examples come from, both classifiers score the same"
ASSUMPTIONS = (
    "the examples (or clusters, where they are given) are independent draws from the population",
    "neither classifier was trained or tuned on them",
    "there are enough examples of each class for resamples to stand for samples: some fifty",
)
RESAMPLES = 2000


def paired_rank_bootstrap(
    class_scores: Floats,
    *,
    truth: Ints,
    rng: np.random.Generator,
    metric: RankMetric = "roc_auc",
    clusters: NDArray[np.generic] | None = None,
    resamples: int = RESAMPLES,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
    engine: Engine = "auto",
) -> TestResult:
    """Test whether b ranks examples better than a, by resampling the test set.

    Null: on the whole population both score the same on the metric.

    Assumes some fifty independent examples (or clusters) of each class. For the area under the ROC curve of
    two classes `delong` needs no resampling and is as good; average precision has no such formula. The interval
    is the percentile interval, widened for small samples as Student's t is, of resamples from the examples and two
    more of doubt: a positive one that one classifier ranks at the top and the other amid the negatives, and so
    on in turn.

    Parameters
    ----------
    class_scores
        Examples × (a, b): scores for class 1 against class 0; or examples × (a, b) × classes, for the mean over the
        classes, each against the rest. Only the order of scores matters.
    truth
        The class of each example, numbered from 0.
    rng
        Source of the resamples.
    metric
        "roc_auc" or "average_precision".
    clusters
        Which examples belong together; None: each stands alone.
    resamples
        How many to draw.
    level, alternative
        Of the interval and the test.
    engine
        "numpy", "numba" (if installed; the same numbers, sooner for millions of examples) or "auto".

    References
    ----------
    efron1993, hesterberg2015

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> truth = np.arange(200) % 2
    >>> a, b = rng.normal(truth * 0.5), rng.normal(truth * 2.0)
    >>> paired_rank_bootstrap(np.column_stack([a, b]), truth=truth, rng=rng, resamples=500).p_value < 0.02
    True
    """
    check_level(level)
    tables = _tables(class_scores, truth, classifiers=2)
    check_resamples(resamples, units=len(truth))
    plan = _Plan(np.asarray(truth, dtype=np.int64), metric, clusters, resamples, _loops(metric, truth, resamples, engine))
    a, b = (_observed(table, plan) for table in tables)
    drawn, units = _advantages(tables, b - a, plan, rng)
    found = judged(drawn, value=b - a, units=units, reach=1.0, level=level, alternative=alternative)
    return TestResult(
        procedure="paired-bootstrap",
        null=NULL,
        alternative=alternative,
        statistic=b - a,
        df=None,
        p_value=found.p_value,
        estimate=Estimate(of=f"difference in {metric}", value=b - a, interval=found.interval),
        n=len(truth),
        method=f"bootstrap, {resamples:,} resamples" + ("" if clusters is None else " of clusters"),
        assumptions=ASSUMPTIONS,
        citation="efron1993",
        monte_carlo_error=sqrt(found.p_value * (1 - found.p_value) / resamples),
    )


def rank_metric_interval(
    class_scores: Floats,
    *,
    truth: Ints,
    rng: np.random.Generator,
    metric: RankMetric = "roc_auc",
    clusters: NDArray[np.generic] | None = None,
    resamples: int = RESAMPLES,
    level: float = 0.95,
    engine: Engine = "auto",
) -> Estimate:
    """Estimate a metric of one classifier's rankings, with an interval that has a width and stays in [0, 1].

    Assumes some fifty independent examples (or clusters) of each class. For the area of two classes
    `auc_interval` needs no resampling.

    Parameters
    ----------
    class_scores
        One score for class 1 for each example; or examples × classes, for the mean over the classes that occur,
        each against the rest.
    truth, rng, metric, clusters, resamples, level, engine
        As for `paired_rank_bootstrap`.

    References
    ----------
    efron1993, hesterberg2015

    Examples
    --------
    >>> truth = np.arange(100) % 2
    >>> estimate = rank_metric_interval(truth * 1.0, truth=truth, rng=np.random.default_rng(1), resamples=500)
    >>> estimate.value, 0.9 < estimate.interval.low < 0.99, estimate.interval.high
    (1.0, True, 1.0)
    """
    check_level(level)
    (table,) = _tables(np.asarray(class_scores)[:, None], truth, classifiers=1)
    check_resamples(resamples, units=len(truth))
    plan = _Plan(np.asarray(truth, dtype=np.int64), metric, clusters, resamples, _loops(metric, truth, resamples, engine))
    values, units = _draw([table], plan, rng)
    value = _observed(table, plan)
    interval = percentile_interval(np.nanmean(values, axis=0), value=value, units=units, bounds=(0.0, 1.0), level=level)
    return Estimate(of=metric, value=value, interval=interval)


class _Table(NamedTuple):
    scores: Floats  # examples × columns
    columns: tuple[int, ...]  # the class that each column is for


class _Plan(NamedTuple):
    truth: Ints
    metric: RankMetric
    clusters: NDArray[np.generic] | None
    resamples: int
    loops: Kernels

    @property
    def score(self) -> Callable[[Ranking, Weights], float]:
        return self.loops.auc if self.metric == "roc_auc" else weighted_average_precision


def _loops(metric: RankMetric, truth: Ints, resamples: int, engine: Engine) -> Kernels:
    if metric not in RANK_METRICS:
        raise unknown(metric, where="metric", known=RANK_METRICS)
    return kernels(engine, weights=len(truth) * resamples)


def _tables(class_scores: Floats, truth: Ints, *, classifiers: int) -> list[_Table]:
    """Return the scores of each classifier, for the classes that occur and that some example is not of."""
    scores = np.asarray(class_scores, dtype=np.float64)
    scores = scores[:, :, None] if scores.ndim == 2 else scores
    present = np.unique(truth)
    fits = scores.ndim == 3 and scores.shape[:2] == (len(truth), classifiers) and not np.isnan(scores).any()
    if not fits or present.size < 2 or not (present >= 0).all():
        raise ProcedureError(
            f"scores of shape {np.shape(class_scores)} for {len(truth)} examples of {present.size} classes: there "
            "must be one for each, none missing, and two classes or more",
            where="class_scores, truth",
            fix="leave out examples that lack a score; test on examples of several classes",
            code="BO052",
        )
    one = scores.shape[2] == 1
    columns = (1,) if one else tuple(int(c) for c in present)
    if (one and present[-1] > 1) or (not one and present[-1] >= scores.shape[2]):
        raise ProcedureError(
            f"there are scores for {scores.shape[2]} classes, but class {present[-1]} occurs",
            where="class_scores, truth",
            fix="give a column of scores for every class",
            code="BO052",
        )
    return [_Table(scores[:, i, :] if one else scores[:, i, columns], columns) for i in range(classifiers)]


def _observed(table: _Table, plan: _Plan) -> float:
    once = np.ones(plan.truth.size, dtype=np.uint8)
    values = [plan.score(ranking(table.scores[:, i], plan.truth == c), once) for i, c in enumerate(table.columns)]
    return float(np.mean(values))


def _draw(tables: list[_Table], plan: _Plan, rng: np.random.Generator) -> tuple[Floats, int]:
    urn = rank_urn(plan.truth, [t.scores for t in tables], columns=tables[0].columns, clusters=plan.clusters)
    values = resampled_rankings(urn, plan.score, resamples=plan.resamples, rng=rng, loops=plan.loops)
    return values, urn.units


def _advantages(tables: list[_Table], value: float, plan: _Plan, rng: np.random.Generator) -> tuple[Floats, int]:
    """Draw advantages of b that turn into their negatives, one by one, when a and b are exchanged."""
    lean = np.sort(tables[1].scores, axis=None) - np.sort(tables[0].scores, axis=None) if value == 0 else np.empty(0)
    first = lean[np.flatnonzero(lean)[:1]]
    turned = value < 0 or bool((first < 0).any())
    values, units = _draw(tables[::-1] if turned else tables, plan, rng)
    a, b = np.nanmean(np.split(values, 2), axis=1)
    drawn: Floats = a - b if turned else b - a
    return (np.concatenate([drawn, -drawn]) if value == 0 and first.size == 0 else drawn), units
