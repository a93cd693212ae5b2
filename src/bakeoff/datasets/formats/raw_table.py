"""Tables as they were read, before anything is known of their columns: text or numbers, and what was declared."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.findings import Finding

MISSING_MARKS = frozenset({"", "?", "NA"})
# Marks that mean "missing" only where every other value of the column is a number: elsewhere they may be names.
MISSING_AMONG_NUMBERS = frozenset({"nan", "null", "none", "n/a", "<na>"})


class DeclaredType(StrEnum):
    """What somebody said a column holds."""

    NUMERIC = "numeric"
    CATEGORICAL = "categorical"
    DATE = "date"
    TEXT = "text"  # to be read word by word


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """Cells as text: of each row an index into the distinct texts; -1 where missing."""

    codes: Ints
    levels: tuple[str, ...]


class Deferred(Protocol):
    """Cells that can be had as texts, or at once as numbers, which is faster where that is what they are."""

    def texts(self) -> Texts:
        """Return the cells as texts."""
        ...

    def numbers(self) -> Floats | None:
        """Return the cells as numbers; nothing where that takes a closer look at the texts."""
        ...

    def first(self) -> str:
        """Return the first text that is there; nothing where all are missing."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RawColumn:
    """One column: texts, or numbers with NaN where missing."""

    name: str
    cells: Texts | Floats | Deferred
    declared: DeclaredType | None = None
    dates: bool = False  # numbers that were dates in the file

    @property
    def texts(self) -> Texts | None:
        """The cells as texts; nothing where the file holds numbers."""
        if isinstance(self.cells, Texts):
            return self.cells
        return None if isinstance(self.cells, np.ndarray) else self.cells.texts()

    @property
    def first(self) -> str:
        """The first text that is there; nothing where the file holds numbers."""
        if isinstance(self.cells, Texts):
            return self.cells.levels[0] if self.cells.levels else ""
        return "" if isinstance(self.cells, np.ndarray) else self.cells.first()

    @property
    def numbers(self) -> Floats | None:
        """The cells as numbers where that is plain to see."""
        if isinstance(self.cells, Texts):
            return None
        return self.cells if isinstance(self.cells, np.ndarray) else self.cells.numbers()


@dataclass(frozen=True, slots=True, kw_only=True)
class RawTable:
    """All columns of a file, in its order."""

    columns: tuple[RawColumn, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)


def clean_texts(codes: Ints, texts: Sequence[str]) -> Texts:
    """Return cells with blanks around the texts removed, and missing marks as missing.

    >>> clean_texts(np.array([0, 1, 2, 3]), ["a", " a", "?", "b"]).codes.tolist()
    [0, 0, -1, 1]
    """
    stripped = [text.strip() for text in texts]
    levels = [text for text in dict.fromkeys(stripped) if text not in MISSING_MARKS]
    place = {text: i for i, text in enumerate(levels)}
    moved = np.array([*(place.get(text, -1) for text in stripped), -1], dtype=np.int64)
    return Texts(codes=moved[codes], levels=tuple(levels))


def make_texts(cells: Sequence[str]) -> Texts:
    """Return the cells of a column that was read as a list of texts."""
    place: dict[str, int] = {}
    codes = np.fromiter((place.setdefault(cell, len(place)) for cell in cells), np.int64, count=len(cells))
    return clean_texts(codes, list(place))
