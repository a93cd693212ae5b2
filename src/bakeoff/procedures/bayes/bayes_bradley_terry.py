"""The Bayesian Bradley–Terry model: one strength for each classifier, and draws from their posterior."""

from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats, Ints, tidy
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Estimate, Interval, Posterior, Steps
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import Pairs, check_level, check_with_gaps, pair_columns
from bakeoff.procedures.bayes.posteriors import check_draws, effective_size, largest_error, r_hat

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
    summit = _find_summit(wins)
    weighted = _draw_by_importance(wins, summit, rng, draws)
    if weighted.effective >= _ENOUGH * draws:
        return weighted
    return _draw_by_chains(wins, summit, rng, draws)


def _find_summit(wins: Floats) -> _Summit:
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
    log_density: Floats = -(strengths**2).sum(axis=1) / (2 * np.exp(2 * log_spreads)) - k * log_spreads
    log_density -= log_spreads**2 / (2 * SPREAD_SD**2)
    size = max(1, _CHUNK // i.size)
    for start in range(0, len(strengths), size):
        part = slice(start, start + size)
        gaps = strengths[part][:, i] - strengths[part][:, j]
        log_density[part] += gaps @ ahead - np.logaddexp(0, gaps) @ games
    return log_density


def _draw_by_importance(wins: Floats, summit: _Summit, rng: np.random.Generator, draws: int) -> StrengthDraws:
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


def _draw_by_chains(wins: Floats, summit: _Summit, rng: np.random.Generator, draws: int) -> StrengthDraws:
    """Draw by Hamiltonian Monte Carlo, in coordinates in which the posterior is nearly round.

    A place is the strengths in units of their spread, and the logarithm of the spread: where classifiers win nearly
    everything the evidence says little of how large the strengths are.
    """
    centre, root = _bradley_terry_shape(summit)
    places = centre + rng.standard_normal((CHAINS, centre.size)) @ root.T
    step = 0.5
    for _ in range(_ROUNDS):
        path = []
        for _ in range(_ROUND):
            places, accepted = _move_chains(places, wins, root, step, rng)
            step = float(np.clip(step * np.exp(0.2 * (accepted - _ACCEPT)), 0.02, 1.2))
            path.append(places)
        recent = np.concatenate(path[_ROUND // 3 :])
        root = _covariance_root(np.cov(recent.T))
    samples = np.empty((CHAINS, max(4, draws // CHAINS), centre.size))
    for turn in range(samples.shape[1]):
        places, _ = _move_chains(places, wins, root, step, rng)
        samples[:, turn] = places
    flat = samples.reshape(-1, centre.size)
    strengths = flat[:, :-1] * np.exp(flat[:, -1:])
    return StrengthDraws(strengths, flat[:, -1], None, effective_size(samples[:, :, -1]))


def _bradley_terry_shape(summit: _Summit) -> tuple[Floats, Floats]:
    """Return the mean place over the normal approximations, and a root of the covariance of places."""
    k = summit.modes.shape[1]
    middle = np.column_stack([summit.modes / np.exp(_LOG_SPREADS)[:, None], _LOG_SPREADS])
    centre: Floats = summit.chances @ middle
    apart = middle - centre
    covariance = (apart.T * summit.chances) @ apart
    shares = summit.chances / np.exp(2 * _LOG_SPREADS)
    covariance[:k, :k] += np.tensordot(shares, np.linalg.inv(summit.precisions), axes=1)
    return centre, _covariance_root(covariance)


def _covariance_root(covariance: Floats) -> Floats:
    return np.asarray(np.linalg.cholesky(covariance + 1e-9 * np.eye(len(covariance))), dtype=np.float64)


def _move_chains(
    places: Floats, wins: Floats, root: Floats, step: float, rng: np.random.Generator
) -> tuple[Floats, float]:
    """Move every chain once; return where they are, and the share of proposals that was to be accepted."""
    step = step * rng.uniform(0.8, 1.2)
    speed = rng.standard_normal(places.shape)
    before = _log_density_at(places, wins) - (speed**2).sum(axis=1) / 2
    there = places
    speed = speed + step / 2 * _bradley_terry_slope(there, wins) @ root
    turns = min(_MOST_TURNS, max(1, round(_REACH / step)))
    for turn in range(turns):
        there = there + step * speed @ root.T
        speed = speed + (step if turn < turns - 1 else step / 2) * _bradley_terry_slope(there, wins) @ root
    with np.errstate(over="ignore", invalid="ignore"):
        after = _log_density_at(there, wins) - (speed**2).sum(axis=1) / 2
        chance = np.exp(np.minimum(0, np.nan_to_num(after - before, nan=-np.inf)))
    taken = rng.random(len(places)) < chance
    return np.where(taken[:, None], there, places), float(chance.mean())


def _log_density_at(places: Floats, wins: Floats) -> Floats:
    log_spreads = places[:, -1]
    log_density = _log_density(places[:, :-1] * np.exp(places[:, -1:]), log_spreads, wins)
    return log_density + len(wins) * log_spreads


def _bradley_terry_slope(places: Floats, wins: Floats) -> Floats:
    log_spreads = np.clip(places[:, -1:], -20, 20)
    strengths = places[:, :-1] * np.exp(log_spreads)
    chances = special.expit(strengths[:, :, None] - strengths[:, None, :])
    surprise = wins.sum(axis=1) - ((wins + wins.T) * chances).sum(axis=2)
    along = (surprise * strengths).sum(axis=1, keepdims=True) - log_spreads / SPREAD_SD**2
    return np.hstack([surprise * np.exp(log_spreads) - places[:, :-1], along])


OF_CHANCES = "chance of winning above one half"
ROPE = 0.05  # Wainer (2023), section 6.4: a chance of winning between .45 and .55 is practical equivalence
REGION = "a chance of winning a dataset between .45 and .55"
ASSUMPTIONS = (
    "who wins depends on one strength for each classifier, the same on all datasets",
    "the games of one dataset are taken as independent of each other, which they are not",
    "before the evidence: strengths normal about zero, the logarithm of their spread normal about zero with sd 0.5",
    "the size of a difference is not used, only who wins",
)
_AGREED = 1.1  # r-hat of chains beyond which they tell nothing


@check_arguments
def bayes_bradley_terry(
    sparse_scores: Floats,
    *,
    pairs: Pairs,
    level: float = 0.95,
    rng: np.random.Generator,
    draws: int = 20_000,
) -> tuple[Posterior, ...]:
    """Say how probable it is that b has a smaller, practically equal or greater chance of winning against a.

    Parameters
    ----------
    sparse_scores : array of shape (datasets, classifiers)
        Higher is better; NaN where a score is missing: a pair plays on the datasets that it shares.
    pairs : sequence of (a, b)
        The columns of each pair.
    level : float
        Of the credible intervals.
    rng : numpy.random.Generator
        Source of the draws.
    draws : int
        From the posterior.

    Returns
    -------
    tuple of Posterior
        One for each pair. `equivalent` is the probability that b wins against a with a chance between .45 and .55,
        `better` and `worse` those of a greater and a smaller chance. The estimate is the mean of that chance less one
        half. Steps: `chance_of_winning`, `above_one_half` (the probability of a chance above .5), wins, draws, losses.

    Raises
    ------
    ProcedureError
        BO051 for fewer than two datasets, BO053 for draws, levels or pairs that cannot be meant, BO203 where
        classifiers win nearly everything and the chains do not agree.

    Notes
    -----
    b beats a with odds exp(β_b − β_a); β are normal with spread σ, log σ is normal with standard deviation 0.5. A
    draw is half a win for both. One model judges all pairs: a verdict depends on the other classifiers, too, and no
    adjustment is made for the number of pairs, since strengths are drawn towards each other. Games of one dataset
    are taken as independent, which they are not; what that does was measured (docs/validity/posteriors.md). Where
    the size of differences can be trusted, `bayes_signed_rank` judges each pair by its own scores. Draws are
    weighted by importance; where weights rest on less than a tenth of them, Markov chains are run.
    Source: `wainer2023`.

    Examples
    --------
    >>> scores = np.array([[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.6], [0.8, 0.6, 0.7]])
    >>> found = bayes_bradley_terry(scores, pairs=[(2, 0)], rng=np.random.default_rng(0))[0]
    >>> round(found.better, 2), round(found.steps["chance_of_winning"], 2)
    (0.99, 0.87)
    """
    check_level(level)
    check_draws(draws)
    table = tidy(check_with_gaps(sparse_scores))
    pair_columns(pairs, classifiers=table.shape[1])
    ahead = np.sign(table[:, :, None] - table[:, None, :])
    games = _Games(
        won=(ahead > 0).sum(axis=0),
        drawn=(ahead == 0).sum(axis=0) * (1 - np.eye(table.shape[1], dtype=np.int64)),
    )
    order = _order_by_wins(games.wins)
    drawn = draw_strengths(games.wins[np.ix_(order, order)], rng=rng, draws=draws)
    drawn = drawn._replace(strengths=drawn.strengths[:, np.argsort(order)])
    equal_draws = _draw_equal_weights(drawn, rng)
    return tuple(_bradley_terry_posterior(drawn, equal_draws, games, pair, level) for pair in pairs)


class _Games(NamedTuple):
    won: Floats  # by the row against the column
    drawn: Floats

    @property
    def wins(self) -> Floats:
        """Wins, with half of one for each draw."""
        return np.asarray(self.won + self.drawn / 2, dtype=np.float64)


def _order_by_wins(wins: Floats) -> Ints:
    """Return classifiers by wins: the draws then do not depend on how columns are ordered, but where these tie."""
    return np.asarray(np.lexsort((*np.sort(wins, axis=1).T, wins.sum(axis=1))), dtype=np.int64)


def _draw_equal_weights(drawn: StrengthDraws, rng: np.random.Generator) -> Floats:
    """Return strengths that count the same: weighted ones drawn anew, evenly over their weights."""
    if drawn.weights is None:
        return drawn.strengths
    n = drawn.weights.size
    places = np.searchsorted(np.cumsum(drawn.weights), (np.arange(n) + rng.random()) / n)
    return drawn.strengths[np.minimum(places, n - 1)]


def _bradley_terry_posterior(
    drawn: StrengthDraws, anew: Floats, games: _Games, pair: tuple[int, int], level: float
) -> Posterior:
    a, b = pair
    chances = special.expit(drawn.strengths[:, b] - drawn.strengths[:, a])
    regions = np.array(
        [chances < 0.5 - ROPE, np.abs(chances - 0.5) <= ROPE, chances > 0.5 + ROPE, chances > 0.5]
    )
    shares, error, steps = _bradley_terry_shares(drawn, regions, chances)
    low, high = np.quantile(special.expit(anew[:, b] - anew[:, a]), [(1 - level) / 2, (1 + level) / 2]) - 0.5
    mean = float(np.average(chances, weights=drawn.weights))
    worse, equivalent, better = (shares[:3] / shares[:3].sum()).tolist()
    won, lost, tied = (float(x) for x in (games.won[b, a], games.won[a, b], games.drawn[a, b]))
    size = len(drawn.strengths)
    return Posterior(
        procedure="bayes-bradley-terry",
        margin=ROPE,
        worse=worse,
        equivalent=equivalent,
        better=better,
        estimate=Estimate(
            of=OF_CHANCES, value=mean - 0.5, interval=Interval(low=float(low), high=float(high), level=level)
        ),
        n=int(won + lost + tied),
        method=f"importance sampling, {size:,} draws"
        if drawn.weights is not None
        else f"{CHAINS} Markov chains",
        assumptions=ASSUMPTIONS,
        citation="wainer2023",
        monte_carlo_error=error,
        region=REGION,
        steps=MappingProxyType(
            {
                "chance_of_winning": mean,
                "above_one_half": float(shares[3]),
                "wins": won,
                "draws": tied,
                "losses": lost,
                "spread": float(np.average(np.exp(drawn.log_spreads), weights=drawn.weights)),
                **steps,
            }
        ),
    )


def _bradley_terry_shares(
    drawn: StrengthDraws, regions: Floats, chances: Floats
) -> tuple[Floats, float, Steps]:
    """Return the probability of each region, the largest standard error of them, and what the draws are worth."""
    size = chances.size
    if drawn.weights is not None:
        shares = regions @ drawn.weights
        terms = (regions - shares[:, None]) * drawn.weights
        of_pairs = terms[:, : size // 2] + terms[:, size // 2 :]  # mirrored draws hang together
        error = largest_error((of_pairs**2).sum(axis=1), draws=size)
        return shares, error, MappingProxyType({"effective_size": drawn.effective})
    shares = regions.mean(axis=1)
    apart = [region.astype(np.float64).reshape(CHAINS, -1) for region in regions]
    worth = min(drawn.effective, effective_size(chances.reshape(CHAINS, -1)))
    agreed = r_hat(chances.reshape(CHAINS, -1))
    if agreed > _AGREED:
        raise ProcedureError(
            f"chains of draws do not agree (r-hat {agreed:.2f}): classifiers win nearly everything against weaker ones",
            where="bayes-bradley-terry",
            fix="use --test bayes-sign --margin X, which judges each pair by itself",
            code="BO203",
        )
    variances = [max(region.var() / effective_size(region), 0.0) for region in apart]
    error = largest_error(np.array(variances), draws=max(1, int(worth)))
    return shares, error, MappingProxyType({"effective_size": worth, "r_hat": agreed})
