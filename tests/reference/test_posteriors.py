"""Effective sizes and agreement of chains against processes whose autocorrelation is known."""

import numpy as np
import pytest

from bakeoff.procedures.bayes.posteriors import effective_size, r_hat


def autoregressive(phi, chains=32, length=2000, seed=1):
    """Return stationary chains with correlation phi^k at lag k."""
    rng = np.random.default_rng(seed)
    noise = rng.standard_normal((chains, length)) * np.sqrt(1 - phi**2)
    noise[:, 0] = rng.standard_normal(chains)
    for t in range(1, length):
        noise[:, t] += phi * noise[:, t - 1]
    return noise


@pytest.mark.parametrize("phi", [0.3, 0.6, 0.9])
def test_the_effective_size_of_an_autoregressive_process_is_known(phi):
    # Source: the autocorrelation time of an AR(1) process is (1 + phi)/(1 - phi).
    draws = autoregressive(phi)
    assert effective_size(draws) == pytest.approx(draws.size * (1 - phi) / (1 + phi), rel=0.1)


def test_the_effective_size_is_what_the_spread_of_means_says():
    # Source: the definition: a mean of N such draws has the variance of one draw over its effective size.
    runs = [autoregressive(0.7, chains=8, length=400, seed=s) for s in range(60)]
    spread = np.var([run.mean() for run in runs], ddof=1)
    assert np.mean([effective_size(run) for run in runs]) == pytest.approx(1 / spread, rel=0.5)


def test_draws_that_alternate_count_no_more_than_they_are():
    assert effective_size(autoregressive(-0.5)) == 32 * 2000


def test_chains_that_sit_still_elsewhere_are_worth_no_more_than_their_number():
    rng = np.random.default_rng(2)
    stuck = np.repeat([[0.0], [1.0], [2.0], [3.0]], 500, axis=1) + 1e-3 * rng.standard_normal((4, 500))
    assert effective_size(stuck) < 6
    assert r_hat(stuck) > 100


def test_chains_that_drift_disagree_with_themselves():
    rng = np.random.default_rng(3)
    drift = np.linspace(0, 3, 500) + rng.standard_normal((8, 500))
    assert r_hat(drift) > 1.2
    assert r_hat(rng.standard_normal((8, 500))) < 1.01


def test_constant_draws_need_no_more_of_them():
    assert effective_size(np.ones((4, 100))) == 400
    assert r_hat(np.ones((4, 100))) == 1
