"""A page of a PDF as pdfium has it: words with their places, and the rules that are drawn."""

import re
from collections.abc import Iterator
from ctypes import c_double, c_int, create_string_buffer
from dataclasses import dataclass
from typing import Any

_BOLD = re.compile(r"bold|CMBX|black|heavy|-Bd|BX\d|demi|semibold", re.IGNORECASE)
_THIN = 2.5  # points: what is drawn thinner is a rule
_SHORTEST = 12.0


@dataclass(frozen=True, slots=True)
class Glyph:
    """One printed character: its box from the left and the top, its size, and whether it is bold."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    size: float
    bold: bool


@dataclass(frozen=True, slots=True)
class Word:
    """Characters that stand close together on one line."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    bold: bool

    @property
    def middle(self) -> float:
        """Half-way between its ends."""
        return (self.x0 + self.x1) / 2


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal line."""

    x0: float
    x1: float
    y: float


@dataclass(frozen=True, slots=True)
class Page:
    """One page."""

    number: int
    width: float
    height: float
    glyphs: tuple[Glyph, ...]
    rules: tuple[Rule, ...]
    text: str  # in the order of the file
    has_pictures: bool

    def lines_within(self, x0: float, x1: float) -> list[list[Word]]:
        """Return the words between two places, line by line from the top: lines of another column are not mixed in."""
        inside = [g for g in self.glyphs if x0 <= (g.x0 + g.x1) / 2 <= x1]
        return [words for line in _page_lines(inside) if (words := list(_page_words(line)))]


def read_page(page: Any, number: int) -> Page:  # noqa: ANN401 - pdfium's own
    """Return the words and rules of a page."""
    width, height = page.get_size()
    textpage = page.get_textpage()
    try:
        glyphs = list(_glyphs(textpage, height))
        text = textpage.get_text_range() if textpage.count_chars() else ""
    finally:
        textpage.close()
    rules, pictures = _drawn(page, height)
    return Page(number, width, height, tuple(glyphs), tuple(rules), text, pictures)


def _glyphs(textpage: Any, height: float) -> Iterator[Glyph]:  # noqa: ANN401
    from pypdfium2 import raw

    left, right, bottom, top = (c_double() for _ in range(4))
    loose = raw.FS_RECTF()  # as wide as the letter is set, not as it is drawn: a 1 is no gap
    name, flags = create_string_buffer(128), c_int()
    for index in range(raw.FPDFText_CountChars(textpage)):
        code = raw.FPDFText_GetUnicode(textpage, index)
        if code <= 32 or raw.FPDFText_IsGenerated(textpage, index) == 1:
            continue
        if not raw.FPDFText_GetCharBox(textpage, index, left, right, bottom, top):
            continue
        raw.FPDFText_GetFontInfo(textpage, index, name, 128, flags)
        bold = (
            bool(_BOLD.search(name.value.decode("utf-8", "replace")))
            or raw.FPDFText_GetFontWeight(textpage, index) >= 600
        )
        size = raw.FPDFText_GetFontSize(textpage, index)
        if not raw.FPDFText_GetLooseCharBox(textpage, index, loose):
            loose.left, loose.right = left.value, right.value
        yield Glyph(chr(code), loose.left, loose.right, height - top.value, height - bottom.value, size, bold)


def _drawn(page: Any, height: float) -> tuple[list[Rule], bool]:  # noqa: ANN401
    """Return the horizontal rules of a page, and whether it has pictures."""
    from pypdfium2 import raw

    rules, pictures = [], False
    for each in page.get_objects(max_depth=3):
        if each.type == raw.FPDF_PAGEOBJ_IMAGE:
            pictures = True
        elif each.type == raw.FPDF_PAGEOBJ_PATH:
            x0, y0, x1, y1 = each.get_bounds()
            if y1 - y0 <= _THIN and x1 - x0 >= _SHORTEST:
                rules.append(Rule(x0, x1, height - (y0 + y1) / 2))
    return sorted(rules, key=lambda r: (r.y, r.x0)), pictures


def _page_lines(glyphs: list[Glyph]) -> list[list[Glyph]]:
    """Return characters by lines: those whose middles are within half a letter of each other."""
    lines: list[list[Glyph]] = []
    bases: list[float] = []
    for glyph in sorted(glyphs, key=lambda g: (round(g.bottom), g.x0)):
        near = next(
            (
                k
                for k in range(len(lines) - 1, max(-1, len(lines) - 6), -1)
                if abs(bases[k] - glyph.bottom) < 0.45 * max(glyph.size, 6)
            ),
            None,
        )
        if near is None:
            lines.append([glyph])
            bases.append(glyph.bottom)
        else:
            lines[near].append(glyph)
    order = sorted(range(len(lines)), key=lambda k: bases[k])
    return [sorted(lines[k], key=lambda g: g.x0) for k in order]


def _page_words(line: list[Glyph]) -> Iterator[Word]:
    run: list[Glyph] = []
    for glyph in line:
        if run and glyph.x0 - run[-1].x1 > 0.18 * max(glyph.size, run[-1].size):
            yield _page_word(run)
            run = []
        run.append(glyph)
    if run:
        yield _page_word(run)


def _page_word(run: list[Glyph]) -> Word:
    digits = [g for g in run if g.text.isdigit()] or run
    return Word(
        "".join(g.text for g in run),
        run[0].x0,
        max(g.x1 for g in run),
        min(g.top for g in run),
        max(g.bottom for g in run),
        all(g.bold for g in digits),
    )
