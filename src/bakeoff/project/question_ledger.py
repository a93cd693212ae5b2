"""Questions that may be looked at at any time, in the project's ledger: what was counted, and what is new."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log10
from types import MappingProxyType

import numpy as np

from bakeoff.core.answers.sequential import QuestionPath, QuestionPoint, SequentialPair, Stream
from bakeoff.core.comparison import AnyComparison, Comparison
from bakeoff.core.items import ItemEvidence
from bakeoff.core.ledger import (
    LedgerEntry,
    Look,
    LookKind,
    LookTaken,
    QuestionLook,
    Spending,
    fingerprint,
)
from bakeoff.core.results import significance
from bakeoff.inference.claims.looks import build_look
from bakeoff.inference.claims.sequential import judge_at_level, with_evidence
from bakeoff.procedures.sequential.questions import e_bh, e_lond_level
from bakeoff.project.configuration import Ledger, find_ledger
from bakeoff.project.ledger import read_entries, write_look

Key = tuple[str, str]
_SAME = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where the question of a pair stands in the ledger."""

    question: str
    variant: int
    number: int  # among the project's questions, by when they were first asked
    level: float  # at which it is judged
    earlier: tuple[Stream, ...]
    decided: tuple[str, str] | None  # a verdict that an earlier look reached, and when


def record_question(
    comparison: AnyComparison,
    streams: Mapping[Key, Stream],
    *,
    write: bool,
    seen: Mapping[Key, Sequence[Stream]] = MappingProxyType({}),
) -> AnyComparison:
    """Return a comparison with the evidence that the ledger has of its questions; as it is, where there is none.

    `seen` has what looks that were not written counted of the same evidence while it grew.
    """
    ledger = find_ledger()
    if ledger is None:
        return with_evidence(comparison, streams, seen)
    look = build_look(comparison, kind=_kind(comparison))
    entries = read_entries(ledger)
    own = next((e for e in entries if e.look is not None and e.look.identity == look.identity), None)
    before = [e for e in entries if own is None or e.sequence < own.sequence]
    places = _find_places(comparison, streams, before, ledger)
    judged = with_evidence(
        comparison, streams, {key: (*place.earlier, *seen.get(key, ())) for key, place in places.items()}
    )
    held = _hold_at_levels(judged, places, ledger)
    if write:
        entry, _, entries = write_look(ledger, _written(held, judged, look, places, seen))
        held = _with_place(held, places, entry=entry.sequence, entries=entries)
    else:
        held = _with_place(held, places, entry=None, entries=before)
    return held


def _kind(comparison: Comparison) -> LookKind:
    return LookKind.COMPARISON if comparison.evidence.stored is None else LookKind.STUDY


def question_of(comparison: Comparison, pair: Key, noun: str) -> str:
    """Return the fingerprint of a question: which models, which measure, which margin, which kind of unit."""
    settings, evidence = comparison.settings, comparison.evidence
    tasks = sorted(evidence.tasks) if isinstance(evidence, ItemEvidence) else []
    measure = evidence.measure
    return fingerprint(
        "question", *pair, measure.name, measure.higher_is_better, tasks, noun, settings.margin,
        str(settings.alternative), str(settings.over), str(settings.average), settings.test,
    )  # fmt: skip


def list_questions(
    entries: Sequence[LedgerEntry],
) -> dict[tuple[str, int], list[tuple[LedgerEntry, QuestionLook]]]:
    """Return every question in the order in which it was first asked, with each look at it."""
    found: dict[tuple[str, int], list[tuple[LedgerEntry, QuestionLook]]] = {}
    for entry in entries:
        for each in () if entry.look is None else entry.look.questions:
            found.setdefault(each.identity, []).append((entry, each))
    return found


def question_paths(entries: Sequence[LedgerEntry], *, alpha: float = 0.05) -> tuple[QuestionPath, ...]:
    """Return the evidence over time on every question, in the order in which they were first asked."""
    questions = list_questions(entries)
    if not questions:
        return ()
    last = [looks[-1][1] for looks in questions.values()]
    two_sided = np.array([max(each.log10_better, each.log10_worse) - log10(2) for each in last])
    by_e_bh = e_bh(10.0 ** np.minimum(two_sided, 300), alpha=alpha)
    return tuple(
        QuestionPath(
            number=number,
            a=looks[-1][1].a,
            b=looks[-1][1].b,
            variant=looks[-1][1].variant,
            noun=looks[-1][1].noun,
            points=tuple(_point(entry, each) for entry, each in looks),
            log10_needed=looks[-1][1].log10_needed,
            log10_needed_among_all=log10(2 / significance(looks[-1][1].level)),
            claimed=claims_of(looks),
            claimed_by_e_bh=bool(by_e_bh[number - 1]),
        )
        for number, looks in enumerate(questions.values(), start=1)
    )


def _point(entry: LedgerEntry, each: QuestionLook) -> QuestionPoint:
    pairs = () if entry.look is None else entry.look.pairs
    verdict = next((p.verdict for p in pairs if (p.a, p.b) == (each.a, each.b)), "undecided")
    return QuestionPoint(
        entry=entry.sequence,
        at=entry.at,
        units=each.units,
        log10_better=each.log10_better,
        log10_worse=each.log10_worse,
        verdict=verdict,
    )


def claims_of(looks: Sequence[tuple[LedgerEntry, QuestionLook]]) -> tuple[str, str] | None:
    """Return the first verdict that any look at a question claimed, and when; None where none did."""
    for entry, each in looks:
        for pair in () if entry.look is None else entry.look.pairs:
            if (pair.a, pair.b) == (each.a, each.b) and pair.verdict in ("better", "worse"):
                return pair.verdict, entry.at
    return None


