"""Scores of differences for the maximum over pairs: how much each dataset says about each pair.

Every choice here is made from the sizes of the differences, never from their signs, so that flipping the signs
of a dataset leaves it as it was: this is what keeps tests by sign flips exact.
"""

from typing import Literal, NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats, Ints

ScoreRule = Literal["adaptive", "t", "mean"]
RULES: tuple[ScoreRule, ...] = ("adaptive", "t", "mean")

# The 95 % quantile of the size of a difference over its median: where differences are normal, normal scores are
# the best there are; where they are logistic, ranks are.
_NORMAL_TAIL = float(special.ndtri(0.975) / special.ndtri(0.75))
_LOGISTIC_TAIL = float(special.logit(0.975) / special.logit(0.75))


class PooledScores(NamedTuple):
    """Scores of all differences, and what was found about the differences on the way."""

    values: Floats  # datasets × pairs
    tail: float  # the 95 % quantile of the differences' sizes over their median; 0 where all are zero
    normal_share: float  # of normal scores, the rest being ranks
    shrinkage: float  # 0: each pair on its own scale, 1: all on a common one


def pool_scores(differences: Floats, *, rule: ScoreRule) -> PooledScores:
    """Return the scores whose sums over datasets are the statistics of the pairs.

    "t" gives each pair its own scale, so that its sum grows with Student's t; "mean" gives all pairs one scale,
    so that their sums are mean differences; "adaptive" takes ranks or normal scores of the sizes of all
    differences together, by the weight of their tails, and a scale between the pair's own and the common one,
    by how much more the scales differ than they would by chance. A difference that is missing (NaN) scores zero.
    """
    present = ~np.isnan(differences)
    filled = np.where(present, differences, 0.0)
    largest = float(np.abs(filled).max(initial=0.0))
    relative = filled / largest if largest > 0 else filled
    tail = tail_weight(relative)
    if rule == "adaptive":
        share = float(np.clip((_LOGISTIC_TAIL - tail) / (_LOGISTIC_TAIL - _NORMAL_TAIL), 0.0, 1.0))
        relative = np.zeros(differences.shape)
        relative[present] = signed_scores(filled[present] / (largest or 1.0), normal_share=share)
        pull = shrinkage(np.where(present, relative**2, np.nan))
    else:
        share, pull = 0.0, 1.0 if rule == "mean" else 0.0
    return PooledScores(_scale_scores(relative, pull, present.sum(axis=0)), tail, share, pull)


def tail_weight(differences: Floats) -> float:
    """Return the 95 % quantile of the sizes of all differences that are not zero, over their median.

    >>> round(tail_weight(np.array([[1.0, -2.0], [0.0, 3.0]])), 2)
    1.45
    """
    sizes = np.abs(differences[differences != 0])
    if sizes.size == 0:
        return 0.0
    middle, outer = np.quantile(sizes, [0.5, 0.95])
    return float(outer / middle)


def signed_scores(differences: Floats, *, normal_share: float) -> Floats:
    """Return a mixture of normal scores and ranks of the sizes of all differences, with the differences' signs.

    Both have a mean square of one, or nearly. Ties share a rank; a difference of zero scores zero.

    >>> signed_scores(np.array([[1.0, -2.0], [0.0, 2.0]]), normal_share=0.0).round(3).tolist()
    [[0.693, -1.212], [0.0, 1.212]]
    """
    share_below = _pooled_ranks(np.abs(differences)) / (differences.size + 1)
    scores: Floats = np.sqrt(3.0) * (1 - normal_share) * share_below
    if normal_share > 0:
        scores += normal_share * special.ndtri((1 + share_below) / 2)
    scores *= np.sign(differences)
    return scores


def _pooled_ranks(sizes: Floats) -> Floats:
    flat = sizes.ravel()
    order = np.argsort(flat)
    ordered = flat[order]
    first = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    count = np.diff(first, append=flat.size)
    ranks = np.empty(flat.size)
    ranks[order] = np.repeat(first + (count + 1) / 2, count)
    return ranks.reshape(sizes.shape)


def shrinkage(squares: Floats) -> float:
    """Return how far the pairs' scales should be drawn together, from none (0) to all the way (1).

    This is the share of chance in the variance, over pairs, of the logarithms of their mean squares: the
    James–Stein weight (`opgenrhein2007` on the scale of the variances themselves).

    Squares that are missing (NaN) count for nothing, nor does a pair with less than two.

    >>> shrinkage(np.array([[1.0, 1.0], [3.0, 3.0]]))
    1.0
    """
    present = ~np.isnan(squares)
    counts, filled = present.sum(axis=0), np.where(present, squares, 0.0)
    means = filled.sum(axis=0) / np.maximum(counts, 1)
    varying = (means > 0) & (counts > 1)
    if np.count_nonzero(varying) < 2:
        return 1.0
    # The variance of log(mean) is that of the mean over its square: squares are taken relative to their mean.
    off = np.where(present[:, varying], filled[:, varying] / means[varying] - 1, 0.0)
    chance = float(((off**2).sum(axis=0) / (counts[varying] - 1) / counts[varying]).mean())
    spread = float(np.log(means[varying]).var(ddof=1))
    return 1.0 if spread <= chance else chance / spread


def _scale_scores(values: Floats, pull: float, counts: Ints) -> Floats:
    squares = (values**2).sum(axis=0) / counts
    nonzero = squares > 0
    if not nonzero.any():
        return values
    own, common = np.log(squares[nonzero]), np.log(squares.mean())
    scale = np.full(squares.shape, np.inf)
    scale[nonzero] = np.exp(((1 - pull) * own + pull * common) / 2)
    scaled: Floats = values / (scale * np.sqrt(counts))
    return scaled
