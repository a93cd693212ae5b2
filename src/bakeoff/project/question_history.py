"""What a ledger has of questions that may be looked at at any time: their looks, their claims, their units."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bakeoff.core.answers.sequential import Decision, Stream
from bakeoff.core.ledger import LedgerEntry, QuestionLook
from bakeoff.core.results import significance
from bakeoff.inference.claims.sequential import content_of, id_of, keep_fresh
from bakeoff.procedures.sequential.questions import e_lond_level

QuestionAt = tuple[LedgerEntry, QuestionLook]
_SAME = 1e-9
_SAME_LEVEL = 1e-6


def list_questions(
    entries: Sequence[LedgerEntry],
) -> dict[tuple[str, int], list[QuestionAt]]:
    """Return every question in the order in which it was first asked, with each look at it."""
    found: dict[tuple[str, int], list[QuestionAt]] = {}
    for entry in entries:
        for each in () if entry.look is None else entry.look.questions:
            found.setdefault(each.identity, []).append((entry, each))
    return found


def decision_of(
    looks: Sequence[QuestionAt], *, verdicts: Sequence[str] = ("better", "worse")
) -> Decision | None:
    """Return the first look at a question that decided it; None where none did."""
    for entry, each in looks:
        for pair in () if entry.look is None else entry.look.pairs:
            if (pair.a, pair.b) == (each.a, each.b) and pair.verdict in verdicts:
                return Decision(verdict=pair.verdict, units=each.units, at=entry.at, entry=entry.sequence)
    return None


def claim_times(
    questions: Mapping[tuple[str, int], Sequence[QuestionAt]], *, alpha: float
) -> list[int | None]:
    """Return of each question the entry that claimed it, at a level that e-LOND allows at this alpha; else None.

    What was claimed at a laxer level, by another configuration, opens no other question.
    """
    times: list[int | None] = []
    for number, looks in enumerate(questions.values(), start=1):
        times.append(None)
        for entry, each in looks:
            claims = count_claims(times[:-1], before=entry.sequence)
            allowed = e_lond_level(number, claims=claims, alpha=alpha)
            is_strict = significance(each.level) <= allowed * (1 + _SAME_LEVEL)
            if is_strict and decision_of([(entry, each)]) is not None:
                times[-1] = entry.sequence
                break
    return times


def count_claims(times: Sequence[int | None], *, before: int | None) -> int:
    """Return how many questions were claimed before an entry; None: at all."""
    return sum(time is not None and (before is None or time < before) for time in times)


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The looks at every question, but for one that is taken again and that no later look has followed."""

    questions: dict[tuple[str, int], list[QuestionAt]]
    again: int | None  # the entry of a look that is taken again, as it was: what came after it does not count

    @classmethod
    def of(cls, entries: Sequence[LedgerEntry], own: LedgerEntry | None) -> "History":
        """Return the history that a look finds, whose own entry there may be already."""
        questions = list_questions(entries)
        its = () if own is None or own.look is None else own.look.questions
        is_last = own is not None and all(questions[each.identity][-1][0] == own for each in its)
        if own is None or not is_last:
            return cls(questions=questions, again=None)
        kept = list_questions([e for e in entries if e.sequence != own.sequence])
        return cls(
            questions={key: kept.get(key, []) for key in questions},  # numbered as they were
            again=own.sequence,
        )


def find_variant(
    question: str, stream: Stream, known: Mapping[tuple[str, int], Sequence[QuestionAt]]
) -> tuple[int, str]:
    """Return which of the questions under the same names it is, and in what it differs from the first of them.

    It is the last one whose counted units hold what they hold here and came out as they do here; else a new one.
    """
    variants = sorted(variant for name, variant in known if name == question)
    differences = {
        variant: _question_history_difference(stream, known[question, variant]) for variant in variants
    }
    same = [variant for variant in variants if not differences[variant]]
    variant = same[-1] if same else len(variants) + 1
    return variant, "" if variant == 1 else differences[1] or "answers"


def _question_history_difference(stream: Stream, looks: Sequence[QuestionAt]) -> str:
    """Return what differs from the looks at a question: "contents" of items, "answers" to them, or nothing."""
    contents = {id_of(m): content_of(m) for _, each in looks for unit in each.members for m in unit}
    marks = [mark for unit in stream.members for mark in unit]
    if any(content_of(m) and contents.get(id_of(m)) not in (None, "", content_of(m)) for m in marks):
        return "contents"
    there = {
        _ids_of(unit): value
        for _, each in looks
        for unit, value in zip(each.members, each.values, strict=True)
    }
    here = {_ids_of(unit): value for unit, value in zip(stream.members, stream.values, strict=True)}
    return "answers" if any(abs(there[u] - here[u]) > _SAME for u in here.keys() & there.keys()) else ""


def _ids_of(unit: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(map(id_of, unit)))


def streams_of(looks: Sequence[QuestionAt]) -> list[list[Stream]]:
    """Return what each entry added, look by look; a unit that two of them have counts once, where it came first."""
    counted: set[str] = set()
    entries = []
    for _, each in looks:
        sizes = (0, *(size for size in each.looks if size < len(each.values)), len(each.values))
        parts = []
        for low, high in pairwise(sizes):
            part = replace(_as_stream(each), members=each.members[low:high], values=each.values[low:high])
            parts.append(keep_fresh(part, counted))
            counted.update(id_of(mark) for unit in parts[-1].members for mark in unit)
        entries.append(parts)
    return entries


def _as_stream(each: QuestionLook) -> Stream:
    return Stream(
        members=each.members, values=each.values, noun=each.noun, reach=each.reach, known_by=each.known_by
    )
