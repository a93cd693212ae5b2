"""The Bayesian signed-rank test: one pair of classifiers, or many, over datasets.

With Dirichlet weights on the differences (and one pseudo-difference of zero), a draw of the posterior is
the share of pairs of datasets whose average difference exceeds the margin. Over sorted differences the
partners of each are a tail, so with cumulated weights a draw costs n operations, not n².
"""

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.results import Estimate, Interval, Posterior
from bakeoff.procedures.differences import checked
from bakeoff.procedures.distributions import normal_quantile
from bakeoff.procedures.posteriors import check_draws, check_margin, largest_error, tolerance

PRIOR_STRENGTH = 0.5  # of the pseudo-difference of zero: Benavoli et al. (2014), section 3
ASSUMPTIONS = (
    "the datasets are an independent sample of those that the claim is about",
    "before the evidence: as if half a dataset more had shown no difference",
    "differences are comparable in size between datasets",
)
_BLOCK = 1 << 17  # weights held at a time: they stay in the processor's cache
_FOR_INTERVAL = 1000  # weight vectors that the estimate rests on
_CANDIDATES = 200  # differences whose averages may end an interval
_CLOSE = 0.002  # in probability: less than the draws for an interval can tell


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
    values = checked(differences, level=level, least=2)
    return bayes_signed_rank_pairs(values[:, None], margin=margin, level=level, rng=rng, draws=draws)[0]


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
    columns = [_Column.of(column, margin) for column in _columns(difference_columns, level)]
    vectors = (draws + 1) // 2
    estimates: list[Estimate] = []
    for weights in _weights(difference_columns.shape[0], vectors, rng):
        estimates = estimates or _pseudo_medians(columns, weights, level)
        for column in columns:
            column.tally(weights)
    return tuple(
        _posterior(column, estimate, margin=margin, vectors=vectors)
        for column, estimate in zip(columns, estimates, strict=True)
    )


def _columns(difference_columns: Floats, level: float) -> list[Floats]:
    if difference_columns.ndim != 2:
        raise ProcedureError(
            "differences of many pairs are a table of datasets by pairs",
            where=f"difference_columns, of shape {difference_columns.shape}",
            fix="give one column for each pair of classifiers",
            code="BO052",
        )
    return [np.sort(checked(column, level=level, least=2)) for column in difference_columns.T]


class _Weights(NamedTuple):
    """Unnormalised Dirichlet weights: a row for each difference, a column for each draw."""

    each: Floats
    tails: Floats  # row k is the sum of rows k, k + 1, … of `each`; the last is zero
    prior: Floats

    @property
    def total(self) -> Floats:
        """Return the total weight of all pairs."""
        total: Floats = np.square(self.tails[0] + self.prior)
        return total

    def few(self, count: int) -> "_Weights":
        """Return the first draws only."""
        return _Weights(*(np.ascontiguousarray(rows[..., :count]) for rows in self))


_Directions = tuple[_Weights, _Weights]


