"""What is known of the datasets of a comparison, and where they lie among those of the catalogue."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from bakeoff.core.comparison import Comparison
from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores, StoredStudy

if TYPE_CHECKING:
    from bakeoff.core.answers.explanation import PropertyTable
    from bakeoff.datasets.catalogue import Entry

MEASURED = ("rows", "attributes", "classes", "majority_share", "missing_share", "difficulty")
Kind = TypeVar("Kind", bound=Comparison)


def locate_in_catalogue(comparison: Kind, *, properties: object = None) -> Kind:
    """Return a comparison with the place of its datasets in the catalogue, as far as their properties are known.

    `properties` is a CSV file, or dataset → property → number; what it has besides the compared datasets counts as
    catalogue. Without it, the datasets of a study are measured, and others looked up by name.
    """
    evidence = comparison.evidence
    if comparison.space is not None or not isinstance(evidence, Scores) or len(evidence.datasets) < 3:
        return comparison
    from bakeoff.inference.explain.catalogue_space import place_in_catalogue

    folder = _catalogue_folder(evidence.stored)
    entries = _read_entries(folder)
    catalogue = _property_table(entries, source=f"the catalogue of {folder.name or folder}")
    own = catalogue if properties is None else _read_given_properties(properties)
    if properties is None and evidence.stored is not None:
        own = _measure_study_datasets(evidence.stored, entries) or catalogue
    return replace(comparison, space=place_in_catalogue(evidence.datasets, own, catalogue))


def _read_given_properties(properties: object) -> "PropertyTable":
    from bakeoff.inputs.properties import make_properties, read_properties

    if isinstance(properties, Mapping):
        return make_properties(properties, source="the properties given")
    return read_properties(str(properties))


def _measure_study_datasets(stored: StoredStudy, entries: "Mapping[str, Entry]") -> "PropertyTable | None":
    """Return what can be measured of the datasets of a study; None where they cannot be loaded here."""
    from bakeoff.api.explain import measure_properties

    landmarks = any(entry.difficulty is not None for entry in entries.values())
    try:
        return measure_properties(stored, landmarks=landmarks)
    except BakeoffError:
        return None  # a picture less; the comparison does not need them


def _catalogue_folder(stored: StoredStudy | None) -> Path:
    """Return the folder whose catalogue counts: that of a study's store, else the working folder."""
    if stored is not None:
        from bakeoff.store.addresses import parse_address

        path = parse_address(stored.store).path
        return Path.cwd() if path is None else path.parent.absolute()
    return Path.cwd()


def _read_entries(folder: Path) -> "dict[str, Entry]":
    from bakeoff.datasets.catalogue import bundled_entries, read_catalogue

    always = {entry.name: entry for entry in bundled_entries()}
    try:
        return always | read_catalogue(folder)
    except BakeoffError:
        return always  # `bakeoff datasets` says what is wrong with the file


def _property_table(entries: "Mapping[str, Entry]", *, source: str) -> "PropertyTable":
    from bakeoff.inputs.properties import make_properties

    rows = {
        name: {p: float(v) for p, v in asdict(entry).items() if p in MEASURED and v is not None}
        for name, entry in entries.items()
    }
    return make_properties(rows, source=source)
