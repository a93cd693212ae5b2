"""The audit of a whole paper: what was found in it, what does not add up, what is not carried."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from bakeoff.core.answers.paper import Paper, Place, Sentence, TableReading
from bakeoff.core.findings import Severity
from bakeoff.core.reprs import describe_record


class Chapter(StrEnum):
    """Under which heading of the review a finding stands."""

    SUMS = "does not add up"
    CARRIED = "is not carried"
    REPORTED = "is not reported"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperFinding:
    """One finding on a paper: where, what, the calculation behind it, and what would mend it."""

    __repr__ = describe_record

    code: str
    chapter: Chapter
    severity: Severity
    place: Place
    message: str
    calculation: str
    mend: str
    table: int | None = None
    detail: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


class Standing(StrEnum):
    """What the paper's tables make of one of its claims."""

    CARRIED = "carried"
    NOT_CARRIED = "not carried"
    CONTRADICTED = "contradicted"
    NOT_CHECKABLE = "not checkable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence that claims something of a comparison, and what the tables make of it."""

    sentence: Sentence
    word: str  # that makes it a claim: outperforms, state of the art, significantly
    standing: Standing
    why: str
    table: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineVerdict:
    """The own method against one other in one line of a table, by the spreads that are printed."""

    line: str
    method: str
    rival: str
    lead: float  # of the own method, as printed
    p_adjusted: float  # over every comparison of the table
    is_better: bool
    is_worse: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableVerdict:
    """What one table lets be said of the paper's own method against the others, by the design that it allows."""

    __repr__ = describe_record

    table: int
    method: str
    rivals: int
    datasets: int
    better: tuple[str, ...]  # rivals that it is better than, adjusted over every comparison of every table
    undecided: tuple[str, ...]
    worse: tuple[str, ...]
    test: str
    smallest_p: float | None  # adjusted
    why_not: str = ""  # why nothing could be judged
    lines: tuple[LineVerdict, ...] = ()  # by spreads of stated runs, where datasets do not allow a verdict
    runs: int | None = None  # behind each score of these lines


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperAudit:
    """A finished audit of a paper."""

    __repr__ = describe_record

    paper: Paper
    readings: tuple[TableReading, ...]
    findings: tuple[PaperFinding, ...]  # the gravest first
    verdicts: tuple[TableVerdict, ...]
    claims: tuple[Claim, ...]
    level: float
    comparisons: int  # over which verdicts are adjusted
    for_author: bool = False
