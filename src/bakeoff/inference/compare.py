"""The one verb of the library: evidence in, a finished comparison out."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.comparison import Comparison, Missing, Pair, PairTest, Settings, Standing
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Estimate, Interval, Posterior, Verdict
from bakeoff.core.words import did_you_mean, listed
from bakeoff.inference.analysis import AFFORDABLE, analyse, pair_tests
from bakeoff.inference.bench import Bench, PairIndex
from bakeoff.inference.choose import choose, choose_adjustment
from bakeoff.inference.family import simultaneous
from bakeoff.inference.recognise import recognise
from bakeoff.inference.remarks import remarks
from bakeoff.inference.standings import ranking, ranking_values
from bakeoff.inference.verdict import judge, judge_posterior
from bakeoff.inference.within import by_dataset, differing, population
from bakeoff.procedures.cliques import bars
from bakeoff.procedures.effects import effect_sizes
from bakeoff.procedures.equivalence import tost
from bakeoff.procedures.procedure import Kind, Procedure

USUAL_LEVELS = (0.90, 0.95, 0.99)


def compare(evidence: Scores, settings: Settings) -> Comparison:
    """Compare the classifiers of a table of scores."""
    evidence = _settle_missing(evidence, settings.missing)
    design = recognise(evidence, settings)
    bench = Bench(
        evidence=evidence, design=design, settings=settings, pairs=_pairs(evidence, settings.baseline)
    )
    carrying = choose(design, settings)
    adjustment = choose_adjustment(design, settings, carrying)
    analysis = analyse(bench, carrying=carrying, adjustment=adjustment)
    judged = [t for t in analysis.tests if t.result.procedure == carrying.key]
    pairs = _judge_pairs(bench, carrying, adjustment, judged)
    comparison = Comparison(
        evidence=evidence,
        design=design,
        settings=replace(settings, test=carrying.key, adjust=adjustment),
        omnibus=analysis.omnibus,
        pairs=pairs,
        tests=analysis.tests,
        objections=analysis.objections,
        findings=evidence.findings,
        ranking=ranking(evidence, settings),
        groups=_groups(evidence, pairs) if settings.baseline is None else (),
    )
    return replace(comparison, findings=evidence.findings + remarks(comparison, bench, carrying))


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
    differences, settings = bench.differences(index), bench.settings
    within = by_dataset(bench, index)
    return Pair(
        a=test.a,
        b=test.b,
        result=test.result,
        p_adjusted=test.p_adjusted,
        wins=int((differences > 0).sum()),
        draws=int((differences == 0).sum()),
        losses=int((differences < 0).sum()),
        verdict=_verdict(test, settings),
        verdicts_at=elsewhere,
        effects=_effects(bench, index),
        equivalence_p=_equivalence(bench, index, carrying),
        units=bench.names_of(index),
        advantages=differences,
        a_scores=bench.unit_scores[bench.shared(index), index[0]],
        b_scores=bench.unit_scores[bench.shared(index), index[1]],
        population=population(bench, index),
        by_dataset=within,
        datasets_differing=differing(within, level=settings.level),
    )


def _effects(bench: Bench, index: PairIndex) -> tuple[Estimate, ...]:
    if bench.design.datasets < 2 or len(bench.pairs) * bench.design.units > AFFORDABLE:
        return ()
    return effect_sizes(bench.differences(index), level=bench.settings.level)


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


def _equivalence(bench: Bench, index: PairIndex, carrying: Procedure) -> float | None:
    """Return the p-value of two one-sided tests against the margin, by the test that carries the verdict."""
    given = bench.arguments(carrying.run, index)
    if bench.settings.margin == 0 or carrying.kind is not Kind.PAIR or "alternative" not in given:
        return None
    data = next(iter(given))
    others = {name: value for name, value in given.items() if name not in (data, "alternative")}
    return tost(carrying.run, bench.differences(index), margin=bench.settings.margin, **others)


def _pairs(evidence: Scores, baseline: str | None) -> tuple[PairIndex, ...]:
    names = evidence.classifiers
    if baseline is None:
        return tuple((i, j) for i in range(len(names)) for j in range(i + 1, len(names)))
    if baseline not in names:
        raise UsageError(
            f"the baseline {baseline!r} is not among the classifiers{did_you_mean(baseline, names)}",
            where="--baseline",
            fix=f"use one of: {', '.join(names[:20])}",
            code="BO063",
        )
    a = names.index(baseline)
    return tuple((a, j) for j in range(len(names)) if j != a)


def _settle_missing(evidence: Scores, missing: Missing) -> Scores:
    lacking: NDArray[np.bool_] = np.isnan(evidence.values)
    if missing is Missing.PAIRWISE or not lacking.any():
        return evidence
    if missing is Missing.DROP_DATASET:
        return _only(evidence, np.asarray(~lacking.any(axis=1)))
    cells = [f"{evidence.classifiers[j]!r} on {evidence.datasets[i]!r}" for i, j in np.argwhere(lacking)[:5]]
    more = f" and {lacking.sum() - 5} more" if lacking.sum() > 5 else ""
    raise DesignError(
        f"{lacking.sum()} scores are missing: {', '.join(cells)}{more}",
        where=evidence.source,
        fix="give them, or pass --missing pairwise (each pair on the datasets it shares) or drop-dataset",
        code="BO082",
    )


def _only(evidence: Scores, kept: NDArray[np.bool_]) -> Scores:
    """Return the evidence on the datasets that are kept, with a finding that names the others."""
    left_out = [name for name, keep in zip(evidence.datasets, kept, strict=True) if not keep]
    finding = Finding(
        code="BO345",
        severity=Severity.WARNING,
        message=f"Left out because a score is missing: {listed(left_out)}.",
        detail={"datasets": left_out},
    )
    return replace(
        evidence.subset(kept),
        findings=(*evidence.findings, finding),
    )


def _groups(evidence: Scores, pairs: Sequence[Pair]) -> tuple[tuple[str, ...], ...]:
    """Return the bars of a rank diagram: neighbours in rank among whom no pair is decided."""
    names = evidence.classifiers
    if len(names) < 3:
        return ()
    differs = np.zeros((len(names), len(names)), dtype=bool)
    for pair in pairs:
        i, j = names.index(pair.a), names.index(pair.b)
        differs[i, j] = differs[j, i] = pair.verdict in (Verdict.BETTER, Verdict.WORSE)
    order = ranking_values(evidence)
    return tuple(tuple(names[i] for i in bar) for bar in bars(order, differs))
