"""Examples in the order of a classifier's scores: sorted once, scored again for every resample's weights.

A resample of a million examples is a million small weights. The area under its ROC curve, or its average
precision, is one pass over them in the order of the scores; no resample is ever sorted.
"""

from math import nan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.evidence import Bools, Floats, Ints
from bakeoff.procedures.sorting import Places, ascending, compact

Weights = NDArray[np.uint8]

_LARGE = 1 << 31


class Ranking(NamedTuple):
    """Examples by ascending score, negative ones first among equals."""

    order: Places | None  # the example at each place; None where they stand in order already
    positive: NDArray[np.uint8]  # at each place
    run_stops: Places  # the places after runs of one class, negative and positive in turn
    starts: Ints  # of groups of equal scores that hold both classes: first place,
    middles: Ints  # first positive place,
    ends: Ints  # last place
    levels: Places | None  # last place of every distinct score; None where no two are equal


def ranking(scores: Floats, positive: Bools) -> Ranking:
    """Return the examples in the order of their scores.

    Examples that tie in both score and class stay in the order they came in: callers who want the order of
    the examples to be irrelevant sort them first.
    """
    places, tied = ascending(scores)
    if tied:
        order = compact(np.lexsort((positive, scores)))
        return _ranked(order, positive[order], scores[order])
    del scores  # a million of them are as much as the places
    order = compact(places)
    del places
    return _ranked(order, positive[order], None)


def canonical_order(scores: Floats, *others: Floats | Bools) -> Ints:
    """Return the order by ascending score, among equals by the others in turn.

    Sorting by one key alone is several times faster, and does when no two scores are equal.
    """
    order, tied = ascending(scores)
    return np.lexsort((*others[::-1], scores)) if tied else order


def in_order(values: Floats, classes: Bools) -> Ranking:
    """Return the ranking of examples that stand in order already, negative ones first among equals."""
    if (values[1:] == values[:-1]).any():
        return _ranked(None, classes, values)
    del values  # what follows needs room of its own
    return _ranked(None, classes, None)


def _ranked(order: Places | None, classes: Bools, values: Floats | None) -> Ranking:
    """Return a ranking, given classes and, where some are equal, scores at each place."""
    changes = np.empty(classes.size + 1, dtype=np.bool_)
    np.not_equal(classes[1:], classes[:-1], out=changes[1:-1])
    changes[0], changes[-1] = classes[0], True  # a positive first place follows an empty run of negatives
    none = np.empty(0, dtype=np.int64)
    groups = (none, none, none, None) if values is None else _groups(values, classes)
    return Ranking(order, classes.view(np.uint8), compact(np.flatnonzero(changes)), *groups)


def _groups(values: Floats, classes: Bools) -> tuple[Ints, Ints, Ints, Places]:
    """Return where equal scores of both classes start, turn positive and end, and the end of every distinct score."""
    levels = np.append(np.flatnonzero(values[1:] != values[:-1]), values.size - 1)
    firsts = np.append(0, levels[:-1] + 1)
    mixed = np.flatnonzero(~classes[firsts] & classes[levels])
    starts, ends = firsts[mixed], levels[mixed]
    positives = np.cumsum(classes, dtype=np.int32 if classes.size < _LARGE else np.int64)
    before = np.where(starts > 0, positives[starts - 1], 0)
    return starts, ends - (positives[ends] - before) + 1, ends, compact(levels)


def weighted_auc(ranked: Ranking, weights: Weights) -> float:
    """Return the area under the ROC curve, given the weight of the example at each place.

    >>> ranked = ranking(np.array([0.1, 0.4, 0.4, 0.9]), np.array([False, True, False, True]))
    >>> weighted_auc(ranked, np.array([1, 1, 1, 1], dtype=np.uint8))
    0.875
    """
    through = _through(weights)
    before, middle, after = (
        through[ends].astype(np.int64) for ends in (ranked.starts, ranked.middles, ranked.ends + 1)
    )
    ties = int(np.dot(middle - before, after - middle))
    runs = through[ranked.run_stops]
    del through  # it is as long as the ranking, and what follows needs room of its own
    runs[1:] -= runs[:-1].copy()
    negatives, positives = np.cumsum(runs[::2], dtype=np.int64), runs[1::2].astype(np.int64)
    wins = int(np.dot(negatives[: positives.size], positives))
    return area(2 * wins - ties, int(positives.sum()), int(negatives[-1]))


def weighted_average_precision(ranked: Ranking, weights: Weights) -> float:
    """Return the average precision: the mean, over positive examples, of the precision down to their score.

    >>> ranked = ranking(np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True]))
    >>> round(weighted_average_precision(ranked, np.ones(4, dtype=np.uint8)), 6)
    0.833333
    """
    found, every = _through(weights * ranked.positive), _through(weights)
    if ranked.levels is not None:
        cut = np.append(0, ranked.levels + 1)
        found, every = found[cut], every[cut]
    # From the top: how many, and how many of them positive, down to and with each distinct score.
    taken = every[-1] - every[:-1]
    positives = found[-1] - found[:-1]
    precise = np.divide(positives, taken, out=np.zeros(taken.size), where=taken > 0)
    return float(np.dot(np.diff(found), precise) / found[-1]) if found[-1] else nan


def _through(weights: Weights) -> NDArray[Any]:
    """Return the sum of the weights before each place, and of all."""
    sums: NDArray[Any] = np.zeros(
        weights.size + 1, dtype=np.int32 if weights.size * 255 < _LARGE else np.int64
    )
    sums[1:] = weights
    return np.cumsum(sums, out=sums)


def area(half_wins: int, positives: int, negatives: int) -> float:
    """Return the share of pairs won, given twice the wins with ties as halves; NaN where a class is missing."""
    pairs = positives * negatives
    return half_wins / (2 * pairs) if pairs else nan
