"""A paper in Markdown: tables with bars or in HTML, captions beside them, sentences between."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from bakeoff.core.answers.paper import Paper, PaperCell, PaperTable, Part, Place, Sentence
from bakeoff.inputs.papers.html_paper import read_html_tables
from bakeoff.inputs.papers.markdown_cells import make_markdown_cell, plain_markdown
from bakeoff.inputs.papers.prose import (
    caption_sentences,
    find_own_names,
    is_caption,
    number_tables,
    part_of_section,
    refer_to_tables,
    split_sentences,
)

_RULE = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_BAR = re.compile(r"(?<!\\)\|")
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_HTML_TABLE = re.compile(r"<table\b.*?</table\s*>", re.DOTALL | re.IGNORECASE)
_Lines = list[str]


def read_markdown_paper(path: Path) -> Paper:
    """Return the paper of a Markdown file."""
    text = path.read_bytes().decode("utf-8-sig", "replace").replace("\r\n", "\n")
    lines = _hide_code(text.split("\n"))
    bare = sorted(
        [*_find_tables(lines, path.name), *_find_html_tables(lines, path.name)], key=lambda t: t.lines[0]
    )
    tables = number_tables(_with_captions(bare, lines))
    prose = list(_find_sentences(lines, path.name, {n for t in tables for n in t.lines}))
    title = plain_markdown(next((m[2] for line in lines if (m := _HEADING.match(line))), ""))
    sentences = [*refer_to_tables(prose, tables), *(s for t in tables for s in caption_sentences(t))]
    return Paper(
        source=str(path), format="Markdown", title=title, tables=tuple(tables), sentences=tuple(sentences),
        names=find_own_names(title, sentences),
    )  # fmt: skip


def _with_captions(tables: list[PaperTable], lines: _Lines) -> list[PaperTable]:
    """Return the tables with the captions above or below them, on the side where the first one has its own."""
    above = [_caption_line(lines, t.lines[0] - 2, -1) for t in tables]
    below = [_caption_line(lines, max(t.lines), 1) for t in tables]
    is_below = next((up is None for up, down in zip(above, below, strict=True) if up or down), False)
    near, far = (below, above) if is_below else (above, below)
    taken = {at for at in near if at is not None}
    chosen = [n if n is not None else f if f not in taken else None for n, f in zip(near, far, strict=True)]
    return [
        t if t.caption or at is None else replace(t, caption=plain_markdown(lines[at]))
        for t, at in zip(tables, chosen, strict=True)
    ]


def _hide_code(lines: _Lines) -> _Lines:
    """Return the lines without what stands between fences: an example of a table is no table."""
    shown, fenced = [], False
    for line in lines:
        is_fence = line.lstrip().startswith(("```", "~~~"))
        fenced ^= is_fence
        shown.append("" if fenced or is_fence else line)
    return shown


def _find_html_tables(lines: _Lines, name: str) -> Iterator[PaperTable]:
    text = "\n".join(lines)
    for match in _HTML_TABLE.finditer(text):
        first = text.count("\n", 0, match.start()) + 1
        last = text.count("\n", 0, match.end()) + 1
        for table in read_html_tables(match[0], name, first):
            # Every line from its first to its last belongs to it, so that no sentence is made of its cells.
            yield replace(table, lines=(*table.lines, *range(first, last + 1)))


def _find_tables(lines: list[str], name: str) -> Iterator[PaperTable]:
    for index, line in enumerate(lines):
        if not (index and _RULE.match(line) and "|" in lines[index - 1] and "|" in line):
            continue
        end = index + 1
        while end < len(lines) and "|" in lines[end]:
            end += 1
        rows = [_row_cells(text) for text in (lines[index - 1], *lines[index + 1 : end])]
        width = max(map(len, rows))
        yield PaperTable(
            number=0,
            place=Place(file=name, line=index),
            caption="",
            label="",
            rows=tuple((*row, *[PaperCell(text="")] * (width - len(row))) for row in rows),
            lines=(index, *range(index + 2, end + 1), index + 1),
            rules=frozenset({1}),
        )


def _caption_line(lines: _Lines, at: int, step: int) -> int | None:
    """Return the line of the caption next to a table: the nearest line with words, where it begins with Table."""
    for _ in range(3):
        if not 0 <= at < len(lines):
            return None
        text = plain_markdown(lines[at])
        if text:
            return at if is_caption(text) else None
        at += step
    return None


def _row_cells(line: str) -> list[PaperCell]:
    text = line.strip().removeprefix("|")
    if text.endswith("|") and not text.endswith("\\|"):
        text = text[:-1]
    return [make_markdown_cell(part.replace("\\|", "|").strip()) for part in _BAR.split(text)]


def _find_sentences(lines: list[str], name: str, used: set[int]) -> Iterator[Sentence]:
    part, paragraph, start = Part.BODY, list[str](), 0
    for number, line in enumerate([*lines, ""], start=1):
        heading = _HEADING.match(line)
        if heading or not line.strip() or number in used:
            text = plain_markdown(" ".join(paragraph))
            if not is_caption(text):
                for sentence in split_sentences(text):
                    yield Sentence(
                        text=sentence,
                        place=Place(file=name, line=start),
                        part=part,
                    )
            paragraph = []
            part = part_of_section(heading[2]) if heading else part
            continue
        if not paragraph:
            start = number
        paragraph.append(line)
