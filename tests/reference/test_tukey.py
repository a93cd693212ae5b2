"""Tukey's test on paired scores against R."""

from itertools import combinations

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.many.tukey import tukey
from reference_values import TABLES, R


def all_pairs(table):
    return list(combinations(range(table.shape[1]), 2))


@pytest.mark.parametrize("name", TABLES)
def test_matches_r(name):
    # Source: many_classifiers.R, TukeyHSD of the model with datasets as blocks; R's ptukey is good to 1e-8 or so.
    results = tukey(TABLES[name], pairs=all_pairs(TABLES[name]))
    assert [r.estimate.value for r in results] == pytest.approx(R[name, "tukey_diff"], rel=1e-9, abs=1e-12)
    assert [r.estimate.interval.low for r in results] == pytest.approx(R[name, "tukey_low"], rel=1e-5)
    assert [r.p_adjusted for r in results] == pytest.approx(R[name, "tukey_p"], rel=1e-6, abs=1e-9)


def test_two_classifiers_are_a_paired_t_test():
    # Differences 0.01, 0.02, 0.03: t = 2 sqrt(3), and for df = 2 p = 1 - t / sqrt(2 + t²).
    result = tukey(np.array([[0.5, 0.51], [0.6, 0.62], [0.7, 0.73]]), pairs=[(0, 1)])[0]
    assert result.p_adjusted == pytest.approx(1 - (12 / 14) ** 0.5, rel=1e-11)
    assert result.p_value == pytest.approx(result.p_adjusted, rel=1e-11)
    assert result.estimate.value == pytest.approx(0.02)


def test_the_interval_and_the_p_value_agree():
    for level in (0.5, 0.9, 0.95, 0.99):
        for result in tukey(TABLES["garcia_herrera"], pairs=all_pairs(TABLES["garcia_herrera"]), level=level):
            assert (result.p_adjusted < 1 - level) == (0 not in result.estimate.interval)


def test_identical_classifiers_have_p_one():
    result = tukey(np.tile([[0.9], [0.5], [0.7]], (1, 4)), pairs=[(0, 1)])[0]
    assert (result.p_value, result.p_adjusted, result.estimate.value) == (1, 1, 0)


def test_classifiers_that_differ_always_by_the_same_are_refused():
    with pytest.raises(ProcedureError) as error:
        tukey(np.array([[0.8, 0.81], [0.7, 0.71], [0.6, 0.61]]), pairs=[(0, 1)])
    assert error.value.code == "BO050"
