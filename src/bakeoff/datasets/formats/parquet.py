"""Parquet files as raw tables."""

from io import BytesIO
from typing import Any

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.words import shorten
from bakeoff.datasets.assembly.typed_columns import SECONDS_OF_A_DAY
from bakeoff.datasets.formats.arrow import import_arrow
from bakeoff.datasets.formats.delimited import make_unique_names
from bakeoff.datasets.formats.raw_table import DeclaredType, RawColumn, RawTable, Texts, clean_texts
from bakeoff.datasets.messages import unreadable_error


def read_parquet(data: bytes, *, where: str) -> RawTable:
    """Return the columns of a Parquet file."""
    pa = import_arrow("parquet", "compute", "types")
    try:
        table = pa.parquet.read_table(BytesIO(data))
    except (pa.ArrowInvalid, OSError) as error:
        raise unreadable_error(
            f"this is no sound Parquet file: {shorten(str(error).splitlines()[0])}", where=where
        ) from None
    indices = [i for i, name in enumerate(table.column_names) if not name.startswith("__index_level_")]
    names, findings = make_unique_names([table.column_names[i] for i in indices])
    columns = tuple(
        _read_column(pa, name, table.column(i), where) for name, i in zip(names, indices, strict=True)
    )
    return RawTable(columns=columns, findings=findings)


def _read_column(pa: Any, name: str, column: Any, where: str) -> RawColumn:  # noqa: ANN401 - pyarrow is untyped
    kind = column.type
    if pa.types.is_dictionary(kind):  # what a frame calls a category is one, whatever its values look like
        return RawColumn(
            name=name, cells=_read_texts(pa, column.cast(kind.value_type)), declared=DeclaredType.CATEGORICAL
        )
    if pa.types.is_temporal(kind) and (pa.types.is_timestamp(kind) or pa.types.is_date(kind)):
        return RawColumn(name=name, cells=_read_days(pa, column), dates=True)
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return RawColumn(name=name, cells=_read_numbers(pa, column))
    if pa.types.is_boolean(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return RawColumn(name=name, cells=_read_texts(pa, column))
    if pa.types.is_null(kind):
        return RawColumn(name=name, cells=np.full(len(column), np.nan))
    raise unreadable_error(
        f"the column '{shorten(name)}' holds {kind}, which is neither a number nor a category",
        where=where,
        fix="leave the column out of the file, or write it as numbers or as text",
    )


def _read_texts(pa: Any, column: Any) -> Texts:  # noqa: ANN401
    whole = column.cast(pa.string()).dictionary_encode().unify_dictionaries().combine_chunks()
    codes = whole.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
    return clean_texts(codes, whole.dictionary.to_pylist())


def _read_numbers(pa: Any, column: Any) -> Floats:  # noqa: ANN401
    # Whole numbers beyond 2^53 are rounded on purpose (safe=False); a finding says so where it happens.
    return column.cast(pa.float64(), safe=False).to_numpy().astype(np.float64)  # type: ignore[no-any-return]


def _read_days(pa: Any, column: Any) -> Floats:  # noqa: ANN401
    stamps = column.cast(pa.timestamp("s"), safe=False).combine_chunks().cast(pa.int64())
    return stamps.cast(pa.float64()).to_numpy(zero_copy_only=False) / SECONDS_OF_A_DAY  # type: ignore[no-any-return]
