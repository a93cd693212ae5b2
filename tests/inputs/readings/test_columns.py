"""Columns whose numbers are of another size than those of the others."""

import pytest

import bakeoff
from bakeoff.core.errors import ReadingError

DATASETS = ("iris", "wine", "glass", "sonar", "car", "zoo", "vote", "heart")
LARGE = (210.4, 225.1, 240.3, 232.7, 281.2, 290.5, 251.6, 264.8)
WIDE = (62.3, 104.6, 150.2, 131.7, 199.1, 248.4, 171.5, 205.8)
SMALL = (21.6, 22.3, 24.1, 23.7, 28.5, 29.2, 25.4, 26.8)


def read(tmp_path, **columns):
    lines = [",".join(("dataset", *columns))]
    lines += [
        ",".join((d, *(f"{v:.1f}" for v in row))) for d, *row in zip(DATASETS, *columns.values(), strict=True)
    ]
    place = tmp_path / "table.csv"
    place.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return bakeoff.read(place).evidence


def turn(column, by):
    """Return a column a little higher, so that no two are the same."""
    return tuple(round(value + 0.1 * ((3 * i + by) % 7), 1) for i, value in enumerate(column))


def test_columns_apart_from_more_than_half_of_the_others_are_asked_about(tmp_path):
    with pytest.raises(ReadingError) as caught:
        read(tmp_path, svm=LARGE, forest=WIDE, knn=turn(WIDE, 1), tree=SMALL, nb=turn(SMALL, 2))
    said = str(caught.value)
    assert "'tree' may be no classifier: its numbers (21.6 to 29.2) are of another size" in said
    assert "'nb' may be no classifier" in said
    assert "'svm' may be" not in said  # apart from two of four only


def test_where_half_of_the_columns_are_of_another_size_neither_half_is_doubted(tmp_path):
    table = {"svm": LARGE, "forest": turn(LARGE, 1), "tree": SMALL, "nb": turn(SMALL, 2)}
    assert read(tmp_path, **table).classifiers == tuple(table)


@pytest.mark.parametrize(("times", "is_doubted"), [(18, False), (22, True)])
def test_percentages_are_of_another_size_when_twenty_times_smaller(tmp_path, times, is_doubted):
    table = {"svm": turn((80.0,) * 8, 1), "forest": turn((81.0,) * 8, 2), "nb": turn((80.0 / times,) * 8, 4)}
    if is_doubted:
        with pytest.raises(ReadingError, match="'nb' may be no classifier: its numbers"):
            read(tmp_path, **table)
    else:
        assert read(tmp_path, **table).classifiers == tuple(table)


def test_words_and_ticks_beside_columns_of_a_measure_are_left_aside_and_no_datasets(tmp_path):
    place = tmp_path / "ablation.csv"
    place.write_text(
        "variant,mixup,note,acc iris,acc wine,acc glass\n"
        "base,,first,81,82,70\n+aug,✓,second,83,84,71\nfull,✓,,85,86,75\n",
        encoding="utf-8",
    )
    columns = bakeoff.read(place).evidence.reading.columns
    assert [c.role for c in columns] == ["classifier", "left aside", "left aside", *["dataset"] * 3]
