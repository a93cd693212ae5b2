"""The one verb of the library: evidence in, a finished comparison out."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np

from bakeoff.core.comparison import Comparison, Pair, PairTest, Settings
from bakeoff.core.costs import Costs
from bakeoff.core.predictions import Evidence
from bakeoff.core.results import Interval, Posterior, Verdict
from bakeoff.inference.analysis import analyse, pair_tests
from bakeoff.inference.bench import Bench, PairIndex, ScoreBench
from bakeoff.inference.choose import check_gate, choose, choose_adjustment
from bakeoff.inference.family import simultaneous
from bakeoff.inference.layout import lay_out
from bakeoff.inference.remarks import remarks
from bakeoff.inference.score_pairs import on_scores
from bakeoff.inference.standings import ranking, ranking_values
from bakeoff.inference.verdict import judge, judge_posterior
from bakeoff.procedures.cliques import bars, cliques
from bakeoff.procedures.procedure import Procedure

USUAL_LEVELS = (0.90, 0.95, 0.99)
MOST_IN_GROUPS = 40  # classifiers whose groups are looked for among all sets, not only neighbours in rank


def compare(evidence: Evidence, settings: Settings, *, costs: Costs | None = None) -> Comparison:
    """Compare the classifiers of a table of scores, of predictions, or of counts of right answers."""
    bench = lay_out(evidence, settings, costs)
    carrying = choose(bench.design, settings)
    check_gate(bench.design, settings)
    adjustment = choose_adjustment(bench.design, settings, carrying)
    analysis = analyse(bench, carrying=carrying, adjustment=adjustment)
    agreement = None
    if not isinstance(bench, ScoreBench):
        from bakeoff.inference.example_pairs import agreements, rightly_named  # tables of scores do not wait

        analysis, agreement = rightly_named(analysis, bench), agreements(bench)
    judged = [t for t in analysis.tests if t.result.procedure == carrying.key]
    pairs = _judge_pairs(bench, carrying, adjustment, judged)
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


def _judge_pairs(
    bench: Bench, carrying: Procedure, adjustment: str, judged: Sequence[PairTest]
) -> tuple[Pair, ...]:
    held = simultaneous(judged, carrying, bench, adjustment=adjustment)
    elsewhere = _verdicts_elsewhere(bench, carrying, adjustment, held)
    return tuple(
        _pair(bench, index, carrying, test, others)
        for index, test, others in zip(bench.pairs, held, elsewhere, strict=True)
    )


def _pair(
    bench: Bench, index: PairIndex, carrying: Procedure, test: PairTest, elsewhere: dict[str, Verdict]
) -> Pair:
    pair = Pair(
        a=test.a,
        b=test.b,
        result=test.result,
        p_adjusted=test.p_adjusted,
        wins=0,
        draws=0,
        losses=0,
        verdict=_verdict(test, bench.settings),
        verdicts_at=elsewhere,
        effects=(),
        equivalence_p=None,
        units=(),
        advantages=np.empty(0),
        a_scores=np.empty(0),
        b_scores=np.empty(0),
    )
    if isinstance(bench, ScoreBench):
        return on_scores(pair, bench, index, carrying)
    from bakeoff.inference.example_pairs import on_test_set

    return on_test_set(pair, bench, index, carrying)


def _verdict(test: PairTest, settings: Settings) -> Verdict:
    if isinstance(test.result, Posterior):
        return judge_posterior(test.result, level=settings.level)
    p_value = test.result.p_value if test.p_adjusted is None else test.p_adjusted
    return judge(test.result.estimate.interval, p_value=p_value, margin=settings.margin)


def _verdicts_elsewhere(
    bench: Bench, carrying: Procedure, adjustment: str, held: Sequence[PairTest]
) -> list[dict[str, Verdict]]:
    """Return the verdict of every pair at the usual levels, each made as the main one is."""
    by_level: dict[str, Sequence[PairTest]] = {}
    for level in USUAL_LEVELS:
        there = replace(bench, settings=replace(bench.settings, level=level))
        needs_interval = bench.settings.margin > 0 and level != bench.settings.level
        by_level[f"{level:.2f}"] = (
            simultaneous(
                pair_tests(carrying, there, adjustment=adjustment), carrying, there, adjustment=adjustment
            )
            if needs_interval
            else [_at_level(test, level) for test in held]
        )
    settings = {name: replace(bench.settings, level=float(name)) for name in by_level}
    return [
        {name: _verdict(tests[i], settings[name]) for name, tests in by_level.items()}
        for i in range(len(held))
    ]


def _at_level(test: PairTest, level: float) -> PairTest:
    """Return the test with the side of zero that its estimate is on for an interval: enough without a margin."""
    if isinstance(test.result, Posterior):
        return test
    value = test.result.estimate.value
    side = Interval(low=0.0 if value > 0 else -inf, high=0.0 if value < 0 else inf, level=level)
    return replace(test, result=replace(test.result, estimate=replace(test.result.estimate, interval=side)))


def _groups(bench: Bench, pairs: Sequence[Pair]) -> tuple[tuple[str, ...], ...]:
    """Return the largest sets of classifiers among whom no pair is decided, each and all of them best first.

    Verdicts need not follow the ranks, so that a group may skip a classifier that ranks between its members. Where
    that makes more groups than classifiers, only runs of neighbours in rank are returned.
    """
    names = bench.evidence.classifiers
    if len(names) < 3:
        return ()
    order = np.argsort(ranking_values(bench), kind="stable")
    places = {names[i]: place for place, i in enumerate(order.tolist())}
    differs = np.zeros((len(names), len(names)), dtype=bool)
    for pair in pairs:
        i, j = places[pair.a], places[pair.b]
        differs[i, j] = differs[j, i] = pair.verdict in (Verdict.BETTER, Verdict.WORSE)
    found = cliques(differs) if len(names) <= MOST_IN_GROUPS else None
    if found is None or len(found) > len(names):
        found = bars(range(len(names)), differs)
    return tuple(tuple(names[order[place]] for place in group) for group in found)
