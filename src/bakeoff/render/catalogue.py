"""The catalogue of tests for a terminal."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from bakeoff.render.numbers import level_text
from bakeoff.render.screen import Line, Span, line, wrapped


class Entry(NamedTuple):
    """What the catalogue says of one test."""

    key: str
    name: str
    answers: str  # a pair, all pairs at once, all classifiers at once, …
    summary: str
    documentation: str
    needs: Sequence[str]
    measured: str


def every_test(entries: Sequence[Entry], *, columns: int) -> list[Line]:
    """Return the list of all tests, gathered by what they answer."""
    lines: list[Line] = []
    for answers, group in groupby(entries, key=lambda e: e.answers):
        lines += [[], line(Span(f"  {answers}", "bold"))]
        for entry in group:
            lines += wrapped(Span(f"  {entry.key}", "cyan"), entry.summary, width=columns, indent=24)
    return [*lines, [], line(Span("  bakeoff tests KEY shows one of them in full", "dim")), []]


def one_test(entry: Entry, *, columns: int) -> list[Line]:
    """Return everything the catalogue knows of one test."""
    needs = [each for need in entry.needs for each in wrapped(Span("  -"), need, width=columns, indent=4)]
    return [
        [],
        line(Span(f"  {entry.key}", "bold cyan"), f"   {entry.name}"),
        [],
        *(line(f"  {text}") for text in entry.documentation.splitlines()),
        [],
        line(Span("  It speaks only where", "bold")),
        *needs,
        [],
        line(Span("  Measured", "bold")),
        *wrapped(Span("  "), entry.measured, width=columns, indent=2),
        [],
    ]


def critical_values(df: float, values: Mapping[tuple[float, int], float]) -> list[Line]:
    """Return a row of the t-table: critical values by confidence level, two- and one-tailed."""
    levels = sorted({level for level, _ in values})
    head = "".join(f"{level_text(level):>11}" for level in levels)
    rows = [
        line(f"  {name:<11}" + "".join(f"{round(values[level, tails], 4) + 0.0:>11.4f}" for level in levels))
        for name, tails in (("two-tailed", 2), ("one-tailed", 1))
    ]
    return [
        [],
        line(f"  critical values of t with {df:g} degrees of freedom"),
        line(Span(f"  {'':<11}{head}", "dim")),
        *rows,
        [],
    ]
