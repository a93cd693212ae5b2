"""Items in, a finished comparison out."""

from collections.abc import Sequence
from dataclasses import replace

from bakeoff.core.comparison import Comparison, Flips, Missing, Pair, PairTest, Settings
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.item_facts import ItemFacts, Lacking, WorstAndBest
from bakeoff.core.items import ItemEvidence
from bakeoff.core.results import Interval, TestResult, Verdict
from bakeoff.core.words import write_count
from bakeoff.inference.adjust import with_simultaneous_intervals
from bakeoff.inference.analyse import OF_ITEMS, Analysis, analyse, run_on_pairs
from bakeoff.inference.bench.bench import PairIndex
from bakeoff.inference.choose import check_margin, check_omnibus_first, choose_adjustment, choose_procedure
from bakeoff.inference.items.bench import ItemBench
from bakeoff.inference.items.by_task import disagreeing_tasks, judge_tasks
from bakeoff.inference.items.common_items import refuse_strangers
from bakeoff.inference.items.design import ITEM_MISSING, recognise_items
from bakeoff.inference.items.findings import item_findings
from bakeoff.inference.items.missing import bound_pairs, find_lacking, item_names
from bakeoff.inference.items.standings import item_standings
from bakeoff.inference.items.table import tabulate_items, with_scale
from bakeoff.inference.items.variance import split_variances
from bakeoff.inference.items.words import name_estimate
from bakeoff.inference.judge import judge_test
from bakeoff.inference.ranking import group_undecided
from bakeoff.inference.recognise.benches import list_pairs, settle_baseline
from bakeoff.inference.verdicts import judge_by_side
from bakeoff.procedures.procedure import Procedure

USUAL_LEVELS = (0.90, 0.95, 0.99)
MOST_DETAILED = 200  # pairs whose differences on every item are kept beside their verdict


def compare_items(evidence: ItemEvidence, settings: Settings) -> Comparison:
    """Compare models by their answers to items: means over items of one task, or over tasks."""
    comparison, bench, _ = infer_items(evidence, settings)
    return replace(comparison, findings=(*bench.evidence.findings, *item_findings(comparison, bench)))


def infer_items(evidence: ItemEvidence, settings: Settings) -> tuple[Comparison, ItemBench, Procedure]:
    """Judge every pair of models and rank them, before anybody looks for findings; with the bench and its test."""
    bench = lay_out_items(evidence, settings)
    settings = bench.settings
    carrying = choose_procedure(bench.design, settings)
    check_margin(bench.evidence.measure, settings)
    check_omnibus_first(bench.design, settings)
    adjustment = choose_adjustment(bench.design, settings, carrying)
    analysis = _name_in_items(analyse(bench, carrying=carrying, adjustment=adjustment), bench)
    judged = [test for test in analysis.tests if test.result.procedure == carrying.key]
    held = _name_tests(with_simultaneous_intervals(judged, carrying, bench, adjustment=adjustment), bench)
    lacking, bounds = find_lacking(bench), bound_pairs(bench, carrying, held, adjustment)
    held = [_within_bounds(test, bounds.get((test.a, test.b)), settings) for test in held]
    at_levels = _verdicts_at_levels(bench, carrying, adjustment, held)
    tallies = zip(*(counts.tolist() for counts in bench.tally()), strict=True)
    made = [
        _item_pair(bench, index, test, tally, verdicts)
        for index, test, tally, verdicts in zip(bench.pairs, held, tallies, at_levels, strict=True)
    ]
    pairs = judge_tasks(bench, _with_details(bench, carrying, made))
    comparison = Comparison(
        evidence=bench.evidence,
        design=bench.design,
        settings=replace(settings, test=carrying.key, adjust=adjustment),
        omnibus=analysis.omnibus,
        pairs=pairs,
        tests=analysis.tests,
        objections=analysis.objections,
        findings=(),
        ranking=(ranking := item_standings(bench)),
        groups=_undecided_groups([s.classifier for s in ranking], pairs, settings),
        item_facts=_item_facts(bench, pairs, lacking, tuple(bounds.values())),
    )
    return comparison, bench, carrying


