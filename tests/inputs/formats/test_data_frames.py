import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from bakeoff.core.arrays import advantage
from bakeoff.core.errors import BakeoffError, InputError
from bakeoff.inputs.evidence import read_evidence as read

FRAME = pd.DataFrame({"rf": [0.9, 0.8, 0.7], "svm": [0.85, 0.75, 0.6]}, index=["iris", "sonar", "glass"])


def codes(scores: object) -> list[str]:
    return [finding.code for finding in scores.findings]  # type: ignore[attr-defined]


def test_an_index_of_names_is_the_datasets() -> None:
    assert read(FRAME).datasets == ("iris", "sonar", "glass")
    assert read(FRAME.rename_axis("dataset")).digest == read(FRAME).digest


def test_an_index_of_two_levels_is_dataset_and_fold() -> None:
    index = pd.MultiIndex.from_product([["iris", "sonar"], [1, 2]], names=["dataset", "fold"])
    scores = read(pd.DataFrame({"rf": [0.1, 0.2, 0.3, 0.4], "svm": [0.5, 0.6, 0.7, 0.8]}, index=index))
    assert scores.datasets == ("iris", "sonar")
    assert scores.resamples is not None
    assert scores.resamples.fold.tolist() == [1, 2, 1, 2]


def test_what_is_left_of_an_index_after_filtering_is_no_dataset() -> None:
    frame = FRAME.rename_axis("dataset").reset_index()
    assert read(frame[frame["rf"] < 0.85]).datasets == ("sonar", "glass")


def test_columns_of_two_levels_are_metric_and_classifier() -> None:
    columns = pd.MultiIndex.from_product([["accuracy", "time"], ["rf", "svm"]])
    scores = read(
        pd.DataFrame([[0.9, 0.8, 1, 2], [0.7, 0.6, 3, 4]], columns=columns, index=["iris", "sonar"])
    )
    assert (scores.classifiers, scores.measure.name) == (("rf", "svm"), "accuracy")
    assert scores.values.tolist() == [[0.9, 0.8], [0.7, 0.6]]


def test_columns_of_the_same_name_are_refused_by_name() -> None:
    with pytest.raises(InputError, match="'rf' in columns 1 and 2"):
        read(pd.DataFrame([[0.1, 0.2], [0.3, 0.4]], columns=["rf", "rf"], index=["a", "b"]))


def test_nullable_and_categorical_columns_are_read() -> None:
    frame = pd.DataFrame(
        {
            "dataset": pd.Categorical(["iris", "sonar", "glass"]),
            "rf": pd.array([1, None, 3], dtype="Int64"),
            "svm": pd.array([0.5, None, 2.5], dtype="Float64"),
            "nb": pd.array(["1", "2", None], dtype="string"),
        }
    )
    scores = read(frame)
    assert np.array_equal(scores.values, [[1, 0.5, 1], [np.nan, np.nan, 2], [3, 2.5, np.nan]], equal_nan=True)


@pytest.mark.parametrize(
    "make", [lambda f: f, pl.from_pandas, pa.Table.from_pandas], ids=["pandas", "polars", "pyarrow"]
)
def test_single_precision_keeps_its_decimals_and_that_is_said(make: object) -> None:
    scores = read(make(FRAME.astype("float32").reset_index(names="dataset")))  # type: ignore[operator]
    assert scores.values.tolist() == FRAME.to_numpy().tolist()
    assert "BO310" in codes(scores)
    # 0.9 - 0.85 and 0.8 - 0.75 are the same difference, in single precision too
    differences = advantage(scores.column("svm"), scores.column("rf"), higher_is_better=True)
    assert differences[0] == differences[1]


def test_missing_values_of_polars_are_gaps() -> None:
    scores = read(pl.DataFrame({"dataset": ["a", "b"], "x": [0.5, None], "y": [1, 2], "z": [None, 0.25]}))
    assert np.array_equal(scores.values, [[0.5, 1, np.nan], [np.nan, 2, 0.25]], equal_nan=True)


def test_columns_of_dates_and_truth_values_are_left_aside() -> None:
    frame = pl.DataFrame({"dataset": ["a", "b"], "x": [0.5, 0.6], "y": [0.7, 0.8], "done": [True, False]})
    scores = read(frame.with_columns(when=pl.date(2024, 5, 1)))
    assert scores.classifiers == ("x", "y")
    assert codes(scores) == ["BO304"]


def test_a_bad_cell_is_named_by_row_and_column() -> None:
    frame = FRAME.reset_index(names="dataset").astype(object)
    frame.loc[1, "svm"] = "good"
    with pytest.raises(
        InputError, match=r"'svm' on 'sonar'[^\n]*\n  where: the pandas data frame, row 2, column 'svm'"
    ):
        read(frame)


def test_an_empty_frame_is_refused() -> None:
    for frame in (pd.DataFrame(), FRAME.iloc[:0], pl.DataFrame()):
        with pytest.raises(BakeoffError) as caught:
            read(frame)
        assert caught.value.code == "BO018"


def test_integer_names_of_datasets_stay_integers() -> None:
    assert read(pd.DataFrame({"dataset": [3, 6], "a": [0.5, 0.6], "b": [0.7, 0.8]})).datasets == ("3", "6")


def test_the_frame_is_not_changed() -> None:
    before = FRAME.copy(deep=True)
    read(FRAME)
    pd.testing.assert_frame_equal(FRAME, before)
