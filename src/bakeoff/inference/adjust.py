"""Adjust over the family of pairs: simultaneous intervals that agree with the adjusted p-values."""

from collections.abc import Sequence
from dataclasses import replace

from bakeoff.core.comparison import PairTest
from bakeoff.core.results import OmnibusResult, TestResult, significance
from bakeoff.inference.analyse import run_on_pairs
from bakeoff.inference.bench.bench import Bench
from bakeoff.procedures.base.intervals import settle_interval
from bakeoff.procedures.procedure import Kind, Procedure
from bakeoff.procedures.registry import find_procedure


def with_simultaneous_intervals(
    tests: Sequence[PairTest], procedure: Procedure, bench: Bench, *, adjustment: str
) -> tuple[PairTest, ...]:
    """Return the tests with intervals that hold together at the family's level and agree with p_adjusted."""
    widened = _widen_intervals(tests, procedure, bench, adjustment)
    return _cap_by_omnibus(widened, bench) if bench.settings.only_if else widened


def _widen_intervals(
    tests: Sequence[PairTest], procedure: Procedure, bench: Bench, adjustment: str
) -> tuple[PairTest, ...]:
    own = procedure.kind is Kind.FAMILY or not all(isinstance(t.result, TestResult) for t in tests)
    if own or len(tests) < 2 or adjustment == "none":
        return tuple(tests)
    level = bench.settings.level
    each = _level_of_each(tests, level, adjustment)
    wider = run_on_pairs(procedure, bench, adjustment=adjustment, level=each)
    return tuple(with_family_level(test, level) for test in wider)


def _cap_by_omnibus(tests: tuple[PairTest, ...], bench: Bench) -> tuple[PairTest, ...]:
    """Return the tests no surer than the omnibus test that was asked to come first."""
    gate = find_procedure(str(bench.settings.only_if))
    answer = gate.run(**bench.arguments(gate.run))
    p_gate = answer.p_value if isinstance(answer, OmnibusResult) else 0.0
    level = bench.settings.level
    return tuple(
        test
        if test.p_adjusted is None
        else with_family_level(replace(test, p_adjusted=max(test.p_adjusted, p_gate)), level)
        for test in tests
    )


def _level_of_each(tests: Sequence[PairTest], level: float, adjustment: str) -> float:
    """Return the level of each interval: Bonferroni's, Šidák's, or that of false coverage rates."""
    alpha, m = significance(level), len(tests)
    if adjustment == "sidak":
        return float(level ** (1 / m))
    if adjustment in ("bh", "by"):  # Benjamini & Yekutieli (2005): as many as were selected
        selected = max(1, sum(t.p_adjusted is not None and t.p_adjusted < alpha for t in tests))
        share = sum(1 / i for i in range(1, m + 1)) if adjustment == "by" else 1.0
        return 1 - selected * alpha / (m * share)
    return 1 - alpha / m


def with_family_level(test: PairTest, level: float) -> PairTest:
    """Return a test whose interval, made at a stricter level, has the family's and agrees with p_adjusted."""
    result = test.result
    if not isinstance(result, TestResult) or test.p_adjusted is None:
        return test
    wide = result.estimate.interval
    interval = settle_interval(
        wide.low,
        wide.high,
        p_value=test.p_adjusted,
        level=level,
        alternative=result.alternative,
        estimate=result.estimate.value,
    )
    return replace(test, result=replace(result, estimate=replace(result.estimate, interval=interval)))
