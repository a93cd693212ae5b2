"""Draws from the hierarchical model of Corani et al. (2017), by Gibbs sampling in many chains at once.

The model: dataset i has n_i differences with mean δ_i, standard deviation σ_i and equal correlations ρ;
δ_i ~ Student's t(δ_0, σ_0, ν). Priors: flat in δ_0, σ_0 and every σ_i; ν - 1 ~ gamma(α, β) with α and β
uniform (integrated out beforehand). Means and variances of the datasets are all that the data say, so a
sweep costs as much as there are datasets. σ_0 and δ_0 are drawn twice in a sweep, given the δ_i and given
the standardised (δ_i - δ_0)/σ_0 (Yu & Meng 2011): one of the two mixes well whatever the size of σ_0.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.evidence import Floats

CHAINS = 64
WARM_UP = 100  # sweeps of each chain that are thrown away
_ALPHA, _BETA = (0.5, 5.0), (0.05, 0.15)
_LOWEST, _HIGHEST = -14.0, 8.0  # of log(ν - 1): beyond, the prior has less than 1e-3 and 1e-30
_STRIDES = (2.0, 0.7)  # of the proposals for log(ν - 1)


class Summaries(NamedTuple):
    """What the data say: one number for each dataset."""

    means: Floats
    variances: Floats
    sizes: Floats


class Draws(NamedTuple):
    """Draws of what the true differences of datasets follow: chains × draws."""

    centre: Floats
    spread: Floats
    df: Floats


def sample(data: Summaries, *, test_train_ratio: float, rng: np.random.Generator, draws: int) -> Draws:
    """Return draws from the posterior of the distribution of true differences."""
    likelihood = _Likelihood.of(data, test_train_ratio)
    prior = _TailPrior.integrated()
    state = _start(likelihood, rng)
    kept = []
    sweeps = -(-draws // CHAINS)
    for sweep in range(WARM_UP + sweeps):
        state = _sweep(state, likelihood, prior, rng)
        if sweep >= WARM_UP:
            kept.append(np.concatenate([state.centre, state.spread, state.log_tail], axis=1))
    centre, spread, log_tail = np.array(kept).transpose(2, 1, 0)
    return Draws(centre * likelihood.unit, spread * likelihood.unit, 1 + np.exp(log_tail))


class _Likelihood(NamedTuple):
    """The data in units of their own spread, ready for the sweeps."""

    unit: float
    means: Floats
    sums: Floats  # of squares within datasets, over 1 - rho
    worth: Floats  # how many independent resamples those of a dataset are worth
    shapes: Floats  # of the gamma distributions of precisions

    @classmethod
    def of(cls, data: Summaries, test_train_ratio: float) -> "_Likelihood":
        """Return the likelihood for this ratio of test to training size."""
        rho = test_train_ratio / (1 + test_train_ratio)
        unit = sqrt(float(data.variances.mean()))
        sums = data.variances * (data.sizes - 1) / ((1 - rho) * unit**2)
        worth = data.sizes / (1 + (data.sizes - 1) * rho)
        # A flat prior for σ is one of precision^(-3/2).
        return cls(unit, data.means / unit, sums, worth, (data.sizes - 1) / 2)


class _TailPrior(NamedTuple):
    """The logarithm of the prior density of log(ν - 1), tabulated."""

    points: Floats
    heights: Floats

    @classmethod
    def integrated(cls) -> "_TailPrior":
        """Return the prior with α and β integrated out."""
        nodes, weights = np.polynomial.legendre.leggauss(16)
        alpha, beta = (
            ((low + high) / 2 + (high - low) / 2 * nodes).reshape(shape)
            for (low, high), shape in ((_ALPHA, (-1, 1, 1)), (_BETA, (1, -1, 1)))
        )
        points = np.linspace(_LOWEST, _HIGHEST, 500)
        logs = alpha * (np.log(beta) + points) - special.gammaln(alpha) - beta * np.exp(points)
        return cls(points, np.log(np.einsum("i,j,ijk->k", weights, weights, np.exp(logs))))

    def at(self, log_tail: Floats) -> Floats:
        """Return the logarithm of the density, up to a constant."""
        return np.interp(log_tail, self.points, self.heights, left=-np.inf, right=-np.inf)


class _State(NamedTuple):
    """Where the chains are: a row for each."""

    effects: Floats  # δ_i, in columns
    centre: Floats  # δ_0
    spread: Floats  # σ_0
    log_tail: Floats  # log(ν - 1)


def _start(data: _Likelihood, rng: np.random.Generator) -> _State:
    """Return starting points that are farther apart than the posterior is wide."""
    width = float(data.means.std(ddof=1)) + 1 / sqrt(float(data.worth.mean()))
    normals = rng.standard_normal((3, CHAINS, 1))
    effects = data.means + width / 2 * rng.standard_normal((CHAINS, data.means.size))
    return _State(
        effects, float(data.means.mean()) + width * normals[0], width * np.exp(normals[1]), 2 + normals[2]
    )


def _sweep(state: _State, data: _Likelihood, prior: _TailPrior, rng: np.random.Generator) -> _State:
    precisions = _precisions(state.effects, data, rng)
    squares = np.square((state.effects - state.centre) / state.spread)
    log_tail = _tails(state.log_tail, squares, prior, rng)
    # Student's t is normal with a random precision.
    df = 1 + np.exp(log_tail)
    mixing = rng.standard_gamma((df + 1) / 2, squares.shape) * 2 / (df + squares)
    centre, spread = _given_effects(state.effects, mixing, rng)
    effects = _effects(precisions, mixing / spread**2, centre, data, rng)
    centre, spread, effects = _given_scores((effects - centre) / spread, precisions, data, rng)
    return _State(effects, centre, spread, log_tail)


def _precisions(effects: Floats, data: _Likelihood, rng: np.random.Generator) -> Floats:
    """Draw the precision of each dataset's mean."""
    sums = data.sums + data.worth * np.square(data.means - effects)
    drawn: Floats = data.worth * rng.standard_gamma(data.shapes, effects.shape) * 2 / sums
    return drawn


