"""The Bayesian signed-rank test against published figures, integrals, brute force and baycomp."""

import json
from math import sqrt
from pathlib import Path

import mpmath
import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.bayes.bayes_signed_rank import (
    _CLOSE,
    _locate_quantile,
    bayes_signed_rank,
    bayes_signed_rank_pairs,
)

BAYCOMP = json.loads((Path(__file__).parent / "bayes_baycomp.json").read_text(encoding="utf-8"))[
    "over datasets"
]

# Source: Benavoli et al. (2017), JMLR 18:77, data beside the paper (repository BayesianTestsML/tutorial, commit
# 0dbb293): mean accuracy of AODE less that of naive Bayes in ten times ten folds, in percent, on 54 UCI datasets.
AODE_LESS_NBC = np.array(
    [
        [1.94, 0.26, -0.47, 0.72, -2.0, 0.46, 1.01, 0.15, 7.27],
        [0.79, 2.6, -4.36, 0.61, 0.0, 0.62, 0.07, 0.21, 1.68],
        [-0.27, 3.24, 0.83, 0.0, 1.76, 1.86, 10.0, 0.34, 4.19],
        [2.43, 4.75, 3.55, -0.58, 10.04, 0.44, -1.33, 0.67, 3.92],
        [2.78, 0.69, 4.0, 0.34, 1.11, 3.28, 1.68, 0.7, 0.37],
        [5.6, 0.4, 16.91, 5.04, 1.81, -0.5, -0.14, 0.2, 0.68],
    ]
).ravel()


def probabilities(posterior):
    return np.array([posterior.worse, posterior.equivalent, posterior.better])


def test_matches_the_published_posterior_of_54_datasets():
    # Source: the same repository, Julia notebook 6 (150,000 draws, the same prior): 0.000, 0.123, 0.877.
    found = bayes_signed_rank(AODE_LESS_NBC, margin=1.0, rng=np.random.default_rng(1))
    error = 4 * found.monte_carlo_error + 4 * sqrt(0.123 * 0.877 / 150_000) + 0.0005
    assert probabilities(found) == pytest.approx([0.0, 0.123, 0.877], abs=error)


@pytest.mark.parametrize("case", BAYCOMP, ids=lambda c: f"{c['name']}, margin {c['margin']}")
def test_agrees_with_baycomp(case):
    # Source: bayes_baycomp.py.
    theirs = case["signed rank"] if case["margin"] else [case["signed rank"][0], 0.0, case["signed rank"][1]]
    found = bayes_signed_rank(
        np.array(case["differences"]), margin=case["margin"], rng=np.random.default_rng(2)
    )
    their_error = sqrt(max(p * (1 - p) for p in theirs) / case["draws"])
    assert probabilities(found) == pytest.approx(
        theirs, abs=4 * sqrt(found.monte_carlo_error**2 + their_error**2)
    )


def test_two_differences_are_an_integral():
    # Source: the definition. For differences -1 and 2 the pairs above zero weigh 2uc²- u²c² + 2ucw + w²/2, where w ~
    # beta(1/2, 2) is the weight of the prior's zero, c = 1 - w, and u ~ uniform the share of the 2 in the rest; above
    # one half from a root of that quadratic on. Expected: mpmath, integrated over w.
    def better(w):
        c = 1 - w
        linear, constant = 2 * c * c + 2 * c * w, w * w / 2 - mpmath.mpf(1) / 2
        return 1 - (linear - mpmath.sqrt(linear**2 + 4 * c * c * constant)) / (2 * c * c)

    def density(w):
        return w ** (-mpmath.mpf(1) / 2) * (1 - w) / mpmath.beta(0.5, 2)

    expected = mpmath.quad(lambda r: 2 * r * density(r * r) * better(r * r), [0, 0.5, 1])
    found = bayes_signed_rank(np.array([-1.0, 2.0]), rng=np.random.default_rng(3), draws=200_000)
    assert found.better == pytest.approx(float(expected), abs=4 * found.monte_carlo_error)


def brute_force(differences, margin, draws, seed):
    """Return the shares of worse, within and better pairs in each draw, by the definition: n² operations."""
    values = np.append(0.0, differences)
    sums = np.round(np.add.outer(values, values), 9)
    weights = np.random.default_rng(seed).dirichlet(np.append(0.5, np.ones(differences.size)), draws)
    above = (sums > 2 * margin) + 0.5 * (sums == 2 * margin)
    below = (sums < -2 * margin) + 0.5 * (sums == -2 * margin)
    better = np.einsum("di,ij,dj->d", weights, above, weights, optimize=True)
    worse = np.einsum("di,ij,dj->d", weights, below, weights, optimize=True)
    return np.array([worse, 1 - worse - better, better]), weights


@pytest.mark.parametrize("margin", [0.0, 0.01, 0.015])
def test_agrees_with_the_definition_where_averages_tie_with_the_margin(margin):
    # Source: the definition, with Dirichlet weights drawn by numpy. Sums such as 0.01 + 0.02 equal 2 · 0.015 in
    # decimal but not in binary.
    differences = np.array([0.01, 0.02, 0.03, -0.01, 0.0, 0.02, -0.03, 0.04, 0.01])
    shares, _ = brute_force(differences, margin, 40_000, seed=4)
    expected = np.bincount(
        np.argmax(shares + np.array([[0.0], [1e-12], [0.0]]) * (margin > 0), axis=0), minlength=3
    )
    found = bayes_signed_rank(differences, margin=margin, rng=np.random.default_rng(5))
    assert probabilities(found) == pytest.approx(
        expected / 40_000, abs=4 * (found.monte_carlo_error + 0.0025)
    )


