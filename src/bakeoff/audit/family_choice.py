"""BO101 for verdicts that were reached together: which of the main ones a few datasets decide."""

from collections.abc import Iterator, Sequence

from bakeoff.audit.dataset_choice import CODE, FEW
from bakeoff.audit.family_fragility import STANDS_IN
from bakeoff.audit.wording import clauses
from bakeoff.core.audits import Fragility
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Verdict
from bakeoff.core.words import listed


def family_choice(fragility: Sequence[Fragility], *, pairs: int) -> Iterator[Finding]:
    """Yield the verdicts on the main pairs of a family that the loss of one or two datasets changes."""
    if pairs < 2:
        return
    fragile = [f for f in fragility if f.flips_with is not None and f.flips_with <= FEW]
    if not fragile:
        return
    decided = [f for f in fragile if f.verdict is not Verdict.UNDECIDED]
    stands_in = fragile[0].method == STANDS_IN
    texts = [
        f"{f.b} against {f.a} is {f.becomes}, not {f.verdict}, without {listed(f.removing, most=2)}"
        for f in (*decided, *(f for f in fragile if f not in decided))
    ]
    yield Finding(
        code=CODE,
        severity=Severity.WARNING if decided and not stands_in else Severity.NOTE,
        message=f"The choice of datasets decides about {len(fragile)} of the {len(fragility)} main pairs: "
        f"{clauses(texts, most=3)}{' (by ' + STANDS_IN + ')' if stands_in else ''}.",
        detail={
            "pairs": [
                {
                    "a": f.a,
                    "b": f.b,
                    "verdict": f.verdict.value,
                    "becomes": None if f.becomes is None else f.becomes.value,
                    "flips_with": f.flips_with,
                    "removing": list(f.removing),
                    "exact": f.exact,
                    "method": f.method,
                }
                for f in fragile
            ]
        },
    )
