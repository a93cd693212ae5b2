"""Sign flips of whole datasets, and the step-down maximum over pairs that they calibrate.

If no classifier of a family is better than another, every dataset could as well have shown the opposite of all
its differences. Turning the signs of whole datasets therefore shows what chance does to the largest statistic
of the family, with the dependence between pairs that the data have.
"""

from collections.abc import Iterator
from math import inf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.results import Alternative

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
    """A datasets × classifiers table, and the columns of the pairs that are judged together."""

    table: Floats
    a: Ints
    b: Ints

    def sums(self, totals: Floats, pairs: slice | Ints) -> Floats:
        """Return the sums of these pairs' advantages under all flips, from the totals of single classifiers."""
        sums: Floats = totals[self.b[pairs]]
        sums -= totals[self.a[pairs]]
        return sums


class StepDown(NamedTuple):
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


def step_down(flips: Flips, scores: Floats, pairing: Pairing, *, alternative: Alternative) -> StepDown:
    """Return the p-values of all pairs, adjusted by Westfall and Young's step-down maximum.

    The adjusted p-value of a pair is the share of flips in which any pair with no larger an observed
    statistic reaches the pair's own; and no less than that of pairs with larger ones.

    Parameters
    ----------
    flips : Flips
        The sign flips, the identity first.
    scores : array of shape (datasets, pairs)
        Odd functions of the advantages, of which the statistics are the sums; of order 1/√datasets.
    pairing : Pairing
        The table and the pairs.
    alternative : Alternative
        Which statistics are evidence against the null.
    """
    signs = np.ascontiguousarray(flips.signs.T, dtype=np.float64)  # datasets × flips
    totals = pairing.table.T @ signs
    noise = _NOISE * len(scores) * np.abs(pairing.table).max()
    observed = _agreeing(scores.T @ signs[:, :1], pairing.sums(totals[:, :1], slice(None)), noise)[:, 0]
    evidence = towards(observed, alternative)
    order = np.argsort(-evidence, kind="stable")[::-1]  # the smallest first: a maximum of the rest grows
    bar, ordered = evidence[order] - _TIE, np.ascontiguousarray(scores.T[order])
    alone, among = np.zeros(bar.size), np.zeros(bar.size)
    largest = np.full(signs.shape[1], -inf)
    for pairs, drawn in tiles(bar.size, signs.shape[1]):
        sums = pairing.sums(totals[:, drawn], order[pairs])
        flipped = towards(_agreeing(ordered[pairs] @ signs[:, drawn], sums, noise), alternative)
        alone[pairs] += np.count_nonzero(flipped >= bar[pairs, None], axis=1)
        largest[drawn] = _raise_to_running_maximum(flipped, largest[drawn])
        among[pairs] += np.count_nonzero(flipped >= bar[pairs, None], axis=1)
    p_values, p_adjusted = np.empty(bar.size), np.empty(bar.size)
    p_values[order] = alone / len(flips.signs)
    p_adjusted[order[::-1]] = np.maximum.accumulate(among[::-1]) / len(flips.signs)
    return StepDown(observed + 0.0, p_values, p_adjusted)  # no statistic is −0


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


def towards(statistics: Floats, alternative: Alternative) -> Floats:
    """Turn signed statistics so that large ones are evidence against the null."""
    match alternative:
        case Alternative.GREATER:
            return statistics
        case Alternative.LESS:
            return -statistics
        case Alternative.TWO_SIDED:
            return np.abs(statistics)


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
