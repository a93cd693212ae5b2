"""Slips that other programs make on resampled scores and on bootstraps over datasets, each tested for here."""

from itertools import combinations
from math import sqrt

import mpmath
import numpy as np
import pytest

from bakeoff.core.results import Alternative
from bakeoff.procedures.across.partial_conjunction import partial_conjunction
from bakeoff.procedures.many.rank_uncertainty import rank_uncertainty
from bakeoff.procedures.paired.paired_t import paired_t
from bakeoff.procedures.resampled.corrected_t import corrected_family, corrected_t
from bakeoff.procedures.resampled.five_by_two import f_5x2cv, t_5x2cv

# Right answers of five nearest neighbours less those of a tree, of 45, in 30 hold-outs of iris; training sets of 105.
IRIS = (
    np.array([1, 1, -1, 1, 1, 1, 2, 1, 0, 2, 0, 0, 0, 2, 2, 1, -1, 0, 0, 0, 2, 0, 1, 1, 0, -3, 0, 1, 3, 0])
    / 45
)


def test_thirty_hold_outs_are_not_thirty_independent_trials():
    # mlxtend 0.25.0 paired_ttest_resampled (random_seed=1, run 2026-11-15) gives t = 2.8266, p = .0084 on these
    # splits, and has no corrected form. Source of the corrected values: resampled.R, R 4.2.2.
    naive, corrected = paired_t(IRIS), corrected_t(IRIS, test_train_ratio=45 / 105)
    assert (naive.statistic, naive.p_value) == pytest.approx(
        (2.8266227053441964, 0.008434103156209913), rel=1e-12
    )
    assert (corrected.statistic, corrected.p_value) == pytest.approx(
        (0.75933076495281637, 0.45378315095360811), rel=1e-12
    )
    assert 0.0 in corrected.estimate.interval
    assert 0.0 not in naive.estimate.interval


def test_the_correction_is_the_same_factor_for_every_sample():
    # sqrt(1 + n · n_test/n_train): for ten times ten folds the naive t is 3.48 times too large.
    d = np.arange(100) % 7 / 10 - 0.2
    factor = paired_t(d).statistic / corrected_t(d, test_train_ratio=1 / 9).statistic
    assert factor == pytest.approx(sqrt(1 + 100 / 9), rel=1e-12)


def test_the_f_test_has_ten_and_five_degrees_of_freedom():
    # mlxtend's ftest takes n where n - 1 belongs. Source: mpmath's incomplete beta function; the neighbours of 10 and
    # 5 give other p-values.
    d = np.array([0.031, 0.012, 0.024, -0.008, 0.017, 0.029, 0.003, 0.021, 0.040, 0.011])
    result = f_5x2cv(d)

    def tail(df1, df2):
        x = df2 / (df2 + df1 * mpmath.mpf(result.statistic))
        return float(mpmath.betainc(mpmath.mpf(df2) / 2, mpmath.mpf(df1) / 2, 0, x, regularized=True))

    assert result.p_value == pytest.approx(tail(10, 5), rel=1e-12)
    assert result.p_value != pytest.approx(tail(9, 5), rel=1e-6)
    assert result.p_value != pytest.approx(tail(10, 6), rel=1e-6)


def test_classifiers_that_agree_in_every_fold_have_p_one_and_not_nan():
    # Cochran's Q of identical models is NaN in mlxtend, and scipy's paired t of identical scores too.
    scores = np.tile(np.linspace(0.7, 0.9, 10)[:, None], 3)
    results = corrected_family(scores, pairs=tuple(combinations(range(3), 2)), test_train_ratio=1 / 9)
    assert [(r.p_value, r.p_adjusted) for r in results] == [(1.0, 1.0)] * 3


def test_a_tiny_p_value_is_neither_zero_nor_rounded():
    # MLstatkit's p-values can be exactly 0, and 1 - cdf is 0 below 1e-16. Source: mpmath's incomplete beta function.
    d = 0.1 + np.array([-1, 1] * 50) / 1000
    result = corrected_t(d, test_train_ratio=1 / 9)
    with mpmath.workdps(50):
        t = mpmath.mpf(result.statistic)
        exact = mpmath.betainc(mpmath.mpf(99) / 2, mpmath.mpf(1) / 2, 0, 99 / (99 + t**2), regularized=True)
    assert 0 < result.p_value < 1e-100
    assert result.p_value == pytest.approx(float(exact), rel=1e-10)


def test_the_bootstrap_draws_datasets_and_not_the_scores_of_each_classifier_apart():
    # dabestr resampled the arms of a pair independently. Here b beats a by a hair on every one of ten datasets that
    # differ widely: every paired resample agrees, while arms drawn apart would put b first in half of the tables.
    a = np.linspace(0.5, 0.95, 10)
    found = rank_uncertainty(np.column_stack([a, a + 0.001]), rng=np.random.default_rng(0), resamples=2000)
    assert found.best == (0.0, 1.0)
    assert (found.mean_ranks[1].interval.low, found.mean_ranks[1].interval.high) == (1.0, 1.0)


def test_a_step_down_stops_at_the_first_that_is_not_rejected():
    # Multi_Comparison_Matrix compares each p with its own bound and goes on: it rejects the first and the sixth.
    assert partial_conjunction(np.array([0.001, 0.02, 0.03, 0.031, 0.04, 0.049])).at_least == 1


def test_a_cross_validation_is_judged_in_both_directions():
    # autorank's Wilcoxon looks in the direction of the larger median only. A two-sided p is twice the smaller tail.
    for test in (lambda d, **o: corrected_t(d, test_train_ratio=1 / 9, **o), t_5x2cv):
        d = np.array([0.02, 0.01, 0.03, -0.01, 0.02, 0.0, 0.01, 0.02, 0.03, 0.02])
        assert test(d).p_value == test(-d).p_value
        assert test(d).p_value == pytest.approx(
            2 * test(d, alternative=Alternative.GREATER).p_value, rel=1e-12
        )
