"""Data frames of pandas, polars, pyarrow and whatever else narwhals knows."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.table.cell_values import cell_text
from bakeoff.inputs.table.grid import Cells, Column, Grid
from bakeoff.inputs.table.rows import empty_source_error


def read_frame(frame: object, *, source: str, name: str = "") -> Grid:
    """Return the grid of a data frame; an index with names is a column like the others."""
    if _is_pandas(frame):
        columns, kinds = _read_pandas_columns(frame), frame.dtypes  # type: ignore[attr-defined]
    else:
        eager = _collect_frame(frame, source)
        columns, kinds = _read_columns(eager), eager.schema.dtypes()
    height = len(columns[0].cells) if columns else 0
    if height == 0:
        raise empty_source_error(source)
    grid = Grid(
        columns=tuple(columns), lines=range(1, height + 1), source=source, name=name, word="row", header=0
    )
    return grid.with_findings(*_precision_findings(map(str, kinds)))


def _is_pandas(frame: object) -> bool:
    return type(frame).__module__.partition(".")[0] == "pandas"


def _collect_frame(frame: object, source: str) -> Any:  # noqa: ANN401  whatever narwhals makes of it
    import narwhals.stable.v1 as nw

    try:
        wrapped = nw.from_native(frame, allow_series=False)
        return wrapped.collect() if isinstance(wrapped, nw.LazyFrame) else wrapped
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{quote_text(type(frame).__name__)} cannot be read as a table: {error}",
            where=source,
            fix="convert it to a pandas or polars data frame",
            code="BO041",
        ) from None


def _read_columns(frame: Any) -> list[Column]:  # noqa: ANN401
    return [
        Column(name=_index_name(name), cells=_read_cells(frame[name]), position=j)
        for j, name in enumerate(frame.columns, start=1)
    ]


def _index_name(name: str) -> str:
    return "" if name.startswith("__index_level_") else name


def _read_cells(series: Any) -> Cells:  # noqa: ANN401
    dtype = series.dtype
    if dtype.is_float() or dtype.is_integer():
        return widen_numbers(series.to_numpy())
    return [cell_text(value) for value in series.to_list()]


def widen_numbers(values: NDArray[np.generic]) -> Cells:
    """Return an array as double precision or 64-bit integers.

    Single precision is widened by way of its decimal digits: 0.9 stays 0.9 and does not become
    0.8999999761581421, so that equal differences stay equal.
    """
    if values.dtype.kind in "iu" and values.dtype != np.uint64:
        return values.astype(np.int64)
    if values.dtype in (np.float32, np.float16):
        return values.astype(str).astype(np.float64)
    return values.astype(np.float64)


def _read_pandas_columns(frame: Any) -> list[Column]:  # noqa: ANN401
    """Read a pandas frame by itself: repeated names, an index and names in several levels are usual there."""
    columns = [
        Column(name=_label_text(frame.columns[j]), cells=_read_pandas_cells(frame.iloc[:, j]), position=j + 1)
        for j in range(frame.shape[1])
    ]
    if type(frame.index).__name__ == "RangeIndex":
        return columns
    levels = [frame.index.get_level_values(i) for i in range(frame.index.nlevels)]
    if (
        len(levels) == 1
        and levels[0].name is None
        and levels[0].dtype.kind in "iu"
        and any(not c.is_numeric for c in columns)
    ):
        return columns  # what is left of a filtered RangeIndex
    return [
        Column(name=_label_text(level.name), cells=_read_pandas_cells(level), position=0) for level in levels
    ] + columns


def _label_text(label: object) -> str:
    if isinstance(label, tuple):
        return " ".join(str(part) for part in label if str(part))
    return "" if label is None else str(label)


def _read_pandas_cells(series: Any) -> Cells:  # noqa: ANN401
    kind = series.dtype.kind
    if kind in "iu" and not series.hasnans:
        return widen_numbers(series.to_numpy(dtype=series.dtype.name.lower()))
    if kind in "iuf":
        narrow = str(series.dtype).lower() == "float32"
        return widen_numbers(series.to_numpy(dtype=np.float32 if narrow else np.float64, na_value=np.nan))
    return [cell_text(value) for value in series.tolist()]


def _precision_findings(kinds: Iterable[str]) -> tuple[Finding, ...]:
    narrow = sorted({kind for kind in kinds if kind.lower() in ("float32", "float16")})
    if not narrow:
        return ()
    message = (
        f"the scores are in single precision ({join_with_commas(narrow)}), about seven digits; "
        "differences smaller than that are rounding"
    )
    return (Finding(code="BO310", severity=Severity.NOTE, message=message),)
