"""The signed-rank test against R, enumeration of all signs, scipy and published rank sums."""

from bisect import bisect_left
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.arrays import advantage
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, significance
from bakeoff.procedures.paired.walsh import count_distinct, kth_walsh_average
from bakeoff.procedures.paired.wilcoxon import RULES, wilcoxon
from enumeration import kept_shifts, p_value, signed_rank_tails
from paired_reference import CASES, R_ALTERNATIVE, UNTIED, answers
from published_tables import DEMSAR2006

FIGURES = CASES["figures"]


def ends(result):
    return result.estimate.interval.low, result.estimate.interval.high


def whole_numbers(seed, *, most, n):
    return np.random.default_rng(seed).integers(-most, most + 2, n).astype(float)


@pytest.mark.parametrize("case", UNTIED)
@pytest.mark.parametrize("alternative", Alternative)
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_without_ties_it_agrees_with_r(case, alternative, level):
    # Source: paired.R, R 4.2.2, stats::wilcox.test(exact = TRUE, conf.int = TRUE), 2026-11-15; n up to 1,000.
    expected = answers(case, "wilcoxon", R_ALTERNATIVE[alternative], level)
    result = wilcoxon(CASES[case], level=level, alternative=alternative)
    assert result.method == "exact"
    assert result.steps["rank_sum_plus"] == expected["rank_sum_plus"]
    assert result.p_value == pytest.approx(expected["p_value"], rel=1e-11)
    assert result.estimate.value == pytest.approx(expected["estimate"], rel=1e-12)
    assert ends(result) == pytest.approx((expected["low"], expected["high"]), rel=1e-11)


@pytest.mark.parametrize("n", [20, 100, 1000])
def test_far_tails_keep_their_digits(n):
    # Source: paired.R, R 4.2.2, stats::psignrank, 2026-11-15; down to 2e-129. The negative differences are chosen so
    # that their ranks add up to the rank sum.
    for rank_sum, expected in answers(str(n), "psignrank").items():
        left, differences = int(rank_sum), np.arange(1.0, n + 1)
        for rank in range(n, 0, -1):
            if rank <= left:
                left -= rank
                differences[rank - 1] *= -1
        result = wilcoxon(differences, alternative=Alternative.GREATER)
        assert result.steps["rank_sum_minus"] == int(rank_sum)
        assert result.p_value == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("zeros", RULES)
@pytest.mark.parametrize("seed", range(8))
def test_ties_and_zeros_are_as_all_signs_have_it(zeros, seed):
    # Source: enumeration of all 2^n signs of the midranks, in fractions.
    differences = whole_numbers(seed, most=(2, 4, 9, 30)[seed % 4], n=4 + seed)
    tails = signed_rank_tails(differences, zeros)
    for alternative in Alternative:
        result = wilcoxon(differences, alternative=alternative, zeros=zeros)
        assert result.p_value == pytest.approx(float(p_value(tails, alternative)), rel=1e-14)


def test_the_three_rules_for_zeros_on_twelve_differences():
    # Source: enumeration of all signs, as above, for as many as 12 differences.
    differences = np.array([0.0, 0, 0, 1, 1, -1, 2, 3, 3, 4, -5, 8])
    for zeros in RULES:
        expected = p_value(signed_rank_tails(differences, zeros), Alternative.TWO_SIDED)
        assert wilcoxon(differences, zeros=zeros).p_value == pytest.approx(float(expected), rel=1e-14)


@pytest.mark.parametrize("zeros", ["pratt", "zsplit"])
@pytest.mark.parametrize("alternative", Alternative)
@pytest.mark.parametrize("seed", range(5))
def test_the_interval_holds_exactly_the_shifts_that_are_not_rejected(zeros, alternative, seed):
    # Source: enumeration of all signs at every Walsh average and between any two, in fractions.
    differences = whole_numbers(seed, most=(1, 3, 12)[seed % 3], n=5 + seed % 3)
    exact = [Fraction(int(d)) for d in differences]
    averages = sorted({(x + y) / 2 for x in exact for y in exact})
    for level in (0.8, 0.95):
        low, high, is_interval = kept_shifts(
            lambda shift: signed_rank_tails([d - shift for d in exact], zeros),
            averages,
            alpha=significance(level),
            alternative=alternative,
        )
        assert is_interval, "the p-value is monotone in the shift"
        found = ends(wilcoxon(differences, level=level, alternative=alternative, zeros=zeros))
        assert found == pytest.approx((low, high), abs=1e-9)  # an end at zero is cut just short of it


