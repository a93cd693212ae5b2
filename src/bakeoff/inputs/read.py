"""The door of this room: anything that holds scores in, a table of scores out, or an error that helps."""

from collections.abc import Sequence
from os import PathLike

from bakeoff.core.errors import InputError
from bakeoff.core.evidence import Scores
from bakeoff.inputs.formats import grid_of_bytes
from bakeoff.inputs.grid import Grid
from bakeoff.inputs.layout import observe
from bakeoff.inputs.messages import quoted
from bakeoff.inputs.observations import join, leave_out
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.sources import is_place, load
from bakeoff.inputs.table import scores_of
from bakeoff.inputs.weka import with_short_schemes

_LIBRARIES = frozenset(
    {"pandas", "polars", "pyarrow", "modin", "cudf", "dask", "ibis", "duckdb", "pyspark", "narwhals"}
)

__all__ = ["ReadOptions", "read", "read_grid"]


def read(source: object, *, options: ReadOptions | None = None) -> Scores:
    """Read a table of scores from whatever a person has.

    Parameters
    ----------
    source
        A path, "-" for standard input, bytes, pasted text, a data frame, a dict, a list of records, a list of
        rows, an array, results of scikit-learn, or a list of paths whose tables belong together.
    options
        What the user says about the table; everything else is found out or asked for.

    Returns
    -------
    Scores
        The table, with findings that say how it was read.

    Raises
    ------
    BakeoffError
        When the source cannot be read as scores, with what, where and how to mend it.

    Examples
    --------
    >>> scores = read({"dataset": ["iris", "sonar"], "rf": [0.95, 0.87], "svm": [0.96, 0.86]})
    >>> scores.classifiers, scores.datasets
    (('rf', 'svm'), ('iris', 'sonar'))
    """
    options = options or ReadOptions()
    sources = list(source) if isinstance(source, list | tuple) and _are_places(source) else [source]
    grids = with_short_schemes([read_grid(one, options=options) for one in sources])
    observed = join([observe(grid, options=options) for grid in grids])
    columns = {column.name.strip() for grid in grids for column in grid.columns}
    return scores_of(leave_out(observed, columns, options=options), options=options)


def read_grid(source: object, *, options: ReadOptions) -> Grid:
    """Return the columns of a source before anybody asks what they mean."""
    if is_place(source):
        return grid_of_bytes(load(source, options=options), options=options)
    if _is_frame(source):
        from bakeoff.inputs.frames import grid_of_frame

        return grid_of_frame(source, source=f"the {type(source).__module__.partition('.')[0]} data frame")
    if isinstance(source, dict | list | tuple) or hasattr(source, "__array__"):
        return _of_object(source)
    raise InputError(
        f"{quoted(type(source).__name__)} cannot be read as a table of scores",
        where="the given object",
        fix="give a path, a data frame, a dict {classifier: [scores]}, a list of records or an array",
        code="BO041",
    )


def _are_places(sources: Sequence[object]) -> bool:
    return bool(sources) and all(isinstance(s, str | PathLike) for s in sources)


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
    return grid_of_object(np.asarray(source), source="the given array")
