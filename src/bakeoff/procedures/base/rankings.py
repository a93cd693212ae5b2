"""Examples in the order of a classifier's scores: sorted once, scored again for every resample's weights."""

from math import nan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints

Places = NDArray[Any]  # whole numbers, of four bytes where they fit

_LARGE = 1 << 31
_AT_ONCE = 1 << 16  # numbers that are worked on at a time
_MANY = 8  # where more than one in so many agrees with the next in its leading bits, all are looked at


def sort_ascending(scores: Floats) -> tuple[Ints, bool]:
    """Return the places of the scores in ascending order, earlier ones first among equals, and whether any tie.

    A score's bits, turned so that they ascend as it does, with its place in the last of them, are sorted as whole
    numbers. What the place displaced decides only between scores that agree in all other bits: those few are put in
    order afterwards.

    >>> order, tied = sort_ascending(np.array([0.3, -1.0, 0.3, 0.1]))
    >>> order.tolist(), tied
    ([1, 3, 0, 2], True)
    """
    bits = max(1, (scores.size - 1).bit_length())
    keys = _ranking_keys(scores, bits)
    keys.sort()
    alike = np.flatnonzero(_agrees_with_next(keys, bits))
    order = np.bitwise_and(keys, (1 << bits) - 1, out=keys)
    if alike.size <= scores.size // _MANY:
        return order, _settle_ties(order, scores, alike)
    values = scores[order]
    if (values[1:] < values[:-1]).any():
        order = np.argsort(scores, kind="stable")
        values = scores[order]
    return order, bool((values[1:] == values[:-1]).any())


def compact_places(places: Ints) -> Places:
    """Return places in four bytes each, where they fit."""
    return places.astype(np.int32) if places.size < _LARGE else places


def put_back(values: NDArray[Any], order: Places) -> NDArray[Any]:
    """Return values that stand in order at the places that they came from.

    >>> put_back(np.array([7, 8, 9]), np.array([2, 0, 1], dtype=np.int32)).tolist()
    [8, 9, 7]
    """
    placed = np.empty_like(values)
    for start in range(0, values.size, _AT_ONCE):
        # Numbers as wide as addresses are places; narrower ones would be widened more slowly on the way.
        places = order[start : start + _AT_ONCE].astype(np.intp)
        placed[places] = values[start : start + _AT_ONCE]
    return placed


def _ranking_keys(scores: Floats, bits: int) -> NDArray[np.int64]:
    """Return whole numbers that ascend with the scores, each with its place in the last `bits` bits."""
    keys = np.add(scores, 0.0, dtype=np.float64).view(np.int64)  # a copy, in which -0.0 is 0.0
    largest = np.int64(np.iinfo(np.int64).max)
    rest = np.int64(-1) << np.int64(bits)
    for start in range(0, keys.size, _AT_ONCE):
        some = keys[start : start + _AT_ONCE]
        # Of negative scores all bits but the sign are turned: they descend as the score ascends.
        some ^= (some >> 63) & largest
        some &= rest
        some |= np.arange(start, start + some.size, dtype=np.int64)
    return keys


def _agrees_with_next(keys: NDArray[np.int64], bits: int) -> NDArray[np.bool_]:
    """Say of each key but the last whether the next agrees with it in all bits that are not the place's."""
    near = np.empty(max(0, keys.size - 1), dtype=np.bool_)
    for start in range(0, near.size, _AT_ONCE):
        some = keys[start : start + _AT_ONCE + 1]
        np.equal(some[:-1] >> bits, some[1:] >> bits, out=near[start : start + _AT_ONCE])
    return near


def _settle_ties(order: Ints, scores: Floats, alike: NDArray[np.intp]) -> bool:
    """Put scores that agree with the next in their leading bits in order, in place; say whether any are equal."""
    which = np.union1d(alike, alike + 1)
    run = np.cumsum(~np.isin(which - 1, alike, assume_unique=True))
    places = order[which]
    values = scores[places]
    sorted_ = np.lexsort((places, values, run))
    order[which] = places[sorted_]
    values = values[sorted_]
    return bool(((values[1:] == values[:-1]) & (run[1:] == run[:-1])).any())


Weights = NDArray[np.uint8]

_LARGE_RANKING = 1 << 31


class Ranking(NamedTuple):
    """Examples by ascending score, negative ones first among equals."""

    order: Places | None  # the example at each place; None where they stand in order already
    positive: NDArray[np.uint8]  # at each place
    run_stops: Places  # the places after runs of one class, negative and positive in turn
    starts: Ints  # of groups of equal scores that hold both classes: first place,
    middles: Ints  # first positive place,
    ends: Ints  # last place
    levels: Places | None  # last place of every distinct score; None where no two are equal