@pytest.mark.parametrize(
    "groups",
    [{-3: 4, 2: 6}, {-1: 1, 0: 4, 1: 1, 4: 3}, {-2: 2, 1: 3, 5: 3, 6: 1}, {-7: 1, -1: 2, 3: 4, 4: 2}],
)
def test_groups_of_equal_differences_have_their_own_null_at_each_shift(groups):
    # Source: enumeration, as above.
    differences = np.repeat(np.array([*groups], dtype=float), [*groups.values()])
    exact = [Fraction(int(d)) for d in differences]
    averages = sorted({(x + y) / 2 for x in exact for y in exact})
    low, high, _ = kept_shifts(
        lambda shift: signed_rank_tails([d - shift for d in exact], "pratt"),
        averages,
        alpha=0.05,
        alternative=Alternative.TWO_SIDED,
    )
    assert ends(wilcoxon(differences)) == (low, high)


def test_with_ties_it_agrees_with_scipys_enumeration():
    # Source: scipy 1.17 with a permutation method, which lists all signs; its method="exact" ignores ties.
    differences = np.array([0.03, 0.03, -0.03, 0.01, 0.05, -0.02, 0.07, 0.02, 0.11])
    listed = stats.PermutationMethod(n_resamples=np.inf)
    expected = stats.wilcoxon(differences, zero_method="pratt", method=listed)
    assert wilcoxon(differences).p_value == pytest.approx(expected.pvalue, rel=1e-12)


def test_figure_15_1_with_pratts_zeros():
    # Source: enumeration of the 2^8 signs of the ranks 3 … 10, and the 55 averages counted by hand: the 9th from either
    # end, as there are P(W <= 8) = .0244 < .025 <= P(W <= 9) in Wilcoxon's table for n = 10.
    result = wilcoxon(FIGURES)
    assert result.p_value == 0.734375
    assert (result.estimate.value, *ends(result)) == (1.5, -5.0, 6.0)
    assert result.method == "exact, 2 draws by Pratt's rule"
    assert wilcoxon(FIGURES, zeros="wilcox").p_value == 0.84375
    assert wilcoxon(FIGURES, zeros="zsplit").p_value == 0.71484375


def test_demsars_rank_sums():
    # Source: Demšar (2006), section 3.1.3: R+ = 93, R- = 12, z = -2.54 for C4.5+m against C4.5. The rank 3.5 is shared
    # by 0.768 - 0.763 and 0.936 - 0.931.
    differences = advantage(DEMSAR2006[:, 0], DEMSAR2006[:, 1], higher_is_better=True)
    steps = wilcoxon(differences, zeros="zsplit").steps
    assert (steps["rank_sum_plus"], steps["rank_sum_minus"]) == (93, 12)
    assert (steps["zeros"], steps["ties"]) == (2, 2)


def test_decimal_ties_are_ties():
    # Source: 0.85 - 0.80 and 0.90 - 0.85 are both 0.05, although not in binary. By hand: the ranks are 2.5, 2.5, 1 and
    # 4, the last but one negative, and 2 of 16 sign patterns have a positive rank sum of 9 or more.
    a, b = np.array([0.80, 0.85, 0.70, 0.60]), np.array([0.85, 0.90, 0.69, 0.70])
    assert (b - a)[0] != (b - a)[1]
    result = wilcoxon(advantage(a, b, higher_is_better=True), alternative=Alternative.GREATER)
    assert result.steps["ties"] == 2
    assert (result.steps["rank_sum_plus"], result.p_value) == (9.0, 2 / 16)


def test_one_sided_tests_point_where_they_say():
    # Source: all six positive, so that b is better: P = 1/64 for "greater", 1 for "less". (One package tests in the
    # direction of the larger median whatever was asked for.)
    differences = np.array([1.0, 2, 3, 4, 5, 6])
    greater = wilcoxon(differences, alternative=Alternative.GREATER)
    less = wilcoxon(differences, alternative=Alternative.LESS)
    assert (greater.p_value, less.p_value) == (1 / 64, 1.0)
    # P(W <= 2) = 3/64 < .05 <= P(W <= 3) = 5/64: the third averages from either end, of 1, 1.5, 2 and of 6, 5.5, 5.
    assert ends(greater) == (2.0, np.inf)
    assert ends(less) == (-np.inf, 5.0)


@pytest.mark.parametrize(("n", "expected"), [(1, (-np.inf, np.inf)), (5, (-np.inf, np.inf)), (6, (0.0, 0.0))])
def test_identical_classifiers_have_a_p_value_of_one(n, expected):
    # Source: shifted by anything but zero, n equal differences have a two-sided p of 2/2^n: .0625 for 5, .03125 for 6.
    result = wilcoxon(np.zeros(n))
    assert (result.p_value, result.estimate.value) == (1.0, 0.0)
    assert ends(result) == expected


def test_a_constant_difference_is_no_obstacle():
    # Source: all n signs alike have the chance 2/2^n.
    result = wilcoxon(np.full(8, 0.01))
    assert result.p_value == 2 / 2**8
    assert (result.estimate.value, *ends(result)) == pytest.approx((0.01, 0.01, 0.01), rel=1e-12)


