"""The ledger in words and as JSON."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from bakeoff.core.answers.sequential import QuestionPath
from bakeoff.core.ledger import LedgerEntry, LookedPair
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count, write_list
from bakeoff.render.lines import Line, Span, line, quiet_lines, wrap_paragraph
from bakeoff.render.names import fit_name, printable_name

SCHEMA = "bakeoff/ledger/1"
BARS = "·▁▂▃▄▅▆▇█"


def ledger_dict(
    entries: Sequence[LedgerEntry],
    looks: Sequence[int | None],
    pairs: Sequence[Sequence[LookedPair]],
    problems: Sequence[str],
    questions: Sequence[QuestionPath] = (),
) -> dict[str, Any]:
    """Return the ledger as JSON: of each entry which look at its data it was, and the verdicts that stood at it."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "entries": [_entry_dict(*row) for row in zip(entries, looks, pairs, strict=True)],
        "questions": [_question_dict(question) for question in questions],
        "head": entries[-1].hash if entries else None,
        "whole": not problems,
        "problems": list(problems),
    }


def ledger_lines(
    entries: Sequence[LedgerEntry],
    looks: Sequence[int | None],
    pairs: Sequence[Sequence[LookedPair]],
    *,
    columns: int,
    questions: Sequence[QuestionPath] = (),
) -> list[Line]:
    """Return a line for each entry, oldest first, the evidence on each question, and the hash to keep elsewhere."""
    if not entries:
        return [[], line("  Nothing has been looked at yet."), []]
    rows = [_entry_line(*row, columns) for row in zip(entries, looks, pairs, strict=True)]
    evidence = [[], *_question_lines(questions)] if questions else []
    return [[], *rows, *evidence, [], *_head_lines(entries, columns)]


def check_lines(entries: Sequence[LedgerEntry], problems: Sequence[str], *, columns: int) -> list[Line]:
    """Return whether the chain is whole, and what is wrong with it."""
    if not problems:
        return [
            [],
            line(Span(f"  {write_count(len(entries), 'entry')}: whole", "bold green")),
            *_head_lines(entries, columns),
        ]
    problem_lines = [
        each for p in problems for each in wrap_paragraph(Span("  ✗", "bold red"), p, width=columns, indent=4)
    ]
    return [[], *problem_lines, []]


def _head_lines(entries: Sequence[LedgerEntry], columns: int) -> list[Line]:
    if not entries:
        return [[]]
    text = (
        f"last hash {entries[-1].hash} · keep it elsewhere (a commit, a mail): entries that are cut off at the end "
        "leave no other trace than the file bakeoff.head"
    )
    return [*quiet_lines(text, columns), []]


def _entry_line(entry: LedgerEntry, look: int | None, pairs: Sequence[LookedPair], columns: int) -> Line:
    seen = entry.look
    if seen is None:
        return line(f"  {entry.sequence:>4}  {entry.at[:16]}  ", Span("spoilt", "bold red"))
    number = f"look {look}" if look is not None else ""
    what = seen.note or write_list([_pair_words(p) for p in pairs], most=2)
    what += f" ({'; '.join(seen.left_out)})" if seen.left_out else ""
    return line(
        f"  {entry.sequence:>4}  {entry.at[:16].replace('T', ' ')}  {seen.kind:<10}  {number:<8}  ",
        f"{fit_name(seen.source, 18)}  ",
        printable_name(what)[: max(40, columns - 42)],
    )


def _question_lines(questions: Sequence[QuestionPath]) -> list[Line]:
    """Return the evidence over time on each question that may be looked at at any time."""
    lead = line(
        "  Evidence over looks (e-values, each bar a look; ",
        Span("█", "bold"),
        " is enough among all questions)",
    )
    return [lead, *(_question_line(question) for question in questions)]


