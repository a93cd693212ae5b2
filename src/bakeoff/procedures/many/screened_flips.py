"""The step-down maximum over many pairs: whole numbers of single precision tell most flips, full precision the rest.

Scores are rounded to whole numbers of a small unit, so few that their sums are exact in single precision in whatever
order they are added. How far a sum may be from the full one is then known for each pair. Only flips that may reach the
bar of a pair, or the largest statistic before it, are looked at again.
"""

from math import ceil, inf, log2, sqrt
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.procedures.many.dataset_flips import (
    FlippedStatistics,
    PairPValues,
    raise_to_running_maximum,
    tiles,
)

_WHOLE = 2**24  # whole numbers up to it, and sums that stay below it, are exact in single precision
_SCREENED_FROM = (
    2.0  # bars that few flips reach; below them nearly every flip would have to be looked at again
)
_ROUNDING = 1e-12  # of sums in full precision
_WIDEST = 0.05  # of what rounding may do to a statistic, beyond which too many flips would be looked at again


class _Tile(NamedTuple):
    """Some of the pairs and flips: which flips may matter to which pair, and the evidence there."""

    pair: Ints
    flip: Ints
    evidence: Floats


def step_down(statistics: FlippedStatistics) -> PairPValues:
    """Return the p-values of all pairs, adjusted by Westfall and Young's step-down maximum.

    The adjusted p-value of a pair is the share of flips in which any pair with no larger an observed
    statistic reaches the pair's own; and no less than that of pairs with larger ones.
    """
    bar, order = statistics.bar, statistics.order
    unit = find_unit(statistics)
    first = bar.size if unit is None else int(np.searchsorted(bar, _SCREENED_FROM))
    alone, among = np.zeros(bar.size), np.zeros(bar.size)
    largest = np.full(statistics.flips, -inf)
    for pairs, drawn in tiles(bar.size, statistics.flips, most=statistics.most_at_once):
        if unit is None or pairs.start < first:
            reached = _look_at_all(statistics, pairs, drawn, largest[drawn])
        else:
            reached = _look_at_few(statistics, pairs, drawn, largest[drawn], unit)
        alone[pairs] += reached[0]
        among[pairs] += reached[1]
    p_values, p_adjusted = np.empty(bar.size), np.empty(bar.size)
    p_values[order] = alone / statistics.flips
    p_adjusted[order[::-1]] = np.maximum.accumulate(among[::-1]) / statistics.flips
    return PairPValues(statistics.observed, p_values, p_adjusted)


def find_unit(statistics: FlippedStatistics) -> float | None:
    """Return a power of two of which scores are rounded to whole numbers; None where that would be too coarse."""
    if not statistics.is_plain:
        return None
    datasets = statistics.scores.shape[1]
    squares = float(np.einsum("ij,ij->i", statistics.scores, statistics.scores).max(initial=0.0))
    if squares == 0 or datasets >= _WHOLE // 2:
        return None
    most = sqrt(datasets * squares)  # that the sizes of a pair's scores can sum up to
    unit = 2.0 ** ceil(log2(most / (_WHOLE - datasets)))
    return unit if datasets * unit / 2 <= _WIDEST else None


def _look_at_all(
    statistics: FlippedStatistics, pairs: slice, drawn: slice, largest: Floats
) -> tuple[Ints, Ints]:
    """Count the flips that reach the bar of each pair, of its own and with those before it; raise `largest`."""
    bar = statistics.bar[pairs, None]
    flipped = statistics.under(drawn, pairs)
    alone = _count_rows(flipped >= bar)
    largest[:] = raise_to_running_maximum(flipped, largest)
    return alone, _count_rows(flipped >= bar)


def _count_rows(rows: Bools) -> Ints:
    return np.array([np.count_nonzero(row) for row in rows])


def _look_at_few(
    statistics: FlippedStatistics, pairs: slice, drawn: slice, largest: Floats, unit: float
) -> tuple[Ints, Ints]:
    """Count as `_look_at_all` does, with full precision only where a bar or the largest may be reached."""
    bar = statistics.bar[pairs]
    tile = _screen(statistics, pairs, drawn, largest, unit)
    alone = np.bincount(tile.pair[tile.evidence >= bar[tile.pair]], minlength=bar.size)
    return alone, _count_among(tile, bar, largest)


def _screen(statistics: FlippedStatistics, pairs: slice, drawn: slice, largest: Floats, unit: float) -> _Tile:
    """Return the flips that may reach the bar of a pair or the largest before it, with the evidence of each.

    Evidence that can be on one side of both only is that of single precision.
    """
    bar, scores = statistics.bar[pairs], statistics.scores[statistics.order[pairs]]
    whole = np.rint(scores / unit)
    slack = np.abs(scores - whole * unit).sum(axis=1) + _ROUNDING
    sums = statistics.sum_in_single_precision(whole, drawn)
    # The bars of pairs that stand together are nearly the same: one limit for all of them.
    limit = np.floor((np.minimum(bar[0], largest) - slack.max()) / unit).astype(np.float32)
    places = np.flatnonzero(np.abs(sums) >= limit)
    pair, flip = np.divmod(places, largest.size)
    signed = sums.ravel()[places].astype(np.float64) * unit
    size = np.abs(signed)
    doubtful = (size >= largest[flip] - slack[pair]) | (np.abs(size - bar[pair]) <= slack[pair])
    signed[doubtful] = statistics.sum_exactly(scores[pair[doubtful]], flip[doubtful], drawn)
    agrees = statistics.agrees_with_mean(statistics.order[pairs][pair], flip, signed, drawn)
    return _Tile(pair[agrees], flip[agrees], np.abs(signed[agrees]))


def _count_among(tile: _Tile, bar: Floats, largest: Floats) -> Ints:
    """Count the flips in which each pair or one before it reaches the pair's bar; raise `largest`."""
    record = tile.evidence > largest[tile.flip]
    pair, flip, evidence = tile.pair[record], tile.flip[record], tile.evidence[record]
    # Of the other flips the largest stays as it is, on one side of all bars.
    changing = (largest >= bar[0]) & (largest < bar[-1])
    changing[flip] = True
    always = np.count_nonzero((largest >= bar[-1]) & ~changing)
    flips = np.flatnonzero(changing)
    running = np.full((bar.size, flips.size), -inf)
    running[pair, np.searchsorted(flips, flip)] = evidence
    largest[flips] = raise_to_running_maximum(running, largest[flips])
    among: Ints = always + np.count_nonzero(running >= bar[:, None], axis=1)
    return among
