"""Examples in the order of a classifier's scores: sorted once, scored again for every resample's weights.

A resample of a million examples is a million small weights. The area under its ROC curve, or its average
precision, is one pass over them in the order of the scores; no resample is ever sorted.
"""

from math import nan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.evidence import Floats, Ints
from bakeoff.procedures.agreement import Bools

Weights = NDArray[np.uint8]


class Ranking(NamedTuple):
    """Examples by ascending score, negative ones first among equals."""

    order: Ints  # the example at each place
    positive: NDArray[np.uint8]  # at each place
    run_ends: Ints  # last places of runs of one class, negative and positive in turn
    starts: Ints  # of groups of equal scores that hold both classes: first place,
    middles: Ints  # first positive place,
    ends: Ints  # last place
    levels: Ints  # last place of every distinct score


def ranking(scores: Floats, positive: Bools) -> Ranking:
    """Return the examples in the order of their scores.

    Examples that tie in both score and class stay in the order they came in: callers who want the order of
    the examples to be irrelevant sort them first.
    """
    order = canonical_order(scores, positive)
    return ranked(order, scores[order], positive[order])


def canonical_order(scores: Floats, *others: Floats | Bools) -> Ints:
    """Return the order by ascending score, among equals by the others in turn.

    Sorting by one key alone is several times faster, and does when no two scores are equal.
    """
    order = np.argsort(scores)
    values = scores[order]
    tied = bool((values[1:] == values[:-1]).any())
    return np.lexsort((*others[::-1], scores)) if tied else order


def ranked(order: Ints, values: Floats, classes: Bools) -> Ranking:
    """Return the ranking of examples whose scores and classes are already in order."""
    last = np.append(values[1:] != values[:-1], [True])
    levels = np.flatnonzero(last)
    firsts = np.append(0, levels[:-1] + 1)
    mixed = np.flatnonzero(~classes[firsts] & classes[levels])
    positives = np.cumsum(classes)
    starts, ends = firsts[mixed], levels[mixed]
    before = np.where(starts > 0, positives[starts - 1], 0)
    changes = np.append(classes[1:] != classes[:-1], [True])
    run_ends = np.flatnonzero(changes)
    if classes[0]:  # an empty run of negative examples, ending before the first place
        run_ends = np.append(-1, run_ends)
    return Ranking(
        order=order,
        positive=classes.astype(np.uint8),
        run_ends=run_ends,
        starts=starts,
        middles=ends - (positives[ends] - before) + 1,
        ends=ends,
        levels=levels,
    )


def weighted_auc(ranked: Ranking, weights: Weights) -> float:
    """Return the area under the ROC curve, given the weight of the example at each place.

    >>> ranked = ranking(np.array([0.1, 0.4, 0.4, 0.9]), np.array([False, True, False, True]))
    >>> weighted_auc(ranked, np.array([1, 1, 1, 1], dtype=np.uint8))
    0.875
    """
    through = np.append(0, np.cumsum(weights, dtype=np.int64))
    runs = np.diff(through[ranked.run_ends + 1], prepend=0)
    negatives, positives = np.cumsum(runs[::2]), runs[1::2]
    wins = int(np.dot(negatives[: positives.size], positives))
    before, middle, after = through[ranked.starts], through[ranked.middles], through[ranked.ends + 1]
    ties = int(np.dot(middle - before, after - middle))
    return area(2 * wins - ties, int(positives.sum()), int(negatives[-1]))


def weighted_average_precision(ranked: Ranking, weights: Weights) -> float:
    """Return the average precision: the mean, over positive examples, of the precision down to their score.

    >>> ranked = ranking(np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True]))
    >>> round(weighted_average_precision(ranked, np.ones(4, dtype=np.uint8)), 6)
    0.833333
    """
    found = np.append(0, np.cumsum(weights * ranked.positive, dtype=np.int64))
    every = np.append(0, np.cumsum(weights, dtype=np.int64))
    cut = np.append(0, ranked.levels + 1)
    # From the top: how many, and how many of them positive, down to and with each distinct score.
    taken = every[-1] - every[cut[:-1]]
    positives = found[-1] - found[cut[:-1]]
    gained = np.diff(found[cut])
    precise = np.divide(positives, taken, out=np.zeros(taken.size), where=taken > 0)
    return float(np.dot(gained, precise) / found[-1]) if found[-1] else nan


def area(half_wins: int, positives: int, negatives: int) -> float:
    """Return the share of pairs won, given twice the wins with ties as halves; NaN where a class is missing."""
    pairs = positives * negatives
    return half_wins / (2 * pairs) if pairs else nan
