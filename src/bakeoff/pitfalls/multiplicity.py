"""BO107: one test among many, counted from the evidence or by the project's ledger, or told."""

from collections.abc import Iterator

from bakeoff.core.answers.audit import ClaimContext
from bakeoff.core.answers.power import Family
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import TestResult, significance
from bakeoff.core.words import write_count
from bakeoff.pitfalls.wording import write_p_clause, write_short
from bakeoff.procedures.many.multiplicity import multiplicity


def find_multiplicity(comparison: Comparison, context: ClaimContext) -> Iterator[Finding]:
    """Yield what becomes of so many tests by chance, and whether the claims stand at the level that each must pass."""
    tests = context.tests or len(comparison.pairs)
    if tests < 2 or any(not isinstance(p.result, TestResult) for p in comparison.pairs):
        return
    family = multiplicity(tests, level=comparison.settings.level)
    alpha = significance(family.level)
    claimed = [p for p in comparison.pairs if p.is_claim]
    is_adjusted = context.tests is None and comparison.settings.adjust not in (None, "none")
    if is_adjusted:
        message, severity = _write_adjusted(comparison, alpha), Severity.NOTE
    else:
        message, severity = _write_level_of_each(claimed, family)
    yield Finding(
        code="BO107",
        severity=severity,
        message=f"{write_count(tests, 'test')}{_write_counted_by(context)} at {write_short(alpha)}: without any true "
        f"difference, {_write_expected(family.expected_false_positives)} expected, and one or more with probability "
        f"{_write_chance(family.at_least_one)} (independent tests). {message}",
        detail={
            "tests": tests,
            "counted_from": context.tests_from if context.tests else "the pairs of this table",
            "level": family.level,
            "expected_false_positives": family.expected_false_positives,
            "at_least_one": family.at_least_one,
            "bonferroni_level": family.bonferroni_level,
            "sidak_level": family.sidak_level,
            "adjusted_by": comparison.settings.adjust if is_adjusted else None,
            "claims": len(claimed),
            "claims_that_pass": sum(_p_or_one(p) < family.bonferroni_level for p in claimed),
        },
    )


def _write_counted_by(context: ClaimContext) -> str:
    return "" if context.tests is None or context.tests_from == "told" else f" ({context.tests_from})"


def _p_or_one(pair: Pair) -> float:
    return pair.result.p_value if isinstance(pair.result, TestResult) else 1.0


def _write_expected(number: float) -> str:
    text = write_short(number)
    return f"{text} false positive is" if text == "1" else f"{text} false positives are"


def _write_chance(chance: float) -> str:
    return f"{chance:.4f}".lstrip("0") if chance < 0.99995 else "above .9999"


def _write_adjusted(comparison: Comparison, alpha: float) -> str:
    bare = sum(_p_or_one(p) < alpha for p in comparison.pairs)
    claims = sum(p.is_claim for p in comparison.pairs)
    return (
        f"The verdicts allow for it ({comparison.settings.adjust}): {write_count(bare, 'pair')} by themselves with p < "
        f"{write_short(alpha)}, {claims:,} claimed."
    )


def _write_level_of_each(claimed: list[Pair], family: Family) -> tuple[str, Severity]:
    need = f"Each must pass p < {family.bonferroni_level:.2g} (Bonferroni; {family.sidak_level:.2g} by Šidák)"
    if not claimed:
        return f"{need}.", Severity.NOTE
    if len(claimed) == 1:
        p_value = _p_or_one(claimed[0])
        passes = p_value < family.bonferroni_level
        verb = "does" if passes else "does not"
        message = f"{need}: the claim here, {write_p_clause(p_value)}, {verb}."
        return message, Severity.NOTE if passes else Severity.WARNING
    passing = sum(_p_or_one(p) < family.bonferroni_level for p in claimed)
    message = f"{need}: {passing:,} of the {len(claimed):,} claims do."
    return message, Severity.NOTE if passing == len(claimed) else Severity.WARNING
