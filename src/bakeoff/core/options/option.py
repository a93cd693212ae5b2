"""What an option is: its names, what it takes, its words, and who takes it. It knows neither click nor JSON."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What an option takes; every door has one way to take each."""

    TEXT = "text"
    NAME = "name"  # of a classifier or a class: text, and in Python also a number
    COLUMN = "column"  # of a table
    NUMBER = "number"
    LEVEL = "level"  # 0.95 or 95%
    MARGIN = "margin"
    INTEGER = "integer"
    CHOICE = "choice"
    SWITCH = "switch"  # on or off
    DIRECTION = "direction"  # of a score: higher, lower, or as found
    TEXTS = "texts"  # repeatable
    CELLS = "cells"  # repeatable: a column and the value that it has in the rows that are meant
    ANYTHING = "anything"  # a file on the command line, and in Python also what it would hold


class Use(StrEnum):
    """What an option becomes."""

    SETTING = "setting"  # a field of `Settings`
    READING = "reading"  # a field of `ReadOptions`
    SETTING_AND_READING = "setting and reading"  # of both
    COMPARING = "comparing"  # a further keyword of `bakeoff.compare`
    EVIDENCE = "evidence"  # what is given in place of a file
    GOLD = "gold"  # what people said of items that a judge scored
    DELIVERY = "delivery"  # what is printed and written


class Section(StrEnum):
    """The heading in `bakeoff compare --help`."""

    QUESTION = "The question"
    TEST = "The test"
    ANSWER = "The answer"
    READING = "Reading"
    FURTHER = "Further options"


class Door(StrEnum):
    """Where an option can be given."""

    COMPARE = "compare"  # the command
    AUDIT = "audit"  # the command
    PYTHON = "python"
    PAGE = "page"  # and the address /api/compare


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The range of a number; an end is closed unless it is said to be open."""

    low: float | None = None
    high: float | None = None
    low_open: bool = False
    high_open: bool = False
    words: str = ""  # what to use in place of a number outside of it

    def hold(self, value: float) -> bool:
        """Say whether a finite value lies in the range.

        >>> Limits(low=0.5, high=1, high_open=True).hold(1), Limits(low=0).hold(float("inf"))
        (False, False)
        """
        above = self.low is None or value > self.low or (value == self.low and not self.low_open)
        below = self.high is None or value < self.high or (value == self.high and not self.high_open)
        return above and below and abs(value) < float("inf")


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The field of an option on the page."""

    label: str
    empty: str = ""  # what stands in it while nothing is chosen; of a choice its default
    choices: tuple[str, ...] | None = (
        None  # of a text that is chosen; none of them: the page's script brings them
    )


BOTH_COMMANDS = frozenset({Door.COMPARE, Door.AUDIT})
EVERYWHERE = BOTH_COMMANDS | {Door.PYTHON, Door.PAGE}
NOT_ON_THE_PAGE = BOTH_COMMANDS | {Door.PYTHON}
PYTHON_ONLY = frozenset({Door.PYTHON})


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option: the same name, meaning and default wherever it can be given."""

    name: str  # of the keyword, of the field in JSON and on the page; on the command line with hyphens
    kind: Kind
    use: Use
    section: Section
    help: str
    default: object = None
    metavar: str | None = None
    choices: tuple[str, ...] = ()
    limits: Limits = Limits()
    doors: frozenset[Door] = EVERYWHERE
    flags: tuple[str, ...] = ()  # where the command line does not spell it as its name
    shows_default: bool = False  # in --help
    on_page: Field | None = None
    page_limit: float | None = None  # the most that the page takes: of a number, or of entries in a list

    @property
    def spellings(self) -> tuple[str, ...]:
        """How the command line spells it.

        >>> from bakeoff.core.options.table import OPTIONS
        >>> OPTIONS["rows_are"].spellings, OPTIONS["as_json"].spellings
        (('--rows-are',), ('--json',))
        """
        return self.flags or (f"--{self.name.replace('_', '-')}",)

    @property
    def is_setting(self) -> bool:
        """Whether it is a field of `Settings`."""
        return self.use in (Use.SETTING, Use.SETTING_AND_READING)

    @property
    def is_reading(self) -> bool:
        """Whether it is a field of `ReadOptions`."""
        return self.use in (Use.READING, Use.SETTING_AND_READING)
