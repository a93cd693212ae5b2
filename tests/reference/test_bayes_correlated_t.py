"""The Bayesian correlated t test against published figures and the distribution that it is."""

from math import sqrt

import mpmath
import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.bayes.bayes_correlated_t import bayes_correlated_t
from bakeoff.procedures.resampled.corrected_t import corrected_t

# Source: Benavoli et al. (2017), JMLR 18:77, data beside the paper (repository BayesianTestsML/tutorial, commit
# 0dbb293): accuracy of naive Bayes less that of AODE on squash-unstored in ten times ten folds, value: how often.
SQUASH = {-0.6: 2, -0.4: 4, -0.33333: 2, -0.2: 18, -0.16667: 2, 0.0: 63, 0.2: 9}


def squash():
    return np.repeat(list(SQUASH), list(SQUASH.values()))


def student_below(t, df):
    """Return P(T < t) by mpmath, for t <= 0."""
    return mpmath.betainc(mpmath.mpf(df) / 2, 0.5, 0, df / (df + mpmath.mpf(t) ** 2), regularized=True) / 2


def test_matches_the_published_posterior_of_squash_unstored():
    # Source: the same repository, Julia notebook 3: mean -0.0560, deviation 0.054232, 99 degrees of freedom; they use a
    # proper prior of variance 10^6, hence seven digits only.
    found = bayes_correlated_t(squash(), test_train_ratio=1 / 9, margin=0.01)
    assert found.estimate.value == pytest.approx(-0.055999993896000376, rel=1e-6)
    assert found.steps["scale"] == pytest.approx(0.05423222985646852, rel=1e-6)
    assert found.steps["df"] == 99


def test_matches_students_t_to_thirteen_digits():
    # Source: Student's t by mpmath's incomplete beta function; scale by hand: (1/4 + 1/9) · 1/1000 · 5/3.
    found = bayes_correlated_t(np.array([0.0, 0.01, 0.02, 0.03]), test_train_ratio=1 / 9, margin=0.01)
    scale = mpmath.sqrt((mpmath.mpf(1) / 4 + mpmath.mpf(1) / 9) * 5 / 30000)
    worse, near = (
        student_below(-mpmath.mpf("0.025") / scale, 3),
        student_below(-mpmath.mpf("0.005") / scale, 3),
    )
    assert found.worse == pytest.approx(float(worse), rel=1e-13)
    assert found.equivalent == pytest.approx(float(near - worse), rel=1e-13)
    assert found.better == pytest.approx(float(1 - near), rel=1e-13)


def test_far_tails_are_not_rounded_away():
    # Source: mpmath. Mean 0.5, spread 0.01: the chance of being worse is some 1e-22 of what a subtraction can show.
    differences = np.repeat([0.49, 0.51], 25)
    found = bayes_correlated_t(differences, test_train_ratio=1 / 9, margin=0.01)
    scale = mpmath.sqrt((mpmath.mpf(1) / 50 + mpmath.mpf(1) / 9) * mpmath.mpf("0.0001") * 50 / 49)
    worse = student_below(-mpmath.mpf("0.51") / scale, 49)
    assert 0 < worse < 1e-60
    assert found.worse == pytest.approx(float(worse), rel=1e-11)
    near = student_below(-mpmath.mpf("0.49") / scale, 49)
    assert found.equivalent == pytest.approx(float(near - worse), rel=1e-11)


def test_the_ratio_stands_for_the_correlation_of_the_paper():
    # Source: Corani & Benavoli (2015): variance (1/n + rho/(1 - rho)) s². Hold-outs of 30 percent: rho = 0.3.
    differences = np.array([0.02, 0.01, -0.01, 0.03, 0.02])
    found = bayes_correlated_t(differences, test_train_ratio=3 / 7)
    assert found.steps["correlation"] == pytest.approx(0.3)
    assert found.steps["scale"] == pytest.approx(sqrt((1 / 5 + 0.3 / 0.7) * 0.00023), rel=1e-12)


def test_its_interval_is_that_of_the_corrected_t_test():
    ours, theirs = (
        test(squash(), test_train_ratio=1 / 9, level=0.9) for test in (bayes_correlated_t, corrected_t)
    )
    assert ours.estimate.value == pytest.approx(theirs.estimate.value, rel=1e-12)
    ends, others = ours.estimate.interval, theirs.estimate.interval
    assert (ends.low, ends.high) == pytest.approx((others.low, others.high), rel=1e-12)
    assert ends.level == others.level
    assert ours.better == pytest.approx(theirs.p_value / 2, rel=1e-12)


@pytest.mark.parametrize("margin", [0.0, 0.01])
def test_identical_classifiers_are_equivalent_and_nothing_else(margin):
    found = bayes_correlated_t(np.zeros(10), test_train_ratio=1 / 9, margin=margin)
    assert (found.worse, found.equivalent, found.better) == (0, 1, 0)
    assert (found.estimate.interval.low, found.estimate.interval.high) == (0, 0)


@pytest.mark.parametrize(
    ("differences", "options", "code"),
    [
        (np.full(10, 0.1), {}, "BO050"),
        (np.full(10, 0.1), {"margin": 0.2}, "BO050"),
        (np.array([0.1]), {}, "BO051"),
        (np.array([0.1, np.nan]), {}, "BO052"),
        (np.array([0.1, 0.2]), {"test_train_ratio": -1}, "BO053"),
        (np.array([0.1, 0.2]), {"margin": -1}, "BO053"),
        (np.array([0.1, 0.2]), {"level": 0}, "BO053"),
    ],
)
def test_refuses_what_it_cannot_judge(differences, options, code):
    with pytest.raises(ProcedureError) as caught:
        bayes_correlated_t(differences, **({"test_train_ratio": 1 / 9} | options))
    assert caught.value.code == code
