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
from bakeoff.inference.analysis import analyse, pair_tests
from bakeoff.inference.bench import Bench, ScoreBench
from bakeoff.inference.cautions import find_coarse, find_slight
from bakeoff.inference.choose import check_gate, check_margin, check_units, choose, choose_adjustment
from bakeoff.inference.family import simultaneous
from bakeoff.inference.groups import groups_of
from bakeoff.inference.layout import lay_out, lay_out_scores
from bakeoff.inference.remarks import remarks
from bakeoff.inference.score_pairs import facts_on_scores, tally
from bakeoff.inference.standings import places, ranking, ranking_values
from bakeoff.inference.verdict import Judgement, judge, verdict_of
from bakeoff.procedures.procedure import Procedure

USUAL_LEVELS = (0.90, 0.95, 0.99)


def compare(evidence: Evidence, settings: Settings, *, costs: Costs | None = None) -> Comparison:
    """Compare the classifiers of a table of scores, of predictions, or of counts of right answers."""
    bench = lay_out(evidence, settings, costs)
    carrying, adjustment = _chosen(bench)
    analysis = analyse(bench, carrying=carrying, adjustment=adjustment)
    agreement = None
    if not isinstance(bench, ScoreBench):
        from bakeoff.inference.example_pairs import agreements, rightly_named  # tables of scores do not wait

        analysis, agreement = rightly_named(analysis, bench), agreements(bench)
    pairs = _pairs(
        bench,
        carrying,
        adjustment,
        tests=analysis.tests,
        facts=_facts(bench, carrying, analysis.tests),
        subgroups=_subgroups(bench, carrying),
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
        ranking=ranking(bench),
        groups=_groups(bench, pairs) if settings.baseline is None else (),
        agreement=agreement,
        costs=costs,
        predictions=bench.predictions if isinstance(bench, ScoreBench) else None,
    )
    if costs is not None:
        from bakeoff.inference.operating_points import operating_points

        comparison = replace(comparison, operating_points=operating_points(comparison))
    return replace(comparison, findings=comparison.findings + remarks(comparison, bench, carrying))


def verdict_alone(evidence: Scores, settings: Settings) -> Comparison:
    """Return a comparison with its verdicts and its order only, while the other tests are still to be run.

    Verdicts, intervals and p-values are those that `compare` gives; there are no other tests, effect sizes or findings.
    """
    bench = lay_out_scores(evidence, settings)
    carrying, adjustment = _chosen(bench)
    tests = pair_tests(carrying, bench, adjustment=adjustment)
    pairs = _pairs(
        bench,
        carrying,
        adjustment,
        tests=tests,
        facts=[tally(bench, index) for index in bench.pairs],
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
        ranking=places(bench.evidence),
        groups=(),
    )


def _chosen(bench: Bench) -> tuple[Procedure, str]:
    """Return the test that carries the verdict, and how its p-values are adjusted."""
    reading = next((f.message for f in bench.evidence.findings if f.code == "BO206"), "")
    carrying = choose(bench.design, bench.settings, reading=reading)
    check_margin(bench.evidence.measure, bench.settings)
    check_gate(bench.design, bench.settings)
    return carrying, choose_adjustment(bench.design, bench.settings, carrying)


def _pairs(
    bench: Bench,
    carrying: Procedure,
    adjustment: str,
    *,
    tests: Sequence[PairTest],
    facts: Sequence[dict[str, Any]],
    subgroups: Sequence[tuple[SubgroupVerdict, ...]],
) -> tuple[Pair, ...]:
    """Return the pairs: what the carrying test says of each, what its scores or examples show, and cautions."""
    judged = _judge_pairs(bench, carrying, adjustment, tests)
    coarse = find_coarse(judged, bench, carrying, adjustment)
    return tuple(
        Pair(
            a=judgement.test.a,
            b=judgement.test.b,
            result=judgement.test.result,
            p_adjusted=judgement.test.p_adjusted,
            verdict=judgement.verdict,
            verdicts_at=judgement.verdicts_at,
            by_subgroup=verdicts,
            slight=find_slight(judgement, bench, index),
            coarse=rounding,
            **shown,
        )
        for judgement, index, shown, verdicts, rounding in zip(
            judged, bench.pairs, facts, subgroups, coarse, strict=True
        )
    )


