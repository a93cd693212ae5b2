"""Anything that holds a table in, its grid out, whatever the columns mean: files, frames, plain Python."""

from bakeoff.core.errors import InputError
from bakeoff.core.words import quote_text
from bakeoff.inputs.formats.origin import Origin, holds_bytes, load_origin
from bakeoff.inputs.formats.registry import read_bytes
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.table.grid import Grid

_LIBRARIES = frozenset(
    {"pandas", "polars", "pyarrow", "modin", "cudf", "dask", "ibis", "duckdb", "pyspark", "narwhals"}
)


def read_grid(source: object, *, options: ReadOptions) -> Grid:
    """Return the columns of a source before anybody asks what they mean."""
    if isinstance(source, Grid):  # made by a reader of logs
        return source
    if isinstance(source, Origin):  # a table of an archive
        return read_bytes(source, options=options)
    if holds_bytes(source):
        return read_bytes(load_origin(source, options=options), options=options)
    if _is_frame(source):
        from bakeoff.inputs.formats.data_frames import read_frame

        return read_frame(source, source=f"the {type(source).__module__.partition('.')[0]} data frame")
    if isinstance(source, dict | list | tuple) or hasattr(source, "__array__"):
        return _read_object(source)
    if hasattr(source, "cv_results_"):  # a fitted search of scikit-learn
        return _read_object(dict(source.cv_results_))
    if hasattr(source, "get_params") and hasattr(source, "fit"):
        raise InputError(
            f"this {type(source).__name__} has no scores: it was not fitted, or is no search",
            where="the given object",
            fix="fit a search first, or give what cross_validate returned: {'a': cross_validate(...), 'b': ...}",
            code="BO534",
        )
    raise InputError(
        f"{quote_text(type(source).__name__)} cannot be read as a table of scores",
        where="the given object",
        fix="give a path, a data frame, a dict {classifier: [scores]}, a list of records or an array",
        code="BO041",
    )


def _is_frame(source: object) -> bool:
    """Say whether this is a data frame, without importing any library for data frames."""
    library = type(source).__module__.partition(".")[0]
    return hasattr(type(source), "__dataframe__") or (
        library in _LIBRARIES and hasattr(type(source), "columns")
    )


def _read_object(source: object) -> Grid:
    import numpy as np

    from bakeoff.inputs.formats.objects import read_object

    if isinstance(source, dict | list | tuple):
        return read_object(source, source=f"the given {type(source).__name__}")
    return read_object(np.asanyarray(source), source="the given array")
