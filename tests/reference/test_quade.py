"""Quade's test against R, and both conventions of its sum of squares against a publication."""

from math import inf

import numpy as np
import pytest

from bakeoff.procedures.many.quade import quade
from published_tables import GARCIA_HERRERA2008
from reference_values import TABLES, R


@pytest.mark.parametrize("table", TABLES)
def test_matches_r(table):
    # Source: many_classifiers.R, quade.test. Ranges that tie in decimal must tie: see below for where R's do not.
    result = quade(TABLES[table])
    assert (result.statistic, result.p_value) == pytest.approx(R[table, "quade"], rel=1e-12)


def test_both_sums_of_squares_on_garcia_and_herreras_table():
    # The R package scmamp takes the closed form that holds without ties: T = 10.802, p = 1.772e-07.
    closed = quade(GARCIA_HERRERA2008, tie_correction=False)
    assert (closed.statistic, closed.p_value) == (
        pytest.approx(10.802, abs=5e-4),
        pytest.approx(1.772e-07, rel=5e-4),
    )
    # With the sum of squares as it is, computed with scipy: 10.943404, p = 1.455e-07.
    result = quade(GARCIA_HERRERA2008)
    assert (result.statistic, result.p_value) == (
        pytest.approx(10.943404, abs=1e-6),
        pytest.approx(1.455e-07, rel=5e-4),
    )


def test_identical_classifiers_have_p_one():
    result = quade(np.tile([[0.9], [0.5], [0.7]], (1, 4)))
    assert (result.statistic, result.p_value) == (0, 1)


def test_perfect_agreement_with_equal_ranges_has_the_exact_probability_of_agreement():
    result = quade(np.tile([0.9, 0.8, 0.7], (4, 1)))
    assert (result.statistic, result.p_value) == (inf, pytest.approx(6.0**-3))
