"""BO107: one test among many, counted from the evidence or by the project's ledger, or told."""

from collections.abc import Iterator

from bakeoff.audit.wording import p_words, short
from bakeoff.core.audits import Told
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.plans import Family
from bakeoff.core.results import TestResult, Verdict, significance
from bakeoff.core.words import counted
from bakeoff.procedures.multiplicity import multiplicity


def one_among_many(comparison: Comparison, told: Told) -> Iterator[Finding]:
    """Yield what becomes of so many tests by chance, and whether the claims stand at the level that each must pass."""
    tests = told.tests or len(comparison.pairs)
    if tests < 2 or any(not isinstance(p.result, TestResult) for p in comparison.pairs):
        return
    family = multiplicity(tests, level=comparison.settings.level)
    alpha = significance(family.level)
    claimed = [p for p in comparison.pairs if _is_claim(p)]
    adjusted = told.tests is None and comparison.settings.adjust not in (None, "none")
    if adjusted:
        said, severity = _adjusted(comparison, alpha), Severity.NOTE
    else:
        said, severity = _level_of_each(claimed, family)
    yield Finding(
        code="BO107",
        severity=severity,
        message=f"{counted(tests, 'test')}{_counted_by(told)} at {short(alpha)}: if nothing differed, "
        f"{short(family.expected_false_positives)} of them would claim something, and one or more with chance "
        f"{_chance(family.at_least_one)} (independent tests). {said}",
        detail={
            "tests": tests,
            "counted_from": told.tests_from if told.tests else "the pairs of this table",
            "level": family.level,
            "expected_false_positives": family.expected_false_positives,
            "at_least_one": family.at_least_one,
            "bonferroni_level": family.bonferroni_level,
            "sidak_level": family.sidak_level,
            "adjusted_by": comparison.settings.adjust if adjusted else None,
            "claims": len(claimed),
            "claims_that_pass": sum(_p(p) < family.bonferroni_level for p in claimed),
        },
    )


def _counted_by(told: Told) -> str:
    return "" if told.tests is None or told.tests_from == "told" else f" ({told.tests_from})"


def _is_claim(pair: Pair) -> bool:
    return pair.verdict in (Verdict.BETTER, Verdict.WORSE)


def _p(pair: Pair) -> float:
    return pair.result.p_value if isinstance(pair.result, TestResult) else 1.0


def _chance(chance: float) -> str:
    return f"{chance:.4f}".lstrip("0") if chance < 0.99995 else "above .9999"


def _adjusted(comparison: Comparison, alpha: float) -> str:
    bare = sum(_p(p) < alpha for p in comparison.pairs)
    kept = sum(_is_claim(p) for p in comparison.pairs)
    return (
        f"The verdicts allow for it ({comparison.settings.adjust}): {counted(bare, 'pair')} by themselves with p < "
        f"{short(alpha)}, {kept:,} claimed."
    )


def _level_of_each(claimed: list[Pair], family: Family) -> tuple[str, Severity]:
    need = f"Each must pass p < {family.bonferroni_level:.2g} (Bonferroni; {family.sidak_level:.2g} by Šidák)"
    if not claimed:
        return f"{need}.", Severity.NOTE
    if len(claimed) == 1:
        p_value = _p(claimed[0])
        passes = p_value < family.bonferroni_level
        verb = "does" if passes else "does not"
        said = f"{need}: the claim here, {p_words(p_value)}, {verb}."
        return said, Severity.NOTE if passes else Severity.WARNING
    passing = sum(_p(p) < family.bonferroni_level for p in claimed)
    said = f"{need}: {passing:,} of the {len(claimed):,} claims do."
    return said, Severity.NOTE if passing == len(claimed) else Severity.WARNING