def _facts(bench: Bench, carrying: Procedure, tests: Sequence[PairTest]) -> list[dict[str, Any]]:
    """Return what the scores or the examples of every pair show, as fields of `Pair`."""
    if isinstance(bench, ScoreBench):
        names, shifts = bench.evidence.classifiers, _shifts(tests, bench.settings)
        return [
            facts_on_scores(bench, (i, j), carrying, shifts.get((names[i], names[j]))) for i, j in bench.pairs
        ]
    from bakeoff.inference.example_pairs import facts_on_test_set

    return [facts_on_test_set(bench, index, carrying) for index in bench.pairs]


def _subgroups(bench: Bench, carrying: Procedure) -> list[tuple[SubgroupVerdict, ...]]:
    if isinstance(bench, ScoreBench):
        return [()] * len(bench.pairs)
    from bakeoff.inference.subgroups import judge_subgroups

    return judge_subgroups(bench, carrying)


def _judge_pairs(
    bench: Bench, carrying: Procedure, adjustment: str, tests: Sequence[PairTest]
) -> list[Judgement]:
    judged = [t for t in tests if t.result.procedure == carrying.key]
    check_units(judged, bench.settings)
    held = simultaneous(judged, carrying, bench, adjustment=adjustment)
    elsewhere = _verdicts_elsewhere(bench, carrying, adjustment, held)
    return [
        Judgement(test, verdict_of(test, bench.settings), others)
        for test, others in zip(held, elsewhere, strict=True)
    ]


def _shifts(tests: Sequence[PairTest], settings: Settings) -> dict[tuple[str, str], Estimate]:
    """Return the pseudo-medians that a signed-rank test has found already, as effect sizes have them."""
    return {
        (test.a, test.b): test.result.estimate
        for test in tests
        if test.result.procedure == "wilcoxon"
        and isinstance(test.result, TestResult)
        and test.result.alternative is Alternative.TWO_SIDED
        and test.result.estimate.interval.level == settings.level
    }


def _verdicts_elsewhere(
    bench: Bench, carrying: Procedure, adjustment: str, held: Sequence[PairTest]
) -> list[dict[str, Verdict]]:
    """Return the verdict of every pair at the usual levels, each made as the main one is."""
    verdicts = {
        f"{level:.2f}": _verdicts_at(level, bench, carrying, adjustment, held) for level in USUAL_LEVELS
    }
    return [{name: at[i] for name, at in verdicts.items()} for i in range(len(held))]


def _verdicts_at(
    level: float, bench: Bench, carrying: Procedure, adjustment: str, held: Sequence[PairTest]
) -> list[Verdict]:
    settings = replace(bench.settings, level=level)
    if level == bench.settings.level:
        return [verdict_of(test, settings) for test in held]
    if settings.margin == 0:
        return [_verdict_by_side(test, settings) for test in held]
    there = replace(bench, settings=settings)
    anew = pair_tests(carrying, there, adjustment=adjustment)
    return [verdict_of(test, settings) for test in simultaneous(anew, carrying, there, adjustment=adjustment)]


def _verdict_by_side(test: PairTest, settings: Settings) -> Verdict:
    """Judge with the side of zero that the estimate is on for an interval: enough without a margin."""
    if isinstance(test.result, Posterior):
        return verdict_of(test, settings)
    value = test.result.estimate.value
    side = Interval(low=0.0 if value > 0 else -inf, high=0.0 if value < 0 else inf, level=settings.level)
    return judge(side, p_value=test.p_value, margin=settings.margin)


def _groups(bench: Bench, pairs: Sequence[Pair]) -> tuple[tuple[str, ...], ...]:
    names = bench.evidence.classifiers
    if len(names) < 3:
        return ()
    order = np.argsort(ranking_values(bench), kind="stable")
    return groups_of([names[i] for i in order.tolist()], pairs)
