"""Parquet: numbers, texts, categories of a frame, dates, wholly missing columns."""

import datetime

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bakeoff.core.datasets import CategoricalColumn
from bakeoff.core.errors import DatasetError
from bakeoff.datasets.loaders import load_dataset


def test_columns_keep_their_types(tmp_path):
    table = pa.table(
        {
            "n": pa.array([1, None, 3], pa.int64()),
            "code": pa.array(["1", "2", "1"]).dictionary_encode(),
            "flag": pa.array([True, False, None]),
            "day": pa.array([datetime.date(1970, 1, 2), None, datetime.date(1970, 1, 4)]),
            "none": pa.nulls(3),
            "class": pa.array([1.0, 2.0, None]),
        }
    )
    pq.write_table(table, tmp_path / "t.parquet")
    dataset = load_dataset("t.parquet", base=tmp_path)
    n, code, flag, day, none = dataset.features
    np.testing.assert_array_equal(n.values, [1, np.nan])
    assert isinstance(code, CategoricalColumn)
    assert flag.levels == ("false", "true")
    np.testing.assert_array_equal(day.values, [1, np.nan])
    assert none.missing.all()
    assert dataset.classes == ("1", "2")
    assert {"BO220", "BO222", "BO225"} <= {f.code for f in dataset.findings}


def test_a_damaged_file_is_refused(tmp_path):
    pq.write_table(pa.table({"x": [1, 2], "class": ["a", "b"]}), tmp_path / "t.parquet")
    (tmp_path / "cut.parquet").write_bytes((tmp_path / "t.parquet").read_bytes()[:-9])
    with pytest.raises(DatasetError, match="no sound Parquet") as caught:
        load_dataset("cut.parquet", base=tmp_path)
    assert caught.value.code == "BO423"


def test_a_column_of_lists_is_refused_by_name(tmp_path):
    pq.write_table(pa.table({"x": [[1], [2]], "class": ["a", "b"]}), tmp_path / "t.parquet")
    with pytest.raises(DatasetError, match="'x' holds list"):
        load_dataset("t.parquet", base=tmp_path)
