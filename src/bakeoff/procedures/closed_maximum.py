"""Closed testing of all pairs of a few classifiers: every way in which some of them could be equal is tested.

If b equals a, and c equals b, then c equals a: what can be true together is a partition of the classifiers into sets
of equals. The adjusted p-value of a pair is the largest over all partitions that hold the pair in one set. There
are few of them for few classifiers (4,139 for eight), and step-down tests, which allow for combinations that
cannot be, find less.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.evidence import Ints
from bakeoff.core.results import Alternative
from bakeoff.procedures.dataset_flips import FlippedStatistics, Judged, Pairing

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
    return len(_partitions(np.unique(np.concatenate([pairing.a, pairing.b])).size)) - 1


def closed(statistics: FlippedStatistics, pairing: Pairing) -> Judged:
    """Return the p-values of all pairs, adjusted by the maximum over every partition that makes the pair equal.

    The p-value of a partition is the share of flips in which any pair within its sets reaches the largest
    observed statistic of those pairs.
    """
    pairs = statistics.bar.size
    ranks = _ranks(statistics, pairing)
    sets = _partitions(len(ranks))
    within = _largest_rank(ranks)
    top = within[sets].max(axis=1)
    wanted = (top >= 0) & ~_inside_another(sets, within, top)
    sets, top = sets[wanted], top[wanted]
    members = _members(sets, ranks, pairs)
    alone, among = np.zeros(pairs), np.zeros(len(sets))
    for start in range(0, statistics.flips, _AT_ONCE):
        flipped = statistics.under(slice(start, start + _AT_ONCE), slice(None))
        for rank, bar in enumerate(statistics.bar.tolist()):
            # Pairs are in order of their observed statistics: those of a set with this largest one are no later.
            reach = _pack(flipped[: rank + 1] >= bar)
            alone[rank] += _count(reach[rank : rank + 1])[0]
            among[top == rank] += _count(_join(reach, members[top == rank, : rank + 1]))
    adjusted = np.where(members, among[:, None], 0.0).max(axis=0)
    p_values, p_adjusted = np.empty(pairs), np.empty(pairs)
    p_values[statistics.order] = alone / statistics.flips
    p_adjusted[statistics.order] = adjusted / statistics.flips
    return Judged(statistics.observed, p_values, p_adjusted)


def _pack(rows: NDArray[np.bool_]) -> Words:
    """Return each row as bits, 64 to a word; what is left of the last word is 0."""
    packed = np.zeros((len(rows), -(-rows.shape[1] // 64) * 8), dtype=np.uint8)
    packed[:, : -(-rows.shape[1] // 8)] = np.packbits(rows, axis=1)
    return packed.view(np.uint64)


def _join(reach: Words, members: NDArray[np.bool_]) -> Words:
    """Return in which flips any member of each partition reaches the bar, as bits."""
    joined = np.zeros((len(members), reach.shape[1]), dtype=np.uint64)
    for row, member in zip(joined, members, strict=True):
        np.bitwise_or.reduce(reach[member], axis=0, out=row)
    return joined


def _count(bits: Words) -> Ints:
    counts: Ints = _BITS[bits.view(np.uint8)].sum(axis=1, dtype=np.int64)
    return counts


def _ranks(statistics: FlippedStatistics, pairing: Pairing) -> Ints:
    """Return the place of each pair's statistic, 0 the smallest, as a symmetric table; −1 for pairs not judged."""
    used, places = np.unique(np.concatenate([pairing.a, pairing.b]), return_inverse=True)
    a, b = places.reshape(2, -1)
    ranks = np.full((used.size, used.size), -1)
    ranks[a[statistics.order], b[statistics.order]] = np.arange(a.size)
    both: Ints = np.maximum(ranks, ranks.T)
    return both


@lru_cache(maxsize=MOST_CLASSIFIERS)
def _partitions(classifiers: int) -> Ints:
    """Return every partition of so many classifiers, one row of sets each, a set being a sum of powers of two.

    >>> [len(_partitions(k)) for k in (2, 3, 4, 8)]
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


def _inside_another(sets: Ints, within: Ints, top: Ints) -> NDArray[np.bool_]:
    """Say which partitions tell nothing new: two of their sets can be joined, and the largest statistic is the same."""
    inside = np.zeros(len(sets), dtype=np.bool_)
    for second in range(1, sets.shape[1]):
        for first in range(second):
            joined = sets[:, first] | sets[:, second]
            inside |= (sets[:, second] > 0) & (within[joined] <= top)
    return inside


def _members(sets: Ints, ranks: Ints, pairs: int) -> NDArray[np.bool_]:
    """Say which pairs, by rank, lie within a set of each partition."""
    members = np.zeros((len(sets), pairs), dtype=np.bool_)
    for second in range(1, len(ranks)):
        for first in range(second):
            if ranks[first, second] >= 0:
                both = (1 << first) | (1 << second)
                members[:, ranks[first, second]] = ((sets & both) == both).any(axis=1)
    return members
