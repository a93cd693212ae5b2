"""The list of procedures, and one of them with its sources, for a terminal."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from bakeoff.render.bibliography import cite_by_authors, sources_in
from bakeoff.render.lines import Line, Span, line, wrap_paragraph


class ProcedureEntry(NamedTuple):
    """What the catalogue says of one test."""

    key: str
    name: str
    answers: str  # a pair, all pairs at once, all classifiers at once, …
    summary: str
    documentation: str
    needs: Sequence[str]  # without them it cannot be computed
    objects: Sequence[str]  # where it is computed only if it is named
    measured: str


def procedure_list_lines(entries: Sequence[ProcedureEntry], *, columns: int) -> list[Line]:
    """Return the list of all tests, gathered by what they answer."""
    lines: list[Line] = []
    for answers, group in groupby(entries, key=lambda e: e.answers):
        lines += [[], line(Span(f"  {answers}", "bold"))]
        for entry in group:
            lines += wrap_paragraph(Span(f"  {entry.key}", "cyan"), entry.summary, width=columns, indent=24)
    return [*lines, [], line(Span("  bakeoff tests KEY shows one of them in full", "dim")), []]


def procedure_lines(entry: ProcedureEntry, *, columns: int) -> list[Line]:
    """Return what the catalogue knows of one test."""
    title = line(Span(f"  {entry.key}", "bold cyan"), f"   {entry.name}")
    sources = [text.replace("*", "") for text in sources_in(entry.documentation)]
    sections = {
        "Null, assumptions, and when another is better": _procedure_list_paragraphs(
            notes_of(entry.documentation), columns
        ),
        "Measured error rates": wrap_paragraph(Span("  "), entry.measured, width=columns, indent=2),
        "Applies when": _procedure_list_items(entry.needs, columns),
        "Not valid here, and computed only if --test names it": _procedure_list_items(entry.objects, columns),
        "Sources": _procedure_list_items(sources, columns),
    }
    lines = [[], title, [], *wrap_paragraph(Span("  "), entry.summary, width=columns, indent=2), []]
    for head, body in sections.items():
        lines += [line(Span(f"  {head}", "bold")), *body, []] if body else []
    return lines


def notes_of(documentation: str) -> str:
    """Return what a docstring says of null and assumptions: its notes, or what stands before the parameters."""
    sections = re.split(r"^(\w[\w ]*)\n-{3,}\n", documentation, flags=re.MULTILINE)
    by_title = dict(zip(sections[1::2], sections[2::2], strict=True))
    notes = by_title.get("Notes", sections[0].partition("\n")[2])
    return re.sub(r"\s*\(?Sources?: `[^)]*$", "", notes.strip())


def _procedure_list_paragraphs(text: str, columns: int) -> list[Line]:
    """Return text in reStructuredText as plain paragraphs; what is indented stays as it is."""
    lines: list[Line] = []
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        plain = re.sub(r"`+([^`]+)`+", r"\1", cite_by_authors(part))
        if part.startswith(" "):
            lines += [line(f"  {each}") for each in plain.split("\n")]
        else:
            lines += wrap_paragraph(Span("  "), " ".join(plain.split()), width=columns, indent=2)
        lines.append([])
    return lines[:-1]


def _procedure_list_items(texts: Sequence[str], columns: int) -> list[Line]:
    return [each for text in texts for each in wrap_paragraph(Span("  -"), text, width=columns, indent=4)]
