"""Questions that may be looked at at any time, in the project's ledger: what was counted, and what is new."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log10
from types import MappingProxyType

import numpy as np

from bakeoff.core.answers.sequential import Decision, QuestionPath, QuestionPoint, SequentialPair, Stream
from bakeoff.core.comparison import AnyComparison, Comparison, Pair
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
from bakeoff.core.results import Verdict, significance
from bakeoff.inference.claims.judge_looks import judge_at_levels
from bakeoff.inference.claims.looks import build_look
from bakeoff.inference.claims.sequential import count_looks, with_evidence
from bakeoff.procedures.sequential.questions import e_bh, e_lond_level
from bakeoff.project.configuration import Ledger, find_ledger
from bakeoff.project.ledger import read_entries, write_look
from bakeoff.project.question_history import (
    History,
    claim_times,
    count_claims,
    decision_of,
    find_variant,
    list_questions,
    streams_of,
)

Key = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where the question of a pair stands in the ledger."""

    question: str
    variant: int
    number: int  # among the project's questions, by when they were first asked
    level: float  # at which it is judged
    earlier: tuple[Stream, ...]  # one for each look
    levels: tuple[float, ...]  # at which each of them was judged
    decision: Decision | None  # of an earlier look
    altered: str = ""  # what made it another question under the same names: "answers" or "contents"


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
    look = build_look(comparison, kind=_question_ledger_kind(comparison))
    entries = read_entries(ledger)
    own = next((e for e in entries if e.look is not None and e.look.identity == look.identity), None)
    places = _find_places(comparison, streams, History.of(entries, own), ledger)
    judged = with_evidence(
        comparison, streams, {key: (*place.earlier, *seen.get(key, ())) for key, place in places.items()}
    )
    held = _hold_at_levels(_with_levels(judged, places), places, ledger)
    if write:
        entry, _, entries = write_look(ledger, _look_to_write(held, judged, look, places, seen))
        return _with_place(held, places, entry=entry, entries=entries)
    return _with_place(held, places, entry=None, entries=entries)


def _question_ledger_kind(comparison: Comparison) -> LookKind:
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
            points=tuple(_question_ledger_point(entry, each) for entry, each in looks),
            log10_needed=looks[-1][1].log10_needed,
            log10_needed_among_all=log10(2 / significance(looks[-1][1].level)),
            decision=decision_of(looks),
            claimed_by_e_bh=bool(by_e_bh[number - 1]),
        )
        for number, looks in enumerate(questions.values(), start=1)
    )


def _question_ledger_point(entry: LedgerEntry, each: QuestionLook) -> QuestionPoint:
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


def _find_places(
    comparison: Comparison, streams: Mapping[Key, Stream], history: History, ledger: Ledger
) -> dict[Key, _Place]:
    known = dict(history.questions)
    alpha = ledger.alpha or significance(comparison.settings.level)
    times = claim_times(known, alpha=alpha)
    places: dict[Key, _Place] = {}
    for pair, stream in streams.items():
        question = question_of(comparison, pair, stream.noun)
        variant, altered = find_variant(question, stream, known)
        known.setdefault((question, variant), [])
        number = list(known).index((question, variant)) + 1
        looks = known[question, variant]

        def level_at(before: int | None, number: int = number) -> float:
            if ledger.questions == "each":
                return comparison.settings.level
            claims = count_claims(times[: number - 1], before=before)
            return max(1 - e_lond_level(number, claims=claims, alpha=alpha), comparison.settings.level)

        earlier = streams_of(looks)
        places[pair] = _Place(
            question=question,
            variant=variant,
            number=number,
            level=level_at(history.again),
            earlier=tuple(part for parts in earlier for part in parts),
            levels=tuple(
                level_at(entry.sequence)
                for (entry, _), parts in zip(looks, earlier, strict=True)
                for _ in parts
            ),
            decision=decision_of(looks, verdicts=("better", "worse", "equivalent")),
            altered=altered,
        )
    return places


def _with_levels(comparison: AnyComparison, places: Mapping[Key, _Place]) -> AnyComparison:
    """Return the comparison with the level that each question had at each of its looks."""
    sequential = comparison.sequential
    if sequential is None:
        raise ValueError("a comparison for one look")
    pairs = []
    for pair in sequential.pairs:
        place = places[pair.a, pair.b]
        sizes = np.cumsum([len(part.values) for part in place.earlier]).tolist()
        # Of looks after the same number of units the laxest counts, which is the last.
        then = {size: level for size, level in zip(sizes, place.levels, strict=True) if size}
        levels = tuple(then.get(size, place.level) for size in pair.looks[:-1])
        pairs.append(replace(pair, levels=(*levels, place.level)))
    return replace(comparison, sequential=replace(sequential, pairs=tuple(pairs)))


def _hold_at_levels(comparison: AnyComparison, places: Mapping[Key, _Place], ledger: Ledger) -> AnyComparison:
    """Return the comparison with the verdicts that stand at the level of each question among the others."""
    held = comparison.pairs
    if any(place.level > comparison.settings.level for place in places.values()):
        stricter = judge_at_levels(comparison)
        held = tuple(
            pair
            if there.verdict is pair.verdict
            else replace(pair, verdict=there.verdict, alone=pair.verdict)
            for pair, there in zip(comparison.pairs, stricter.pairs, strict=True)
        )
    first = places[comparison.pairs[0].a, comparison.pairs[0].b]
    taken = LookTaken(
        number=first.number,
        level=max(place.level for place in places.values()),
        spending=Spending.E_LOND,
        written=True,
    )
    return replace(comparison, pairs=held, look=None if ledger.questions == "each" else taken)


def _look_to_write(
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
    looks = count_looks(parts)
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
        looks=looks if len(looks) > 1 else (),
    )


def _with_place(
    comparison: AnyComparison,
    places: Mapping[Key, _Place],
    *,
    entry: LedgerEntry | None,
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
            altered=first.altered,
            entry=None if entry is None else entry.sequence,
            over_questions="each" if comparison.look is None else "e-lond",
            level=comparison.look.level if comparison.look is not None else comparison.settings.level,
            pairs=tuple(
                replace(here, decision=places[here.a, here.b].decision or _decide_now(pair, here, entry))
                for pair, here in zip(comparison.pairs, sequential.pairs, strict=True)
            ),
        ),
    )


def _decide_now(pair: Pair, here: SequentialPair, entry: LedgerEntry | None) -> Decision | None:
    """Return the present look as the one that decided the question, where it did."""
    if pair.verdict is Verdict.UNDECIDED:
        return None
    return Decision(
        verdict=str(pair.verdict),
        units=here.units,
        at=None if entry is None else entry.at,
        entry=None if entry is None else entry.sequence,
    )
