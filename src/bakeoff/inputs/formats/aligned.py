"""Tables of plain text whose columns are kept apart by spaces, as printed in a terminal."""

import re

from bakeoff.inputs.table.grid import Grid
from bakeoff.inputs.table.rows import TextRow, make_grid

_WIDE_GAP = re.compile(r"\t+| {2,}")
_RULE = re.compile(r"[\s\-=_+|.·─━═]+")
_TOKEN = re.compile(r"\"[^\"]*\"|'[^']*'(?=\s|$)|\S+")


def read_aligned(text: str, *, source: str, name: str) -> Grid:
    """Return the grid of a text whose cells are separated by runs of spaces."""
    numbered = [(n, line.rstrip()) for n, line in enumerate(text.split("\n"), start=1)]
    numbered_lines = [(n, line) for n, line in numbered if line.strip() and not _RULE.fullmatch(line)]
    lines = [n for n, _ in numbered_lines]
    rows = _split_at_wide_gaps([line for _, line in numbered_lines]) or _split_at_any_gap(
        [line for _, line in numbered_lines]
    )
    return make_grid(rows, lines, source=source, name=name)


def _split_at_wide_gaps(lines: list[str]) -> list[TextRow]:
    """Split at two spaces or more, if that gives all lines the same number of cells (a header one fewer)."""
    rows: list[TextRow] = [_WIDE_GAP.split(line.strip()) for line in lines]
    widths = {len(row) for row in rows[1:]}
    if len(widths) != 1 or not rows or (width := widths.pop()) < 2 or not 0 <= width - len(rows[0]) <= 1:
        return []
    return rows


def _split_at_any_gap(lines: list[str]) -> list[TextRow]:
    """Split at every gap; spaces inside the name of a dataset are allowed for by counting from the right."""
    rows = [_TOKEN.findall(line) for line in lines]
    width = min((len(row) for row in rows[1:]), default=0)
    if not rows or width < 2 or len(rows[0]) not in (width, width - 1):
        return [[_strip_quotes(cell) for cell in row] for row in rows]
    return [
        [_strip_quotes(c) for c in rows[0]],
        *(
            [
                _strip_quotes(" ".join(row[: len(row) - width + 1])),
                *map(_strip_quotes, row[len(row) - width + 1 :]),
            ]
            for row in rows[1:]
        ),
    ]


def _strip_quotes(cell: str) -> str:
    return cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] and cell[0] in "\"'" else cell
