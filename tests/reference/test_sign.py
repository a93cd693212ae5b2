"""The sign test against R, enumeration of all signs and hand-counted binomial tails."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, significance
from bakeoff.procedures.paired.sign import sign
from enumeration import kept_shifts, p_value, sign_tails
from paired_reference import CASES, R_ALTERNATIVE, answers


def record(wins, draws, losses):
    return np.array([1.0] * wins + [0.0] * draws + [-1.0] * losses)


def ends(result):
    return result.estimate.interval.low, result.estimate.interval.high


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("alternative", Alternative)
def test_it_agrees_with_r(case, alternative):
    # Source: paired.R, R 4.2.2, stats::binom.test on the wins among the differences that are not zero, 2026-11-15.
    expected = answers(case, "binomial", R_ALTERNATIVE[alternative], 0.95)["p_value"]
    assert sign(CASES[case], alternative=alternative).p_value == pytest.approx(expected, rel=1e-12)


def test_nine_of_ten_wins():
    # Source: 2(1 + 10)/2^10 = .0215; the web tool STAC leaves out the observed count and gives .00195.
    result = sign(record(9, 0, 1))
    assert result.p_value == pytest.approx(22 / 1024, rel=1e-14)
    assert (result.statistic, result.steps["wins"], result.steps["losses"]) == (8, 9, 1)


def test_draws_are_not_losses():
    # Source: binomial, 8 of 8: 2/2^8. Counting the ten draws as losses (sktime 1.2.0) would give 8 of 18: p = .81.
    result = sign(record(8, 10, 0))
    assert result.p_value == 2 / 2**8
    assert result.method == "exact binomial, 10 draws dropped"


def test_draws_can_be_split():
    # Source: Demšar's rule, by hand: 7 wins, 3 losses and 3 draws count as 8 of 12, the odd draw left out.
    tail = sum(comb(12, k) for k in range(8, 13)) / 2**12
    result = sign(record(7, 3, 3), ties="split")
    assert result.p_value == pytest.approx(2 * tail, rel=1e-14)
    assert result.steps["trials"] == 12


def test_demsars_table_is_not_exact():
    # Source: binomial by hand: 11 of 14 has 2·470/2^14 = .057, although the paper's table calls it significant.
    assert sign(record(11, 0, 3)).p_value == pytest.approx(940 / 2**14, rel=1e-14)


def test_one_sided_tests_point_where_they_say():
    # Source: all six positive: P = 1/64 that b wins as often by chance, 1 that it loses as often.
    six = np.array([1.0, 2, 3, 4, 5, 6])
    greater, less = (sign(six, alternative=a) for a in (Alternative.GREATER, Alternative.LESS))
    assert (greater.p_value, less.p_value) == (1 / 64, 1.0)
    assert ends(greater) == (1.0, np.inf)
    assert ends(less) == (-np.inf, 6.0)


@pytest.mark.parametrize("n", [1, 5, 6, 40])
def test_identical_classifiers_have_a_p_value_of_one(n):
    result = sign(np.zeros(n))
    assert (result.p_value, result.estimate.value) == (1.0, 0.0)
    # Source: shifted, n equal differences have p = 2/2^n, below .05 from 6 on.
    assert ends(result) == ((0.0, 0.0) if n >= 6 else (-np.inf, np.inf))


def test_a_constant_difference_is_no_obstacle():
    # Source: 2/2^10.
    result = sign(np.full(10, 0.01))
    assert (result.p_value, *ends(result)) == (2 / 2**10, 0.01, 0.01)


@pytest.mark.parametrize("alternative", Alternative)
@pytest.mark.parametrize("seed", range(4))
def test_the_interval_holds_exactly_the_shifts_that_are_not_rejected(alternative, seed):
    # Source: enumeration of all signs at every difference and between any two, in fractions.
    differences = np.random.default_rng(seed).integers(-3, 5, 6 + seed).astype(float)
    exact = [Fraction(int(d)) for d in differences]
    for level in (0.8, 0.95):
        low, high, is_interval = kept_shifts(
            lambda shift: sign_tails([d - shift for d in exact]),
            sorted(set(exact)),
            alpha=significance(level),
            alternative=alternative,
        )
        assert is_interval
        assert ends(sign(differences, level=level, alternative=alternative)) == (low, high)


def test_the_interval_of_ten_runs_from_the_second_to_the_ninth():
    # Source: the classic table of order-statistic intervals: P(2nd <= median <= 9th) = 1 - 2·11/1024 = .979 for n = 10.
    result = sign(np.arange(1.0, 11.0))
    assert (result.estimate.value, *ends(result)) == (5.5, 2.0, 9.0)


@pytest.mark.parametrize("n", [100, 100_000])
def test_many_differences_keep_the_binomial_quantile(n):
    # Source: exact sums of binomial coefficients (n = 100); the normal quantile n/2 - 1.96·sqrt(n)/2 (n = 100,000).
    low, high = ends(sign(np.arange(1.0, n + 1)))
    if n == 100:
        k = next(
            k for k in range(n) if Fraction(sum(comb(n, i) for i in range(k + 1)), 2**n) >= Fraction(1, 40)
        )
        assert (low, high) == (k, n + 1 - k)
    else:
        assert low == pytest.approx(n / 2 - 1.959964 * n**0.5 / 2, abs=2)
        assert low + high == n + 1


def test_the_p_value_of_a_test_with_draws_is_conditional():
    # Source: enumeration of the signs of the differences that are not zero.
    differences = [0.0, 0, 3, -1, 2, 2, 5]
    for alternative in Alternative:
        expected = float(p_value(sign_tails(differences), alternative))
        assert sign(np.array(differences), alternative=alternative).p_value == pytest.approx(
            expected, rel=1e-14
        )


def test_unknown_rules_are_refused():
    with pytest.raises(ProcedureError) as caught:
        sign(np.ones(3), ties="ignore")
    assert caught.value.code == "BO053"
