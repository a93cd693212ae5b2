"""Columns of statistics beside columns of scores."""

import pytest

import bakeoff
from bakeoff.core.errors import ReadingError

ROWS = ("iris", "wine", "glass", "sonar", "car", "zoo", "vote", "heart")


def read(tmp_path, names, first="dataset"):
    rows = [(d, *(f"0.{60 + (7 * i + 5 * j) % 30}" for j in range(len(names)))) for i, d in enumerate(ROWS)]
    place = tmp_path / "table.csv"
    place.write_text("\n".join([",".join((first, *names)), *map(",".join, rows)]) + "\n", encoding="utf-8")
    return bakeoff.read(place).evidence


def test_nothing_but_statistics_is_refused(tmp_path):
    with pytest.raises(ReadingError, match="these are statistics of scores"):
        read(tmp_path, ("mean", "std", "min", "25%", "50%", "75%", "max"))


def test_two_statistics_beside_one_classifier_are_no_table_of_statistics(tmp_path):
    assert "svm" in read(tmp_path, ("mean", "max", "svm")).classifiers


def test_four_statistics_beside_five_classifiers_are_no_table_of_statistics(tmp_path):
    names = ("svm", "forest", "knn", "tree", "nb")
    assert set(names) <= set(read(tmp_path, ("mean", "std", "min", "max", *names)).classifiers)


def test_four_statistics_beside_five_datasets_are_no_table_of_statistics(tmp_path):
    datasets = ("sonar", "car", "zoo", "vote", "heart")
    evidence = read(tmp_path, ("mean", "std", "min", "max", *datasets), first="classifier")
    assert evidence.datasets == datasets


@pytest.mark.parametrize(
    "names", [("mean", "std", "min", "max"), ("mean", "std", "min", "max", "car", "zoo")]
)
def test_classifiers_with_statistics_and_hardly_anything_else_are_refused(tmp_path, names):
    with pytest.raises(ReadingError, match="these are statistics of scores"):
        read(tmp_path, names, first="classifier")
