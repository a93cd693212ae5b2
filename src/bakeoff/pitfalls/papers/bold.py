"""BO715 and BO716: bold that is not the best, and a tie that is bold once.

What bold means is not assumed either: by column or by row, over the whole table or between its rules, highest or
lowest. Only where nearly all bold cells follow one of these, or the caption says so, are the others said.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

from bakeoff.core.answers.paper import Heading, Number, Role, TableReading
from bakeoff.core.answers.paper_audit import Chapter, PaperFinding
from bakeoff.core.findings import Severity
from bakeoff.core.words import write_list
from bakeoff.pitfalls.papers.sheet import Sheet, both_sheets, printed

_REFERENCE = re.compile(
    r"\b(?:oracle|upper bound|humans?|ground truth|supervised|full data|random|chance|teacher|majority)\b",
    re.IGNORECASE,
)


_PARTINGS: tuple[Callable[[Heading], Hashable], ...] = (
    lambda item: 0,  # the whole line
    lambda item: item.block,  # between rules
    lambda item: item.path[:-1],  # under one name
    lambda item: item.path[:1],
)


@dataclass(frozen=True, slots=True)
class Contest:
    """One contest: cells that are compared with each other, of which some are bold."""

    heading: Heading
    items: tuple[Heading, ...]
    numbers: tuple[Number, ...]
    bold: frozenset[int]  # positions

    def best(self, *, higher: bool) -> float:
        """Return the best printed value."""
        values = [n.value for n in self.numbers]
        return max(values) if higher else min(values)


@dataclass(frozen=True, slots=True)
class Scheme:
    """What bold may mean: contests by column or row, over the table or its parts."""

    sheet: Sheet
    lines: tuple[Contest, ...]
    directions: tuple[bool, ...]

    @property
    def right(self) -> int:
        """How many lines have only best cells in bold."""
        return sum(_is_right(x, up) for x, up in zip(self.lines, self.directions, strict=True))


def find_wrong_bold(reading: TableReading) -> Iterator[PaperFinding]:
    """Yield bold cells that are not the best of their line, where bold means the best in this table."""
    schemes = _find_schemes(reading)
    scheme = choose_scheme(reading)
    if scheme is None:
        return
    for line, up in zip(scheme.lines, scheme.directions, strict=True):
        if not _is_right(line, up):
            # Where the best is bold too, the others may count as equal to it.
            shared = any(line.numbers[k].value == line.best(higher=up) for k in line.bold)
            if not shared and not any(_explains(other, scheme.sheet, line) for other in schemes):
                yield from _report_wrong(scheme.sheet, line, higher=up)
        else:
            yield from _report_ties(scheme.sheet, line, higher=up)


def choose_scheme(reading: TableReading) -> Scheme | None:
    """Return what bold means in a table, None where that is not the best of a line for certain."""
    schemes = _find_schemes(reading)
    if not schemes:
        return None
    scheme = max(schemes, key=lambda s: (s.right / len(s.lines), s.right))
    return scheme if _is_sure(scheme, reading) and not _is_emphasis(scheme) else None


def _find_schemes(reading: TableReading) -> list[Scheme]:
    if reading.bold_is_best is False:
        return []
    return [
        s for sheet in both_sheets(reading) for parting in _PARTINGS if (s := _make_scheme(sheet, parting))
    ]


def _make_scheme(sheet: Sheet, parting: Callable[[Heading], Hashable]) -> Scheme | None:
    lines = [
        x for heading in sheet.of(Role.SCORES, Role.AVERAGE) for x in _bold_contests(sheet, heading, parting)
    ]
    known = [_bold_direction(x, sheet) for x in lines]
    votes = [_vote(x) for x, up in zip(lines, known, strict=True) if up is None]
    usual = sum(votes) >= 0
    kept = [
        (line, up if up is not None else _likely_direction(line, usual=usual))
        for line, up in zip(lines, known, strict=True)
        if up is not None or len(line.numbers) > 2
    ]
    return Scheme(sheet, tuple(x for x, _ in kept), tuple(up for _, up in kept)) if kept else None


def _likely_direction(line: Contest, *, usual: bool) -> bool:
    """Return the direction in which the bold is right, where there is one; else that of most lines."""
    return next((up for up in (usual, not usual) if _is_right(line, up)), usual)


def _bold_contests(
    sheet: Sheet, heading: Heading, parting: Callable[[Heading], Hashable]
) -> Iterator[Contest]:
    """Yield a line, or its parts between rules, where some of its cells are bold and some are not."""
    parts: dict[Hashable, list[Heading]] = defaultdict(list)
    for item in sheet.items:
        if item.role in (Role.SCORES, Role.AVERAGE) and not is_reference(item):
            parts[parting(item)].append(item)
    for items in parts.values():
        cells = [
            (i, n, sheet.cell(heading, i).bold) for i in items if (n := sheet.number(heading, i)) is not None
        ]
        bold = frozenset(k for k, (_, _, is_bold) in enumerate(cells) if is_bold)
        if (
            bold
            and len(bold) < len(cells)
            and _is_contest([i for i, _, _ in cells], [n for _, n, _ in cells])
        ):
            yield Contest(heading, tuple(i for i, _, _ in cells), tuple(n for _, n, _ in cells), bold)


def _is_contest(items: list[Heading], numbers: list[Number]) -> bool:
    """Say whether cells can be compared: of one measure, and not on both sides of zero, where the best may be at 0."""
    values = [n.value for n in numbers]
    return (
        len({i.measure for i in items if i.measure}) < 2
        and len({i.arrow and i.higher_is_better for i in items}) < 2
        and not min(values) < 0 <= max(values)
    )


def is_reference(item: Heading) -> bool:
    """Say whether a row stands outside the contest: an upper bound, people, chance."""
    return _REFERENCE.search(item.name) is not None


def _bold_direction(line: Contest, sheet: Sheet) -> bool | None:
    """Return which direction is better: by arrows, the caption, or the names of measures, in this order."""
    arrows = {h.higher_is_better for h in (line.heading, *line.items) if h.arrow}
    if len(arrows) == 1:
        return arrows.pop()
    if sheet.reading.higher_is_better is not None:
        return sheet.reading.higher_is_better
    if line.heading.higher_is_better is not None:
        return line.heading.higher_is_better
    of_items = {i.higher_is_better for i in line.items}
    return of_items.pop() if len(of_items) == 1 else None


def _vote(line: Contest) -> int:
    values = [line.numbers[k].value for k in line.bold]
    return (max(values) == line.best(higher=True)) - (min(values) == line.best(higher=False))


def _is_right(line: Contest, up: bool) -> bool:  # noqa: FBT001 - a direction
    best = line.best(higher=up)
    return all(line.numbers[k].value == best for k in line.bold)


def _is_sure(scheme: Scheme, reading: TableReading) -> bool:
    wrong = len(scheme.lines) - scheme.right
    if reading.bold_is_best:
        return scheme.right >= 2 and scheme.right >= 2 * wrong
    return scheme.right >= 3 and scheme.right >= 4 * wrong


def _is_emphasis(scheme: Scheme) -> bool:
    """Say whether bold marks one item throughout, the paper's own, and not the best."""
    items = {line.items[k].index for line in scheme.lines for k in line.bold}
    return len(items) == 1 and scheme.right < len(scheme.lines)


