"""A paper in HTML: table elements with spans, captions and emphasis, sentences of the paragraphs between."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

from bakeoff.core.answers.paper import Paper, PaperCell, PaperTable, Part, Place, Sentence
from bakeoff.inputs.papers.cells import make_cell
from bakeoff.inputs.papers.latex_printed import Printed
from bakeoff.inputs.papers.markdown_cells import print_markdown
from bakeoff.inputs.papers.prose import (
    caption_sentences,
    find_own_names,
    is_caption,
    number_tables,
    part_of_section,
    refer_to_tables,
    split_sentences,
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
_VOID = frozenset(["br", "img", "hr", "input", "meta", "link", "wbr", "col", "source"])
_BOLD = re.compile(r"font-weight:\s*(?:bold|[6-9]00)|\b(?:ltx_font_)?bold\b", re.IGNORECASE)
_UNDERLINED = re.compile(r"underline", re.IGNORECASE)


def read_html_paper(path: Path) -> Paper:
    """Return the paper of an HTML file."""
    reader = _read(path.read_bytes().decode("utf-8-sig", "replace"), path.name)
    tables = tuple(number_tables(reader.tables))
    prose = refer_to_tables(reader.sentences, tables)
    sentences = [*prose, *(s for t in tables for s in caption_sentences(t))]
    return Paper(
        source=str(path),
        format="HTML",
        title=reader.title,
        tables=tables,
        sentences=tuple(sentences),
        names=find_own_names(reader.title, sentences),
    )


def read_html_tables(text: str, name: str, first: int) -> list[PaperTable]:
    """Return the tables of a piece of HTML that begins at a line of a file."""
    return _read("\n" * (first - 1) + text, name).tables


def _read(text: str, name: str) -> "_Reader":
    reader = _Reader(name)
    reader.feed(text)
    reader.close()
    reader.flush()
    return reader


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
        self.open: list[tuple[str, frozenset[str]]] = []  # elements, with what each means for the text in it
        self.printed = Printed()
        self.rows: list[list[tuple[PaperCell, int, int]]] = []
        self.lines: list[int] = []
        self.spans = (1, 1)
        self.in_cell = False
        self.caption = ""
        self.last_caption = ""

    def depth(self, kind: str) -> int:
        """Return in how many elements of a kind the text stands."""
        return sum(kind in kinds for _, kinds in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        values = {key: value or "" for key, value in attrs}
        if tag not in _VOID:
            self.open.append((tag, _html_paper_kinds(tag, values)))
        if tag == "table":
            self.flush()
            if self.depth("table") == 1:
                self.rows, self.lines, self.caption = [], [], ""
        elif tag in ("tr", "td", "th") and self.depth("table"):
            self._start_cell(tag, values)
        elif tag == "br":
            self.handle_data(" ")
        elif (tag in _BLOCKS and not self.depth("table")) or tag == "caption":
            self.flush()
            self.block, self.start = tag, self.getpos()[0]

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if tag in ("td", "th", "table") and self.in_cell:
            self._close_cell()
        if tag == "caption":
            self.caption = " ".join("".join(self.text).split())
            self.text = []
        elif tag == "table" and self.depth("table") == 1:
            self._finish_table()
        elif tag in _BLOCKS and not self.depth("table"):
            self.flush()
        at = next((k for k in range(len(self.open) - 1, -1, -1) if self.open[k][0] == tag), None)
        if at is not None:
            del self.open[at:]

    def _start_cell(self, tag: str, values: dict[str, str]) -> None:
        """Begin a row or a cell; the end of the cell before may be left out."""
        if self.in_cell and self.depth("table") == 1:
            self._close_cell()
        if tag == "tr":
            self.rows.append([])
            self.lines.append(self.getpos()[0])
        elif self.rows:
            self.text, self.printed, self.in_cell = [], Printed(), True
            self.spans = (_span_number(values.get("colspan")), _span_number(values.get("rowspan")))

    def _close_cell(self) -> None:
        self.rows[-1].append((_make_cell(self.printed), *self.spans))
        self.text, self.in_cell = [], False

    def handle_data(self, data: str) -> None:
        """Take text."""
        if self.depth("silent"):
            if any(tag == "title" for tag, _ in self.open):
                self.title = self.title or " ".join(data.split())
            return
        self.text.append(data)
        for letter in data:
            self.printed.text.append(letter)
            self.printed.bold.append(self.depth("bold") > 0)
            self.printed.underlined.append(self.depth("underlined") > 0)
            self.printed.raised.append(self.depth("raised") > 0)

    def flush(self) -> None:
        """End a paragraph."""
        text = " ".join("".join(self.text).split())
        self.text = []
        if not text or self.depth("table") > 1:
            return
        if self.block in ("h1", "h2", "h3", "h4"):
            self.title = text if self.block == "h1" and text else self.title
            self.part = part_of_section(text) if self.block in ("h1", "h2") else self.part
        elif self.block == "figcaption" or is_caption(text):
            self._put_caption(text)
        else:
            for sentence in split_sentences(text):
                place = Place(file=self.name, line=self.start)
                self.sentences.append(Sentence(text=sentence, place=place, part=self.part))

    def _put_caption(self, text: str) -> None:
        """Give a caption to the table before it that has none, or keep it for the next."""
        if self.tables and not self.tables[-1].caption and self.start - self.tables[-1].lines[-1] < 6:
            self.tables[-1] = replace(self.tables[-1], caption=text)
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


def _make_cell(printed: Printed) -> PaperCell:
    """Return a cell; formulas between dollars, which a script draws in the browser, are printed as such."""
    text = "".join(printed.text)
    return make_cell(print_markdown(text) if text.count("$") > 1 and not any(printed.bold) else printed)


def _html_paper_kinds(tag: str, values: dict[str, str]) -> frozenset[str]:
    """Return what an element means for the text in it."""
    style = f"{values.get('class', '')} {values.get('style', '')} {values.get('mathvariant', '')}"
    found = {
        "bold": tag in ("b", "strong") or (tag not in ("table", "tr") and _BOLD.search(style)),
        "underlined": tag in ("u", "ins") or _UNDERLINED.search(style),
        "raised": tag in ("sup", "sub"),
        "silent": tag in _SILENT,
        "table": tag == "table",
    }
    return frozenset(kind for kind, holds in found.items() if holds)


def _span_number(text: str | None) -> int:
    return min(max(1, int(text[:9])), 100) if text and text.isdecimal() else 1
