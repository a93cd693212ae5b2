"""Missing scores: which, what was done, and whether a verdict survives the worst and the best case."""

from collections.abc import Iterator

import numpy as np

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Floats, Scores, advantage
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import Unit
from bakeoff.core.results import Alternative, TestResult, significance
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
    """Return the pairs whose sign, as the test shows it, is another in the worst or the best case for b."""
    if carrying.kind is not Kind.PAIR:
        return []
    lacking = [
        (index, pair)
        for index, pair in zip(bench.pairs, comparison.pairs, strict=True)
        if len(pair.units) < len(bench.unit_names)
    ]
    worst, best = (
        _signs([index for index, _ in lacking], bench, carrying, favour_b=b) for b in (False, True)
    )
    return [
        pair
        for (_, pair), *signs in zip(lacking, worst, best, strict=True)
        if isinstance(pair.result, TestResult)
        and len({*signs, _sign(pair.result, pairs=len(bench.pairs))} - {None}) > 1
    ]


def _signs(
    indices: list[PairIndex], bench: ScoreBench, carrying: Procedure, *, favour_b: bool
) -> list[int | None]:
    """Return which way each pair is decided with the missing scores filled in; None where no test can say."""
    filled = [_filled(bench.evidence, index, favour_b=favour_b) for index in indices]
    if carrying.key == "wilcoxon" and bench.settings.alternative is Alternative.TWO_SIDED:
        from bakeoff.procedures.signed_rank_many import wilcoxon_signs  # complete tables do not wait for it

        alpha = significance(bench.settings.level) / len(bench.pairs)
        return list(wilcoxon_signs(filled, alpha=alpha).tolist())
    signs: list[int | None] = []
    for index, differences in zip(indices, filled, strict=True):
        changes = {"differences": differences, "fold_differences": differences}
        result = carrying.run(**bench.arguments(carrying.run, index, changes))
        signs.append(_sign(result, pairs=len(bench.pairs)) if isinstance(result, TestResult) else None)
    return signs


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
