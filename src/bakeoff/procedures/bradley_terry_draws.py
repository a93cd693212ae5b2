"""Draws from the posterior of Bradley–Terry strengths whose spread is unknown.

Given the spread of strengths their density has one summit and is close to normal: draws come from that normal
distribution, for spreads on a fine grid, and are weighted by what it leaves out. Where classifiers win nearly
everything the density is skewed and weights would rest on few draws: Markov chains take over.
"""

from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.evidence import Floats
from bakeoff.procedures.chains import effective_size

SPREAD_SD = 0.5  # of the logarithm of the spread, before the evidence, about 0: Wainer (2023), section 5
CHAINS = 32
_LOG_SPREADS = (
    np.arange(-35, 61) / 10
)  # closer than the posterior is wide, for any number of classifiers used
_ENOUGH = 0.1  # of the draws: fewer effective ones, and chains are run
_CHUNK = 2_000_000  # differences of strengths held at a time
_ROUNDS, _ROUND = 3, 60  # of warming up: in each the step and the shape are learnt anew
_REACH = 1.6  # a quarter of the way round a normal distribution, in standard deviations
_ACCEPT = 0.8
_MOST_TURNS = 12  # of one move: where steps must be short, chains walk rather than wait


class StrengthDraws(NamedTuple):
    """Strengths and logarithms of their spread; `weights` add up to one, None where all count the same.

    Weighted draws stand in two halves, mirrored at the summit. Unweighted ones are chains, one after the other.
    """

    strengths: Floats  # draws × classifiers
    log_spreads: Floats
    weights: Floats | None
    effective: float


class _Summit(NamedTuple):
    """The normal approximation at each spread of the grid, and how probable that makes the spread."""

    modes: Floats
    precisions: Floats
    chances: Floats


def draw_strengths(wins: Floats, *, rng: np.random.Generator, draws: int) -> StrengthDraws:
    """Draw strengths given how often the row beat the column; half a win each for a draw."""
    summit = _summit(wins)
    weighted = _importance(wins, summit, rng, draws)
    if weighted.effective >= _ENOUGH * draws:
        return weighted
    return _chains(wins, summit, rng, draws)


def _summit(wins: Floats) -> _Summit:
    """Return where the density is greatest at every spread of the grid, by Newton's method, and the curvature there."""
    games, own = wins + wins.T, np.arange(len(wins))
    pull = np.exp(-2 * _LOG_SPREADS)[:, None]
    modes = np.zeros((_LOG_SPREADS.size, len(wins)))
    for _ in range(100):
        chances = special.expit(modes[:, :, None] - modes[:, None, :])
        precisions = -games * chances * (1 - chances)
        precisions[:, own, own] = pull - precisions.sum(axis=2) + precisions[:, own, own]
        slopes = wins.sum(axis=1) - (games * chances).sum(axis=2) - modes * pull
        steps = np.linalg.solve(precisions, slopes[:, :, None])[:, :, 0]
        largest = np.abs(steps).max(axis=1, keepdims=True)
        modes = modes + steps * np.minimum(
            1.0, 2 / np.maximum(largest, 1e-300)
        )  # far steps may lead downhill
        if largest.max() < 1e-7:
            break
    heights = _log_density(modes, _LOG_SPREADS, wins) - np.linalg.slogdet(precisions)[1] / 2
    chances = np.exp(heights - heights.max())
    return _Summit(modes, precisions, chances / chances.sum())


