"""The corrected resampled t test against R, Weka, exact fractions and a closed form."""

from fractions import Fraction
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.resampled.corrected_t import (
    corrected_family,
    corrected_standard_error,
    corrected_standard_errors,
    corrected_t,
)

FIGURES = [5.0, -3, 0, 6, -11, -10, 4, 9, 0, 7]


def sawtooth(lift):
    i = np.arange(1, 101)
    return (lift + (37 * i * i + 11 * i) % 23 - 10).astype(np.float64)


def hundred():
    i = np.arange(1, 101)
    return ((37 * i * i + 11 * i) % 23 - 9) / 100


def four_classifiers():
    r = np.arange(1, 31)
    lifts = (0, 12, 2, 14)
    return np.column_stack([80.0 + (r * r * c + 5 * r) % 17 + lifts[c - 1] for c in range(1, 5)])


def ends(result):
    return result.estimate.interval.low, result.estimate.interval.high


def test_it_matches_the_closed_form_for_two_degrees_of_freedom():
    # Source: for df = 2 Student's t has p = 1 - |t|/sqrt(2 + t²). Here the mean is 0.02, s² = 1e-4, n = 3 and the
    # ratio 1/9, so the standard error is sqrt(4/9)/100 and t = 3.
    result = corrected_t(np.array([0.01, 0.02, 0.03]), test_train_ratio=1 / 9)
    assert result.statistic == pytest.approx(3, rel=1e-12)
    assert result.p_value == pytest.approx(1 - 3 / sqrt(11), rel=1e-12)


def test_the_square_of_t_is_the_formula_of_nadeau_and_bengio_in_exact_fractions():
    # Source: the formula, in rational arithmetic on the decimal differences.
    d = [Fraction(int(x)) for x in FIGURES]
    mean = sum(d) / 10
    variance = sum((x - mean) ** 2 for x in d) / 9
    square = mean**2 / ((Fraction(1, 10) + Fraction(1, 9)) * variance)
    result = corrected_t(np.array(FIGURES), test_train_ratio=1 / 9)
    assert square == Fraction(3969, 82099)  # 0.49 · 8100 / (19 · 4321)
    assert result.statistic**2 == pytest.approx(float(square), rel=1e-14)
    assert result.steps["variance"] == pytest.approx(float(variance), rel=1e-15)


# Source: resampled.R, R 4.2.2, 2026-11-15.
def test_a_hundred_resamples_agree_with_r():
    result = corrected_t(hundred(), test_train_ratio=1 / 9)
    assert result.statistic == pytest.approx(0.4727677703782982, rel=1e-12)
    assert result.p_value == pytest.approx(0.63741950187984819, rel=1e-12)
    assert ends(result) == pytest.approx((-0.038683971790175464, 0.062883971790175464), rel=1e-12)


def test_one_sided_tests_agree_with_r():
    greater, less = (
        corrected_t(hundred(), test_train_ratio=1 / 9, alternative=a)
        for a in (Alternative.GREATER, Alternative.LESS)
    )
    assert greater.p_value == pytest.approx(0.31870975093992410, rel=1e-12)
    assert less.p_value == pytest.approx(0.68129024906007585, rel=1e-12)
    assert ends(greater) == pytest.approx((-0.030395986923409418, np.inf), rel=1e-12)
    assert ends(less) == pytest.approx((-np.inf, 0.054595986923409418), rel=1e-12)


def test_the_degrees_of_freedom_of_one_repeat_agree_with_r():
    result = corrected_t(hundred(), test_train_ratio=1 / 9, df_rule="k-1", folds=10)
    assert result.df == 9
    assert result.p_value == pytest.approx(0.64763365236503889, rel=1e-12)
    assert ends(result) == pytest.approx((-0.045797562788503401, 0.069997562788503401), rel=1e-12)


def test_another_level_agrees_with_r():
    result = corrected_t(np.array(FIGURES), test_train_ratio=1 / 9, level=0.9)
    assert ends(result) == pytest.approx((-5.1360048692728633, 6.5360048692728636), rel=1e-12)


@pytest.mark.parametrize(
    ("lift", "low", "high", "mark"),
    [
        (3, 0.212721809746, 0.212721824647, ""),
        (7, 0.00585094094277, 0.00585095584393, "v"),
        (-6, 0.0258673727512, 0.0258673876523, "*"),
    ],
)
def test_weka_marks_a_difference_from_this_p_value_on(lift, low, high, mark):
    # Source: corrected_t_weka.sh, Weka 3.6.14, 2026-11-15: its mark appears between the levels `low` and `high`.
    result = corrected_t(sawtooth(lift), test_train_ratio=1 / 9)
    assert low < result.p_value < high
    at_five_percent = "" if 0.0 in result.estimate.interval else "v" if result.estimate.value > 0 else "*"
    assert at_five_percent == mark


