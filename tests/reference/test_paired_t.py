"""The paired t-test against R, mpmath and the worked examples of a textbook chapter and a lecture."""

import mpmath
import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.paired.paired_t import critical_t, paired_t
from paired_reference import CASES, R_ALTERNATIVE, answers

A = [80, 73, 85, 68, 82, 75, 73, 64, 75, 69]
# Source: M. Bramer, Principles of Data Mining, chapter 15, its figures worked out in full precision: scores of A and
# of B, confidence level, then t, p and the ends of the interval.
FIGURES = {
    "15.2": (
        A,
        [85, 70, 85, 74, 71, 65, 77, 73, 75, 76],
        0.95,
        (0.3194678519050597, 0.7566626229060208, -4.256711620640111, 5.656711620640111),
    ),
    "15.5": (
        A,
        [81, 74, 86, 69, 83, 75, 75, 63, 75, 70],
        0.95,
        (2.6887744785908154, 0.024846344440655553, 0.11106625841351347, 1.2889337415864865),
    ),
    "15.6": (
        [80, 73, 85, 68, 73, 64, 75, 69],
        [85, 70, 85, 74, 77, 73, 75, 76],
        0.95,
        (2.4111323733951022, 0.04669626885950982, 0.06751119436835706, 6.9324888056316425),
    ),
    "15.7": (
        [80, 73, 85, 68, 73, 64, 75, 69, 75, 82],
        [85, 70, 85, 74, 77, 73, 75, 76, 80, 88],
        0.99,
        (3.310584234599613, 0.00907545699938978, 0.07156437835143992, 7.7284356216485595),
    ),
    "15.7 with two better results": (
        [80, 73, 85, 68, 73, 64, 75, 69, 75, 82],
        [85, 70, 85, 74, 77, 73, 75, 76, 95, 99],
        0.99,
        (2.8072814279199085, 0.020467732588555766, -1.0246930394153138, 14.024693039415315),
    ),
    "exercise": (
        [74, 69, 80, 67, 84, 87, 69, 74, 78, 72, 75, 72, 70, 75, 80, 84, 79, 79, 63, 75],
        [86, 75, 86, 69, 83, 95, 65, 81, 74, 80, 73, 82, 68, 78, 78, 85, 79, 78, 76, 71],
        0.95,
        (2.264055281560686, 0.03546415160461868, 0.2115175543313339, 5.388482445668666),
    ),
}


@pytest.mark.parametrize("figure", FIGURES)
def test_it_reproduces_the_worked_examples(figure):
    a, b, level, expected = FIGURES[figure]
    result = paired_t(np.array(b, dtype=float) - np.array(a, dtype=float), level=level)
    interval = result.estimate.interval
    assert (result.statistic, result.p_value, interval.low, interval.high) == pytest.approx(
        expected, rel=1e-9
    )


def test_every_step_of_figure_15_2_can_be_followed():
    # Source: the same chapter, Fig. 15.2, and its table of critical values, Fig. 15.4, for 9 degrees of freedom.
    steps = paired_t(np.array([5.0, -3, 0, 6, -11, -10, 4, 9, 0, 7])).steps
    assert [steps[key] for key in ("sum_z", "sum_z2", "n", "mean", "df")] == [7, 437, 10, 0.7, 9]
    assert [steps[key] for key in ("variance", "sd", "se", "t", "critical")] == pytest.approx(
        [48.011111111111106, 6.929005059249929, 2.1911437906059725, 0.3194678519050597, 2.262157162798205],
        rel=1e-12,
    )
    printed = {
        "critical_two_tailed_0.10": 1.833,
        "critical_two_tailed_0.05": 2.262,
        "critical_two_tailed_0.01": 3.250,
        "critical_one_tailed_0.10": 1.383,
        "critical_one_tailed_0.05": 1.833,
        "critical_one_tailed_0.01": 2.821,
    }
    assert {key: round(steps[key], 3) for key in printed} == printed


def test_the_acceptance_interval_is_that_of_a_mean_of_zero():
    # Source: a lecture's ten fold differences as printed: s 0.0789, standard error 0.0249, and ±0.046 at 90 %, with
    # k - 2 degrees of freedom (t = 1.8595).
    folds = np.array([-0.4, -0.4, -0.5, -0.6, -0.5, -0.4, -0.4, -0.5, -0.6, -0.5])
    steps = paired_t(folds, level=0.90, df_rule="k-2").steps
    assert steps["df"] == 8
    assert steps["mean"] == pytest.approx(-0.48, rel=1e-12)
    assert (steps["sd"], steps["se"]) == pytest.approx((0.07888106377466152, 0.02494438257849293), rel=1e-9)
    assert steps["critical"] == pytest.approx(1.8595480375308973, rel=1e-12)
    assert (round(steps["acceptance_low"], 3), round(steps["acceptance_high"], 3)) == (-0.046, 0.046)
    assert paired_t(folds, level=0.90).steps["critical"] == pytest.approx(1.833112932656237, rel=1e-12)


