"""Tables among logs: rows of CSV or Parquet as records of text, one at a time."""

import csv
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from typing import Any

from bakeoff.core.errors import InputError
from bakeoff.inputs.logs.files import LogFile
from bakeoff.inputs.logs.json_values import not_as_written
from bakeoff.inputs.logs.peek import Peek

PARQUET = b"PAR1"
csv.field_size_limit(min(sys.maxsize, 2**31 - 1))


def separator_of(peek: Peek) -> str:
    """Return what separates the columns, by the first line."""
    return max(",;\t", key=(peek.first_lines or ("",))[0].count)


def cells_of(peek: Peek) -> Iterator[list[str]]:
    """Yield the rows of a table as lists of cells, its header first."""
    with (
        peek.file.open() as stream,
        TextIOWrapper(stream, encoding="utf-8-sig", errors="replace", newline="") as text,
    ):
        try:
            yield from (row for row in csv.reader(text, delimiter=separator_of(peek)) if row)
        except csv.Error as error:
            raise not_as_written(
                f"a line cannot be split ({error})", tool="a table", where=peek.file.label
            ) from None


def rows_of(peek: Peek) -> Iterator[dict[str, str]]:
    """Yield the rows of a table as {column: cell}."""
    rows = cells_of(peek)
    header = [cell.strip() for cell in next(rows, [])]
    for row in rows:
        yield dict(zip(header, row, strict=False))


def parquet_names(peek: Peek) -> frozenset[str]:
    """Return the names of the columns of a Parquet file; none where it is none, or nothing reads it."""
    if not peek.head.startswith(PARQUET) or peek.file.member:
        return frozenset()
    try:
        from pyarrow.lib import ArrowException
        from pyarrow.parquet import read_schema
    except ImportError:
        return frozenset()
    try:
        return frozenset(read_schema(peek.file.path).names)
    except (ArrowException, OSError):
        return frozenset()


def parquet_rows(file: LogFile, columns: list[str] | None = None) -> Iterator[dict[str, Any]]:
    """Yield the rows of a Parquet file as records, some thousands at a time."""
    try:
        from pyarrow.lib import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise InputError(
            "this is a Parquet file, and pyarrow is not installed",
            where=file.label,
            fix="pip install '.[parquet]' in the folder of bakeoff",
            code="BO042",
        ) from None
    try:
        for batch in ParquetFile(file.path).iter_batches(batch_size=4096, columns=columns):
            yield from batch.to_pylist()
    except (ArrowException, OSError):
        raise InputError(
            "the Parquet file is cut off or damaged", where=file.label, fix="write it again", code="BO033"
        ) from None