def lay_out_items(evidence: ItemEvidence, settings: Settings) -> ItemBench:
    """Return the bench for items, or refuse what they cannot answer."""
    settings = replace(settings, missing=_missing_rule(settings))
    settings = settle_baseline(settings, evidence.models)
    pairs = list_pairs(evidence.models, settings.baseline)
    table = tabulate_items(evidence, settings)
    design = recognise_items(evidence, table, settings)
    bench = ItemBench(
        evidence=with_scale(evidence, table), design=design, settings=settings, pairs=pairs, table=table
    )
    _require_answers(bench)
    return bench


def _missing_rule(settings: Settings) -> Missing:
    """Return what is done with missing answers; by default the verdict must hold whatever they are."""
    if settings.missing is Missing.PAIRWISE:
        return Missing.BOUNDS
    if settings.missing in ITEM_MISSING:
        return settings.missing
    raise UsageError(
        f"--missing {settings.missing} is for tables of datasets; these are answers to items",
        where="--missing",
        fix=f"use one of: {', '.join(ITEM_MISSING)}",
        code="BO067",
    )


def _require_answers(bench: ItemBench) -> None:
    """Refuse a pair without an item that both answered, and any gap where that was asked for."""
    for pair in () if bench.design.complete else bench.pairs:
        if not bench.find_shared(pair).any():
            raise refuse_strangers(bench.evidence, *(bench.evidence.models[i] for i in pair))
    lacking = find_lacking(bench)
    if bench.settings.missing is Missing.REFUSE and lacking:
        worst = max(lacking, key=lambda each: each.count)
        raise DesignError(
            f"{write_count(sum(each.count for each in lacking), 'answer')} missing, {worst.count} of {worst.model!r}",
            where=bench.evidence.source,
            fix="log them, or say what they count: --missing bounds, drop-item or wrong",
            code="BO082",
        )


def _name_in_items(analysis: Analysis, bench: ItemBench) -> Analysis:
    """Return the analysis in the words of items, without the objections of tests for other kinds of evidence."""
    objections = tuple(o for o in analysis.objections if o.test in OF_ITEMS)
    return replace(analysis, tests=tuple(_name_tests(analysis.tests, bench)), objections=objections)


def _name_tests(tests: Sequence[PairTest], bench: ItemBench) -> list[PairTest]:
    return [name_estimate(test, bench) for test in tests]


def _within_bounds(test: PairTest, bound: WorstAndBest | None, settings: Settings) -> PairTest:
    """Return a test no surer than the worst and the best that missing answers could have made of it."""
    if bound is None or not isinstance(test.result, TestResult):
        return test
    ends = [r.estimate.interval for r in (bound.worst, bound.best)]
    interval = Interval(
        low=min(i.low for i in ends),
        high=max(i.high for i in ends),
        level=test.result.estimate.interval.level,
    )
    p_adjusted = [r.p_value if r.p_adjusted is None else r.p_adjusted for r in (bound.worst, bound.best)]
    opposite = (bound.worst.estimate.value < 0) != (bound.best.estimate.value < 0)
    p_value = 1.0 if opposite else max(bound.worst.p_value, bound.best.p_value)
    result = replace(
        test.result,
        p_value=p_value,
        estimate=replace(test.result.estimate, interval=interval),
        method=f"{test.result.method}; holds for the worst and the best of {bound.items} missing answers",
    )
    family = None if test.p_adjusted is None else (1.0 if opposite else max(p_adjusted))
    return replace(test, result=result, p_adjusted=family)


def _item_pair(
    bench: ItemBench,
    index: PairIndex,
    test: PairTest,
    tally: tuple[int, int, int],
    verdicts: dict[str, Verdict],
) -> Pair:
    return Pair(
        a=test.a,
        b=test.b,
        result=test.result,
        p_adjusted=test.p_adjusted,
        wins=tally[0],
        draws=tally[1],
        losses=tally[2],
        verdict=judge_test(test, bench.settings),
        verdicts_at=verdicts,
        flips=_item_flips(bench, index) if len(bench.pairs) <= MOST_DETAILED else None,
    )


