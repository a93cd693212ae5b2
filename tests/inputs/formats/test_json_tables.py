import json

import pytest

from bakeoff.core.errors import InputError
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.formats import json_tables


def test_nan_as_python_writes_it_is_a_gap() -> None:
    scores = read('{"rf": [0.5, NaN, 0.25], "svm": [0.5, 0.25, null]}')
    assert str(scores.values.tolist()) == "[[0.5, 0.5], [nan, 0.25], [0.25, nan]]"


def test_infinity_as_python_writes_it_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        read('{"rf": [0.5, Infinity], "svm": [0.5, 0.25]}')
    assert caught.value.code == "BO013"


def test_numbers_as_text_are_numbers() -> None:
    text = '[{"dataset": "a", "x": "0.5", "y": "0.4"}, {"dataset": "b", "x": "0.7", "y": "0.6"}]'
    assert read(text).values.tolist() == [[0.5, 0.4], [0.7, 0.6]]


def test_records_may_lack_keys() -> None:
    scores = read(
        json.dumps(
            [{"dataset": "a", "x": 0.5, "y": 0.5}, {"dataset": "b", "x": 0.5}, {"dataset": "c", "y": 1}]
        )
    )
    assert str(scores.values.tolist()) == "[[0.5, 0.5], [0.5, nan], [nan, 1.0]]"


def test_json_lines_may_have_blank_lines_between() -> None:
    scores = read('{"dataset": "a", "x": 0.5, "y": 0.5}\n\n{"dataset": "b", "x": 0.5, "y": 1}\n')
    assert scores.datasets == ("a", "b")


def test_numbers_of_thousands_of_digits_are_refused() -> None:
    with pytest.raises(InputError) as caught:
        read(f'{{"rf": [{"1" * 5000}, 1], "svm": [1, 2]}}')
    assert caught.value.code == "BO035"


def test_parts_of_records_that_are_no_cells_are_left_aside() -> None:
    rows = [{"dataset": d, "x": 0.5, "y": 0.25, "params": {"C": 1}, "folds": [1, 2]} for d in "ab"]
    assert read(json.dumps(rows)).classifiers == ("x", "y")


def lines(*records: str) -> str:
    return "".join(f"{record}\n" for record in records)


PLAIN = '{"dataset": "d%d", "rf": 0.5, "svm": 0.25}'


def test_lines_with_a_name_twice_are_refused_among_plain_ones() -> None:
    text = lines(*(PLAIN % i for i in range(5)), '{"dataset": "d6", "rf": 0.5, "rf": 0.25}')
    with pytest.raises(InputError) as caught:
        read(text)
    assert caught.value.code == "BO024"
    assert "line 6" in caught.value.where


def test_plain_lines_and_others_are_read_alike() -> None:
    text = lines(PLAIN % 1, "", '{"dataset": "a: b", "rf": NaN, "svm": 1e-3, "more": {"x": 1}}', PLAIN % 2)
    scores = read(text)
    assert scores.datasets == ("d1", "a: b", "d2")
    assert str(scores.values.tolist()) == "[[0.5, 0.25], [nan, 0.001], [0.5, 0.25]]"


def test_whole_numbers_beyond_64_bits_keep_their_digits() -> None:
    many = 12345678901234567890123
    text = lines(*(f'{{"dataset": {many + i}, "rf": 0.5, "svm": 0.2{i}}}' for i in range(3)), PLAIN % 1)
    assert read(text).datasets == (*(str(many + i) for i in range(3)), "d1")


def test_lines_that_are_objects_only_together_are_refused() -> None:
    for broken in (['{"dataset": "d}', '{1", "rf": 0.5, "svm": 0.25}'], ["{}", '{"rf": 1}, {"svm": 2}']):
        with pytest.raises(InputError) as caught:
            read(lines(PLAIN % 1, *broken, PLAIN % 2))
        assert caught.value.code == "BO035"


def test_lines_beyond_the_first_piece_are_read_and_told_by_their_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(json_tables, "_PIECE", 100)
    records = [PLAIN % i for i in range(30)]
    with_blanks = ["", *records[:9], "", "", *records[9:], ""]
    assert read(lines(*records)).datasets == tuple(f"d{i}" for i in range(30))
    assert read(lines(*with_blanks)).datasets == tuple(f"d{i}" for i in range(30))
    for given in (records, with_blanks):
        with pytest.raises(InputError) as caught:
            read(lines(*given, '{"dataset": "d6", "rf": 0.5, "rf": 0.25}', PLAIN % 31))
        assert f"line {len(given) + 1}" in caught.value.where


def test_a_line_that_breaks_off_is_told_with_its_place() -> None:
    with pytest.raises(InputError) as caught:
        read(lines(PLAIN % 1, PLAIN % 2, '{"dataset": "d3", "rf"'))
    assert caught.value.code == "BO035"
    assert "line 3" in caught.value.where
