"""Draws behind the Bayesian sign and signed-rank tests: the chances of b worse, practically equal, and better.

The tests report how probable it is that each chance is the largest of the three; a picture shows the draws
themselves. Sources: `benavoli2014`, `benavoli2017`.
"""

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.procedures.base.checks import check_differences
from bakeoff.procedures.bayes.bayes_sign import PRIOR_STRENGTH as SIGN_PRIOR
from bakeoff.procedures.bayes.bayes_signed_rank import Staircase, block_shape, weight_blocks
from bakeoff.procedures.bayes.posteriors import check_draws, check_margin, tolerance


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
    shapes = np.array([left, values.size - left - right + SIGN_PRIOR, right], dtype=np.float64)
    parts = rng.standard_gamma(shapes, size=(draws, 3))
    shares: Floats = parts / parts.sum(axis=1, keepdims=True)
    return shares


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
