"""Scores of differences for the maximum over pairs: how much each dataset says about each pair.

Every choice here is made from the sizes of the differences, never from their signs, so that flipping the signs
of a dataset leaves it as it was: this is what keeps tests by sign flips exact.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.arrays import Bools, Floats, Ints

ScoreRule = Literal["adaptive", "t", "mean"]
RULES: tuple[ScoreRule, ...] = ("adaptive", "t", "mean")

# The 95 % quantile of the size of a difference over its median: where differences are normal, normal scores are
# the best there are; where they are logistic, ranks are.
_NORMAL_TAIL = float(special.ndtri(0.975) / special.ndtri(0.75))
_LOGISTIC_TAIL = float(special.logit(0.975) / special.logit(0.75))
_FEW_SIZES = 20_000  # as of scores with four digits
_AT_ONCE = 1 << 20  # differences


class PooledScores(NamedTuple):
    """Scores of all differences, and what was found about the differences on the way."""

    values: Floats  # datasets × pairs
    tail: float  # the 95 % quantile of the differences' sizes over their median; 0 where all are zero
    normal_share: float  # of normal scores, the rest being ranks
    shrinkage: float  # 0: each pair on its own scale, 1: all on a common one


def pool_scores(differences: Floats, *, rule: ScoreRule, overwrite: bool = False) -> PooledScores:
    """Return the scores whose sums over datasets are the statistics of the pairs.

    "t" gives each pair its own scale, so that its sum grows with Student's t; "mean" gives all pairs one scale,
    so that their sums are mean differences; "adaptive" takes ranks or normal scores of the sizes of all
    differences together, by the weight of their tails, and a scale between the pair's own and the common one,
    by how much more the scales differ than they would by chance. A difference that is missing (NaN) scores zero.
    With `overwrite` the scores take the place of the differences in memory.
    """
    present = ~np.isnan(differences)
    whole = bool(present.all())
    is_one_piece = (
        differences.flags.c_contiguous or differences.flags.f_contiguous
    )  # else it cannot be ravelled in place
    relative = differences if overwrite and is_one_piece else differences.copy(order="K")
    relative[~present] = 0.0
    relative /= float(max(relative.max(initial=0.0), -relative.min(initial=0.0))) or 1.0
    tail = tail_weight(relative)
    if rule == "adaptive":
        share = float(np.clip((_LOGISTIC_TAIL - tail) / (_LOGISTIC_TAIL - _NORMAL_TAIL), 0.0, 1.0))
        if whole:
            _score_in_place(relative.ravel(order="K"), normal_share=share)
        else:
            relative[present] = signed_scores(relative[present], normal_share=share)
        pull = shrinkage(relative, present)
    else:
        share, pull = 0.0, 1.0 if rule == "mean" else 0.0
    return PooledScores(_scale_scores(relative, pull, present.sum(axis=0)), tail, share, pull)


def column_blocks(table: Floats) -> Iterator[slice]:
    """Yield slices of columns that together are all: what is made of one at a time takes little memory."""
    width = max(1, _AT_ONCE // max(1, len(table)))
    return (slice(start, start + width) for start in range(0, table.shape[1], width))


def tail_weight(differences: Floats) -> float:
    """Return the 95 % quantile of the sizes of all differences that are not zero, over their median.

    >>> round(tail_weight(np.array([[1.0, -2.0], [0.0, 3.0]])), 2)
    1.45
    """
    sizes = differences[differences != 0]
    if sizes.size == 0:
        return 0.0
    np.abs(sizes, out=sizes)
    middle, outer = np.quantile(sizes, [0.5, 0.95], overwrite_input=True)
    return float(outer / middle)


def signed_scores(differences: Floats, *, normal_share: float) -> Floats:
    """Return a mixture of normal scores and ranks of the sizes of all differences, with the differences' signs.

    Both have a mean square of one, or nearly. Ties share a rank; a difference of zero scores zero.

    >>> signed_scores(np.array([[1.0, -2.0], [0.0, 2.0]]), normal_share=0.0).round(3).tolist()
    [[0.693, -1.212], [0.0, 1.212]]
    """
    scored = differences.flatten()
    _score_in_place(scored, normal_share=normal_share)
    return scored.reshape(differences.shape)


def _score_in_place(differences: Floats, *, normal_share: float) -> None:
    """Put the scores of `signed_scores` into the place of a list of differences."""
    ordered = np.abs(differences)
    ordered.sort()
    first = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]])[: ordered.size])
    sizes = ordered[first]
    del ordered  # as large as the differences
    count = np.diff(first, append=differences.size)
    share_below = (first + (count + 1) / 2) / (differences.size + 1)
    scores: Floats = np.sqrt(3.0) * (1 - normal_share) * share_below
    if normal_share > 0:
        scores += normal_share * special.ndtri((1 + share_below) / 2)
    _spread_scores(differences, sizes, scores, count)


def _spread_scores(differences: Floats, sizes: Floats, scores: Floats, count: Ints) -> None:
    """Put the score of each difference's size in its place, with its sign; `sizes` are the different ones in order."""
    if sizes.size > _FEW_SIZES:  # a search among many takes longer than to sort once more
        order = np.argsort(np.abs(differences))
        differences[order] = np.repeat(scores, count) * np.sign(differences[order])
        return
    for start in range(0, differences.size, _AT_ONCE):
        some = differences[start : start + _AT_ONCE]
        some[:] = scores[np.searchsorted(sizes, np.abs(some))] * np.sign(some)


