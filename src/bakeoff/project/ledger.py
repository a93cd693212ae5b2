"""Comparisons of a project go into its ledger; what the ledger says of them comes back as findings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.ledger import (
    LedgerEntry,
    Look,
    LookedPair,
    LookKind,
    LookTaken,
    Spending,
    chain_problems,
    fingerprint,
    plain_name,
)
from bakeoff.core.omissions import EvidencePart, count_omitted, mark_seen, omitted_names
from bakeoff.core.predictions import TestSetCounts
from bakeoff.core.results import Verdict, significance
from bakeoff.core.words import write_count, write_list
from bakeoff.project.configuration import Ledger, find_ledger

if TYPE_CHECKING:
    from bakeoff.inference.claims.looks import PairOverLooks
    from bakeoff.inference.claims.same_data import DataMatch

    Earlier = tuple[LedgerEntry, Look, DataMatch]

MOST = 4  # pairs told one by one
BY_SCORES = {"row": " (known by their scores)"}
HOW = {Spending.HOLM: "Holm's method", Spending.ALPHA: "alpha spending"}


def record_look(comparison: Comparison, *, write: bool = True) -> Comparison:
    """Return a comparison with what the project's ledger leaves of it; as it is, where there is no ledger.

    The verdicts are those that stand at the level that the look has left. What is only tried (`write=False`) is judged
    as the look that it would be, and says that it was not counted.
    """
    ledger = find_ledger()
    if ledger is None:
        return comparison
    from bakeoff.inference.claims.looks import with_verdicts_over_looks, with_written_pairs

    look = _look(comparison)
    judged_look = _judge_look(comparison, look, ledger, _read_entries(ledger))
    entry, new, entries = None, True, judged_look.entries
    if write:
        entry, new, entries = _write_look(ledger, with_written_pairs(look, judged_look.pairs))
        if (
            earlier_looks(look, _entries_before(entry, entries)) != judged_look.earlier
        ):  # another process was faster
            judged_look = _judge_look(comparison, look, ledger, entries)
    taken = LookTaken(
        number=len(judged_look.earlier) + 1,
        level=judged_look.level,
        spending=ledger.spending,
        written=entry is not None,
    )
    held_comparison = with_verdicts_over_looks(
        _mark_seen_datasets(comparison, judged_look.earlier), judged_look.pairs, taken
    )
    findings = (
        *_broken_chain_findings(ledger, entries),
        _look_finding(held_comparison, judged_look, ledger, entry),
        *(() if new else (_repeat_finding(entry),)),
        *_gone_findings(held_comparison, judged_look.earlier),
    )
    return replace(held_comparison, findings=held_comparison.findings + findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class _JudgedLook:
    """A look among those before it."""

    entries: tuple[LedgerEntry, ...]
    earlier: "list[Earlier]"
    alpha: float
    level: float  # at which the look is judged
    pairs: "tuple[PairOverLooks, ...]"


def _judge_look(
    comparison: Comparison, look: Look, ledger: Ledger, entries: Sequence[LedgerEntry]
) -> _JudgedLook:
    """Return a look as it stands among the entries: behind those before its own, or behind all of them."""
    from bakeoff.inference.claims.looks import judge_over_looks, level_of_look

    own = next((e for e in entries if e.look is not None and e.look.identity == look.identity), None)
    earlier = earlier_looks(look, _entries_before(own, entries))
    alpha = ledger.alpha or significance(comparison.settings.level)
    level = level_of_look(
        len(earlier) + 1, alpha=alpha, spending=ledger.spending, level=comparison.settings.level
    )
    pairs = judge_over_looks(
        comparison, [past for _, past, _ in earlier], spending=ledger.spending, alpha=alpha, level=level
    )
    return _JudgedLook(entries=tuple(entries), earlier=earlier, alpha=alpha, level=level, pairs=pairs)


def _entries_before(entry: LedgerEntry | None, entries: Sequence[LedgerEntry]) -> list[LedgerEntry]:
    return [e for e in entries if entry is None or e.sequence < entry.sequence]


def _mark_seen_datasets(comparison: Comparison, earlier: "Sequence[Earlier]") -> Comparison:
    """Return a comparison that knows which of the datasets that it leaves out were there at an earlier look."""
    from bakeoff.inference.findings.comparison_findings import omission_findings

    past = [name for _, look, _ in earlier if look.data is not None for name in look.data.names]
    evidence = comparison.evidence
    known = {
        name for name in omitted_names(evidence.left_out, EvidencePart.DATASET) if plain_name(name) in past
    }
    by_scores = [
        m for _, look, m in earlier if look.data is not None and m.there > m.here and not look.data.names
    ]
    if by_scores:  # datasets without names: all that an earlier look had more of
        known |= set(omitted_names(evidence.left_out, EvidencePart.DATASET))
    left_out = mark_seen(evidence.left_out, known)
    if left_out == evidence.left_out or isinstance(evidence, TestSetCounts):
        return comparison
    evidence = replace(evidence, left_out=left_out)
    rest = tuple(f for f in comparison.findings if f.code not in ("BO328", "BO170"))
    return replace(comparison, evidence=evidence, findings=(*rest, *omission_findings(evidence)))


def _gone_findings(comparison: Comparison, earlier: "Sequence[Earlier]") -> tuple[Finding, ...]:
    """Return a finding on what an earlier look had and this one has not, beyond what it says to have left out."""
    omissions = comparison.evidence.left_out
    left_out = {plain_name(name) for name in omitted_names(omissions, EvidencePart.DATASET)}
    for entry, _, shared in earlier:
        names = [name for name in shared.gone if name not in left_out]
        part = EvidencePart.EXAMPLE if shared.by == "example" else EvidencePart.DATASET
        number = len(names) if shared.gone else shared.there - shared.shared - count_omitted(omissions, part)
        if number <= 0 or not shared.exact:
            continue
        which = f" ({write_list(names)})" if names else BY_SCORES.get(shared.by, "")
        return (
            Finding(
                code="BO171",
                severity=Severity.WARNING,
                message=f"{write_count(number, shared.by)}{which} of entry "
                f"{entry.sequence} of the ledger {'is' if number == 1 else 'are'} not in this evidence, which shares "
                f"{shared.shared:,} of its {shared.here:,} with it: if left out because of what that look showed, the "
                "p-values here do not allow for it.",
                detail={"entry": entry.sequence, "count": number, "names": names, "by": shared.by},
            ),
        )
    return ()


def record_tuning(*, study: str, specification: str, tried: Mapping[str, int], source: str) -> None:
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
        note=f"{write_count(sum(tried.values()), 'configuration')} tried inside training sets",
    )
    _write_look(ledger, look)


def _look(comparison: Comparison) -> Look:
    from bakeoff.inference.claims.looks import build_look

    kind = LookKind.COMPARISON if comparison.evidence.stored is None else LookKind.STUDY
    return build_look(comparison, kind=kind)


def _read_entries(ledger: Ledger) -> tuple[LedgerEntry, ...]:
    from bakeoff.store.open import open_store

    if "://" not in ledger.store and not Path(ledger.store).exists():
        return ()  # reading makes no store
    with open_store(ledger.store) as store:
        return store.ledger()


def _write_look(ledger: Ledger, look: Look) -> tuple[LedgerEntry, bool, tuple[LedgerEntry, ...]]:
    from bakeoff.store.open import open_store

    with open_store(ledger.store) as store:
        entry, new = store.enter(look)
        entries = store.ledger()
    if not chain_problems(entries, ledger.anchor()):
        ledger.remember(entry)  # an anchor that disagrees is evidence: it stays
    return entry, new, entries


def _look_finding(
    comparison: Comparison, told: _JudgedLook, ledger: Ledger, entry: LedgerEntry | None
) -> Finding:
    earlier, number = told.earlier, len(told.earlier) + 1
    fallen = [p for p in told.pairs if p.verdict_over_looks is not p.verdict]
    first = f" The first was on {earlier[0][0].at[:10]}{_common_text(earlier[0])}." if earlier else ""
    adjusted = _adjusted_words(told.pairs, fallen, ledger.spending) if earlier or fallen else ""
    here = (
        f"This is look {number} at {_data_words(comparison)} (entry {entry.sequence} of the ledger)."
        if entry is not None
        else f"What is tried here is not written into the project's ledger, and nobody counts it; it is judged as the "
        f"look that it would be, look {number} at {_data_words(comparison)}. Run it with bakeoff compare to "
        "have it counted."
    )
    return Finding(
        code="BO173" if entry is None else "BO158",
        severity=Severity.WARNING if fallen else Severity.NOTE,
        message=f"{here}{first}{adjusted}",
        detail={
            "look": number,
            "entry": None if entry is None else entry.sequence,
            "hash": None if entry is None else entry.hash,
            "spending": str(ledger.spending),
            "alpha": told.alpha,
            "level_of_look": told.level,
            "earlier": [e.sequence for e, _, _ in earlier],
            "shared": [
                {"by": m.by, "shared": m.shared, "here": m.here, "there": m.there} for _, _, m in earlier
            ],
            "pairs": [_pair_detail(p) for p in told.pairs],
        },
    )


def _repeat_finding(entry: LedgerEntry | None) -> Finding:
    number = 0 if entry is None else entry.sequence
    return Finding(
        code="BO160",
        severity=Severity.NOTE,
        message=f"This is the same comparison as entry {number} of the ledger, and no new look.",
        detail={"entry": number},
    )


def _common_text(earlier: "Earlier") -> str:
    """Return what the look shares with an earlier one, where it is not all of both."""
    shared = earlier[2]
    if shared.shared == shared.here == shared.there:
        return ""
    about = "" if shared.exact else "about "
    noun, how = write_count(2, shared.by).partition(" ")[2], BY_SCORES.get(shared.by, "")
    return f", and shares {about}{shared.shared:,} of the {shared.here:,} {noun} here{how}; it had {shared.there:,}"


def earlier_looks(look: Look, before: Sequence[LedgerEntry]) -> "list[Earlier]":
    """Return the looks at the same data among the entries before one, with what they share; tuning is none."""
    from bakeoff.inference.claims.looks import match_looks

    return [
        (e, past, shared)
        for e in before
        if (past := e.look) is not None
        and past.kind is not LookKind.TUNING
        and (shared := match_looks(look, past)) is not None
    ]


def _data_words(comparison: Comparison) -> str:
    evidence = comparison.predictions or comparison.evidence
    return "these datasets" if len(evidence.datasets) > 1 else "this test set"


def _adjusted_words(
    pairs: "Sequence[PairOverLooks]", fallen: "Sequence[PairOverLooks]", spending: Spending
) -> str:
    texts = [_pair_words(p) for p in (fallen or pairs)]
    over = f" Over looks, by {HOW[spending]}: {write_list(texts, most=MOST)}"
    if fallen:
        which = "this verdict does" if len(fallen) == 1 else "these verdicts do"
        return f"{over}; {which} not stand. What other findings say of verdicts is of this look by itself."
    claimed = any(p.verdict in (Verdict.BETTER, Verdict.WORSE) for p in pairs)
    return f"{over}; what was claimed stands." if claimed else f"{over}; nothing is claimed."


def _pair_words(p: "PairOverLooks") -> str:
    if p.p_over_looks is None or p.p_value is None or p.verdict is Verdict.EQUIVALENT:
        return f"{p.b} against {p.a} {p.verdict_over_looks} (by itself {p.verdict})"
    return f"{p.b} against {p.a} p = {p.p_over_looks:.2g} (by itself {p.p_value:.2g})"


def tests_on_record(comparison: Comparison) -> tuple[int, int] | None:
    """Return how many tests, in how many looks, the ledger has of this data; None where it has no other look.

    The comparison's own look is among them.
    """
    ledger = find_ledger()
    if ledger is None:
        return None
    from bakeoff.inference.claims.looks import match_looks

    own = _look(comparison)
    looks = [entry.look for entry in _read_entries(ledger)]
    if own.identity not in [x.identity for x in looks if x]:
        return None
    same = [x for x in looks if x and x.kind is not LookKind.TUNING and match_looks(own, x)]
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


def _broken_chain_findings(ledger: Ledger, entries: Sequence[LedgerEntry]) -> tuple[Finding, ...]:
    problems = chain_problems(entries, ledger.anchor())
    if not problems:
        return ()
    return (
        Finding(
            code="BO159",
            severity=Severity.PROBLEM,
            message=f"The ledger was tampered with: {write_list(problems, most=3)}. How often this data was looked at "
            "is not known; bakeoff ledger check says more.",
            detail={"problems": list(problems)},
        ),
    )


def look_numbers(entries: Sequence[LedgerEntry]) -> list[int | None]:
    """Return of each entry which look at its data it was; None for one that is none."""
    return [None if before is None else len(before) + 1 for before in map(_looks_before(entries), entries)]


def standing_pairs_by_entry(
    entries: Sequence[LedgerEntry], spending: Spending = Spending.ALPHA
) -> "list[tuple[LookedPair, ...]]":
    """Return of each entry its pairs, with the verdicts that stood when it was written."""
    from bakeoff.inference.claims.looks import standing_pairs

    looks_before = _looks_before(entries)
    return [
        ()
        if entry.look is None
        else standing_pairs(entry.look, [past for _, past, _ in looks_before(entry) or ()], spending=spending)
        for entry in entries
    ]


def _looks_before(entries: Sequence[LedgerEntry]) -> "Callable[[LedgerEntry], list[Earlier] | None]":
    def before(entry: LedgerEntry) -> "list[Earlier] | None":
        look = entry.look
        if look is None or look.kind is LookKind.TUNING:
            return None
        return earlier_looks(look, _entries_before(entry, entries))

    return before
