"""The sign-flip test against enumeration of all signs, scipy and its own exact answers."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, significance
from bakeoff.procedures.base.random_signs import Subsets, as_whole_differences
from bakeoff.procedures.paired.sign_flip import sign_flip
from enumeration import flip_tails, kept_shifts, p_value
from paired_reference import CASES, answers


def flipped(differences, **options):
    return sign_flip(np.asarray(differences, dtype=float), rng=np.random.default_rng(1), **options)


def ends(result):
    return result.estimate.interval.low, result.estimate.interval.high


@pytest.mark.parametrize("case", ["six", "ten", "figures", "percents"])
@pytest.mark.parametrize("alternative", Alternative)
def test_it_counts_what_enumeration_finds(case, alternative):
    # Source: all 2^n signs of the decimal differences, in fractions.
    expected = p_value(flip_tails(CASES[case]), alternative)
    result = flipped(CASES[case], alternative=alternative)
    assert result.method == "exact"
    assert result.monte_carlo_error is None
    assert result.p_value == pytest.approx(float(expected), rel=1e-14)


@pytest.mark.parametrize(
    "differences", [[2 / 3, 2 / 3, -4 / 3, 1.0, 5 / 3, 1 / 3], [0.1, 0.2, -0.3, 0.4, 0.7, 0.1]]
)
def test_sums_that_are_equal_but_for_rounding_are_equal(differences):
    # Source: all 2^6 signs of the same numbers times thirty, which are whole; 0.666666666667 · 2 is not
    # 1.333333333333.
    whole = [round(30 * d) for d in differences]
    expected = p_value(flip_tails(whole), Alternative.TWO_SIDED)
    assert flipped(differences).p_value == pytest.approx(float(expected), rel=1e-14)
    assert flipped(np.round(differences, 12)).p_value == pytest.approx(float(expected), rel=1e-14)


@pytest.mark.parametrize("alternative", Alternative)
@pytest.mark.parametrize("seed", range(4))
def test_the_interval_holds_exactly_the_shifts_that_are_not_rejected(alternative, seed):
    # Source: enumeration of all signs at the mean of every subset and between any two, in fractions.
    differences = np.random.default_rng(seed).integers(-5, 8, 6).astype(float)
    exact = [Fraction(int(d)) for d in differences]
    means = sorted({sum(s, Fraction(0)) / len(s) for r in range(1, 7) for s in combinations(exact, r)})
    for level in (0.8, 0.95):
        low, high, is_interval = kept_shifts(
            lambda shift: flip_tails([d - shift for d in exact]),
            means,
            alpha=significance(level),
            alternative=alternative,
        )
        assert is_interval
        assert ends(flipped(differences, level=level, alternative=alternative)) == pytest.approx(
            (low, high), rel=1e-14
        )


def test_listing_and_halving_and_dynamic_programming_agree_with_scipy():
    # Source: scipy 1.17, stats.permutation_test with permutation_type="samples", which lists all 2^12 signs.
    long_decimals = np.random.default_rng(5).normal(0.4, 1, 12)
    for differences in (long_decimals, long_decimals.round(1)):
        expected = stats.permutation_test(
            (differences,), np.mean, permutation_type="samples", n_resamples=np.inf, vectorized=True
        )
        assert flipped(differences).p_value == pytest.approx(expected.pvalue, rel=1e-12)


@pytest.mark.parametrize("n", [30, 200])
def test_equal_sizes_make_it_the_binomial_test(n):
    # Source: with differences of ±1 the sum is that of the binomial test: paired.R, R 4.2.2, stats::pbinom.
    losses = n // 5
    differences = np.array([-1.0] * losses + [1.0] * (n - losses))
    assert flipped(differences).p_value == pytest.approx(answers(str(n), "pbinom")["p_value"], rel=1e-12)


def test_monte_carlo_agrees_with_the_exact_value_within_its_error():
    # Source: the same 60 differences with four decimals, which are counted exactly by dynamic programming (checked
    # above); with seven more digits they must be drawn.
    short = np.random.default_rng(11).normal(0.02, 0.1, 60).round(4)
    noise = np.random.default_rng(12).uniform(-1, 1, 60) * 1e-8
    exact, drawn = flipped(short), flipped(short + noise.round(11))
    assert exact.method == "exact, interval from 100,000 random flips"
    assert drawn.method == "Monte Carlo, 100,000 flips"
    assert 0 < drawn.monte_carlo_error < 0.003
    assert abs(drawn.p_value - exact.p_value) < 4 * drawn.monte_carlo_error


def test_up_to_34_differences_of_any_size_are_counted_and_more_are_drawn():
    fine = np.random.default_rng(6).normal(0.2, 1, 36)
    for n, is_counted in ((33, True), (34, True), (35, False), (36, False)):
        result = flipped(fine[:n])
        assert (result.monte_carlo_error is None) is is_counted
        # Student's t is close to the flips of so many numbers from a normal distribution.
        assert result.p_value == pytest.approx(stats.ttest_1samp(fine[:n], 0).pvalue, rel=0.05)


def test_drawn_sums_that_tie_with_the_observed_one_count():
    # Source: the binomial tail P(wins >= 620) of 1,200 differences of ±1, from exact binomial coefficients; without the
    # sums that are equal to the observed one it would be .118, not .130.
    differences = np.array([1.0] * 620 + [-1.0] * 580)
    tail = Fraction(sum(comb(1200, k) for k in range(620, 1201)), 2**1200)
    result = flipped(differences, alternative=Alternative.GREATER)
    assert result.method == "Monte Carlo, 100,000 flips"
    assert abs(result.p_value - float(tail)) < 4 * result.monte_carlo_error < 0.005


def test_a_sample_that_is_its_own_mirror_image_has_a_symmetric_interval():
    # Source: swapping a and b changes nothing but the names, so that low and high must swap places.
    half = np.random.default_rng(8).normal(0, 1, 13).round(3)
    low, high = ends(flipped([*half, *-half]))
    assert low == -high < 0


def test_random_subsets_without_members_count_in_both_tails():
    # Source: by hand. Six flips and the observed signs; at any shift the empty subset and the observed signs are as
    # extreme as the observed mean, so that a tail of 3/7 is reached at the first of the means -2, -1, 1, 2, 3.
    subsets = Subsets(np.array([0.0, -2, -2, 1, 4, 3]), np.array([0.0, 1, 2, 1, 2, 1]))
    assert subsets.ends(3 / 7) == (-2, 3)
    assert subsets.ends(4 / 7) == (-1, 2)
    assert subsets.ends(2 / 7) == (-np.inf, np.inf)


def test_random_intervals_are_close_to_those_of_the_t_test():
    # Source: for 400 normal differences the two tests agree to first order (Fisher 1935): ± 1.966 standard errors.
    differences = np.random.default_rng(4).normal(0.3, 1, 400)
    low, high = ends(flipped(differences))
    reach = stats.t.ppf(0.975, 399) * differences.std(ddof=1) / 20
    assert (low, high) == pytest.approx(
        (differences.mean() - reach, differences.mean() + reach), abs=0.03 * reach
    )


def test_a_drawn_p_value_is_never_zero():
    # Source: Phipson & Smyth (2010): (b + 1)/(m + 1), here with b = 0 on the one side, twice that on two.
    result = flipped([*np.random.default_rng(0).normal(10, 1, 60), -0.5], flips=999)
    assert result.p_value == 2 / 1000


def test_identical_classifiers_have_a_p_value_of_one():
    for n in (3, 10, 50):
        result = flipped(np.zeros(n))
        assert (result.p_value, result.estimate.value) == (1.0, 0.0)
        # Source: shifted, n equal differences have p = 2/2^n, below .05 from 6 on.
        assert ends(result) == ((-np.inf, np.inf) if n == 3 else (0.0, 0.0))


def test_a_constant_difference_is_no_obstacle():
    # Source: 2/2^8.
    result = flipped(np.full(8, 0.01))
    assert (result.p_value, *ends(result)) == pytest.approx((2 / 2**8, 0.01, 0.01), rel=1e-12)


def test_fewer_than_six_differences_bound_nothing():
    # Source: 2/2^5 = .0625 is the smallest p of five differences.
    result = flipped([1, 2, 3, 4, 5])
    assert result.p_value == 2 / 2**5
    assert ends(result) == (-np.inf, np.inf)


def test_very_many_differences_are_drawn_in_bounded_time():
    # Source: the normal limit of the test (z from the root mean square), within the stated Monte Carlo error.
    differences = np.random.default_rng(2).normal(0.004, 1, 100_000)
    z = differences.sum() / np.sqrt((differences**2).sum())
    result = flipped(differences)
    assert result.method == "Monte Carlo, 10,000 flips"
    assert abs(result.p_value - 2 * stats.norm.sf(abs(z))) < 4 * result.monte_carlo_error


@pytest.mark.parametrize(
    ("differences", "whole", "per_unit"),
    [
        ([0.05, -0.125, 2.0], [50, -125, 2000], 1000),
        ([7.000000000000001, -3.0], [7, -3], 1),  # 0.07 · 100
        ([0.0, 0.0], [0, 0], 1),
    ],
)
def test_decimals_become_whole_numbers(differences, whole, per_unit):
    # Source: by hand.
    grid = as_whole_differences(np.array(differences))
    assert grid.whole.tolist() == whole
    assert (grid.per_unit, grid.slack) == (per_unit, 0)


def test_no_flips_are_refused():
    with pytest.raises(ProcedureError) as caught:
        flipped([1.0, 2.0], flips=0)
    assert caught.value.code == "BO053"