def test_the_lecture_with_its_slip_corrected():
    # Source: 87.7 - 88.3 is -0.6, which the lecture prints as -0.5; worked out in full precision.
    folds = np.array([-0.4, -0.4, -0.5, -0.6, -0.5, -0.4, -0.4, -0.6, -0.6, -0.5])
    result = paired_t(folds, level=0.90)
    interval = result.estimate.interval
    assert (result.statistic, interval.low, interval.high) == pytest.approx(
        (-17.696720403606882, -0.5407565987660876, -0.43924340123390776), rel=1e-9
    )
    assert result.p_value == pytest.approx(2.663716047412663e-08, rel=1e-9)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("alternative", Alternative)
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_it_agrees_with_r(case, alternative, level):
    # Source: paired.R, R 4.2.2, stats::t.test, 2026-11-15.
    expected = answers(case, "t", R_ALTERNATIVE[alternative], level)
    result = paired_t(CASES[case], level=level, alternative=alternative)
    interval = result.estimate.interval
    assert result.df == expected["df"]
    assert (result.statistic, result.p_value) == pytest.approx(
        (expected["statistic"], expected["p_value"]), rel=1e-9
    )
    assert (result.estimate.value, interval.low, interval.high) == pytest.approx(
        (expected["estimate"], expected["low"], expected["high"]), rel=1e-9, abs=1e-12
    )


@pytest.mark.parametrize(("df", "t"), [(1, 0.5), (4, 2.0), (9, 1.83), (30, 6.0), (200, 12.0)])
def test_p_values_have_all_their_digits(df, t):
    # Source: mpmath, the regularised incomplete beta function with 40 digits.
    with mpmath.workdps(40):
        x = mpmath.mpf(df) / (df + mpmath.mpf(t) ** 2)
        expected = float(mpmath.betainc(mpmath.mpf(df) / 2, mpmath.mpf(1) / 2, 0, x, regularized=True))
    pattern = np.resize([1.0, -1.0], df + 1) if df % 2 else np.array([0.0, *np.resize([1.0, -1.0], df)])
    spread = pattern / np.sqrt((pattern**2).sum() / df / (df + 1))  # a standard error of 1
    result = paired_t(spread + t)
    assert result.statistic == pytest.approx(t, rel=1e-12)
    assert result.p_value == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize(("df", "level"), [(1, 0.95), (9, 0.9), (9, 0.9995), (120, 0.5), (3, 0.999999)])
def test_critical_values_invert_the_tail(df, level):
    # Source: mpmath, the tail of Student's t beyond the critical value, with 40 digits.
    for tails in (1, 2):
        t = critical_t(df, level=level, tails=tails)
        with mpmath.workdps(40):
            x = mpmath.mpf(df) / (df + mpmath.mpf(t) ** 2)
            both = mpmath.betainc(mpmath.mpf(df) / 2, mpmath.mpf(1) / 2, 0, x, regularized=True)
        assert float(both) * tails / 2 == pytest.approx(1 - level, rel=1e-9)


def test_the_area_beyond_a_t_of_1_83_at_9_degrees_of_freedom_is_a_tenth():
    # Source: the chapter's Fig. 15.4 and its 0.1005; mpmath gives 0.10050 (and 1.8331 for exactly 0.10).
    assert critical_t(9, level=1 - 0.1005) == pytest.approx(1.83, abs=5e-4)


def test_differences_that_do_not_vary_are_refused():
    # scipy 1.17.1 gives t = 1.3e16 and p = 1e-295 for such differences.
    with pytest.raises(ProcedureError) as caught:
        paired_t(np.full(8, 0.1))
    assert caught.value.code == "BO050"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"differences": np.array([1.0])}, "BO051"),
        ({"differences": np.array([1.0, 2.0]), "df_rule": "k-2"}, "BO051"),
        ({"differences": np.array([1.0, np.nan])}, "BO052"),
        ({"differences": np.ones((2, 2))}, "BO052"),
        ({"differences": np.array([1.0, 2.0]), "level": 1.0}, "BO053"),
        ({"differences": np.array([1.0, 2.0]), "df_rule": "n"}, "BO053"),
    ],
)
def test_what_cannot_be_tested_is_refused_with_a_code(arguments, code):
    data = arguments.pop("differences")
    with pytest.raises(ProcedureError) as caught:
        paired_t(data, **arguments)
    assert caught.value.code == code


def test_the_same_scores_everywhere_are_a_result():
    found = paired_t(np.zeros(8))
    assert (found.statistic, found.p_value, found.estimate.value) == (0.0, 1.0, 0.0)
    assert (found.estimate.interval.low, found.estimate.interval.high) == (0.0, 0.0)
