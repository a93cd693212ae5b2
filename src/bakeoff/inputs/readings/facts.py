"""Facts of a grid that readings are judged by: which columns hold numbers, which numbers, which names."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bakeoff.core.arrays import Bools, Floats
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.scores.keys import missing_marks
from bakeoff.inputs.table.cell_numbers import is_empty, looks_numeric, parse_numbers
from bakeoff.inputs.table.grid import Column, Grid

MOST_ROWS = 400  # a sample of so many rows shows what a column holds
_MOST_DIGITS = 12


@dataclass(frozen=True)
class Facts:
    """Columns of numbers of a grid, and what they hold in a sample of rows."""

    grid: Grid
    options: ReadOptions
    numeric: tuple[Column, ...]  # those that may hold scores

    @cached_property
    def rows(self) -> list[int]:
        """The rows of the sample."""
        height = self.grid.height
        return (
            list(range(height))
            if height <= MOST_ROWS
            else [i * height // MOST_ROWS for i in range(MOST_ROWS)]
        )

    @cached_property
    def sampled(self) -> list[Column]:
        """The columns of numbers in the sample of rows."""
        if len(self.rows) == self.grid.height:
            return list(self.numeric)
        return [Column(name=c.name, cells=_take(c, self.rows), position=c.position) for c in self.numeric]

    @cached_property
    def values(self) -> Floats:
        """The numbers of the sample: rows × columns, NaN where there is none."""
        return parse_numbers(
            self.sampled, decimal=self.options.decimal, missing=missing_marks(self.options)
        ).values

    @cached_property
    def decimals(self) -> list[int]:
        """For each column the decimals that its numbers need; twelve where they were computed."""
        return _fact_decimals(self.values)

    @cached_property
    def is_whole(self) -> Bools:
        """Which columns hold whole numbers only."""
        values = np.where(np.isnan(self.values), 0.0, self.values)
        return np.asarray((values == np.rint(values)).all(axis=0))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(c.name.strip() for c in self.numeric)

    def names(self) -> list[str]:
        """Return the names of the columns of numbers."""
        return list(self._names)


def find_facts(grid: Grid, keys: Sequence[Column], *, options: ReadOptions) -> Facts:
    """Return the facts of a grid whose `keys` are known not to hold scores."""
    known = set(map(id, keys))
    marks = missing_marks(options)
    rest = [c for c in grid.columns if id(c) not in known]
    numeric = [c for c in rest if looks_numeric(c, missing=marks) and not is_empty(c, missing=marks)]
    return Facts(grid, options, tuple(numeric))


def _take(column: Column, rows: Sequence[int]) -> Sequence[str] | Floats:
    cells = column.cells
    return cells[np.asarray(rows)] if isinstance(cells, np.ndarray) else [cells[i] for i in rows]


def _fact_decimals(values: Floats) -> list[int]:
    """Return for each column the fewest decimals that all its numbers have."""
    given = np.where(np.isfinite(values), values, 0.0)
    slack = 1e-12 * np.maximum(1.0, np.abs(given))
    found = np.full(values.shape[1], _MOST_DIGITS)
    left = np.arange(values.shape[1])
    for places in range(_MOST_DIGITS):
        fits = (np.abs(np.round(given, places) - given) <= slack).all(axis=0)
        found[left[fits]] = places
        if fits.all():
            break
        left, given, slack = left[~fits], given[:, ~fits], slack[:, ~fits]
    return [int(places) for places in found]
