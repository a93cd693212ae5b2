"""A paper as it was read: tables with captions and styles, sentences, and the place of each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bakeoff.core.reprs import describe_record


class Part(StrEnum):
    """Where in a paper a sentence stands."""

    TITLE = "title"
    ABSTRACT = "abstract"
    INTRODUCTION = "introduction"
    BODY = "body"
    CAPTION = "caption"
    CONCLUSION = "conclusion"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A file and a line, or a page."""

    file: str
    line: int | None = None
    page: int | None = None

    def __str__(self) -> str:
        if self.page is not None:
            return f"{self.file}, page {self.page}"
        return f"{self.file}:{self.line}" if self.line is not None else self.file


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperCell:
    """One cell: what is printed in it, and how."""

    text: str
    bold: bool = False
    underlined: bool = False
    coloured: bool = False
    marks: tuple[str, ...] = ()  # †, ‡, * and the like beside the number
    raised: str = ""  # what is printed small beside the number: a spread without ±, a gain
    spanned: bool = False  # part of a wider or taller cell that begins elsewhere


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """One table as printed: rows of cells, all of one length."""

    __repr__ = describe_record

    number: int  # counted from 1 through the paper
    place: Place
    caption: str
    label: str  # of \label, or "Table 2" where it is printed
    rows: tuple[tuple[PaperCell, ...], ...]
    lines: tuple[int, ...]  # of the source, one for each row
    rules: frozenset[int] = frozenset()  # the rows above which a rule is drawn
    confidence: float = 1.0  # that the cells are right; 1 where the source has cells
    doubts: tuple[str, ...] = ()  # why it is listed and not judged
    notes: str = ""  # under the table: what its marks mean
    box: tuple[float, float, float, float] | None = None  # left, top, right, bottom on its page, in points

    @property
    def name(self) -> str:
        """How the review calls it."""
        return f"table {self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number as it is printed: its value, how many decimals, and what stands beside it."""

    value: float
    decimals: int
    percent: bool = False
    spread: float | None = None  # after ±
    spread_decimals: int = 0
    inside: float | None = None  # in parentheses beside it: a spread, a gain, a rank
    is_exact: bool = True  # nothing else is printed in the cell, no unit and no sign of approximation

    @property
    def half(self) -> float:
        """Half a unit of the last digit."""
        return 0.5 * 10.0**-self.decimals


class Role(StrEnum):
    """What a row or a column of numbers holds."""

    SCORES = "scores"
    AVERAGE = "average"
    TOTAL = "total"
    RANK = "rank"
    WINS = "wins"
    DIFFERENCE = "difference"
    SPREAD = "spread"
    OTHER = "other"  # time, sizes, settings, p-values: no scores


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What stands over a column, or before a row."""

    index: int  # of the column or the row in the table
    path: tuple[str, ...]  # from the widest heading to the narrowest
    role: Role
    measure: str | None = None  # that the heading names
    higher_is_better: bool | None = None  # by an arrow or by the name of the measure
    arrow: bool = False
    block: int = 0  # rows between rules or titles, columns under one heading

    @property
    def name(self) -> str:
        """The heading in one line."""
        return " ".join(part for part in self.path if part)

    @property
    def last(self) -> str:
        """The narrowest heading."""
        return self.path[-1] if self.path else ""


class Spread(StrEnum):
    """What ± stands for, as the paper says."""

    NONE = "none printed"
    DEVIATION = "standard deviation"
    ERROR = "standard error"
    INTERVAL = "confidence interval"
    UNSAID = "not said"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReading:
    """What a table holds: headings with their roles, numbers, and what its caption says of them."""

    __repr__ = describe_record

    table: PaperTable
    columns: tuple[Heading, ...]  # of numbers
    rows: tuple[Heading, ...]  # of numbers
    numbers: Mapping[tuple[int, int], Number]  # by row and column of the table
    methods_in_rows: bool | None  # None: the table does not say
    higher_is_better: bool | None  # of the whole table, by its caption
    measure: str | None
    spread: Spread
    runs: int | None  # behind each score, as the caption states, or the text for all tables
    shares_training: bool = False  # these runs are folds or splits of the same data
    test_size: int | None  # that the caption states
    bold_is_best: bool | None  # by the caption; None: it does not say
    own: tuple[str, ...] = ()  # rows or columns that are the paper's own method
    marks: Mapping[str, str] = field(default_factory=dict)  # what the caption says that a mark means
    doubts: tuple[str, ...] = ()  # why it is listed and not judged

    def number(self, row: int, column: int) -> Number | None:
        """Return the number in a cell of the table."""
        return self.numbers.get((row, column))

    def cell(self, row: int, column: int) -> PaperCell:
        """Return a cell of the table."""
        return self.table.rows[row][column]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence of the text."""

    text: str
    place: Place
    part: Part
    tables: tuple[int, ...] = ()  # that it refers to, or whose caption it is of


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A paper as it was read."""

    __repr__ = describe_record

    source: str
    format: str  # "LaTeX", "Markdown", "HTML", "PDF"
    title: str
    tables: tuple[PaperTable, ...]
    sentences: tuple[Sentence, ...]
    names: tuple[str, ...] = field(default=())  # that the paper gives to what it proposes
    unread: tuple[str, ...] = ()  # what could not be opened or read, and why