def test_every_step_of_the_calculation_is_shown():
    # Source: sums 7 and 437, mean 0.7, variance 432.1/9 are those of a printed textbook example; t(9) .975 = 2.262.
    steps = corrected_t(np.array(FIGURES), test_train_ratio=1 / 9).steps
    assert list(steps) == ["n", "mean", "variance", "sd", "ratio", "se", "t", "df", "critical"]
    assert steps["mean"] == 0.7
    assert steps["variance"] == pytest.approx(432.1 / 9, rel=1e-14)
    assert steps["se"] == pytest.approx(sqrt((1 / 10 + 1 / 9) * 432.1 / 9), rel=1e-14)
    assert steps["critical"] == pytest.approx(2.262157162798205, rel=1e-12)


# Source: resampled.R, R 4.2.2 (p.adjust), 2026-11-15.
RAW = (
    0.01145847020548,
    0.5755551681021,
    0.001755951055944,
    0.00980863792263,
    0.5836769537488,
    0.002710418365161,
)
HOLM = (0.039234551690521959, 1.0, 0.010535706335663111, 0.039234551690521959, 1.0, 0.013552091825803012)
LOW = (-0.5356421339797, -8.800454119253, 2.347993388418, -17.74631924015, -9.039959361072, 1.496210348448)
HIGH = (22.46897546731, 13.20045411925, 23.98533994492, 0.2129859068117, 13.43995936107, 20.43712298489)


def family(**options):
    return corrected_family(
        four_classifiers(), pairs=tuple(combinations(range(4), 2)), test_train_ratio=0.25, **options
    )


def test_the_family_agrees_with_r_and_holm():
    results = family()
    assert [r.p_value for r in results] == pytest.approx(RAW, rel=1e-11)
    assert [r.p_adjusted for r in results] == pytest.approx(HOLM, rel=1e-11)


def test_intervals_of_the_family_are_bonferronis_with_the_near_end_at_zero_where_only_holm_rejects():
    # Pairs 0 and 3 have p_adjusted = .039, but Bonferroni's 6p is above .05.
    expected = [
        (0.0, HIGH[0]),
        *zip(LOW[1:3], HIGH[1:3], strict=True),
        (LOW[3], 0.0),
        *zip(LOW[4:], HIGH[4:], strict=True),
    ]
    found = [ends(r) for r in family()]
    assert np.array(found) == pytest.approx(np.array(expected), rel=1e-9, abs=1e-9)  # just short of zero


def test_one_model_under_two_names_has_p_one_and_does_not_silence_the_others():
    scores = four_classifiers()
    scores[:, 1] = scores[:, 0]
    twin, other = corrected_family(scores, pairs=((0, 1), (0, 3)), test_train_ratio=0.25)
    assert (twin.p_value, twin.p_adjusted, *ends(twin)) == (1.0, 1.0, 0.0, 0.0)
    assert other.p_adjusted == pytest.approx(2 * RAW[2], rel=1e-11)


def test_a_constant_difference_in_the_family_is_refused_by_name():
    scores = four_classifiers()
    scores[:, 1] = scores[:, 0] + 1
    with pytest.raises(ProcedureError, match="vary") as caught:
        corrected_family(scores, pairs=((0, 1),), test_train_ratio=0.25)
    assert caught.value.code == "BO050"
    assert "columns 0 and 1" in caught.value.where


def test_the_standard_error_of_folds_that_do_not_vary_is_zero():
    assert corrected_standard_error(np.array([0.1, 0.1, 0.1]), test_train_ratio=0.5) == 0.0


def test_the_standard_errors_of_many_rows_are_those_of_each():
    rows = np.vstack([hundred(), 1e-9 * sawtooth(3), np.full(100, 0.1), sawtooth(0)])
    one_by_one = [corrected_standard_error(row, test_train_ratio=1 / 9) for row in rows]
    together = corrected_standard_errors(rows, test_train_ratio=1 / 9)
    assert together == pytest.approx(one_by_one, rel=1e-13)
    assert together[2] == 0.0


@pytest.mark.parametrize(
    ("differences", "options", "code"),
    [
        ([0.1, 0.1, 0.1], {}, "BO050"),
        ([0.85 - 0.80, 0.90 - 0.85, 0.75 - 0.70], {}, "BO050"),  # equal in decimal, not in binary
        ([0.1], {}, "BO051"),
        ([0.1, np.nan], {}, "BO052"),
        ([[0.1, 0.2]], {}, "BO052"),
        ([0.1, 0.2], {"test_train_ratio": -0.1}, "BO053"),
        ([0.1, 0.2], {"test_train_ratio": np.nan}, "BO053"),
        ([0.1, 0.2], {"level": 95.0}, "BO053"),
        ([0.1, 0.2], {"df_rule": "k-1"}, "BO053"),
        ([0.1, 0.2], {"df_rule": "k-2", "folds": 10}, "BO053"),
    ],
)
def test_what_cannot_be_tested_is_refused_with_its_code(differences, options, code):
    with pytest.raises(ProcedureError) as caught:
        corrected_t(np.array(differences), **{"test_train_ratio": 1 / 9, **options})
    assert caught.value.code == code


def test_the_same_scores_in_every_resample_are_a_result():
    found = corrected_t(np.zeros(10), test_train_ratio=1 / 9)
    assert (found.statistic, found.p_value, *ends(found)) == (0.0, 1.0, 0.0, 0.0)
