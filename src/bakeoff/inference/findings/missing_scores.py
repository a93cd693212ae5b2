"""Missing scores: which and where, what was done, and whether a verdict survives the worst and the best case."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import sqrt
from typing import NamedTuple, cast

import numpy as np

from bakeoff.core.arrays import Floats, Ints, advantage
from bakeoff.core.comparison import Comparison, Pair, PairTest
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import Unit
from bakeoff.core.results import Alternative, TestResult, Verdict, significance
from bakeoff.core.words import write_count, write_list, write_p_relation
from bakeoff.inference.analyse import run_on_pairs
from bakeoff.inference.bench.bench import Bench, PairIndex, ScoreBench
from bakeoff.inference.judge import judge
from bakeoff.procedures.base.adjust import Adjustment, adjust
from bakeoff.procedures.base.distributions import t_p_value
from bakeoff.procedures.procedure import Kind, Procedure

MONOTONE_TESTS = (
    "wilcoxon",
    "sign",
)  # a better score never makes these less sure: the ends of the range tell all
# These need no p-values, only what is below a level.
STEPWISE = (Adjustment.NONE, Adjustment.BONFERRONI, Adjustment.HOLM)
MOST_JUDGED_AGAIN = 2_000  # pairs in filled tables: about half a second
FEWEST_DATASETS = 5  # with fewer no relation between ease and missing scores can be seen
SUSPICIOUS = 0.05


def missing_score_findings(comparison: Comparison, bench: Bench, carrying: Procedure) -> Iterator[Finding]:
    """Yield what names the missing cells and says what the verdicts owe to them, and a finding on where they are."""
    if not isinstance(bench, ScoreBench):
        return
    evidence = bench.evidence
    lacking = np.argwhere(np.isnan(evidence.values))
    if not len(lacking):
        return
    cells = [f"{evidence.classifiers[j]} on {evidence.datasets[i]}" for i, j in lacking]
    shaken, attempt = _find_shaken_pairs(comparison, bench, carrying)
    yield Finding(
        code="BO344",
        severity=Severity.WARNING,
        message=f"Missing: {write_list(cells)}. Each pair is judged on the datasets that it shares; "
        f"{_say_what_changes(shaken, attempt)}",
        detail={
            "cells": cells,
            "verdicts_that_depend_on_them": None if shaken is None else [f"{p.b} over {p.a}" for p in shaken],
        },
    )
    yield from missing_by_difficulty_findings(evidence)


def _say_what_changes(shaken: list[Pair] | None, tried: str) -> str:
    if shaken is None:
        return "what the missing scores could change was not looked into."
    if not shaken:
        return f"no verdict changes {tried}."
    if len(shaken) < 4:
        names = write_list([f"{p.b} over {p.a}" for p in shaken])
        return f"the verdict of {names} could change if the missing scores were known."
    return f"{len(shaken)} verdicts could change if the missing scores were known."


def _find_shaken_pairs(
    comparison: Comparison, bench: ScoreBench, carrying: Procedure
) -> tuple[list[Pair] | None, str]:
    """Return the pairs whose verdict the missing scores could change, and what was tried to find them."""
    if carrying.kind is Kind.FAMILY:
        return _find_shaken_in_family(comparison, bench, carrying)
    return _find_shaken_alone(comparison, bench, carrying), _say_what_was_tried(bench, carrying)


def _say_what_was_tried(bench: ScoreBench, carrying: Procedure) -> str:
    """Return under which missing scores no verdict changes."""
    # To a mean, an outlier adds less than it takes: scores between the ends may change more than the ends do.
    if bench.settings.margin > 0 or carrying.key not in MONOTONE_TESTS:
        return "with the missing scores at either end of their range"
    bounded = bench.evidence.measure.unit is not Unit.PLAIN
    return "whatever the missing scores are" + ("" if bounded else " within the range of the others")


def _find_shaken_in_family(
    comparison: Comparison, bench: ScoreBench, carrying: Procedure
) -> tuple[list[Pair] | None, str]:
    """Return the pairs whose verdict is another in a table with the missing scores filled in, and how it was."""
    tables = list(_fill_tables(bench.evidence))
    if len(tables) * len(bench.pairs) > MOST_JUDGED_AGAIN:
        tables = tables[:2]
    if len(tables) * len(bench.pairs) > MOST_JUDGED_AGAIN or bench.settings.only_if:
        return None, ""
    changed = np.zeros(len(bench.pairs), dtype=np.bool_)
    now = [pair.verdict for pair in comparison.pairs]
    for values in tables:
        there = replace(
            bench,
            evidence=replace(bench.evidence, values=values, resamples=None),
            design=replace(bench.design, complete=True),
        )
        tests = run_on_pairs(carrying, there, adjustment=str(comparison.settings.adjust))
        changed |= [
            _judge_filled(test, bench.settings.margin) is not was
            for test, was in zip(tests, now, strict=True)
        ]
    shaken = [pair for pair, differs in zip(comparison.pairs, changed.tolist(), strict=True) if differs]
    ways = write_count(len(tables), "table")
    return (
        shaken,
        f"in the {ways} that were tried, with the missing scores at the ends of their range",
    )


def _judge_filled(test: PairTest, margin: float) -> Verdict:
    result = cast("TestResult", test.result)
    return judge(result.estimate.interval, p_value=test.p_value, margin=margin)


def _fill_tables(evidence: Scores) -> Iterator[Floats]:
    """Yield tables without gaps: all missing scores at the worst, at the best, then each classifier's against the rest.

    So every pair is seen with the missing scores of one at the best and of the other at the worst, and the reverse.
    """
    low, high = _score_range(evidence)
    ends = (low, high) if evidence.measure.higher_is_better else (high, low)
    gaps = np.isnan(evidence.values)
    for end in ends:
        yield np.where(gaps, end, evidence.values)
    lacking = np.flatnonzero(gaps.any(axis=0)).tolist()
    for column in lacking if len(lacking) > 1 else ():
        for own, others in (ends, ends[::-1]):
            table = np.where(gaps, others, evidence.values)
            table[gaps[:, column], column] = own
            yield table


def missing_by_difficulty_findings(evidence: Scores) -> Iterator[Finding]:
    """Yield a finding where the datasets with missing scores are harder, or easier, than the others."""
    difficulty = _measure_ease(evidence)
    number = np.isnan(evidence.values).sum(axis=1).astype(np.float64)
    known = ~np.isnan(difficulty)
    ease, number = difficulty[known], number[known]
    if ease.size < FEWEST_DATASETS or not np.ptp(number) or not np.ptp(ease):
        return
    p_value = _p_of_correlation(ease, number)
    if p_value >= SUSPICIOUS:
        return
    gone = number > 0 if not (number > 0).all() else number > np.median(number)
    there, elsewhere = float(ease[gone].mean()), float(ease[~gone].mean())
    yield Finding(
        code="BO346",
        severity=Severity.WARNING,
        message=f"Scores are missing more often on {'harder' if there < elsewhere else 'easier'} datasets (p "
        f"{write_p_relation(p_value)}): if they are missing because a classifier failed there, the pair is judged "
        "where it did not fail, and the verdict may be false more often than its level says.",
        detail={"p_value": p_value, "ease_with_gaps": there, "ease_without": elsewhere},
    )


def _measure_ease(evidence: Scores) -> Floats:
    """Return how well the classifiers with a score did on each dataset: the mean of their places, 0 worst, 1 best."""
    turned = evidence.values if evidence.measure.higher_is_better else -evidence.values
    places = np.full(turned.shape, np.nan)
    for column, scores in zip(places.T, turned.T, strict=True):
        there = ~np.isnan(scores)
        below = np.searchsorted(np.sort(scores[there]), scores[there], side="left")
        above = np.searchsorted(np.sort(scores[there]), scores[there], side="right")
        column[there] = (below + above) / 2 / max(1, np.count_nonzero(there))
    present = ~np.isnan(places)
    counts = present.sum(axis=1)
    ease: Floats = np.where(counts > 0, np.nansum(places, axis=1) / np.maximum(counts, 1), np.nan)
    return ease


def _p_of_correlation(x: Floats, y: Floats) -> float:
    """Return the two-sided p-value of a correlation, by Pitman's approximation of its permutations."""
    r = float(np.corrcoef(x, y)[0, 1])
    df = x.size - 2
    return t_p_value(r * sqrt(df / max(1 - r * r, 1e-12)), df, Alternative.TWO_SIDED)


