"""A paper in Markdown: tables with bars, captions beside them, sentences between."""

import re
from collections.abc import Iterator
from pathlib import Path

from bakeoff.core.answers.paper import Paper, PaperCell, PaperTable, Part, Place, Sentence
from bakeoff.inputs.papers.cells import mark_cell
from bakeoff.inputs.papers.prose import (
    caption_sentences,
    find_own_names,
    is_caption,
    part_of_section,
    split_sentences,
    tables_named,
)

_RULE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_BAR = re.compile(r"(?<!\\)\|")
_LINK = re.compile(r"!?\[([^\]]{0,300})\]\([^)]{0,500}\)")
_BOLD = re.compile(r"\*\*(.+?)\*\*|__(.+?)__|<(?:b|strong)>(.+?)</(?:b|strong)>")
_UNDERLINED = re.compile(r"<(?:u|ins)>(.+?)</(?:u|ins)>")
_TAG = re.compile(r"<[^<>]{1,200}>")
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")


def read_markdown_paper(path: Path) -> Paper:
    """Return the paper of a Markdown file."""
    lines = path.read_bytes().decode("utf-8-sig", "replace").replace("\r\n", "\n").split("\n")
    tables = list(_find_tables(lines, path.name))
    prose = list(_find_sentences(lines, path.name, {n for t in tables for n in t.lines}))
    title = next((m[2] for line in lines if (m := _HEADING.match(line))), "")
    sentences = [*prose, *(s for t in tables for s in caption_sentences(t))]
    return Paper(
        source=str(path), format="Markdown", title=_plain(title), tables=tuple(tables), sentences=tuple(sentences),
        names=find_own_names(_plain(title), sentences),
    )  # fmt: skip


def _find_tables(lines: list[str], name: str) -> Iterator[PaperTable]:
    number = 0
    for index, line in enumerate(lines):
        if not (index and _RULE.match(line) and "|" in lines[index - 1] and "|" in line):
            continue
        end = index + 1
        while end < len(lines) and "|" in lines[end]:
            end += 1
        rows = [_cells(text) for text in (lines[index - 1], *lines[index + 1 : end])]
        width = max(map(len, rows))
        number += 1
        yield PaperTable(
            number=number,
            place=Place(file=name, line=index),
            caption=_caption(lines, index - 2, -1) or _caption(lines, end, 1),
            label=f"Table {number}",
            rows=tuple((*row, *[PaperCell(text="")] * (width - len(row))) for row in rows),
            lines=(index, *range(index + 2, end + 1)),
            rules=frozenset({1}),
        )


def _caption(lines: list[str], at: int, step: int) -> str:
    """Return the caption next to a table: the nearest line that begins with Table."""
    for _ in range(3):
        if not 0 <= at < len(lines):
            return ""
        text = _plain(lines[at])
        if text:
            return text if is_caption(text) else ""
        at += step
    return ""


def _cells(line: str) -> list[PaperCell]:
    text = line.strip().removeprefix("|")
    if text.endswith("|") and not text.endswith("\\|"):
        text = text[:-1]
    return [_cell(part.replace("\\|", "|").strip()) for part in _BAR.split(text)]


def _cell(source: str) -> PaperCell:
    bold = _BOLD.search(source)
    first = re.search(r"\d", _LINK.sub(r"\1", source))
    is_bold = bold is not None and (
        first is None or bool(re.search(r"\d", bold[0])) or not re.search(r"\d", source)
    )
    return mark_cell(_plain(source), bold=is_bold, underlined=_UNDERLINED.search(source) is not None)


def _plain(source: str) -> str:
    text = _LINK.sub(r"\1", source)
    text = _UNDERLINED.sub(r"\1", _BOLD.sub(lambda m: m[1] or m[2] or m[3], text))
    text = (
        re.sub(r"\$?\\pm\$?|&plusmn;", "±", text)
        .replace("\\uparrow", "↑")
        .replace("\\downarrow", "↓")
        .replace("\\%", "%")
    )
    text = re.sub(r"(?<!\w)[*_`](.+?)[*_`](?!\w)", r"\1", _TAG.sub("", text)).replace("$", "")
    return " ".join(text.split())


def _find_sentences(lines: list[str], name: str, used: set[int]) -> Iterator[Sentence]:
    part, paragraph, start, fenced = Part.BODY, list[str](), 0, False
    for number, line in enumerate([*lines, ""], start=1):
        fenced ^= line.lstrip().startswith("```")
        heading = _HEADING.match(line)
        if heading or not line.strip() or number in used or fenced:
            text = _plain(" ".join(paragraph))
            if not is_caption(text):
                for sentence in split_sentences(text):
                    yield Sentence(
                        text=sentence,
                        place=Place(file=name, line=start),
                        part=part,
                        tables=tables_named(sentence),
                    )
            paragraph = []
            part = part_of_section(heading[2]) if heading else part
            continue
        if not paragraph:
            start = number
        paragraph.append(line)
