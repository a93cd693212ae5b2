"""Sign flips of whole datasets, and the maximum over pairs that they calibrate: step-down, or closed."""

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from bakeoff.core.arrays import Bools, Floats, Ints, column_advantages
from bakeoff.core.results import Alternative
from bakeoff.procedures.base.intervals import turn_towards

Bits = NDArray[np.uint8]

# Statistics are of order 1, and equal ones differ by some 1e-15 when summed in another order.
_TIE = 1e-9
# A mean difference below this share of the largest score is zero.
_NOISE = 1e-12
_TILE = 131_072  # statistics made at once: a megabyte of them
_TILE_PAIRS = 64
_FEW = 0.05  # share of scores that stand alone up to which a sparse product is the quicker one
_BLOCK = 1 << 21  # signs held at once: 16 megabytes of them
# The signs that a byte stands for, the first bit first: 1 is +1.0.
_SIGNS = np.where(np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1) == 1, 1.0, -1.0)


class Flips(NamedTuple):
    """Signs of the datasets, one row for each flip, held as bits; the first flip leaves all as it was."""

    bits: Bits  # flips × an eighth of the datasets
    datasets: int
    exact: bool  # whether these are all flips there are

    @property
    def total(self) -> int:
        """How many flips there are, the first included."""
        return len(self.bits)

    @property
    def most_at_once(self) -> int:
        """How many flips are unpacked together."""
        return max(8, _BLOCK // self.datasets // 8 * 8)

    def signs(self, drawn: slice, into: Floats | None = None) -> Floats:
        """Return some of the flips as numbers, flips × datasets: 1 or −1; in memory that is given, or in new.

        >>> draw_dataset_flips(2, flips=10, alternative=Alternative.LESS, rng=np.random.default_rng(0)).signs(
        ...     slice(1, 4)
        ... ).tolist()
        [[1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]]
        """
        some = self.bits[drawn]
        unpacked = self.room(len(some)) if into is None else into[: len(some)]
        np.take(_SIGNS, some, axis=0, out=unpacked, mode="clip")
        signs: Floats = unpacked.reshape(len(some), -1)[:, : self.datasets]
        return signs

    def room(self, flips: int) -> Floats:
        """Return memory for the signs of so many flips."""
        return np.empty((flips, self.bits.shape[1], 8))

    @property
    def method(self) -> str:
        """How the p-values are obtained, in words."""
        count = self.total
        return f"exact, all {count:,} sign flips" if self.exact else f"Monte Carlo, {count - 1:,} sign flips"

    def error(self, p_value: float) -> float | None:
        """Return the standard error of a p-value that random flips gave; None where all were taken."""
        return None if self.exact else sqrt(p_value * (1 - p_value) / (self.total - 1))


class Pairing(NamedTuple):
    """A datasets × classifiers table, NaN where a score is missing, and the columns of pairs judged together."""

    table: Floats
    a: Ints
    b: Ints

    @property
    def differences(self) -> Floats:
        """The advantages of b over a, datasets × pairs; NaN where the two do not share a dataset."""
        return column_advantages(self.table, self.a, self.b)


class PairPValues(NamedTuple):
    """What the flips say of each pair."""

    statistics: Floats  # the observed ones, positive where b is better
    p_values: Floats  # of each pair by itself
    p_adjusted: Floats  # of each pair in its family


def draw_dataset_flips(
    datasets: int, *, flips: int, alternative: Alternative, rng: np.random.Generator
) -> Flips:
    """Return all flips where they are no more than `flips`, else the identity and `flips` random ones.

    >>> draw_dataset_flips(2, flips=10, alternative=Alternative.TWO_SIDED, rng=np.random.default_rng(0)).signs(
    ...     slice(None)
    ... ).tolist()
    [[1.0, 1.0], [1.0, -1.0]]
    """
    if 2 ** (datasets - 1) <= flips:
        # Two-sided statistics do not change when all signs do: half of the flips stand for all.
        half = _every_flip(datasets)
        both = half if alternative is Alternative.TWO_SIDED else np.vstack([half, 1 - half])
        return Flips(np.packbits(both, axis=1), datasets, exact=True)
    bits = np.empty((flips + 1, -(-datasets // 8)), dtype=np.uint8)
    bits[0] = 255
    rows = max(8, _BLOCK // datasets // 8 * 8)  # eights: a number of the generator has eight bytes
    for start in range(0, flips, rows):
        count = min(rows, flips - start)
        bits[1 + start : 1 + start + count] = np.packbits(_draw_signs(count, datasets, rng), axis=1)
    return Flips(bits, datasets, exact=False)


def _draw_signs(rows: int, columns: int, rng: np.random.Generator) -> Bools:
    """Return the first bit of each byte that the generator makes, as `rng.integers` does in three times the time."""
    raw = rng.bit_generator.random_raw(-(-rows * columns // 8)).astype("<u8", copy=False)
    signs: Bools = raw.view(np.int8)[: rows * columns].reshape(rows, columns) < 0
    return signs


def _every_flip(datasets: int) -> Bits:
    numbers = np.arange(2 ** (datasets - 1))[:, None]
    bits = (numbers >> np.arange(datasets - 1)) & 1
    return np.hstack([np.ones_like(numbers), 1 - bits]).astype(np.uint8)


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
        self._flips, self._pairing, self._alternative = flips, pairing, alternative
        self._noise = _NOISE * len(scores) * np.nanmax(np.abs(pairing.table))
        self.scores = np.ascontiguousarray(scores.T)
        self.flips, self.most_at_once = flips.total, flips.most_at_once
        self._known = np.nan_to_num(pairing.table)
        self._unpaired = _unpaired_scores(pairing)
        self._room = flips.room(min(flips.total, flips.most_at_once))
        self._block: _Block | None = None
        self._unpaired_parts: dict[tuple[int, int], csr_array] = {}
        self.observed: Floats = (
            self._sign_statistics(slice(None), slice(0, 1), self._unpaired)[:, 0] + 0.0
        )  # no statistic is −0
        self.evidence = turn_towards(self.observed, alternative)
        # The smallest first, so that a maximum of the rest grows.
        self.order: Ints = np.argsort(-self.evidence, kind="stable")[::-1]
        self.bar: Floats = self.evidence[self.order] - _TIE

    def under(self, drawn: slice, pairs: slice) -> Floats:
        """Return the evidence of pairs (in `order`, the smallest observed first) under some of the flips."""
        unpaired = self._unpaired_in_order(pairs)
        return turn_towards(self._sign_statistics(self.order[pairs], drawn, unpaired), self._alternative)

    @property
    def is_plain(self) -> bool:
        """Whether no score is missing, and both directions count."""
        return self._unpaired is None and self._alternative is Alternative.TWO_SIDED

    def sum_in_single_precision(self, whole: Floats, drawn: slice) -> NDArray[np.float32]:
        """Return the sums of rows of whole numbers under some of the flips."""
        block = self._find_block(drawn)
        single = block.signs.astype(np.float32) if block.single is None else block.single
        self._block = block._replace(single=single)
        sums: NDArray[np.float32] = whole.astype(np.float32) @ single.T
        return sums

    def sum_exactly(self, scores: Floats, flips: Ints, drawn: slice) -> Floats:
        """Return the sum of each row of scores under one of the flips, by its place among those that are drawn."""
        signs = self._find_block(drawn).signs
        sums = np.empty(len(scores))
        at_once = max(1, _TILE // max(1, scores.shape[1]))
        for start in range(0, len(scores), at_once):
            some = slice(start, start + at_once)
            sums[some] = np.einsum("ij,ij->i", scores[some], signs[flips[some]])
        return sums

    def agrees_with_mean(self, pairs: Ints, flips: Ints, signed: Floats, drawn: slice) -> Bools:
        """Say of single statistics, of a pair and a flip each, whether the sum of the advantages has their sign."""
        totals = self._find_block(drawn).totals
        sums = totals[self._pairing.b[pairs], flips] - totals[self._pairing.a[pairs], flips]
        agrees: Bools = sums * np.copysign(1.0, signed) > self._noise
        return agrees

    def _find_block(self, drawn: slice) -> "_Block":
        if (
            self._block is None or self._block.drawn != drawn
        ):  # flips are asked for in turn, each with all pairs
            self._block = self._flip_block(drawn)
        return self._block

    def _unpaired_in_order(self, pairs: slice) -> Floats | csr_array | None:
        """Return the unpaired scores of some pairs; those of a sparse array are cut once, not for all flips anew."""
        if not isinstance(self._unpaired, csr_array):
            return None if self._unpaired is None else self._unpaired[self.order[pairs]]
        start, stop, _ = pairs.indices(self.order.size)
        part = self._unpaired_parts.get((start, stop))
        if part is None:
            part = self._unpaired_parts[start, stop] = self._unpaired[self.order[pairs]]
        return part

    def _sign_statistics(
        self, pairs: Ints | slice, drawn: slice, unpaired: Floats | csr_array | None
    ) -> Floats:
        block = self._find_block(drawn)
        statistics: Floats = self.scores[pairs] @ block.signs.T
        # The sums of single classifiers tell those of all pairs, but for scores that the other one lacks.
        sums: Floats = block.totals[self._pairing.b[pairs]]
        sums -= block.totals[self._pairing.a[pairs]]
        if unpaired is not None and block.columns is not None:
            sums -= unpaired @ block.columns
        return _zero_where_contradicted(statistics, sums, self._noise)

    def _flip_block(self, drawn: slice) -> "_Block":
        signs = self._flips.signs(drawn, self._room)
        columns = None if self._unpaired is None else np.ascontiguousarray(signs.T)
        return _Block(drawn, signs, columns, self._known.T @ signs.T)


class _Block(NamedTuple):
    """Some of the flips, and what they make of single classifiers."""

    drawn: slice
    signs: Floats  # flips × datasets
    columns: Floats | None  # the same by dataset, where pairs lack scores
    totals: Floats  # classifiers × flips
    single: NDArray[np.float32] | None = None  # the signs in single precision, where they were asked for


def _unpaired_scores(pairing: Pairing) -> Floats | csr_array | None:
    """Return pairs × datasets: what the difference of two totals has of scores that stand alone; None if complete."""
    there = ~np.isnan(pairing.table)
    if there.all():
        return None
    known, a, b = np.nan_to_num(pairing.table), pairing.a, pairing.b
    alone = np.where(there[:, a], 0.0, known[:, b]) - np.where(there[:, b], 0.0, known[:, a])
    few = np.count_nonzero(alone) <= _FEW * alone.size
    return csr_array(alone.T) if few else np.ascontiguousarray(alone.T)


def raise_to_running_maximum(rows: Floats, largest: Floats) -> Floats:
    """Raise each row to the largest of it, those before it and `largest`, in place; return the last."""
    for row in rows:  # a third of the time of maximum.accumulate, which goes through memory column by column
        np.maximum(row, largest, out=row)
        largest = row
    return largest


def _zero_where_contradicted(statistics: Floats, sums: Floats, noise: float) -> Floats:
    """Return the statistics, zero where they contradict the sum of the advantages or it is but noise.

    Scores that point one way while the mean points the other are evidence of neither: so the verdict never
    goes against the sign of the mean advantage.
    """
    sums *= np.copysign(1.0, statistics)
    statistics *= sums > noise
    return statistics


def tiles(pairs: int, flips: int, *, most: int) -> Iterator[tuple[slice, slice]]:
    """Split pairs × flips into tiles that stay in the processor's cache; each flip meets the pairs in order.

    A tile has at most so many flips.

    >>> [(pairs.start, flips.start) for pairs, flips in tiles(100, 3000, most=4000)]
    [(0, 0), (64, 0), (0, 2048), (64, 2048)]
    """
    height = max(1, min(pairs, _TILE_PAIRS))
    width = min(_TILE // height, most)
    for left in range(0, flips, width):
        for top in range(0, pairs, height):
            yield slice(top, top + height), slice(left, left + width)


Words = NDArray[np.uint64]

MOST_CLASSIFIERS = 8
_AT_ONCE = 16_384  # flips
_BITS = np.array([bin(byte).count("1") for byte in range(256)], dtype=np.uint8)


def has_closure(pairing: Pairing, alternative: Alternative) -> bool:
    """Say whether more than single steps can be gained: pairs that form a ring, of few classifiers, two-sided.

    Against a baseline any combination of pairs can be true, and the closed test is the step-down one. One-sided
    claims of equality do not follow from each other as two-sided ones do.
    """
    if alternative is not Alternative.TWO_SIDED:
        return False
    used = np.unique(np.concatenate([pairing.a, pairing.b])).size
    return used <= MOST_CLASSIFIERS and pairing.a.size >= used


def count_partitions(pairing: Pairing) -> int:
    """Return how many partitions of the classifiers make any two of them equal."""
    return len(_list_partitions(np.unique(np.concatenate([pairing.a, pairing.b])).size)) - 1


def judge_by_closure(statistics: FlippedStatistics, pairing: Pairing) -> PairPValues:
    """Return the p-values of all pairs, adjusted by the maximum over every partition that makes the pair equal.

    The p-value of a partition is the share of flips in which any pair within its sets reaches the largest
    observed statistic of those pairs.
    """
    pairs = statistics.bar.size
    ranks = _dataset_flip_ranks(statistics, pairing)
    sets = _list_partitions(len(ranks))
    within = _largest_rank(ranks)
    top = within[sets].max(axis=1)
    wanted = (top >= 0) & ~_is_inside_another(sets, within, top)
    sets, top = sets[wanted], top[wanted]
    members = _dataset_flip_members(sets, ranks, pairs)
    alone, among = np.zeros(pairs), np.zeros(len(sets))
    at_once = min(_AT_ONCE, statistics.most_at_once)
    for start in range(0, statistics.flips, at_once):
        flipped = statistics.under(slice(start, start + at_once), slice(None))
        for rank, bar in enumerate(statistics.bar.tolist()):
            # Pairs are in order of their observed statistics: those of a set with this largest one are no later.
            reach = _pack_rows(flipped[: rank + 1] >= bar)
            alone[rank] += _count_bits(reach[rank : rank + 1])[0]
            among[top == rank] += _count_bits(_join_members(reach, members[top == rank, : rank + 1]))
    adjusted = np.where(members, among[:, None], 0.0).max(axis=0)
    p_values, p_adjusted = np.empty(pairs), np.empty(pairs)
    p_values[statistics.order] = alone / statistics.flips
    p_adjusted[statistics.order] = adjusted / statistics.flips
    return PairPValues(statistics.observed, p_values, p_adjusted)


def _pack_rows(rows: NDArray[np.bool_]) -> Words:
    """Return each row as bits, 64 to a word; what is left of the last word is 0."""
    packed = np.zeros((len(rows), -(-rows.shape[1] // 64) * 8), dtype=np.uint8)
    packed[:, : -(-rows.shape[1] // 8)] = np.packbits(rows, axis=1)
    return packed.view(np.uint64)


def _join_members(reach: Words, members: NDArray[np.bool_]) -> Words:
    """Return in which flips any member of each partition reaches the bar, as bits."""
    joined = np.zeros((len(members), reach.shape[1]), dtype=np.uint64)
    for row, member in zip(joined, members, strict=True):
        np.bitwise_or.reduce(reach[member], axis=0, out=row)
    return joined


def _count_bits(bits: Words) -> Ints:
    counts: Ints = _BITS[bits.view(np.uint8)].sum(axis=1, dtype=np.int64)
    return counts


def _dataset_flip_ranks(statistics: FlippedStatistics, pairing: Pairing) -> Ints:
    """Return the place of each pair's statistic, 0 the smallest, as a symmetric table; −1 for pairs not judged."""
    used, places = np.unique(np.concatenate([pairing.a, pairing.b]), return_inverse=True)
    a, b = places.reshape(2, -1)
    ranks = np.full((used.size, used.size), -1)
    ranks[a[statistics.order], b[statistics.order]] = np.arange(a.size)
    both: Ints = np.maximum(ranks, ranks.T)
    return both


@lru_cache(maxsize=MOST_CLASSIFIERS)
def _list_partitions(classifiers: int) -> Ints:
    """Return every partition of so many classifiers, one row of sets each, a set being a sum of powers of two.

    >>> [len(_list_partitions(k)) for k in (2, 3, 4, 8)]
    [2, 5, 15, 4140]
    """
    sets = np.zeros((1, classifiers), dtype=np.int64)
    for member in range(classifiers):
        used = np.count_nonzero(sets, axis=1)
        grown = np.repeat(np.arange(len(sets)), used + 1)  # into each set that there is, or into a new one
        into = np.concatenate([np.arange(count + 1) for count in used])
        sets = sets[grown]
        sets[np.arange(len(sets)), into] |= 1 << member
    return sets


def _largest_rank(ranks: Ints) -> Ints:
    """Return the largest rank of a pair within each set of classifiers, a set being a sum of powers of two."""
    largest = np.full(1, -1)
    for member, row in enumerate(ranks):
        with_member = np.full(1, -1)
        for other in row[:member]:
            with_member = np.concatenate([with_member, np.maximum(with_member, other)])
        largest = np.concatenate([largest, np.maximum(largest, with_member)])
    return largest


def _is_inside_another(sets: Ints, within: Ints, top: Ints) -> NDArray[np.bool_]:
    """Say which partitions tell nothing new: two of their sets can be joined, and the largest statistic is the same."""
    inside = np.zeros(len(sets), dtype=np.bool_)
    for second in range(1, sets.shape[1]):
        for first in range(second):
            joined = sets[:, first] | sets[:, second]
            inside |= (sets[:, second] > 0) & (within[joined] <= top)
    return inside


def _dataset_flip_members(sets: Ints, ranks: Ints, pairs: int) -> NDArray[np.bool_]:
    """Say which pairs, by rank, lie within a set of each partition."""
    members = np.zeros((len(sets), pairs), dtype=np.bool_)
    for second in range(1, len(ranks)):
        for first in range(second):
            if ranks[first, second] >= 0:
                both = (1 << first) | (1 << second)
                members[:, ranks[first, second]] = ((sets & both) == both).any(axis=1)
    return members