def _explains(scheme: Scheme, sheet: Sheet, line: Contest) -> bool:
    """Say whether another way of reading the bold, one that fits half of its lines, finds these bold cells right."""
    if 2 * scheme.right < len(scheme.lines):
        return False
    wanted = {_cell_of(sheet, line, k) for k in line.bold}
    right = {
        _cell_of(scheme.sheet, x, k)
        for x, up in zip(scheme.lines, scheme.directions, strict=True)
        for k in x.bold
        if x.numbers[k].value == x.best(higher=up)
    }
    return wanted <= right


def _cell_of(sheet: Sheet, line: Contest, k: int) -> tuple[int, int]:
    """Return the row and the column of a cell of a line."""
    heading, item = line.heading.index, line.items[k].index
    return (heading, item) if sheet.is_turned else (item, heading)


def _report_wrong(sheet: Sheet, line: Contest, *, higher: bool) -> Iterator[PaperFinding]:
    best = line.best(higher=higher)
    wrong = [k for k in line.bold if line.numbers[k].value != best]
    holders = [line.items[k].name for k, n in enumerate(line.numbers) if n.value == best]
    k = wrong[0]
    yield PaperFinding(
        code="BO715",
        chapter=Chapter.SUMS,
        severity=Severity.WARNING,
        place=sheet.place(line.heading, line.items[k]),
        table=sheet.reading.table.number,
        message=f"Under “{line.heading.name}”, {printed(line.numbers[k])} of {line.items[k].name} is bold; "
        f"{best:.{line.numbers[k].decimals}f} of {write_list(holders, most=3)} is {'higher' if higher else 'lower'}.",
        calculation=f"The {'highest' if higher else 'lowest'} of {len(line.numbers)} cells is "
        f"{best:.{line.numbers[k].decimals}f}; elsewhere in this table the best is bold.",
        mend="Set the best in bold, or say in the caption what bold means.",
        detail={"line": line.heading.name, "bold": line.items[k].name, "best": holders},
    )


def _report_ties(sheet: Sheet, line: Contest, *, higher: bool) -> Iterator[PaperFinding]:
    best = line.best(higher=higher)
    tied = [k for k, n in enumerate(line.numbers) if n.value == best]
    plain = [k for k in tied if k not in line.bold]
    if not plain:
        return
    yield PaperFinding(
        code="BO716",
        chapter=Chapter.SUMS,
        severity=Severity.NOTE,
        place=sheet.place(line.heading, line.items[plain[0]]),
        table=sheet.reading.table.number,
        message=f"Under “{line.heading.name}”, {printed(line.numbers[plain[0]])} is printed for "
        f"{write_list([line.items[k].name for k in tied], most=4)}; only "
        f"{write_list([line.items[k].name for k in tied if k in line.bold], most=4)} "
        f"is bold.",
        calculation=f"{len(tied)} cells show the same best value; they may differ in digits that are not printed.",
        mend="Set every cell of a tie in bold, or print the digit that decides.",
        detail={"line": line.heading.name, "tied": [line.items[k].name for k in tied]},
    )
