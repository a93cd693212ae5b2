"""Draws from the hierarchical model of Corani et al. (2017), by Gibbs sampling in many chains at once.

The model: dataset i has n_i differences with mean δ_i, standard deviation σ_i and equal correlations ρ;
δ_i ~ Student's t(δ_0, σ_0, ν). Priors: flat in δ_0, σ_0 and every σ_i; ν - 1 ~ gamma(α, β) with α and β
uniform (integrated out beforehand). Means and variances of the datasets are all that the data say, so a
sweep costs as much as there are datasets. Student's t is a normal with a random precision λ_i/σ_0². Given
the δ_i, the three parameters of their distribution move together with the λ_i integrated out; given the
λ_i, σ_0 moves with δ_0 and all δ_i integrated out: so neither a σ_0 near zero nor heavy tails stop it.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats

CHAINS = 64
_ROUNDS, _ROUND = 5, 25  # of warming up, and sweeps in each; they are thrown away
_ALPHA, _BETA = (0.5, 5.0), (0.05, 0.15)
_LOWEST, _HIGHEST = -14.0, 8.0  # of log(ν - 1): beyond, the prior has less than 0.001 and 1e-60
# How far Metropolis steps reach, wide ones first: in spreads of the posterior, and in logarithms.
_JOINT_STRIDES, _TAIL_STRIDES, _SPREAD_STRIDES = (1.4, 0.5), (2.0, 0.7), (2.0, 0.7, 0.2)


class Summaries(NamedTuple):
    """What the data say: one number for each dataset, in units of the typical standard deviation."""

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
    model = _Model.of(data, test_train_ratio)
    state, shape = _start_chains(model, rng), np.diag([0.3, 0.3, 0.5])
    for _ in range(_ROUNDS):
        state, states = _run_sweeps(state, model, shape, rng, _ROUND)
        shape = _covariance_root(np.cov(np.concatenate(states).T))
    _, samples = _run_sweeps(state, model, shape, rng, -(-draws // CHAINS))
    centre, log_spread, log_tail = np.array(samples).transpose(2, 1, 0)
    return Draws(centre, np.exp(log_spread), 1 + np.exp(log_tail))


class _Model(NamedTuple):
    """The data and the prior of the tails, ready for the sweeps."""

    means: Floats
    sums: Floats  # of squares within datasets, over 1 - rho
    worth: Floats  # how many independent resamples those of a dataset are worth
    shapes: Floats  # of the gamma distributions of precisions
    tail_points: Floats  # values of log(ν - 1)
    tail_heights: Floats  # logarithms of the prior density there

    @classmethod
    def of(cls, data: Summaries, test_train_ratio: float) -> "_Model":
        """Return the model for this ratio of test to training size."""
        rho = test_train_ratio / (1 + test_train_ratio)
        sums = data.variances * (data.sizes - 1) / (1 - rho)
        worth = data.sizes / (1 + (data.sizes - 1) * rho)
        # A prior that is flat in σ is one of τ^(-3/2) in the precision τ: hence n - 1, not n.
        return cls(data.means, sums, worth, (data.sizes - 1) / 2, *_tail_prior())


def _tail_prior() -> tuple[Floats, Floats]:
    """Tabulate the logarithm of the density of log(ν - 1), with α and β integrated out."""
    nodes, weights = np.polynomial.legendre.leggauss(16)
    alpha = (sum(_ALPHA) / 2 + (_ALPHA[1] - _ALPHA[0]) / 2 * nodes)[:, None, None]
    beta = (sum(_BETA) / 2 + (_BETA[1] - _BETA[0]) / 2 * nodes)[None, :, None]
    points = np.linspace(_LOWEST, _HIGHEST, 500)
    logs = alpha * (np.log(beta) + points) - special.gammaln(alpha) - beta * np.exp(points)
    return points, np.log(np.einsum("i,j,ijk->k", weights, weights, np.exp(logs)))


class _State(NamedTuple):
    """Where the chains are: a row for each."""

    effects: Floats  # δ_i, in columns
    hyper: Floats  # δ_0, log σ_0 and log(ν - 1), in columns


def _start_chains(model: _Model, rng: np.random.Generator) -> _State:
    """Return starting points that are farther apart than the posterior is wide."""
    width = float(model.means.std(ddof=1)) + 1 / sqrt(float(model.worth.mean()))
    effects = model.means + width / 2 * rng.standard_normal((CHAINS, model.means.size))
    hyper = rng.standard_normal((CHAINS, 3)) * [width, 1, 1] + [model.means.mean(), np.log(width), 2]
    return _State(effects, hyper)


def _run_sweeps(
    state: _State, model: _Model, shape: Floats, rng: np.random.Generator, count: int
) -> tuple[_State, list[Floats]]:
    """Return the state after so many sweeps, and what was seen on the way."""
    states = []
    for _ in range(count):
        state = _sweep_once(state, model, shape, rng)
        states.append(state.hyper)
    return state, states


def _sweep_once(state: _State, model: _Model, shape: Floats, rng: np.random.Generator) -> _State:
    precisions = _draw_precisions(state.effects, model, rng)
    hyper = _move_given_effects(state, model, shape, rng)
    mixing = _draw_mixing(state.effects, hyper, rng)
    hyper = _move_given_mixing(hyper, mixing, 1 / precisions, model, rng)
    return _State(_draw_effects(precisions, mixing, hyper, model, rng), hyper)


def _draw_precisions(effects: Floats, model: _Model, rng: np.random.Generator) -> Floats:
    """Draw the precision of each dataset's mean."""
    sums = model.sums + model.worth * np.square(model.means - effects)
    drawn: Floats = model.worth * rng.standard_gamma(model.shapes, effects.shape) * 2 / sums
    return drawn


