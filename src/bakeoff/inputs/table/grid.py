"""The grid: what every format is read into before anybody asks what the columns mean."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.findings import Finding
from bakeoff.core.words import quote_text

Cells = Sequence[str] | Floats | Ints


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column as it was given: raw text, or numbers where the format has numbers."""

    name: str
    cells: Cells
    position: int  # counted from 1, in the source

    @property
    def is_numeric(self) -> bool:
        """Whether the format itself says that these are numbers."""
        return isinstance(self.cells, np.ndarray)

    @cached_property
    def floats(self) -> Floats | None:
        """The cells of a list of text as numbers, where float() takes them all; None where it does not."""
        return parse_floats(self.cells) if isinstance(self.cells, list | tuple) else None

    @cached_property
    def finite_floats(self) -> Floats | None:
        """The cells of a list of text as numbers, where all are finite numbers; None where one is not."""
        return self.floats if self.floats is not None and np.isfinite(self.floats).all() else None

    def text(self) -> list[str]:
        """Return the cells as a person would write them: 3, not 3.0."""
        if not isinstance(self.cells, np.ndarray):
            return list(self.cells)
        return [number_text(value) for value in self.cells.tolist()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Columns of equal length, and where each row stands in the source."""

    columns: tuple[Column, ...]
    lines: Sequence[int]
    source: str
    name: str = ""  # the name of the file, where there is one
    word: str = "line"  # what a row of the source is called there
    header: int = 1  # the line of the header
    is_turned: bool = False
    metric: str | None = None  # the name of the score, where the source states one for the whole table
    findings: tuple[Finding, ...] = ()
    arrows: Mapping[str, bool] = field(
        default_factory=dict
    )  # columns whose header says whether higher is better

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.lines)

    def place(self, row: int, column: Column) -> str:
        """Say where a cell stands: line 14, column 4, or row 3, column 'svm' where there are no lines."""
        line, position = self.lines[row], column.position
        if self.is_turned:
            return f"{self.word} {position:,}, column {line:,}"
        title = f"{position:,}" if self.word == "line" and position else quote_text(column.name)
        return f"{self.word} {line:,}, column {title}"

    def where(self, row: int, column: Column) -> str:
        """Say where a cell stands, with the name of the source."""
        return f"{self.source}, {self.place(row, column)}"

    def with_findings(self, *findings: Finding) -> "Grid":
        """Return the grid with more findings about how it was read."""
        return replace(self, findings=self.findings + findings)

    def keep(self, rows: Bools) -> "Grid":
        """Return the grid with only these rows."""
        if rows.all():
            return self
        columns = tuple(replace(c, cells=_select_cells(c.cells, rows)) for c in self.columns)
        return replace(self, columns=columns, lines=list(compress(self.lines, rows.tolist())))

    def transpose(self, names: Column) -> "Grid":
        """Return the grid with rows and columns exchanged; `names` holds the names of the new columns."""
        rest = exclude_columns(self.columns, [names])
        first = Column(name=names.name, cells=[c.name for c in rest], position=self.header)
        rows = zip(*(c.text() for c in rest), strict=True) if rest else iter(())
        others = (
            Column(name=name, cells=list(cells), position=line)
            for name, cells, line in zip(names.text(), rows, self.lines, strict=True)
        )
        positions = [c.position for c in rest]
        return replace(self, columns=(first, *others), lines=positions, is_turned=not self.is_turned)


def exclude_columns(columns: Iterable[Column], others: Iterable[Column]) -> list[Column]:
    """Return the columns that are not among others."""
    gone = set(map(id, others))
    return [column for column in columns if id(column) not in gone]


def parse_floats(cells: Sequence[str]) -> Floats | None:
    """Return texts as numbers; None if one is none, or is written as 1_000, which float() takes.

    >>> parse_floats(["1", "2.5"]), parse_floats(["1_000"]), parse_floats(["87 %"])
    (array([1. , 2.5]), None, None)
    """
    try:
        values = np.fromiter(map(float, cells), dtype=np.float64, count=len(cells))
    except ValueError:
        return None
    return None if "_" in "".join(cells) else values


def number_text(value: float) -> str:
    """Write a number as a person would; nothing for NaN.

    >>> number_text(3.0), number_text(0.93), number_text(float("nan"))
    ('3', '0.93', '')
    """
    if value != value:
        return ""
    return (
        str(int(value))
        if isinstance(value, int) or (value.is_integer() and abs(value) < 1e15)
        else repr(value)
    )


def _select_cells(cells: Cells, rows: Bools) -> Cells:
    return cells[rows] if isinstance(cells, np.ndarray) else list(compress(cells, rows.tolist()))
