"""The ledger in words and as JSON."""

from collections.abc import Sequence
from typing import Any

from bakeoff.core.ledger import LedgerEntry
from bakeoff.core.version import __version__
from bakeoff.core.words import counted, listed
from bakeoff.render.names import fitted, shown
from bakeoff.render.screen import Line, Span, line, quiet, wrapped

SCHEMA = "bakeoff/ledger/1"


def ledger_dict(
    entries: Sequence[LedgerEntry], looks: Sequence[int | None], problems: Sequence[str]
) -> dict[str, Any]:
    """Return the ledger as JSON; `looks` says of each entry which look at its data it was."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "entries": [_entry(e, look) for e, look in zip(entries, looks, strict=True)],
        "head": entries[-1].hash if entries else None,
        "whole": not problems,
        "problems": list(problems),
    }


def ledger_lines(entries: Sequence[LedgerEntry], looks: Sequence[int | None], *, columns: int) -> list[Line]:
    """Return a line for each entry, oldest first, and the hash to keep elsewhere."""
    if not entries:
        return [[], line("  Nothing has been looked at yet."), []]
    rows = [_row(e, look, columns) for e, look in zip(entries, looks, strict=True)]
    return [[], *rows, [], *_head(entries, columns)]


def check_lines(entries: Sequence[LedgerEntry], problems: Sequence[str], *, columns: int) -> list[Line]:
    """Return whether the chain is whole, and what is wrong with it."""
    if not problems:
        return [
            [],
            line(Span(f"  {counted(len(entries), 'entry')}: whole", "bold green")),
            *_head(entries, columns),
        ]
    told = [each for p in problems for each in wrapped(Span("  ✗", "bold red"), p, width=columns, indent=4)]
    return [[], *told, []]


def _head(entries: Sequence[LedgerEntry], columns: int) -> list[Line]:
    if not entries:
        return [[]]
    text = (
        f"last hash {entries[-1].hash} · keep it elsewhere (a commit, a mail): entries that are cut off at the end "
        "leave no other trace than the file bakeoff.head"
    )
    return [*quiet(text, columns), []]


def _row(entry: LedgerEntry, look: int | None, columns: int) -> Line:
    said = entry.look
    if said is None:
        return line(f"  {entry.sequence:>4}  {entry.at[:16]}  ", Span("spoilt", "bold red"))
    number = f"look {look}" if look is not None else ""
    what = said.note or listed([f"{p.b} {p.verdict} than {p.a}" for p in said.pairs], most=2)
    what += f" ({'; '.join(said.left_out)})" if said.left_out else ""
    what = what.replace("equivalent than", "equivalent to").replace("undecided than", "undecided against")
    return line(
        f"  {entry.sequence:>4}  {entry.at[:16].replace('T', ' ')}  {said.kind:<10}  {number:<8}  ",
        f"{fitted(said.source, 18)}  ",
        shown(what)[: max(40, columns - 42)],
    )


def _entry(entry: LedgerEntry, number: int | None) -> dict[str, Any]:
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
            }
            for p in look.pairs
        ],
    }
