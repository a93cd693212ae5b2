"""Readings: how a table was understood, column by column, with the reasons for it and the doubts against it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
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
    ITEMS = "items"  # scores of single answers
    LOGS = "logs of evaluations"
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
class FileReading:
    """What one of several files gave."""

    source: str
    gives: str  # in words: which classifiers, on how much
    columns: tuple[ColumnRole, ...] = ()
    rows_skipped: tuple[SkippedRow, ...] = ()


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
    files: tuple[FileReading, ...] = ()  # of several files: what each of them gave

    def columns_of(self, role: str) -> tuple[str, ...]:
        """Return the names of the columns with one role."""
        return tuple(c.name for c in self.columns if c.role == role)


LEFT_ASIDE = "left aside"
BESIDE = "beside the score"


def join_readings(parts: Sequence[tuple[str, str, Reading]]) -> Reading:
    """Return the reading of several files, each given as its source, what it gives in words, and its own reading."""
    readings = [reading for _, _, reading in parts]
    if len(readings) == 1:
        return readings[0]
    return replace(
        readings[0],
        columns=tuple(dict.fromkeys(column for reading in readings for column in reading.columns)),
        rows_skipped=tuple(row for reading in readings for row in reading.rows_skipped),
        reasons=tuple(dict.fromkeys(reason for reading in readings for reason in reading.reasons)),
        doubts=tuple(dict.fromkeys(doubt for reading in readings for doubt in reading.doubts)),
        alternatives=tuple(dict.fromkeys(each for reading in readings for each in reading.alternatives)),
        failed=sum(reading.failed for reading in readings),
        files=tuple(
            FileReading(source=source, gives=gives, columns=own.columns, rows_skipped=own.rows_skipped)
            for source, gives, own in parts
        ),
    )


def name_readings(alternatives: Sequence[Alternative]) -> str:
    """Return the readings one under another, each with its command.

    >>> print(name_readings([Alternative(meaning="rows are classifiers", options=("--transpose",), source="a.csv")]))
    rows are classifiers:
               bakeoff compare a.csv --transpose
    """
    return "\n         ".join(f"{a.meaning}:\n           {a.command}" for a in alternatives)
