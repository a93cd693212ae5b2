"""The Bayesian hierarchical test against numerical integration and Stan."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import special

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.bayes.bayes_hierarchical import bayes_hierarchical

STAN = json.loads((Path(__file__).parent / "bayes_baycomp.json").read_text(encoding="utf-8"))[
    "over resamples"
]
FOUR = np.array(
    [
        [-0.031, -0.018, -0.026, -0.009, -0.022, -0.014],
        [0.012, 0.004, 0.019, 0.007, -0.003, 0.010],
        [0.021, 0.035, 0.028, 0.041, 0.024, 0.030],
        [0.066, 0.049, 0.057, 0.075, 0.061, 0.052],
    ]
)


def probabilities(posterior):
    return np.array([posterior.worse, posterior.equivalent, posterior.better])


def next_chances(posterior):
    return np.array([posterior.steps[f"next_{region}"] for region in ("worse", "equivalent", "better")])


def integrated(datasets, ratio, margin):
    """Return the posterior by brute force: no chains, no latent variables, integrals on grids.

    A prior flat in σ_i makes the likelihood of δ_i Student's t with n - 2 degrees of freedom; given δ_0, σ_0 and ν the
    datasets are independent, and δ_i is integrated out on a grid that all share.
    """
    rho = ratio / (1 + ratio)
    bend = np.sinh(np.linspace(-7, 7, 401))
    truth = 0.02 + 0.0008 * bend
    likelihood = np.array([t_shape(truth, x, rho) for x in datasets]).T * np.gradient(truth)[:, None]
    centres = 0.02 + 0.006 * np.sinh(np.linspace(-5, 5, 45))
    spreads = np.exp(np.linspace(np.log(0.004), np.log(20), 45))
    tails = np.linspace(-8, 6, 22)
    log_prior = np.array([tail_prior(u) for u in tails])
    weight, chances, where = [], [], []
    for u, prior in zip(tails, log_prior, strict=True):
        df = 1 + np.exp(u)
        z = (truth - centres[:, None, None]) / spreads[:, None]
        density = np.exp(-(df + 1) / 2 * np.log1p(z**2 / df)) / spreads[:, None]
        constant = special.gammaln((df + 1) / 2) - special.gammaln(df / 2) - np.log(df) / 2
        fit = np.log(density @ likelihood).sum(axis=2) + len(datasets) * constant + prior
        weight.append(
            fit + np.log(np.gradient(centres))[:, None] + np.log(spreads)
        )  # a step in log σ_0 is σ_0 wide
        better = special.stdtr(df, (centres[:, None] - margin) / spreads)
        worse = special.stdtr(df, (-margin - centres[:, None]) / spreads)
        chances.append([worse, 1 - worse - better, better])
        where.append(np.broadcast_to(centres[:, None], fit.shape))
    weight = np.exp(np.array(weight) - np.max(weight))
    return weight / weight.sum(), np.array(chances).transpose(1, 0, 2, 3), np.array(where)


def t_shape(truth, x, rho):
    n, mean = x.size, x.mean()
    within = ((x - mean) ** 2).sum() / (1 - rho)
    return (within + n / (1 + (n - 1) * rho) * (truth - mean) ** 2) ** (-(n - 1) / 2)


def tail_prior(u):
    """Return the log density of log(ν - 1), by a sum over a fine grid of α and β."""
    alpha, beta = np.meshgrid(np.linspace(0.5, 5, 201), np.linspace(0.05, 0.15, 201))
    logs = alpha * np.log(beta) - special.gammaln(alpha) + alpha * u - beta * np.exp(u)
    return special.logsumexp(logs)


def test_agrees_with_integration_on_grids():
    # Source: numerical integration over all parameters, above; nothing is shared with the sampler.
    weight, chances, centres = integrated(FOUR, 1 / 5, 0.01)
    likeliest = np.argmax(chances, axis=0)
    expected = [weight[likeliest == region].sum() for region in range(3)]
    found = bayes_hierarchical(list(FOUR), test_train_ratio=1 / 5, margin=0.01, rng=np.random.default_rng(1))
    assert probabilities(found) == pytest.approx(expected, abs=4 * found.monte_carlo_error + 0.003)
    assert next_chances(found) == pytest.approx([(weight * c).sum() for c in chances], abs=0.01)
    assert weight[centres <= found.estimate.value].sum() == pytest.approx(0.5, abs=0.05)
    assert weight[centres <= found.estimate.interval.low].sum() == pytest.approx(0.025, abs=0.012)
    assert weight[centres <= found.estimate.interval.high].sum() == pytest.approx(0.975, abs=0.012)


@pytest.mark.parametrize("case", STAN, ids=lambda c: c["name"])
def test_agrees_with_stan(case):
    # Source: bayes_baycomp.py: Stan's draws from the same model, with the wide bounds of the paper on flat priors.
    found = bayes_hierarchical(
        [np.array(x) for x in case["differences"]],
        test_train_ratio=1 / 9,
        margin=case["margin"],
        rng=np.random.default_rng(2),
    )
    error = np.sqrt(found.monte_carlo_error**2 + np.square(case["likeliest error"]))
    assert (np.abs(probabilities(found) - case["likeliest"]) <= 4 * error).all()
    assert (np.abs(next_chances(found) - case["next"]) <= 4 * np.array(case["next error"]) + 0.005).all()


def test_datasets_without_spread_inside_keep_their_means():
    # The usual remedy, noise of the width of the margin about zero, would lose the mean of the constant dataset, and
    # make the answer depend on margin and seed.
    varied = np.random.default_rng(3).normal(0.05, 0.02, (8, 10))
    constant = np.full((1, 10), 0.4)
    without, with_it = (
        bayes_hierarchical(
            list(x), test_train_ratio=1 / 9, margin=0.01, rng=np.random.default_rng(4), draws=4000
        )
        for x in (varied, np.concatenate([varied, constant]))
    )
    assert with_it.steps["next_better"] > 0.5
    assert with_it.estimate.interval.high > without.estimate.interval.high
    assert with_it.steps["spread_between"] > without.steps["spread_between"]


def test_half_of_the_datasets_without_any_difference_are_no_obstacle():
    evidence = np.round(np.random.default_rng(5).normal(0.0, 0.01, (12, 10)), 3)
    evidence[::2] = 0.0
    found = bayes_hierarchical(
        list(evidence), test_train_ratio=1 / 9, margin=0.01, rng=np.random.default_rng(6)
    )
    assert found.equivalent > 0.99
    assert found.steps["r_hat"] < 1.1


@pytest.mark.parametrize("margin", [0.0, 0.01])
def test_identical_classifiers_are_equivalent_and_nothing_else(margin):
    found = bayes_hierarchical(
        [np.zeros(10)] * 5, test_train_ratio=1 / 9, margin=margin, rng=np.random.default_rng(7)
    )
    assert tuple(probabilities(found)) == (0, 1, 0)
    assert found.monte_carlo_error is None


def test_the_stated_error_is_the_spread_over_seeds():
    found = [
        bayes_hierarchical(
            list(FOUR), test_train_ratio=1 / 5, margin=0.02, rng=np.random.default_rng(seed), draws=3000
        )
        for seed in range(20)
    ]
    spread = np.std([probabilities(f) for f in found], axis=0, ddof=1).max()
    assert 0.6 < spread / np.mean([f.monte_carlo_error for f in found]) < 1.5


def test_chains_agree_on_ordinary_evidence():
    case = next(c for c in STAN if c["name"] == "gentle")
    found = bayes_hierarchical(
        [np.array(x) for x in case["differences"]],
        test_train_ratio=1 / 9,
        margin=0.01,
        rng=np.random.default_rng(8),
    )
    assert found.steps["r_hat"] < 1.05
    assert found.steps["effective_draws"] > 2000
    assert found.steps["chains"] >= 4


@pytest.mark.parametrize(
    ("datasets", "options", "code"),
    [
        ([np.full(5, 0.1), np.full(5, 0.2), np.full(5, 0.3)], {}, "BO050"),
        ([np.arange(5.0)] * 2, {}, "BO051"),
        ([np.arange(5.0)], {}, "BO051"),
        ([], {}, "BO051"),
        ([np.arange(5.0), np.arange(5.0), np.arange(2.0)], {}, "BO051"),
        ([np.arange(5.0), np.arange(5.0), np.array([1.0, np.nan, 2.0])], {}, "BO052"),
        ([np.ones((3, 3))] * 3, {}, "BO052"),
        ([np.arange(5.0)] * 3, {"margin": -1}, "BO053"),
        ([np.arange(5.0)] * 3, {"test_train_ratio": -1}, "BO053"),
        ([np.arange(5.0)] * 3, {"draws": 1}, "BO053"),
    ],
)
def test_refuses_what_it_cannot_judge(datasets, options, code):
    with pytest.raises(ProcedureError) as caught:
        bayes_hierarchical(
            datasets, **({"test_train_ratio": 1 / 9, "rng": np.random.default_rng(1)} | options)
        )
    assert caught.value.code == code
