"""A paper in HTML: table elements with spans, captions and emphasis, sentences of the paragraphs between."""

import re
from html.parser import HTMLParser
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
from bakeoff.inputs.papers.spans import lay_out

_BLOCKS = frozenset(
    [
        "p",
        "li",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "figcaption",
        "caption",
        "title",
        "div",
        "section",
        "blockquote",
        "dd",
    ]
)
_SILENT = frozenset(["script", "style", "annotation", "annotation-xml", "head", "nav"])
_BOLD = frozenset(["b", "strong"])


def read_html_paper(path: Path) -> Paper:
    """Return the paper of an HTML file."""
    reader = _Reader(path.name)
    reader.feed(path.read_bytes().decode("utf-8-sig", "replace"))
    reader.close()
    reader.flush()
    tables = tuple(reader.tables)
    sentences = [*reader.sentences, *(s for t in tables for s in caption_sentences(t))]
    return Paper(
        source=str(path),
        format="HTML",
        title=reader.title,
        tables=tables,
        sentences=tuple(sentences),
        names=find_own_names(reader.title, sentences),
    )


class _Reader(HTMLParser):
    """Walks through the elements once."""

    def __init__(self, name: str) -> None:
        super().__init__(convert_charrefs=True)
        self.name, self.title = name, ""
        self.tables: list[PaperTable] = []
        self.sentences: list[Sentence] = []
        self.text: list[str] = []
        self.start = 1
        self.part = Part.BODY
        self.block = ""
        self.depth = {"bold": 0, "underlined": 0, "raised": 0, "silent": 0, "table": 0}
        self.rows: list[list[tuple[PaperCell, int, int]]] = []
        self.lines: list[int] = []
        self.heads = 0
        self.spans = (1, 1)
        self.styles = (False, False)
        self.caption = ""
        self.last_caption = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        values = {key: value or "" for key, value in attrs}
        self._count(tag, values, 1)
        if tag == "table":
            self.flush()
            if self.depth["table"] == 1:
                self.rows, self.lines, self.caption, self.heads = [], [], "", 0
        elif tag == "tr" and self.depth["table"]:
            self.rows.append([])
            self.lines.append(self.getpos()[0])
        elif tag in ("td", "th") and self.rows:
            self.text, self.styles = [], (False, False)
            self.spans = (_span(values.get("colspan")), _span(values.get("rowspan")))
            self.heads += tag == "th"
        elif tag == "br":
            self.text.append(" ")
        elif (tag in _BLOCKS and not self.depth["table"]) or tag == "caption":
            self.flush()
            self.block, self.start = tag, self.getpos()[0]

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if tag in ("td", "th") and self.rows and self.depth["table"]:
            cell = mark_cell(
                " ".join("".join(self.text).split()), bold=self.styles[0], underlined=self.styles[1]
            )
            self.rows[-1].append((cell, *self.spans))
            self.text = []
        elif tag == "caption":
            self.caption = " ".join("".join(self.text).split())
            self.text = []
        elif tag == "table" and self.depth["table"] == 1:
            self._finish_table()
        elif tag in _BLOCKS and not self.depth["table"]:
            self.flush()
        self._count(tag, {}, -1)

    def handle_data(self, data: str) -> None:
        """Take text."""
        if self.depth["silent"]:
            if self.block == "title" or self.lasttag == "title":
                self.title = self.title or " ".join(data.split())
            return
        self.text.append(data)
        if re.search(r"\d", data):
            self.styles = (
                self.styles[0] or self.depth["bold"] > 0,
                self.styles[1] or self.depth["underlined"] > 0,
            )

    def flush(self) -> None:
        """End a paragraph."""
        text = " ".join("".join(self.text).split())
        self.text = []
        if not text or self.depth["table"] > 1:
            return
        if self.block in ("h1", "h2", "h3", "h4"):
            self.title = text if self.block == "h1" and text else self.title
            self.part = part_of_section(text) if self.block in ("h1", "h2") else self.part
        elif self.block == "figcaption" or is_caption(text):
            self._put_caption(text)
        else:
            for sentence in split_sentences(text):
                place = Place(file=self.name, line=self.start)
                self.sentences.append(
                    Sentence(text=sentence, place=place, part=self.part, tables=tables_named(sentence))
                )

    def _put_caption(self, text: str) -> None:
        """Give a caption to the table before it that has none, or keep it for the next."""
        if self.tables and not self.tables[-1].caption and self.start - self.tables[-1].lines[-1] < 6:
            last = self.tables[-1]
            self.tables[-1] = PaperTable(
                number=last.number,
                place=last.place,
                caption=text,
                label=last.label,
                rows=last.rows,
                lines=last.lines,
                rules=last.rules,
            )
        else:
            self.last_caption = text

    def _finish_table(self) -> None:
        kept = [
            (row, n)
            for row, n in zip(self.rows, self.lines, strict=True)
            if any(cell.text for cell, _, _ in row)
        ]
        if len(kept) > 1 and max(len(row) for row, _ in kept) > 1:
            number = len(self.tables) + 1
            self.tables.append(
                PaperTable(
                    number=number,
                    place=Place(file=self.name, line=kept[0][1]),
                    caption=self.caption or self.last_caption,
                    label=f"Table {number}",
                    rows=lay_out([row for row, _ in kept]),
                    lines=tuple(n for _, n in kept),
                )
            )
            self.last_caption = ""
        self.rows, self.text = [], []

    def _count(self, tag: str, values: dict[str, str], step: int) -> None:
        kinds = {
            "bold": tag in _BOLD
            or (tag == "span" and "bold" in values.get("class", "") + values.get("style", "")),
            "underlined": tag in ("u", "ins"),
            "raised": tag in ("sup", "sub"),
            "silent": tag in _SILENT,
            "table": tag == "table",
        }
        for kind, holds in kinds.items():
            if holds:
                self.depth[kind] = max(0, self.depth[kind] + step)


def _span(text: str | None) -> int:
    return min(int(text), 100) if text and text.isdigit() and int(text) else 1
