"""BO101 for verdicts that were reached together, and BO175 where their fragility could not be looked into."""

from collections.abc import Iterator, Sequence

from bakeoff.audit.dataset_choice import CODE, FEW
from bakeoff.audit.family_fragility import main_claims
from bakeoff.audit.fragility import can_be_asked
from bakeoff.audit.wording import clauses, p_words
from bakeoff.core.audits import Fragility
from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Verdict
from bakeoff.core.words import counted, listed, p_figures


def family_choice(comparison: Comparison, fragility: Sequence[Fragility]) -> Iterator[Finding]:
    """Yield the verdicts on the main pairs of a family that the loss of one or two datasets changes."""
    if len(comparison.pairs) < 2 or not can_be_asked(comparison):
        return
    yield from _not_searched(comparison, len(fragility))
    fragile = [f for f in fragility if f.flips_with is not None and f.flips_with <= FEW]
    if not fragile:
        return
    decided = [f for f in fragile if f.verdict is not Verdict.UNDECIDED]
    texts = [
        f"{f.b} against {f.a} is {f.becomes}, not {f.verdict}, without {listed(f.removing, most=2)}{_moved(f)}"
        for f in (*decided, *(f for f in fragile if f not in decided))
    ]
    yield Finding(
        code=CODE,
        severity=Severity.WARNING if decided else Severity.NOTE,
        message=f"By {comparison.settings.test} the choice of datasets decides about {len(fragile)} of the "
        f"{len(fragility)} main pairs: {clauses(texts, most=3)}.",
        detail={
            "test": comparison.settings.test,
            "adjust": comparison.settings.adjust,
            "pairs": [
                {
                    "a": f.a,
                    "b": f.b,
                    "verdict": f.verdict.value,
                    "becomes": None if f.becomes is None else f.becomes.value,
                    "flips_with": f.flips_with,
                    "removing": list(f.removing),
                    "exact": f.exact,
                    "p_value": [f.p_value, f.p_value_after],
                }
                for f in fragile
            ],
        },
    )


def _moved(f: Fragility) -> str:
    if f.p_value is None or f.p_value_after is None:
        return ""
    return f" ({p_words(f.p_value)} → {p_figures(f.p_value_after)})"


def _not_searched(comparison: Comparison, searched: int) -> Iterator[Finding]:
    """Yield that the main pairs were not all looked into, where judging the table again takes too long."""
    main = len(main_claims(comparison))
    if searched == main:
        return
    of = "none" if searched == 0 else f"{searched}"
    yield Finding(
        code="BO175",
        severity=Severity.NOTE,
        message=f"How many datasets a verdict can spare was looked into for {of} of the {main} main pairs: judging "
        f"{counted(len(comparison.pairs), 'pair')} on {counted(comparison.design.datasets, 'dataset')} again by "
        f"{comparison.settings.test} takes too long for more. Compare fewer classifiers to ask for them.",
        detail={"main_pairs": main, "searched": searched, "pairs": len(comparison.pairs)},
    )
