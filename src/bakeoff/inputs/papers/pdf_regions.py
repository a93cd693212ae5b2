"""Where on a page of a PDF tables stand: between rules of one width, or under a caption in columns of numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bakeoff.inputs.papers.pdf_page import Page, Rule, Word
from bakeoff.inputs.papers.prose import is_caption

_SAME = 3.0  # points by which ends of rules may differ
_BESIDE = 40.0  # points between a table and its caption, at most
_NUMBER = re.compile(r"[-−+]?\d+(?:[.,]\d+)*%?")
_ALONE = re.compile(r"TABLE\s+(?:\d+|[IVX]+)")  # its number on a line of its own
_Line = list[Word]


@dataclass(frozen=True, slots=True)
class Region:
    """Where a table stands on its page."""

    x0: float
    x1: float
    column: tuple[float, float]  # of text, in which it stands
    rules: tuple[float, ...]  # of the full width, from the top
    parts: tuple[Rule, ...]  # narrower ones, under headings of several columns
    is_ruled: bool = True

    @property
    def top(self) -> float:
        """Where it begins."""
        return self.rules[0]

    @property
    def bottom(self) -> float:
        """Where it ends."""
        return self.rules[-1]


def find_regions(page: Page) -> list[Region]:
    """Return the tables of a page: those between rules, then those that only a caption and their columns show."""
    columns = find_text_columns(page)
    groups: list[list[Rule]] = []
    for rule in page.rules:
        fitting = next(
            (g for g in groups if abs(g[0].x0 - rule.x0) < _SAME and abs(g[0].x1 - rule.x1) < _SAME), None
        )
        if fitting is None:
            groups.append([rule])
        else:
            fitting.append(rule)
    regions = [r for group in groups for r in _split_group(group, page, columns)]
    ruled = [r for r in regions if not any(o is not r and _holds(o, r) for o in regions)]
    found = [*ruled, *(r for column in columns for r in _find_unruled(page, column, ruled))]
    return sorted(found, key=lambda r: (r.x0 > page.width / 2, r.top))


def _holds(outer: Region, inner: Region) -> bool:
    return (
        outer.x0 <= inner.x0 + 1
        and outer.x1 >= inner.x1 - 1
        and outer.top <= inner.top + 1
        and outer.bottom >= inner.bottom - 1
    )


def find_text_columns(page: Page) -> list[tuple[float, float]]:
    """Return the columns in which the text of a page is set: one, or two with a gutter that few lines cross."""
    whole = (0.0, page.width)
    lines = page.lines_within(*whole)
    if len(lines) < 6:
        return [whole]
    left, right = min(x[0].x0 for x in lines), max(x[-1].x1 for x in lines)
    middle = (left + right) / 2
    gutters = [middle + k for k in range(-12, 13, 2)]
    crossings = [sum(any(w.x0 < x < w.x1 for w in line) for line in lines) for x in gutters]
    best = min(range(len(gutters)), key=lambda k: (crossings[k], abs(gutters[k] - middle)))
    both = sum(line[0].x0 < middle - 40 and line[-1].x1 > middle + 40 for line in lines)
    gaps = sum(_has_gap(line, gutters[best]) for line in lines)
    if gaps >= 6 and gaps >= 0.6 * both and crossings[best] <= 0.35 * len(lines):
        return [(left - 4, gutters[best]), (gutters[best], right + 4)]
    return [whole]


def _has_gap(line: _Line, x: float) -> bool:
    """Say whether words stand on both sides of a place, with a gutter between them."""
    before, after = [w.x1 for w in line if w.x1 <= x], [w.x0 for w in line if w.x0 >= x]
    return bool(before and after) and len(before) + len(after) == len(line) and min(after) - max(before) > 8


def _column_of(x0: float, x1: float, columns: list[tuple[float, float]], page: Page) -> tuple[float, float]:
    """Return the column of text that holds a stretch, or the whole page where it crosses the gutter."""
    return next(((a, b) for a, b in columns if a - 6 <= x0 and x1 <= b + 6), (0.0, page.width))


def _split_group(group: list[Rule], page: Page, columns: list[tuple[float, float]]) -> list[Region]:
    """Return the tables of rules of one width: a caption or a paragraph between two rules begins another."""
    x0, x1 = group[0].x0, group[0].x1
    column = _column_of(x0, x1, columns, page)
    lines = page.lines_within(*column)
    parts: list[list[float]] = [[group[0].y]]
    for before, rule in pairwise(group):
        between = [line for line in lines if before.y < line[0].bottom < rule.y]
        text = [" ".join(w.text for w in line) for line in between]
        if any(is_caption(t) for t in text) or (_looks_like_prose(text) and len(parts[-1]) > 2):
            parts.append([])
        parts[-1].append(rule.y)
    return [
        Region(
            x0=x0,
            x1=x1,
            column=column,
            rules=tuple(part),
            parts=tuple(r for r in page.rules if part[0] < r.y < part[-1] and _is_part(r, x0, x1)),
        )
        for part in parts
        if len(part) > 1 and part[-1] - part[0] > 12
    ]


def _is_part(rule: Rule, x0: float, x1: float) -> bool:
    return rule.x0 >= x0 - 1 and rule.x1 <= x1 + 1 and rule.x1 - rule.x0 < 0.95 * (x1 - x0)


def _looks_like_prose(lines: list[str]) -> bool:
    long = [
        text for text in lines if len(text.split()) > 8 and sum(c.isdigit() for c in text) < 0.1 * len(text)
    ]
    return len(long) >= 3


def _find_unruled(page: Page, column: tuple[float, float], ruled: Sequence[Region]) -> list[Region]:
    """Return the tables without rules: lines of aligned numbers next to a caption, where captions are left over."""
    low, high = column
    here = [r for r in ruled if r.x0 < high and r.x1 > low]
    lines = [
        line
        for line in page.lines_within(*column)
        if not any(
            r.top - 1 < line[0].bottom < r.bottom + 3 and line[0].x0 < r.x1 and line[-1].x1 > r.x0
            for r in here
        )
    ]
    starts = [
        k
        for k, line in enumerate(lines)
        if is_caption(text := " ".join(w.text for w in line)) or _ALONE.fullmatch(text)
    ]
    if len(starts) <= len(here):
        return []
    blocks = [
        b for k in starts for b in [_take_block(lines, k, 1) or _take_block(lines, k, -1)] if b is not None
    ]
    return [_region_of(block, column) for k, block in enumerate(blocks) if block not in blocks[:k]]


def _take_block(lines: list[_Line], at: int, step: int) -> list[_Line] | None:
    """Return the lines of a table next to a caption: a heading, then lines with two numbers or more."""
    k = at + step
    while (
        step > 0
        and 0 <= k < len(lines)
        and lines[k][0].top - lines[k - 1][0].bottom < 5
        and not _counts(lines[k])
        and not _is_spaced(lines[k])
    ):
        k += 1  # the caption goes on
    block: list[_Line] = []
    while 0 <= k < len(lines):
        line = lines[k]
        gap = abs(line[0].bottom - (block[-1] if block else line)[0].bottom)
        if (block and gap > 2.2 * (line[0].bottom - line[0].top + 6)) or len(line) < 2:
            break
        if _looks_like_sentence(line) or (not _counts(line) and any(map(_counts, block)) and step > 0):
            break
        block.append(line)
        k += step
    block = block if step > 0 else block[::-1]
    return block if sum(map(_counts, block)) >= 2 and not _counts(block[0]) else None


def _counts(line: _Line) -> bool:
    return sum(bool(_NUMBER.fullmatch(w.text)) for w in line) >= 2


def _is_spaced(line: _Line) -> bool:
    """Say whether words stand further apart than in a sentence."""
    return any(b.x0 - a.x1 > 7 for a, b in pairwise(line))


def _looks_like_sentence(line: _Line) -> bool:
    gaps = [b.x0 - a.x1 for a, b in pairwise(line)]
    return len(line) > 6 and max(gaps) < 6 and not _counts(line)


def _region_of(block: list[_Line], column: tuple[float, float]) -> Region:
    heads = next(k for k, line in enumerate(block) if _counts(line))
    top = min(w.top for w in block[0]) - 2
    middle = (max(w.bottom for w in block[heads - 1]) + min(w.top for w in block[heads])) / 2
    bottom = max(w.bottom for w in block[-1]) + 2
    x0, x1 = min(line[0].x0 for line in block) - 2, max(line[-1].x1 for line in block) + 2
    return Region(x0=x0, x1=x1, column=column, rules=(top, middle, bottom), parts=(), is_ruled=False)


def find_captions(page: Page, regions: Sequence[Region]) -> list[tuple[str, str]]:
    """Return the caption and number of each table: each caption once, above or below, as most tables have it."""
    above = [_nearest_caption(page, r, regions, is_above=True) for r in regions]
    below = [_nearest_caption(page, r, regions, is_above=False) for r in regions]
    alone_above = sum(a is not None and b is None for a, b in zip(above, below, strict=True))
    alone_below = sum(b is not None and a is None for a, b in zip(above, below, strict=True))
    near, far = (below, above) if alone_below > alone_above else (above, below)
    taken = {c for c in near if c is not None}
    chosen = [n or (f if f not in taken else None) for n, f in zip(near, far, strict=True)]
    return [c or ("", "") for c in chosen]


def _nearest_caption(
    page: Page, region: Region, regions: Sequence[Region], *, is_above: bool
) -> tuple[str, str] | None:
    """Return the caption on one side of a table, with no other table between."""
    lines = page.lines_within(*region.column)
    others = [r for r in regions if r is not region and r.x0 < region.x1 and r.x1 > region.x0]
    order = range(len(lines) - 1, -1, -1) if is_above else range(len(lines))
    for k in order:
        y = lines[k][0].bottom
        gap = region.top - y if is_above else lines[k][0].top - region.bottom
        first = " ".join(w.text for w in lines[k])
        if 0 < gap < (3 * _BESIDE if is_above else _BESIDE) and (
            is_caption(first) or _ALONE.fullmatch(first)
        ):
            if any(min(y, region.top) < r.bottom < max(y, region.bottom) + 1 for r in others):
                return None
            return _write_caption(_take_caption(lines, k, region), is_alone=bool(_ALONE.fullmatch(first)))
    return None


def _write_caption(lines: Sequence[_Line], *, is_alone: bool) -> tuple[str, str]:
    whole = " ".join(" ".join(w.text for w in line) for line in lines)
    whole = _ALONE.sub(lambda m: f"{m[0]}:", whole, count=1) if is_alone else whole
    number = re.match(r"\w+\.?\s*([A-Z]?\.?\w+)", whole)
    return whole, f"Table {number[1]}" if number else ""


def _take_caption(lines: list[_Line], at: int, region: Region) -> list[_Line]:
    taken = [lines[at]]
    is_above = lines[at][0].bottom < region.top
    for line in lines[at + 1 : at + 12]:
        if line[0].top - taken[-1][0].bottom > 6 or (is_above and line[0].bottom > region.top):
            break
        taken.append(line)
    return taken