def _log_density(strengths: Floats, log_spreads: Floats, wins: Floats) -> Floats:
    """Return the logarithm of prior times likelihood of each draw, in terms of the logarithm of the spread."""
    k = len(wins)
    i, j = np.triu_indices(k, 1)
    ahead, games = wins[i, j], (wins + wins.T)[i, j]
    found: Floats = -(strengths**2).sum(axis=1) / (2 * np.exp(2 * log_spreads)) - k * log_spreads
    found -= log_spreads**2 / (2 * SPREAD_SD**2)
    size = max(1, _CHUNK // i.size)
    for start in range(0, len(strengths), size):
        part = slice(start, start + size)
        gaps = strengths[part][:, i] - strengths[part][:, j]
        found[part] += gaps @ ahead - np.logaddexp(0, gaps) @ games
    return found


def _importance(wins: Floats, summit: _Summit, rng: np.random.Generator, draws: int) -> StrengthDraws:
    half, k = draws // 2, len(wins)
    levels = (np.arange(half) + rng.random()) / half
    places = np.minimum(np.searchsorted(np.cumsum(summit.chances), levels), summit.chances.size - 1)
    normal = rng.standard_normal((half, k))
    steps = np.empty((half, k))
    proposed = np.log(summit.chances[places]) - (normal**2).sum(axis=1) / 2
    for place in np.unique(places):
        root = np.linalg.cholesky(summit.precisions[place])
        here = places == place
        steps[here] = np.linalg.solve(root.T, normal[here].T).T
        proposed[here] += np.log(np.diag(root)).sum()
    modes = summit.modes[places]
    strengths = np.concatenate([modes + steps, modes - steps])
    log_spreads = np.tile(_LOG_SPREADS[places], 2)
    logs = _log_density(strengths, log_spreads, wins) - np.tile(proposed, 2)
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    return StrengthDraws(strengths, log_spreads, weights, float(1 / (weights**2).sum()))


def _chains(wins: Floats, summit: _Summit, rng: np.random.Generator, draws: int) -> StrengthDraws:
    """Draw by Hamiltonian Monte Carlo, in coordinates in which the posterior is nearly round.

    A place is the strengths in units of their spread, and the logarithm of the spread: where classifiers win nearly
    everything the evidence says little of how large the strengths are.
    """
    centre, root = _shape(summit)
    places = centre + rng.standard_normal((CHAINS, centre.size)) @ root.T
    step = 0.5
    for _ in range(_ROUNDS):
        walked = []
        for _ in range(_ROUND):
            places, accepted = _move(places, wins, root, step, rng)
            step = float(np.clip(step * np.exp(0.2 * (accepted - _ACCEPT)), 0.02, 1.2))
            walked.append(places)
        seen = np.concatenate(walked[_ROUND // 3 :])
        root = _root(np.cov(seen.T))
    kept = np.empty((CHAINS, max(4, draws // CHAINS), centre.size))
    for turn in range(kept.shape[1]):
        places, _ = _move(places, wins, root, step, rng)
        kept[:, turn] = places
    flat = kept.reshape(-1, centre.size)
    strengths = flat[:, :-1] * np.exp(flat[:, -1:])
    return StrengthDraws(strengths, flat[:, -1], None, effective_size(kept[:, :, -1]))


def _shape(summit: _Summit) -> tuple[Floats, Floats]:
    """Return the mean place over the normal approximations, and a root of the covariance of places."""
    k = summit.modes.shape[1]
    middle = np.column_stack([summit.modes / np.exp(_LOG_SPREADS)[:, None], _LOG_SPREADS])
    centre: Floats = summit.chances @ middle
    apart = middle - centre
    covariance = (apart.T * summit.chances) @ apart
    shares = summit.chances / np.exp(2 * _LOG_SPREADS)
    covariance[:k, :k] += np.tensordot(shares, np.linalg.inv(summit.precisions), axes=1)
    return centre, _root(covariance)


def _root(covariance: Floats) -> Floats:
    return np.asarray(np.linalg.cholesky(covariance + 1e-9 * np.eye(len(covariance))), dtype=np.float64)


def _move(
    places: Floats, wins: Floats, root: Floats, step: float, rng: np.random.Generator
) -> tuple[Floats, float]:
    """Move every chain once; return where they are, and the share of proposals that was to be accepted."""
    step = step * rng.uniform(0.8, 1.2)
    speed = rng.standard_normal(places.shape)
    before = _log_density_at(places, wins) - (speed**2).sum(axis=1) / 2
    there = places
    speed = speed + step / 2 * _slope(there, wins) @ root
    turns = min(_MOST_TURNS, max(1, round(_REACH / step)))
    for turn in range(turns):
        there = there + step * speed @ root.T
        speed = speed + (step if turn < turns - 1 else step / 2) * _slope(there, wins) @ root
    with np.errstate(over="ignore", invalid="ignore"):
        after = _log_density_at(there, wins) - (speed**2).sum(axis=1) / 2
        chance = np.exp(np.minimum(0, np.nan_to_num(after - before, nan=-np.inf)))
    taken = rng.random(len(places)) < chance
    return np.where(taken[:, None], there, places), float(chance.mean())


def _log_density_at(places: Floats, wins: Floats) -> Floats:
    log_spreads = places[:, -1]
    found = _log_density(places[:, :-1] * np.exp(places[:, -1:]), log_spreads, wins)
    return found + len(wins) * log_spreads


def _slope(places: Floats, wins: Floats) -> Floats:
    log_spreads = np.clip(places[:, -1:], -20, 20)
    strengths = places[:, :-1] * np.exp(log_spreads)
    chances = special.expit(strengths[:, :, None] - strengths[:, None, :])
    surprise = wins.sum(axis=1) - ((wins + wins.T) * chances).sum(axis=2)
    along = (surprise * strengths).sum(axis=1, keepdims=True) - log_spreads / SPREAD_SD**2
    return np.hstack([surprise * np.exp(log_spreads) - places[:, :-1], along])
