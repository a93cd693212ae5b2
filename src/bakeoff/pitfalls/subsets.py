"""BO104 and BO105: what parts of the table say, random ones and those that somebody could have chosen."""

from collections.abc import Iterator

from bakeoff.core.answers.audit import ExtremeChoices, Fragility, SubsetShare
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Verdict
from bakeoff.pitfalls.wording import write_p_clause, write_percent

OPPOSITE = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}


def find_random_parts(fragility: Fragility) -> Iterator[Finding]:
    """Yield BO104: how often random parts of the table support what the whole says."""
    any_decided = any(share.better or share.worse for share in fragility.shares)
    if not fragility.shares or (fragility.verdict is Verdict.UNDECIDED and not any_decided):
        return
    shares = list(dict.fromkeys((fragility.shares[len(fragility.shares) // 2], fragility.shares[-1])))
    against = max(_opposite_share(share, fragility.verdict) for share in fragility.shares)
    texts = [_write_shares(share, fragility) for share in shares]
    turned = f"; at one size {write_percent(against)} say the opposite" if against else ""
    yield Finding(
        code="BO104",
        severity=Severity.WARNING if against else Severity.NOTE,
        message=f"{fragility.b} against {fragility.a} on parts of the table: {'; '.join(texts)}{turned}.",
        detail={
            "a": fragility.a,
            "b": fragility.b,
            "verdict": fragility.verdict.value,
            "opposite": against,
            "parts": [
                {"size": s.size, "better": s.better, "worse": s.worse, "undecided": s.undecided}
                for s in fragility.shares
            ],
        },
    )


def _opposite_share(share: SubsetShare, verdict: Verdict) -> float:
    return {Verdict.BETTER: share.worse, Verdict.WORSE: share.better}.get(verdict, 0.0)


def _write_shares(share: SubsetShare, fragility: Fragility) -> str:
    parts = f"of {'all' if share.exact else f'{share.subsets:,} random'} parts with {share.size} of the "
    parts += f"{fragility.datasets} datasets,"
    if fragility.verdict is Verdict.UNDECIDED:
        return f"{parts} {write_percent(share.better)} call {fragility.b} better and {write_percent(share.worse)} worse"
    same = {
        Verdict.BETTER: share.better,
        Verdict.WORSE: share.worse,
        Verdict.EQUIVALENT: share.equivalent,
    }[fragility.verdict]
    return f"{parts} {write_percent(same)} agree that {fragility.b} is {fragility.verdict}"


def find_chosen_parts(fragility: Fragility) -> Iterator[Finding]:
    """Yield BO105: a size at which the choice of datasets alone can make b better, and worse."""
    both = [
        p
        for p in fragility.picked
        if _decides_verdict(p, Verdict.BETTER) and _decides_verdict(p, Verdict.WORSE)
    ]
    if both:
        largest = both[0]
        yield _parts_finding(
            fragility,
            largest,
            f"Among the {fragility.datasets} datasets there are {largest.size} on which {fragility.b} is better "
            f"({write_p_clause(largest.best.p_value)}) and {largest.size} on which it is worse "
            f"({write_p_clause(largest.worst.p_value)}): whoever chose them after a look could claim either.",
            # Of an open pair this is so wherever scores spread: it speaks against claims, and there is none.
            Severity.NOTE if fragility.verdict is Verdict.UNDECIDED else Severity.WARNING,
        )
        return
    opposite = OPPOSITE.get(fragility.verdict)
    turned = [p for p in fragility.picked if opposite is not None and _decides_verdict(p, opposite)]
    if turned:
        choice = turned[0].worst if opposite is Verdict.WORSE else turned[0].best
        yield _parts_finding(
            fragility,
            turned[0],
            f"A choice of {turned[0].size} of the {fragility.datasets} datasets turns the verdict round: "
            f"{fragility.b} is then {opposite} ({write_p_clause(choice.p_value)}).",
            Severity.WARNING,
        )


def _decides_verdict(picked: ExtremeChoices, verdict: Verdict) -> bool:
    return verdict in (picked.best.verdict, picked.worst.verdict)


def _parts_finding(fragility: Fragility, picked: ExtremeChoices, message: str, severity: Severity) -> Finding:
    return Finding(
        code="BO105",
        severity=severity,
        message=message,
        detail={
            "a": fragility.a,
            "b": fragility.b,
            "test": fragility.test,
            "size": picked.size,
            "best": list(picked.best.datasets),
            "best_p": picked.best.p_value,
            "worst": list(picked.worst.datasets),
            "worst_p": picked.worst.p_value,
            "exact": picked.exact,
        },
    )
