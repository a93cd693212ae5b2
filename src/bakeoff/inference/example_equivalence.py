"""Equivalence of two classifiers on a test set: the p-value that goes with the interval of the verdict."""

from bakeoff.core.results import Interval, TestResult
from bakeoff.inference.bench import Bench, PairIndex
from bakeoff.procedures.interval_equivalence import equivalence_by_interval
from bakeoff.procedures.procedure import Kind, Procedure
from bakeoff.procedures.sample_bootstrap import bootstrap_equivalence


def equivalence(bench: Bench, index: PairIndex, carrying: Procedure) -> float | None:
    """Return the p-value of two one-sided tests against the margin, by the test that carries the verdict.

    None without a margin, for tests that judge all pairs at once, and for random flips: they ask whether answers could
    be exchanged, which says nothing of a margin.
    """
    if bench.settings.margin == 0 or carrying.kind is not Kind.PAIR:
        return None
    if carrying.key == "paired-bootstrap":
        return bootstrap_equivalence(**bench.arguments(bootstrap_equivalence, index))  # type: ignore[arg-type]
    given = bench.arguments(carrying.run, index)
    given.pop("alternative")
    given.pop("level")

    def result_at(level: float) -> TestResult:
        result = carrying.run(**given, level=level)
        if not isinstance(result, TestResult):
            raise TypeError(f"{carrying.key} judges a pair, and returned {result!r}")
        return result

    def interval_at(level: float) -> Interval:
        return result_at(level).estimate.interval

    if result_at(bench.settings.level).monte_carlo_error is not None:
        return None
    return equivalence_by_interval(interval_at, margin=bench.settings.margin)
