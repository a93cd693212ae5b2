"""Two measures of the same classifiers side by side: what a better score costs."""

from collections.abc import Mapping, Sequence
from math import exp

import numpy as np

from bakeoff.core.answers.figure_data import MeasuredClassifier, TradeOffFigureData, TradePoint
from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Comparison
from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.results import significance
from bakeoff.procedures.base.distributions import t_quantile
from bakeoff.procedures.resampled.corrected_t import corrected_standard_error


def trade_off_figure_data(score: Comparison, cost: Comparison) -> TradeOffFigureData:
    """Return the classifiers that both comparisons have, by both measures, with the Pareto front.

    Intervals are of means over datasets. What all classifiers share on a dataset, its being easy or small, is
    taken out first, as it says nothing about which of them is better (`cousineau2005`, corrected as in
    `morey2008`). Times and sizes are averaged as logarithms, so that one large dataset does not speak for all.
    """
    geometric = _is_geometric(cost)
    level = score.settings.level
    scores = measure_classifiers(score, level=level)
    costs = measure_classifiers(cost, level=level, geometric=geometric)
    return TradeOffFigureData(
        score=score.evidence.measure,
        cost=cost.evidence.measure,
        level=level,
        points=find_trade_points(scores, costs, score.evidence.measure, cost.evidence.measure),
        within_datasets=all(isinstance(c.evidence, Scores) and c.design.datasets > 1 for c in (score, cost)),
        geometric=geometric,
    )


def trade_off_by_means(score: Comparison, cost: Measure, means: Mapping[str, float]) -> TradeOffFigureData:
    """Return the classifiers by their score and by the mean of a measure that is known without uncertainty."""
    level = score.settings.level
    scores = measure_classifiers(score, level=level)
    costs = [MeasuredClassifier(name=n, value=v, low=None, high=None) for n, v in means.items() if v == v]
    return TradeOffFigureData(
        score=score.evidence.measure,
        cost=cost,
        level=level,
        points=find_trade_points(scores, costs, score.evidence.measure, cost),
        within_datasets=False,
        geometric=False,
    )


def find_trade_points(
    scores: Sequence[MeasuredClassifier], costs: Sequence[MeasuredClassifier], score: Measure, cost: Measure
) -> tuple[TradePoint, ...]:
    """Return the classifiers of both lists; those on the front no other beats by one and equals by the other."""
    by_name = {each.name: each for each in costs}
    both = [(each, by_name[each.name]) for each in scores if each.name in by_name]
    if not both:
        raise UsageError(
            "the two comparisons have no classifier in common",
            where="plot_trade_off",
            fix="give scores and times of the same classifiers, by the same names",
            code="BO401",
        )
    gains = [
        (
            s.value if score.higher_is_better else -s.value,
            c.value if cost.higher_is_better else -c.value,
        )
        for s, c in both
    ]
    return tuple(
        TradePoint(
            name=s.name, score=s, cost=c, on_front=not any(_is_dominated(other, own) for other in gains)
        )
        for (s, c), own in zip(both, gains, strict=True)
    )


def measure_classifiers(
    comparison: Comparison, *, level: float, geometric: bool = False
) -> tuple[MeasuredClassifier, ...]:
    """Return each classifier's mean with its interval, where the evidence has one."""
    evidence = comparison.evidence
    if not isinstance(evidence, Scores):
        return _measure_by_standings(comparison)
    resamples = evidence.resamples
    if comparison.design.datasets > 1 or resamples is None:
        return _measure_over_datasets(evidence, level=level, geometric=geometric)
    return _measure_over_resamples(
        evidence, resamples.values, comparison.design.test_train_ratio, level=level, geometric=geometric
    )


def _measure_over_datasets(
    evidence: Scores, *, level: float, geometric: bool
) -> tuple[MeasuredClassifier, ...]:
    table: Floats = evidence.values[~np.isnan(evidence.values).any(axis=1)]
    table = np.log(table) if geometric else table
    n, k = table.shape
    means = table.mean(axis=0)
    if n < 2 or k < 2:
        return tuple(
            _measure_with_interval(name, m, None, geometric=geometric)
            for name, m in zip(evidence.classifiers, means, strict=True)
        )
    own = table - table.mean(axis=1, keepdims=True)
    errors = np.sqrt(own.var(axis=0, ddof=1) * k / (k - 1) / n)
    reach = -t_quantile(significance(level) / 2, n - 1) * errors
    return tuple(
        _measure_with_interval(name, float(m), float(r), geometric=geometric)
        for name, m, r in zip(evidence.classifiers, means, reach, strict=True)
    )


def _measure_over_resamples(
    evidence: Scores, values: Floats, ratio: float | None, *, level: float, geometric: bool
) -> tuple[MeasuredClassifier, ...]:
    table: Floats = values[~np.isnan(values).any(axis=1)]
    table = np.log(table) if geometric else table
    quantile = -t_quantile(significance(level) / 2, len(table) - 1) if len(table) > 1 else 0.0
    return tuple(
        _measure_with_interval(
            name,
            float(column.mean()),
            None
            if ratio is None or column.size < 2
            else quantile * corrected_standard_error(column, test_train_ratio=ratio),
            geometric=geometric,
        )
        for name, column in zip(evidence.classifiers, table.T, strict=True)
    )


def _measure_by_standings(comparison: Comparison) -> tuple[MeasuredClassifier, ...]:
    return tuple(
        MeasuredClassifier(
            name=one.classifier,
            value=one.mean_score,
            low=None if one.score_interval is None else one.score_interval.low,
            high=None if one.score_interval is None else one.score_interval.high,
        )
        for one in comparison.ranking
        if one.mean_score is not None
    )


def _measure_with_interval(
    name: str, mean: float, reach: float | None, *, geometric: bool
) -> MeasuredClassifier:
    low, high = (None, None) if reach is None else (mean - reach, mean + reach)
    if not geometric:
        return MeasuredClassifier(name=name, value=mean, low=low, high=high)
    return MeasuredClassifier(
        name=name,
        value=exp(mean),
        low=None if low is None else exp(low),
        high=None if high is None else exp(high),
    )


def _is_geometric(comparison: Comparison) -> bool:
    evidence = comparison.evidence
    if not isinstance(evidence, Scores) or evidence.measure.unit is not Unit.PLAIN:
        return False
    values = evidence.values if evidence.resamples is None else evidence.resamples.values
    return bool(np.nanmin(values) > 0 and np.nanmin(evidence.values) > 0)


def _is_dominated(other: tuple[float, float], own: tuple[float, float]) -> bool:
    return other != own and other[0] >= own[0] and other[1] >= own[1]
