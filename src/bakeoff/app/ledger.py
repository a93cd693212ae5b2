"""Comparisons of a project go into its ledger; what the ledger says of them comes back as findings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.app.project import Ledger, find_ledger
from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.ledger import LedgerEntry, Look, LookKind, Spending, chain_problems, fingerprint
from bakeoff.core.results import Verdict, significance
from bakeoff.core.words import counted, listed

if TYPE_CHECKING:
    from bakeoff.inference.looks import PairOverLooks

MOST = 4  # pairs told one by one
HOW = {Spending.HOLM: "Holm's method", Spending.ALPHA: "alpha spending"}


def entered(comparison: Comparison) -> Comparison:
    """Return a comparison with what the project's ledger says of it; as it is, where there is no ledger."""
    ledger = find_ledger()
    if ledger is None:
        return comparison
    look = _look(comparison)
    entry, new, entries = _written(ledger, look)
    found = (*_broken(ledger, entries), _told(comparison, look, ledger, entry, entries, new=new))
    return replace(comparison, findings=comparison.findings + found)


def enter_tuning(*, study: str, specification: str, tried: Mapping[str, int], source: str) -> None:
    """Write down how many configurations each classifier of a study was tried with, where the project has a ledger."""
    ledger = find_ledger()
    if ledger is None or not any(tried.values()):
        return
    look = Look(
        kind=LookKind.TUNING,
        identity=fingerprint("tuning", study, specification, sorted(tried.items())),
        marks=(),
        source=source,
        settings={"study": study, "specification": specification, "configurations": dict(tried)},
        note=f"{counted(sum(tried.values()), 'configuration')} tried inside training sets",
    )
    _written(ledger, look)


def _look(comparison: Comparison) -> Look:
    from bakeoff.inference.looks import look_of

    kind = LookKind.COMPARISON if comparison.evidence.stored is None else LookKind.STUDY
    return look_of(comparison, kind=kind)


def _read(ledger: Ledger) -> tuple[LedgerEntry, ...]:
    from bakeoff.store.open import open_store

    if "://" not in ledger.store and not Path(ledger.store).exists():
        return ()  # reading makes no store
    with open_store(ledger.store) as store:
        return store.ledger()


def _written(ledger: Ledger, look: Look) -> tuple[LedgerEntry, bool, tuple[LedgerEntry, ...]]:
    from bakeoff.store.open import open_store

    with open_store(ledger.store) as store:
        entry, new = store.enter(look)
        entries = store.ledger()
    if not chain_problems(entries, ledger.anchor()):
        ledger.remember(entry)  # an anchor that disagrees is evidence: it stays
    return entry, new, entries


def _told(
    comparison: Comparison,
    look: Look,
    ledger: Ledger,
    entry: LedgerEntry,
    entries: Sequence[LedgerEntry],
    *,
    new: bool,
) -> Finding:
    from bakeoff.inference.looks import over_looks

    earlier = earlier_looks(entry, look, entries)
    number, alpha = len(earlier) + 1, ledger.alpha or significance(comparison.settings.level)
    pairs = over_looks(comparison, [look for _, look in earlier], spending=ledger.spending, alpha=alpha)
    fallen = [p for p in pairs if p.verdict_over_looks is not p.verdict]
    first = f" The first was on {earlier[0][0].at[:10]}." if earlier else ""
    again = "" if new else f" It is the same comparison as entry {entry.sequence}, and no new look."
    told = pairs and (earlier or fallen)
    adjusted = _adjusted(pairs, fallen, ledger.spending) if told else ""
    return Finding(
        code="BO158" if new else "BO160",
        severity=Severity.WARNING if fallen else Severity.NOTE,
        message=f"This is look {number} at {_what(comparison)} (entry {entry.sequence} of the ledger).{first}{again}"
        f"{adjusted}",
        detail={
            "look": number,
            "entry": entry.sequence,
            "hash": entry.hash,
            "spending": str(ledger.spending),
            "alpha": alpha,
            "level_of_look": level_of_look(number, alpha=alpha, spending=ledger.spending),
            "earlier": [e.sequence for e, _ in earlier],
            "pairs": [_pair_detail(p) for p in pairs],
        },
    )


