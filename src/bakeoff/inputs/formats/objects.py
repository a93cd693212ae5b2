"""Things of plain Python: dicts of lists, nested dicts, records, lists of rows and numpy arrays."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from numbers import Number
from operator import itemgetter
from string import ascii_uppercase
from typing import cast

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import BakeoffError, InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.formats.sklearn import (
    find_cross_validations,
    is_search_result,
    make_long_grid,
    read_search,
)
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.table.cell_values import cells_of
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.rows import empty_source_error

Record = Mapping[object, object]


def read_object(data: object, *, source: str, name: str = "") -> Grid:
    """Return the grid of a dict, a list of records, a list of rows, or an array."""
    if isinstance(data, np.ndarray):
        return _read_array(data, source=source)
    if isinstance(data, Mapping):
        return _read_mapping(data, source=source, name=name)
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return _read_sequence(list(data), source=source, name=name)
    raise shape_error(f"{quote_text(type(data).__name__)} is not shaped like a table", source)


def shape_error(what: str, source: str) -> InputError:
    """Return the error for data of a shape that no table has."""
    return InputError(
        what,
        where=source,
        fix="give {classifier: [scores]}, a list of records with dataset, classifier and score, or rows and columns",
        code="BO036",
    )


def _read_array(array: NDArray[np.generic], *, source: str) -> Grid:
    if array.ndim != 2:
        raise shape_error(
            f"the array has {write_count(array.ndim, 'dimension')}; datasets × classifiers are needed", source
        )
    if array.size == 0:
        raise empty_source_error(source)
    array = _widen_object_array(array)
    names = [column_letters(j) for j in range(array.shape[1])]
    columns = [Column(name="dataset", cells=[f"dataset {i + 1}" for i in range(array.shape[0])], position=0)]
    columns += [
        Column(name=name, cells=cells_of(array[:, j].tolist()), position=j + 1)
        for j, name in enumerate(names)
    ]
    return _make_grid(columns, source=source).with_findings(_letters_finding(names))


def _widen_object_array(array: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return single precision in double, by way of its decimal digits: 0.9 stays 0.9."""
    return array.astype(str).astype(np.float64) if array.dtype in (np.float32, np.float16) else array


