import json
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores
from bakeoff.core.predictions import Predictions
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.table.cell_values import cell_text


def test_an_array_gets_letters_and_numbers_for_names() -> None:
    scores = read(np.array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]))
    assert scores.classifiers == ("A", "B", "C")
    assert scores.datasets == ("dataset 1", "dataset 2")
    assert [finding.code for finding in scores.findings] == ["BO317"]


def test_a_list_of_lists_is_an_array() -> None:
    assert read([[0.1, 0.2], [0.3, 0.4]]).digest == read(np.array([[0.1, 0.2], [0.3, 0.4]])).digest


def test_the_first_of_each_row_may_be_the_dataset() -> None:
    scores = read([["iris", 0.1, 0.2], ["sonar", 0.3, None]])
    assert (scores.datasets, scores.classifiers) == (("iris", "sonar"), ("A", "B"))


def test_a_dict_of_dicts_has_classifiers_outside() -> None:
    scores = read({"rf": {"iris": 0.9, "sonar": 0.8}, "svm": {"sonar": 0.7, "iris": 0.6}})
    assert scores.values.tolist() == [[0.9, 0.6], [0.8, 0.7]]


def test_lists_inside_are_folds() -> None:
    scores = read(
        {"rf": {"iris": [0.9, 0.7], "sonar": [0.5, 0.5]}, "svm": {"iris": [0.8, 0.6], "sonar": [0.25, 0.75]}}
    )
    assert scores.resamples is not None
    assert scores.resamples.values.tolist() == [[0.9, 0.8], [0.7, 0.6], [0.5, 0.25], [0.5, 0.75]]
    assert scores.values.tolist() == [[0.8, 0.7], [0.5, 0.5]]


def test_numbers_of_any_kind_are_numbers() -> None:
    scores = read({"a": [Decimal("0.5"), Fraction(1, 4)], "b": [np.float32(0.5), np.int64(1)]})
    assert scores.values.tolist() == [[0.5, 0.5], [0.25, 1.0]]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (float("nan"), ""),
        (3, "3"),
        (3.0, "3"),
        (0.1, "0.1"),
        (True, "True"),
        ("x", "x"),
        (10**400, "inf"),
    ],
)
def test_a_value_is_written_as_a_person_would(value: object, text: str) -> None:
    assert cell_text(value) == text


@pytest.mark.parametrize(
    "thing",
    [
        {"rf": 0.9, "svm": 0.8},
        {"rf": "a", "svm": 3},
        ["a", 1],
        [[]],
        {"a": []},
        [{}],
        {"a": {}},
        {"a": [[1], [2]], "b": [[1], [2]]},
        [1, [2]],
        {1: {2: {3: 4}}},
    ],
)
def test_other_shapes_are_refused(thing: object) -> None:
    with pytest.raises(BakeoffError):
        read(thing)


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.sampled_from(["iris", "rf", "0.5", "", "a"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "dataset",
                    "classifier",
                    "fold",
                    "score",
                    "test_score",
                    "fit_time",
                    "0",
                    "1",
                    "rf",
                    "params",
                    "split0_test_score",
                    "columns",
                    "data",
                    "index",
                    "schema",
                    "indices",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=14,
)


@settings(max_examples=400, deadline=None)
@given(json_values)
def test_any_json_is_evidence_or_refused(value: object) -> None:
    for source in (json.dumps([value]).encode(), value):
        try:
            result: object = read(source)
        except BakeoffError:
            continue
        assert isinstance(result, Scores | Predictions)
