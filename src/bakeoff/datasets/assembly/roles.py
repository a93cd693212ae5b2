"""What the columns of a dataset are for, as the reference or a types.json says, or as their names suggest."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from bakeoff.core.errors import DatasetError
from bakeoff.core.words import did_you_mean, quote_text, shorten, write_list
from bakeoff.datasets.formats.raw_table import DeclaredType, RawTable

TARGET_NAMES = ("class", "target", "label", "y")
TYPES_FILE = "types.json"
_OPTIONS = (
    "target", "order", "group", "time", "split", "weight", "categorical", "numeric", "text", "drop", "encoding",
    "separator", "name",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnRoles:
    """Which column is the target, which ones group, date, split or weigh the rows, and what the others hold."""

    target: str | None = None
    group: str | None = None
    time: str | None = None
    split: str | None = None  # the fold that each row is tested in, or train and test
    weight: str | None = None  # how much each row counts
    order: tuple[str, ...] = ()  # of ordered classes, the lowest first
    drop: tuple[str, ...] = ()
    declared: dict[str, DeclaredType] = field(default_factory=dict)
    complete: bool = False  # whether the types of all columns were declared on purpose
    encoding: str | None = None
    separator: str | None = None
    name: str | None = None


def parse_options(text: str, *, reference: str) -> ColumnRoles:
    """Return what follows # in a reference: target=price&group=patient&categorical=zip,code.

    >>> parse_options("target=price&categorical=zip,code", reference="").target
    'price'
    """
    options: dict[str, Any] = {}
    for key, value in parse_qsl(text, keep_blank_values=True):
        if key not in _OPTIONS:
            raise reference_error(
                f"there is no option {quote_text(key)}{did_you_mean(key, _OPTIONS)}",
                reference,
                fix=f"after # go {', '.join(_OPTIONS)}, as in data.csv#target=price&categorical=zip,code",
            )
        options[key] = value
    declared = dict.fromkeys(split_names(options.pop("categorical", "")), DeclaredType.CATEGORICAL)
    declared |= dict.fromkeys(split_names(options.pop("numeric", "")), DeclaredType.NUMERIC)
    declared |= dict.fromkeys(split_names(options.pop("text", "")), DeclaredType.TEXT)
    drop = split_names(options.pop("drop", ""))
    order = split_names(options.pop("order", ""))
    return ColumnRoles(declared=declared, drop=drop, order=order, **options)


def split_names(text: str) -> tuple[str, ...]:
    """Return names that are separated by commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def reference_error(what: str, reference: str, *, fix: str) -> DatasetError:
    """Return the error for a reference that cannot be understood."""
    return DatasetError(what, where=shorten(reference), fix=fix, code="BO421")


def add_types_file(roles: ColumnRoles, folder: Path, name: str) -> ColumnRoles:
    """Return roles completed by the types.json of a folder; what the reference says comes first."""
    entry = read_types(folder).get(name)
    if entry is None:
        return roles
    columns = {column: DeclaredType(kind) for column, kind in entry.get("columns", {}).items()}
    return ColumnRoles(
        target=roles.target or entry.get("target"),
        group=roles.group or entry.get("group"),
        time=roles.time or entry.get("time"),
        split=roles.split or entry.get("split"),
        weight=roles.weight or entry.get("weight"),
        order=roles.order or tuple(entry.get("order", ())),
        drop=(*roles.drop, *entry.get("drop", ())),
        declared=columns | roles.declared,
        complete=bool(columns),
        encoding=roles.encoding,
        separator=roles.separator,
        name=roles.name,
    )


def read_types(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the declarations of a folder: of each dataset its target and the types of its columns."""
    path = folder / TYPES_FILE
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise _types_error(path, f"it cannot be read: {shorten(error)}") from None
    try:
        types = json.loads(text)
    except ValueError as error:
        raise _types_error(path, f"it is not valid JSON: {shorten(error)}") from None
    _check_types(types, path)
    return types  # type: ignore[no-any-return]


def _check_types(found: object, path: Path) -> None:
    if not isinstance(found, dict) or not all(isinstance(entry, dict) for entry in found.values()):
        raise _types_error(path, "it is not an object with one object for each dataset")
    for name, entry in found.items():
        columns = entry.get("columns", {})
        if not isinstance(columns, dict) or not set(map(str, columns.values())) <= set(DeclaredType):
            raise _types_error(
                path, f"the columns of {quote_text(name)} are not all numeric, categorical, text or date"
            )


def _types_error(path: Path, what: str) -> DatasetError:
    return DatasetError(
        f"the types of columns cannot be had: {what}",
        where=str(path),
        fix='write {"name": {"target": "class", "columns": {"age": "numeric", "sex": "categorical"}}}',
        code="BO439",
    )


def find_targets(
    table: RawTable, roles: ColumnRoles, *, where: str, several: bool = False
) -> tuple[tuple[str, ...], bool]:
    """Return the column of the target, and whether it was guessed; `several`: a name with commas stands for columns."""
    if roles.target is not None and several and roles.target not in table.names:
        names = split_names(roles.target)
        require_columns(table, names, where=where)
        return names, False
    name, guessed = find_target(table, roles, where=where)
    return (name,), guessed


def find_target(table: RawTable, roles: ColumnRoles, *, where: str) -> tuple[str, bool]:
    """Return the column of classes, and whether it was guessed: by its name, else the last one."""
    if roles.target is not None:
        require_columns(table, [roles.target], where=where)
        return roles.target, False
    by_name = [name for name in table.names if name.lower() in TARGET_NAMES]
    if len(by_name) == 1:
        return by_name[0], by_name[0] != table.names[-1]
    other_roles = {roles.group, roles.time, roles.split, roles.weight, *roles.drop}
    return [name for name in table.names if name not in other_roles][-1], True


def require_columns(table: RawTable, names: Iterable[str], *, where: str) -> None:
    """Refuse names that no column has."""
    column_names = set(table.names)
    for name in names:
        if name not in column_names:
            raise DatasetError(
                f"there is no column {quote_text(name)}{did_you_mean(name, table.names)}",
                where=where,
                fix=f"use one of: {shorten(write_list(list(table.names)))}",
                code="BO422",
            )
