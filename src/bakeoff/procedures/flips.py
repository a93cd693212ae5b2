"""Sums and means of subsets of differences: all that flipping signs can do to their mean.

Let A be the set of differences whose signs are flipped. The flipped sum is at least the observed one if and
only if the sum over A is not positive; after a shift by δ, if and only if the mean over A is at most δ.
"""

from math import ceil, frexp, inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.evidence import Floats
from bakeoff.procedures.subset_sums import all_sums

_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.float64)
_AT_ONCE = 1 << 24  # random bytes held at a time
_BLOCK = 1 << 14  # sums that stay in the processor's cache while tables pass
_LONG = 1e8  # whole numbers beyond this come from rounded fractions such as 2/3, not from short decimals


class Grid(NamedTuple):
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


def on_a_grid(differences: Floats) -> Grid:
    """Return the differences as whole numbers of the smallest decimal unit that all of them share.

    >>> on_a_grid(np.array([0.05, -0.125]))
    Grid(whole=array([  50., -125.]), per_unit=1000.0, slack=0)
    """
    for digits in range(13):
        scaled = differences * 10.0**digits
        whole = np.rint(scaled)
        if float(np.abs(whole).sum()) >= 2.0**50:
            break
        if (np.abs(scaled - whole) <= 1e-15 * np.abs(scaled)).all():
            slack = 0 if np.abs(whole).max() < _LONG else differences.size // 2
            return Grid(whole + 0.0, 10.0**digits, slack)
    # No short decimals: a binary grid, as fine as the exact sums of doubles allow.
    exponent = min(50 - frexp(float(np.abs(differences).sum()))[1], 1000)
    return Grid(np.rint(np.ldexp(differences, exponent)) + 0.0, 2.0**exponent, differences.size // 2)


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
        chosen = rng.integers(0, 256, size=(len(tables), count), dtype=np.uint8)
        for block in range(0, count, _BLOCK):
            part = sums[block : block + _BLOCK]
            for table, byte in zip(tables, chosen[:, block : block + _BLOCK], strict=True):
                part += table[byte]
    return sums
