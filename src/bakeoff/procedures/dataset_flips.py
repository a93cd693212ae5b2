"""Sign flips of whole datasets, and the step-down maximum over pairs that they calibrate.

If no classifier of a family is better than another, every dataset could as well have shown the opposite of all
its differences. Turning the signs of whole datasets therefore shows what chance does to the largest statistic
of the family, with the dependence between pairs that the data have.
"""

from collections.abc import Callable, Iterator
from math import inf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.evidence import Floats, Ints, advantage
from bakeoff.core.results import Alternative
from bakeoff.procedures.intervals import turn_towards

Signs = NDArray[np.int8]

# Statistics are of order 1, and equal ones differ by some 1e-15 when summed in another order.
_TIE = 1e-9
# A mean difference below this share of the largest score is zero.
_NOISE = 1e-12
_TILE = 131_072  # statistics made at once: a megabyte of them
_TILE_PAIRS = 64


class Flips(NamedTuple):
    """Sign vectors, one row for each flip of the datasets; the first leaves all as it was."""

    signs: Signs
    exact: bool  # whether these are all flips there are

    @property
    def method(self) -> str:
        """How the p-values are obtained, in words."""
        count = len(self.signs)
        return f"exact, all {count:,} sign flips" if self.exact else f"Monte Carlo, {count - 1:,} sign flips"

    def error(self, p_value: float) -> float | None:
        """Return the standard error of a p-value that random flips gave; None where all were taken."""
        return None if self.exact else sqrt(p_value * (1 - p_value) / (len(self.signs) - 1))


class Pairing(NamedTuple):
    """A datasets × classifiers table, NaN where a score is missing, and the columns of pairs judged together."""

    table: Floats
    a: Ints
    b: Ints

    @property
    def differences(self) -> Floats:
        """The advantages of b over a, datasets × pairs; NaN where the two do not share a dataset."""
        return advantage(self.table[:, self.a], self.table[:, self.b], higher_is_better=True)

    def sums(self, signs: Floats) -> Callable[[Ints | slice, slice], Floats]:
        """Return what gives the sums of advantages: of some pairs, under some of the flips (datasets × flips)."""
        if np.isnan(self.table).any():
            known = np.nan_to_num(self.differences).T
            return lambda pairs, drawn: known[pairs] @ signs[:, drawn]
        totals = (
            self.table.T @ signs
        )  # of a complete table those of single classifiers tell those of all pairs

        def subtract(pairs: Ints | slice, drawn: slice) -> Floats:
            some = totals[:, drawn]
            sums: Floats = some[self.b[pairs]]
            sums -= some[self.a[pairs]]
            return sums

        return subtract


class Judged(NamedTuple):
    """What the flips say of each pair."""

    statistics: Floats  # the observed ones, positive where b is better
    p_values: Floats  # of each pair by itself
    p_adjusted: Floats  # of each pair in its family


def dataset_flips(datasets: int, *, flips: int, alternative: Alternative, rng: np.random.Generator) -> Flips:
    """Return all flips where they are no more than `flips`, else the identity and `flips` random ones.

    >>> dataset_flips(2, flips=10, alternative=Alternative.TWO_SIDED, rng=np.random.default_rng(0)).signs.tolist()
    [[1, 1], [1, -1]]
    """
    if 2 ** (datasets - 1) <= flips:
        # Two-sided statistics do not change when all signs do: half of the flips stand for all.
        half = _every_flip(datasets)
        return Flips(half if alternative is Alternative.TWO_SIDED else np.vstack([half, -half]), exact=True)
    drawn = 2 * rng.integers(0, 2, size=(flips, datasets), dtype=np.int8) - 1
    return Flips(np.vstack([np.ones((1, datasets), dtype=np.int8), drawn]), exact=False)


def _every_flip(datasets: int) -> Signs:
    numbers = np.arange(2 ** (datasets - 1))[:, None]
    bits = (numbers >> np.arange(datasets - 1)) & 1
    return np.hstack([np.ones_like(numbers), 1 - 2 * bits]).astype(np.int8)