def earlier_looks(
    entry: LedgerEntry, look: Look, entries: Sequence[LedgerEntry]
) -> list[tuple[LedgerEntry, Look]]:
    """Return the looks at the same data that came before an entry; tuning inside training sets is none."""
    from bakeoff.inference.looks import same_family

    before = [(e, e.look) for e in entries if e.sequence < entry.sequence]
    return [
        (e, past)
        for e, past in before
        if past is not None and past.kind is not LookKind.TUNING and same_family(past.marks, look.marks)
    ]


def _what(comparison: Comparison) -> str:
    evidence = comparison.predictions or comparison.evidence
    return "these datasets" if len(evidence.datasets) > 1 else "this test set"


def _adjusted(pairs: "Sequence[PairOverLooks]", fallen: "Sequence[PairOverLooks]", spending: Spending) -> str:
    told = [
        f"{p.b} against {p.a} p = {p.p_over_looks:.2g} (by itself {p.p_value:.2g})" for p in (fallen or pairs)
    ]
    over = f" Over looks, by {HOW[spending]}: {listed(told, most=MOST)}"
    if fallen:
        return f"{over}; {'this verdict does' if len(fallen) == 1 else 'these verdicts do'} not stand."
    claimed = any(p.verdict in (Verdict.BETTER, Verdict.WORSE) for p in pairs)
    return f"{over}; what was claimed stands." if claimed else f"{over}; nothing is claimed."


def level_of_look(number: int, *, alpha: float, spending: Spending) -> float:
    """Return the level at which look `number` is judged: what it may spend, or its equal part of alpha."""
    from bakeoff.procedures.looks import spent_level

    left = spent_level(number, alpha=alpha) if spending is Spending.ALPHA else alpha / number
    return round(1 - left, 12)


def look_at(comparison: Comparison) -> Finding | None:
    """Return what the ledger has of a comparison, whichever findings are muted; None where it is not written down."""
    ledger = find_ledger()
    if ledger is None:
        return None
    look, entries = _look(comparison), _read(ledger)
    entry = next((e for e in entries if e.look is not None and e.look.identity == look.identity), None)
    return None if entry is None else _told(comparison, look, ledger, entry, entries, new=False)


def tests_on_record(comparison: Comparison) -> tuple[int, int] | None:
    """Return how many tests, in how many looks, the ledger has of this data; None where it has no other look.

    The comparison's own look is among them.
    """
    ledger = find_ledger()
    if ledger is None:
        return None
    from bakeoff.inference.looks import same_family

    own = _look(comparison)
    looks, marks = [entry.look for entry in _read(ledger)], own.marks
    if own.identity not in [x.identity for x in looks if x]:
        return None
    same = [x for x in looks if x and x.kind is not LookKind.TUNING and same_family(x.marks, marks)]
    tests = sum(pair.p_value is not None for look in same for pair in look.pairs)
    return (tests, len(same)) if len(same) > 1 else None


def _pair_detail(p: "PairOverLooks") -> dict[str, object]:
    return {
        "a": p.a,
        "b": p.b,
        "p_adjusted": p.p_value,
        "p_over_looks": p.p_over_looks,
        "verdict": str(p.verdict),
        "verdict_over_looks": str(p.verdict_over_looks),
    }


def _broken(ledger: Ledger, entries: Sequence[LedgerEntry]) -> tuple[Finding, ...]:
    problems = chain_problems(entries, ledger.anchor())
    if not problems:
        return ()
    return (
        Finding(
            code="BO159",
            severity=Severity.PROBLEM,
            message=f"The ledger was tampered with: {listed(problems, most=3)}. How often this data was looked at "
            "is not known; bakeoff ledger check says more.",
            detail={"problems": list(problems)},
        ),
    )


def numbered_looks(entries: Sequence[LedgerEntry]) -> list[int | None]:
    """Return of each entry which look at its data it was; None for one that is none."""
    looks: list[int | None] = []
    for entry in entries:
        look = entry.look
        is_look = look is not None and look.kind is not LookKind.TUNING
        looks.append(len(earlier_looks(entry, look, entries)) + 1 if look is not None and is_look else None)
    return looks
