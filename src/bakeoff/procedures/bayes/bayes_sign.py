"""The Bayesian sign test: on how many datasets b beats a, with a Dirichlet-process prior. Exact."""

from math import fsum, sqrt
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats
from bakeoff.core.results import Estimate, Interval, Posterior, Steps
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_differences
from bakeoff.procedures.bayes.posteriors import check_draws, check_margin, tolerance

PRIOR_STRENGTH = 1.0  # Benavoli et al. (2017), section 4.2: one pseudo-observation, at zero
ASSUMPTIONS = (
    "the datasets are an independent sample of those that the claim is about",
    "before the evidence: as if one more dataset had shown no difference",
    "the size of a difference is not used, only on which side of the margin it lies",
)
_NEGLIGIBLE = 1e-30  # probability left out at either end of the integral
_EVEN = 0.5 - 1e-12  # one half, allowing for rounding


@check_arguments
def bayes_sign(differences: Floats, *, margin: float = 0.0, level: float = 0.95) -> Posterior:
    """Say how probable it is that b is worse, practically equal or better on most datasets.

    The probabilities are those of each region (b worse by more than the margin, within the margin, b
    better by more than it) being the likeliest on a further dataset. A difference of exactly the margin
    lies within it. Without a margin a draw counts half for either side, the pseudo-observation of the
    prior too, and `equivalent` is 0; only where every difference is zero is it 1, for then the evidence
    and the prior leave room for nothing else.

    Assumes independent datasets and a prior worth one dataset without difference. It asks nothing of
    the distribution of differences, and cares for no difference's size: where sizes can be compared
    across datasets, `bayes_signed_rank` says more from the same evidence; where scores of single
    resamples are known, `bayes_hierarchical` does. Nothing is simulated: the probabilities are integrals
    of one dimension, to some thirteen digits.

    The estimate is the median advantage: the middle of its posterior, and the credible interval between
    differences that were seen (or zero), which holds at least its level.

    Parameters
    ----------
    differences
        The advantage of b over a on each dataset.
    margin
        The smallest difference that matters, in units of the score.
    level
        Of the credible interval.

    References
    ----------
    benavoli2017

    Examples
    --------
    >>> result = bayes_sign(np.array([0.02, 0.03, -0.01, 0.05, 0.04, 0.02]), margin=0.01)
    >>> round(result.worse, 4), round(result.equivalent, 4), round(result.better, 4)
    (0.0, 0.1094, 0.8906)
    """
    values = check_differences(differences, level=level, least=2)
    check_margin(margin)
    counts = _count_regions(values, margin)
    worse, equivalent, better = _sign_probabilities(counts, margin)
    return Posterior(
        procedure="bayes-sign",
        margin=margin,
        worse=worse,
        equivalent=equivalent,
        better=better,
        estimate=_sign_median(values, level),
        n=values.size,
        method="exact",
        assumptions=ASSUMPTIONS,
        citation="benavoli2017",
        steps=_sign_steps(counts),
    )


class _Counts(NamedTuple):
    left: int
    within: int
    right: int


def _count_regions(values: Floats, margin: float) -> _Counts:
    line = margin + tolerance(values, margin)
    left, right = int(np.count_nonzero(values < -line)), int(np.count_nonzero(values > line))
    return _Counts(left, values.size - left - right, right)


def _sign_probabilities(counts: _Counts, margin: float) -> tuple[float, float, float]:
    if margin > 0:
        return _chances_of_largest(counts.left, counts.within + PRIOR_STRENGTH, counts.right)
    if not counts.left and not counts.right:
        return 0.0, 1.0, 0.0
    half = (counts.within + PRIOR_STRENGTH) / 2
    left, right = counts.left + half, counts.right + half
    return float(special.betainc(right, left, 0.5)), 0.0, float(special.betainc(left, right, 0.5))


