"""The share of pairs of datasets whose average difference exceeds a threshold, under random weights.

With Dirichlet weights on the differences, and on one pseudo-difference of zero, that share is a draw from
its posterior under a Dirichlet process. Over sorted differences the partners of each are a tail, so with
cumulated weights a draw costs n operations, not n².
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from bakeoff.core.evidence import Floats, Ints

PRIOR_STRENGTH = 0.5  # of the pseudo-difference of zero, as in the software of Benavoli et al. (2017)
_CACHE = 1 << 17  # weights that stay in the processor's cache
_MEMORY = 1 << 23  # weights that are ever held at a time


class Weights(NamedTuple):
    """Unnormalised Dirichlet weights: a row for each difference, a column for each draw."""

    each: Floats
    tails: Floats  # row k is the sum of rows k, k + 1, … of `each`; the last is zero
    prior: Floats

    @property
    def total(self) -> Floats:
        """Return the total weight of all pairs."""
        total: Floats = np.square(self.tails[0] + self.prior)
        return total

    def few(self, count: int) -> "Weights":
        """Return the first draws only."""
        return Weights(*(np.ascontiguousarray(rows[..., :count]) for rows in self))


Directions = tuple[Weights, Weights]


def block_shape(n: int, vectors: int) -> tuple[int, int]:
    """Return how many blocks of how many weight vectors make up at least so many."""
    size = max(min(512, _MEMORY // n), min(2048, _CACHE // n), 1)
    blocks = -(-vectors // size)
    return blocks, -(-vectors // blocks)


def weight_blocks(n: int, shape: tuple[int, int], rng: np.random.Generator) -> Iterator[Directions]:
    """Yield blocks of weights, each in both directions; the next block takes the place of the last."""
    # Weights are exchangeable, so they may belong to the sorted differences of any pair, in ascending or
    # descending order alike. The two answers of one vector tend to opposite sides: antithetic draws.
    blocks, size = shape
    each, tails, heads = np.empty((n, size)), np.zeros((n + 1, size)), np.empty((n + 1, size))
    rows = list(zip(each[::-1], tails[-2::-1], strict=True))
    for _ in range(blocks):
        rng.standard_exponential(out=each)
        prior = rng.standard_gamma(PRIOR_STRENGTH, size)
        # Row by row: np.cumsum along the first axis is ten times slower.
        tail = tails[-1]
        for row, total in rows:
            tail = np.add(tail, row, out=total)
        np.subtract(tails[0], tails[::-1], out=heads)
        yield Weights(each, tails, prior), Weights(each[::-1], heads, prior)


class Staircase(NamedTuple):
    """Which pairs of sorted differences have an average above a threshold, as rows of weights."""

    above: int  # differences from here on are above the threshold
    level: int  # from here on they equal it
    first: int  # from here on they have partners with whom they reach it
    partners: Ints  # … which begin here
    equals: Ints  # … or here, counting those that just reach it
    tied: bool  # whether any do
    of_zero: tuple[int, int]  # the same for the pseudo-difference of zero
    zero: float  # what a pair of pseudo-differences counts

    @classmethod
    def at(cls, values: Floats, threshold: float, noise: float) -> "Staircase":
        """Return the staircase over sorted differences."""
        above = int(np.searchsorted(values, threshold + noise, side="right"))
        level = int(np.searchsorted(values, threshold - noise, side="left"))
        needed = 2 * threshold - np.append(values[:level], 0.0)
        partners = np.searchsorted(values, needed + noise, side="right")
        equals = np.searchsorted(values, needed - noise, side="left")
        first = int(np.count_nonzero(equals[:-1] == values.size))
        zero = 0.5 if abs(threshold) <= noise else float(threshold < 0)
        of_zero = int(partners[-1]), int(equals[-1])
        tied = not np.array_equal(partners[:-1], equals[:-1])
        return cls(above, level, first, partners[first:-1], equals[first:-1], tied, of_zero, zero)

    def weight(self, weights: Weights) -> Floats:
        """Return the weight of the pairs above the threshold, and half of those that equal it."""
        each, tails, prior = weights
        above, equal = tails[self.above], tails[self.level] - tails[self.above]
        inside = above * (above + 2 * equal) + 0.5 * np.square(equal)
        reached = tails[self.partners]
        if self.tied:
            reached = 0.5 * (reached + tails[self.equals])
        mixed = np.einsum("ij,ij->j", reached, each[self.first : self.level])
        partners, equals = self.of_zero
        with_zero = prior * (tails[partners] + tails[equals] + self.zero * prior)
        result: Floats = inside + 2 * mixed + with_zero
        return result
