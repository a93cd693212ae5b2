"""P-values over looks, against their definitions computed by hand."""

from math import pi

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.many.looks import holm_over_looks, spend_over_looks, spent_level


def test_the_levels_that_looks_may_spend_sum_to_alpha():
    # Source: the sum of 1/k² is π²/6 (Euler); what is left after K looks is below 6/(π²K).
    spent = sum(spent_level(k, alpha=0.05) for k in range(1, 10_001))
    assert 0.05 - 0.05 * 6 / pi**2 / 10_000 < spent < 0.05


def test_a_spent_p_value_is_below_alpha_exactly_where_p_is_below_what_the_look_may_spend():
    for look in (1, 2, 14):
        level = spent_level(look, alpha=0.05)
        below, above = spend_over_looks(np.array([level * 0.999, level * 1.001]), look=look)
        assert below < 0.05 < above


def test_holms_method_counts_every_p_value_so_far():
    # By hand: sorted .001, .01, .02, .04 are multiplied by 4, 3, 2, 1 and made monotone.
    earlier = [np.array([0.04]), np.array([0.001, 0.02])]
    assert holm_over_looks(np.array([0.01]), earlier).tolist() == pytest.approx([0.03])
    assert holm_over_looks(np.array([0.04]), [np.array([0.01, 0.001, 0.02])]).tolist() == pytest.approx(
        [0.04]
    )


def test_looks_are_counted_from_one():
    with pytest.raises(ProcedureError):
        spent_level(0, alpha=0.05)
