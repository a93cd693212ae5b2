"""Datasets by reference: bundled, artificial, on OpenML, in a file, in a folder, or known by name to the catalogue."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from bakeoff.core.datasets import Dataset, Task
from bakeoff.core.errors import DatasetError
from bakeoff.core.words import did_you_mean, quote_text, shorten, write_list
from bakeoff.datasets.assembly.dataset import assemble_dataset
from bakeoff.datasets.assembly.roles import (
    TYPES_FILE,
    ColumnRoles,
    add_types_file,
    parse_options,
    read_types,
    reference_error,
)
from bakeoff.datasets.assembly.targets import Target, order_classes
from bakeoff.datasets.catalogue import CATALOGUE_FILE, read_catalogue
from bakeoff.datasets.formats.arff import read_arff
from bakeoff.datasets.formats.delimited import read_delimited
from bakeoff.datasets.formats.file_bytes import (
    SUFFIXES,
    absent_error,
    decode_text,
    file_kind,
    file_stem,
    read_content,
)
from bakeoff.datasets.formats.parquet import read_parquet
from bakeoff.datasets.formats.raw_table import RawTable
from bakeoff.datasets.samples.sample_files import read_sample
from bakeoff.datasets.sources.artificial import make_artificial, parse_recipe
from bakeoff.datasets.sources.bundled import BUNDLED, BUNDLED_QUANTITIES, load_bundled
from bakeoff.datasets.sources.openml import OpenML, openml_server

SCHEMES = ("sklearn", "artificial", "openml", "openml-task", "openml-suite")


def load_dataset(reference: str, *, base: Path, task: Task = Task.CLASSES) -> Dataset:
    """Return one dataset.

    Parameters
    ----------
    reference : str
        "iris" or "sklearn:iris" (also wine, breast_cancer, digits); a file (CSV, TSV, ARFF, Parquet, packed as .gz or
        not), perhaps with options: "data.csv#target=price&group=patient&time=date&categorical=zip,code&drop=id" or
        "data.csv#split=fold";
        "openml:31" (a dataset), "openml-task:59" (with the splits of the task); "artificial:linear?n=200&noise=0.1";
        or a name in the catalogue of `base`.
    base : Path
        The folder that relative paths start from, or a catalogue file in it.
    task : Task
        What is to be predicted; the target is read for it.
    """
    references = expand_reference(reference, base=base)
    if len(references) != 1:
        raise DatasetError(
            f"{quote_text(reference)} stands for {len(references):,} datasets: "
            f"{shorten(write_list(list(references), most=3))}",
            where=shorten(reference),
            fix="name one of them",
            code="BO437",
        )
    return _load_reference(references[0], task)


def expand_reference(reference: str, *, base: Path) -> tuple[str, ...]:
    """Return the references to single datasets that a reference stands for; paths become absolute."""
    text = reference.strip()
    if not text:
        raise reference_error(
            "an empty reference names no dataset", reference, fix="name a dataset, such as iris"
        )
    scheme, colon, rest = text.partition(":")
    if text in BUNDLED:
        return (f"sklearn:{text}",)
    if colon and scheme in SCHEMES:
        return _expand_scheme(scheme, rest, text)
    entries = read_catalogue(base)
    if text in entries:
        return expand_reference(entries[text].reference, base=base)
    return _expand_path(text, base.parent if base.suffix == ".toml" else base)


def _expand_scheme(scheme: str, rest: str, reference: str) -> tuple[str, ...]:
    if scheme == "openml-suite":
        return tuple(f"openml-task:{task}" for task in openml_server().suite(rest))
    if scheme == "sklearn" and rest not in (*BUNDLED, *BUNDLED_QUANTITIES):
        raise _unknown_dataset_error(reference, rest)
    if scheme.startswith("openml"):
        _openml_number(rest, reference)
    if scheme == "artificial":
        parse_recipe(rest)
    return (reference,)


def _expand_path(text: str, base: Path) -> tuple[str, ...]:
    path, options = _split_path(text, base)
    if path.is_dir():
        if options:
            raise reference_error(
                "options go with a file, not with a folder",
                text,
                fix=f"name the file, or write a {TYPES_FILE} into the folder",
            )
        return tuple(str(file) for file in find_dataset_files(path))
    if path.suffix.lower() == ".toml":
        return tuple(
            each
            for inside in read_sample(path).references
            for each in expand_reference(inside, base=path.parent)
        )
    if not path.exists():
        raise absent_error(path) if file_kind(path) else _unknown_dataset_error(text, text)
    if not file_kind(path):
        raise _no_dataset_error(path)
    return (f"{path}#{options}" if options else str(path),)


def _split_path(text: str, base: Path) -> tuple[Path, str]:
    before, mark, after = text.rpartition("#")
    if mark and "=" in after and not (base / text).exists():
        return (base / Path(before).expanduser()).absolute(), after
    return (base / Path(text).expanduser()).absolute(), ""


def find_dataset_files(folder: Path) -> tuple[Path, ...]:
    """Return the datasets in a folder, by name: those that its types.json lists, or all files of a known kind."""
    declared = read_types(folder)
    files = sorted(f for f in folder.iterdir() if f.is_file() and file_kind(f) and not f.name.startswith("."))
    datasets = tuple(f for f in files if not declared or file_stem(f) in declared)
    if not datasets:
        raise DatasetError(
            f"there is no dataset in the folder {quote_text(folder)}",
            where=str(folder),
            fix=f"put files into it that end in {', '.join(SUFFIXES)} (or with .gz after that)",
            code="BO438",
        )
    return datasets


def _load_reference(reference: str, task: Task) -> Dataset:
    scheme, colon, rest = reference.partition(":")
    if colon and scheme in SCHEMES:
        return _require_task(_LOADERS[scheme](rest, task), task)
    path, options = _split_path(reference, Path())
    roles = add_types_file(parse_options(options, reference=reference), path.parent, file_stem(path))
    return assemble_dataset(read_table(path, roles), roles, name=file_stem(path), source=str(path), task=task)


def _require_task(dataset: Dataset, task: Task) -> Dataset:
    """Return a dataset from elsewhere than a file for a task, or refuse one that has another target."""
    if dataset.task is task:
        return dataset
    if task is Task.ORDERED and dataset.task is Task.CLASSES:
        target = order_classes(
            Target(codes=dataset.target, classes=dataset.classes), (), source=dataset.source
        )
        return replace(dataset, target=target.codes, classes=target.classes, task=task)
    has = "a quantity to predict" if dataset.task is Task.QUANTITY else "classes to predict"
    raise DatasetError(
        f"{quote_text(dataset.name)} has {has}, and the task of the study is {task}",
        where=dataset.source,
        fix="leave it out, or give a file that has such a target",
        code="BO944",
    )


def read_table(path: Path, roles: ColumnRoles) -> RawTable:
    """Return the columns of a file as they stand there."""
    kind, data, where = file_kind(path), read_content(path), str(path)
    if kind in (".parquet", ".pq"):
        return read_parquet(data, where=where)
    text = decode_text(data, where=where, encoding=roles.encoding)
    if kind == ".arff":
        return read_arff(text, where=where)
    return read_delimited(text, where=where, separator=roles.separator or ("\t" if kind != ".csv" else None))


def _openml_number(text: str, reference: str) -> int:
    if not text.isdecimal():
        raise reference_error(
            f"{quote_text(text)} is no number of OpenML", reference, fix="write for example openml:31"
        )
    return int(text)


def _make_openml_loader(get: Callable[[OpenML, int, Task], Dataset]) -> Callable[[str, Task], Dataset]:
    return lambda text, task: get(openml_server(), _openml_number(text, text), task)


_LOADERS: dict[str, Callable[[str, Task], Dataset]] = {
    "sklearn": lambda text, _: load_bundled(text),
    "artificial": lambda text, _: make_artificial(parse_recipe(text), reference=f"artificial:{text}"),
    "openml": _make_openml_loader(lambda server, number, task: server.dataset(number, task=task)),
    "openml-task": _make_openml_loader(lambda server, number, task: server.task(number, task=task)),
}


def _no_dataset_error(path: Path) -> DatasetError:
    return DatasetError(
        f"{quote_text(path.name)} is no dataset: its ending says nothing",
        where=str(path),
        fix=f"give a file that ends in {', '.join(SUFFIXES)} (or with .gz after that)",
        code="BO420",
    )


def _unknown_dataset_error(reference: str, name: str) -> DatasetError:
    return DatasetError(
        f"there is no dataset {quote_text(name)}{did_you_mean(name, list(BUNDLED))}",
        where=shorten(reference),
        fix=f"use {write_list(list(BUNDLED))}, a file, openml:ID, artificial:linear, or a name in {CATALOGUE_FILE}",
        code="BO420",
    )