def rank_examples(scores: Floats, positive: Bools) -> Ranking:
    """Return the examples in the order of their scores.

    Examples that tie in both score and class stay in the order they came in: callers who want the order of
    the examples to be irrelevant sort them first.
    """
    places, tied = sort_ascending(scores)
    if tied:
        order = compact_places(np.lexsort((positive, scores)))
        return _build_ranking(order, positive[order], scores[order])
    del scores  # a million of them are as much as the places
    order = compact_places(places)
    del places
    return _build_ranking(order, positive[order], None)


def canonical_order(scores: Floats, *others: Floats | Bools) -> Ints:
    """Return the order by ascending score, among equals by the others in turn.

    Sorting by one key alone is several times faster, and does when no two scores are equal.
    """
    order, tied = sort_ascending(scores)
    return np.lexsort((*others[::-1], scores)) if tied else order


def ranking_of_sorted(values: Floats, classes: Bools) -> Ranking:
    """Return the ranking of examples that stand in order already, negative ones first among equals."""
    if (values[1:] == values[:-1]).any():
        return _build_ranking(None, classes, values)
    del values  # what follows needs room of its own
    return _build_ranking(None, classes, None)


def _build_ranking(order: Places | None, classes: Bools, values: Floats | None) -> Ranking:
    """Return a ranking, given classes and, where some are equal, scores at each place."""
    changes = np.empty(classes.size + 1, dtype=np.bool_)
    np.not_equal(classes[1:], classes[:-1], out=changes[1:-1])
    changes[0], changes[-1] = classes[0], True  # a positive first place follows an empty run of negatives
    none = np.empty(0, dtype=np.int64)
    groups = (none, none, none, None) if values is None else _ranking_groups(values, classes)
    return Ranking(order, classes.view(np.uint8), compact_places(np.flatnonzero(changes)), *groups)


def _ranking_groups(values: Floats, classes: Bools) -> tuple[Ints, Ints, Ints, Places]:
    """Return where equal scores of both classes start, turn positive and end, and the end of every distinct score."""
    levels = np.append(np.flatnonzero(values[1:] != values[:-1]), values.size - 1)
    firsts = np.append(0, levels[:-1] + 1)
    mixed = np.flatnonzero(~classes[firsts] & classes[levels])
    starts, ends = firsts[mixed], levels[mixed]
    positives = np.cumsum(classes, dtype=np.int32 if classes.size < _LARGE_RANKING else np.int64)
    before = np.where(starts > 0, positives[starts - 1], 0)
    return starts, ends - (positives[ends] - before) + 1, ends, compact_places(levels)


def weighted_auc(ranked: Ranking, weights: Weights) -> float:
    """Return the area under the ROC curve, given the weight of the example at each place.

    >>> ranked = rank_examples(np.array([0.1, 0.4, 0.4, 0.9]), np.array([False, True, False, True]))
    >>> weighted_auc(ranked, np.array([1, 1, 1, 1], dtype=np.uint8))
    0.875
    """
    through = _cumulate_weights(weights)
    before, middle, after = (
        through[ends].astype(np.int64) for ends in (ranked.starts, ranked.middles, ranked.ends + 1)
    )
    ties = int(np.dot(middle - before, after - middle))
    runs = through[ranked.run_stops]
    del through  # it is as long as the ranking, and what follows needs room of its own
    runs[1:] -= runs[:-1].copy()
    negatives, positives = np.cumsum(runs[::2], dtype=np.int64), runs[1::2].astype(np.int64)
    wins = int(np.dot(negatives[: positives.size], positives))
    return area_of_wins(2 * wins - ties, int(positives.sum()), int(negatives[-1]))


def weighted_average_precision(ranked: Ranking, weights: Weights) -> float:
    """Return the average precision: the mean, over positive examples, of the precision down to their score.

    >>> ranked = rank_examples(np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True]))
    >>> round(weighted_average_precision(ranked, np.ones(4, dtype=np.uint8)), 6)
    0.833333
    """
    hits, every = _cumulate_weights(weights * ranked.positive), _cumulate_weights(weights)
    if ranked.levels is not None:
        cut = np.append(0, ranked.levels + 1)
        hits, every = hits[cut], every[cut]
    # From the top: how many, and how many of them positive, down to and with each distinct score.
    taken = every[-1] - every[:-1]
    positives = hits[-1] - hits[:-1]
    precise = np.divide(positives, taken, out=np.zeros(taken.size), where=taken > 0)
    return float(np.dot(np.diff(hits), precise) / hits[-1]) if hits[-1] else nan


def _cumulate_weights(weights: Weights) -> NDArray[Any]:
    """Return the sum of the weights before each place, and of all."""
    sums: NDArray[Any] = np.zeros(
        weights.size + 1, dtype=np.int32 if weights.size * 255 < _LARGE_RANKING else np.int64
    )
    sums[1:] = weights
    return np.cumsum(sums, out=sums)


def area_of_wins(half_wins: int, positives: int, negatives: int) -> float:
    """Return the share of pairs won, given twice the wins with ties as halves; NaN where a class is missing."""
    pairs = positives * negatives
    return half_wins / (2 * pairs) if pairs else nan
