"""Estimates of single classifiers: how good each is, and how surely. Nothing here computes."""

from dataclasses import dataclass

from bakeoff.core.findings import Finding
from bakeoff.core.reprs import describe_record
from bakeoff.core.results import Estimate, Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodInterval:
    """An interval, and the name of the method that made it."""

    __repr__ = describe_record

    method: str
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class NextRecords:
    """The success rate to expect in the next so many records."""

    __repr__ = describe_record

    records: int
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class SizedInterval:
    """The interval that the same success rate would have on a test set of another size."""

    __repr__ = describe_record

    total: int
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class AccuracyEstimate:
    """How often one classifier is right, with intervals by several methods, the preferred one first."""

    __repr__ = describe_record

    correct: float
    total: float
    intervals: tuple[MethodInterval, ...]
    classifier: str | None = None  # None where only counts were given
    next_records: NextRecords | None = None
    by_size: tuple[SizedInterval, ...] = ()
    metrics: tuple[Estimate, ...] = ()  # every other measure that the evidence supports

    @property
    def accuracy(self) -> float:
        """The share of records that are right."""
        return self.correct / self.total


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimates:
    """What was estimated, of one classifier or several, and what a reader should know about it."""

    __repr__ = describe_record

    each: tuple[AccuracyEstimate, ...]
    level: float
    source: str
    counted_by: tuple[str, ...] = ()  # how groups and weights of examples were found
    findings: tuple[Finding, ...] = ()
