"""Real datasets, read where they lie: all of them, as their catalogue says; run with --shared DIR only."""

import csv
from pathlib import Path

import pytest

from bakeoff.datasets.loaders import find_dataset_files, load_dataset
from bakeoff.datasets.properties import measure_dataset


@pytest.fixture(scope="module")
def folder(shared) -> Path:
    return shared / "datasets"


def listed(path: Path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return {row["name"]: row for row in csv.DictReader(file)}


def test_all_of_them_are_found(folder):
    assert len(find_dataset_files(folder)) == 36


def test_properties_agree_with_the_catalogue(folder):
    for name, known in listed(folder / "catalogue.csv").items():
        dataset = load_dataset(f"{name}.csv.gz", base=folder)
        found = measure_dataset(dataset, landmarks=False)
        assert (found.rows, found.attributes) == (int(known["n_rows"]), int(known["n_features"])), name
        assert (found.numeric, found.categorical) == (int(known["n_numeric"]), int(known["n_categorical"])), (
            name
        )
        assert (found.classes, found.smallest_class) == (
            int(known["n_classes"]),
            int(known["smallest_class"]),
        ), name
        assert round(100 * found.missing_share, 3) == float(known["missing_pct"]), name
        assert round(found.majority_share, 4) == float(known["majority_share"]), name


def test_pitfalls_are_seen(folder):
    for name, known in listed(folder / "pitfalls.csv").items():
        found = measure_dataset(load_dataset(f"{name}.csv.gz", base=folder), landmarks=False)
        empty = [column for column in known["all_missing_columns"].split("|") if column]
        assert found.empty_columns == len(empty), name
        assert found.constant_columns == int(known["constant_columns"]), name
        assert found.duplicates == int(known["duplicate_rows"]), name
