"""The guarded t-test against R, and where it stands to the corrected one."""

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.resampled.corrected_t import corrected_t
from bakeoff.procedures.resampled.guarded_t import guarded_t

NUMBERS = np.arange(1, 101)
HUNDRED = ((37 * NUMBERS**2 + 11 * NUMBERS) % 23 - 9) / 100


# Source of the next two: halves.R, R 4.2.2, 2026-11-18.
def test_it_agrees_with_r():
    result = guarded_t(HUNDRED, repeats=10, test_train_ratio=1 / 9)
    assert result.steps["instability"] == pytest.approx(1.07899691709254930, rel=1e-12)
    assert result.statistic == pytest.approx(0.20504816149044958, rel=1e-12)
    assert result.p_value == pytest.approx(0.83795549968555594, rel=1e-12)
    interval = result.estimate.interval
    assert (interval.low, interval.high) == pytest.approx(
        (-0.10498968731872246, 0.12918968731872246), rel=1e-12
    )


@pytest.mark.parametrize(
    ("alternative", "p"), [("greater", 0.41897774984277797), ("less", 0.58102225015722198)]
)
def test_one_sided_p_values_agree_with_r(alternative, p):
    result = guarded_t(HUNDRED, repeats=10, test_train_ratio=1 / 9, alternative=alternative)
    assert result.p_value == pytest.approx(p, rel=1e-12)


def test_repeats_with_the_same_mean_are_not_inflated():
    repeated = [0.1, 0.3, 0.2, 0.3, 0.2, 0.1]
    guarded = guarded_t(repeated, repeats=2, test_train_ratio=0.5)
    assert guarded.p_value == pytest.approx(
        corrected_t(np.array(repeated), test_train_ratio=0.5).p_value, rel=1e-12
    )


def test_one_classifier_twice_is_no_difference():
    assert guarded_t(np.zeros(10), repeats=5, test_train_ratio=1).p_value == 1


@pytest.mark.parametrize(("repeats", "code"), [(1, "BO053"), (3, "BO052"), (100, "BO052")])
def test_folds_that_make_no_whole_repeats_are_refused(repeats, code):
    with pytest.raises(ProcedureError) as refused:
        guarded_t(HUNDRED, repeats=repeats, test_train_ratio=1 / 9)
    assert refused.value.code == code
