"""ARFF as Weka and OpenML write it: quotes, sparse rows, dates, strings, comments; and what is refused."""

import numpy as np
import pytest

from bakeoff.core.datasets import CategoricalColumn
from bakeoff.core.errors import DatasetError
from bakeoff.datasets.assembly.dataset import assemble_dataset
from bakeoff.datasets.assembly.roles import ColumnRoles
from bakeoff.datasets.formats.arff import read_arff

DENSE = """% a comment
@RELATION 'weather data'

@ATTRIBUTE 'out look' {sunny, 'over cast', rainy}
@attribute temperature REAL
@attribute code {1,2,3}
@attribute play {yes,no}

@DATA
sunny,85,1,no
'over cast', 83 ,?,yes
% another comment
rainy,?,3,yes
"""


def dataset(text, **roles):
    return assemble_dataset(
        read_arff(text, where="test.arff"), ColumnRoles(**roles), name="test", source="test.arff"
    )


def test_declared_types_hold_and_question_marks_are_missing():
    outlook, temperature, code = dataset(DENSE).features
    assert outlook.levels == ("over cast", "rainy", "sunny")
    np.testing.assert_array_equal(temperature.values, [85, 83, np.nan])
    assert isinstance(code, CategoricalColumn)
    assert code.levels == ("1", "3")


def test_the_fast_reader_and_the_careful_one_agree():
    plain = "".join(line for line in DENSE.splitlines(keepends=True) if not line.startswith("%"))
    careful = plain.replace("'over cast', 83", '"over cast",\t83')
    assert dataset(plain).digest == dataset(careful).digest == dataset(DENSE).digest


def test_sparse_rows_leave_out_zeros_and_first_values():
    text = "@relation s\n@attribute a real\n@attribute b {u,v}\n@attribute c real\n@attribute class {n,p}\n@data\n"
    text += "{0 1.5, 1 v, 3 p}\n{2 -1}\n{}\n{0 ?,3 p}\n"
    a, b, c = (found := dataset(text)).features
    np.testing.assert_array_equal(a.values, [1.5, 0, 0, np.nan])
    assert b.codes.tolist() == [1, 0, 0, 0]
    assert c.values.tolist() == [0, -1, 0, 0]
    assert found.target.tolist() == [1, 0, 0, 1]


def test_escapes_and_quotes_of_both_kinds_are_undone():
    text = "@relation q\n@attribute 'it\\'s' string\n@attribute class {a,b}\n@data\n"
    text += '\'x\\\'y, z\',a\n"he said \\"no\\"",b\n'
    (column,) = dataset(text).features
    assert column.name == "it's"
    assert set(column.levels) == {"x'y, z", 'he said "no"'}


def test_dates_are_read_as_days():
    text = "@relation d\n@attribute day date yyyy-MM-dd\n@attribute class {a,b}\n@data\n1970-01-11,a\n1970-02-01,b\n"
    found = dataset(text)
    assert found.features[0].values.tolist() == [10, 31]
    assert "BO225" in [f.code for f in found.findings]


def test_no_rows_are_an_error_of_its_own():
    with pytest.raises(DatasetError, match="no row has a class"):
        dataset("@relation r\n@attribute a real\n@attribute class {p,q}\n@data\n")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("@relation r\n@attribute a real\n", "no @data line"),
        ("@relation r\n@data\n1\n", "no @attribute line"),
        ("@relation r\n@attribute a relational\n@data\n1\n", "relational"),
        ("@relation r\n@attribut a real\n@data\n1\n", "declares nothing"),
        ("@relation r\n@attribute a real\n@attribute class {p,q}\n@data\n{7 1}\n", "sparse row"),
        (
            "@relation r\n@attribute a real\n@attribute class {p,q}\n@data\n1,p\n%\n1,p,2\n",
            "a row has 3 cells",
        ),
    ],
)
def test_what_is_no_arff_is_refused_with_the_place(text, word):
    with pytest.raises(DatasetError, match=word) as caught:
        dataset(text)
    assert caught.value.code == "BO427"


def test_text_in_a_numeric_attribute_is_refused():
    text = "@relation r\n@attribute a real\n@attribute class {p,q}\n@data\n1,p\nlow,q\n"
    with pytest.raises(DatasetError, match="holds 'low'") as caught:
        dataset(text)
    assert caught.value.code == "BO428"