def exact_tail(n, rank_sum):
    """Return P(W <= rank_sum) for ranks 1 … n by inverting the characteristic function of W."""
    total = n * (n + 1) // 2
    angle = np.pi * np.arange(1, 400)[:, None] / (total + 1)  # the product below vanishes beyond: < 1e-200
    size = np.prod(np.cos(angle * np.arange(1, n + 1)), axis=1)
    phase = (
        np.sin((rank_sum + 1) * angle[:, 0]) / np.sin(angle[:, 0]) * np.cos((total - rank_sum) * angle[:, 0])
    )
    return ((rank_sum + 1) + 2 * float((size * phase).sum())) / (total + 1)


@pytest.mark.parametrize("z", [0.5, 1.5, 1.96, 3.0])
def test_beyond_a_thousand_the_approximation_has_four_digits(z):
    # Source: the exact distribution for n = 1,200 from its characteristic function; R gives NaN for so many.
    n = 1200
    wanted = n * (n + 1) / 4 - z * np.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    signs = np.where(np.cumsum(np.arange(n, 0, -1)) <= wanted, -1.0, 1.0)[::-1]
    result = wilcoxon(np.arange(1.0, n + 1) * signs, alternative=Alternative.GREATER)
    assert result.method.startswith("normal approximation")
    assert result.p_value == pytest.approx(exact_tail(n, int(result.steps["rank_sum_minus"])), rel=5e-5)


def test_the_characteristic_function_used_above_agrees_with_r():
    # Source: paired.R, R 4.2.2, stats::psignrank.
    expected = answers("1000", "psignrank")["225225"]
    assert exact_tail(1000, 225225) == pytest.approx(expected, rel=1e-11)


def all_averages(differences):
    row, column = np.triu_indices(differences.size)
    return np.sort((differences[row] + differences[column]) / 2)


def test_order_statistics_of_averages_count_equal_differences_as_often_as_they_occur():
    # Source: all 3,126,250 averages of 2,500 differences, of which some 450 differ, sorted.
    differences = np.random.default_rng(9).normal(0, 1, 2500).round(2)
    averages = all_averages(differences)
    sample = count_distinct(differences)
    for k in np.linspace(1, averages.size, 41).astype(int):
        assert kth_walsh_average(sample, int(k)) == pytest.approx(averages[k - 1], abs=1e-14)


def test_beyond_a_thousand_estimate_and_interval_are_order_statistics_of_all_averages():
    # Source: all 721,801 averages, sorted; their place is the smallest k with P(W <= k) >= .025, exactly.
    differences = np.random.default_rng(7).normal(0.1, 1, 1201).round(9)
    averages = all_averages(differences)
    k = bisect_left(range(averages.size), 0.025, key=lambda k: exact_tail(1201, k))
    result = wilcoxon(differences)
    assert result.estimate.value == pytest.approx(np.median(averages), abs=1e-12)
    assert ends(result) == pytest.approx((averages[k - 1], averages[averages.size - k]), abs=1e-12)


def test_beyond_a_thousand_ties_narrow_the_interval():
    # Source: all averages, sorted, and the normal approximation with the variance of tied ranks,
    # [n(n+1)(2n+1) - Σ(t³ - t)/2]/24.
    differences = np.random.default_rng(3).normal(0.1, 1, 1500).round(0)
    averages = all_averages(differences)
    t = np.unique(differences, return_counts=True)[1].astype(float)
    variance = (1500 * 1501 * 3001 - float((t**3 - t).sum()) / 2) / 24
    k = round(1500 * 1501 / 4 - 1.959964 * np.sqrt(variance))
    assert ends(wilcoxon(differences)) == (averages[k - 1], averages[averages.size - k])


def test_unknown_rules_are_refused():
    with pytest.raises(ProcedureError) as caught:
        wilcoxon(np.ones(3), zeros="ignore")
    assert caught.value.code == "BO053"
    with pytest.raises(ProcedureError) as caught:
        wilcoxon(np.array([]))
    assert caught.value.code == "BO051"


def test_a_hundred_thousand_differences_need_no_table_of_all_pairs():
    # Source: by symmetry of the normal quantiles the pseudo-median is their centre, 0.25. (5·10⁹ averages need 40 GB.)
    quantiles = stats.norm.ppf((np.arange(100_000) + 0.5) / 100_000) + 0.25
    result = wilcoxon(quantiles)
    low, high = ends(result)
    assert result.estimate.value == pytest.approx(0.25, abs=1e-9)
    # The interval's half-width is z·sqrt(π/3/n) for a normal sample (Hodges & Lehmann 1963).
    assert (high - low) / 2 == pytest.approx(1.959964 * np.sqrt(np.pi / 3 / 100_000), rel=2e-3)
