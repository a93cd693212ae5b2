"""BO108 and BO109: how many configurations were tried, and what is left of the best of them."""

from collections.abc import Iterator
from math import sqrt

from bakeoff.core.answers.audit import ClaimContext
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Interval, TestResult, Verdict, significance
from bakeoff.core.words import write_list
from bakeoff.inference.reanalysis.removal_search import REMOVAL_TESTS
from bakeoff.pitfalls.wording import write_p_clause, write_short
from bakeoff.procedures.many.multiplicity import adjust_for_selection, expected_maximum
from bakeoff.procedures.registry import find_procedure

UNEQUAL = 2.0  # times as many configurations


def find_unequal_effort(comparison: Comparison, context: ClaimContext) -> Iterator[Finding]:
    """Yield BO108: configurations tried for each classifier, and whether one was given far more than another."""
    names = comparison.evidence.classifiers
    counts = {name: context.tried.get(name, 1) for name in names} if context.tried else {}
    if not counts or max(counts.values()) < 2:
        return
    most, least = max(counts, key=lambda n: counts[n]), min(counts, key=lambda n: counts[n])
    unequal = counts[most] >= UNEQUAL * counts[least]
    texts = [f"{name} {count:,}" for name, count in sorted(counts.items(), key=lambda item: -item[1])]
    where = (
        "within the training sets, so that the scores themselves had no part in the choice"
        if context.tried_inside
        else "each counts as an experiment if it was chosen by these scores"
    )
    uneven = (
        f" {most} was given more effort than {least}{_write_lead(comparison, most, least)}."
        if unequal
        else ""
    )
    yield Finding(
        code="BO108",
        severity=Severity.WARNING if unequal else Severity.NOTE,
        message=f"Configurations tried: {write_list(texts, most=5)}; {where}.{uneven}",
        detail={"tried": counts, "inside_training_sets": context.tried_inside, "unequal": unequal},
    )


def _write_lead(comparison: Comparison, most: str, least: str) -> str:
    """Return what more effort may have done, where the one that was given it leads at all."""
    for pair in comparison.pairs:
        if {pair.a, pair.b} == {most, least}:
            value = pair.result.estimate.value
            return ": some of its lead may be that" if (value if pair.b == most else -value) > 0 else ""
    return ": some of its lead, if it has one, may be that"


def find_best_of_tried(comparison: Comparison, context: ClaimContext) -> Iterator[Finding]:
    """Yield BO109: claims in favour of a classifier that was the best of several tries, allowing for the choice."""
    if context.tried_inside:
        return
    for pair in comparison.pairs:
        leader = {Verdict.BETTER: pair.b, Verdict.WORSE: pair.a}.get(pair.verdict)
        tries = context.tried.get(leader, 1) if leader is not None else 1
        if leader is None or tries < 2 or pair.p_value is None or not isinstance(pair.result, TestResult):
            continue
        yield _selection_finding(pair, pair.result, pair.p_value, leader, tries)


def _selection_finding(pair: Pair, result: TestResult, p_value: float, leader: str, tries: int) -> Finding:
    alpha = significance(result.estimate.interval.level)
    allowed = adjust_for_selection(p_value, tries)
    by_chance = _gain_by_chance(pair, tries)
    interval = _widen_interval(pair, result, 1 - alpha / tries)
    stands = allowed.bonferroni < alpha
    gain = (
        f" The best of {tries:,} equals leads by up to {write_short(by_chance)} by chance."
        if by_chance
        else ""
    )
    return Finding(
        code="BO109",
        severity=Severity.NOTE if stands else Severity.WARNING,
        message=f"{leader} is the best of {tries:,} tries: allowing for the choice, {write_p_clause(p_value)} becomes "
        f"{write_p_clause(allowed.bonferroni)} (valid however the tries depend on each other), so that the claim "
        f"{'stands' if stands else 'does not stand'}.{gain}",
        detail={
            "a": pair.a,
            "b": pair.b,
            "tries": tries,
            "p_value": p_value,
            "p_bonferroni": allowed.bonferroni,
            "p_sidak": allowed.sidak,
            "level_of_each": alpha / tries,
            "interval": None if interval is None else [interval.low, interval.high],
            "lead_by_chance": by_chance,
        },
    )


def _gain_by_chance(pair: Pair, tries: int) -> float | None:
    """Return the expected lead of the best of so many equal tries whose errors are independent: the most it can be."""
    z = pair.advantages
    if z.size < 2:
        return None
    return float(z.std(ddof=1)) / sqrt(z.size) * expected_maximum(tries)


def _widen_interval(pair: Pair, result: TestResult, level: float) -> Interval | None:
    """Return the interval of the same test at the level that the choice leaves."""
    if result.procedure not in REMOVAL_TESTS:
        return None
    again = find_procedure(result.procedure).run(pair.advantages, level=level, alternative=result.alternative)
    return again.estimate.interval if isinstance(again, TestResult) else None
