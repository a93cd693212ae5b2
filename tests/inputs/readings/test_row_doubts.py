"""What the numbers and the rows of a table say against reading it as scores, through the door."""

import pytest

import bakeoff
from bakeoff.core.errors import ReadingError

ROWS = ("iris", "wine", "glass", "sonar", "car", "zoo", "vote", "heart")


def read(tmp_path, head, rows):
    place = tmp_path / "table.csv"
    place.write_text("\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n", encoding="utf-8")
    return bakeoff.read(place).evidence


def test_columns_that_are_no_classifiers_are_offered_as_classifiers_all_the_same(tmp_path):
    with pytest.raises(ReadingError) as refused:
        read(
            tmp_path,
            "dataset,p-value,statistic",
            [(d, f"0.{10 + i}", f"0.{31 - i}") for i, d in enumerate(ROWS)],
        )
    assert refused.value.code == "BO561"
    assert "columns='p-value,statistic'" in str(refused.value)


def test_whole_amounts_are_asked_about_only_where_every_column_holds_them(tmp_path):
    whole = [(d, 150 + 7 * i % 30, 151 + 3 * i % 40) for i, d in enumerate(ROWS)]
    with pytest.raises(ReadingError, match="whole ones up to 178"):
        read(tmp_path, "dataset,a,b", whole)
    mixed = [(d, a, b + 0.5) for d, a, b in whole]
    assert read(tmp_path, "dataset,a,b", mixed).values[1].tolist() == [157, 154.5]


SHARES = [("iris", 0.201, 0.312, 0.105), ("wine", 0.302, 0.203, 0.413), ("car", 0.497, 0.485, 0.482)]


def test_numbers_that_add_up_to_one_in_every_column_are_asked_about(tmp_path):
    with pytest.raises(ReadingError, match="every column add up to 1"):
        read(tmp_path, "dataset,a,b,c", SHARES)


def test_percentages_that_add_up_to_nearly_a_hundred_are_scores(tmp_path):
    near = [(d, *(100 * x + 0.2 for x in xs)) for d, *xs in SHARES]
    assert read(
        tmp_path, "dataset,a,b,c", [(d, *(f"{x:.1f}" for x in xs)) for d, *xs in near]
    ).values.shape == (3, 3)


def test_numbers_of_examples_are_asked_about_where_one_stands_twice_in_any_order():
    table = {
        "variant": ["a", "a", "a", "b", "b", "b"],
        "y_true": ["x", "y", "x", "x", "y", "x"],
        "m1": ["x", "y", "y", "x", "x", "x"],
        "m2": ["x", "y", "x", "y", "y", "x"],
    }
    with pytest.raises(ReadingError) as caught:
        bakeoff.read({"id": [2, 1, 3, 2, 1, 3], **table})
    assert caught.value.code == "BO560"
    assert len(bakeoff.read({"id": [1, 2, 3, 4, 5, 6], **table}).evidence.truth) == 6
