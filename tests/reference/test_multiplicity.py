"""The multiplicity effect, against exact arithmetic and the example of 154 tests."""

from fractions import Fraction

import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.many.multiplicity import multiplicity


def test_154_tests_at_5_percent_give_7_7_false_positives():
    # Source: Salzberg's 154 comparisons: 154·.05 = 7.7, 1 - .95^154 = .9996, level of each .0003.
    family = multiplicity(154)
    assert family.expected_false_positives == pytest.approx(7.7, rel=1e-14)
    assert family.at_least_one == pytest.approx(float(1 - Fraction(19, 20) ** 154), rel=1e-14)
    assert family.bonferroni_level == pytest.approx(0.05 / 154, rel=1e-14)
    assert round(family.sidak_level, 4) == 0.0003


@pytest.mark.parametrize("tests", [1, 2, 10, 1000])
def test_independent_tests_at_sidaks_level_keep_the_family_at_5_percent(tests):
    level = Fraction(multiplicity(tests).sidak_level)
    assert float(1 - (1 - level) ** tests) == pytest.approx(0.05, rel=1e-12)


def test_a_million_tests_keep_their_digits():
    family = multiplicity(10**6, level=0.999999)
    assert family.sidak_level == pytest.approx(1.0000005e-12, rel=1e-9)


@pytest.mark.parametrize(("tests", "level"), [(0, 0.95), (5, 1.0), (5, 0.0)])
def test_no_tests_or_no_level_is_refused(tests, level):
    with pytest.raises(ProcedureError):
        multiplicity(tests, level=level)
