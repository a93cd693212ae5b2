from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import InputError
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions


@pytest.fixture
def files(tmp_path: Path):
    def write(*texts: str) -> list[Path]:
        paths = [tmp_path / f"{i}.csv" for i in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text)
        return paths

    return write


def test_classifiers_of_several_files_stand_side_by_side(files) -> None:
    scores = read(files("dataset,a,b\nx,0.1,0.2\ny,0.3,0.4\n", "dataset,c\ny,0.5\nz,0.6\n"))
    assert (scores.classifiers, scores.datasets) == (("a", "b", "c"), ("x", "y", "z"))
    expected = [[0.1, 0.2, np.nan], [0.3, 0.4, 0.5], [np.nan, np.nan, 0.6]]
    assert np.array_equal(scores.values, expected, equal_nan=True)


def test_datasets_of_several_files_stand_below_each_other(files) -> None:
    scores = read(files("dataset,a,b\nx,0.1,0.2\n", "dataset,a,b\ny,0.3,0.4\n"))
    assert scores.values.tolist() == [[0.1, 0.2], [0.3, 0.4]]


def test_the_same_score_twice_is_one_score(files) -> None:
    scores = read(files("dataset,a,b\nx,0.1,0.2\ny,0.3,0.4\n", "dataset,a,c\nx,0.1,0.5\ny,0.3,0.6\n"))
    assert scores.classifiers == ("a", "b", "c")


def test_one_file_in_a_list_is_that_file(files) -> None:
    paths = files("dataset,a,b\nx,0.1,0.2\ny,0.3,0.4\n")
    assert read(paths).digest == read(paths[0]).digest


def test_means_and_resamples_do_not_mix(files) -> None:
    with pytest.raises(InputError) as caught:
        read(files("dataset,a,b\nx,0.1,0.2\n", "dataset,fold,c\nx,1,0.5\nx,2,0.6\n"))
    assert caught.value.code == "BO047"


def test_an_error_names_the_file_it_is_in(files) -> None:
    paths = files("dataset,classifier,acc\nx,a,0.1\ny,a,0.2\n", "dataset,classifier,acc\nx,b,0.1\ny,b,1.5\n")
    with pytest.raises(InputError, match=r"1\.csv, line 3") as caught:
        read(paths)
    assert caught.value.code == "BO029"


def test_a_classifier_is_left_out_of_whichever_file_has_it(files) -> None:
    paths = files("dataset,a,b\nx,0.1,0.2\ny,0.3,0.4\n", "dataset,c,odd\nx,0.5,7\ny,0.6,9\n")
    assert read(paths, options=ReadOptions(leave_out=("odd",))).classifiers == ("a", "b", "c")


def test_a_classifier_of_a_long_table_is_left_out() -> None:
    text = "dataset,classifier,score\n" + "".join(f"{d},{c},0.5\n" for d in "xy" for c in "abc")
    assert read(text, options=ReadOptions(leave_out=("b",))).classifiers == ("a", "c")


def test_a_classifier_of_a_turned_table_is_left_out() -> None:
    text = "Method,iris,sonar,glass\nrf,0.9,0.7,0.5\nsvm,0.8,0.6,0.4\nnb,0.7,0.5,0.3\n"
    assert read(text, options=ReadOptions(leave_out=("nb",))).classifiers == ("rf", "svm")


def test_a_column_that_is_no_classifier_may_be_left_out_of_a_long_table() -> None:
    text = "dataset,classifier,score,rows\n" + "".join(f"{d},{c},0.5,9\n" for d in "xy" for c in "ab")
    assert read(text, options=ReadOptions(leave_out=("rows",))).classifiers == ("a", "b")


def test_sizes_of_splits_are_kept_where_all_files_give_them(files) -> None:
    def table(classifier: str, n_test: int) -> str:
        rows = "".join(f"x,{classifier},{f},0.{f + 1},{n_test}\n" for f in range(2))
        return f"dataset,classifier,fold,score,n_test\n{rows}"

    scores = read(files(table("a", 10), table("b", 10)))
    assert scores.resamples is not None
    assert scores.resamples.n_test is not None
    assert scores.resamples.n_test.tolist() == [10, 10]
    with pytest.raises(InputError) as caught:
        read(files(table("a", 10), table("b", 11)))
    assert caught.value.code == "BO046"
