import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.inputs.table.cell_numbers import (
    MISSING,
    is_empty,
    is_text,
    looks_numeric,
    parse_numbers,
    read_integers,
)
from bakeoff.inputs.table.grid import Column


def column(*cells: str) -> Column:
    return Column(name="rf", cells=list(cells), position=2)


def value(cell: str, decimal: str | None = None) -> tuple[float, float | None]:
    numbers = parse_numbers([column(cell)], decimal=decimal)
    assert not numbers.bad
    return float(numbers.values[0, 0]), None if numbers.spread is None else float(numbers.spread[0, 0])


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("0.87", 0.87),
        (" 0.87 ", 0.87),
        ("\u00a00.87\u2009", 0.87),
        ("\u20000.87\u200b", 0.87),
        (".87", 0.87),
        ("87.", 87.0),
        ("-3", -3.0),
        ("\u22123.5", -3.5),
        ("+1e-3", 0.001),
        ("1E5", 1e5),
        ("93.1%", 93.1),
        ("93.1 %", 93.1),
        ("93.1\\%", 93.1),
        ("1,234.5", 1234.5),
        ("1,234,567", 1234567.0),
        ("**0.87**", 0.87),
        ("*0.87*", 0.87),
        ("__0.87__", 0.87),
        ("`0.87`", 0.87),
        ("\\textbf{0.87}", 0.87),
        ("\\underline{\\textbf{0.87}}", 0.87),
        ("$0.87$", 0.87),
        ("$\\mathbf{0.87}$", 0.87),
        ("{\\bfseries 0.87}", 0.87),
        ("\\cellcolor{red!25}0.87", 0.87),
        ("0.87\\,", 0.87),
    ],
)
def test_a_number_is_read_however_it_is_dressed(cell: str, expected: float) -> None:
    assert value(cell) == (expected, None)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("0.87±0.02", (0.87, 0.02)),
        ("0.87 ± 0.02", (0.87, 0.02)),
        ("0.87 +- 0.02", (0.87, 0.02)),
        ("0.87 +/- 0.02", (0.87, 0.02)),
        ("0.87 \\pm 0.02", (0.87, 0.02)),
        ("$0.87 \\pm 0.02$", (0.87, 0.02)),
        ("\\textbf{0.87} $\\pm$ 0.02", (0.87, 0.02)),
        ("87.3 (1.2)", (87.3, 1.2)),
        ("87.3(1.2)", (87.3, 1.2)),
        ("87.3 (±1.2)", (87.3, 1.2)),
        ("87.3% (1.2%)", (87.3, 1.2)),
        ("87.3 ± 1.2 %", (87.3, 1.2)),
        ("**87.3 (1.2)**", (87.3, 1.2)),
    ],
)
def test_a_spread_is_read_beside_the_number(cell: str, expected: tuple[float, float]) -> None:
    assert value(cell) == expected


@pytest.mark.parametrize("mark", sorted(MISSING))
def test_a_missing_mark_is_a_gap(mark: str) -> None:
    numbers = parse_numbers([column("0.5", mark, f" {mark} ")], decimal=None)
    assert not numbers.bad
    assert np.isnan(numbers.values[1:]).all()


def test_a_mark_of_the_user_is_a_gap() -> None:
    numbers = parse_numbers([column("0.5", "n/a")], decimal=None, missing=MISSING | {"n/a"})
    assert not numbers.bad
    assert np.isnan(numbers.values[1, 0])


@pytest.mark.parametrize(
    "cell",
    [
        "1_000",
        "0x10",
        "1 2",
        "1.2.3",
        "a",
        "0.84-0.88",
        "0.9 (x)",
        "()",
        "±1",
        "0.9 ± -1",
    ],
)
def test_anything_else_is_a_bad_cell(cell: str) -> None:
    numbers = parse_numbers([column("0.5", cell)], decimal=None)
    assert [(bad.row, bad.column, bad.text, bad.why) for bad in numbers.bad] == [(1, 0, cell, "BO012")]


@pytest.mark.parametrize("cell", ["inf", "-Infinity", "∞", "1e999", "-1e400"])
def test_infinity_is_bad_for_its_own_reason(cell: str) -> None:
    assert [bad.why for bad in parse_numbers([column("0.5", cell)], decimal=None).bad] == ["BO013"]


@pytest.mark.parametrize(
    "cell", ["2024-05-01", "2024-05-01T00:00:00", "01.05.2024", "1/5/24", "05. Jan", "Jan 87", "1-May"]
)
def test_a_date_is_bad_for_its_own_reason(cell: str) -> None:
    assert [bad.why for bad in parse_numbers([column("0.5", cell)], decimal=None).bad] == ["BO014"]