def _tails(log_tail: Floats, squares: Floats, prior: _TailPrior, rng: np.random.Generator) -> Floats:
    """Move log(ν - 1) by Metropolis steps, one wide and one narrow."""
    height = _tail_height(log_tail, squares, prior)
    for stride in _STRIDES:
        proposed = log_tail + stride * rng.standard_normal(log_tail.shape)
        there = _tail_height(proposed, squares, prior)
        accepted = -rng.standard_exponential(log_tail.shape) < there - height
        log_tail, height = np.where(accepted, proposed, log_tail), np.where(accepted, there, height)
    return log_tail


def _tail_height(log_tail: Floats, squares: Floats, prior: _TailPrior) -> Floats:
    df = 1 + np.exp(np.minimum(log_tail, _HIGHEST))
    constant = special.gammaln((df + 1) / 2) - special.gammaln(df / 2) - np.log(df) / 2
    body = (df + 1) / 2 * np.log1p(squares / df).sum(axis=1, keepdims=True)
    height: Floats = prior.at(log_tail) + squares.shape[1] * constant - body
    return height


def _given_effects(effects: Floats, mixing: Floats, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Draw δ_0 and σ_0 given the true differences."""
    weight = _total(mixing)
    mean = _total(mixing * effects) / weight
    square = _total(mixing * np.square(effects - mean))
    shape = (effects.shape[1] - 2) / 2
    spread = np.sqrt(square / (2 * rng.standard_gamma(shape, mean.shape)))
    return mean + spread / np.sqrt(weight) * rng.standard_normal(mean.shape), spread


def _effects(
    precisions: Floats, pull: Floats, centre: Floats, data: _Likelihood, rng: np.random.Generator
) -> Floats:
    """Draw the true differences between the data and the centre that pulls at them."""
    total = precisions + pull
    mean = (precisions * data.means + pull * centre) / total
    drawn: Floats = mean + rng.standard_normal(mean.shape) / np.sqrt(total)
    return drawn


def _given_scores(
    scores: Floats, precisions: Floats, data: _Likelihood, rng: np.random.Generator
) -> tuple[Floats, Floats, Floats]:
    """Draw δ_0 and σ_0 given the standardised differences: a weighted regression on them."""
    weight = _total(precisions)
    mean_score, mean = _total(precisions * scores) / weight, _total(precisions * data.means) / weight
    centred = scores - mean_score
    square = _total(precisions * np.square(centred))
    slope = _total(precisions * centred * data.means) / square
    slope = slope + rng.standard_normal(slope.shape) / np.sqrt(square)
    centre = mean - slope * mean_score + rng.standard_normal(mean.shape) / np.sqrt(weight)
    # A negative slope with scores turned round is the same state: Student's t is symmetric.
    return centre, np.abs(slope), centre + slope * scores


def _total(rows: Floats) -> Floats:
    total: Floats = rows.sum(axis=1, keepdims=True)
    return total
