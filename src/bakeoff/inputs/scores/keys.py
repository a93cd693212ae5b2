"""What each row of a table is about: its dataset, and its repeat and fold where rows are resamples."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Floats, Ints, rank_codes
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.table.cell_numbers import parse_numbers, read_integer_codes
from bakeoff.inputs.table.clean_names import clean_names, name_key
from bakeoff.inputs.table.coded_cells import code_cells
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.marks import MISSING
from bakeoff.inputs.table.roles import Roles
from bakeoff.inputs.table.spellings import Role

NAMELESS = "dataset"  # what the one dataset is called where nothing names it
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class CodedNames:
    """Names in order of first appearance, and for each row the index of its name."""

    names: tuple[str, ...]
    codes: Ints
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """The dataset, repeat and fold of each row."""

    datasets: CodedNames
    repeat: Ints
    fold: Ints
    resampled: bool
    n_train: Floats | None = None
    n_test: Floats | None = None

    @property
    def rows(self) -> Ints:
        """One number for each combination of dataset, repeat and fold, in the order of the columns."""
        parts = (self.datasets.codes, self.repeat, self.fold)
        code = np.zeros(self.fold.size, dtype=np.int64)
        for part in parts:
            dense = rank_codes(part)
            code = code * (int(dense.max(initial=0)) + 1) + dense
        return code


def missing_marks(options: ReadOptions) -> frozenset[str]:
    """Return the marks that stand for a missing score."""
    return MISSING | {mark.strip() for mark in options.missing_marks} if options.missing_marks else MISSING


def read_keys(grid: Grid, roles: Roles, *, options: ReadOptions, number_rows: bool = False) -> Keys:
    """Return the keys of the rows; without a column of datasets there is one, or each row is one."""
    repeat = _read_resample_numbers(grid, roles.get(Role.REPEAT))
    fold = _read_resample_numbers(grid, roles.get(Role.FOLD))
    zeros = np.zeros(grid.height, dtype=np.int64)
    number_rows = number_rows and repeat is None and fold is None
    return Keys(
        datasets=_read_datasets(grid, roles.get(Role.DATASET), number_rows=number_rows),
        repeat=zeros if repeat is None else repeat,
        fold=zeros if fold is None else fold,
        resampled=repeat is not None or fold is not None,
        n_train=_read_sizes(grid, roles.get(Role.N_TRAIN), options=options),
        n_test=_read_sizes(grid, roles.get(Role.N_TEST), options=options),
    )


def _read_datasets(grid: Grid, index: int | None, *, number_rows: bool) -> CodedNames:
    if index is not None:
        return read_names(grid, grid.columns[index], kind="dataset")
    if not number_rows:
        return CodedNames(names=(NAMELESS,), codes=np.zeros(grid.height, dtype=np.int64))
    message = (
        f"no column names the datasets: they are called 'row 1' to 'row {grid.height:,}'; "
        "if they are folds of one dataset, add a column 'fold'"
    )
    finding = Finding(code="BO302", severity=Severity.NOTE, message=message)
    names = tuple(f"row {i}" for i in range(1, grid.height + 1))
    return CodedNames(names=names, codes=np.arange(grid.height), findings=(finding,))


def read_names(grid: Grid, column: Column, *, kind: str) -> CodedNames:
    """Return the names in a column; refuse an empty one."""
    where = f"{grid.source}, column {quote_text(column.name)}"
    coded = code_cells(column)
    names = clean_names(coded.texts, kind=kind, where=where)
    if "" in names.clean:
        _refuse_nameless(grid, column, [names.clean[code] for code in coded.codes.tolist()], kind)
    if len(set(map(name_key, names.clean))) == len(names.clean):  # each text is a name of its own, as mostly
        codes = coded.codes.astype(np.int64)
        return CodedNames(names=names.clean, codes=codes, findings=names.findings)
    spellings: dict[
        str, tuple[int, str]
    ] = {}  # by what makes two names the same: its number and first spelling
    numbers = [spellings.setdefault(name_key(name), (len(spellings), name))[0] for name in names.clean]
    return CodedNames(
        names=tuple(name for _, name in spellings.values()),
        codes=np.array(numbers, dtype=np.int64)[coded.codes],
        findings=names.findings,
    )


def _refuse_nameless(grid: Grid, column: Column, names: Sequence[str], kind: str) -> None:
    rows = [i for i, name in enumerate(names) if not name]
    raise InputError(
        f"{write_count(len(rows), 'row')} {'has' if len(rows) == 1 else 'have'} no name of a {kind}",
        where=f"{grid.source}, {join_with_commas((grid.place(i, column) for i in rows), most=3)}",
        fix=f"name the {kind} in every row",
        code="BO040",
    )


def _read_resample_numbers(grid: Grid, index: int | None) -> Ints | None:
    if index is None:
        return None
    column = grid.columns[index]
    if (numbers := read_integer_codes(column)) is not None:
        return numbers
    labels = [cell.strip() for cell in column.text()]
    if "" in labels:
        _refuse_nameless(grid, column, labels, "resample")
    return _number_labels(labels)


def _number_labels(labels: list[str]) -> Ints:
    """Return numbers for labels such as Fold01: the number inside where that tells them apart, else their order."""
    different = sorted(set(labels))
    inside = {label: _NUMBER.findall(label) for label in different}
    if all(len(digits) == 1 and len(digits[0]) < 16 for digits in inside.values()):
        numbers = {label: int(digits[0]) for label, digits in inside.items()}
        if len(set(numbers.values())) == len(numbers):
            return np.array([numbers[label] for label in labels], dtype=np.int64)
    order = {label: i for i, label in enumerate(different)}
    return np.array([order[label] for label in labels], dtype=np.int64)


def _read_sizes(grid: Grid, index: int | None, *, options: ReadOptions) -> Floats | None:
    if index is None:
        return None
    numbers = parse_numbers([grid.columns[index]], decimal=options.decimal, missing=missing_marks(options))
    return None if numbers.bad or np.isnan(numbers.values).all() else numbers.values[:, 0]
