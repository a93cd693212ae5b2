"""Parquet files as raw tables."""

from io import BytesIO
from typing import Any

import numpy as np

from bakeoff.core.evidence import Floats
from bakeoff.core.words import brief
from bakeoff.datasets.columns import SECONDS_OF_A_DAY
from bakeoff.datasets.delimited import unique_names
from bakeoff.datasets.messages import unreadable
from bakeoff.datasets.needs import arrow
from bakeoff.datasets.raw import Declared, RawColumn, RawTable, Texts, distinct_texts


def read_parquet(data: bytes, *, where: str) -> RawTable:
    """Return the columns of a Parquet file."""
    pa = arrow("parquet", "compute", "types")
    try:
        table = pa.parquet.read_table(BytesIO(data))
    except (pa.ArrowInvalid, OSError) as error:
        raise unreadable(
            f"this is no sound Parquet file: {brief(str(error).splitlines()[0])}", where=where
        ) from None
    kept = [i for i, name in enumerate(table.column_names) if not name.startswith("__index_level_")]
    names, findings = unique_names([table.column_names[i] for i in kept])
    columns = tuple(_column(pa, name, table.column(i), where) for name, i in zip(names, kept, strict=True))
    return RawTable(columns=columns, findings=findings)


def _column(pa: Any, name: str, column: Any, where: str) -> RawColumn:  # noqa: ANN401 - pyarrow is untyped
    kind = column.type
    if pa.types.is_dictionary(kind):  # what a frame calls a category is one, whatever its values look like
        return RawColumn(
            name=name, cells=_texts(pa, column.cast(kind.value_type)), declared=Declared.CATEGORICAL
        )
    if pa.types.is_temporal(kind) and (pa.types.is_timestamp(kind) or pa.types.is_date(kind)):
        return RawColumn(name=name, cells=_days(pa, column), dates=True)
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return RawColumn(name=name, cells=_numbers(pa, column))
    if pa.types.is_boolean(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return RawColumn(name=name, cells=_texts(pa, column))
    if pa.types.is_null(kind):
        return RawColumn(name=name, cells=np.full(len(column), np.nan))
    raise unreadable(
        f"the column '{brief(name)}' holds {kind}, which is neither a number nor a category",
        where=where,
        fix="leave the column out of the file, or write it as numbers or as text",
    )


def _texts(pa: Any, column: Any) -> Texts:  # noqa: ANN401
    whole = column.cast(pa.string()).dictionary_encode().unify_dictionaries().combine_chunks()
    codes = whole.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
    return distinct_texts(codes, whole.dictionary.to_pylist())


def _numbers(pa: Any, column: Any) -> Floats:  # noqa: ANN401
    # Whole numbers beyond 2^53 are rounded on purpose (safe=False); a remark says so where it happens.
    return column.cast(pa.float64(), safe=False).to_numpy().astype(np.float64)  # type: ignore[no-any-return]


def _days(pa: Any, column: Any) -> Floats:  # noqa: ANN401
    stamps = column.cast(pa.timestamp("s"), safe=False).combine_chunks().cast(pa.int64())
    return stamps.cast(pa.float64()).to_numpy(zero_copy_only=False) / SECONDS_OF_A_DAY  # type: ignore[no-any-return]
