"""The one verb of the library: evidence in, a finished comparison out."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

from bakeoff.core.comparison import Comparison, Pair, PairTest, Settings, SubgroupVerdict
from bakeoff.core.costs import Costs
from bakeoff.core.evidence import Scores
from bakeoff.core.predictions import Evidence
from bakeoff.core.results import Alternative, Estimate, Interval, Posterior, TestResult, Verdict
from bakeoff.inference.adjust import with_simultaneous_intervals
from bakeoff.inference.analyse import analyse, run_on_pairs
from bakeoff.inference.bench.bench import Bench, ScoreBench
from bakeoff.inference.choose import (
    check_margin,
    check_omnibus_first,
    check_units,
    choose_adjustment,
    choose_procedure,
)
from bakeoff.inference.findings.comparison_findings import collect_findings
from bakeoff.inference.judge import Judgement, judge, judge_test
from bakeoff.inference.pairs.cautions import find_coarse_scores, find_slight_advantage
from bakeoff.inference.pairs.score_facts import collect_score_facts, tally_pair
from bakeoff.inference.ranking import group_undecided, place_classifiers, rank_classifiers, ranking_values
from bakeoff.inference.recognise.benches import build_bench, build_score_bench
from bakeoff.procedures.procedure import Procedure

USUAL_LEVELS = (0.90, 0.95, 0.99)


def compare(evidence: Evidence, settings: Settings, *, costs: Costs | None = None) -> Comparison:
    """Compare the classifiers of a table of scores, of predictions, or of counts of right answers."""
    bench = build_bench(evidence, settings, costs)
    carrying, adjustment = _choose_test(bench)
    analysis = analyse(bench, carrying=carrying, adjustment=adjustment)
    agreement = None
    if not isinstance(bench, ScoreBench):
        # tables of scores do not wait
        from bakeoff.inference.pairs.example_facts import measure_agreements, name_advantages

        analysis, agreement = name_advantages(analysis, bench), measure_agreements(bench)
    pairs = _build_pairs(
        bench,
        carrying,
        adjustment,
        tests=analysis.tests,
        facts=_collect_facts(bench, carrying, analysis.tests),
        subgroups=_subgroup_verdicts(bench, carrying),
    )
    comparison = Comparison(
        evidence=bench.evidence,
        design=bench.design,
        settings=replace(settings, test=carrying.key, adjust=adjustment),
        omnibus=analysis.omnibus,
        pairs=pairs,
        tests=analysis.tests,
        objections=analysis.objections,
        findings=bench.evidence.findings,
        ranking=rank_classifiers(bench),
        groups=_group_classifiers(bench, pairs) if settings.baseline is None else (),
        agreement=agreement,
        costs=costs,
        predictions=bench.predictions if isinstance(bench, ScoreBench) else None,
    )
    if costs is not None:
        from bakeoff.inference.costs.operating_points import find_operating_points

        comparison = replace(comparison, operating_points=find_operating_points(comparison))
    return replace(comparison, findings=comparison.findings + collect_findings(comparison, bench, carrying))


def compare_verdicts_only(evidence: Scores, settings: Settings) -> Comparison:
    """Return a comparison with its verdicts and its order only, while the other tests are still to be run.

    Verdicts, intervals and p-values are those that `compare` gives; there are no other tests, effect sizes or findings.
    """
    bench = build_score_bench(evidence, settings)
    carrying, adjustment = _choose_test(bench)
    tests = run_on_pairs(carrying, bench, adjustment=adjustment)
    pairs = _build_pairs(
        bench,
        carrying,
        adjustment,
        tests=tests,
        facts=[tally_pair(bench, index) for index in bench.pairs],
        subgroups=[()] * len(bench.pairs),
    )
    return Comparison(
        evidence=bench.evidence,
        design=bench.design,
        settings=replace(settings, test=carrying.key, adjust=adjustment),
        omnibus=(),
        pairs=pairs,
        tests=tests,
        objections=(),
        findings=(),
        ranking=place_classifiers(bench.evidence),
        groups=(),
    )


def _choose_test(bench: Bench) -> tuple[Procedure, str]:
    """Return the test that carries the verdict, and how its p-values are adjusted."""
    reading = next((f.message for f in bench.evidence.findings if f.code == "BO206"), "")
    carrying = choose_procedure(bench.design, bench.settings, reading=reading)
    check_margin(bench.evidence.measure, bench.settings)
    check_omnibus_first(bench.design, bench.settings)
    return carrying, choose_adjustment(bench.design, bench.settings, carrying)


def _build_pairs(
    bench: Bench,
    carrying: Procedure,
    adjustment: str,
    *,
    tests: Sequence[PairTest],
    facts: Sequence[dict[str, Any]],
    subgroups: Sequence[tuple[SubgroupVerdict, ...]],
) -> tuple[Pair, ...]:
    """Return the pairs: what the carrying test says of each, what its scores or examples show, and cautions."""
    judgements = _judge_pairs(bench, carrying, adjustment, tests)
    coarse = find_coarse_scores(judgements, bench, carrying, adjustment)
    return tuple(
        Pair(
            a=judgement.test.a,
            b=judgement.test.b,
            result=judgement.test.result,
            p_adjusted=judgement.test.p_adjusted,
            verdict=judgement.verdict,
            verdicts_at=judgement.verdicts_at,
            by_subgroup=verdicts,
            slight=find_slight_advantage(judgement, bench, index),
            coarse=rounding,
            **facts_of_pair,
        )
        for judgement, index, facts_of_pair, verdicts, rounding in zip(
            judgements, bench.pairs, facts, subgroups, coarse, strict=True
        )
    )


def _collect_facts(bench: Bench, carrying: Procedure, tests: Sequence[PairTest]) -> list[dict[str, Any]]:
    """Return what the scores or the examples of every pair show, as fields of `Pair`."""
    if isinstance(bench, ScoreBench):
        names, shifts = bench.evidence.classifiers, _known_shifts(tests, bench.settings)
        return [
            collect_score_facts(bench, (i, j), carrying, shifts.get((names[i], names[j])))
            for i, j in bench.pairs
        ]
    from bakeoff.inference.pairs.example_facts import collect_test_set_facts

    return [collect_test_set_facts(bench, index, carrying) for index in bench.pairs]


def _subgroup_verdicts(bench: Bench, carrying: Procedure) -> list[tuple[SubgroupVerdict, ...]]:
    if isinstance(bench, ScoreBench):
        return [()] * len(bench.pairs)
    from bakeoff.inference.pairs.by_subgroup import judge_subgroups

    return judge_subgroups(bench, carrying)


def _judge_pairs(
    bench: Bench, carrying: Procedure, adjustment: str, tests: Sequence[PairTest]
) -> list[Judgement]:
    carrying_tests = [t for t in tests if t.result.procedure == carrying.key]
    check_units(carrying_tests, bench.settings)
    adjusted_tests = with_simultaneous_intervals(carrying_tests, carrying, bench, adjustment=adjustment)
    elsewhere = _verdicts_at_usual_levels(bench, carrying, adjustment, adjusted_tests)
    return [
        Judgement(test, judge_test(test, bench.settings), others)
        for test, others in zip(adjusted_tests, elsewhere, strict=True)
    ]


def _known_shifts(tests: Sequence[PairTest], settings: Settings) -> dict[tuple[str, str], Estimate]:
    """Return the pseudo-medians that a signed-rank test has found already, as effect sizes have them."""
    return {
        (test.a, test.b): test.result.estimate
        for test in tests
        if test.result.procedure == "wilcoxon"
        and isinstance(test.result, TestResult)
        and test.result.alternative is Alternative.TWO_SIDED
        and test.result.estimate.interval.level == settings.level
    }


def _verdicts_at_usual_levels(
    bench: Bench, carrying: Procedure, adjustment: str, adjusted_tests: Sequence[PairTest]
) -> list[dict[str, Verdict]]:
    """Return the verdict of every pair at the usual levels, each made as the main one is."""
    verdicts = {
        f"{level:.2f}": _verdicts_at(level, bench, carrying, adjustment, adjusted_tests)
        for level in USUAL_LEVELS
    }
    return [{name: at[i] for name, at in verdicts.items()} for i in range(len(adjusted_tests))]


def _verdicts_at(
    level: float, bench: Bench, carrying: Procedure, adjustment: str, adjusted_tests: Sequence[PairTest]
) -> list[Verdict]:
    settings = replace(bench.settings, level=level)
    if level == bench.settings.level:
        return [judge_test(test, settings) for test in adjusted_tests]
    if settings.margin == 0:
        return [_judge_by_side(test, settings) for test in adjusted_tests]
    there = replace(bench, settings=settings)
    anew = run_on_pairs(carrying, there, adjustment=adjustment)
    return [
        judge_test(test, settings)
        for test in with_simultaneous_intervals(anew, carrying, there, adjustment=adjustment)
    ]


def _judge_by_side(test: PairTest, settings: Settings) -> Verdict:
    """Judge with the side of zero that the estimate is on for an interval: enough without a margin."""
    if isinstance(test.result, Posterior):
        return judge_test(test, settings)
    value = test.result.estimate.value
    side = Interval(low=0.0 if value > 0 else -inf, high=0.0 if value < 0 else inf, level=settings.level)
    return judge(side, p_value=test.p_value, margin=settings.margin)


def _group_classifiers(bench: Bench, pairs: Sequence[Pair]) -> tuple[tuple[str, ...], ...]:
    names = bench.evidence.classifiers
    if len(names) < 3:
        return ()
    order = np.argsort(ranking_values(bench), kind="stable")
    return group_undecided([names[i] for i in order.tolist()], pairs)
