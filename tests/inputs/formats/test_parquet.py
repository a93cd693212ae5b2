import io
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions


def parquet(**columns: object) -> bytes:
    stream = io.BytesIO()
    pq.write_table(pa.table(columns), stream)
    return stream.getvalue()


GOOD = parquet(dataset=["iris", "sonar"], rf=[0.95, 0.87], svm=[0.96, None])


def test_without_pyarrow_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(BakeoffError, match=r"\.\[parquet\]") as caught:
        read(GOOD)
    assert caught.value.code == "BO042"


def test_dictionary_columns_and_odd_types_are_read_or_left_aside() -> None:
    names = pa.array(["iris", "sonar"]).dictionary_encode()
    scores = read(parquet(dataset=names, rf=[0.95, 0.87], svm=pa.array([1, 2], pa.int8()), lists=[[1], [2]]))
    assert scores.classifiers == ("rf", "svm")
    assert [finding.code for finding in scores.findings] == ["BO304"]


def test_the_number_of_cells_is_looked_at_before_they_are_decoded() -> None:
    with pytest.raises(BakeoffError) as caught:
        read(GOOD, options=ReadOptions(max_cells=5))
    assert caught.value.code == "BO004"
