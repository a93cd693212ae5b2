"""Partial conjunction against base R."""

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.across.partial_conjunction import partial_conjunction

P_VALUES = np.array([0.21, 0.003, 0.012, 0.64, 0.0004, 0.048, 0.09])
# Source: partial_conjunction.R, R 4.2.2, 2026-11-15.
EXPECTED = {
    "bonferroni": (0.0028, 0.0180, 0.0600, 0.1920, 0.2700, 0.4200, 0.6400),
    "simes": (0.0028, 0.0180, 0.0600, 0.1800, 0.2700, 0.4200, 0.6400),
    "fisher": (
        4.12414320455695e-06,
        4.09269928846304e-04,
        8.29648256456408e-03,
        6.10618476739307e-02,
        1.83380987005747e-01,
        4.04132043960031e-01,
        0.64,
    ),
}


@pytest.mark.parametrize("combine", EXPECTED)
def test_p_values_agree_with_r(combine):
    assert partial_conjunction(P_VALUES, combine=combine).p_values == pytest.approx(
        EXPECTED[combine], rel=1e-12
    )


@pytest.mark.parametrize(("combine", "bound"), [("bonferroni", 2), ("simes", 2), ("fisher", 3)])
def test_the_bound_is_the_number_of_nulls_rejected_in_turn(combine, bound):
    assert partial_conjunction(P_VALUES, combine=combine).at_least == bound


def test_more_confidence_gives_a_lower_bound():
    assert partial_conjunction(P_VALUES, level=0.99).at_least == 1
    assert partial_conjunction(P_VALUES, level=0.999).at_least == 0


def test_a_p_value_of_zero_is_no_accident_for_fisher():
    assert partial_conjunction(np.array([0.0, 0.5, 0.9]), combine="fisher").p_values[0] == 0.0


@pytest.mark.parametrize(
    ("p_values", "combine", "code"),
    [
        ([], "bonferroni", "BO052"),
        ([0.5, np.nan], "bonferroni", "BO052"),
        ([1.1], "simes", "BO052"),
        ([0.5], "stouffer", "BO053"),
    ],
)
def test_what_cannot_be_combined_is_refused_with_its_code(p_values, combine, code):
    with pytest.raises(ProcedureError) as caught:
        partial_conjunction(np.array(p_values), combine=combine)
    assert caught.value.code == code