def test_bad_cells_are_listed_in_the_order_of_reading() -> None:
    numbers = parse_numbers([column("x", "1"), column("1", "y"), column("z", "1")], decimal=None)
    assert [(bad.row, bad.column) for bad in numbers.bad] == [(0, 0), (0, 2), (1, 1)]


@pytest.mark.parametrize(
    ("cells", "decimal", "expected"),
    [
        (["0,93", "0,5"], ",", [0.93, 0.5]),
        (["87,5", "1.234,5"], ",", [87.5, 1234.5]),
        (["1,234", "0,5"], ",", [1.234, 0.5]),  # one unambiguous comma explains the other
        (["1,234", "0.5"], ".", [1234.0, 0.5]),  # and so does one unambiguous point
        (["1,234", "1,234,567"], ".", [1234.0, 1234567.0]),
        (["1.234", "0,5"], ",", [1234.0, 0.5]),
        (["1.234", "0.5"], ".", [1.234, 0.5]),
    ],
)
def test_the_decimal_mark_is_found_where_it_is_certain(
    cells: list[str], decimal: str, expected: list[float]
) -> None:
    numbers = parse_numbers([column(*cells)], decimal=None)
    assert not numbers.bad
    assert numbers.decimal == decimal
    assert numbers.values[:, 0].tolist() == expected


def test_one_column_with_decimal_commas_decides_for_all() -> None:
    numbers = parse_numbers([column("1.234", "2.345"), column("0,5", "0,6")], decimal=None)
    assert numbers.values.tolist() == [[1234.0, 0.5], [2345.0, 0.6]]


@pytest.mark.parametrize("cells", [["1,234", "2,345"], ["0,93", "0.92"]])
def test_an_uncertain_comma_is_bad(cells: list[str]) -> None:
    assert {bad.why for bad in parse_numbers([column(*cells)], decimal=None).bad} == {"BO015"}


def test_the_user_decides_about_commas() -> None:
    assert value("1,234", ",")[0] == 1.234
    assert value("1,234", ".")[0] == 1234.0
    assert value("1.234", ",")[0] == 1234.0


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=20))
def test_plain_and_careful_reading_agree_to_the_last_bit(numbers: list[float]) -> None:
    cells = [repr(number) for number in numbers]
    plain = parse_numbers([column(*cells)], decimal=None).values[:, 0]
    careful = parse_numbers([column(*cells, "**1**")], decimal=None).values[:-1, 0]
    assert plain.tolist() == numbers
    assert careful.tolist() == numbers


@given(st.text(max_size=30))
def test_no_text_is_read_as_anything_but_a_number_a_gap_or_a_bad_cell(cell: str) -> None:
    numbers = parse_numbers([column(cell)], decimal=None)
    number = numbers.values[0, 0]
    assert np.isfinite(number) or np.isnan(number)
    assert not (numbers.bad and np.isfinite(number) and numbers.bad[0].why == "BO013")


def test_a_column_with_slips_is_still_one_of_numbers() -> None:
    assert looks_numeric(column("0.5", "n/a", "x", "y", "z"))
    assert not looks_numeric(column("0.5", "a", "b", "c", "d", "e"))
    assert not looks_numeric(column("0.5.1", "0.9.2"))


def test_names_that_look_like_numbers_among_names_are_names() -> None:
    assert is_text(column("NA", "007", "1e5", "nan"))
    assert not is_text(column("007", "1e5"))
    assert not is_text(column("1", "", "2"))


def test_whole_numbers_are_recognised() -> None:
    assert read_integers(column("1", "2.0", "-3")) == [1, 2, -3]
    assert read_integers(column("1", "2.5")) is None
    assert read_integers(column("1", "")) is None
    assert read_integers(column("1e30")) is None
    assert read_integers(Column(name="a", cells=np.array([1, 2]), position=1)) == [1, 2]


def test_an_empty_column_is_recognised() -> None:
    assert is_empty(column("", "NA", " - "))
    assert not is_empty(column("", "0"))
    assert is_empty(Column(name="a", cells=np.array([np.nan]), position=1))


def test_a_mark_of_a_missing_score_may_be_a_number() -> None:
    column = Column(name="rf", cells=["0.8", "-1", "0.7"], position=1)
    numbers = parse_numbers([column], decimal=None, missing=MISSING | {"-1"})
    assert np.isnan(numbers.values[:, 0]).tolist() == [False, True, False]
