"""A column of folds or repeats by the name that somebody gave it: told by an option."""

import pytest

import bakeoff
from bakeoff.core.errors import BakeoffError

WIDE = "chunk,RF,SVM\n" + "".join(f"{i},0.8{i},0.7{i}\n" for i in range(5))
LONG = "data,how,draw,accuracy\n" + "".join(
    f"{d},{m},{c},0.{70 + 3 * i + j + k}\n"
    for i, d in enumerate(("iris", "wine", "glass"))
    for j, m in enumerate(("RF", "SVM"))
    for k, c in enumerate("abc")
)
TWICE = "data,how,draw,block,accuracy\n" + "".join(
    f"iris,{m},{c},{b},0.{70 + 5 * j + k + b}\n"
    for j, m in enumerate(("RF", "SVM"))
    for k, c in enumerate("abc")
    for b in (1, 2)
)
ITEMS = "model,item,go,score\n" + "".join(
    f"{m},q{i},{g},{(i + g) % 2}\n" for m in "ab" for i in range(8) for g in (1, 2)
)


def read(tmp_path, text, **options):
    path = tmp_path / "table.csv"
    path.write_text(text)
    return bakeoff.read(path, **options).evidence


@pytest.mark.parametrize("option", ["fold_column", "repeat_column"])
def test_rows_of_a_wide_table_are_resamples_of_one_dataset_by_the_column_that_is_named(tmp_path, option):
    made = read(tmp_path, WIDE, **{option: "chunk"})
    assert (len(made.datasets), made.resamples.per_dataset) == (1, (5, 5))


def test_a_long_table_has_the_resamples_that_the_column_names(tmp_path):
    made = read(tmp_path, LONG, classifier_column="how", fold_column="draw")
    assert (made.classifiers, len(made.datasets), made.resamples.per_dataset) == (("RF", "SVM"), 3, (3, 3))


def test_repeats_and_folds_can_be_told_of_one_table(tmp_path):
    made = read(tmp_path, TWICE, classifier_column="how", repeat_column="draw", fold_column="block")
    assert made.resamples.per_dataset == (6, 6)


def test_attempts_at_items_are_in_the_column_that_is_named(tmp_path):
    made = read(tmp_path, ITEMS, repeat_column="go")
    assert (len(made.items), int(made.attempt.max())) == (8, 1)


def test_a_column_that_is_not_there_is_named_with_those_that_are(tmp_path):
    with pytest.raises(BakeoffError, match="there is no column 'fild'"):
        read(tmp_path, WIDE, fold_column="fild")


def test_items_have_no_folds(tmp_path):
    with pytest.raises(BakeoffError, match="folds are of scores and predictions"):
        read(tmp_path, ITEMS, repeat_column="go", fold_column="go")
