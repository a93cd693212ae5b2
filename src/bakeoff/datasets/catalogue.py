"""The catalogue: the bundled datasets, and those that were added to a file in the working folder."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from bakeoff.core.datasets import Dataset, DatasetProperties
from bakeoff.datasets.sources.bundled import BUNDLED
from bakeoff.datasets.toml import SCHEMA, list_error, read_toml, write_toml_lines

CATALOGUE_FILE = "bakeoff-datasets.toml"
HEAD = "# Datasets known by name in this folder. Written by: bakeoff datasets add\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A dataset that is known by name, with what a list shows of it."""

    name: str
    reference: str
    rows: int
    attributes: int
    classes: int
    missing_share: float = 0.0
    digest: str = ""  # of the content when it was added; empty for what is bundled
    majority_share: float | None = None  # of the largest class; None in files of earlier versions
    difficulty: float | None = None  # None where no simple classifiers were trained


def bundled_entries() -> tuple[Entry, ...]:
    """Return the datasets that are always there."""
    return tuple(
        Entry(
            name=b.name,
            reference=f"sklearn:{b.name}",
            rows=b.rows,
            attributes=b.attributes,
            classes=b.classes,
            majority_share=b.majority_share,
        )
        for b in BUNDLED.values()
    )


def read_catalogue(place: Path) -> dict[str, Entry]:
    """Return what was added to the catalogue of a folder, or to a catalogue file; nothing where there is none."""
    path = place / CATALOGUE_FILE if place.is_dir() else place
    if not path.is_file():
        return {}
    tables = read_toml(path).get("dataset", [])
    try:
        entries = [Entry(**each) for each in tables]
    except TypeError as error:
        raise list_error(path, f"an entry does not have the right keys: {error}") from None
    return {entry.name: entry for entry in entries}


def make_entry(dataset: Dataset, properties: DatasetProperties, *, reference: str) -> Entry:
    """Return what the catalogue keeps of a dataset."""
    return Entry(
        name=dataset.name,
        reference=reference,
        rows=properties.rows,
        attributes=properties.attributes,
        classes=properties.classes,
        missing_share=round(properties.missing_share, 6),
        digest=dataset.digest,
        majority_share=round(properties.majority_share, 6),
        difficulty=None if properties.difficulty is None else round(properties.difficulty, 6),
    )


def merge_entries(known: Mapping[str, Entry], new: Iterable[Entry]) -> dict[str, Entry]:
    """Return the known entries and the new ones; a new one takes the place of an old one with its reference.

    A name that is taken gets a number: no dataset is ever hidden by another of its name.
    """
    names = {_strip_name(entry.reference): entry.name for entry in known.values()}
    all_entries = dict(known)
    names_in_use = {entry.name for entry in bundled_entries()} | set(known)
    for entry in new:
        name = names.get(_strip_name(entry.reference)) or _find_free_name(entry.name, names_in_use)
        all_entries[name] = entry if name == entry.name else _rename_entry(entry, name)
        names_in_use.add(name)
    return all_entries


def _strip_name(reference: str) -> str:
    return re.sub(r"[#&]name=[^&]*$", "", reference)


def _rename_entry(entry: Entry, name: str) -> Entry:
    """Return an entry under another name, which its dataset will bear too if it is a file."""
    if re.match(r"[a-z-]+:\d", entry.reference):
        return replace(entry, name=name)
    mark = "&" if "#" in entry.reference else "#"
    return replace(entry, name=name, reference=f"{entry.reference}{mark}name={name}")


def _find_free_name(name: str, taken: Collection[str]) -> str:
    number, free = 2, name
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free


def catalogue_text(entries: Mapping[str, Entry] | Iterable[Entry]) -> str:
    """Return the catalogue file of some entries, by name."""
    listed = entries.values() if isinstance(entries, Mapping) else entries
    entry_values = (
        {k: v for k, v in asdict(e).items() if v is not None} for e in sorted(listed, key=lambda e: e.name)
    )
    tables = (f"\n[[dataset]]\n{write_toml_lines(values)}" for values in entry_values)
    return HEAD + write_toml_lines({"schema": SCHEMA}) + "".join(tables)


def make_portable(reference: str, folder: Path) -> str:
    """Return a reference that can be read from a folder: paths inside the folder become relative to it.

    >>> make_portable("/home/me/data/a.csv#target=y", Path("/home/me"))
    'data/a.csv#target=y'
    """
    path = Path(reference)
    if path.is_absolute() and path.is_relative_to(folder.absolute()):
        return path.relative_to(folder.absolute()).as_posix()
    return reference
