"""Anything that holds a table in, its columns out, whatever they mean: files, frames, objects of plain Python."""

from bakeoff.core.errors import InputError
from bakeoff.core.words import quoted
from bakeoff.inputs.formats import grid_of_bytes
from bakeoff.inputs.grid import Grid
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.sources import is_place, load

_LIBRARIES = frozenset(
    {"pandas", "polars", "pyarrow", "modin", "cudf", "dask", "ibis", "duckdb", "pyspark", "narwhals"}
)


def read_grid(source: object, *, options: ReadOptions) -> Grid:
    """Return the columns of a source before anybody asks what they mean."""
    if is_place(source):
        return grid_of_bytes(load(source, options=options), options=options)
    if _is_frame(source):
        from bakeoff.inputs.frames import grid_of_frame

        return grid_of_frame(source, source=f"the {type(source).__module__.partition('.')[0]} data frame")
    if isinstance(source, dict | list | tuple) or hasattr(source, "__array__"):
        return _of_object(source)
    if hasattr(source, "cv_results_"):  # a fitted search of scikit-learn
        return _of_object(dict(source.cv_results_))
    if hasattr(source, "get_params") and hasattr(source, "fit"):
        raise InputError(
            f"this {type(source).__name__} has no scores: it was not fitted, or is no search",
            where="the given object",
            fix="fit a search first, or give what cross_validate returned: {'a': cross_validate(...), 'b': ...}",
            code="BO534",
        )
    raise InputError(
        f"{quoted(type(source).__name__)} cannot be read as a table of scores",
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


def _of_object(source: object) -> Grid:
    import numpy as np

    from bakeoff.inputs.objects import grid_of_object

    if isinstance(source, dict | list | tuple):
        return grid_of_object(source, source=f"the given {type(source).__name__}")
    return grid_of_object(np.asanyarray(source), source="the given array")
