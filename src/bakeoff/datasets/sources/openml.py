"""OpenML: datasets, tasks with their own splits, and suites of tasks, over its REST interface."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.arrays import Ints
from bakeoff.core.datasets import Dataset, Split, Task
from bakeoff.core.errors import BakeoffError, DatasetError
from bakeoff.core.words import quote_text, shorten
from bakeoff.datasets.assembly.dataset import assemble_dataset
from bakeoff.datasets.assembly.roles import ColumnRoles
from bakeoff.datasets.assembly.typed_columns import as_categories, as_numbers
from bakeoff.datasets.formats.arff import read_arff
from bakeoff.datasets.formats.file_bytes import decode_text, unpack_gzip
from bakeoff.datasets.formats.parquet import read_parquet
from bakeoff.datasets.formats.raw_table import DeclaredType, RawTable
from bakeoff.datasets.sources.downloads import Downloads, cache_folder

SERVER = "https://www.openml.org/api/v1/json"
SERVER_VARIABLE = "BAKEOFF_OPENML"
_KINDS = {
    "nominal": DeclaredType.CATEGORICAL,
    "string": DeclaredType.CATEGORICAL,
    "numeric": DeclaredType.NUMERIC,
    "date": DeclaredType.DATE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenML:
    """A server that speaks version 1 of OpenML's JSON interface, and the cache of what it said.

    A dataset, task or suite that is in the cache is not asked for again: the numbers stand for fixed versions.
    """

    base: str
    downloads: Downloads

    def dataset(self, number: int, *, target: str | None = None, task: Task = Task.CLASSES) -> Dataset:
        """Return a dataset by its number; what is predicted is its default target unless told."""
        described = self._answer(f"data/{number}", "data_set_description")
        listed = self._answer(f"data/features/{number}", "data_features").get("feature", [])
        source = f"openml:{number}"
        table = self._table(described, source)
        _require_complete(table, listed, source)
        roles = _make_roles(described, listed, target, table, source)
        _require_kind(roles, task, source=source, is_told=target is not None)
        name = str(described.get("name") or f"openml-{number}")
        return assemble_dataset(table, roles, name=name, source=source, task=task)

    def task(self, number: int, *, task: Task = Task.CLASSES) -> Dataset:
        """Return the dataset of a task of classification or regression, with the splits that belong to it."""
        answer = self._answer(f"task/{number}", "task")
        source = f"openml-task:{number}"
        wanted = "regression" if task is Task.QUANTITY else "classification"
        if wanted not in str(answer.get("task_type", "")).lower():
            raise _answer_error(
                f"it is a task of {quote_text(answer.get('task_type'))}, not of {wanted}", source
            )
        inputs = {str(each.get("name")): each for each in answer.get("input", [])}
        try:
            data = inputs["source_data"]["data_set"]
            dataset = self.dataset(int(data["data_set_id"]), target=str(data["target_feature"]), task=task)
            procedure = inputs["estimation_procedure"]["estimation_procedure"]
        except BakeoffError:
            raise
        except (KeyError, TypeError, ValueError):
            raise _answer_error("it does not say what its data and its splits are", source) from None
        url = procedure.get("data_splits_url")
        splits = self._splits(str(url), number, dataset) if url else ()
        return replace(dataset, source=source, splits=splits)

    def suite(self, number: int | str) -> tuple[int, ...]:
        """Return the numbers of the tasks of a suite."""
        answer = self._answer(f"study/{number}", "study")
        tasks = answer.get("tasks") or {}
        numbers = tasks.get("task_id", []) if isinstance(tasks, Mapping) else []
        if not numbers:
            raise _answer_error("the suite has no tasks", f"openml-suite:{number}")
        return tuple(int(each) for each in numbers)

    def _answer(self, path: str, key: str) -> dict[str, Any]:
        url = f"{self.base}/{path}"
        answer = self.downloads.json(url, f"openml/{path}.json")
        if not isinstance(answer, dict) or not isinstance(answer.get(key), dict):
            raise _answer_error(f"the answer holds no {key}", url)
        inside: dict[str, Any] = answer[key]
        return inside

    def _table(self, described: dict[str, Any], source: str) -> RawTable:
        """Return the columns: from the ARFF file, whose checksum is known, or from Parquet where there is no other."""
        number = described.get("id")
        url, packed = str(described.get("url") or ""), str(described.get("parquet_url") or "")
        if "arff" not in str(described.get("format", "")).lower() and packed:
            path = self.downloads.file(packed, f"openml/data/{number}.pq")
            return read_parquet(path.read_bytes(), where=source)
        path = self.downloads.file(
            url, f"openml/data/{number}.arff", md5=str(described.get("md5_checksum") or "") or None
        )
        return read_arff(_read_text(path, source), where=source)

    def _splits(self, url: str, number: int, dataset: Dataset) -> tuple[Split, ...]:
        path = self.downloads.file(url, f"openml/task/{number}-splits.arff")
        source = f"openml-task:{number}, splits"
        if any(finding.code == "BO220" for finding in dataset.findings):
            raise _answer_error("rows without a class were left out, so that its splits do not fit", source)
        return tuple(_read_splits(read_arff(_read_text(path, source), where=source), dataset.rows, source))


def openml_server(base: str | None = None, downloads: Downloads | None = None) -> OpenML:
    """Return the server to ask: the one given, that of $BAKEOFF_OPENML, or OpenML itself."""
    address = base or os.environ.get(SERVER_VARIABLE) or SERVER
    return OpenML(base=address.rstrip("/"), downloads=downloads or Downloads(folder=cache_folder()))


def _read_text(path: Path, source: str) -> str:
    data = path.read_bytes()
    return decode_text(
        unpack_gzip(data, where=source) if data[:2] == b"\x1f\x8b" else data, where=source, encoding=None
    )


def _make_roles(
    described: dict[str, Any], listed: list[dict[str, Any]], target: str | None, table: RawTable, source: str
) -> ColumnRoles:
    """Return the roles of columns; row numbers and columns to be ignored are left out."""
    target_name = str(target or described.get("default_target_attribute") or "")
    if not target_name or target_name not in table.names:
        raise _answer_error("it does not say which one column is the class", source)
    declared = {str(f["name"]): _KINDS[f["data_type"]] for f in listed if f.get("data_type") in _KINDS}
    aside = _ignored_columns(described, listed)
    drop = tuple(name for name in table.names if name in aside and name != target_name)
    return ColumnRoles(target=target_name, drop=drop, declared=declared, complete=True)


def _require_kind(roles: ColumnRoles, task: Task, *, source: str, is_told: bool) -> None:
    """Refuse a target of numbers where classes are to be predicted."""
    target = str(roles.target)
    is_number = roles.declared.get(target) is DeclaredType.NUMERIC
    if is_number and task is Task.CLASSES and not is_told:
        raise _answer_error(
            f"its target {quote_text(target)} is a number: it is a regression problem", source
        )


def _ignored_columns(described: dict[str, Any], listed: list[dict[str, Any]]) -> set[str]:
    """Return the columns that the server says are no features; several may be in one text, with commas."""
    aside = {str(f["name"]) for f in listed if "true" in (f.get("is_ignore"), f.get("is_row_identifier"))}
    for key in ("ignore_attribute", "row_id_attribute"):
        column_names = described.get(key) or []
        for each in [column_names] if isinstance(column_names, str) else column_names:
            aside |= {str(each), *(part.strip() for part in str(each).split(","))}
    return aside


def _require_complete(table: RawTable, listed: list[dict[str, Any]], source: str) -> None:
    absent = [str(f["name"]) for f in listed if str(f["name"]) not in table.names]
    if absent:
        raise _answer_error(
            f"the file lacks the column {quote_text(absent[0])} that the server lists", source
        )


def _read_splits(table: RawTable, rows: int, source: str) -> Iterator[Split]:
    """Return the partitions of a splits file: columns type, rowid, repeat, fold."""
    by_name = {column.name.lower(): column for column in table.columns}
    try:
        kind = as_categories(by_name["type"])
        number, repeat, fold = (as_numbers(by_name[key]) for key in ("rowid", "repeat", "fold"))
    except KeyError as error:
        raise _answer_error(f"the splits have no column {error}", source) from None
    if number is None or repeat is None or fold is None:
        raise _answer_error("the splits hold something that is no number", source)
    sample = as_numbers(by_name["sample"]) if "sample" in by_name else None
    if sample is not None and np.unique(sample).size > 1:
        raise _answer_error("its splits make a learning curve", source)
    if number.size and not (number.min() >= 0 and number.max() < rows):
        raise _answer_error(f"the splits speak of row {int(number.max()):,}, and there are {rows:,}", source)
    test = kind.codes == next((i for i, level in enumerate(kind.levels) if level.upper() == "TEST"), -2)
    for r, f in sorted(set(zip(repeat.astype(int).tolist(), fold.astype(int).tolist(), strict=True))):
        here = (repeat == r) & (fold == f)
        yield Split(
            repeat=r, fold=f, train=_sort_rows(number[here & ~test]), test=_sort_rows(number[here & test])
        )


def _sort_rows(numbers: Any) -> Ints:  # noqa: ANN401 - whole numbers as floats
    return np.sort(numbers.astype(np.int64))


def _answer_error(what: str, where: str) -> DatasetError:
    return DatasetError(
        f"OpenML's answer cannot be used: {what}",
        where=shorten(where),
        fix="use another dataset or task",
        code="BO432",
    )
