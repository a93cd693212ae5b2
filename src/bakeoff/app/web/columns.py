"""Which column of a table was taken for what, so that the page can say so and be told otherwise; inside a worker."""

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.app.web.asked import Named, read_options
from bakeoff.app.web.uploaded_stores import is_store_content
from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.grid import Grid
from bakeoff.inputs.options import ReadOptions

MOST_COLUMNS = 400


def columns_of(fields: Mapping[str, Any], parts: Sequence[bytes]) -> dict[str, Any]:
    """Return the columns of the first table, and which was taken for what; none where there is no table to be read."""
    nothing: dict[str, Any] = {"columns": [], "roles": {}}
    if fields.get("store") is not None or is_store_content(parts[0]):
        return nothing
    options = read_options(fields["options"])
    try:
        grid = read_grid_of(fields, parts, options)
        names = [column.name for column in grid.columns[:MOST_COLUMNS]]
        return {"columns": names, "roles": _roles(grid, options)}
    except BakeoffError:
        return nothing


def read_grid_of(fields: Mapping[str, Any], parts: Sequence[bytes], options: ReadOptions) -> Grid:
    """Return the first table, before anybody asks what its columns mean."""
    from bakeoff.inputs.read import read_grid

    return read_grid(Named(parts[0], fields["names"][0]), options=options)


def _roles(grid: Grid, options: ReadOptions) -> dict[str, str]:
    """Return the columns that were taken for something, by the option that would say otherwise."""
    from bakeoff.inputs.prediction_columns import recognise

    laid = recognise(grid, options=options)
    if laid is None:
        return _of_scores(grid, options)
    found = {f"{part}_column": column.name for part, column in laid.parts.items()}
    return found if laid.truth is None else found | {"truth_column": laid.truth.column.name}


def _of_scores(grid: Grid, options: ReadOptions) -> dict[str, str]:
    from bakeoff.inputs.roles import find_roles, guess_dataset
    from bakeoff.inputs.spellings import Role

    roles = find_roles(grid, options=options)
    guessed = None if Role.DATASET in roles else guess_dataset(grid, roles.values())[0]
    found = {f"{role}_column": grid.columns[index].name for role, index in roles.items()}
    return found if guessed is None else found | {"dataset_column": grid.columns[guessed].name}
