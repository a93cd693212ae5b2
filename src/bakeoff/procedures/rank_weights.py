"""Weights of resamples: how often each example is drawn, a byte for each.

The counts of n draws from n examples are multinomial. Poisson counts with a mean a little below one, topped up
by single draws to n, have the same distribution exactly (given their sum, Poisson counts are multinomial); and a
Poisson count is one look-up in a table for sixteen random bits.
"""

from math import exp, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.evidence import Floats, Ints
from bakeoff.procedures.rankings import Weights

_UNDECIDED = 255  # sixteen bits do not settle the count; a few more do
_BUCKETS = 1 << 16
_TINY = 2.0**-53


class PoissonTable(NamedTuple):
    """The Poisson count for each sixteen random bits, where they settle it."""

    counts: Weights
    chances: Floats  # of at most 0, 1, 2, …


def poisson_table(n: int) -> PoissonTable:
    """Return a table for counts of n examples whose sum hardly ever exceeds n."""
    mean = max(0.5, 1 - 3 / sqrt(n))
    term = total = exp(-mean)
    chances = [total]
    while term > _TINY:
        term *= mean / len(chances)
        total += term
        chances.append(min(1.0, total))
    steps = np.array(chances) * _BUCKETS
    # A bucket [u, u + 1) is settled unless a step falls inside it.
    counts = np.searchsorted(steps, np.arange(_BUCKETS), side="right").astype(np.uint8)
    counts[np.unique(steps[steps < _BUCKETS].astype(np.int64))] = _UNDECIDED
    return PoissonTable(counts, np.array(chances))


def random_bits(n: int, rng: np.random.Generator) -> NDArray[np.uint16]:
    """Return sixteen random bits for each of n examples."""
    words = rng.integers(0, 1 << 64, size=-(-n // 4), dtype=np.uint64)
    return words.view(np.uint16)[:n]


def completed(
    weights: Weights,
    bits: NDArray[np.uint16],
    table: PoissonTable,
    drawn_from: Ints,
    draws: int,
    rng: np.random.Generator,
) -> bool:
    """Settle the undecided weights and top up to `draws`; False if they already exceed it."""
    undecided = np.flatnonzero(weights == _UNDECIDED)
    finer = (bits[undecided] + rng.random(undecided.size)) / _BUCKETS
    weights[undecided] = np.searchsorted(table.chances, finer, side="right")
    lacking = draws - int(weights.sum(dtype=np.int64))
    if lacking < 0:
        return False
    more, times = np.unique(rng.integers(0, drawn_from.size, size=lacking), return_counts=True)
    weights[drawn_from[more]] += times.astype(np.uint8)
    return True
