"""Cells that are wider or taller than one, laid out as a rectangle."""

from collections.abc import Sequence
from dataclasses import replace

from bakeoff.core.answers.paper import PaperCell

SpannedCell = tuple[PaperCell, int, int]  # with its columns and its rows


def lay_out(rows: Sequence[Sequence[SpannedCell]]) -> tuple[tuple[PaperCell, ...], ...]:
    """Return rows of equal length; a cell that reaches into the next rows takes their places, as in HTML."""
    hanging: dict[int, tuple[PaperCell, int]] = {}
    grid: list[list[PaperCell]] = []
    for row in rows:
        line: list[PaperCell] = []
        coming: dict[int, tuple[PaperCell, int]] = {}
        for cell, width, height in row:
            _fill(line, hanging)
            for k in range(width):
                if height > 1:
                    coming[len(line)] = (replace(cell, spanned=True), height - 1)
                line.append(cell if k == 0 else replace(cell, spanned=True))
        _fill(line, hanging)
        hanging = {**coming, **{at: (c, n - 1) for at, (c, n) in hanging.items() if n > 1}}
        grid.append(line)
    full = max(map(len, grid), default=0)
    return tuple((*line, *[PaperCell(text="")] * (full - len(line))) for line in grid)


def _fill(line: list[PaperCell], hanging: dict[int, tuple[PaperCell, int]]) -> None:
    while len(line) in hanging:
        line.append(hanging[len(line)][0])
