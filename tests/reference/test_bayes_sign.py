"""The Bayesian sign test against published figures, exact integrals and baycomp."""

import json
from math import sqrt
from pathlib import Path

import mpmath
import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.bayes.bayes_sign import bayes_sign

BAYCOMP = json.loads((Path(__file__).parent / "bayes_baycomp.json").read_text(encoding="utf-8"))[
    "over datasets"
]


def counts(left, within, right):
    return np.repeat([-1.0, 0.0, 1.0], [left, within, right])


def probabilities(posterior):
    return posterior.worse, posterior.equivalent, posterior.better


# Source: outputs of the notebooks "Bsigntest" and "The importance of the Rope" that accompany Benavoli et al. (2017),
# JMLR 18:77 (repository BayesianTestsML/tutorial, commit 0dbb293): naive Bayes against AODE at a rope of 0.01, J48
# against J48gr at 0.001 and 0.0001, 54 datasets, 50,000 draws. The counts are of their accuracies in the same place.
@pytest.mark.parametrize(
    ("seen", "published"),
    [
        ((3, 27, 24), (0.0, 0.70922, 0.29078)),
        ((2, 36, 16), (0.0, 0.99822, 0.00178)),
        ((10, 18, 26), (0.00164, 0.14482, 0.85354)),
    ],
)
def test_matches_the_published_posteriors_of_54_datasets(seen, published):
    error = np.sqrt(np.maximum(published, 1e-5) / 50_000)
    found = probabilities(bayes_sign(counts(*seen), margin=0.5))
    assert (np.abs(np.subtract(found, published)) <= 4 * error).all()


def test_three_equal_shares_are_equally_likely():
    # Source: symmetry. One win, one loss, and the prior's observation in the rope: Dirichlet(1, 1, 1).
    found = probabilities(bayes_sign(counts(1, 0, 1), margin=0.5))
    assert found == pytest.approx([1 / 3] * 3, rel=1e-14)


def test_two_shares_are_a_coin_that_is_tossed():
    # Source: with nothing on the left the right is larger when a beta(5, 2) exceeds a half: P(Bin(6, 1/2) <= 4).
    found = bayes_sign(counts(0, 1, 5), margin=0.5)
    assert probabilities(found) == pytest.approx((0, 7 / 64, 57 / 64), rel=1e-13)


@pytest.mark.parametrize("seen", [(3, 27, 24), (0, 4, 2), (5, 0, 5)])
def test_matches_integrals_by_mpmath(seen):
    # Source: mpmath, the defining integral over gamma variables.
    shapes = (seen[0], seen[1] + 1, seen[2])
    expected = [largest(shapes, i) for i in range(3)]
    assert probabilities(bayes_sign(counts(*seen), margin=0.5)) == pytest.approx(
        expected, rel=1e-12, abs=1e-16
    )


def largest(shapes, i):
    if shapes[i] == 0:
        return 0.0
    others = [s for j, s in enumerate(shapes) if j != i and s > 0]
    with mpmath.workdps(20):

        def integrand(x):
            value = x ** (shapes[i] - 1) * mpmath.e**-x / mpmath.gamma(shapes[i])
            for s in others:
                value *= mpmath.gammainc(s, 0, x, regularized=True)
            return value

        return float(mpmath.quad(integrand, [0, 3, 10, 20, 30, 45, 90, 200]))


@pytest.mark.parametrize("case", [c for c in BAYCOMP if c["margin"] > 0], ids=lambda c: c["name"])
def test_agrees_with_baycomp(case):
    # Source: bayes_baycomp.py.
    found = probabilities(bayes_sign(np.array(case["differences"]), margin=case["margin"]))
    error = [sqrt(max(p * (1 - p), 1e-4) / case["draws"]) for p in found]
    assert (np.abs(np.subtract(found, case["sign"])) <= 4 * np.array(error)).all()


@pytest.mark.parametrize(("left", "zeros", "right"), [(3, 0, 7), (3, 4, 7), (0, 0, 2), (1, 30, 2)])
def test_without_a_margin_a_draw_is_half_a_win_and_half_a_loss(left, zeros, right):
    # Source: mpmath's incomplete beta function, with the pseudo-observation of the prior split like a draw.
    half = mpmath.mpf(zeros + 1) / 2
    better = mpmath.betainc(right + half, left + half, 0.5, 1, regularized=True)
    found = bayes_sign(counts(left, zeros, right))
    assert found.better == pytest.approx(float(better), rel=1e-12)
    assert found.worse == pytest.approx(float(1 - better), rel=1e-12)
    assert found.equivalent == 0


def test_the_median_has_the_posterior_of_a_binomial_argument():
    # Source: R = 9 differences and the pseudo-observation weigh 10; the median is at most the k-th smallest when a
    # beta(k, 10 - k) share is a half or more: binomial tails with 9 trials, P(Bin(9, 1/2) >= 10 - k). For k = 2 that
    # is 10/512 = .0195, for k = 3 46/512 = .0898; from the other side alike. Zero, the prior's place, is the third.
    found = bayes_sign(np.array([-2.0, -1.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]), level=0.9)
    assert (found.estimate.interval.low, found.estimate.interval.high) == (0.0, 5.0)
    assert found.estimate.value == pytest.approx((2.0 + 3.0) / 2)
    wider = bayes_sign(np.array([-2.0, -1.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]), level=0.97)
    assert (wider.estimate.interval.low, wider.estimate.interval.high) == (-1.0, 6.0)


@pytest.mark.parametrize(
    ("differences", "options", "code"),
    [
        (np.array([0.1, np.nan, 0.2]), {}, "BO052"),
        (np.array([[0.1, 0.2]]), {}, "BO052"),
        (np.array([0.1]), {}, "BO051"),
        (np.array([0.1, 0.2]), {"margin": -0.01}, "BO053"),
        (np.array([0.1, 0.2]), {"margin": np.nan}, "BO053"),
        (np.array([0.1, 0.2]), {"level": 1.0}, "BO053"),
    ],
)
def test_refuses_what_it_cannot_judge(differences, options, code):
    with pytest.raises(ProcedureError) as caught:
        bayes_sign(differences, **options)
    assert caught.value.code == code
