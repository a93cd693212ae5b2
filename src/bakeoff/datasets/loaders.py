"""Datasets by reference: bundled, artificial, on OpenML, in a file, in a folder, or known by name to the catalogue."""

from collections.abc import Callable
from pathlib import Path

from bakeoff.core.datasets import Dataset
from bakeoff.core.errors import DatasetError
from bakeoff.core.words import brief, did_you_mean, listed, quoted
from bakeoff.datasets.arff import read_arff
from bakeoff.datasets.artificial import make_artificial, parse_recipe
from bakeoff.datasets.assemble import assemble
from bakeoff.datasets.bundled import BUNDLED, load_bundled
from bakeoff.datasets.catalogue import CATALOGUE_FILE, read_catalogue
from bakeoff.datasets.delimited import read_delimited
from bakeoff.datasets.files import SUFFIXES, absent, content, decoded, kind_of, stem
from bakeoff.datasets.openml import OpenML, openml_server
from bakeoff.datasets.parquet import read_parquet
from bakeoff.datasets.raw import RawTable
from bakeoff.datasets.roles import TYPES_FILE, Roles, bad_reference, parse_options, types_in, with_types_file
from bakeoff.datasets.sample_files import read_sample

SCHEMES = ("sklearn", "artificial", "openml", "openml-task", "openml-suite")


def load_dataset(reference: str, *, base: Path) -> Dataset:
    """Return one dataset.

    Parameters
    ----------
    reference : str
        "iris" or "sklearn:iris" (also wine, breast_cancer, digits); a file (CSV, TSV, ARFF, Parquet, packed as .gz or
        not), perhaps with options: "data.csv#target=price&group=patient&time=date&categorical=zip,code&drop=id";
        "openml:31" (a dataset), "openml-task:59" (with the splits of the task); "artificial:linear?n=200&noise=0.1";
        or a name in the catalogue of `base`.
    base : Path
        The folder that relative paths start from, or a catalogue file in it.
    """
    found = expand(reference, base=base)
    if len(found) != 1:
        raise DatasetError(
            f"{quoted(reference)} stands for {len(found):,} datasets: {brief(listed(list(found), most=3))}",
            where=brief(reference),
            fix="name one of them",
            code="BO437",
        )
    return _load(found[0])


def expand(reference: str, *, base: Path) -> tuple[str, ...]:
    """Return the references to single datasets that a reference stands for; paths become absolute."""
    text = reference.strip()
    if not text:
        raise bad_reference(
            "an empty reference names no dataset", reference, fix="name a dataset, such as iris"
        )
    scheme, colon, rest = text.partition(":")
    if text in BUNDLED:
        return (f"sklearn:{text}",)
    if colon and scheme in SCHEMES:
        return _of_scheme(scheme, rest, text)
    known = read_catalogue(base)
    if text in known:
        return expand(known[text].reference, base=base)
    return _of_path(text, base.parent if base.suffix == ".toml" else base)


def _of_scheme(scheme: str, rest: str, reference: str) -> tuple[str, ...]:
    if scheme == "openml-suite":
        return tuple(f"openml-task:{task}" for task in openml_server().suite(rest))
    if scheme == "sklearn" and rest not in BUNDLED:
        raise _unknown(reference, rest)
    if scheme.startswith("openml"):
        _number(rest, reference)
    if scheme == "artificial":
        parse_recipe(rest)
    return (reference,)


def _of_path(text: str, base: Path) -> tuple[str, ...]:
    path, options = _path_and_options(text, base)
    if path.is_dir():
        if options:
            raise bad_reference(
                "options go with a file, not with a folder",
                text,
                fix=f"name the file, or write a {TYPES_FILE} into the folder",
            )
        return tuple(str(file) for file in dataset_files(path))
    if path.suffix.lower() == ".toml":
        return tuple(
            each for inside in read_sample(path).references for each in expand(inside, base=path.parent)
        )
    if not path.exists():
        raise absent(path) if kind_of(path) else _unknown(text, text)
    if not kind_of(path):
        raise _no_dataset(path)
    return (f"{path}#{options}" if options else str(path),)


def _path_and_options(text: str, base: Path) -> tuple[Path, str]:
    before, mark, after = text.rpartition("#")
    if mark and "=" in after and not (base / text).exists():
        return (base / Path(before).expanduser()).absolute(), after
    return (base / Path(text).expanduser()).absolute(), ""


def dataset_files(folder: Path) -> tuple[Path, ...]:
    """Return the datasets in a folder, by name: those that its types.json lists, or all files of a known kind."""
    declared = types_in(folder)
    files = sorted(f for f in folder.iterdir() if f.is_file() and kind_of(f) and not f.name.startswith("."))
    found = tuple(f for f in files if not declared or stem(f) in declared)
    if not found:
        raise DatasetError(
            f"there is no dataset in the folder {quoted(folder)}",
            where=str(folder),
            fix=f"put files into it that end in {', '.join(SUFFIXES)} (or with .gz after that)",
            code="BO438",
        )
    return found


def _load(reference: str) -> Dataset:
    scheme, colon, rest = reference.partition(":")
    if colon and scheme in SCHEMES:
        return _LOADERS[scheme](rest)
    path, options = _path_and_options(reference, Path())
    roles = with_types_file(parse_options(options, reference=reference), path.parent, stem(path))
    return assemble(read_table(path, roles), roles, name=stem(path), source=str(path))


def read_table(path: Path, roles: Roles) -> RawTable:
    """Return the columns of a file as they stand there."""
    kind, data, where = kind_of(path), content(path), str(path)
    if kind in (".parquet", ".pq"):
        return read_parquet(data, where=where)
    text = decoded(data, where=where, encoding=roles.encoding)
    if kind == ".arff":
        return read_arff(text, where=where)
    return read_delimited(text, where=where, separator=roles.separator or ("\t" if kind != ".csv" else None))


def _number(text: str, reference: str) -> int:
    if not text.isdecimal():
        raise bad_reference(
            f"{quoted(text)} is no number of OpenML", reference, fix="write for example openml:31"
        )
    return int(text)


def _on_openml(get: Callable[[OpenML, int], Dataset]) -> Callable[[str], Dataset]:
    return lambda text: get(openml_server(), _number(text, text))


_LOADERS: dict[str, Callable[[str], Dataset]] = {
    "sklearn": load_bundled,
    "artificial": lambda text: make_artificial(parse_recipe(text), reference=f"artificial:{text}"),
    "openml": _on_openml(lambda server, number: server.dataset(number)),
    "openml-task": _on_openml(lambda server, number: server.task(number)),
}


def _no_dataset(path: Path) -> DatasetError:
    return DatasetError(
        f"{quoted(path.name)} is no dataset: its ending says nothing",
        where=str(path),
        fix=f"give a file that ends in {', '.join(SUFFIXES)} (or with .gz after that)",
        code="BO420",
    )


def _unknown(reference: str, name: str) -> DatasetError:
    return DatasetError(
        f"there is no dataset {quoted(name)}{did_you_mean(name, list(BUNDLED))}",
        where=brief(reference),
        fix=f"use {listed(list(BUNDLED))}, a file, openml:ID, artificial:linear, or a name in {CATALOGUE_FILE}",
        code="BO420",
    )
