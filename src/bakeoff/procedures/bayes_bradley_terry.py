"""The Bayesian Bradley–Terry model: all classifiers by one strength each, from who wins on how many datasets."""

from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats, Ints, tidy
from bakeoff.core.results import Estimate, Interval, Posterior, Steps
from bakeoff.procedures.arguments import check_arguments
from bakeoff.procedures.bradley_terry_draws import CHAINS, StrengthDraws, draw_strengths
from bakeoff.procedures.chains import effective_size, r_hat
from bakeoff.procedures.posteriors import check_draws, largest_error
from bakeoff.procedures.resamples import check_level
from bakeoff.procedures.score_table import Pairs, columns, with_gaps

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
    table = tidy(with_gaps(sparse_scores))
    columns(pairs, classifiers=table.shape[1])
    ahead = np.sign(table[:, :, None] - table[:, None, :])
    games = _Games(
        won=(ahead > 0).sum(axis=0),
        drawn=(ahead == 0).sum(axis=0) * (1 - np.eye(table.shape[1], dtype=np.int64)),
    )
    order = _order(games.wins)
    drawn = draw_strengths(games.wins[np.ix_(order, order)], rng=rng, draws=draws)
    drawn = drawn._replace(strengths=drawn.strengths[:, np.argsort(order)])
    anew = _equal_weights(drawn, rng)
    return tuple(_posterior(drawn, anew, games, pair, level) for pair in pairs)


class _Games(NamedTuple):
    won: Floats  # by the row against the column
    drawn: Floats

    @property
    def wins(self) -> Floats:
        """Wins, with half of one for each draw."""
        return np.asarray(self.won + self.drawn / 2, dtype=np.float64)


def _order(wins: Floats) -> Ints:
    """Return classifiers by wins: the draws then do not depend on how columns are ordered, but where these tie."""
    return np.asarray(np.lexsort((*np.sort(wins, axis=1).T, wins.sum(axis=1))), dtype=np.int64)


def _equal_weights(drawn: StrengthDraws, rng: np.random.Generator) -> Floats:
    """Return strengths that count the same: weighted ones drawn anew, evenly over their weights."""
    if drawn.weights is None:
        return drawn.strengths
    n = drawn.weights.size
    places = np.searchsorted(np.cumsum(drawn.weights), (np.arange(n) + rng.random()) / n)
    return drawn.strengths[np.minimum(places, n - 1)]


def _posterior(
    drawn: StrengthDraws, anew: Floats, games: _Games, pair: tuple[int, int], level: float
) -> Posterior:
    a, b = pair
    chances = special.expit(drawn.strengths[:, b] - drawn.strengths[:, a])
    regions = np.array(
        [chances < 0.5 - ROPE, np.abs(chances - 0.5) <= ROPE, chances > 0.5 + ROPE, chances > 0.5]
    )
    found, error, steps = _shares(drawn, regions, chances)
    low, high = np.quantile(special.expit(anew[:, b] - anew[:, a]), [(1 - level) / 2, (1 + level) / 2]) - 0.5
    mean = float(np.average(chances, weights=drawn.weights))
    worse, equivalent, better = (found[:3] / found[:3].sum()).tolist()
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
                "above_one_half": float(found[3]),
                "wins": won,
                "draws": tied,
                "losses": lost,
                "spread": float(np.average(np.exp(drawn.log_spreads), weights=drawn.weights)),
                **steps,
            }
        ),
    )


def _shares(drawn: StrengthDraws, regions: Floats, chances: Floats) -> tuple[Floats, float, Steps]:
    """Return the probability of each region, the largest standard error of them, and what the draws are worth."""
    size = chances.size
    if drawn.weights is not None:
        found = regions @ drawn.weights
        terms = (regions - found[:, None]) * drawn.weights
        of_pairs = terms[:, : size // 2] + terms[:, size // 2 :]  # mirrored draws hang together
        error = largest_error((of_pairs**2).sum(axis=1), draws=size)
        return found, error, MappingProxyType({"effective_size": drawn.effective})
    found = regions.mean(axis=1)
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
    return found, error, MappingProxyType({"effective_size": worth, "r_hat": agreed})