def _weights(n: int, vectors: int, rng: np.random.Generator) -> Iterator[_Directions]:
    """Yield blocks of weights, each in both directions."""
    # Weights are exchangeable, so they may belong to the sorted differences of any pair, in ascending or
    # descending order alike. The two answers of one vector tend to opposite sides: antithetic draws.
    size = min(vectors, max(512, min(_BLOCK // n, 2048)))
    for start in range(0, vectors, size):
        count = min(size, vectors - start)
        each = rng.standard_exponential((n, count))
        prior = rng.standard_gamma(PRIOR_STRENGTH, count)
        tails = np.zeros((n + 1, count))
        # Row by row: np.cumsum along the first axis is ten times slower.
        for row in range(n - 1, -1, -1):
            np.add(tails[row + 1], each[row], out=tails[row])
        backward = _Weights(each[::-1], tails[0] - tails[::-1], prior)
        yield _Weights(each, tails, prior), backward


class _Staircase(NamedTuple):
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
    def at(cls, values: Floats, threshold: float, noise: float) -> "_Staircase":
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

    def weight(self, weights: _Weights) -> Floats:
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


class _Column:
    """The tally of one pair of classifiers."""

    def __init__(self, values: Floats, stairs: tuple[_Staircase, ...]) -> None:
        self.values, self.stairs = values, stairs
        self.sums, self.squares = np.zeros(3), np.zeros(3)

    @classmethod
    def of(cls, values: Floats, margin: float) -> "_Column":
        """Return an empty tally over sorted differences."""
        noise = tolerance(values, margin)
        thresholds = (margin, -margin) if margin > 0 else (0.0,)
        return cls(values, tuple(_Staircase.at(values, line, noise) for line in thresholds))

    def tally(self, weights: _Directions) -> None:
        """Count which region is the likeliest in each draw."""
        forward, backward = (self._likeliest(direction) for direction in weights)
        # A vector of weights counts once, with the mean of its two answers.
        answers = (forward + backward) / 2
        self.sums += answers.sum(axis=1)
        self.squares += np.square(answers).sum(axis=1)

    def _likeliest(self, weights: _Weights) -> Floats:
        better = self.stairs[0].weight(weights)
        not_worse = self.stairs[-1].weight(weights)
        worse = weights.total - not_worse
        within = not_worse - better
        wins, loses = better > np.maximum(worse, within), worse > np.maximum(better, within)
        return np.array([loses, ~(wins | loses), wins], dtype=np.float64)


def _posterior(column: _Column, estimate: Estimate, *, margin: float, vectors: int) -> Posterior:
    if not column.values.any():
        worse, equivalent, better = 0.0, 1.0, 0.0
        method, error = "exact: every difference is zero", None
    else:
        means = column.sums / vectors
        worse, equivalent, better = means.tolist()
        method = f"Monte Carlo, {2 * vectors:,} draws"
        error = largest_error(column.squares / vectors - means**2, effective=vectors, draws=2 * vectors)
    return Posterior(
        procedure="bayes-signed-rank",
        margin=margin,
        worse=worse,
        equivalent=equivalent,
        better=better,
        estimate=estimate,
        n=column.values.size,
        method=method,
        assumptions=ASSUMPTIONS,
        citation="benavoli2014",
        monte_carlo_error=error,
        steps=MappingProxyType({"draws": 2.0 * vectors, "prior_strength": PRIOR_STRENGTH}),
    )


def _pseudo_medians(columns: list[_Column], weights: _Directions, level: float) -> list[Estimate]:
    forward, backward = (direction.few(_FOR_INTERVAL) for direction in weights)
    return [_pseudo_median(column.values, (forward, backward), level) for column in columns]


def _pseudo_median(values: Floats, directions: _Directions, level: float) -> Estimate:
    candidates = _averages(values)
    low, middle_low = _quantiles(values, candidates, directions, level)
    high, middle_high = _quantiles(-values[::-1], -candidates[::-1], directions, level)
    return Estimate(
        of="pseudo-median advantage",
        value=(middle_low - middle_high) / 2,
        interval=Interval(low=low, high=-high, level=level),
    )


def _averages(values: Floats) -> Floats:
    """Return the averages of two differences, the pseudo-difference too: where a pseudo-median can lie."""
    # Beyond some hundred differences not every average is a candidate: neighbours hardly differ.
    thinned = np.append(values[:: -(-values.size // _CANDIDATES)], 0.0)
    return np.unique(np.add.outer(thinned, thinned)[np.triu_indices(thinned.size)] / 2)


def _quantiles(
    values: Floats, candidates: Floats, directions: _Directions, level: float
) -> tuple[float, float]:
    """Return the lower end of the interval of the pseudo-median, and its middle."""
    between = (candidates[:-1] + candidates[1:]) / 2

    def share_below(k: int) -> float:
        stairs = _Staircase.at(values, float(between[k]), 0.0)
        # The pseudo-median is below a point where no more than half of the pairs are above it.
        return float(np.mean([2 * stairs.weight(w) <= w.total for w in directions]))

    places = (_place(share_below, between.size, p) for p in ((1 - level) / 2, 0.5))
    low, middle = (float(candidates[place]) for place in places)
    return low, middle


def _place(share: Callable[[int], float], size: int, p: float) -> int:
    """Return the first k with share(k) >= p, or one whose share is as near as the draws can tell."""
    low, high = -1, size
    ends = [normal_quantile(_CLOSE / 100), normal_quantile(1 - _CLOSE / 100)]
    bisect = False
    while high - low > 1:
        # In normal scores the share is nearly linear in k; every other step halves the rest for safety.
        part = 0.5 if bisect else (normal_quantile(p) - ends[0]) / (ends[1] - ends[0])
        k = min(max(round(low + part * (high - low)), low + 1), high - 1)
        found = share(k)
        if abs(found - p) <= _CLOSE:
            return k
        score = normal_quantile(min(max(found, _CLOSE / 100), 1 - _CLOSE / 100))
        if found < p:
            low, ends[0] = k, score
        else:
            high, ends[1] = k, score
        bisect = not bisect
    return high
