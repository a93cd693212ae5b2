"""Each task by itself: a verdict for each, adjusted over the tasks, and which of them go against the whole."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.comparison import DatasetVerdict, Pair, PairTest
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import TestResult, Verdict, significance
from bakeoff.core.summaries import PartialConjunction
from bakeoff.inference.adjust import with_family_level
from bakeoff.inference.bench.bench import PairIndex
from bakeoff.inference.items.bench import ItemBench
from bakeoff.inference.items.words import name_estimate
from bakeoff.inference.judge import judge
from bakeoff.procedures.across.partial_conjunction import partial_conjunction
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.registry import find_procedure
from bakeoff.procedures.sequential_registry import SEQUENTIAL

MOST_CELLS = 2_000  # pairs × tasks that are judged one by one


def judge_tasks(bench: ItemBench, pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Return the pairs with a verdict for each task, where there are several, adjusted by Holm over them."""
    if bench.design.tasks < 2 or len(pairs) * bench.design.tasks > MOST_CELLS:
        return tuple(pairs)
    return tuple(
        replace(pair, by_dataset=verdicts, datasets_differing=tasks_differing(verdicts, bench.settings.level))
        for pair, index in zip(pairs, bench.pairs, strict=True)
        for verdicts in [_task_verdicts(bench, index)]
    )


def tasks_differing(verdicts: Sequence[DatasetVerdict], level: float) -> PartialConjunction | None:
    """Return on how many tasks, at least, the two differ; None where no task could be judged."""
    if not verdicts:
        return None
    return partial_conjunction(np.array([v.result.p_value for v in verdicts]), level=level)


def disagreeing_tasks(pair: Pair) -> tuple[str, ...]:
    """Return the tasks whose own verdict is the opposite of the one over all; of undecided pairs, of the others'."""
    better = tuple(v.dataset for v in pair.by_dataset if v.verdict is Verdict.BETTER)
    worse = tuple(v.dataset for v in pair.by_dataset if v.verdict is Verdict.WORSE)
    if pair.verdict is Verdict.BETTER:
        return worse
    if pair.verdict is Verdict.WORSE:
        return better
    return better + worse if better and worse else ()


def _task_verdicts(bench: ItemBench, index: PairIndex) -> tuple[DatasetVerdict, ...]:
    level, tasks = bench.settings.level, bench.evidence.tasks
    each = 1 - significance(level) / len(tasks)
    found = [
        (name, result)
        for k, name in enumerate(tasks)
        if (result := _on_task(bench, index, k, each)) is not None
    ]
    if not found:
        return ()
    adjusted = adjust(np.array([result.p_value for _, result in found]), "holm").tolist()
    names = bench.evidence.models
    tests = [
        PairTest(a=names[index[0]], b=names[index[1]], result=result, p_adjusted=p)
        for (_, result), p in zip(found, adjusted, strict=True)
    ]
    return tuple(
        _task_verdict(name, name_estimate(with_family_level(test, level), bench.on_task(0)), bench)
        for (name, _), test in zip(found, tests, strict=True)
    )


def _task_verdict(name: str, test: PairTest, bench: ItemBench) -> DatasetVerdict:
    if not isinstance(test.result, TestResult) or test.p_adjusted is None:
        raise TypeError("a task is judged by a test")
    return DatasetVerdict(
        dataset=name,
        result=test.result,
        p_adjusted=test.p_adjusted,
        verdict=judge(test.result.estimate.interval, p_value=test.p_adjusted, margin=bench.settings.margin),
    )


def _on_task(bench: ItemBench, index: PairIndex, task: int, level: float) -> TestResult | None:
    """Return what the items of one task say of a pair; None where they can say nothing."""
    here = bench.on_task(task)
    key = "items-t"
    if bench.settings.test in SEQUENTIAL:
        key = str(bench.settings.test)
    elif here.design.clustered:
        key = "items-clustered"
    elif here.design.metric == "accuracy":
        key = "mcnemar-midp"
    run = find_procedure(key).run
    try:
        result = run(**here.arguments(run, index, {"level": level}))
    except ProcedureError:  # one item, one group, or nothing that varies: this task says nothing by itself
        return None
    return result if isinstance(result, TestResult) else None
