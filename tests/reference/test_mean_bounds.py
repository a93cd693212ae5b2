"""Bounds of a mean advantage: Hall's transformation solved back, the bets in closed form, R's exact binomial bound."""

from math import sqrt

import numpy as np
import pytest
from scipy import integrate, stats

from bakeoff.procedures.paired.mean_bounds import in_range_bound, largest_share, skew_adjusted_bound

LOSSES = np.array([0.4, 1.1, 0.7, -0.2, 0.9, 0.3, -6.5, 0.8, 0.1, -1.4])


def test_halls_transformation_takes_the_bound_back_to_students_t():
    # Source: Hall (1992): t + γt²/3 + γ²t³/27 + γ/(6n) is as good as free of skew; scipy has the unbiased γ.
    low, n = skew_adjusted_bound(LOSSES, tail=0.025), len(LOSSES)
    t, skew = (LOSSES.mean() - low) / LOSSES.std(ddof=1), stats.skew(LOSSES, bias=False)
    moved = t + skew * t**2 / 3 + skew**2 * t**3 / 27 + skew / (6 * n)
    assert moved == pytest.approx(stats.t.ppf(0.975, n - 1) / sqrt(n), rel=1e-9)


def test_where_gains_have_the_long_tail_it_is_students_bound():
    student = stats.ttest_1samp(-LOSSES, 0, alternative="greater").confidence_interval(0.975).low
    assert skew_adjusted_bound(-LOSSES, tail=0.025) == pytest.approx(student, rel=1e-9)


def test_differences_that_look_alike_spread_as_far_as_rounding_hides():
    # The difference of two rounding errors has the variance u²/12 + u²/12.
    low = skew_adjusted_bound(np.zeros(7), tail=0.025, unit=1.0)
    assert low == pytest.approx(-stats.t.ppf(0.975, 6) * sqrt(1 / 6) / sqrt(7), rel=1e-9)
    assert skew_adjusted_bound(np.zeros(7), tail=0.025) == 0


def test_two_datasets_bound_nothing():
    assert skew_adjusted_bound(np.array([1.0, 2.0]), tail=0.025) == -np.inf


def test_the_bets_have_won_just_enough_at_the_bound():
    values = LOSSES / 10
    low = in_range_bound(values, tail=0.025, reach=1.0)
    capital, _ = integrate.quad(lambda c: np.prod(1 + c * (values - low) / (low + 1)), 0, 1)
    assert capital == pytest.approx(40, rel=1e-3)  # the stakes are a grid of 200
    assert in_range_bound(100 * values, tail=0.025, reach=100.0) == pytest.approx(100 * low, rel=1e-9)


def test_a_bound_in_range_errs_rarely_whatever_the_shape():
    # One dataset in twenty loses everything: the mean is -.05, and that no disaster was seen says little.
    rng = np.random.default_rng(5)
    lost = -(rng.random((400, 30)) < 0.05).astype(float)
    assert np.mean([in_range_bound(row, tail=0.025, reach=1.0) > -0.05 for row in lost]) == 0
    assert np.mean([skew_adjusted_bound(row, tail=0.025, unit=0.01) > -0.05 for row in lost]) > 0.1


@pytest.mark.parametrize(("count", "total", "most"), [(0, 20, 0.1684335), (2, 10, 0.5560955), (8, 8, 1.0)])
def test_the_largest_share_is_that_of_r(count, total, most):
    # Source: R 4.2, binom.test(count, total, alternative = "less", conf.level = .975)$conf.int[2].
    assert largest_share(count, total, tail=0.025) == pytest.approx(most, abs=1e-7)
