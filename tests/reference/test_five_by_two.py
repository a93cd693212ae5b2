"""The 5×2cv tests against R, mlxtend, and calculations by hand."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.resampled.five_by_two import f_5x2cv, t_5x2cv

DIFFERENCES = np.array([0.031, 0.012, 0.024, -0.008, 0.017, 0.029, 0.003, 0.021, 0.040, 0.011])
# Right answers of 15 nearest neighbours less those of naive Bayes, of 75: iris, five times two folds.
IRIS = np.array([-4, 3, -1, 0, -3, 1, 1, 0, 0, -2]) / 75


def ends(result):
    return result.estimate.interval.low, result.estimate.interval.high


# Source of the next four: resampled.R, R 4.2.2, 2026-11-15.
def test_t_agrees_with_r():
    result = t_5x2cv(DIFFERENCES)
    assert result.statistic == pytest.approx(1.8886996426152169, rel=1e-12)
    assert result.p_value == pytest.approx(0.117556115503358344, rel=1e-12)
    assert ends(result) == pytest.approx((-0.011192011427706129, 0.073192011427706122), rel=1e-12)


def test_one_sided_t_agrees_with_r():
    assert t_5x2cv(DIFFERENCES, alternative=Alternative.GREATER).p_value == pytest.approx(
        0.058778057751679172, rel=1e-12
    )
    assert t_5x2cv(DIFFERENCES, alternative=Alternative.LESS).p_value == pytest.approx(
        0.941221942248320786, rel=1e-12
    )


def test_f_agrees_with_r():
    result = f_5x2cv(DIFFERENCES)
    assert result.statistic == pytest.approx(1.8730512249443205, rel=1e-12)
    assert result.p_value == pytest.approx(0.25325634617702153, rel=1e-12)


def test_the_interval_of_f_is_where_a_search_finds_p_to_be_five_percent():
    assert ends(f_5x2cv(DIFFERENCES)) == pytest.approx(
        (-0.015091176935482521, 0.051091176935482513), rel=1e-10
    )


def test_critical_values_are_those_of_the_papers():
    # Source: Dietterich (1998) and Alpaydın (1999) print 2.571 and 4.74.
    assert t_5x2cv(DIFFERENCES).steps["critical"] == pytest.approx(2.571, abs=5e-4)
    assert f_5x2cv(DIFFERENCES).steps["critical"] == pytest.approx(4.74, abs=5e-3)


def test_both_agree_with_mlxtend_on_iris():
    # Source: mlxtend 0.25.0, paired_ttest_5x2cv and combined_ftest_5x2cv with random_seed=1, run 2026-11-15; the
    # differences are the scores that it computed on the way.
    t, f = t_5x2cv(IRIS), f_5x2cv(IRIS)
    assert (t.statistic, t.p_value) == pytest.approx((-1.5011732500816033, 0.19361171296320737), rel=1e-12)
    assert (f.statistic, f.p_value) == pytest.approx((0.5774647887323945, 0.7850135480083472), rel=1e-12)


def test_statistics_are_the_published_formulas_by_hand():
    # By hand, in units of 1/75: variances of the repeats (d1 - d2)²/2 = 49/2, 1/2, 8, 1/2, 2: sum 71/2; squares: 41.
    # t² = 16 / (71/10) and F = 41/71.
    assert t_5x2cv(IRIS).statistic ** 2 == pytest.approx(float(Fraction(160, 71)), rel=1e-14)
    assert f_5x2cv(IRIS).statistic == pytest.approx(float(Fraction(41, 71)), rel=1e-14)


@pytest.mark.parametrize("test", [t_5x2cv, f_5x2cv])
def test_the_steps_show_the_variance_of_each_repeat(test):
    steps = test(IRIS).steps
    expected = [float(Fraction(n, 2)) / 75**2 for n in (49, 1, 16, 1, 4)]  # by hand, as above
    assert [steps[f"variance_{repeat}"] for repeat in range(1, 6)] == pytest.approx(expected, rel=1e-12)
    assert steps["sum_variances"] == pytest.approx(71 / 2 / 75**2, rel=1e-12)
    assert steps["sum_squares"] == pytest.approx(41 / 75**2, rel=1e-12)


def test_the_published_t_depends_on_which_fold_comes_first_and_says_so():
    swapped = IRIS[[1, 0, *range(2, 10)]]
    assert t_5x2cv(IRIS).statistic < 0 < t_5x2cv(swapped).statistic
    assert "first fold" in t_5x2cv(IRIS).estimate.of


def test_with_the_mean_as_numerator_no_order_of_folds_or_repeats_matters():
    reordered = IRIS.reshape(5, 2)[[3, 0, 4, 2, 1], ::-1].ravel()
    one, other = t_5x2cv(IRIS, numerator="mean"), t_5x2cv(reordered, numerator="mean")
    assert (other.statistic, *ends(other)) == pytest.approx((one.statistic, *ends(one)), rel=1e-12)
    # By hand: the mean is -5/10 and the standard error sqrt(71/10), in units of 1/75.
    assert one.statistic == pytest.approx(-0.5 / sqrt(7.1), rel=1e-14)


def test_f_ignores_the_order_of_folds_and_repeats():
    reordered = IRIS.reshape(5, 2)[[3, 0, 4, 2, 1], ::-1].ravel()
    one, other = f_5x2cv(IRIS), f_5x2cv(reordered)
    expected = (one.statistic, one.p_value, *ends(one))
    assert (other.statistic, other.p_value, *ends(other)) == pytest.approx(expected, rel=1e-12)


def test_f_refuses_repeats_that_disagree_so_much_that_every_advantage_is_rejected():
    # Between the repeats ±0.1, within them 0.001: F is huge at every δ although the mean is near zero.
    centres = np.repeat([0.1, -0.1, 0.1, -0.1, 0.0], 2)
    with pytest.raises(ProcedureError, match="every advantage") as caught:
        f_5x2cv(centres + np.tile([0.0005, -0.0005], 5))
    assert caught.value.code == "BO054"


@pytest.mark.parametrize("test", [t_5x2cv, f_5x2cv])
@pytest.mark.parametrize(
    ("differences", "code"),
    [
        (DIFFERENCES[:9], "BO052"),
        (np.append(DIFFERENCES[:9], np.nan), "BO052"),
        (DIFFERENCES.reshape(5, 2), "BO052"),
        (np.repeat([0.1, 0.2, 0.3, 0.4, 0.5], 2), "BO050"),
    ],
)
def test_what_cannot_be_tested_is_refused_with_its_code(test, differences, code):
    with pytest.raises(ProcedureError) as caught:
        test(differences)
    assert caught.value.code == code


def test_f_has_no_one_sided_form():
    with pytest.raises(ProcedureError, match="no direction") as caught:
        f_5x2cv(DIFFERENCES, alternative=Alternative.GREATER)
    assert caught.value.code == "BO053"


@pytest.mark.parametrize("test", [t_5x2cv, f_5x2cv])
def test_the_same_scores_in_every_fold_are_a_result(test):
    found = test(np.zeros(10))
    assert (found.p_value, found.estimate.value) == (1.0, 0.0)
    assert (found.estimate.interval.low, found.estimate.interval.high) == (0.0, 0.0)
