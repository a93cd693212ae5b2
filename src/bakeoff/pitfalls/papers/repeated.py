"""BO724: the same number printed twice, differently: tables that repeat each other but for a few cells."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from bakeoff.core.answers.paper import Heading, Number, Role, TableReading
from bakeoff.core.answers.paper_audit import Chapter, PaperFinding
from bakeoff.core.findings import Severity
from bakeoff.pitfalls.papers.sheet import place_of_row, printed

_FEWEST = 6  # cells that two tables must share
_SHARE = 0.8  # of them that must be equal
_MOST = 3  # cells that may differ: more are another setting, not a slip
_Key = tuple[str, str]
_Cells = dict[tuple[str, str], tuple[Heading, Number]]


def find_repeated_numbers(readings: Sequence[TableReading]) -> Iterator[PaperFinding]:
    """Yield what differs between two tables which otherwise print the same numbers under the same names."""
    cells = [(reading, _repeated_cells(reading)) for reading in readings]
    for (first, a), (second, straight) in combinations(cells, 2):
        turned = {(column, row): cell for (row, column), cell in straight.items()}
        b = max((straight, turned), key=lambda cells: len(set(cells) & set(a)))
        shared = sorted(key for key in set(a) & set(b) if not _is_other_average(key, (a, b), (first, second)))
        differing = [key for key in shared if not _is_same(a[key][1], b[key][1])]
        distinct = {a[key][1].value for key in shared if key not in differing}
        if len(shared) < _FEWEST or not differing or len(distinct) < _FEWEST - 1:
            continue
        swapped = _find_swapped(a, b, shared)
        rest = [key for key in differing if not set(key) & set(swapped)]
        same = len(shared) - len(differing)
        if swapped and len(rest) <= _MOST:
            yield _report_swapped(first, second, swapped)
        if 0 < len(rest) <= _MOST and len(rest) <= (1 - _SHARE) * len(shared):
            for key in rest:
                yield _report_cell(
                    first,
                    second,
                    (a[key], b[key]),
                    key[1],
                    f"{len(shared)} cells by their names; {same} print the same number",
                )


def _is_other_average(
    key: _Key, cells: tuple[_Cells, _Cells], readings: tuple[TableReading, TableReading]
) -> bool:
    """Say whether a number is an average, and the two tables have different columns for it to run over."""
    averages = {normalise(h.name) for r in readings for h in (*r.rows, *r.columns) if h.role is Role.AVERAGE}
    if not averages & set(key):
        return False
    over = [
        {other for x, other in each if x in key} | {other for other, x in each if x in key} for each in cells
    ]
    return over[0] != over[1]


def _find_swapped(a: _Cells, b: _Cells, shared: Sequence[_Key]) -> tuple[str, ...]:
    """Return two columns, or rows, whose numbers stand under each other's names in the second table."""
    for side in (1, 0):
        lines: dict[str, dict[str, _Key]] = {}
        for key in shared:
            lines.setdefault(key[side], {})[key[1 - side]] = key
        for one, other in combinations(sorted(lines), 2):
            both = sorted(set(lines[one]) & set(lines[other]))
            pairs = [(lines[one][k], lines[other][k]) for k in both]
            crossed = [_is_same(a[x][1], b[y][1]) and _is_same(a[y][1], b[x][1]) for x, y in pairs]
            straight = [_is_same(a[x][1], b[x][1]) for x, _ in pairs]
            if len(pairs) > 2 and all(crossed) and sum(straight) * 2 < len(pairs):
                return one, other
    return ()


def _report_swapped(first: TableReading, second: TableReading, columns: tuple[str, ...]) -> PaperFinding:
    return PaperFinding(
        code="BO724",
        chapter=Chapter.SUMS,
        severity=Severity.WARNING,
        place=second.table.place,
        table=second.table.number,
        message=f"“{columns[0]}” and “{columns[1]}” of {second.table.name} have each other's numbers of "
        f"{first.table.name}.",
        calculation="Every number that both tables print under one of these names stands under the other.",
        mend="Exchange the headings, or the numbers, in one of the tables.",
        detail={"tables": [first.table.number, second.table.number], "columns": list(columns)},
    )


def _report_cell(
    first: TableReading,
    second: TableReading,
    cells: tuple[tuple[Heading, Number], tuple[Heading, Number]],
    column: str,
    shared: str,
) -> PaperFinding:
    (row, number), (other_row, other) = cells
    # one unit of the last digit is what two ways of rounding make of the same score
    is_rounding = abs(number.value - other.value) <= 2 * number.half + 1e-9
    return PaperFinding(
        code="BO724",
        chapter=Chapter.SUMS,
        severity=Severity.NOTE if is_rounding else Severity.WARNING,
        place=place_of_row(second, other_row.index),
        table=second.table.number,
        message=f"{row.name} under “{column}” is {printed(number)} in {first.table.name} and "
        f"{printed(other)} in {second.table.name}.",
        calculation=f"The two tables share {shared}."
        + (" Rounding in two ways may explain it." if is_rounding else ""),
        mend="Print the same number in both, or say what differs between them.",
        detail={"tables": [first.table.number, second.table.number], "values": [number.value, other.value]},
    )


def normalise(text: str) -> str:
    """Return a name without case, signs and spaces.

    >>> normalise("C4.5 + m"), normalise("ResNet-50 (ours)")
    ('c4.5+m', 'resnet50ours')
    """
    return re.sub(r"[^a-z0-9.+α-ω]", "", text.lower())


def _repeated_cells(reading: TableReading) -> _Cells:
    """Return the numbers of a table by row and column; names that occur twice are left out."""
    found: dict[_Key, list[tuple[Heading, Number]]] = {}
    for row in reading.rows:
        for column in reading.columns:
            number = reading.number(row.index, column.index)
            if number is not None and row.role is Role.SCORES and column.role in (Role.SCORES, Role.AVERAGE):
                found.setdefault((normalise(row.name), normalise(column.name)), []).append((row, number))
    return {key: cells[0] for key, cells in found.items() if len(cells) == 1 and all(key)}


def _is_same(a: Number, b: Number) -> bool:
    """Say whether two printed numbers may be one, rounded to different digits."""
    return abs(a.value - b.value) <= 2 * max(a.half, b.half) * (a.decimals != b.decimals) + 1e-9
