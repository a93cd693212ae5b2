"""Sums of numbers with random signs, that is of random subsets: their exact distribution, and all or some of them."""

from math import ceil, frexp, inf, ldexp
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats, Ints

Numbers = TypeVar("Numbers", Ints, Floats)

FEW_GROUPS = 20  # below which all flips of whole groups are counted, and a normal approximation is doubtful
MOST_WEIGHTS = 1000  # 2^1000 subsets can still be counted in a float
_MOST_IN_HALVES = 34  # two lists of 2^17 sums
_COST_OF_A_SUM = 64  # to build, sort and look up one sum, in additions of the dynamic programme
_AFFORDABLE = 2e8  # additions: a fifth of a second


def lower_tail(weights: Ints, bound: int) -> float:
    """Return P(S <= bound), where S is the sum of a random subset of at most 1,000 positive weights.

    >>> lower_tail(np.array([1, 2, 3]), 3)  # the sums 0, 1, 2, 3, 3 of 8
    0.625
    """
    total = int(weights.sum())
    if bound < 0 or bound >= total:
        return float(bound >= 0)
    if 2 * bound >= total:  # the complement of a subset is a subset: the upper part mirrors the lower
        return 1.0 - lower_tail(weights, total - bound - 1)
    step = int(np.gcd.reduce(weights))
    if _cost_in_halves(weights.size) < weights.size * (bound // step):
        count = _count_in_halves(weights, bound)
    else:
        count = float(subset_counts(weights // step, bound // step).sum())
    return ldexp(count, -weights.size)


def is_affordable(weights: Ints, bound: int) -> bool:
    """Say whether `lower_tail` takes a fraction of a second."""
    if weights.size > MOST_WEIGHTS or not weights.size:
        return not weights.size
    states = min(bound, int(weights.sum()) - bound) // int(np.gcd.reduce(weights))
    return min(_cost_in_halves(weights.size), weights.size * states) <= _AFFORDABLE


def _cost_in_halves(n: int) -> float:
    return _COST_OF_A_SUM * 2.0 ** ((n + 1) // 2) if n <= _MOST_IN_HALVES else inf


def _count_in_halves(weights: Ints, bound: int) -> float:
    """Count the subsets with a sum up to `bound`: each half of the weights has few subsets."""
    first = np.sort(all_sums(weights[::2]))
    second = np.sort(all_sums(weights[1::2]))
    return float(np.searchsorted(first, bound - second[::-1], side="right").sum())


def all_sums(weights: Numbers) -> Numbers:
    """Return the sums of all 2^n subsets; that of the empty one comes first."""
    sums = np.zeros(1, dtype=weights.dtype)
    for weight in weights:
        sums = np.concatenate([sums, sums + weight])
    return sums


def subset_counts(weights: Ints, bound: int) -> Floats:
    """Return how many subsets of the positive `weights` have the sums 0, 1, …, `bound`."""
    counts, spare = np.zeros(bound + 1), np.zeros(bound + 1)
    counts[0] = 1.0
    top = 0  # the largest sum so far
    for weight in np.sort(weights).tolist():
        if weight > bound:
            break
        top = min(top + weight, bound)
        # Two buffers: adding a shifted array to itself would make numpy copy it each time.
        spare[:weight] = counts[:weight]
        np.add(counts[weight : top + 1], counts[: top + 1 - weight], out=spare[weight : top + 1])
        counts, spare = spare, counts
    return counts


_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.float64)
_AT_ONCE = 1 << 24  # random bytes held at a time
_BLOCK = 1 << 14  # sums that stay in the processor's cache while tables pass
_LONG = 1e8  # whole numbers beyond this come from rounded fractions such as 2/3, not from short decimals


class WholeDifferences(NamedTuple):
    """Differences as whole numbers, so that sums are exact: value = whole / per_unit."""

    whole: Floats
    per_unit: float
    slack: int  # sums that differ by so much may be equal but for rounding


class Subsets(NamedTuple):
    """Subsets of the differences: all but the empty one, or random ones.

    The observed signs count as one more flip, that of no difference at all.
    """

    sums: Floats
    sizes: Floats

    def tails(self, slack: int) -> tuple[float, float]:
        """Return the shares of flips with at least, and with at most, the observed sum."""
        flips = self.sums.size + 1
        no_less = int(np.count_nonzero(self.sums <= slack)) + 1
        no_more = int(np.count_nonzero(self.sums >= -slack)) + 1
        return no_less / flips, no_more / flips

    def ends(self, tail_mass: float) -> tuple[float, float]:
        """Return the ends of the shifts for which neither of the tails is below `tail_mass`."""
        flips = self.sums.size + 1
        k = max(0, ceil(tail_mass * flips) - 1)
        k += (k + 1) / flips < tail_mass  # where the product was rounded down
        # Flipping nothing (which random subsets may do, too) counts in both tails at any shift.
        some = self.sizes > 0
        means = self.sums[some] / self.sizes[some]
        k -= self.sums.size - means.size
        if k <= 0:
            return -inf, inf
        low, high = np.partition(means, [k - 1, means.size - k])[[k - 1, means.size - k]]
        return float(low), float(high)


def as_whole_differences(differences: Floats) -> WholeDifferences:
    """Return the differences as whole numbers of the smallest decimal unit that all of them share.

    >>> as_whole_differences(np.array([0.05, -0.125]))
    WholeDifferences(whole=array([  50., -125.]), per_unit=1000.0, slack=0)
    """
    for digits in range(13):
        scaled = differences * 10.0**digits
        whole = np.rint(scaled)
        if float(np.abs(whole).sum()) >= 2.0**50:
            break
        if (np.abs(scaled - whole) <= 1e-15 * np.abs(scaled)).all():
            slack = 0 if np.abs(whole).max() < _LONG else differences.size // 2
            return WholeDifferences(whole + 0.0, 10.0**digits, slack)
    # No short decimals: a binary grid, as fine as the exact sums of doubles allow.
    exponent = min(50 - frexp(float(np.abs(differences).sum()))[1], 1000)
    return WholeDifferences(
        np.rint(np.ldexp(differences, exponent)) + 0.0, 2.0**exponent, differences.size // 2
    )


def all_subsets(whole: Floats) -> Subsets:
    """Return every subset but the empty one."""
    return Subsets(all_sums(whole)[1:], all_sums(np.ones_like(whole))[1:])


def random_subsets(whole: Floats, *, rng: np.random.Generator, count: int) -> Subsets:
    """Return random subsets that depend on the set of differences, not on their order or common sign."""
    ordered = np.sort(whole)
    # A sample and its mirror image get the same subsets: those of the one that leans to the right.
    leans = np.flatnonzero(ordered + ordered[::-1])
    turned = leans.size > 0 and bool(ordered[leans[0]] + ordered[::-1][leans[0]] < 0)
    drawn = _random_sums(-ordered[::-1] if turned else ordered, rng=rng, count=count)
    sums, sizes = -drawn.real if turned else drawn.real, drawn.imag
    if leans.size == 0:  # its own mirror image: so are its subsets
        sums, sizes = np.concatenate([sums, -sums]), np.concatenate([sizes, sizes])
    return Subsets(sums, sizes)


def _random_sums(whole: Floats, *, rng: np.random.Generator, count: int) -> NDArray[np.complex128]:
    """Return sum + size·i of random subsets: one look-up in a table for eight differences."""
    eights = -(-whole.size // 8)
    members = np.zeros((eights, 8), dtype=np.complex128)
    members.ravel()[: whole.size] = whole + 1j
    sums = np.zeros(count, dtype=np.complex128)
    rows = max(1, _AT_ONCE // count)
    for start in range(0, eights, rows):
        tables = members[start : start + rows] @ _BITS.T
        picks = rng.integers(0, 256, size=(len(tables), count), dtype=np.uint8)
        for block in range(0, count, _BLOCK):
            part = sums[block : block + _BLOCK]
            for table, byte in zip(tables, picks[:, block : block + _BLOCK], strict=True):
                part += table[byte]
    return sums