def _move_given_effects(state: _State, model: _Model, shape: Floats, rng: np.random.Generator) -> Floats:
    """Move all three parameters given the true differences."""

    def height(hyper: Floats) -> Floats:
        return _student_height(state.effects, hyper, model)

    joint = _move_by_metropolis(state.hyper, height, [stride * shape for stride in _JOINT_STRIDES], rng)
    tails = [np.diag([0.0, 0.0, stride]) for stride in _TAIL_STRIDES]
    return _move_by_metropolis(joint, height, tails, rng)


def _student_height(effects: Floats, hyper: Floats, model: _Model) -> Floats:
    """Return the log posterior density of the parameters given the true differences, up to a constant."""
    centre, log_spread, log_tail = hyper[:, :1], hyper[:, 1:2], hyper[:, 2:]
    df = 1 + np.exp(np.minimum(log_tail, _HIGHEST))
    prior = np.interp(log_tail, model.tail_points, model.tail_heights, left=-np.inf, right=-np.inf)
    constant = special.gammaln((df + 1) / 2) - special.gammaln(df / 2) - np.log(df) / 2 - log_spread
    squares = np.square((effects - centre) * np.exp(-log_spread))
    body = (df + 1) / 2 * _row_total(np.log1p(squares / df))
    # The last term makes the prior flat in σ_0, whose logarithm is what moves.
    height: Floats = prior + effects.shape[1] * constant - body + log_spread
    return height


def _move_by_metropolis(
    start: Floats, height: Callable[[Floats], Floats], shapes: Sequence[Floats], rng: np.random.Generator
) -> Floats:
    """Move by one normal step for each shape, where accepted."""
    here = height(start)
    for shape in shapes:
        proposed = start + rng.standard_normal(start.shape) @ shape.T
        there = height(proposed)
        accepted = -rng.standard_exponential(here.shape) < there - here
        start, here = np.where(accepted, proposed, start), np.where(accepted, there, here)
    return start


def _draw_mixing(effects: Floats, hyper: Floats, rng: np.random.Generator) -> Floats:
    """Draw the random precisions that make a normal Student's t."""
    squares = np.square((effects - hyper[:, :1]) * np.exp(-hyper[:, 1:2]))
    df = 1 + np.exp(hyper[:, 2:])
    drawn: Floats = rng.standard_gamma((df + 1) / 2, effects.shape) * 2 / (df + squares)
    return drawn


def _move_given_mixing(
    hyper: Floats, mixing: Floats, errors: Floats, model: _Model, rng: np.random.Generator
) -> Floats:
    """Move σ_0 and draw δ_0 given random precisions and errors, whatever the true differences are."""

    def weights(log_spread: Floats) -> Floats:
        total: Floats = 1 / (errors + np.exp(2 * log_spread) / mixing)
        return total

    def height(log_spread: Floats) -> Floats:
        weight = weights(log_spread)
        mean, precision = _weighted_mean(weight, model.means)
        fit = _row_total(np.log(weight) - weight * np.square(model.means - mean)) - np.log(precision)
        return fit / 2 + log_spread

    shapes = [np.array([[stride]]) for stride in _SPREAD_STRIDES]
    log_spread = _move_by_metropolis(hyper[:, 1:2], height, shapes, rng)
    mean, precision = _weighted_mean(weights(log_spread), model.means)
    centre = mean + rng.standard_normal(mean.shape) / np.sqrt(precision)
    return np.concatenate([centre, log_spread, hyper[:, 2:]], axis=1)


def _draw_effects(
    precisions: Floats, mixing: Floats, hyper: Floats, model: _Model, rng: np.random.Generator
) -> Floats:
    """Draw the true differences between the data and the centre that pulls at them."""
    pull = mixing * np.exp(-2 * hyper[:, 1:2])
    total = precisions + pull
    mean = (precisions * model.means + pull * hyper[:, :1]) / total
    drawn: Floats = mean + rng.standard_normal(mean.shape) / np.sqrt(total)
    return drawn


def _weighted_mean(weight: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Return the weighted mean in each chain, and the total weight."""
    total = _row_total(weight)
    return _row_total(weight * values) / total, total


def _row_total(rows: Floats) -> Floats:
    total: Floats = rows.sum(axis=1, keepdims=True)
    return total


def _covariance_root(covariance: Floats) -> Floats:
    """Return a square root of a covariance matrix, which may be singular."""
    values, vectors = np.linalg.eigh(covariance)
    root: Floats = vectors * np.sqrt(np.maximum(values, 0.0))
    return root
