"""Missing scores: which, what was done, and whether a verdict survives the worst and the best case."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, cast

import numpy as np

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Floats, Ints, Scores, advantage
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import Unit
from bakeoff.core.results import Alternative, TestResult, Verdict, significance
from bakeoff.core.words import listed
from bakeoff.inference.bench import PairIndex, ScoreBench
from bakeoff.inference.verdict import judge
from bakeoff.procedures.adjust import Adjustment, adjust
from bakeoff.procedures.procedure import Kind, Procedure

RANKED = ("wilcoxon", "sign")  # a better score never makes these less sure: the ends of the range tell all
# These need no p-values, only what is below a level.
STEPWISE = (Adjustment.NONE, Adjustment.BONFERRONI, Adjustment.HOLM)


def missing_scores(comparison: Comparison, bench: ScoreBench, carrying: Procedure) -> Iterator[Finding]:
    """Yield one finding that names the missing cells and says what the verdicts owe to them."""
    evidence = bench.evidence
    lacking = np.argwhere(np.isnan(evidence.values))
    if not len(lacking):
        return
    cells = [f"{evidence.classifiers[j]} on {evidence.datasets[i]}" for i, j in lacking]
    shaken = _shaken(comparison, bench, carrying)
    fate = _fate(shaken, _whatever(bench, carrying))
    yield Finding(
        code="BO344",
        severity=Severity.WARNING,
        message=f"Missing: {listed(cells)}. Each pair is judged on the datasets that it shares; {fate}",
        detail={
            "cells": cells,
            "verdicts_that_depend_on_them": None if shaken is None else [f"{p.b} over {p.a}" for p in shaken],
        },
    )


def _fate(shaken: list[Pair] | None, whatever: str) -> str:
    if shaken is None:
        return "what the missing scores could change was not looked into."
    if not shaken:
        return f"no verdict changes {whatever}."
    if len(shaken) < 4:
        names = listed([f"{p.b} over {p.a}" for p in shaken])
        return f"the verdict of {names} could be another with the missing scores."
    return f"{len(shaken)} verdicts could be others with the missing scores."


def _whatever(bench: ScoreBench, carrying: Procedure) -> str:
    """Return under which missing scores no verdict changes."""
    # To a mean, an outlier adds less than it takes: scores between the ends may change more than the ends do.
    if bench.settings.margin > 0 or carrying.key not in RANKED:
        return "with the missing scores at either end of their range"
    bounded = bench.evidence.measure.unit is not Unit.PLAIN
    return "whatever the missing scores are" + ("" if bounded else " within the range of the others")


class _Ends(NamedTuple):
    """What the test says of each pair with the missing scores at either end of their range."""

    # Which way each pair is decided by a p-value below an alpha: at the worst for b, and at the best.
    worst: Callable[[float], Ints]
    best: Callable[[float], Ints]
    p_values: Callable[[], tuple[Floats, Floats]]  # the smallest and the largest that any missing scores give

    def decided(self, alpha: float, *, always: bool) -> Ints:
        """Return which way each pair is decided below alpha: at both ends (`always`), or at one of them."""
        worst, best = self.worst(alpha), self.best(alpha)
        return np.where(worst == best, worst, 0) if always else np.where(worst != 0, worst, best)


def _shaken(comparison: Comparison, bench: ScoreBench, carrying: Procedure) -> list[Pair] | None:
    """Return the pairs whose verdict could be another at an end of the range; None where nobody looked."""
    if carrying.kind is not Kind.PAIR or not all(isinstance(p.result, TestResult) for p in comparison.pairs):
        return None
    ends = _ends(comparison, bench, carrying)
    surely, perhaps = (_rejected(comparison, ends, always=always) for always in (True, False))
    shaken = []
    for index, pair, least, most in zip(bench.pairs, comparison.pairs, surely, perhaps, strict=True):
        if pair.verdict is Verdict.EQUIVALENT:
            changes = not _stays_equivalent(index, bench, carrying)
        else:
            now = {Verdict.BETTER: 1, Verdict.WORSE: -1}.get(pair.verdict, 0)
            changes = (least if now else most) != now
        shaken += [pair] if changes else []
    return shaken


def _rejected(comparison: Comparison, ends: _Ends, *, always: bool) -> Ints:
    """Return which way each pair is decided, adjusted over the pairs: at both ends, or at one of them.

    Adjusted p-values rise with every p-value of the family. So the smallest p-value of each pair shows the most that
    can be decided, and the largest of each the least.
    """
    method, pairs = comparison.settings.adjust, len(comparison.pairs)
    alpha = significance(comparison.settings.level)
    if method not in STEPWISE:
        p_values = adjust(ends.p_values()[always], str(method), classifiers=comparison.design.classifiers)
        return np.where(p_values < alpha, ends.decided(2.0, always=always), 0)
    if method != Adjustment.HOLM:
        return ends.decided(alpha / (pairs if method == Adjustment.BONFERRONI else 1), always=always)
    found, before = ends.decided(alpha / pairs, always=always), 0
    while before < (count := int(np.count_nonzero(found))) < pairs:  # Holm's steps, several at a time
        found, before = ends.decided(alpha / (pairs - count), always=always), count
    return found


def _ends(comparison: Comparison, bench: ScoreBench, carrying: Procedure) -> _Ends:
    by_signs = carrying.key == "wilcoxon" and comparison.settings.adjust in STEPWISE
    if by_signs and bench.settings.alternative is Alternative.TWO_SIDED:
        low, high = ([_filled(bench.evidence, i, favour_b=b) for i in bench.pairs] for b in (False, True))
        return _Ends(_by_signs(low), _by_signs(high), lambda: (np.empty(0), np.empty(0)))
    (p_worst, worst), (p_best, best) = (_tested(bench, carrying, favour_b=b) for b in (False, True))
    # Between two signs p passes through 1.
    largest = np.where(worst == best, np.maximum(p_worst, p_best), 1.0)
    return _Ends(
        lambda alpha: np.where(p_worst < alpha, worst, 0),
        lambda alpha: np.where(p_best < alpha, best, 0),
        lambda: (np.minimum(p_worst, p_best), largest),
    )


def _by_signs(filled: list[Floats]) -> Callable[[float], Ints]:
    """Return what tells which way the signed-rank test decides each pair, and looks twice at no pair in vain."""
    from bakeoff.procedures.signed_rank_many import wilcoxon_signs  # complete tables do not wait for it

    known = {0.0: np.zeros(len(filled), dtype=np.int64)}

    def decided(alpha: float) -> Ints:
        if alpha not in known:
            signs = known[max(stricter for stricter in known if stricter < alpha)].copy()
            open_pairs = np.flatnonzero(signs == 0)
            signs[open_pairs] = wilcoxon_signs([filled[i] for i in open_pairs], alpha=alpha)
            known[alpha] = signs
        return known[alpha]

    return decided


def _tested(bench: ScoreBench, carrying: Procedure, *, favour_b: bool) -> tuple[Floats, Ints]:
    """Return the p-value of each pair, and the sign of its estimate, with the missing scores filled in."""
    results = [_run(bench, carrying, index, favour_b=favour_b) for index in bench.pairs]
    return np.array([r.p_value for r in results]), np.array([int(np.sign(r.estimate.value)) for r in results])


def _stays_equivalent(index: PairIndex, bench: ScoreBench, carrying: Procedure) -> bool:
    """Say whether a pair is equivalent at both ends of the range, allowing for the number of pairs."""
    level = 1 - significance(bench.settings.level) / len(bench.pairs)
    judged = (_run(bench, carrying, index, favour_b=b, level=level) for b in (False, True))
    return all(
        judge(r.estimate.interval, p_value=r.p_value, margin=bench.settings.margin) is Verdict.EQUIVALENT
        for r in judged
    )


def _run(
    bench: ScoreBench, carrying: Procedure, index: PairIndex, *, favour_b: bool, **changes: object
) -> TestResult:
    differences = _filled(bench.evidence, index, favour_b=favour_b)
    changes |= {"differences": differences, "fold_differences": differences}
    return cast("TestResult", carrying.run(**bench.arguments(carrying.run, index, changes)))


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
