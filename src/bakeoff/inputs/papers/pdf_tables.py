"""Tables of a PDF: what stands in a region of a page, in columns that no word crosses.

A PDF has no tables: cells are made from places. How sure that is, is said: the share of cells that hold one thing, and
of columns of numbers that hold nothing but numbers. A heading that is not centred over its columns, or a name beside
several rows whose extent no rule shows, leaves no confidence at all.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bakeoff.core.answers.paper import PaperCell, PaperTable, Place
from bakeoff.inputs.papers.cells import mark_cell, read_number
from bakeoff.inputs.papers.pdf_page import Page, Rule, Word
from bakeoff.inputs.papers.pdf_regions import Region, find_captions, find_regions

_GAP = 4.5  # points between columns, at least
_NARROW = 2.0  # points between two columns of numbers, at least
_CENTRED = 7.0  # points by which a heading may be off the middle of its columns
_EMPTY = re.compile(r"[-–—−]|n/?a", re.IGNORECASE)
_MOST_LINES = 120
_Columns = list[tuple[float, float]]


@dataclass(slots=True)
class _Row:
    """One line of a table: its cells, where it stands, and whether each cell is sure."""

    cells: list[PaperCell]
    sure: list[bool]
    bottom: float
    is_head: bool


def find_pdf_tables(page: Page, file: str, first: int) -> list[PaperTable]:
    """Return the tables of a page, numbered from `first`."""
    tables: list[PaperTable] = []
    regions = find_regions(page)
    for region, caption in zip(regions, find_captions(page, regions), strict=True):
        lines = [
            line
            for line in page.lines_within(region.x0 - 3, region.x1 + 3)
            if region.top - 1 < line[0].bottom < region.bottom + 3
        ]
        if 2 <= len(lines) <= _MOST_LINES:
            place = Place(file=file, page=page.number)
            table = _make_table(region, lines, place, first + len(tables), caption)
            if table is not None:
                tables.append(table)
    return tables


def _make_table(
    region: Region, lines: list[list[Word]], place: Place, number: int, caption: tuple[str, str]
) -> PaperTable | None:
    inner = region.rules[1:-1]
    below = _end_of_head(lines, inner, region)
    data = [line for line in lines if line[0].bottom > below] or lines
    columns = _find_columns(data, region)
    if len(columns) < 2:
        return None
    rows = [
        _fill_row(line, columns, region, is_head=bool(inner) and line[0].bottom <= below) for line in lines
    ]
    _span_headings(rows, lines, columns, region)
    rows, is_certain = _spread_labels(rows, region)
    cells = tuple(tuple(row.cells) for row in rows)
    single = [
        ok for row in rows if not row.is_head for ok, c in zip(row.sure, row.cells, strict=True) if c.text
    ]
    heads = sum(row.is_head for row in rows)
    is_certain = is_certain and all(all(row.sure) for row in rows if row.is_head)
    return PaperTable(
        number=number,
        place=place,
        caption=caption[0],
        label=caption[1],
        rows=cells,
        lines=tuple(0 for _ in cells),
        rules=_ruled_rows(rows, region),
        confidence=round(_confidence(cells, heads, single), 3) if is_certain else 0.0,
        box=(region.x0, region.top, region.x1, region.bottom),
    )


def _end_of_head(lines: Sequence[Sequence[Word]], inner: Sequence[float], region: Region) -> float:
    """Return the rule under the headings: the first with a line above it, that is no second rule at the top."""
    return next((y for y in inner if any(region.top < x[0].bottom <= y for x in lines)), region.top)


def _ruled_rows(rows: Sequence[_Row], region: Region) -> frozenset[int]:
    """Return the rows above which a rule of the full width is drawn."""
    before = [region.top - 20, *(row.bottom for row in rows)]
    return frozenset(
        k for k, row in enumerate(rows) if any(before[k] - 1 < y < row.bottom for y in region.rules[:-1])
    )


def _find_columns(lines: Sequence[Sequence[Word]], region: Region) -> _Columns:
    """Return the columns: stretches between gaps that no word of any line crosses, wide or between two numbers."""
    kept = [line for line in lines if not _is_title(line, region)] or list(lines)
    scale = min(1.0, _table_height(kept) / 6.0)  # of small letters columns stand closer
    columns: list[list[float]] = []
    for x0, x1 in sorted((w.x0, w.x1) for line in kept for w in line):
        gap = x0 - columns[-1][1] if columns else 0.0
        wide = gap >= _GAP * scale or (
            gap >= _NARROW * scale
            and (_parts_numbers(kept, columns[-1][1], x0) or _parts_names(kept, columns[-1][1], x0))
        )
        if columns and not wide:
            columns[-1][1] = max(columns[-1][1], x1)
        else:
            columns.append([x0, x1])
    return [(a, b) for a, b in columns]


def _parts_numbers(lines: Sequence[Sequence[Word]], left: float, right: float) -> bool:
    """Say whether the words on the two sides of a gap are numbers of their own in most lines."""
    pairs = [
        (a.text, b.text)
        for line in lines
        for a, b in pairwise(line)
        if a.x1 <= left + 0.5 and b.x0 >= right - 0.5
    ]
    both = sum(_ends_with_number(a) and bool(re.match(r"[-−+(]?\.?\d", b)) for a, b in pairs)
    return bool(pairs) and 2 * both > len(pairs)


def _parts_names(lines: Sequence[Sequence[Word]], left: float, right: float) -> bool:
    """Say whether every line has a word that begins right after a gap, and some have nothing before it."""
    firsts = [next((w.x0 for w in line if w.x0 >= right - 0.5), None) for line in lines]
    bare = sum(not any(w.x1 <= left + 0.5 for w in line) for line in lines)
    aligned = [x is not None and abs(x - right) < 1 for x in firsts]
    return 0 < bare < len(lines) and sum(aligned) >= len(lines) - bare // 2 - 1 and sum(aligned) >= 3


def _ends_with_number(text: str) -> bool:
    return re.search(r"\d[%*†‡)]*$", text) is not None and re.search(r"[A-Za-z]", text) is None


def _table_height(lines: Sequence[Sequence[Word]]) -> float:
    heights = sorted(w.bottom - w.top for line in lines for w in line)
    return heights[len(heights) // 2] if heights else 6.0


def _is_title(line: Sequence[Word], region: Region) -> bool:
    """Say whether a line is a title over a block of rows: words close together, and no number alone."""
    gaps = [b.x0 - a.x1 for a, b in pairwise(line)]
    close = all(gap < 2 * _GAP for gap in gaps)
    return (
        close
        and len(line) > 1
        and line[-1].x1 - line[0].x0 < 0.8 * (region.x1 - region.x0)
        and not any(re.fullmatch(r"[\d.±%]+", w.text) for w in line)
    )


def _fill_row(line: list[Word], columns: _Columns, region: Region, *, is_head: bool) -> _Row:
    """Return the cells of a line, each with whether it holds one thing."""
    found: list[list[Word]] = [[] for _ in columns]
    for word in line:
        shared = [min(b, word.x1) - max(a, word.x0) for a, b in columns]
        most = max(range(len(columns)), key=lambda k: shared[k])
        found[most if shared[most] > 0 else _nearest(columns, word.middle)].append(word)
    cells, sure = [], []
    for words in found:
        text = " ".join(w.text for w in words)
        cell = mark_cell(
            _mend_signs(text),
            bold=bool(words) and words[0].bold,
            underlined=not is_head and bool(words) and _is_underlined(words, region.parts),
        )
        cells.append(cell)
        sure.append(
            len(words) < 2 or read_number(cell) is not None or not re.fullmatch(r"[\d.,%±+\-−–\s]+", text)
        )
    return _Row(cells, sure, max(w.bottom for w in line), is_head)


def _is_underlined(words: Sequence[Word], parts: Sequence[Rule]) -> bool:
    """Say whether a rule as wide as a word stands right under it."""
    first = words[0]
    return any(
        0 < r.y - first.bottom < 4 and abs(r.x0 - first.x0) < 2.5 and r.x1 <= words[-1].x1 + 2.5
        for r in parts
    )


def _span_headings(rows: list[_Row], lines: Sequence[list[Word]], columns: _Columns, region: Region) -> None:
    """Stretch headings over the columns under them: by the rule below a heading, or centred over several columns."""
    heads = [k for k, row in enumerate(rows) if row.is_head]
    for k in heads:
        runs = _table_runs(lines[k])
        if k != heads[-1]:
            _fill_with_runs(rows[k], runs, columns)
        under = [_rule_under(run, region) for run in runs]
        is_last = k == heads[-1]
        if any(under):
            for run, rule in zip(runs, under, strict=True):
                if rule is not None:
                    hit = [j for j, (a, b) in enumerate(columns) if min(b, rule.x1) - max(a, rule.x0) > 0]
                    _stretch(rows[k], run, hit or [_nearest(columns, (run[0].x0 + run[-1].x1) / 2)])
        elif not is_last:
            _span_by_centre(rows[k], rows[k + 1], runs, columns)


def _fill_with_runs(row: _Row, runs: list[list[Word]], columns: _Columns) -> None:
    """Put the headings of an upper line, which may be wider than a column, each into the first column it touches."""
    row.cells = [PaperCell(text="")] * len(columns)
    for run in runs:
        hit = [k for k, (a, b) in enumerate(columns) if min(b, run[-1].x1) - max(a, run[0].x0) > 0]
        k = hit[0] if hit else _nearest(columns, (run[0].x0 + run[-1].x1) / 2)
        text = " ".join(filter(None, [row.cells[k].text, _mend_signs(" ".join(w.text for w in run))]))
        row.cells[k] = PaperCell(text=text, bold=run[0].bold)


def _rule_under(run: Sequence[Word], region: Region) -> Rule | None:
    x0, x1 = run[0].x0, run[-1].x1
    return next(
        (r for r in region.parts if 0 < r.y - run[0].bottom < 8 and r.x0 - 4 <= x0 and x1 <= r.x1 + 4), None
    )


def _span_by_centre(row: _Row, below: _Row, runs: list[list[Word]], columns: _Columns) -> None:
    """Give each heading the columns that are nearest to it; where it is not over their middle, it is not sure."""
    free = [j for j, cell in enumerate(below.cells) if cell.text and j > 0]
    if not free or len(runs) >= len(free):
        return
    middles = [(run[0].x0 + run[-1].x1) / 2 for run in runs]
    of: dict[int, list[int]] = {}
    for j in free:
        x = (columns[j][0] + columns[j][1]) / 2
        of.setdefault(min(range(len(runs)), key=lambda i: abs(middles[i] - x)), []).append(j)
    for i, run in enumerate(runs):
        hit = of.get(i, [])
        if not hit:
            continue
        middle = (columns[hit[0]][0] + columns[hit[-1]][1]) / 2
        if abs(middle - middles[i]) < _CENTRED:
            _stretch(row, run, hit)
        elif len(hit) > 1 or not any(a - 2 <= middles[i] <= b + 2 for a, b in columns):
            row.sure = [False] * len(row.sure)


def _stretch(row: _Row, run: Sequence[Word], hit: Sequence[int]) -> None:
    """Put the words of a heading into the first of its columns, and into the others as a part of it."""
    text = _mend_signs(" ".join(w.text for w in run))
    for j, cell in enumerate(row.cells):
        if cell.text == text and j not in hit:
            row.cells[j] = PaperCell(text="")
    for n, j in enumerate(hit):
        if n == 0 or not row.cells[j].text or row.cells[j].text == text:
            row.cells[j] = PaperCell(text=text, bold=run[0].bold, spanned=n > 0)


def _spread_labels(rows: list[_Row], region: Region) -> tuple[list[_Row], bool]:
    """Return the rows with names that stand beside several of them given to each, and whether that was certain."""
    data = [row for row in rows if not row.is_head]
    has_second = any(row.cells[1].text and read_number(row.cells[1]) is None for row in data)
    if not has_second:
        return rows, not _has_names_between(data)
    if all(row.cells[0].text for row in data):
        return rows, True
    ys = sorted({*region.rules, *(r.y for r in region.parts if r.x1 - r.x0 > 0.5 * (region.x1 - region.x0))})
    certain, kept = True, [row for row in rows if row.is_head]
    for low, high in pairwise([y for y in ys if y >= (kept[-1].bottom - 2 if kept else region.top - 1)]):
        block = [row for row in data if low < row.bottom <= high + 1]
        named = [row for row in block if row.cells[0].text]
        full = [row for row in block if any(cell.text for cell in row.cells[1:])]
        if len(named) > 1 and len(named) < len(full):
            certain = False
        elif len(named) == 1 and len(full) > 1:
            _name_block(full, named[0].cells[0])
        kept.extend(full if len(named) <= 1 else block)
    return kept, certain and len(kept) > sum(row.is_head for row in rows)


def _has_names_between(rows: Sequence[_Row]) -> bool:
    """Say whether a name stands between two rows, closer to them than rows are to each other: it is of several."""
    filled = [row for row in rows if any(cell.text for cell in row.cells[1:])]
    steps = sorted(b.bottom - a.bottom for a, b in pairwise(filled))
    usual = steps[len(steps) // 2] if steps else 0.0
    return any(
        row not in filled and min(abs(row.bottom - other.bottom) for other in filled) < 0.75 * usual
        for row in rows
    )


def _name_block(rows: Sequence[_Row], name: PaperCell) -> None:
    for n, row in enumerate(rows):
        row.cells[0] = PaperCell(text=name.text, bold=name.bold, spanned=n > 0)


def _table_runs(line: list[Word]) -> list[list[Word]]:
    runs: list[list[Word]] = []
    for word in line:
        if runs and word.x0 - runs[-1][-1].x1 < _GAP:
            runs[-1].append(word)
        else:
            runs.append([word])
    return runs


def _nearest(columns: _Columns, x: float) -> int:
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
