"""The one verb of the library: evidence in, a finished comparison out."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bakeoff.core.comparison import AgreementMatrix, Comparison, Settings
from bakeoff.core.costs import Costs
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.predictions import Evidence, Predictions
from bakeoff.core.progress import tell_stage
from bakeoff.inference.analyse import analyse, run_on_pairs
from bakeoff.inference.bench.bench import Bench, ScoreBench
from bakeoff.inference.choose import choose_test
from bakeoff.inference.findings.pipeline import FINDERS, Finder, collect_findings
from bakeoff.inference.pairs.build import build_bare_pairs, build_pairs
from bakeoff.inference.ranking import group_classifiers, place_classifiers, rank_classifiers
from bakeoff.inference.reach import require_pairs_in_reach
from bakeoff.inference.recognise.benches import build_bench, build_score_bench
from bakeoff.inference.verdicts import judge_pairs
from bakeoff.procedures.procedure import Procedure


class Inferred(NamedTuple):
    """A comparison before anybody looked for findings, and what it was made of."""

    comparison: Comparison
    bench: Bench
    carrying: Procedure  # the test that carries the verdicts


def compare(evidence: Evidence, settings: Settings, *, costs: Costs | None = None) -> Comparison:
    """Compare the classifiers of a table of scores, of predictions, of items, or of counts of right answers."""
    if isinstance(evidence, ItemEvidence):
        # tables of scores do not wait for it
        from bakeoff.inference.items.compare import compare_items

        return compare_items(evidence, settings)
    return with_findings(infer(evidence, settings, costs=costs))


def infer(evidence: Evidence, settings: Settings, *, costs: Costs | None = None) -> Inferred:
    """Recognise the design, choose and run the tests, judge every pair, and rank the classifiers."""
    if isinstance(evidence, ItemEvidence):
        from bakeoff.inference.items.compare import infer_items

        return Inferred(*infer_items(evidence, settings))
    require_pairs_in_reach(evidence, settings)
    tell_stage("recognising the design")
    bench = build_bench(evidence, settings, costs)
    carrying, adjustment = choose_test(bench)
    analysis = analyse(bench, carrying=carrying, adjustment=adjustment)
    tell_stage("judging the pairs")
    judgements = judge_pairs(bench, carrying, adjustment, analysis.tests)
    pairs = build_pairs(judgements, bench, carrying, adjustment, analysis.tests)
    comparison = Comparison(
        evidence=bench.evidence,
        design=bench.design,
        settings=replace(bench.settings, test=carrying.key, adjust=adjustment),
        omnibus=analysis.omnibus,
        pairs=pairs,
        tests=analysis.tests,
        objections=analysis.objections,
        findings=(),
        ranking=rank_classifiers(bench),
        groups=group_classifiers(bench, pairs),
        agreement=_measure_agreements(bench),
        costs=costs,
        predictions=bench.predictions if isinstance(bench, ScoreBench) else None,
    )
    return Inferred(_with_reliability(_with_operating_points(comparison)), bench, carrying)


def with_findings(inferred: Inferred, finders: Sequence[Finder] = FINDERS) -> Comparison:
    """Return the comparison with what each finder finds, in their order."""
    comparison, bench, carrying = inferred
    findings = collect_findings(
        finders, comparison=comparison, evidence=comparison.evidence, bench=bench, carrying=carrying
    )
    return replace(comparison, findings=findings)


def compare_verdicts_only(evidence: Scores, settings: Settings) -> Comparison:
    """Return a comparison with its verdicts and its order only, while the other tests are still to be run.

    Verdicts, intervals and p-values are those that `compare` gives; there are no other tests, effect sizes or findings.
    """
    require_pairs_in_reach(evidence, settings)
    bench = build_score_bench(evidence, settings)
    carrying, adjustment = choose_test(bench)
    tests = run_on_pairs(carrying, bench, adjustment=adjustment)
    judgements = judge_pairs(bench, carrying, adjustment, tests)
    return Comparison(
        evidence=bench.evidence,
        design=bench.design,
        settings=replace(bench.settings, test=carrying.key, adjust=adjustment),
        omnibus=(),
        pairs=build_bare_pairs(judgements, bench, carrying, adjustment),
        tests=tests,
        objections=(),
        findings=(),
        ranking=place_classifiers(bench.evidence),
        groups=(),
    )


def _measure_agreements(bench: Bench) -> AgreementMatrix | None:
    if isinstance(bench, ScoreBench):
        return None  # tables of scores do not wait
    from bakeoff.inference.pairs.example_facts import measure_agreements

    return measure_agreements(bench)


def _with_operating_points(comparison: Comparison) -> Comparison:
    if comparison.costs is None:
        return comparison
    from bakeoff.inference.costs.operating_points import find_operating_points

    return replace(comparison, operating_points=find_operating_points(comparison))


def _with_reliability(comparison: Comparison) -> Comparison:
    evidence = comparison.predictions or comparison.evidence
    if not isinstance(evidence, Predictions) or evidence.probabilities is None:
        return comparison  # most evidence has no probabilities, and does not wait
    from bakeoff.inference.pairs.reliability import measure_reliability

    return replace(comparison, reliability=measure_reliability(comparison))