class FlippedStatistics:
    """The statistics of all pairs under all flips, made where they are wanted; larger ones are more evidence.

    Parameters
    ----------
    flips : Flips
        The sign flips, the identity first.
    scores : array of shape (datasets, pairs)
        Odd functions of the advantages, of which the statistics are the sums; of order 1/√datasets, and 0 where
        a score is missing.
    pairing : Pairing
        The table and the pairs.
    alternative : Alternative
        Which statistics are evidence against the null.
    """

    def __init__(self, flips: Flips, scores: Floats, pairing: Pairing, *, alternative: Alternative) -> None:
        self._signs = np.ascontiguousarray(flips.signs.T, dtype=np.float64)  # datasets × flips
        self._sums = pairing.sums(self._signs)
        self._noise = _NOISE * len(scores) * np.nanmax(np.abs(pairing.table))
        self._scores, self._alternative = np.ascontiguousarray(scores.T), alternative
        self.flips = self._signs.shape[1]
        self.observed: Floats = self._signed(slice(None), slice(0, 1))[:, 0] + 0.0  # no statistic is −0
        self.evidence = turn_towards(self.observed, alternative)
        # The smallest first, so that a maximum of the rest grows.
        self.order: Ints = np.argsort(-self.evidence, kind="stable")[::-1]
        self.bar: Floats = self.evidence[self.order] - _TIE

    def under(self, drawn: slice, pairs: slice) -> Floats:
        """Return the evidence of pairs (in `order`, the smallest observed first) under some of the flips."""
        return turn_towards(self._signed(self.order[pairs], drawn), self._alternative)

    def _signed(self, pairs: Ints | slice, drawn: slice) -> Floats:
        return _agreeing(self._scores[pairs] @ self._signs[:, drawn], self._sums(pairs, drawn), self._noise)


def step_down(statistics: FlippedStatistics) -> Judged:
    """Return the p-values of all pairs, adjusted by Westfall and Young's step-down maximum.

    The adjusted p-value of a pair is the share of flips in which any pair with no larger an observed
    statistic reaches the pair's own; and no less than that of pairs with larger ones.
    """
    bar, order = statistics.bar, statistics.order
    alone, among = np.zeros(bar.size), np.zeros(bar.size)
    largest = np.full(statistics.flips, -inf)
    for pairs, drawn in tiles(bar.size, statistics.flips):
        flipped = statistics.under(drawn, pairs)
        alone[pairs] += np.count_nonzero(flipped >= bar[pairs, None], axis=1)
        largest[drawn] = _raise_to_running_maximum(flipped, largest[drawn])
        among[pairs] += np.count_nonzero(flipped >= bar[pairs, None], axis=1)
    p_values, p_adjusted = np.empty(bar.size), np.empty(bar.size)
    p_values[order] = alone / statistics.flips
    p_adjusted[order[::-1]] = np.maximum.accumulate(among[::-1]) / statistics.flips
    return Judged(statistics.observed, p_values, p_adjusted)


def _raise_to_running_maximum(rows: Floats, largest: Floats) -> Floats:
    """Raise each row to the largest of it, those before it and `largest`, in place; return the last."""
    for row in rows:  # a third of the time of maximum.accumulate, which goes through memory column by column
        np.maximum(row, largest, out=row)
        largest = row
    return largest


def _agreeing(statistics: Floats, sums: Floats, noise: float) -> Floats:
    """Return the statistics, zero where they contradict the sum of the advantages or it is but noise.

    Scores that point one way while the mean points the other are evidence of neither: so the verdict never
    goes against the sign of the mean advantage.
    """
    sums *= np.copysign(1.0, statistics)
    statistics *= sums > noise
    return statistics


def tiles(pairs: int, flips: int) -> Iterator[tuple[slice, slice]]:
    """Split pairs × flips into tiles that stay in the processor's cache; each flip meets the pairs in order.

    >>> [(pairs.start, flips.start) for pairs, flips in tiles(100, 3000)]
    [(0, 0), (64, 0), (0, 2048), (64, 2048)]
    """
    height = max(1, min(pairs, _TILE_PAIRS))
    width = _TILE // height
    for left in range(0, flips, width):
        for top in range(0, pairs, height):
            yield slice(top, top + height), slice(left, left + width)
