"""Comparisons of a project go into its ledger; what the ledger says of them comes back as findings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.core.comparison import Comparison
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
from bakeoff.core.omissions import EvidencePart, mark_seen, omitted_names
from bakeoff.core.predictions import TestSetCounts
from bakeoff.core.results import significance
from bakeoff.core.words import write_count
from bakeoff.project.configuration import Ledger, find_ledger

if TYPE_CHECKING:
    from bakeoff.inference.claims.looks import PairOverLooks
    from bakeoff.inference.claims.same_data import DataMatch

    Earlier = tuple[LedgerEntry, Look, DataMatch]

OMISSION_CODES = ("BO328", "BO170")  # what `omission_findings` yields


def record_look(comparison: Comparison, *, write: bool = True) -> Comparison:
    """Return a comparison with what the project's ledger leaves of it; as it is, where there is no ledger.

    The verdicts are those that stand at the level that the look has left. What is only tried (`write=False`) is judged
    as the look that it would be, and says that it was not counted.
    """
    ledger = find_ledger()
    if ledger is None:
        return comparison
    from bakeoff.inference.findings.pipeline import collect_findings
    from bakeoff.project.look_findings import LOOK_FINDERS

    recorded = _take_look(comparison, ledger, write=write)
    held = _hold_verdicts(comparison, recorded)
    are_seen = held.evidence.left_out != comparison.evidence.left_out
    kept = [f for f in comparison.findings if not (are_seen and f.code in OMISSION_CODES)]
    findings = collect_findings(LOOK_FINDERS, comparison=held, alone=comparison, recorded=recorded)
    return replace(held, findings=(*kept, *findings))


@dataclass(frozen=True, slots=True, kw_only=True)
class _JudgedLook:
    """A look among those before it."""

    entries: tuple[LedgerEntry, ...]
    earlier: "list[Earlier]"
    alpha: float
    level: float  # at which the look is judged
    pairs: "tuple[PairOverLooks, ...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedLook:
    """A look that was judged and, unless it is only tried, written into the ledger."""

    ledger: Ledger
    judged: _JudgedLook
    entry: LedgerEntry | None  # None where it is only tried
    is_new: bool  # not the same as an entry that was there
    entries: tuple[LedgerEntry, ...]


def _take_look(comparison: Comparison, ledger: Ledger, *, write: bool) -> RecordedLook:
    from bakeoff.inference.claims.looks import with_written_pairs

    look = _look_of_comparison(comparison)
    judged = _judge_look(comparison, look, ledger, read_entries(ledger))
    if not write:
        return RecordedLook(ledger=ledger, judged=judged, entry=None, is_new=True, entries=judged.entries)
    entry, is_new, entries = write_look(ledger, with_written_pairs(look, judged.pairs))
    if earlier_looks(look, _entries_before(entry, entries)) != judged.earlier:  # another process was faster
        judged = _judge_look(comparison, look, ledger, entries)
    return RecordedLook(ledger=ledger, judged=judged, entry=entry, is_new=is_new, entries=entries)


def _hold_verdicts(comparison: Comparison, recorded: RecordedLook) -> Comparison:
    """Return a comparison with the verdicts that stand over looks, and what it left out of earlier ones marked."""
    from bakeoff.inference.claims.looks import with_verdicts_over_looks

    judged = recorded.judged
    taken = LookTaken(
        number=len(judged.earlier) + 1,
        level=judged.level,
        spending=recorded.ledger.spending,
        written=recorded.entry is not None,
    )
    return with_verdicts_over_looks(_mark_seen_datasets(comparison, judged.earlier), judged.pairs, taken)


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
    return replace(comparison, evidence=replace(evidence, left_out=left_out))


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
    write_look(ledger, look)


def _look_of_comparison(comparison: Comparison) -> Look:
    from bakeoff.inference.claims.looks import build_look

    kind = LookKind.COMPARISON if comparison.evidence.stored is None else LookKind.STUDY
    return build_look(comparison, kind=kind)


def read_entries(ledger: Ledger) -> tuple[LedgerEntry, ...]:
    """Return every entry of a project's ledger, in order."""
    from bakeoff.store.open import open_store

    if "://" not in ledger.store and not Path(ledger.store).exists():
        return ()  # reading makes no store
    with open_store(ledger.store) as store:
        return store.ledger()


def write_look(ledger: Ledger, look: Look) -> tuple[LedgerEntry, bool, tuple[LedgerEntry, ...]]:
    """Write a look down, unless it is there; return its entry, whether it is new, and all entries."""
    from bakeoff.store.open import open_store

    with open_store(ledger.store) as store:
        entry, new = store.enter(look)
        entries = store.ledger()
    if not chain_problems(entries, ledger.anchor()):
        ledger.remember(entry)  # an anchor that disagrees is evidence: it stays
    return entry, new, entries


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


def tests_on_record(comparison: Comparison) -> tuple[int, int] | None:
    """Return how many tests, in how many looks, the ledger has of this data; None where it has no other look.

    The comparison's own look is among them.
    """
    ledger = find_ledger()
    if ledger is None:
        return None
    from bakeoff.inference.claims.looks import match_looks

    own = _look_of_comparison(comparison)
    looks = [entry.look for entry in read_entries(ledger)]
    if own.identity not in [x.identity for x in looks if x]:
        return None
    same = [x for x in looks if x and x.kind is not LookKind.TUNING and match_looks(own, x)]
    tests = sum(pair.p_value is not None for look in same for pair in look.pairs)
    return (tests, len(same)) if len(same) > 1 else None


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
