"""The best of several attempts: closed forms and published expected maxima of normal samples."""

from math import comb, pi, sqrt

import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.many.multiplicity import (
    adjust_for_selection,
    chance_of_best_of_equals,
    expected_maximum,
)


def test_two_three_and_five_have_closed_forms():
    # Source: David & Nagaraja (2003), Order Statistics: 1/√π, 3/(2√π), and for five 5/(4√π)(1 + 6/π·arcsin(1/3)).
    from math import asin

    assert expected_maximum(2) == pytest.approx(1 / sqrt(pi), rel=1e-12)
    assert expected_maximum(3) == pytest.approx(3 / (2 * sqrt(pi)), rel=1e-12)
    assert expected_maximum(5) == pytest.approx(5 / (4 * sqrt(pi)) * (1 + 6 / pi * asin(1 / 3)), rel=1e-12)


@pytest.mark.parametrize(
    ("attempts", "expected"), [(10, 1.53875), (20, 1.86748), (50, 2.24907), (100, 2.50759), (1000, 3.24144)]
)
def test_expected_maxima_are_those_of_the_tables(attempts, expected):
    # Source: Tippett (1925), Biometrika 17: mean largest of normal samples of 10, 20, 50, 100 and 1,000.
    assert expected_maximum(attempts) == pytest.approx(expected, abs=6e-6)


def test_ten_settings_need_half_a_percent():
    # Source: Salzberg (1997): with ten settings the level of each is .005.
    assert adjust_for_selection(0.005, 10).bonferroni == pytest.approx(0.05)
    assert adjust_for_selection(0.005, 10).sidak == pytest.approx(1 - 0.995**10, rel=1e-12)
    assert adjust_for_selection(0.4, 10).bonferroni == 1.0
    assert adjust_for_selection(1.0, 3).sidak == 1.0


def test_the_best_of_equals_is_the_binomial_tail_times_their_number():
    tail = sum(comb(20, k) for k in range(15, 21)) / 2**20
    assert chance_of_best_of_equals(15, 20, 4, 0.5) == pytest.approx(4 * tail, rel=1e-12)


@pytest.mark.parametrize("call", [lambda: expected_maximum(0), lambda: adjust_for_selection(1.2, 3)])
def test_what_cannot_be_is_refused(call):
    with pytest.raises(ProcedureError):
        call()
