"""Things of plain Python: dicts of lists, nested dicts, records, lists of rows and numpy arrays."""

from collections.abc import Iterable, Mapping, Sequence
from numbers import Number
from string import ascii_uppercase

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import BakeoffError, InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import counted, quoted
from bakeoff.inputs.grid import Column, Grid
from bakeoff.inputs.messages import listed
from bakeoff.inputs.rows import nothing_in
from bakeoff.inputs.sklearn import grid_of_search, is_search_result, long_grid, outcomes_of
from bakeoff.inputs.values import cells_of

Record = Mapping[object, object]


def grid_of_object(data: object, *, source: str, name: str = "") -> Grid:
    """Return the grid of a dict, a list of records, a list of rows, or an array."""
    if isinstance(data, np.ndarray):
        return _of_array(data, source=source)
    if isinstance(data, Mapping):
        return _of_mapping(data, source=source, name=name)
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return _of_sequence(list(data), source=source, name=name)
    raise not_a_table(f"{quoted(type(data).__name__)} is not shaped like a table", source)


def not_a_table(what: str, source: str) -> InputError:
    """Return the error for data of a shape that no table has."""
    return InputError(
        what,
        where=source,
        fix="give {classifier: [scores]}, a list of records with dataset, classifier and score, or rows and columns",
        code="BO036",
    )


def _of_array(array: NDArray[np.generic], *, source: str) -> Grid:
    if array.ndim != 2:
        raise not_a_table(
            f"the array has {counted(array.ndim, 'dimension')}; datasets × classifiers are needed", source
        )
    if array.size == 0:
        raise nothing_in(source)
    array = _widened(array)
    names = [letters(j) for j in range(array.shape[1])]
    columns = [Column(name="dataset", cells=[f"dataset {i + 1}" for i in range(array.shape[0])], position=0)]
    columns += [
        Column(name=name, cells=cells_of(array[:, j].tolist()), position=j + 1)
        for j, name in enumerate(names)
    ]
    return _in_memory(columns, source=source).with_findings(_lettered(names))


