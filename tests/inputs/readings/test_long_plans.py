"""Columns of statistics beside columns of scores."""

import pytest

import bakeoff
from bakeoff.core.errors import ReadingError

ROWS = ("iris", "wine", "glass", "sonar", "car", "zoo", "vote", "heart")


def read(tmp_path, names):
    rows = [(d, *(f"0.{60 + (7 * i + 5 * j) % 30}" for j in range(len(names)))) for i, d in enumerate(ROWS)]
    place = tmp_path / "table.csv"
    place.write_text(
        "\n".join([",".join(("dataset", *names)), *map(",".join, rows)]) + "\n", encoding="utf-8"
    )
    return bakeoff.read(place).evidence


def test_nothing_but_statistics_is_refused(tmp_path):
    with pytest.raises(ReadingError, match="these are statistics of scores"):
        read(tmp_path, ("mean", "std", "min", "25%", "50%", "75%", "max"))


def test_two_statistics_beside_one_classifier_are_no_table_of_statistics(tmp_path):
    assert "svm" in read(tmp_path, ("mean", "max", "svm")).classifiers


def test_four_statistics_beside_five_classifiers_are_no_table_of_statistics(tmp_path):
    names = ("svm", "forest", "knn", "tree", "nb")
    assert set(names) <= set(read(tmp_path, ("mean", "std", "min", "max", *names)).classifiers)