def shrinkage(values: Floats, present: Bools) -> float:
    """Return how far the pairs' scales should be drawn together, from none (0) to all the way (1).

    This is the share of chance in the variance, over pairs, of the logarithms of their mean squares: the
    James–Stein weight (`opgenrhein2007` on the scale of the variances themselves).

    Values that are missing count for nothing, nor does a pair with less than two.

    >>> shrinkage(np.array([[1.0, 1.0], [-2.0, 2.0]]), np.ones((2, 2), dtype=np.bool_))
    1.0
    """
    counts = present.sum(axis=0)
    means, spreads = np.empty(counts.size), np.empty(counts.size)
    for pairs in column_blocks(values):
        means[pairs], spreads[pairs] = _moments_of_squares(values[:, pairs], present[:, pairs])
    varying = (means > 0) & (counts > 1)
    if np.count_nonzero(varying) < 2:
        return 1.0
    chance = float((spreads[varying] / (counts[varying] - 1) / counts[varying]).mean())
    spread = float(np.log(means[varying]).var(ddof=1))
    return 1.0 if spread <= chance else chance / spread


def _moments_of_squares(values: Floats, present: Bools) -> tuple[Floats, Floats]:
    """Return the mean square of each column, and the sum of squared deviations from it relative to it."""
    squares = np.where(present, values, 0.0) ** 2
    means: Floats = squares.sum(axis=0) / np.maximum(present.sum(axis=0), 1)
    # The variance of log(mean) is that of the mean over its square: squares are taken relative to their mean.
    squares /= np.where(means > 0, means, 1.0)
    off = np.where(present, squares - 1, 0.0)
    off *= off
    return means, off.sum(axis=0)


def _scale_scores(values: Floats, pull: float, counts: Ints) -> Floats:
    """Return the values on their scales; the memory of `values` is used."""
    squares = np.empty(counts.size)
    for pairs in column_blocks(values):
        squares[pairs] = (values[:, pairs] ** 2).sum(axis=0)
    squares /= counts
    nonzero = squares > 0
    if not nonzero.any():
        return values
    own, common = np.log(squares[nonzero]), np.log(squares.mean())
    scale = np.full(squares.shape, np.inf)
    scale[nonzero] = np.exp(((1 - pull) * own + pull * common) / 2)
    values /= scale * np.sqrt(counts)
    return values