def column_letters(index: int) -> str:
    """Return the index-th name of A, B, …, Z, AA, AB, ….

    >>> column_letters(0), column_letters(25), column_letters(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = ascii_uppercase[rest] + name
    return name


def _letters_finding(names: Sequence[str]) -> Finding:
    message = (
        f"the columns have no names: the classifiers are called {join_with_commas(names)} in the order "
        "of the columns"
    )
    return Finding(code="BO317", severity=Severity.NOTE, message=message)


def _make_grid(columns: Sequence[Column], *, source: str, name: str = "") -> Grid:
    heights = {c.name: len(c.cells) for c in columns}
    if len(set(heights.values())) > 1:
        some = join_with_commas(
            f"{quote_text(title)} has {write_count(n, 'value')}" for title, n in heights.items()
        )
        raise InputError(
            f"the columns have different lengths: {some}",
            where=source,
            fix="give every classifier one score for each dataset; None where it is missing",
            code="BO017",
        )
    height = next(iter(heights.values()), 0)
    if not columns or height == 0:
        raise empty_source_error(source)
    return Grid(
        columns=tuple(columns), lines=range(1, height + 1), source=source, name=name, word="row", header=0
    )


def _read_sequence(items: list[object], *, source: str, name: str) -> Grid:
    if not items:
        raise empty_source_error(source)
    kinds = set(map(type, items))
    if all(issubclass(kind, Mapping) for kind in kinds):
        records = [item if type(item) is dict else dict(cast("Record", item)) for item in items]
        return _read_records(records, source=source, name=name)
    if all(isinstance(item, Sequence | np.ndarray) and not isinstance(item, str | bytes) for item in items):
        return _read_rows([list(item) for item in items], source=source)  # type: ignore[call-overload]
    raise shape_error("this list holds neither records nor rows", source)


def _read_records(records: list[dict[object, object]], *, source: str, name: str) -> Grid:
    keys = list(dict.fromkeys(chain.from_iterable(records)))
    kinds = set(map(type, chain.from_iterable(map(dict.values, records))))
    if any(issubclass(kind, Mapping | list) for kind in kinds):
        records = [{k: v for k, v in r.items() if not isinstance(v, Mapping | list)} for r in records]
        keys = list(dict.fromkeys(key for record in records for key in record))
    columns = [
        Column(name=str(key), cells=cells_of(_pick_values(records, key)), position=j)
        for j, key in enumerate(keys, start=1)
    ]
    return _make_grid(columns, source=source, name=name)


def _pick_values(records: list[dict[object, object]], key: object) -> list[object]:
    """Return one value of each record, None where it has none."""
    try:
        return list(map(itemgetter(key), records))
    except KeyError:
        return [record.get(key) for record in records]


def _read_rows(rows: list[list[object]], *, source: str) -> Grid:
    header, body = (rows[0], rows[1:]) if all(isinstance(c, str) for c in rows[0]) else (None, rows)
    widths = {len(row) for row in rows}
    if len(widths) > 1:
        first = next(i for i, row in enumerate(rows) if len(row) != len(rows[0]))
        raise InputError(
            f"row {first + 1:,} has {write_count(len(rows[first]), 'cell')}, the first row has {len(rows[0]):,}",
            where=source,
            fix="make all rows as long; None stands for a missing score",
            code="BO017",
        )
    if not body or not rows[0]:
        raise empty_source_error(source)
    if header is not None:
        return _make_grid(_make_columns([str(c) for c in header], body), source=source)
    if all(isinstance(row[0], str) for row in rows):
        names = ["dataset", *map(column_letters, range(len(rows[0]) - 1))]
        return _make_grid(_make_columns(names, body), source=source).with_findings(
            _letters_finding(names[1:])
        )
    return _read_array(np.array(rows, dtype=object), source=source)


def _make_columns(names: list[str], rows: list[list[object]]) -> list[Column]:
    return [
        Column(name=n, cells=cells_of(row[j] for row in rows), position=j + 1) for j, n in enumerate(names)
    ]


def _read_mapping(data: Record, *, source: str, name: str) -> Grid:
    if not data:
        raise empty_source_error(source)
    values = list(data.values())
    if {"columns", "data"} <= set(data) and isinstance(data["data"], list):
        return _read_split_form(data, source=source, name=name)
    if {"schema", "data"} <= set(data) and isinstance(data["data"], list):
        return _read_sequence(data["data"], source=source, name=name)
    if grid := _read_cross_validation(data, source=source):
        return grid
    if all(isinstance(v, Mapping) for v in values):
        return _read_nested(data, source=source, name=name)
    if any(isinstance(v, Mapping) for v in values):
        raise shape_error("some entries of this dict are dicts, others are not", source)
    if not all(_is_list(v) for v in values):
        return _read_scalars(data, source=source)
    columns = [
        Column(name=str(key), cells=cells_of(_flatten_values(value, str(key), source)), position=j)
        for j, (key, value) in enumerate(data.items(), start=1)
    ]
    return _make_grid(columns, source=source, name=name)


def _read_cross_validation(data: Record, *, source: str) -> Grid | None:
    try:
        if is_search_result(data):
            return read_search(data, source=source)
        outcomes = find_cross_validations(data)
        return make_long_grid(outcomes, source=source) if outcomes else None
    except BakeoffError:
        raise
    except (TypeError, ValueError, IndexError, AttributeError, OverflowError):
        raise shape_error(
            "this looks like the result of a cross-validation, but its parts do not fit", source
        ) from None


def _read_scalars(data: Record, *, source: str) -> Grid:
    if any(_is_list(v) for v in data.values()) or not all(
        isinstance(v, Number | str | None) for v in data.values()
    ):
        raise shape_error("this dict does not hold one list of scores for each classifier", source)
    columns = [
        Column(name=str(k), cells=cells_of([v]), position=j) for j, (k, v) in enumerate(data.items(), start=1)
    ]
    return _make_grid(columns, source=source)


def _is_list(value: object) -> bool:
    return (isinstance(value, Sequence | np.ndarray) and not isinstance(value, str | bytes)) or hasattr(
        value, "to_list"
    )


def _flatten_values(value: object, key: str, source: str) -> list[object]:
    if isinstance(value, np.ndarray):
        items = _widen_object_array(value).tolist()
    else:
        items = value.to_list() if hasattr(value, "to_list") else list(value)  # type: ignore[call-overload]
    if any(isinstance(v, Mapping | list | tuple | np.ndarray) for v in items):
        raise shape_error(f"the scores of {quote_text(key)} are not a plain list of numbers", source)
    return list(items)


def _read_split_form(data: Record, *, source: str, name: str) -> Grid:
    """Read what pandas calls the split form: columns, index and data apart."""
    names, rows, index = data["columns"], data["data"], data.get("index")
    if not isinstance(names, list) or not isinstance(rows, list):
        raise shape_error("columns and data should be lists", source)
    if any(not isinstance(row, list) or len(row) != len(names) for row in rows):
        raise InputError(
            f"not every row has the {write_count(len(names), 'cell')} that 'columns' names",
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
    return _make_grid(columns, source=source, name=name)


def _read_nested(data: Record, *, source: str, name: str) -> Grid:
    """Read {classifier: {dataset: score}}, {column: {row: cell}} and {row: {column: cell}}."""
    inner = [value for value in data.values() if isinstance(value, Mapping)]
    keys = list(dict.fromkeys(key for value in inner for key in value))
    if not keys:
        raise empty_source_error(source)
    if _are_counting(data) and not _are_counting(keys):
        return _read_records([dict(value) for value in inner], source=source, name=name)
    if any(isinstance(v, Mapping) or _is_list(v) for value in inner for v in value.values()):
        return _read_fold_lists(data, source=source)
    columns = [
        Column(name=str(key), cells=cells_of(value.get(k) for k in keys), position=j)
        for j, (key, value) in enumerate(zip(data, inner, strict=True), start=1)
    ]
    if not _are_counting(keys):
        columns.insert(0, Column(name="dataset", cells=[str(k) for k in keys], position=0))
    return _make_grid(columns, source=source, name=name)


def _are_counting(keys: Iterable[object]) -> bool:
    return all(isinstance(k, int) or (isinstance(k, str) and k.isdecimal()) for k in keys)


def _read_fold_lists(data: Record, *, source: str) -> Grid:
    """Read {classifier: {dataset: [a score for each fold]}}."""
    rows = []
    for classifier, by_dataset in data.items():
        for dataset, scores in by_dataset.items():  # type: ignore[attr-defined]
            if not _is_list(scores):
                raise shape_error(
                    f"{quote_text(str(classifier))} has lists for some datasets and not for others", source
                )
            for fold, score in enumerate(_flatten_values(scores, f"{classifier}, {dataset}", source)):
                rows.append(
                    {"dataset": str(dataset), "classifier": str(classifier), "fold": fold, "score": score}
                )
    if not rows:
        raise empty_source_error(source)
    return _read_records(rows, source=source, name="")  # type: ignore[arg-type]
