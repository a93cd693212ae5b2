"""Readings: how a table was understood, column by column, with the reasons for it and the doubts against it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from shlex import join

from bakeoff.core.reprs import describe_record


class Shape(StrEnum):
    """The shapes that a table of evidence may have."""

    WIDE = "wide"  # datasets in rows, classifiers in columns
    LONG = "long"  # a row for each score
    TURNED = "classifiers in rows"
    FOLDS = "resamples in columns"
    PREDICTIONS = "predictions"
    OUTCOMES = "outcomes"  # right or wrong, item by item
    STUDY = "study"  # of a store
    COUNTS = "counts"
    LOG = "training log"
    RUNS = "run export"
    LEADERBOARD = "leaderboard"
    STATISTICS = "statistics"
    SEARCH = "search history"


class Weight(StrEnum):
    """How much a doubt weighs."""

    SLIGHT = "slight"  # said, and read all the same
    SERIOUS = "serious"  # asked about


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnRole:
    """What one column was taken for."""

    name: str
    role: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedRow:
    """A row that holds no score of a dataset."""

    row: int  # the line or row of the source
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """What speaks against a reading."""

    weight: Weight
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """Another reading, and the options that ask for it."""

    meaning: str
    options: tuple[str, ...]
    source: str = "FILE"
    base: tuple[str, ...] = ()  # the command that was typed, where it is known

    @property
    def command(self) -> str:
        """The complete command that reads it so."""
        return join([*(self.base or ("bakeoff", "compare", self.source)), *self.options])


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How evidence was understood."""

    __repr__ = describe_record

    shape: Shape
    columns: tuple[ColumnRole, ...] = ()
    rows_skipped: tuple[SkippedRow, ...] = ()
    reasons: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    failed: int = 0  # missing scores that are failures by their marks

    def columns_of(self, role: str) -> tuple[str, ...]:
        """Return the names of the columns with one role."""
        return tuple(c.name for c in self.columns if c.role == role)


LEFT_ASIDE = "left aside"


def name_readings(alternatives: Sequence[Alternative]) -> str:
    """Return the readings one under another, each with its command.

    >>> print(name_readings([Alternative(meaning="rows are classifiers", options=("--transpose",), source="a.csv")]))
    rows are classifiers:
               bakeoff compare a.csv --transpose
    """
    return "\n         ".join(f"{a.meaning}:\n           {a.command}" for a in alternatives)