class _Ends(NamedTuple):
    """What the test says of each pair with the missing scores at either end of their range."""

    # Which way each pair is decided by a p-value below an alpha: at the worst for b, and at the best.
    worst: Callable[[float], Ints]
    best: Callable[[float], Ints]
    p_values: Callable[[], tuple[Floats, Floats]]  # the smallest and the largest that any missing scores give

    def decide(self, alpha: float, *, always: bool) -> Ints:
        """Return which way each pair is decided below alpha: at both ends (`always`), or at one of them."""
        worst, best = self.worst(alpha), self.best(alpha)
        return np.where(worst == best, worst, 0) if always else np.where(worst != 0, worst, best)


def _find_shaken_alone(comparison: Comparison, bench: ScoreBench, carrying: Procedure) -> list[Pair] | None:
    """Return the pairs whose verdict could be another at an end of the range; None where nobody looked."""
    if carrying.kind is not Kind.PAIR or not all(isinstance(p.result, TestResult) for p in comparison.pairs):
        return None
    ends = _test_ends(comparison, bench, carrying)
    surely, perhaps = (_decide_adjusted(comparison, ends, always=always) for always in (True, False))
    shaken = []
    for index, pair, least, most in zip(bench.pairs, comparison.pairs, surely, perhaps, strict=True):
        if pair.verdict is Verdict.EQUIVALENT:
            changes = not _stays_equivalent(index, bench, carrying)
        else:
            now = {Verdict.BETTER: 1, Verdict.WORSE: -1}.get(pair.verdict, 0)
            changes = (least if now else most) != now
        shaken += [pair] if changes else []
    return shaken


