import numpy as np
import pytest

from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.formats.arff import split_row


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("a,b,c", ["a", "b", "c"]),
        ("a, b ,c", ["a", "b", "c"]),
        ("'a, b','c d',1", ["a, b", "c d", "1"]),
        ('"a, b",1', ["a, b", "1"]),
        (r"'it\'s',1", ["it's", "1"]),
        (r"'x\ny',1", ["x\ny", "1"]),
        ("'a',", ["a", ""]),
        (",'a'", ["", "a"]),
        ("'a'x,1", ["'a'x", "1"]),
        ("'open,1", ["'open", "1"]),
    ],
)
def test_a_row_is_split_as_weka_quotes_it(line: str, cells: list[str]) -> None:
    assert split_row(line) == cells


def test_case_comments_and_question_marks_are_as_weka_has_them() -> None:
    text = """% made by hand

@RELATION 'r s'
@ATTRIBUTE dataset STRING
@attribute "r f" REAL
@attribute svm numeric
@DATA
% rows
iris,0.5,?
sonar,0.25,1
"""
    scores = read(text)
    assert scores.classifiers == ("r f", "svm")
    assert np.array_equal(scores.values, [[0.5, np.nan], [0.25, 1.0]], equal_nan=True)