def test_the_pseudo_median_has_the_posterior_of_weighted_medians():
    # Source: the definition: in each draw the weighted median of the averages of two differences.
    differences = np.array([0.031, -0.012, 0.022, 0.047, 0.003, 0.016, -0.004, 0.029])
    _, weights = brute_force(differences, 0.0, 4000, seed=6)
    values = np.append(0.0, differences)
    averages = np.add.outer(values, values).ravel() / 2
    order = np.argsort(averages)
    pairs = np.einsum("di,dj->dij", weights, weights).reshape(4000, -1)[:, order]
    medians = averages[order][np.argmax(np.cumsum(pairs, axis=1) >= 0.5, axis=1)]
    estimate = bayes_signed_rank(differences, level=0.9, rng=np.random.default_rng(7)).estimate
    noise = 4 * sqrt(0.05 * 0.95 / 4000 + 0.05 * 0.95 / 2000) + 0.002
    assert np.mean(medians < estimate.interval.low - 1e-9) <= 0.05 + noise
    assert np.mean(medians <= estimate.interval.low + 1e-9) >= 0.05 - noise
    assert np.mean(medians > estimate.interval.high + 1e-9) <= 0.05 + noise
    assert np.mean(medians >= estimate.interval.high - 1e-9) >= 0.05 - noise
    assert np.quantile(medians, 0.45) <= estimate.value <= np.quantile(medians, 0.55)


def test_pairs_that_share_their_draws_say_what_each_says_alone():
    columns = np.random.default_rng(8).normal(0.005, 0.02, (25, 3))
    together = bayes_signed_rank_pairs(columns, margin=0.01, rng=np.random.default_rng(9), draws=3000)
    alone = [
        bayes_signed_rank(column, margin=0.01, rng=np.random.default_rng(9), draws=3000)
        for column in columns.T
    ]
    assert list(together) == alone


@pytest.mark.parametrize(("margin", "draws"), [(0.0, 2000), (0.005, 2000), (0.012, 4000)])
def test_the_stated_error_is_the_spread_over_seeds(margin, draws):
    # Thirty-two spreads: their ratio to the truth has a standard error of 13 percent.
    differences = np.round(np.random.default_rng(10).normal(0.004, 0.02, 14), 3)
    found = [
        bayes_signed_rank(differences, margin=margin, rng=np.random.default_rng(seed), draws=draws)
        for seed in range(32)
    ]
    spread = np.std([probabilities(f) for f in found], axis=0, ddof=1).max()
    stated = np.mean([f.monte_carlo_error for f in found])
    assert 0.6 < spread / stated < 1.5


def test_twenty_thousand_draws_keep_the_error_of_pairs_below_half_a_percent():
    # The worst case: evidence that is its own mirror image, with a margin that makes equivalence a coin toss, where a
    # vector of weights says the same in both directions.
    column = np.array([[-3.0], [-2.0], [-1.0], [1.0], [2.0], [3.0]])
    (found,) = bayes_signed_rank_pairs(column, margin=0.9, rng=np.random.default_rng(11))
    assert 0.25 < found.equivalent < 0.75
    assert 0.004 < found.monte_carlo_error < 0.005


def test_an_outcome_that_no_draw_showed_is_not_ruled_out():
    found = bayes_signed_rank(np.full(20, 0.1), margin=0.01, rng=np.random.default_rng(12), draws=1000)
    assert found.better == 1
    assert found.monte_carlo_error == 1 / 1000


@pytest.mark.parametrize(
    ("differences", "options", "code"),
    [
        (np.array([0.1, np.nan, 0.2]), {}, "BO052"),
        (np.array([0.1, np.inf]), {}, "BO052"),
        (np.array([[0.1, 0.2]]), {}, "BO052"),
        (np.array([0.1]), {}, "BO051"),
        (np.array([]), {}, "BO051"),
        (np.array([0.1, 0.2]), {"margin": -0.01}, "BO053"),
        (np.array([0.1, 0.2]), {"draws": 10}, "BO053"),
        (np.array([0.1, 0.2]), {"level": 95}, "BO053"),
    ],
)
def test_refuses_what_it_cannot_judge(differences, options, code):
    with pytest.raises(ProcedureError) as caught:
        bayes_signed_rank(differences, rng=np.random.default_rng(1), **options)
    assert caught.value.code == code


def test_a_table_of_pairs_must_be_a_table():
    with pytest.raises(ProcedureError) as caught:
        bayes_signed_rank_pairs(np.zeros(5), rng=np.random.default_rng(1))
    assert caught.value.code == "BO052"


@pytest.mark.parametrize("seed", range(40))
def test_a_quantile_of_any_staircase_is_found_where_looking_at_every_step_finds_it(seed):
    rng = np.random.default_rng(seed)
    size = int(rng.integers(1, 40))
    steps = np.sort(np.round(rng.random(size), 2))
    p = float(rng.choice([0.025, 0.5, 0.9]))
    asked = []

    def share(k):
        asked.append(k)
        assert 0 <= k < size
        return float(steps[k])

    found = _locate_quantile(share, size, p)
    near = np.flatnonzero(np.abs(steps - p) <= min(_CLOSE, p / 10))
    assert found in near or found == int(np.searchsorted(steps, p))
    assert len(asked) == len(set(asked)) <= 2 * np.log2(size + 1) + 2
