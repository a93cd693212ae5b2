"""Properties of datasets from a file: one row for each dataset, one column of numbers for each property."""

import csv
from collections.abc import Mapping, Sequence
from math import nan
from pathlib import Path

import numpy as np

from bakeoff.core.answers.explanation import PropertyTable
from bakeoff.core.errors import InputError
from bakeoff.core.words import did_you_mean, write_list

MISSING = frozenset({"", "?", "na", "n/a", "nan", "null", "none", "-"})


def read_properties(path: str, *, columns: Sequence[str] = (), key: str | None = None) -> PropertyTable:
    """Return the properties in a CSV or TSV file; its first column, or one called 'dataset', names the dataset.

    `key` is the column that names it where it is told. With `columns` only those are taken; otherwise every column
    that holds numbers.
    """
    rows = _read_rows(path)
    key = (
        next((name for name in rows[0] if name.casefold().strip() == "dataset"), next(iter(rows[0])))
        if key is None
        else _require_column(key, list(rows[0]), path)
    )
    property_names = [_require_column(name, list(rows[0]), path) for name in columns] or [
        name for name in rows[0] if name != key and _is_numeric([row[name] for row in rows])
    ]
    if not property_names:
        raise _properties_error(
            "no column of it holds numbers", path, "give a column of numbers for each property"
        )
    per_dataset: dict[str, dict[str, float]] = {}
    for row in rows:
        values = {name: _parse_number(row[name], name, path) for name in property_names}
        first = per_dataset.setdefault(row[key].strip(), values)
        if not np.array_equal(list(first.values()), list(values.values()), equal_nan=True):
            raise _properties_error(
                f"the dataset {row[key]!r} has two different rows",
                path,
                "give each dataset one value of a property",
            )
    return make_properties(per_dataset, source=path)


def make_properties(said: Mapping[str, Mapping[str, float]], *, source: str) -> PropertyTable:
    """Return properties given as dataset → property → number.

    >>> make_properties({"iris": {"rows": 150}, "wine": {"rows": 178}}, source="here").values.tolist()
    [[150.0], [178.0]]
    """
    names = tuple(dict.fromkeys(name for values in said.values() for name in values))
    table = [[float(values.get(name, nan)) for name in names] for values in said.values()]
    return PropertyTable(
        datasets=tuple(said),
        names=names,
        values=np.array(table, dtype=np.float64).reshape(len(said), len(names)),
        source=source,
    )


def _read_rows(path: str) -> list[dict[str, str]]:
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise _properties_error(
            f"the properties cannot be read: {reason}", path, "give a CSV file in UTF-8"
        ) from None
    lines = text.splitlines()
    head = lines[0] if lines else ""
    separator = max("\t;,", key=head.count)
    rows = list(csv.DictReader(lines, delimiter=separator, restval=""))
    if not rows or None in rows[0] or len(rows[0]) < 2:
        raise _properties_error(
            "it is not a table with a column of datasets and columns of properties",
            path,
            "give CSV such as: dataset,rows,missing",
        )
    return rows


def _require_column(name: str, known: list[str], path: str) -> str:
    if name not in known:
        raise _properties_error(
            f"there is no column {name!r}{did_you_mean(name, known)}",
            path,
            f"take one of {write_list(known, most=10)}",
        )
    return name


def _is_numeric(cells: Sequence[str | None]) -> bool:
    present = [c for c in cells if (c or "").strip().casefold() not in MISSING]
    return bool(present) and all(_try_number(c or "") is not None for c in present)


def _parse_number(cell: str | None, name: str, path: str) -> float:
    text = (cell or "").strip()
    if text.casefold() in MISSING:
        return nan
    value = _try_number(text)
    if value is None:
        raise _properties_error(
            f"{text!r} in column {name!r} is no number", path, "give numbers, or nothing where unknown"
        )
    return value


def _try_number(text: str) -> float | None:
    share = text.strip().endswith("%")
    try:
        value = float(text.strip().removesuffix("%"))
    except ValueError:
        return None
    return value / 100 if share else value


def _properties_error(what: str, where: str, fix: str) -> InputError:
    return InputError(what, where=where, fix=fix, code="BO458")
