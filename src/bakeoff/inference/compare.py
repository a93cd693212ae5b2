"""The one verb of the library: evidence in, a finished comparison out."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np

from bakeoff.core.comparison import Comparison, Pair, PairTest, Settings
from bakeoff.core.costs import Costs
from bakeoff.core.evidence import Scores
from bakeoff.core.predictions import Evidence
from bakeoff.core.results import Alternative, Estimate, Interval, Posterior, TestResult, Verdict
from bakeoff.inference.analysis import analyse, pair_tests
from bakeoff.inference.bench import Bench, PairIndex, ScoreBench
from bakeoff.inference.cautions import with_coarse, with_slight
from bakeoff.inference.choose import check_gate, check_margin, check_units, choose, choose_adjustment
from bakeoff.inference.family import simultaneous
from bakeoff.inference.groups import groups_of
from bakeoff.inference.layout import lay_out, lay_out_scores
from bakeoff.inference.remarks import remarks
from bakeoff.inference.score_pairs import on_scores, tallied
from bakeoff.inference.standings import places, ranking, ranking_values
from bakeoff.inference.verdict import judge, verdict_of
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
    shifts = _shifts(analysis.tests, settings)
    pairs = tuple(
        _completed(pair, bench, index, carrying, shifts.get((pair.a, pair.b)))
        for index, pair in zip(
            bench.pairs, _judge_pairs(bench, carrying, adjustment, analysis.tests), strict=True
        )
    )
    if not isinstance(bench, ScoreBench):
        from bakeoff.inference.subgroups import with_subgroups

        pairs = with_subgroups(pairs, bench, carrying)
    pairs = with_slight(with_coarse(pairs, bench, carrying, adjustment), bench)
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
    judged = zip(bench.pairs, _judge_pairs(bench, carrying, adjustment, tests), strict=True)
    pairs = tuple(tallied(pair, bench, index) for index, pair in judged)
    return Comparison(
        evidence=bench.evidence,
        design=bench.design,
        settings=replace(settings, test=carrying.key, adjust=adjustment),
        omnibus=(),
        pairs=with_slight(with_coarse(pairs, bench, carrying, adjustment), bench),
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


def _judge_pairs(bench: Bench, carrying: Procedure, adjustment: str, tests: Sequence[PairTest]) -> list[Pair]:
    judged = [t for t in tests if t.result.procedure == carrying.key]
    check_units(judged, bench.settings)
    held = simultaneous(judged, carrying, bench, adjustment=adjustment)
    elsewhere = _verdicts_elsewhere(bench, carrying, adjustment, held)
    return [_pair(test, bench.settings, others) for test, others in zip(held, elsewhere, strict=True)]


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


def _pair(test: PairTest, settings: Settings, elsewhere: dict[str, Verdict]) -> Pair:
    return Pair(
        a=test.a,
        b=test.b,
        result=test.result,
        p_adjusted=test.p_adjusted,
        wins=0,
        draws=0,
        losses=0,
        verdict=verdict_of(test, settings),
        verdicts_at=elsewhere,
        effects=(),
        equivalence_p=None,
        units=(),
        advantages=np.empty(0),
        a_scores=np.empty(0),
        b_scores=np.empty(0),
    )


def _completed(
    pair: Pair, bench: Bench, index: PairIndex, carrying: Procedure, shift: Estimate | None
) -> Pair:
    """Return the pair with what its scores or its predictions show."""
    if isinstance(bench, ScoreBench):
        return on_scores(pair, bench, index, carrying, shift)
    from bakeoff.inference.example_pairs import on_test_set

    return on_test_set(pair, bench, index, carrying)


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
    p_value = test.result.p_value if test.p_adjusted is None else test.p_adjusted
    return judge(side, p_value=p_value, margin=settings.margin)


def _groups(bench: Bench, pairs: Sequence[Pair]) -> tuple[tuple[str, ...], ...]:
    names = bench.evidence.classifiers
    if len(names) < 3:
        return ()
    order = np.argsort(ranking_values(bench), kind="stable")
    return groups_of([names[i] for i in order.tolist()], pairs)
