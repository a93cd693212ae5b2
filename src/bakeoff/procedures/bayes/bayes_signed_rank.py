"""The Bayesian signed-rank test, of one pair or many: pairs of datasets under random weights."""

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Estimate, Interval, Posterior
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_differences
from bakeoff.procedures.base.distributions import normal_quantile
from bakeoff.procedures.bayes.posteriors import check_draws, check_margin, largest_error, tolerance

PRIOR_STRENGTH = 0.5  # of the pseudo-difference of zero, as in the software of Benavoli et al. (2017)
_CACHE = 1 << 17  # weights that stay in the processor's cache
_MEMORY = 1 << 23  # weights that are ever held at a time


class Weights(NamedTuple):
    """Unnormalised Dirichlet weights: a row for each difference, a column for each draw."""

    each: Floats
    tails: Floats  # row k is the sum of rows k, k + 1, … of `each`; the last is zero
    prior: Floats

    @property
    def total(self) -> Floats:
        """Return the total weight of all pairs."""
        total: Floats = np.square(self.tails[0] + self.prior)
        return total

    def few(self, count: int) -> "Weights":
        """Return the first draws only."""
        return Weights(*(np.ascontiguousarray(rows[..., :count]) for rows in self))


Directions = tuple[Weights, Weights]


def block_shape(n: int, vectors: int) -> tuple[int, int]:
    """Return how many blocks of how many weight vectors make up at least so many."""
    size = max(min(512, _MEMORY // n), min(2048, _CACHE // n), 1)
    blocks = -(-vectors // size)
    return blocks, -(-vectors // blocks)


def weight_blocks(n: int, shape: tuple[int, int], rng: np.random.Generator) -> Iterator[Directions]:
    """Yield blocks of weights, each in both directions; the next block takes the place of the last."""
    # Weights are exchangeable, so they may belong to the sorted differences of any pair, in ascending or
    # descending order alike. The two answers of one vector tend to opposite sides: antithetic draws.
    blocks, size = shape
    each, tails, heads = np.empty((n, size)), np.zeros((n + 1, size)), np.empty((n + 1, size))
    rows = list(zip(each[::-1], tails[-2::-1], strict=True))
    for _ in range(blocks):
        rng.standard_exponential(out=each)
        prior = rng.standard_gamma(PRIOR_STRENGTH, size)
        # Row by row: np.cumsum along the first axis is ten times slower.
        tail = tails[-1]
        for row, total in rows:
            tail = np.add(tail, row, out=total)
        np.subtract(tails[0], tails[::-1], out=heads)
        yield Weights(each, tails, prior), Weights(each[::-1], heads, prior)


class Staircase(NamedTuple):
    """Which pairs of sorted differences have an average above a threshold, as rows of weights."""

    above: int  # differences from here on are above the threshold
    level: int  # from here on they equal it
    first: int  # from here on they have partners with whom they reach it
    partners: Ints  # … which begin here
    equals: Ints  # … or here, counting those that just reach it
    tied: bool  # whether any do
    of_zero: tuple[int, int]  # the same for the pseudo-difference of zero
    zero: float  # what a pair of pseudo-differences counts

    @classmethod
    def at(cls, values: Floats, threshold: float, noise: float) -> "Staircase":
        """Return the staircase over sorted differences."""
        above = int(np.searchsorted(values, threshold + noise, side="right"))
        level = int(np.searchsorted(values, threshold - noise, side="left"))
        needed = 2 * threshold - np.append(values[:level], 0.0)
        partners = np.searchsorted(values, needed + noise, side="right")
        equals = np.searchsorted(values, needed - noise, side="left")
        first = int(np.count_nonzero(equals[:-1] == values.size))
        zero = 0.5 if abs(threshold) <= noise else float(threshold < 0)
        of_zero = int(partners[-1]), int(equals[-1])
        tied = not np.array_equal(partners[:-1], equals[:-1])
        return cls(above, level, first, partners[first:-1], equals[first:-1], tied, of_zero, zero)

    def weight(self, weights: Weights) -> Floats:
        """Return the weight of the pairs above the threshold, and half of those that equal it."""
        each, tails, prior = weights
        above, equal = tails[self.above], tails[self.level] - tails[self.above]
        inside = above * (above + 2 * equal) + 0.5 * np.square(equal)
        reached = tails[self.partners]
        if self.tied:
            reached = 0.5 * (reached + tails[self.equals])
        mixed = np.einsum("ij,ij->j", reached, each[self.first : self.level])
        partners, equals = self.of_zero
        with_zero = prior * (tails[partners] + tails[equals] + self.zero * prior)
        result: Floats = inside + 2 * mixed + with_zero
        return result


ASSUMPTIONS = (
    "the datasets are an independent sample of those that the claim is about",
    "before the evidence: as if half a dataset more had shown no difference",
    "differences are comparable in size between datasets",
)
_FOR_INTERVAL = 1000  # weight vectors that the estimate rests on
_CANDIDATES = 200  # differences whose averages may end an interval
_CLOSE = 0.002  # in probability, or a tenth of the tail: less than these draws can tell


@check_arguments
def bayes_signed_rank(
    differences: Floats,
    *,
    margin: float = 0.0,
    level: float = 0.95,
    rng: np.random.Generator,
    draws: int = 50_000,
) -> Posterior:
    """Say how probable it is that b is worse, practically equal or better over datasets.

    The probabilities are those of each region (b worse by more than the margin, within it, b better by
    more than it) being the likeliest for the average difference of two further datasets. An average of
    exactly the margin counts half on either side of it. Without a margin `equivalent` is 0; only where
    every difference is zero is it 1, for then evidence and prior leave room for nothing else.

    Assumes independent datasets, differences of comparable size, and a prior worth half a dataset
    without difference; no symmetry, no normality. Where only the sign of a difference can be trusted,
    `bayes_sign` is better; where scores of single resamples are known, `bayes_hierarchical`. With few
    datasets, all on one side, the answer is nearly certain although the evidence is thin: the Dirichlet
    process knows no other differences than those seen.

    The estimate is the pseudo-median advantage (the median over averages of two differences, which is
    what ranks of signs speak of): the middle of its posterior, and an equal-tailed credible interval.
    Each vector of random weights is used in both directions, so swapping a and b mirrors the result, and
    the Monte Carlo error is that of these pairs.

    Parameters
    ----------
    differences
        The advantage of b over a on each dataset.
    margin
        The smallest difference that matters, in units of the score.
    level
        Of the credible interval.
    rng
        Source of the random weights.
    draws
        From the posterior; 50,000 keep the standard error of the probabilities below 0.0032.

    References
    ----------
    benavoli2014, benavoli2017

    Examples
    --------
    >>> result = bayes_signed_rank(
    ...     np.array([0.02, 0.03, -0.01, 0.05, 0.04, 0.02]), margin=0.01, rng=np.random.default_rng(1)
    ... )
    >>> round(result.worse, 2), round(result.equivalent, 2), round(result.better, 2)
    (0.0, 0.04, 0.96)
    """
    values = check_differences(differences, level=level, least=2)
    return bayes_signed_rank_pairs(values[:, None], margin=margin, level=level, rng=rng, draws=draws)[0]


@check_arguments
def bayes_signed_rank_pairs(
    difference_columns: Floats,
    *,
    margin: float = 0.0,
    level: float = 0.95,
    rng: np.random.Generator,
    draws: int = 20_000,
) -> tuple[Posterior, ...]:
    """Judge many pairs of classifiers over the same datasets, each as `bayes_signed_rank` would.

    All pairs share the random weights, which makes most of the work common. Each posterior is right by
    itself, and is the one that `bayes_signed_rank` gives from the same draws; the Monte Carlo errors of
    different pairs are correlated. Nothing is adjusted for the number of pairs.

    Parameters
    ----------
    difference_columns
        Datasets × pairs: the advantage of b over a on each dataset, complete.
    margin, level, rng
        As for `bayes_signed_rank`.
    draws
        From each posterior; 20,000 keep the standard error of the probabilities below 0.005.

    References
    ----------
    benavoli2014, benavoli2017
    """
    check_margin(margin)
    check_draws(draws)
    columns = [_Column.of(column, margin) for column in _check_columns(difference_columns, level)]
    n = difference_columns.shape[0]
    blocks, size = block_shape(n, (draws + 1) // 2)
    tallies = np.zeros((len(columns), 2, 3))
    estimates: list[Estimate] = []
    for weights in weight_blocks(n, (blocks, size), rng):
        estimates = estimates or _pseudo_medians(columns, weights, level)
        tallies += [column.tally(weights) for column in columns]
    vectors = blocks * size
    tallies /= vectors
    return tuple(
        _signed_rank_posterior(column, estimate, _SimulatedMeans(tally[0], tally[1], vectors), margin)
        for column, estimate, tally in zip(columns, estimates, tallies, strict=True)
    )


def _check_columns(difference_columns: Floats, level: float) -> list[Floats]:
    if difference_columns.ndim != 2:
        raise ProcedureError(
            "differences of many pairs are a table of datasets by pairs",
            where=f"difference_columns, of shape {difference_columns.shape}",
            fix="give one column for each pair of classifiers",
            code="BO052",
        )
    return [np.sort(check_differences(column, level=level, least=2)) for column in difference_columns.T]


class _Column(NamedTuple):
    """The differences of one pair of classifiers, sorted, and where they cross the margin."""

    values: Floats
    stairs: tuple[Staircase, ...]

    @classmethod
    def of(cls, values: Floats, margin: float) -> "_Column":
        """Return the column with the staircases of both ends of the margin; one, where it is zero."""
        noise = tolerance(values, margin)
        thresholds = (margin, -margin) if margin > 0 else (0.0,)
        return cls(values, tuple(Staircase.at(values, line, noise) for line in thresholds))

    def tally(self, weights: Directions) -> Floats:
        """Return sums and sums of squares, over draws, of which region is the likeliest."""
        forward, backward = (self._likeliest(direction) for direction in weights)
        # A vector of weights counts once, with the mean of its two answers.
        answers = (forward + backward) / 2
        return np.array([answers.sum(axis=1), np.square(answers).sum(axis=1)])

    def _likeliest(self, weights: Weights) -> Floats:
        better = self.stairs[0].weight(weights)
        not_worse = self.stairs[-1].weight(weights)
        worse = weights.total - not_worse
        within = not_worse - better
        wins, loses = better > np.maximum(worse, within), worse > np.maximum(better, within)
        return np.array([loses, ~(wins | loses), wins], dtype=np.float64)


class _SimulatedMeans(NamedTuple):
    """Means over weight vectors of their answers, worse, equivalent and better, and of the squares."""

    means: Floats
    squares: Floats
    vectors: int


def _signed_rank_posterior(
    column: _Column, estimate: Estimate, simulated: _SimulatedMeans, margin: float
) -> Posterior:
    means, squares, vectors = simulated
    exact = not column.values.any()
    worse, equivalent, better = (0.0, 1.0, 0.0) if exact else means.tolist()
    error = largest_error((squares - means**2) / vectors, draws=2 * vectors)
    return Posterior(
        procedure="bayes-signed-rank",
        margin=margin,
        worse=worse,
        equivalent=equivalent,
        better=better,
        estimate=estimate,
        n=column.values.size,
        method="exact: every difference is zero" if exact else f"Monte Carlo, {2 * vectors:,} draws",
        assumptions=ASSUMPTIONS,
        citation="benavoli2014",
        monte_carlo_error=None if exact else error,
        steps=MappingProxyType({"draws": 2.0 * vectors, "prior_strength": PRIOR_STRENGTH}),
    )


def _pseudo_medians(columns: list[_Column], weights: Directions, level: float) -> list[Estimate]:
    forward, backward = (direction.few(_FOR_INTERVAL) for direction in weights)
    return [_pseudo_median(column.values, (forward, backward), level) for column in columns]


def _pseudo_median(values: Floats, directions: Directions, level: float) -> Estimate:
    candidates = _signed_rank_averages(values)
    low, middle_low = _signed_rank_quantiles(values, candidates, directions, level)
    high, middle_high = _signed_rank_quantiles(-values[::-1], -candidates[::-1], directions, level)
    return Estimate(
        of="pseudo-median advantage",
        value=(middle_low - middle_high) / 2,
        interval=Interval(low=low, high=-high, level=level),
    )


def _signed_rank_averages(values: Floats) -> Floats:
    """Return the averages of two differences, the pseudo-difference too: where a pseudo-median can lie."""
    # Beyond some hundred differences not every average is a candidate: neighbours hardly differ.
    thinned = np.append(values[:: -(-values.size // _CANDIDATES)], 0.0)
    return np.unique(np.add.outer(thinned, thinned)[np.triu_indices(thinned.size)] / 2)


def _signed_rank_quantiles(
    values: Floats, candidates: Floats, directions: Directions, level: float
) -> tuple[float, float]:
    """Return the lower end of the interval of the pseudo-median, and its middle."""
    between = (candidates[:-1] + candidates[1:]) / 2

    def share_below(k: int) -> float:
        stairs = Staircase.at(values, float(between[k]), 0.0)
        # The pseudo-median is below a point where no more than half of the pairs are above it.
        below = [np.count_nonzero(2 * stairs.weight(w) <= w.total) for w in directions]
        return sum(below) / (2 * directions[0].prior.size)

    places = (_locate_quantile(share_below, between.size, p) for p in ((1 - level) / 2, 0.5))
    low, middle = (float(candidates[place]) for place in places)
    return low, middle


def _locate_quantile(share: Callable[[int], float], size: int, p: float) -> int:
    """Return the first k with share(k) >= p, or one whose share is as near as the draws can tell."""
    low, high, close = -1, size, min(_CLOSE, p / 10)
    ends = [_normal_score(0.0, close), _normal_score(1.0, close)]
    bisect = False
    while high - low > 1:
        # In normal scores the share is nearly linear in k; every other step halves the rest for safety.
        part = 0.5 if bisect else (_normal_score(p, close) - ends[0]) / (ends[1] - ends[0])
        k = min(max(round(low + part * (high - low)), low + 1), high - 1)
        share_at_k = share(k)
        if abs(share_at_k - p) <= close:
            return k
        if share_at_k < p:
            low, ends[0] = k, _normal_score(share_at_k, close)
        else:
            high, ends[1] = k, _normal_score(share_at_k, close)
        bisect = not bisect
    return high


def _normal_score(share: float, close: float) -> float:
    """Return the normal score of a share, kept finite."""
    return normal_quantile(min(max(share, close / 100), 1 - close / 100))


def signed_rank_shares(differences: Floats, *, margin: float, rng: np.random.Generator, draws: int) -> Floats:
    """Return draws × 3 chances of the average of two further datasets: b worse by more than the margin, within, better.

    Dirichlet weights on the differences and on a pseudo-difference of zero, as in `bayes_signed_rank`.

    >>> shares = signed_rank_shares(np.array([2.0, 3, -2]), margin=1.0, rng=np.random.default_rng(1), draws=100)
    >>> shares.shape, bool(np.allclose(shares.sum(axis=1), 1))
    ((100, 3), True)
    """
    values = np.sort(check_differences(differences, level=0.95, least=2))
    check_margin(margin)
    check_draws(draws)
    noise = tolerance(values, margin)
    upper, lower = Staircase.at(values, margin, noise), Staircase.at(values, -margin, noise)
    shape = block_shape(values.size, (draws + 1) // 2)
    blocks = []
    for directions in weight_blocks(values.size, shape, rng):
        for weights in directions:
            better, not_worse = upper.weight(weights), lower.weight(weights)
            parts = np.array([weights.total - not_worse, not_worse - better, better]) / weights.total
            blocks.append(parts.T)
    shares: Floats = np.concatenate(blocks)[:draws]
    return np.clip(shares, 0.0, 1.0)
