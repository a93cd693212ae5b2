"""Beyond the score: time, memory and size of every classifier, compared like scores."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import exp, fsum
from types import MappingProxyType

import numpy as np

from bakeoff.core.answers.studies import Beyond, ClassifierCosts, Resource, ResourceRatio, ResourceUse
from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Comparison, Pair, Settings
from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores
from bakeoff.core.outcomes import Outcome, Scored
from bakeoff.core.results import Interval
from bakeoff.inference.compare import compare

COMPLEXITY_MEASURES = ("leaves", "depth", "coefficients", "support_vectors", "members")


def measure_resources(
    scores: Scores, uses: Mapping[str, Scores], outcomes: Iterable[Outcome], *, settings: Settings
) -> Beyond:
    """Return what every classifier takes of each resource, and which of them take more.

    Times and sizes are positive, and a large dataset takes many times what a small one does: what classifiers have in
    common is a ratio, not a difference. So their logarithms are compared, by the same tests as scores, and differences
    of logarithms are told as ratios. Complexity is not compared: leaves and coefficients are different things.
    """
    complexity = _measure_complexity(outcomes)
    means = {name: float(np.nanmean(scores.column(name))) for name in scores.classifiers}
    return Beyond(
        measure=scores.measure,
        level=settings.level,
        datasets=len(scores.datasets),
        classifiers=tuple(
            ClassifierCosts(
                classifier=name, score=means[name], complexity=complexity.get(name, _NO_COMPLEXITY)
            )
            for name in scores.classifiers
        ),
        resources=tuple(_compare_resource(name, evidence, settings) for name, evidence in uses.items()),
    )


_NO_COMPLEXITY: Mapping[str, float] = MappingProxyType({})


def take_logarithms(evidence: Scores) -> Scores | None:
    """Return evidence on the logarithmic scale; None where a value is not positive."""
    resamples = evidence.resamples
    values = evidence.values if resamples is None else resamples.values
    if not (np.nanmin(values) > 0 and np.nanmin(evidence.values) > 0):
        return None
    if resamples is None:
        return replace(evidence, values=np.log(evidence.values))
    logs = replace(resamples, values=np.log(resamples.values))
    table = [_column_means(logs.of(i)) for i in range(len(evidence.datasets))]
    return replace(evidence, values=np.array(table), resamples=logs)


def _column_means(rows: Floats) -> list[float]:
    return [fsum(column) / len(column) for column in rows.T]


def _compare_resource(name: str, evidence: Scores, settings: Settings) -> ResourceUse:
    logs = take_logarithms(evidence)
    if logs is None:
        plain = tuple(
            Resource(classifier=c, mean=float(np.nanmean(evidence.column(c)))) for c in evidence.classifiers
        )
        return ResourceUse(
            name=name, means=plain, why_untested="some of it was too little to be measured, and has no ratio"
        )
    means = tuple(
        Resource(classifier=c, mean=exp(float(np.nanmean(logs.column(c))))) for c in logs.classifiers
    )
    try:
        comparison = compare(logs, settings)
    except BakeoffError as error:
        return ResourceUse(name=name, means=means, why_untested=error.what)
    return ResourceUse(name=name, means=means, ratios=_resource_ratios(comparison, means))


def _resource_ratios(comparison: Comparison, means: Sequence[Resource]) -> tuple[ResourceRatio, ...]:
    """Return every pair, as how many times as much the one that takes more takes."""
    order = {each.classifier: each.mean for each in means}
    return tuple(_resource_ratio(pair, order) for pair in comparison.pairs)


def _resource_ratio(pair: Pair, means: Mapping[str, float]) -> ResourceRatio:
    # The advantage of b is log a − log b, since less is better: the ratio of a to b.
    estimate = pair.result.estimate
    differs = pair.is_claim
    ends = estimate.interval
    if means[pair.a] >= means[pair.b]:
        more, less, value, low, high = pair.a, pair.b, estimate.value, ends.low, ends.high
    else:
        more, less, value, low, high = pair.b, pair.a, -estimate.value, -ends.high, -ends.low
    interval = Interval(low=_safe_exp(low), high=_safe_exp(high), level=ends.level)
    return ResourceRatio(
        classifier=more, against=less, ratio=_safe_exp(value), interval=interval, differs=differs
    )


def _safe_exp(value: float) -> float:
    return float(np.exp(value)) if value < 700 else float("inf")


def _measure_complexity(outcomes: Iterable[Outcome]) -> dict[str, Mapping[str, float]]:
    """Return the mean of every readable measure of a model, over the cells of a classifier on undisturbed data."""
    by_classifier: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for outcome in outcomes:
        if isinstance(outcome, Scored) and not outcome.cell.condition:
            for name in COMPLEXITY_MEASURES:
                if name in outcome.complexity:
                    by_classifier[outcome.cell.classifier][name].append(outcome.complexity[name])
    return {
        classifier: MappingProxyType({name: fsum(v) / len(v) for name, v in measures.items()})
        for classifier, measures in by_classifier.items()
    }
