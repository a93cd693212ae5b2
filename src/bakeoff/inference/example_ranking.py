"""The ranking on one test set: by the metric, each with the interval of its own score."""

from bakeoff.core.comparison import Standing
from bakeoff.core.results import Interval
from bakeoff.inference.bench.bench import Bench
from bakeoff.inference.bench.examples import CountBench, ExampleBench
from bakeoff.procedures.predictions.proportions import proportion_interval


def rank_on_test_set(bench: Bench) -> tuple[Standing, ...]:
    """Return the classifiers, best first, by the metric on their test set."""
    names, order = bench.evidence.classifiers, order_on_test_set(bench)
    values = _test_set_values(bench)
    standings = [
        Standing(classifier=name, mean_score=value, mean_rank=None, score_interval=_score_interval(bench, i))
        for i, (name, value) in enumerate(zip(names, values, strict=True))
    ]
    return tuple(
        standing for _, standing in sorted(zip(order, standings, strict=True), key=lambda item: item[0])
    )


def order_on_test_set(bench: Bench) -> list[float]:
    """Return what classifiers are ordered by, lowest first."""
    sign = -1.0 if bench.evidence.measure.higher_is_better else 1.0
    return [sign * value if value is not None else 0.0 for value in _test_set_values(bench)]


def _test_set_values(bench: Bench) -> list[float | None]:
    if isinstance(bench, ExampleBench):
        return list(bench.values)
    if isinstance(bench, CountBench) and not bench.evidence.shared:
        return [
            right / total for right, total in zip(bench.evidence.correct, bench.evidence.total, strict=True)
        ]
    return [None] * len(bench.evidence.classifiers)


def _score_interval(bench: Bench, classifier: int) -> Interval | None:
    """Return the interval of one classifier's own score: Wilson's of an accuracy, Student's of a mean cost."""
    level = bench.settings.level
    if isinstance(bench, CountBench) and not bench.evidence.shared:
        right, total = bench.evidence.correct[classifier], bench.evidence.total[classifier]
        return proportion_interval(right, total, level=level)
    if not isinstance(bench, ExampleBench):
        return None
    if bench.costs is not None:
        return bench.cost_interval(classifier)
    alike = bench.design.clustered or bench.design.weighted or bench.design.metric != "accuracy"
    right = float(bench.evidence.correct[:, classifier].sum())
    return None if alike else proportion_interval(right, bench.evidence.examples, level=level)
