"""Missing scores: which, what was done, and whether a verdict survives the worst and the best case."""

from collections.abc import Iterator

import numpy as np

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Floats, Scores, advantage
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import Unit
from bakeoff.core.results import TestResult, significance
from bakeoff.core.words import listed
from bakeoff.inference.bench import PairIndex, ScoreBench
from bakeoff.procedures.procedure import Kind, Procedure


def missing_scores(comparison: Comparison, bench: ScoreBench, carrying: Procedure) -> Iterator[Finding]:
    """Yield one finding that names the missing cells and says what the verdicts owe to them."""
    evidence = bench.evidence
    lacking = np.argwhere(np.isnan(evidence.values))
    if not len(lacking):
        return
    cells = [f"{evidence.classifiers[j]} on {evidence.datasets[i]}" for i, j in lacking]
    shaken = _shaken(comparison, bench, carrying)
    yield Finding(
        code="BO344",
        severity=Severity.WARNING,
        message=f"Missing: {listed(cells)}. Each pair is judged on the datasets that it shares; {_fate(shaken)}",
        detail={"cells": cells, "verdicts_that_depend_on_them": [f"{p.b} over {p.a}" for p in shaken]},
    )


def _fate(shaken: list[Pair]) -> str:
    if not shaken:
        return "no verdict changes whatever the missing scores are."
    if len(shaken) == 1 or len(shaken) < 4:
        names = listed([f"{p.b} over {p.a}" for p in shaken])
        return f"the verdict of {names} could be another with the missing scores."
    return f"{len(shaken)} verdicts could be others with the missing scores."


def _shaken(comparison: Comparison, bench: ScoreBench, carrying: Procedure) -> list[Pair]:
    return [
        pair
        for index, pair in zip(bench.pairs, comparison.pairs, strict=True)
        if len(pair.units) < len(bench.unit_names) and _changes(pair, index, bench, carrying)
    ]


def _changes(pair: Pair, index: PairIndex, bench: ScoreBench, carrying: Procedure) -> bool:
    """Say whether the sign that the test shows is another in the worst or the best case for b."""
    if carrying.kind is not Kind.PAIR:
        return False
    signs = set()
    for favour_b in (False, True):
        filled = _filled(bench.evidence, index, favour_b=favour_b)
        given = bench.arguments(carrying.run, index, {"differences": filled, "fold_differences": filled})
        result = carrying.run(**given)
        if isinstance(result, TestResult):
            signs.add(_sign(result, pairs=len(bench.pairs)))
    return (
        len(signs | {_sign(pair.result, pairs=len(bench.pairs))}) > 1
        if isinstance(pair.result, TestResult)
        else False
    )


def _sign(result: TestResult, *, pairs: int) -> int:
    alpha = significance(result.estimate.interval.level) / pairs
    return int(np.sign(result.estimate.value)) if result.p_value < alpha else 0


def _filled(evidence: Scores, index: PairIndex, *, favour_b: bool) -> Floats:
    """Return the advantages with every missing score put at the end of its range that favours one side."""
    low, high = _range(evidence)
    best, worst = (high, low) if evidence.measure.higher_is_better else (low, high)
    a, b = (evidence.values[:, i] for i in index)
    a = np.where(np.isnan(a), worst if favour_b else best, a)
    b = np.where(np.isnan(b), best if favour_b else worst, b)
    return advantage(a, b, higher_is_better=evidence.measure.higher_is_better)


def _range(evidence: Scores) -> tuple[float, float]:
    """Return the least and the greatest score that a missing one could be."""
    if evidence.measure.unit is Unit.PLAIN:
        return float(np.nanmin(evidence.values)), float(np.nanmax(evidence.values))
    return 0.0, 100.0 if evidence.measure.unit is Unit.PERCENT else 1.0
