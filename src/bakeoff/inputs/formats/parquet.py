"""Parquet files, by pyarrow where it is installed; looked at before they are decoded."""

from io import BytesIO
from typing import Any

from bakeoff.core.errors import BakeoffError, InputError
from bakeoff.inputs.formats.compression import check_size
from bakeoff.inputs.formats.data_frames import read_frame
from bakeoff.inputs.formats.origin import Origin, cell_count_error
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.table.grid import Grid

_MOST_THRIFT = 100_000_000


def read_parquet(origin: Origin, *, options: ReadOptions) -> Grid:
    """Return the grid of a Parquet file."""
    try:
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise InputError(
            "reading Parquet needs pyarrow, which is not installed",
            where=origin.label,
            fix="pip install '.[parquet]' in the folder of bakeoff, or export the table as CSV",
            code="BO042",
        ) from None
    try:
        file = ParquetFile(
            BytesIO(origin.data),
            thrift_string_size_limit=_MOST_THRIFT,
            thrift_container_size_limit=_MOST_THRIFT,
        )
        _check_size(file.metadata, origin, options=options)
        return read_frame(file.read(use_threads=False), source=origin.label, name=origin.name)
    except BakeoffError:
        raise
    except Exception:  # pyarrow raises a dozen kinds of error for a damaged file, some of them its own
        raise InputError(
            "the Parquet file is cut off or damaged",
            where=origin.label,
            fix="write the file again",
            code="BO033",
        ) from None


def _check_size(metadata: Any, origin: Origin, *, options: ReadOptions) -> None:  # noqa: ANN401  pyarrow is untyped
    groups = [metadata.row_group(i) for i in range(metadata.num_row_groups)]
    rows = max(metadata.num_rows, sum(g.num_rows for g in groups))
    if rows * metadata.num_columns > options.max_cells:
        raise cell_count_error(rows * metadata.num_columns, options.max_cells, origin.label)
    unpacked = sum(max(g.total_byte_size, 0) for g in groups)
    check_size(origin.label, packed=len(origin.data), unpacked=unpacked, most=options.max_unpacked)
