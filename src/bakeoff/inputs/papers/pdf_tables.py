"""Tables of a PDF: what stands between rules of one width, in columns that no word crosses.

A PDF has no tables: cells are made from places. How sure that is, is said: the share of cells that hold one thing, and
of columns of numbers that hold nothing but numbers.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bakeoff.core.answers.paper import PaperCell, PaperTable, Place
from bakeoff.inputs.papers.cells import mark_cell, read_number
from bakeoff.inputs.papers.pdf_page import Page, Rule, Word
from bakeoff.inputs.papers.prose import is_caption

_GAP = 4.5  # points between columns, at least
_SAME = 3.0  # points by which ends of rules may differ
_BESIDE = 40.0  # points between a table and its caption, at most
_EMPTY = re.compile(r"[-–—−]|n/?a", re.IGNORECASE)
_MOST_LINES = 120


@dataclass(frozen=True, slots=True)
class _Region:
    x0: float
    x1: float
    rules: tuple[float, ...]  # of the full width, from the top
    parts: tuple[Rule, ...]  # narrower ones, under headings of several columns

    @property
    def top(self) -> float:
        """Where it begins."""
        return self.rules[0]

    @property
    def bottom(self) -> float:
        """Where it ends."""
        return self.rules[-1]


def find_pdf_tables(page: Page, file: str, first: int) -> tuple[list[PaperTable], set[int]]:
    """Return the tables of a page, numbered from `first`, and the lines that they and their captions take."""
    tables: list[PaperTable] = []
    used: set[int] = set()
    for region in _find_regions(page):
        inside = [
            k
            for k, line in enumerate(page.lines)
            if line
            and region.top - 1 < line[0].bottom < region.bottom + 3
            and any(w.x0 >= region.x0 - 3 and w.x1 <= region.x1 + 3 for w in line)
        ]
        lines = [
            [w for w in page.lines[k] if w.x0 >= region.x0 - 3 and w.x1 <= region.x1 + 3] for k in inside
        ]
        if not 2 <= len(lines) <= _MOST_LINES:
            continue
        caption, taken = _find_caption(page, region)
        table = _make_table(region, lines, Place(file=file, page=page.number), first + len(tables), caption)
        if table is not None:
            tables.append(table)
            used |= {*inside, *taken}
    return tables, used


def _find_regions(page: Page) -> list[_Region]:
    """Return where two or more rules of one width stand below each other with words between them."""
    groups: list[list[Rule]] = []
    for rule in page.rules:
        fitting = next(
            (g for g in groups if abs(g[0].x0 - rule.x0) < _SAME and abs(g[0].x1 - rule.x1) < _SAME), None
        )
        if fitting is None:
            groups.append([rule])
        else:
            fitting.append(rule)
    regions = [r for group in groups for r in _split_group(group, page)]
    whole = [
        r
        for r in regions
        if not any(
            o is not r
            and o.x0 <= r.x0 + 1
            and o.x1 >= r.x1 - 1
            and o.top <= r.top + 1
            and o.bottom >= r.bottom - 1
            for o in regions
        )
    ]
    return sorted(whole, key=lambda r: (r.x0 > page.width / 2, r.top))


def _split_group(group: list[Rule], page: Page) -> list[_Region]:
    """Return the tables of rules of one width: a caption or a paragraph between two rules begins another."""
    ys = [group[0].y]
    parts: list[list[float]] = [ys]
    for before, rule in pairwise(group):
        between = [
            line
            for line in page.lines
            if line
            and before.y < line[0].bottom < rule.y
            and line[0].x0 < group[0].x1
            and line[-1].x1 > group[0].x0
        ]
        text = [" ".join(w.text for w in line if group[0].x0 - 3 <= w.x0 <= group[0].x1) for line in between]
        if any(is_caption(t) for t in text) or (_looks_like_prose(text) and len(parts[-1]) > 2):
            parts.append([])
        parts[-1].append(rule.y)
    return [
        _Region(
            group[0].x0,
            group[0].x1,
            tuple(part),
            tuple(
                r
                for r in page.rules
                if part[0] < r.y < part[-1]
                and r.x0 >= group[0].x0 - 1
                and r.x1 <= group[0].x1 + 1
                and r.x1 - r.x0 < 0.95 * (group[0].x1 - group[0].x0)
            ),
        )
        for part in parts
        if len(part) > 1 and part[-1] - part[0] > 12
    ]


def _looks_like_prose(lines: list[str]) -> bool:
    long = [
        text for text in lines if len(text.split()) > 8 and sum(c.isdigit() for c in text) < 0.1 * len(text)
    ]
    return len(long) >= 3


def _make_table(
    region: _Region, lines: list[list[Word]], place: Place, number: int, caption: tuple[str, str]
) -> PaperTable | None:
    inner = [y for y in region.rules[1:-1]]
    below = inner[0] if inner else region.top
    data = [line for line in lines if line[0].bottom > below] or lines
    spans = _find_columns(data, region)
    if len(spans) < 2:
        return None
    rows = [_fill_row(line, spans, region, is_head=bool(inner) and line[0].bottom <= below) for line in lines]
    rules = frozenset(
        k
        for k, line in enumerate(lines)
        if any(
            (lines[k - 1][0].bottom if k else region.top - 20) - 1 < y < line[0].bottom
            for y in region.rules[:-1]
        )
    )
    cells = tuple(tuple(cell for cell, _ in row) for row in rows)
    single = [
        ok
        for row, line in zip(rows, lines, strict=True)
        if line[0].bottom > below
        for cell, ok in row
        if cell.text
    ]
    confidence = _confidence(cells, len(lines) - len(data), single)
    return PaperTable(
        number=number,
        place=place,
        caption=caption[0],
        label=caption[1],
        rows=cells,
        lines=tuple(0 for _ in cells),
        rules=rules,
        confidence=round(confidence, 3),
    )


def _find_columns(lines: Sequence[Sequence[Word]], region: _Region) -> list[tuple[float, float]]:
    """Return the columns: stretches between gaps that no word of any line crosses."""
    kept = [line for line in lines if not _is_title(line, region)] or list(lines)
    edges = sorted((w.x0, w.x1) for line in kept for w in line)
    columns: list[list[float]] = []
    for x0, x1 in edges:
        if columns and x0 - columns[-1][1] < _GAP:
            columns[-1][1] = max(columns[-1][1], x1)
        else:
            columns.append([x0, x1])
    return [(a, b) for a, b in columns]


def _is_title(line: Sequence[Word], region: _Region) -> bool:
    """Say whether a line is a title over a block of rows: words close together, and no number alone."""
    gaps = [b.x0 - a.x1 for a, b in pairwise(line)]
    close = all(gap < 2 * _GAP for gap in gaps)
    return (
        close
        and len(line) > 1
        and line[-1].x1 - line[0].x0 < 0.8 * (region.x1 - region.x0)
        and not any(re.fullmatch(r"[\d.±%]+", w.text) for w in line)
    )


def _fill_row(
    line: list[Word], columns: list[tuple[float, float]], region: _Region, *, is_head: bool
) -> list[tuple[PaperCell, bool]]:
    """Return the cells of a line, and whether each holds one thing; headings reach over the rule below them."""
    found: list[list[Word]] = [[] for _ in columns]
    spans: dict[int, int] = {}
    for run in _runs(line) if is_head else [[w] for w in line]:
        x0, x1 = run[0].x0, run[-1].x1
        under = next(
            (r for r in region.parts if 0 < r.y - run[0].bottom < 8 and r.x0 - 4 <= x0 and x1 <= r.x1 + 4),
            None,
        )
        low, high = (under.x0, under.x1) if under is not None and is_head else (x0, x1)
        hit = [k for k, (a, b) in enumerate(columns) if min(b, high) - max(a, low) > 0] or [
            _nearest(columns, (x0 + x1) / 2)
        ]
        found[hit[0]].extend(run)
        if len(hit) > 1 and is_head:
            spans[hit[0]] = len(hit)
    cells: list[tuple[PaperCell, bool]] = []
    for words in found:
        text = " ".join(w.text for w in words)
        bold = bool(words) and words[0].bold
        cell = mark_cell(_mend_signs(text), bold=bold, underlined=False)
        holds_one = (
            len(words) < 2 or read_number(cell) is not None or not re.fullmatch(r"[\d.,%±+\-−–\s]+", text)
        )
        cells.append((cell, holds_one))
    for start, width in spans.items():
        for k in range(start + 1, min(start + width, len(cells))):
            if not cells[k][0].text:
                cells[k] = (
                    PaperCell(text=cells[start][0].text, bold=cells[start][0].bold, spanned=True),
                    True,
                )
    return cells


def _runs(line: list[Word]) -> list[list[Word]]:
    runs: list[list[Word]] = []
    for word in line:
        if runs and word.x0 - runs[-1][-1].x1 < _GAP:
            runs[-1].append(word)
        else:
            runs.append([word])
    return runs


def _nearest(columns: list[tuple[float, float]], x: float) -> int:
    return min(range(len(columns)), key=lambda k: max(columns[k][0] - x, x - columns[k][1], 0.0))


def _mend_signs(text: str) -> str:
    return re.sub(r"\s*±\s*", " ± ", text.replace("−", "-")).replace("ﬁ", "fi").replace("ﬂ", "fl").strip()


def _confidence(cells: tuple[tuple[PaperCell, ...], ...], heads: int, single: list[bool]) -> float:
    """Return how sure the cells are: those that hold one thing, and numbers among numbers."""
    data = cells[heads:]
    shares = [sum(single) / len(single) if single else 0.0]
    for column in zip(*data, strict=True):
        filled = [c for c in column if c.text and not _EMPTY.fullmatch(c.text)]
        numbers = sum(read_number(c) is not None for c in filled)
        if filled and 2 * numbers >= len(filled):
            shares.append(numbers / len(filled))
    return min(shares) if len(shares) > 1 else 0.0


def _find_caption(page: Page, region: _Region) -> tuple[tuple[str, str], set[int]]:
    """Return the caption above or below a table, its number, and its lines."""
    near = [
        k
        for k, line in enumerate(page.lines)
        if line
        and _overlaps(line, region)
        and (-_BESIDE * 3 < line[0].bottom - region.top < 0 or 0 < line[0].top - region.bottom < _BESIDE)
    ]
    for k in sorted(
        near,
        key=lambda k: min(
            abs(page.lines[k][0].bottom - region.top), abs(page.lines[k][0].top - region.bottom)
        ),
    ):
        text = _text(page.lines[k], region)
        if is_caption(text):
            taken = [k]
            above = page.lines[k][0].bottom < region.top
            for j in range(k + 1, min(k + 12, len(page.lines))):
                line = page.lines[j]
                if (
                    not _overlaps(line, region)
                    or line[0].top - page.lines[taken[-1]][0].bottom > 6
                    or (above and line[0].bottom > region.top)
                ):
                    break
                taken.append(j)
            whole = " ".join(_text(page.lines[j], region) for j in taken)
            number = re.match(r"\w+\.?\s*([A-Z]?\.?\w+)", whole)
            return (whole, f"Table {number[1]}" if number else ""), set(taken)
    return ("", ""), set()


def _overlaps(line: Sequence[Word], region: _Region) -> bool:
    return line[0].x0 < region.x1 and line[-1].x1 > region.x0


def _text(line: Sequence[Word], region: _Region) -> str:
    """Return the words of a line that belong to the column of text in which a table stands."""
    return " ".join(w.text for w in line if region.x0 - 120 < w.middle < region.x1 + 120)
