"""What a user may say about how a table is to be read."""

import codecs
from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TypedDict

from bakeoff.core.errors import UsageError
from bakeoff.core.options.option import Kind
from bakeoff.core.options.table import OPTIONS, READINGS
from bakeoff.core.words import quote_text

_SEPARATORS = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " "}


class RowsAre(StrEnum):
    """What the rows of a table of scores are, where their names may be read either way."""

    DATASETS = "datasets"
    RESAMPLES = "resamples"
    CLASSIFIERS = "classifiers"
    EXAMPLES = "examples"


class ColumnsAre(StrEnum):
    """What the columns of numbers are, where that may be read in several ways."""

    CLASSIFIERS = "classifiers"
    DATASETS = "datasets"
    RESAMPLES = "resamples"


class Reading(TypedDict, total=False):
    """The fields of `ReadOptions` as keywords of Python: what editors complete and type checkers check."""

    dataset_column: str | None
    classifier_column: str | None
    score_column: str | None
    id_column: str | None
    truth_column: str | None
    group_column: str | None
    subgroup_column: str | None
    cluster_column: str | None
    fold_column: str | None
    repeat_column: str | None
    weight_column: str | None
    transpose: bool
    rows_are: str | None
    pair_by: str | None
    columns_are: str | None
    columns: str | Sequence[str]
    leave_aside: str | Sequence[str]
    rename: Sequence[tuple[str, str]]
    missing_marks: str | Sequence[str]
    encoding: str | None
    separator: str | None
    decimal: str | None
    sheet: str | None
    only: Sequence[tuple[str, str]]
    leave_out: str | Sequence[str]
    without: str | Sequence[str]
    allow_mixed_scale: bool
    drop_incomplete: bool
    study: str | None
    one_score: bool
    one_classifier: bool
    max_bytes: int
    max_unpacked: int
    max_cells: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """How a table is to be read; everything that is not said is found out, or asked for."""

    metric: str | None = None
    higher_is_better: bool | None = None
    dataset_column: str | None = None  # "a+b" joins two columns
    classifier_column: str | None = None
    score_column: str | None = None
    id_column: str | None = None  # of predictions: the example
    truth_column: str | None = None
    group_column: str | None = None  # examples that depend on each other: patient, document
    subgroup_column: str | None = None  # examples that verdicts are wanted for apart
    cluster_column: str | None = None  # datasets that depend on each other: their family
    fold_column: str | None = None  # resamples of a dataset
    repeat_column: str | None = None  # repeats: seeds, runs; of items, attempts
    weight_column: str | None = None
    transpose: bool = False
    rows_are: str | None = (
        None  # where names such as "glass run 3", or signs of another kind, may say otherwise
    )
    columns_are: str | None = None
    columns: tuple[str, ...] = ()  # the columns that hold scores; no others do
    leave_aside: tuple[str, ...] = ()  # columns that are no evidence
    rename: tuple[tuple[str, str], ...] = ()  # (old, new) names of classifiers and datasets
    missing_marks: tuple[str, ...] = ()
    encoding: str | None = None
    separator: str | None = None
    decimal: str | None = None
    sheet: str | None = None
    only: tuple[tuple[str, str], ...] = ()  # (column, value): rows to keep
    leave_out: tuple[str, ...] = ()  # classifiers to leave out; datasets where no classifier is called so
    without: tuple[str, ...] = ()  # datasets to leave out
    allow_mixed_scale: bool = False
    pair_by: str | None = None  # position: answers without ids are paired by their order
    drop_incomplete: bool = False  # leave a resample or example out for all when one classifier lacks it
    study: str | None = None  # of a store: which study, where it holds several
    one_score: bool = False  # one score for each classifier on one dataset will do, as on a leaderboard
    one_classifier: bool = False  # one classifier will do, as where another file holds the baseline
    max_bytes: int = 2_000_000_000
    max_unpacked: int = 2**30
    max_cells: int = 20_000_000

    def __post_init__(self) -> None:
        self._settle_choices()
        named = (self.dataset_column, self.classifier_column, self.score_column)
        if self.cluster_column is not None and self.cluster_column in named:
            raise _option_error("--cluster-column", self.cluster_column, "name a column that is nothing else")
        if self.decimal not in (None, ".", ","):
            raise _option_error("--decimal", self.decimal, "give '.' or ','")
        if self.separator is not None:
            self._check_separator()
        if self.encoding is not None and not _is_text_encoding(self.encoding):
            raise _option_error(
                "--encoding", self.encoding, "give a name such as utf-8, utf-16, latin-1 or cp1252"
            )

    def _settle_choices(self) -> None:
        for option in (OPTIONS[name] for name in READINGS):
            value = getattr(self, option.name)
            if option.choices and value is not None and value not in option.choices:
                fix = f"give {' or '.join(map(repr, option.choices))}"
                raise _option_error(option.spellings[-1], str(value), fix)
            if option.kind is Kind.TEXTS:
                object.__setattr__(self, option.name, (value,) if isinstance(value, str) else tuple(value))
            elif option.kind is Kind.CELLS:
                object.__setattr__(self, option.name, tuple((column, cell) for column, cell in value))

    def _check_separator(self) -> None:
        if self.separator_character in (None, "", "\n", "\r", '"') or len(self.separator_character or "") > 1:
            raise _option_error("--separator", str(self.separator), "give one character, or 'tab'")
        if self.separator_character == self.decimal:
            raise _option_error(
                "--separator",
                str(self.separator),
                "separator and decimal mark must differ; give another --decimal",
            )

    @property
    def said(self) -> tuple[tuple[str, object], ...]:
        """What differs from the defaults, but for limits: what has to be said again to read the same."""
        names = [f.name for f in fields(self) if not f.name.startswith("max_")]
        plain = {f.name: f.default for f in fields(self)}
        return tuple((name, value) for name in names if (value := getattr(self, name)) != plain[name])

    @property
    def separator_character(self) -> str | None:
        """The separator as one character: 'tab' is a way to write it."""
        return None if self.separator is None else _SEPARATORS.get(self.separator, self.separator)


def _is_text_encoding(name: str) -> bool:
    try:
        "a".encode(name)
    except (LookupError, ValueError):
        return False
    return codecs.lookup(name).name not in ("idna", "punycode")


def _option_error(option: str, value: str | None, fix: str) -> UsageError:
    return UsageError(
        f"{option} {quote_text(str(value))} cannot be used", where=option, fix=fix, code="BO045"
    )
