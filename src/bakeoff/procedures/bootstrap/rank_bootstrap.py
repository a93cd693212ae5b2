"""Bootstrap of metrics of rankings: the area under the ROC curve and average precision."""

from collections.abc import Callable
from math import sqrt
from typing import Literal, NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, TestResult
from bakeoff.procedures.base.checks import check_level, unknown_choice_error
from bakeoff.procedures.base.rankings import Ranking, Weights, rank_examples, weighted_average_precision
from bakeoff.procedures.base.scored_examples import ScoredExamples
from bakeoff.procedures.bootstrap.rank_urn import (
    KernelChoice,
    Kernels,
    choose_kernels,
    fill_rank_urn,
    resample_rankings,
)
from bakeoff.procedures.bootstrap.resampled_estimates import (
    Draws,
    check_resamples,
    judge_draws,
    percentile_interval,
)

RankMetric = Literal["roc_auc", "average_precision"]
RANK_METRICS: tuple[RankMetric, ...] = ("roc_auc", "average_precision")
# One quantity, one name: as DeLong's test has it.
_NAMES = {"roc_auc": "ROC AUC", "average_precision": "average_precision"}

NULL = "on the population that the examples come from, both classifiers score the same"
ASSUMPTIONS = (
    "the examples (or clusters, where they are given) are independent draws from the population",
    "neither classifier was trained or tuned on them",
    "there are enough examples of each class for resamples to stand for samples: some fifty",
)
RESAMPLES = 2000


