"""Answers that are missing: of whom, why, and what the verdict is under the worst and the best that they could be."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from bakeoff.core.comparison import Missing, PairTest
from bakeoff.core.item_facts import Lacking, WorstAndBest
from bakeoff.core.items import ANSWERED, STATUSES
from bakeoff.core.results import TestResult
from bakeoff.inference.adjust import with_simultaneous_intervals
from bakeoff.inference.analyse import run_on_pairs
from bakeoff.inference.bench.bench import PairIndex
from bakeoff.inference.items.bench import Case, ItemBench
from bakeoff.inference.items.words import name_estimate
from bakeoff.inference.judge import judge_test
from bakeoff.procedures.procedure import Kind, Procedure

Bounds = dict[tuple[str, str], WorstAndBest]


def find_lacking(bench: ItemBench) -> tuple[Lacking, ...]:
    """Return of each model that lacks answers how many, by what became of them, and the items that it never tried."""
    evidence = bench.evidence
    counts = evidence.count_statuses()
    cells = evidence.model * len(evidence.items) + evidence.item
    shape = (len(evidence.models), len(evidence.items))
    tried = np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape) > 0
    found = []
    for i, model in enumerate(evidence.models):
        statuses = {
            str(s): int(counts[i, k]) for k, s in enumerate(STATUSES) if k != ANSWERED and counts[i, k]
        }
        absent = tuple(item_names(bench, np.flatnonzero(~tried[i]).tolist()))
        if statuses or absent:
            found.append(Lacking(model=model, statuses=MappingProxyType(statuses), absent=absent))
    return tuple(found)


def item_names(bench: ItemBench, places: list[int]) -> list[str]:
    """Return the ids of items, with their task where there are several."""
    evidence = bench.evidence
    if len(evidence.tasks) == 1:
        return [str(evidence.items[i]) for i in places]
    return [f"{evidence.tasks[int(evidence.item_task[i])]}: {evidence.items[i]}" for i in places]


def bound_pairs(bench: ItemBench, carrying: Procedure, held: Sequence[PairTest], adjustment: str) -> Bounds:
    """Return every pair that lacks answers under the worst and the best of them for b; none unless that was asked."""
    if bench.settings.missing is not Missing.BOUNDS or carrying.kind is not Kind.PAIR:
        return {}
    gaps = {
        (test.a, test.b): count
        for test, index in zip(held, bench.pairs, strict=True)
        if (count := _count_gaps(bench, index))
    }
    if not gaps:
        return {}
    worst, best = (_tests_in_case(bench, carrying, adjustment, case) for case in Case)
    found: Bounds = {}
    for place, test in enumerate(held):
        if (test.a, test.b) not in gaps or not isinstance(test.result, TestResult):
            continue
        ends = [_with_family(end[place]) for end in (worst, best)]
        found[test.a, test.b] = WorstAndBest(
            a=test.a,
            b=test.b,
            items=gaps[test.a, test.b],
            answered=test.result,
            worst=ends[0],
            best=ends[1],
            verdicts=(
                judge_test(test, bench.settings),
                judge_test(worst[place], bench.settings),
                judge_test(best[place], bench.settings),
            ),
        )
    return found


def _count_gaps(bench: ItemBench, pair: PairIndex) -> int:
    """Return how many items either of two models lacks an answer to, or an attempt of one."""
    lacking = bench.table.low != bench.table.high
    return int((lacking[pair[0]] | lacking[pair[1]]).sum())


def _tests_in_case(bench: ItemBench, carrying: Procedure, adjustment: str, case: Case) -> list[PairTest]:
    """Return the tests of all pairs, each with the missing answers of its two at their worst or best for b."""
    filled = replace(bench, case=case)
    tests = run_on_pairs(carrying, filled, adjustment=adjustment)
    held = with_simultaneous_intervals(tests, carrying, filled, adjustment=adjustment)
    return [name_estimate(test, bench) for test in held]


def _with_family(test: PairTest) -> TestResult:
    if not isinstance(test.result, TestResult):
        raise TypeError("items are judged by tests")
    return replace(test.result, p_adjusted=test.p_adjusted)