def _widened(array: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return single precision in double, by way of its decimal digits: 0.9 stays 0.9."""
    return array.astype(str).astype(np.float64) if array.dtype in (np.float32, np.float16) else array


def letters(index: int) -> str:
    """Return the index-th name of A, B, …, Z, AA, AB, ….

    >>> letters(0), letters(25), letters(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = ascii_uppercase[rest] + name
    return name


def _lettered(names: Sequence[str]) -> Finding:
    message = (
        f"the columns have no names: the classifiers are called {listed(names)} in the order of the columns"
    )
    return Finding(code="BO317", severity=Severity.NOTE, message=message)


def _in_memory(columns: Sequence[Column], *, source: str, name: str = "") -> Grid:
    heights = {c.name: len(c.cells) for c in columns}
    if len(set(heights.values())) > 1:
        some = listed(f"{quoted(title)} has {counted(n, 'value')}" for title, n in heights.items())
        raise InputError(
            f"the columns have different lengths: {some}",
            where=source,
            fix="give every classifier one score for each dataset; None where it is missing",
            code="BO017",
        )
    height = next(iter(heights.values()), 0)
    if not columns or height == 0:
        raise nothing_in(source)
    return Grid(
        columns=tuple(columns), lines=range(1, height + 1), source=source, name=name, word="row", header=0
    )


def _of_sequence(items: list[object], *, source: str, name: str) -> Grid:
    if not items:
        raise nothing_in(source)
    if all(isinstance(item, Mapping) for item in items):
        return _of_records(
            [dict(item) for item in items if isinstance(item, Mapping)], source=source, name=name
        )
    if all(isinstance(item, Sequence | np.ndarray) and not isinstance(item, str | bytes) for item in items):
        return _of_rows([list(item) for item in items], source=source)  # type: ignore[call-overload]
    raise not_a_table("this list holds neither records nor rows", source)


def _of_records(records: list[dict[object, object]], *, source: str, name: str) -> Grid:
    keys = list(dict.fromkeys(key for record in records for key in record))
    if any(isinstance(v, Mapping | list) for record in records for v in record.values()):
        records = [{k: v for k, v in r.items() if not isinstance(v, Mapping | list)} for r in records]
        keys = list(dict.fromkeys(key for record in records for key in record))
    columns = [
        Column(name=str(key), cells=cells_of(record.get(key) for record in records), position=j)
        for j, key in enumerate(keys, start=1)
    ]
    return _in_memory(columns, source=source, name=name)


def _of_rows(rows: list[list[object]], *, source: str) -> Grid:
    header, body = (rows[0], rows[1:]) if all(isinstance(c, str) for c in rows[0]) else (None, rows)
    widths = {len(row) for row in rows}
    if len(widths) > 1:
        first = next(i for i, row in enumerate(rows) if len(row) != len(rows[0]))
        raise InputError(
            f"row {first + 1:,} has {counted(len(rows[first]), 'cell')}, the first row has {len(rows[0]):,}",
            where=source,
            fix="make all rows as long; None stands for a missing score",
            code="BO017",
        )
    if not body or not rows[0]:
        raise nothing_in(source)
    if header is not None:
        return _in_memory(_named_columns([str(c) for c in header], body), source=source)
    if all(isinstance(row[0], str) for row in rows):
        names = ["dataset", *map(letters, range(len(rows[0]) - 1))]
        return _in_memory(_named_columns(names, body), source=source).with_findings(_lettered(names[1:]))
    return _of_array(np.array(rows, dtype=object), source=source)


def _named_columns(names: list[str], rows: list[list[object]]) -> list[Column]:
    return [
        Column(name=n, cells=cells_of(row[j] for row in rows), position=j + 1) for j, n in enumerate(names)
    ]


def _of_mapping(data: Record, *, source: str, name: str) -> Grid:
    if not data:
        raise nothing_in(source)
    values = list(data.values())
    if {"columns", "data"} <= set(data) and isinstance(data["data"], list):
        return _of_split(data, source=source, name=name)
    if {"schema", "data"} <= set(data) and isinstance(data["data"], list):
        return _of_sequence(data["data"], source=source, name=name)
    if grid := _of_cross_validation(data, source=source):
        return grid
    if all(isinstance(v, Mapping) for v in values):
        return _of_nested(data, source=source, name=name)
    if any(isinstance(v, Mapping) for v in values):
        raise not_a_table("some entries of this dict are dicts, others are not", source)
    if not all(_is_list(v) for v in values):
        return _of_scalars(data, source=source)
    columns = [
        Column(name=str(key), cells=cells_of(_flat(value, str(key), source)), position=j)
        for j, (key, value) in enumerate(data.items(), start=1)
    ]
    return _in_memory(columns, source=source, name=name)


def _of_cross_validation(data: Record, *, source: str) -> Grid | None:
    try:
        if is_search_result(data):
            return grid_of_search(data, source=source)
        outcomes = outcomes_of(data)
        return long_grid(outcomes, source=source) if outcomes else None
    except BakeoffError:
        raise
    except (TypeError, ValueError, IndexError, AttributeError, OverflowError):
        raise not_a_table(
            "this looks like the result of a cross-validation, but its parts do not fit", source
        ) from None


def _of_scalars(data: Record, *, source: str) -> Grid:
    if any(_is_list(v) for v in data.values()) or not all(
        isinstance(v, Number | str | None) for v in data.values()
    ):
        raise not_a_table("this dict does not hold one list of scores for each classifier", source)
    columns = [
        Column(name=str(k), cells=cells_of([v]), position=j) for j, (k, v) in enumerate(data.items(), start=1)
    ]
    return _in_memory(columns, source=source)


def _is_list(value: object) -> bool:
    return (isinstance(value, Sequence | np.ndarray) and not isinstance(value, str | bytes)) or hasattr(
        value, "to_list"
    )


def _flat(value: object, key: str, source: str) -> list[object]:
    if isinstance(value, np.ndarray):
        items = _widened(value).tolist()
    else:
        items = value.to_list() if hasattr(value, "to_list") else list(value)  # type: ignore[call-overload]
    if any(isinstance(v, Mapping | list | tuple | np.ndarray) for v in items):
        raise not_a_table(f"the scores of {quoted(key)} are not a plain list of numbers", source)
    return list(items)


def _of_split(data: Record, *, source: str, name: str) -> Grid:
    """Read what pandas calls the split form: columns, index and data apart."""
    names, rows, index = data["columns"], data["data"], data.get("index")
    if not isinstance(names, list) or not isinstance(rows, list):
        raise not_a_table("columns and data should be lists", source)
    if any(not isinstance(row, list) or len(row) != len(names) for row in rows):
        raise InputError(
            f"not every row has the {counted(len(names), 'cell')} that 'columns' names",
            where=source,
            fix="export the table again",
            code="BO017",
        )
    columns = [
        Column(name=str(n), cells=cells_of(row[j] for row in rows), position=j + 1)
        for j, n in enumerate(names)
    ]
    if isinstance(index, list) and len(index) == len(rows) and any(isinstance(i, str) for i in index):
        columns.insert(0, Column(name="", cells=cells_of(index), position=0))
    return _in_memory(columns, source=source, name=name)


def _of_nested(data: Record, *, source: str, name: str) -> Grid:
    """Read {classifier: {dataset: score}}, {column: {row: cell}} and {row: {column: cell}}."""
    inner = [value for value in data.values() if isinstance(value, Mapping)]
    keys = list(dict.fromkeys(key for value in inner for key in value))
    if not keys:
        raise nothing_in(source)
    if _are_counted(data) and not _are_counted(keys):
        return _of_records([dict(value) for value in inner], source=source, name=name)
    if any(isinstance(v, Mapping) or _is_list(v) for value in inner for v in value.values()):
        return _of_fold_lists(data, source=source)
    columns = [
        Column(name=str(key), cells=cells_of(value.get(k) for k in keys), position=j)
        for j, (key, value) in enumerate(zip(data, inner, strict=True), start=1)
    ]
    if not _are_counted(keys):
        columns.insert(0, Column(name="dataset", cells=[str(k) for k in keys], position=0))
    return _in_memory(columns, source=source, name=name)


def _are_counted(keys: Iterable[object]) -> bool:
    return all(isinstance(k, int) or (isinstance(k, str) and k.isdecimal()) for k in keys)


def _of_fold_lists(data: Record, *, source: str) -> Grid:
    """Read {classifier: {dataset: [a score for each fold]}}."""
    rows = []
    for classifier, by_dataset in data.items():
        for dataset, scores in by_dataset.items():  # type: ignore[attr-defined]
            if not _is_list(scores):
                raise not_a_table(
                    f"{quoted(str(classifier))} has lists for some datasets and not for others", source
                )
            for fold, score in enumerate(_flat(scores, f"{classifier}, {dataset}", source)):
                rows.append(
                    {"dataset": str(dataset), "classifier": str(classifier), "fold": fold, "score": score}
                )
    if not rows:
        raise nothing_in(source)
    return _of_records(rows, source=source, name="")  # type: ignore[arg-type]