def paired_rank_bootstrap(
    scored: ScoredExamples,
    *,
    rng: np.random.Generator,
    metric: RankMetric = "roc_auc",
    resamples: int = RESAMPLES,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
    engine: KernelChoice = "auto",
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
    scored
        Examples with the scores of a and b: for class 1, or for every class, for the mean over the classes that
        occur, each against the rest. Only the order of scores matters.
    rng
        Source of the resamples.
    metric
        "roc_auc" or "average_precision".
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
    >>> scored = ScoredExamples(truth=truth, scores=np.column_stack([a, b]))
    >>> paired_rank_bootstrap(scored, rng=rng, resamples=500).p_value < 0.02
    True
    """
    check_level(level)
    draws = rank_draws(scored, rng=rng, metric=metric, resamples=resamples, engine=engine)
    result = judge_draws(draws, level=level, alternative=alternative)
    return TestResult(
        procedure="paired-bootstrap",
        null=NULL,
        alternative=alternative,
        statistic=draws.value,
        df=None,
        p_value=result.p_value,
        estimate=Estimate(of=f"difference in {_NAMES[metric]}", value=draws.value, interval=result.interval),
        n=scored.truth.size,
        method=f"bootstrap, {resamples:,} resamples" + ("" if scored.clusters is None else " of clusters"),
        assumptions=ASSUMPTIONS,
        citation="efron1993",
        monte_carlo_error=sqrt(result.p_value * (1 - result.p_value) / resamples),
    )


def rank_draws(
    scored: ScoredExamples,
    *,
    rng: np.random.Generator,
    metric: RankMetric = "roc_auc",
    resamples: int = RESAMPLES,
    engine: KernelChoice = "auto",
) -> Draws:
    """Return the advantage of b in resamples of the test set."""
    tables = [_rank_bootstrap_table(scored, 0), _rank_bootstrap_table(scored, 1)]
    plan = _set_up(scored, metric, resamples, engine)
    a, b = (_observed_metric(table, plan) for table in tables)
    drawn, units = _draw_advantages(tables, b - a, plan, rng)
    return Draws(drawn, b - a, units, 1.0)


def rank_metric_interval(
    scored: ScoredExamples,
    *,
    rng: np.random.Generator,
    metric: RankMetric = "roc_auc",
    classifier: int = 0,
    resamples: int = RESAMPLES,
    level: float = 0.95,
    engine: KernelChoice = "auto",
) -> Estimate:
    """Estimate a metric of one classifier's rankings, with an interval that has a width and stays in [0, 1].

    Assumes some fifty independent examples (or clusters) of each class. For the area of two classes
    `auc_interval` needs no resampling.

    Parameters
    ----------
    scored, rng, metric, resamples, level, engine
        As for `paired_rank_bootstrap`.
    classifier
        Whose scores to take.

    References
    ----------
    efron1993, hesterberg2015

    Examples
    --------
    >>> truth = np.arange(100) % 2
    >>> perfect = ScoredExamples(truth=truth, scores=truth[:, None] * 1.0)
    >>> estimate = rank_metric_interval(perfect, rng=np.random.default_rng(1), resamples=500)
    >>> estimate.value, 0.9 < estimate.interval.low < 0.99, estimate.interval.high
    (1.0, True, 1.0)
    """
    check_level(level)
    table, plan = _rank_bootstrap_table(scored, classifier), _set_up(scored, metric, resamples, engine)
    values, units = _draw_rank_metrics([table], plan, rng)
    value = _observed_metric(table, plan)
    interval = percentile_interval(
        np.nanmean(values, axis=0), value=value, units=units, bounds=(0.0, 1.0), level=level
    )
    return Estimate(of=metric, value=value, interval=interval)


class _Setup(NamedTuple):
    truth: Ints
    columns: tuple[int, ...]  # the classes that are ranked against the rest
    cluster: Ints | None
    resamples: int
    score: Callable[[Ranking, Weights], float]
    loops: Kernels


def _set_up(scored: ScoredExamples, metric: RankMetric, resamples: int, engine: KernelChoice) -> _Setup:
    if metric not in RANK_METRICS:
        raise unknown_choice_error(metric, where="metric", known=RANK_METRICS)
    code = scored.cluster_code
    check_resamples(resamples, units=scored.truth.size)
    loops = choose_kernels(engine, weights=scored.truth.size * resamples)
    return _Setup(
        truth=scored.truth.astype(np.int64, copy=False),
        columns=_ranked_columns(scored),
        cluster=code,
        resamples=resamples,
        score=loops.auc if metric == "roc_auc" else weighted_average_precision,
        loops=loops,
    )


def _ranked_columns(scored: ScoredExamples) -> tuple[int, ...]:
    return (1,) if scored.scores.ndim == 2 else tuple(int(c) for c in np.unique(scored.truth))


def _rank_bootstrap_table(scored: ScoredExamples, classifier: int) -> Floats:
    """Return one classifier's scores, for the classes that are ranked."""
    if classifier >= scored.scores.shape[1]:
        raise ProcedureError(
            f"there are the scores of {scored.scores.shape[1]} classifier(s) only",
            where="scored",
            fix="give the scores of a and of b",
            code="BO052",
        )
    scores = scored.scores[:, classifier]
    return scores[:, None] if scores.ndim == 1 else scores[:, _ranked_columns(scored)]


def _observed_metric(table: Floats, plan: _Setup) -> float:
    once = np.ones(plan.truth.size, dtype=np.uint8)
    return float(
        np.mean(
            [
                plan.score(rank_examples(table[:, i], plan.truth == c), once)
                for i, c in enumerate(plan.columns)
            ]
        )
    )


def _draw_rank_metrics(tables: list[Floats], plan: _Setup, rng: np.random.Generator) -> tuple[Floats, int]:
    urn = fill_rank_urn(plan.truth, tables, columns=plan.columns, cluster=plan.cluster)
    values = resample_rankings(urn, plan.score, resamples=plan.resamples, rng=rng, loops=plan.loops)
    return values, urn.units


def _draw_advantages(
    tables: list[Floats], value: float, plan: _Setup, rng: np.random.Generator
) -> tuple[Floats, int]:
    """Draw advantages of b that turn into their negatives, one by one, when a and b are exchanged."""
    lean = _which_table_first(tables) if value == 0 else value
    values, units = _draw_rank_metrics(tables[::-1] if lean < 0 else tables, plan, rng)
    a, b = np.nanmean(np.split(values, 2), axis=1)
    drawn: Floats = a - b if lean < 0 else b - a
    return (drawn if lean else np.concatenate([drawn, -drawn])), units


def _which_table_first(tables: list[Floats]) -> float:
    """Return which of two tables comes first in an arbitrary order of tables; 0 for the same scores."""
    apart = np.sort(tables[1], axis=None) - np.sort(tables[0], axis=None)
    return float(apart[np.flatnonzero(apart)[:1]].sum())
