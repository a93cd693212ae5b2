"""Delimited text (CSV, TSV) as raw tables, by the fast reader of pyarrow; every cell is read as text."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from typing import Any

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.words import shorten
from bakeoff.datasets.formats.arrow import import_arrow
from bakeoff.datasets.formats.raw_table import MISSING_MARKS, RawColumn, RawTable, Texts, clean_texts
from bakeoff.datasets.messages import make_note, unreadable_error

SEPARATORS = ",;\t|"
LONGEST_CELL = 1 << 30


def read_delimited(text: str, *, where: str, separator: str | None = None) -> RawTable:
    """Return the columns of a table whose first line names them."""
    if not text.strip():
        raise unreadable_error(
            "there is nothing in it", where=where, fix="give a table with a header and rows"
        )
    if "\0" in text:
        raise unreadable_error("there are NUL bytes in it, so that it is no text", where=where)
    separator = separator or _find_separator(text)
    header, lines = _read_header(text, separator)
    columns = read_text_columns(
        text, len(header), separator=separator, skip_lines=lines, quote='"', where=where
    )
    names, findings = make_unique_names(header)
    raw_columns = tuple(RawColumn(name=name, cells=cells) for name, cells in zip(names, columns, strict=True))
    return RawTable(columns=raw_columns, findings=findings)


def read_text_columns(
    text: str, width: int, *, separator: str, skip_lines: int, quote: str, where: str
) -> list["ArrowCells"]:
    """Return the cells of each of `width` columns."""
    table = _parse_with_arrow(
        text, width, separator=separator, skip_lines=skip_lines, quote=quote, where=where
    )
    return [ArrowCells(column=column) for column in table.columns]


def _parse_with_arrow(
    text: str, width: int, *, separator: str, skip_lines: int, quote: str, where: str
) -> Any:  # noqa: ANN401
    pa = import_arrow("csv")
    names = [str(i) for i in range(width)]
    try:
        return pa.csv.read_csv(
            BytesIO(text.encode("utf-8", "replace")),
            read_options=pa.csv.ReadOptions(column_names=names, skip_rows=skip_lines, use_threads=False),
            parse_options=pa.csv.ParseOptions(
                delimiter=separator, quote_char=quote, newlines_in_values=quote in text
            ),
            convert_options=pa.csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()),
                strings_can_be_null=False,
            ),
        )
    except pa.ArrowInvalid as error:
        if "Empty CSV file" in str(error):
            return pa.table({name: pa.array([], pa.string()) for name in names})
        raise unreadable_error(
            f"the rows do not fit the header: {shorten(str(error).splitlines()[0])}",
            where=where,
            fix="give every row as many cells as the header has names; quote cells that contain separators",
        ) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrowCells:
    """The cells of a column as pyarrow read them: texts, looked at when it is known what is wanted of them."""

    column: Any

    def texts(self) -> Texts:
        """Return the cells as distinct texts."""
        whole = self.column.dictionary_encode().unify_dictionaries().combine_chunks()
        if not len(whole):
            return Texts(codes=np.empty(0, dtype=np.int64), levels=())
        codes = whole.indices.to_numpy(zero_copy_only=False).astype(np.int64)
        return clean_texts(codes, whole.dictionary.to_pylist())

    def numbers(self) -> Floats | None:
        """Return the cells as numbers where each is a number without blanks or a mark for a missing one."""
        pa = import_arrow("compute")
        try:
            plain = self.column.cast(pa.float64())
        except pa.ArrowInvalid:
            marks = pa.compute.is_in(self.column, value_set=pa.array(sorted(MISSING_MARKS)))
            try:
                plain = pa.compute.if_else(marks, None, self.column).cast(pa.float64())
            except pa.ArrowInvalid:
                return None
        return np.array(plain.to_numpy(), dtype=np.float64)

    def first(self) -> str:
        """Return the first text that is there; nothing where all are missing."""
        return next((str(cell) for cell in self.column if str(cell).strip() not in MISSING_MARKS), "")


def _find_separator(text: str) -> str:
    """Return the separator that the first line holds most of."""
    first = next(line for line in text.split("\n") if line.strip())
    return max(SEPARATORS, key=lambda mark: (_strip_quoted(first).count(mark), -SEPARATORS.index(mark)))


def _strip_quoted(line: str) -> str:
    return "".join(line.split('"')[::2])


def _read_header(text: str, separator: str) -> tuple[list[str], int]:
    """Return the names of the columns, and how many lines they take."""
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator)
    for row in reader:
        if any(cell.strip() for cell in row):
            return [cell.strip() for cell in row], reader.line_num
    return [], 0


def make_unique_names(names: Sequence[str]) -> tuple[list[str], tuple[Any, ...]]:
    """Return names that differ from each other, and a finding where they did not.

    >>> make_unique_names(["x", "x", ""])[0]
    ['x', 'x.2', 'column 3']
    """
    names_in_use: set[str] = set()
    unique_so_far: list[str] = []
    for i, name in enumerate(names, start=1):
        base, number = name or f"column {i}", 2
        unique = base
        while unique in names_in_use or (unique != name and unique in names):
            unique, number = f"{base}.{number}", number + 1
        names_in_use.add(unique)
        unique_so_far.append(unique)
    changed = {new: old for new, old in zip(unique_so_far, names, strict=True) if new != old}
    if not changed:
        return unique_so_far, ()
    which = ", ".join(shorten(new) for new in list(changed)[:5])
    return unique_so_far, (
        make_note("BO224", f"columns without a name of their own were called {which}", columns=changed),
    )
