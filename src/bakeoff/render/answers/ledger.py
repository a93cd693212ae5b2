"""The ledger in words and as JSON."""

from collections.abc import Sequence
from typing import Any

from bakeoff.core.ledger import LedgerEntry, LookedPair
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count, write_list
from bakeoff.render.lines import Line, Span, line, quiet_lines, wrap_paragraph
from bakeoff.render.names import fit_name, printable_name

SCHEMA = "bakeoff/ledger/1"


def ledger_dict(
    entries: Sequence[LedgerEntry],
    looks: Sequence[int | None],
    pairs: Sequence[Sequence[LookedPair]],
    problems: Sequence[str],
) -> dict[str, Any]:
    """Return the ledger as JSON: of each entry which look at its data it was, and the verdicts that stood at it."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "entries": [_entry_dict(*row) for row in zip(entries, looks, pairs, strict=True)],
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
) -> list[Line]:
    """Return a line for each entry, oldest first, and the hash to keep elsewhere."""
    if not entries:
        return [[], line("  Nothing has been looked at yet."), []]
    rows = [_entry_line(*row, columns) for row in zip(entries, looks, pairs, strict=True)]
    return [[], *rows, [], *_head_lines(entries, columns)]


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
