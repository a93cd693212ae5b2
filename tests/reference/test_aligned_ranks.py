"""The aligned-ranks test against R and a publication."""

import numpy as np
import pytest

from bakeoff.procedures.many.aligned_ranks import aligned_ranks
from published_tables import GARCIA_HERRERA2008
from reference_values import TABLES, R


@pytest.mark.parametrize("table", TABLES)
def test_matches_the_permutation_form_in_r(table):
    # Source: many_classifiers.R.
    result = aligned_ranks(TABLES[table])
    assert (result.statistic, result.p_value) == pytest.approx(R[table, "aligned_ranks"], rel=1e-12)


def test_the_usual_formula_on_garcia_and_herreras_table():
    # The R package scmamp prints 41.691: deviations that are equal in decimal differ in binary there. Rounded to nine
    # decimals before ranking, the same formula gives 41.728.
    result = aligned_ranks(GARCIA_HERRERA2008, tie_correction=False)
    assert result.statistic == pytest.approx(41.728, abs=5e-4)
    assert result.statistic == pytest.approx(41.691, abs=0.06)


def test_identical_classifiers_have_p_one():
    result = aligned_ranks(np.tile([[0.9], [0.5], [0.7]], (1, 4)))
    assert (result.statistic, result.p_value) == (0, 1)


def test_ties_survive_a_mean_that_is_no_decimal():
    # Deviations from the means 0.5 and 0.7 + 1/30: both datasets have 0.1 + 0.2 and 0.3 for the same score.
    scores = np.array([[0.1 + 0.2, 0.3, 0.9], [0.3, 0.1 + 0.2, 0.9]])
    assert aligned_ranks(scores).statistic == pytest.approx(
        aligned_ranks(np.tile([0.3, 0.3, 0.9], (2, 1))).statistic
    )