def _decide_adjusted(comparison: Comparison, ends: _Ends, *, always: bool) -> Ints:
    """Return which way each pair is decided, adjusted over the pairs: at both ends, or at one of them.

    Adjusted p-values rise with every p-value of the family. So the smallest p-value of each pair shows the most that
    can be decided, and the largest of each the least.
    """
    method, pairs = comparison.settings.adjust, len(comparison.pairs)
    alpha = significance(comparison.settings.level)
    if method not in STEPWISE:
        p_values = adjust(ends.p_values()[always], str(method), classifiers=comparison.design.classifiers)
        return np.where(p_values < alpha, ends.decide(2.0, always=always), 0)
    if method != Adjustment.HOLM:
        return ends.decide(alpha / (pairs if method == Adjustment.BONFERRONI else 1), always=always)
    decisions, before = ends.decide(alpha / pairs, always=always), 0
    while before < (count := int(np.count_nonzero(decisions))) < pairs:  # Holm's steps, several at a time
        decisions, before = ends.decide(alpha / (pairs - count), always=always), count
    return decisions


def _test_ends(comparison: Comparison, bench: ScoreBench, carrying: Procedure) -> _Ends:
    by_signs = carrying.key == "wilcoxon" and comparison.settings.adjust in STEPWISE
    if by_signs and bench.settings.alternative is Alternative.TWO_SIDED:
        low, high = (
            [_fill_advantages(bench.evidence, i, favour_b=b) for i in bench.pairs] for b in (False, True)
        )
        return _Ends(_decide_by_signs(low), _decide_by_signs(high), lambda: (np.empty(0), np.empty(0)))
    (p_worst, worst), (p_best, best) = (_test_filled(bench, carrying, favour_b=b) for b in (False, True))
    # Between two signs p passes through 1.
    largest = np.where(worst == best, np.maximum(p_worst, p_best), 1.0)
    return _Ends(
        lambda alpha: np.where(p_worst < alpha, worst, 0),
        lambda alpha: np.where(p_best < alpha, best, 0),
        lambda: (np.minimum(p_worst, p_best), largest),
    )


def _decide_by_signs(filled: list[Floats]) -> Callable[[float], Ints]:
    """Return what tells which way the signed-rank test decides each pair, and looks twice at no pair in vain."""
    from bakeoff.procedures.paired.wilcoxon import wilcoxon_signs  # complete tables do not wait for it

    known = {0.0: np.zeros(len(filled), dtype=np.int64)}

    def decide_at(alpha: float) -> Ints:
        if alpha not in known:
            signs = known[max(stricter for stricter in known if stricter < alpha)].copy()
            open_pairs = np.flatnonzero(signs == 0)
            signs[open_pairs] = wilcoxon_signs([filled[i] for i in open_pairs], alpha=alpha)
            known[alpha] = signs
        return known[alpha]

    return decide_at


def _test_filled(bench: ScoreBench, carrying: Procedure, *, favour_b: bool) -> tuple[Floats, Ints]:
    """Return the p-value of each pair, and the sign of its estimate, with the missing scores filled in."""
    results = [_run_filled(bench, carrying, index, favour_b=favour_b) for index in bench.pairs]
    return np.array([r.p_value for r in results]), np.array([int(np.sign(r.estimate.value)) for r in results])


def _stays_equivalent(index: PairIndex, bench: ScoreBench, carrying: Procedure) -> bool:
    """Say whether a pair is equivalent at both ends of the range, allowing for the number of pairs."""
    level = 1 - significance(bench.settings.level) / len(bench.pairs)
    results = (_run_filled(bench, carrying, index, favour_b=b, level=level) for b in (False, True))
    return all(
        judge(r.estimate.interval, p_value=r.p_value, margin=bench.settings.margin) is Verdict.EQUIVALENT
        for r in results
    )


def _run_filled(
    bench: ScoreBench, carrying: Procedure, index: PairIndex, *, favour_b: bool, **changes: object
) -> TestResult:
    differences = _fill_advantages(bench.evidence, index, favour_b=favour_b)
    changes |= {"differences": differences, "fold_differences": differences}
    return cast("TestResult", carrying.run(**bench.arguments(carrying.run, index, changes)))


def _fill_advantages(evidence: Scores, index: PairIndex, *, favour_b: bool) -> Floats:
    """Return the advantages with every missing score put at the end of its range that favours one side."""
    low, high = _score_range(evidence)
    best, worst = (high, low) if evidence.measure.higher_is_better else (low, high)
    a, b = (evidence.values[:, i] for i in index)
    a = np.where(np.isnan(a), worst if favour_b else best, a)
    b = np.where(np.isnan(b), best if favour_b else worst, b)
    return advantage(a, b, higher_is_better=evidence.measure.higher_is_better)


def _score_range(evidence: Scores) -> tuple[float, float]:
    """Return the least and the greatest score that a missing one could be."""
    if evidence.measure.unit is Unit.PLAIN:
        return float(np.nanmin(evidence.values)), float(np.nanmax(evidence.values))
    return 0.0, 100.0 if evidence.measure.unit is Unit.PERCENT else 1.0
