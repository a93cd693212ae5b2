"""The ledger in words and as JSON."""

from collections.abc import Sequence
from typing import Any

from bakeoff.core.ledger import LedgerEntry, LookedPair
from bakeoff.core.version import __version__
from bakeoff.core.words import counted, listed
from bakeoff.render.names import fitted, shown
from bakeoff.render.screen import Line, Span, line, quiet, wrapped

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
        "entries": [_entry(*row) for row in zip(entries, looks, pairs, strict=True)],
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
    rows = [_row(*row, columns) for row in zip(entries, looks, pairs, strict=True)]
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


def _row(entry: LedgerEntry, look: int | None, pairs: Sequence[LookedPair], columns: int) -> Line:
    said = entry.look
    if said is None:
        return line(f"  {entry.sequence:>4}  {entry.at[:16]}  ", Span("spoilt", "bold red"))
    number = f"look {look}" if look is not None else ""
    what = said.note or listed([_pair_words(p) for p in pairs], most=2)
    what += f" ({'; '.join(said.left_out)})" if said.left_out else ""
    return line(
        f"  {entry.sequence:>4}  {entry.at[:16].replace('T', ' ')}  {said.kind:<10}  {number:<8}  ",
        f"{fitted(said.source, 18)}  ",
        shown(what)[: max(40, columns - 42)],
    )


def _pair_words(pair: LookedPair) -> str:
    """Return what stood of one pair, and what its look said by itself where that is another thing."""
    word = {"equivalent": "equivalent to", "undecided": "undecided against"}.get(
        pair.verdict, f"{pair.verdict} than"
    )
    alone = "" if pair.alone in (None, pair.verdict) else f" ({pair.alone} by itself)"
    return f"{pair.b} {word} {pair.a}{alone}"


def _entry(entry: LedgerEntry, number: int | None, pairs: Sequence[LookedPair]) -> dict[str, Any]:
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
