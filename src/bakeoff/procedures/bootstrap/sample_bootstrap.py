"""The paired bootstrap of any metric of predictions: of predicted classes, or of rankings."""

import numpy as np

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, TestResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.equivalence import equivalence_by_interval
from bakeoff.procedures.base.scored_examples import ScoredExamples
from bakeoff.procedures.bootstrap.class_bootstrap import bootstrap_draws, paired_bootstrap
from bakeoff.procedures.bootstrap.contingency import Contingency
from bakeoff.procedures.bootstrap.rank_bootstrap import (
    RANK_METRICS,
    RankMetric,
    paired_rank_bootstrap,
    rank_draws,
)
from bakeoff.procedures.bootstrap.resampled_estimates import judge_draws


@check_arguments
def sample_bootstrap(
    sample: Contingency | ScoredExamples,
    *,
    metric: str,
    rng: np.random.Generator,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b scores better than a on any metric, by resampling the test set.

    Null: on the whole population both score the same on the metric. It does not suppose that the two are alike
    in every other way.

    Assumes some fifty independent examples (clusters, where they are given) or more, of each class for metrics
    of rankings. For accuracy `mcnemar-midp` is better, for the area under the ROC curve of two classes `delong`,
    for mean losses Student's t over examples. Metrics of predicted classes are resampled over the table of
    distinct cells, those of rankings over one sorted list: the same distribution as resampling examples.

    Parameters
    ----------
    sample
        The cells of a test set with two classifiers, or its examples with their scores.
    metric
        A metric of predicted classes for cells; "roc_auc" or "average_precision" for scores.
    rng
        Source of the resamples.
    level, alternative
        Of the interval and the test.

    References
    ----------
    efron1993, hesterberg2015
    """
    if isinstance(sample, Contingency):
        return paired_bootstrap(sample, metric=metric, rng=rng, level=level, alternative=alternative)
    rank_metric = _rank_metric_named(metric)
    return paired_rank_bootstrap(sample, metric=rank_metric, rng=rng, level=level, alternative=alternative)


def bootstrap_equivalence(
    sample: Contingency | ScoredExamples, *, metric: str, rng: np.random.Generator, margin: float
) -> float:
    """Return the p-value of the claim that b's advantage lies within the margin, by the bootstrap's intervals.

    The very resamples of `sample_bootstrap`, with the same `rng`, drawn once and judged at every level that is tried.

    References
    ----------
    schuirmann1987, efron1993
    """
    draws = (
        bootstrap_draws(sample, metric=metric, rng=rng)
        if isinstance(sample, Contingency)
        else rank_draws(sample, metric=_rank_metric_named(metric), rng=rng)
    )
    return equivalence_by_interval(
        lambda level: judge_draws(draws, level=level, alternative=Alternative.TWO_SIDED).interval,
        margin=margin,
    )


def _rank_metric_named(metric: str) -> RankMetric:
    for rank_metric in RANK_METRICS:
        if metric == rank_metric:
            return rank_metric
    raise ProcedureError(
        f"no metric of rankings is called {metric!r}",
        where="metric",
        fix=f"choose one of {', '.join(RANK_METRICS)}",
        code="BO053",
    )
