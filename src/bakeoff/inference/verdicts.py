"""Verdicts of every pair: those of the test that carries them, at the level asked for and at the usual ones."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from types import MappingProxyType

from bakeoff.core.comparison import PairTest, Settings
from bakeoff.core.results import Interval, Posterior, Verdict
from bakeoff.inference.adjust import with_simultaneous_intervals
from bakeoff.inference.analyse import run_on_pairs
from bakeoff.inference.bench.bench import Bench
from bakeoff.inference.choose import check_units
from bakeoff.inference.judge import Judgement, judge, judge_test
from bakeoff.procedures.procedure import Procedure

USUAL_LEVELS = (0.90, 0.95, 0.99)


def judge_pairs(
    bench: Bench, carrying: Procedure, adjustment: str, tests: Sequence[PairTest]
) -> list[Judgement]:
    """Return what the carrying test says of each pair, held together over the pairs, with its verdicts."""
    carrying_tests = [t for t in tests if t.result.procedure == carrying.key]
    check_units(carrying_tests, bench.settings)
    adjusted_tests = with_simultaneous_intervals(carrying_tests, carrying, bench, adjustment=adjustment)
    elsewhere = _verdicts_at_usual_levels(bench, carrying, adjustment, adjusted_tests)
    return [
        Judgement(test, judge_test(test, bench.settings), others)
        for test, others in zip(adjusted_tests, elsewhere, strict=True)
    ]


def _verdicts_at_usual_levels(
    bench: Bench, carrying: Procedure, adjustment: str, adjusted_tests: Sequence[PairTest]
) -> list[Mapping[str, Verdict]]:
    """Return the verdict of every pair at the usual levels, each made as the main one is."""
    verdicts = {
        f"{level:.2f}": _verdicts_at(level, bench, carrying, adjustment, adjusted_tests)
        for level in USUAL_LEVELS
    }
    # Pairs of the same verdicts share one record of them: there are a few, and may be half a million pairs.
    together = list(zip(*verdicts.values(), strict=True))
    records = {each: MappingProxyType(dict(zip(verdicts, each, strict=True))) for each in set(together)}
    return [records[each] for each in together]


def _verdicts_at(
    level: float, bench: Bench, carrying: Procedure, adjustment: str, adjusted_tests: Sequence[PairTest]
) -> list[Verdict]:
    settings = replace(bench.settings, level=level)
    if level == bench.settings.level:
        return [judge_test(test, settings) for test in adjusted_tests]
    if settings.margin == 0:
        return [judge_by_side(test, settings) for test in adjusted_tests]
    there = replace(bench, settings=settings)
    anew = run_on_pairs(carrying, there, adjustment=adjustment)
    return [
        judge_test(test, settings)
        for test in with_simultaneous_intervals(anew, carrying, there, adjustment=adjustment)
    ]


def judge_by_side(test: PairTest, settings: Settings) -> Verdict:
    """Judge with the side of zero that the estimate is on for an interval: enough without a margin."""
    if isinstance(test.result, Posterior):
        return judge_test(test, settings)
    value = test.result.estimate.value
    side = Interval(low=0.0 if value > 0 else -inf, high=0.0 if value < 0 else inf, level=settings.level)
    return judge(side, p_value=test.p_value, margin=settings.margin)