def _question_line(question: QuestionPath) -> Line:
    last, needed = question.points[-1], question.log10_needed_among_all
    name = f"{printable_name(question.b)} against {printable_name(question.a)}"
    name += f" ({question.variant})" if question.variant > 1 else ""
    side = "better" if last.log10_better >= last.log10_worse else "worse"
    decision = question.decision
    stands = (
        "undecided so far"
        if decision is None
        else f"shown {decision.verdict} on {(decision.at or '')[:10]}, after {decision.units:,}"
    )
    now = f"e {write_e_value(last.log10_best)} for {side}, {write_e_value(needed)} needed"
    return line(
        f"  {question.number:>4}  {fit_name(name, 30)}  {draw_evidence(question)}  {now}; "
        f"{write_count(last.units, question.noun)}; {stands}"
    )


def draw_evidence(question: QuestionPath, *, most: int = 24) -> str:
    """Return the evidence over looks as bars: nothing at an e-value of 1 or less, full from what is needed on."""
    shares = [
        min(1.0, max(0.0, point.log10_best / question.log10_needed_among_all)) for point in question.points
    ]
    if len(shares) > most:  # of a stretch of looks its largest
        ends = [round(i * len(shares) / most) for i in range(most + 1)]
        shares = [max(shares[low:high]) for low, high in pairwise(ends)]
    return "".join(BARS[int(share * (len(BARS) - 1))] for share in shares)


def write_e_value(power: float) -> str:
    """Return an e-value of so many powers of ten as a person reads it.

    >>> write_e_value(1.6), write_e_value(-0.7), write_e_value(9.2)
    ('40', '0.2', '10^9')
    """
    if power > 6:
        return f"10^{power:.0f}"
    return f"{10**power:,.0f}" if power >= 1 else f"{10**power:.2g}"


def _question_dict(question: QuestionPath) -> dict[str, Any]:
    return {
        "question": question.number,
        "a": question.a,
        "b": question.b,
        "variant": question.variant,
        "unit": question.noun,
        "log10_e_needed": question.log10_needed,
        "log10_e_needed_among_all": question.log10_needed_among_all,
        "claimed": None if question.decision is None else question.decision.verdict,
        "claimed_at": None if question.decision is None else question.decision.at,
        "claimed_after": None if question.decision is None else question.decision.units,
        "claimed_by_e_bh": question.claimed_by_e_bh,
        "looks": [
            {
                "entry": point.entry,
                "at": point.at,
                "units": point.units,
                "log10_e_better": point.log10_better,
                "log10_e_worse": point.log10_worse,
                "verdict": point.verdict,
            }
            for point in question.points
        ],
    }


def _pair_words(pair: LookedPair) -> str:
    """Return what stood of one pair, and what its look said by itself where that is another thing."""
    word = {"equivalent": "equivalent to", "undecided": "undecided against"}.get(
        pair.verdict, f"{pair.verdict} than"
    )
    alone = "" if pair.alone in (None, pair.verdict) else f" ({pair.alone} by itself)"
    return f"{pair.b} {word} {pair.a}{alone}"


def _entry_dict(entry: LedgerEntry, number: int | None, pairs: Sequence[LookedPair]) -> dict[str, Any]:
    look = entry.look
    plain: dict[str, Any] = {
        "sequence": entry.sequence,
        "at": entry.at,
        "previous": entry.previous,
        "hash": entry.hash,
        "look": number,
    }
    if look is None:
        return {**plain, "kind": None, "body": entry.body}
    return {
        **plain,
        "kind": str(look.kind),
        "identity": look.identity,
        "data": list(look.marks),
        "source": look.source,
        "settings": dict(look.settings),
        "note": look.note,
        "left_out": list(look.left_out),
        "pairs": [
            {
                "a": p.a,
                "b": p.b,
                "test": p.test,
                "p_value": p.p_value,
                "p_adjusted": p.p_adjusted,
                "verdict": p.verdict,
                "verdict_alone": p.alone,
            }
            for p in pairs
        ],
    }
