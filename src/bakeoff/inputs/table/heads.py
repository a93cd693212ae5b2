"""Several rows of names above a table, rows of units under them, and cells that were merged."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measure_names import find_measure
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.table.cell_numbers import looks_numeric
from bakeoff.inputs.table.coded_cells import CodedCells
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.marks import MISSING
from bakeoff.inputs.table.spellings import Role, is_id, role_of

JOINT = "|"  # between the names of two rows: RF|accuracy
_ARROW = re.compile(r"[\s_]*[(\[]?\s*(?:[↑↓⬆⬇▲▼⇑⇓]|\\(?:up|down)arrow)\s*[)\]]?\s*$")
_LONGEST_ARROW = 40  # characters, with the spaces and brackets around it
_UP = re.compile(r"[↑⬆▲⇑]|\\up")
_MOST_HEADS = 3
_SAMPLE = 60
_FEWEST = 2
_UNIT = re.compile(r"[(\[]?\s*(?:in )?(%|percent|s|sec|seconds|ms|min|h|mb|gb|kb)\.?\s*[)\]]?", re.IGNORECASE)


def join_heads(grid: Grid) -> Grid:
    """Return a table whose columns are named by several rows with one name for each column; others as they are."""
    if grid.height < _FEWEST + 1 or any(column.is_numeric for column in grid.columns):
        return grid
    first = [str(column.cells[0]).strip() for column in grid.columns[1:]]
    if not first or any(cell[:1].isdigit() or cell[:1] in "-+.−" for cell in first if cell):
        return grid  # as nearly every table: its second line begins the numbers
    heads = _count_heads(grid)
    if heads == 0:
        return grid
    rows = [[str(column.cells[i]).strip() for column in grid.columns] for i in range(heads)]
    body = grid.keep(np.arange(grid.height) >= heads)
    scored = [j for j, column in enumerate(body.columns) if j > 0 and looks_numeric(column)]
    names = [column.name.strip() for column in grid.columns]
    for row in rows:
        names, metric = _join_row(names, row, scored)
        body = replace(body, metric=metric or body.metric)
    columns = tuple(replace(c, name=name) for c, name in zip(body.columns, names, strict=True))
    message = (
        f"{write_count(heads + 1, 'row')} name the columns, and were read together: "
        f"{join_with_commas(map(quote_text, [names[j] for j in scored]), most=3)}"
    )
    finding = Finding(code="BO636", severity=Severity.NOTE, message=message, detail={"rows": heads + 1})
    return replace(body, columns=columns).with_findings(finding)


def _count_heads(grid: Grid) -> int:
    """Return how many rows at the top hold words where the rows below hold numbers."""
    for heads in range(min(_MOST_HEADS, grid.height - _FEWEST), 0, -1):
        below = [
            replace(c, cells=[str(cell) for cell in c.cells[heads : heads + _SAMPLE]])
            for c in grid.columns[1:]
        ]
        scored = [c for c in below if looks_numeric(c, share=0.8)]
        if len(scored) >= _FEWEST and all(_is_head(grid, scored, i) for i in range(heads)):
            return heads
    return 0


def _is_head(grid: Grid, scored: Sequence[Column], row: int) -> bool:
    places = {c.position for c in scored}
    cells = [str(c.cells[row]).strip() for c in grid.columns if c.position in places]
    corner = str(grid.columns[0].cells[row]).strip()
    if not any(cells):  # the name of the index, as data frames write it
        return row > 0 and role_of(corner)[0] is not None
    words = [cell for cell in cells if cell and cell not in MISSING]
    bare = [replace(grid.columns[0], cells=[word]) for word in words]
    named = not corner or corner in MISSING or role_of(corner)[0] is not None or is_id(corner)
    units = corner.casefold() in ("unit", "units", "einheit")
    return (
        len(words) == len([c for c in cells if c]) and (named or units) and not any(map(looks_numeric, bare))
    )


def _join_row(names: list[str], row: Sequence[str], scored: Sequence[int]) -> tuple[list[str], str | None]:
    """Return the names of the columns with those of one more row, and the measure where the row says nothing else."""
    below = [row[j] for j in scored]
    if not any(below):  # the name of the index, which data frames write below those of the columns
        return [row[0] or names[0], *names[1:]], None
    corner = [row[0] if role_of(row[0])[0] is Role.DATASET or not role_of(names[0])[0] else names[0]]
    if role_of(corner[0])[0] in (Role.CLASSIFIER, Role.METRIC):  # the name of a level, not of the rows
        corner = [row[0] if role_of(row[0])[0] is Role.DATASET else ""]
    upper = _fill(names, scored)
    if len(set(below)) == 1:
        unit = _UNIT.fullmatch(below[0])
        return [*corner, *upper[1:]], None if unit else below[0] if find_measure(below[0]) else None
    if len({upper[j] for j in scored}) == 1:
        spoken = upper[scored[0]]
        made = [cell or name for cell, name in zip(row[1:], names[1:], strict=True)]
        return [*corner, *made], spoken if find_measure(spoken) else None
    joined = [_join_names(upper[j], row[j], below) for j in range(1, len(names))]
    return [*corner, *joined], None


def _fill(names: Sequence[str], scored: Sequence[int]) -> list[str]:
    """Return names with those of merged cells written out."""
    made = list(names)
    for j in range(1, len(made)):
        if j in scored and is_id(made[j]) and j - 1 > 0:
            made[j] = made[j - 1]
    return made


def _join_names(upper: str, lower: str, row: Sequence[str]) -> str:
    if not lower or not upper or is_id(upper):
        return lower or upper
    if _UNIT.fullmatch(lower):
        return f"{upper} ({_UNIT.fullmatch(lower)[1]})"  # type: ignore[index]
    # Names that differ by themselves are whole; what stands above them groups them.
    if len(set(row)) == len(row) and not any(find_measure(name) for name in row):
        return lower
    return f"{upper}{JOINT}{lower}"


def fill_merged(grid: Grid) -> Grid:
    """Return a table whose first column names something once for several rows with the name in each of them."""
    first = grid.columns[0]
    if first.is_numeric or not grid.height or role_of(first.name)[0] not in (Role.DATASET, Role.CLASSIFIER):
        return grid
    texts = first.cells.texts if isinstance(first.cells, CodedCells) else set(first.cells)
    if all(str(text).strip() for text in texts):
        return grid
    cells = [str(cell).strip() for cell in first.cells]
    blank = [i for i, cell in enumerate(cells) if not cell]
    if not blank or not cells[0] or len(set(filter(None, cells))) < _FEWEST:
        return grid
    filled = list(cells)
    for i in blank:
        filled[i] = filled[i - 1]
    if not any(_tells_apart(filled, column) for column in grid.columns[1:]):
        return grid
    message = (
        f"{write_count(len(blank), 'row')} without a name in {quote_text(first.name)} taken for what is named above, "
        "as merged cells are written"
    )
    finding = Finding(code="BO637", severity=Severity.NOTE, message=message, detail={"rows": len(blank)})
    return replace(grid, columns=(replace(first, cells=filled), *grid.columns[1:])).with_findings(finding)


def _tells_apart(filled: Sequence[str], column: Column) -> bool:
    """Say whether a column tells the rows of each name apart, by the same texts under every name."""
    texts = [text.strip() for text in column.text()]
    under: dict[str, list[str]] = {}
    for name, text in zip(filled, texts, strict=True):
        under.setdefault(name, []).append(text)
    sets = {tuple(sorted(own)) for own in under.values()}
    own = next(iter(sets))
    return len(sets) == 1 and len(own) > 1 and len(set(own)) == len(own) and "" not in own


def _find_arrow(name: str) -> re.Match[str] | None:
    return _ARROW.search(name, max(0, len(name) - _LONGEST_ARROW))


def read_arrows(grid: Grid) -> Grid:
    """Return a table whose columns say by an arrow whether higher is better, with names without it."""
    found = {c.name: match for c in grid.columns if (match := _find_arrow(c.name)) and match.start() > 0}
    if not found:
        return grid
    columns = tuple(
        replace(c, name=c.name[: found[c.name].start()].strip()) if c.name in found else c
        for c in grid.columns
    )
    arrows = {name[: match.start()].strip(): bool(_UP.search(match[0])) for name, match in found.items()}
    return replace(grid, columns=columns, arrows=arrows)