def _chances_of_largest(left: float, within: float, right: float) -> tuple[float, float, float]:
    """Return how probable each of three Dirichlet shares is to be the largest."""
    # A Dirichlet vector is made of independent gamma variables over their sum. The i-th is the largest
    # with probability ∫ f_i Π F_j dx. In t = log x the integrand is analytic and dies out at both ends,
    # where the trapezoidal rule converges geometrically (Trefethen & Weideman 2014).
    shapes = np.array([left, within, right])
    present = shapes > 0
    shape = shapes[present, None]
    start = np.log(special.gammaincinv(shape, _NEGLIGIBLE).max())
    stop = np.log(special.gammainccinv(shape, _NEGLIGIBLE).max())
    t = np.arange(start, stop, 0.2 / sqrt(float(shape.max())))
    x = np.exp(t)
    below = special.gammainc(shape, x)
    density = np.exp(shape * t - x - special.gammaln(shape))
    shares = np.zeros(3)
    for row, place in enumerate(np.flatnonzero(present)):
        shares[place] = fsum(density[row] * np.delete(below, row, axis=0).prod(axis=0))
    worse, equivalent, better = (shares / fsum(shares)).tolist()
    return worse, equivalent, better


def _sign_median(values: Floats, level: float) -> Estimate:
    # Under the Dirichlet process the share of datasets with a difference of at most v is beta(A, N - A),
    # where A is the weight seen at or below v; the median is at most v where that share is a half or more.
    support, places = np.unique(np.append(values, 0.0), return_inverse=True)
    weights = np.bincount(places, weights=np.append(np.ones(values.size), PRIOR_STRENGTH))
    at_most = _chance_of_half(np.cumsum(weights), weights.sum())
    at_least = _chance_of_half(np.cumsum(weights[::-1]), weights.sum())[::-1]
    tail = (1 - level) / 2
    low, high = support[np.argmax(at_most > tail)], support[::-1][np.argmax(at_least[::-1] > tail)]
    middle = support[np.argmax(at_most >= _EVEN)] + support[::-1][np.argmax(at_least[::-1] >= _EVEN)]
    return Estimate(
        of="median advantage",
        value=float(middle) / 2,
        interval=Interval(low=float(low), high=float(high), level=level),
    )


def _chance_of_half(weight: Floats, total: float) -> Floats:
    """Return the probability that a share of this weight in the total is a half or more."""
    rest = total - weight
    inside: Floats = special.betainc(np.where(rest > 0, rest, 1.0), weight, 0.5)
    return np.where(rest > 0, inside, 1.0)


def _sign_steps(counts: _Counts) -> Steps:
    return MappingProxyType(
        {
            "datasets_worse": float(counts.left),
            "datasets_within": float(counts.within),
            "datasets_better": float(counts.right),
            "prior_strength": PRIOR_STRENGTH,
        }
    )


def sign_shares(differences: Floats, *, margin: float, rng: np.random.Generator, draws: int) -> Floats:
    """Return draws × 3 chances of a further dataset: b worse by more than the margin, within it, better.

    A Dirichlet distribution over the counts of datasets in the three regions, with one pseudo-dataset without
    difference, as in `bayes_sign`.

    >>> shares = sign_shares(np.array([0.02, 0.03, -0.02]), margin=0.01, rng=np.random.default_rng(1), draws=100)
    >>> shares.shape, bool(np.allclose(shares.sum(axis=1), 1))
    ((100, 3), True)
    """
    values = check_differences(differences, level=0.95, least=2)
    check_margin(margin)
    check_draws(draws)
    line = margin + tolerance(values, margin)
    left, right = np.count_nonzero(values < -line), np.count_nonzero(values > line)
    # A region that no dataset lies in has a chance of zero: a gamma variable of shape 0.
    shapes = np.array([left, values.size - left - right + PRIOR_STRENGTH, right], dtype=np.float64)
    parts = rng.standard_gamma(shapes, size=(draws, 3))
    shares: Floats = parts / parts.sum(axis=1, keepdims=True)
    return shares