def _item_flips(bench: ItemBench, index: PairIndex) -> Flips | None:
    """Return what b mends and breaks; None where answers may be partly right."""
    if bench.design.metric != "accuracy":
        return None
    counts = bench.counts(index)
    return Flips(
        mends=counts.mends, breaks=counts.breaks, both_right=counts.both_right, both_wrong=counts.both_wrong
    )


def _with_details(bench: ItemBench, carrying: Procedure, pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs with their difference on every item and their equivalence, where they are not very many."""
    if len(pairs) > MOST_DETAILED:
        return list(pairs)
    return [
        _with_detail(bench, carrying, pair, index) for pair, index in zip(pairs, bench.pairs, strict=True)
    ]


def _item_equivalence(bench: ItemBench, index: PairIndex, carrying: Procedure) -> float | None:
    if bench.settings.margin == 0:
        return None
    from bakeoff.inference.pairs.example_facts import equivalence_p_value  # only a margin needs it

    return equivalence_p_value(bench, index, carrying)


def _with_detail(bench: ItemBench, carrying: Procedure, pair: Pair, index: PairIndex) -> Pair:
    chosen = bench.find_shared(index)
    a, b = (bench.table.turn(scores[chosen]) for scores in bench.scores_of(index))
    return replace(
        pair,
        units=tuple(item_names(bench, chosen.nonzero()[0].tolist())),
        advantages=bench.differences(index),
        a_scores=a,
        b_scores=b,
        equivalence_p=_item_equivalence(bench, index, carrying),
    )


def _verdicts_at_levels(
    bench: ItemBench, carrying: Procedure, adjustment: str, held: Sequence[PairTest]
) -> list[dict[str, Verdict]]:
    """Return the verdict of every pair at the usual levels, each made as the main one is."""
    at = {f"{level:.2f}": _verdicts_at(level, bench, carrying, adjustment, held) for level in USUAL_LEVELS}
    return [{name: verdicts[i] for name, verdicts in at.items()} for i in range(len(held))]


def _verdicts_at(
    level: float, bench: ItemBench, carrying: Procedure, adjustment: str, held: Sequence[PairTest]
) -> list[Verdict]:
    settings = replace(bench.settings, level=level)
    if level == bench.settings.level:
        return [judge_test(test, settings) for test in held]
    if settings.margin == 0:
        return [judge_by_side(test, settings) for test in held]
    there = replace(bench, settings=settings)
    anew = with_simultaneous_intervals(
        run_on_pairs(carrying, there, adjustment=adjustment), carrying, there, adjustment=adjustment
    )
    bounds = bound_pairs(there, carrying, anew, adjustment)
    return [judge_test(_within_bounds(t, bounds.get((t.a, t.b)), settings), settings) for t in anew]


def _undecided_groups(
    order: list[str], pairs: Sequence[Pair], settings: Settings
) -> tuple[tuple[str, ...], ...]:
    return group_undecided(order, pairs) if len(order) > 2 and settings.baseline is None else ()


def _item_facts(
    bench: ItemBench, pairs: Sequence[Pair], lacking: tuple[Lacking, ...], bounds: tuple[WorstAndBest, ...]
) -> ItemFacts:
    evidence, design = bench.evidence, bench.design
    return ItemFacts(
        items=design.items,
        tasks=evidence.tasks,
        attempts=design.attempts,
        groups=design.groups,
        group_noun=evidence.group_noun,
        items_by_task=tuple(int((evidence.item_task == k).sum()) for k in range(len(evidence.tasks))),
        lacking=lacking,
        bounds=bounds,
        variance=split_variances(bench),
        disagreeing={(p.a, p.b): found for p in pairs if (found := disagreeing_tasks(p))},
    )