def _find_places(
    comparison: Comparison, streams: Mapping[Key, Stream], before: Sequence[LedgerEntry], ledger: Ledger
) -> dict[Key, _Place]:
    known = list_questions(before)
    order = list(known)
    claimed = [claims_of(looks) is not None for looks in known.values()]
    alpha = ledger.alpha or significance(comparison.settings.level)
    places: dict[Key, _Place] = {}
    for pair, stream in streams.items():
        question = question_of(comparison, pair, stream.noun)
        variant = _find_variant(question, stream, known)
        identity = (question, variant)
        if identity not in order:
            order.append(identity)
            claimed.append(False)
        place = order.index(identity)
        level = (
            comparison.settings.level
            if ledger.questions == "each"
            else 1 - e_lond_level(place + 1, claims=sum(claimed[:place]), alpha=alpha)
        )
        places[pair] = _Place(
            question=question,
            variant=variant,
            number=place + 1,
            level=max(level, comparison.settings.level),
            earlier=tuple(_as_stream(each) for _, each in known.get(identity, ())),
            decided=claims_of(known.get(identity, ())),
        )
    return places


def _find_variant(
    question: str, stream: Stream, known: Mapping[tuple[str, int], Sequence[tuple[LedgerEntry, QuestionLook]]]
) -> int:
    """Return which of the questions under the same names it is: one whose counted units came out as they do here."""
    variants = sorted(variant for name, variant in known if name == question)
    here = dict(zip(stream.members, stream.values, strict=True))
    for variant in reversed(variants):
        there = {
            members: value
            for _, each in known[question, variant]
            for members, value in zip(each.members, each.values, strict=True)
        }
        if all(abs(there[unit] - here[unit]) <= _SAME for unit in here.keys() & there.keys()):
            return variant
    return len(variants) + 1


def _as_stream(each: QuestionLook) -> Stream:
    return Stream(
        members=each.members, values=each.values, noun=each.noun, reach=each.reach, known_by=each.known_by
    )


def _hold_at_levels(comparison: AnyComparison, places: Mapping[Key, _Place], ledger: Ledger) -> AnyComparison:
    """Return the comparison with the verdicts that stand at the level of each question among the others."""
    settings = comparison.settings
    held = []
    for pair in comparison.pairs:
        place = places[pair.a, pair.b]
        if place.level <= settings.level:
            held.append(pair)
            continue
        stricter = judge_at_level(comparison, place.level)
        verdict = next(p.verdict for p in stricter.pairs if (p.a, p.b) == (pair.a, pair.b))
        held.append(pair if verdict is pair.verdict else replace(pair, verdict=verdict, alone=pair.verdict))
    first = places[comparison.pairs[0].a, comparison.pairs[0].b]
    taken = LookTaken(
        number=first.number,
        level=max(place.level for place in places.values()),
        spending=Spending.E_LOND,
        written=True,
    )
    return replace(comparison, pairs=tuple(held), look=None if ledger.questions == "each" else taken)


def _written(
    held: Comparison,
    judged: Comparison,
    look: Look,
    places: Mapping[Key, _Place],
    seen: Mapping[Key, Sequence[Stream]],
) -> Look:
    """Return the look as it is written down: verdicts that stand, and what it adds to each question."""
    sequential = held.sequential
    pairs = () if sequential is None else sequential.pairs
    verdicts = {(p.a, p.b): p for p in held.pairs}
    results = {(p.a, p.b): p for p in judged.pairs}
    return replace(
        look,
        pairs=tuple(
            replace(
                each,
                verdict=str(verdicts[each.a, each.b].verdict),
                alone=str(results[each.a, each.b].verdict),
                p_value=_p_value(results[each.a, each.b].result),
                p_adjusted=results[each.a, each.b].p_adjusted,
            )
            for each in look.pairs
        ),
        questions=tuple(
            _question_look(pair, places[pair.a, pair.b], seen.get((pair.a, pair.b), ())) for pair in pairs
        ),
    )


def _p_value(result: object) -> float | None:
    p = getattr(result, "p_value", None)
    return None if p is None else float(p)


def _question_look(pair: SequentialPair, place: _Place, seen: Sequence[Stream]) -> QuestionLook:
    stream = pair.stream
    if stream is None:
        raise ValueError("evidence without its units")
    parts = (*seen, stream)
    return QuestionLook(
        a=pair.a,
        b=pair.b,
        question=place.question,
        variant=place.variant,
        members=tuple(unit for part in parts for unit in part.members),
        values=tuple(value for part in parts for value in part.values),
        noun=stream.noun,
        reach=stream.reach,
        units=pair.units,
        log10_better=pair.log10_better,
        log10_worse=pair.log10_worse,
        log10_needed=pair.log10_needed,
        level=place.level,
        known_by=stream.known_by,
    )


def _with_place(
    comparison: AnyComparison,
    places: Mapping[Key, _Place],
    *,
    entry: int | None,
    entries: Sequence[LedgerEntry],
) -> AnyComparison:
    sequential = comparison.sequential
    if sequential is None:
        return comparison
    first = places[comparison.pairs[0].a, comparison.pairs[0].b]
    total = max(len(list_questions(entries)), max(place.number for place in places.values()))
    return replace(
        comparison,
        look=None if comparison.look is None else replace(comparison.look, written=entry is not None),
        sequential=replace(
            sequential,
            question=first.number,
            questions=total,
            variant=first.variant,
            entry=entry,
            over_questions="each" if comparison.look is None else "e-lond",
            level=comparison.look.level if comparison.look is not None else comparison.settings.level,
            pairs=tuple(
                replace(pair, decided_at=places[pair.a, pair.b].decided) for pair in sequential.pairs
            ),
        ),
    )
