"""Wilcoxon's signed-rank test of very many pairs: p-values only, all pairs of a block at once."""

from math import floor, log10
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from bakeoff.core.arrays import Floats, Ints
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import Pairs, check_complete, pair_columns
from bakeoff.procedures.base.signed_rank_null import rank_sum_tail

EXACT_UP_TO = 60  # datasets; beyond, the corrected normal approximation is within 1e-4 of the exact p-value
BLOCK = 1 << 17  # differences that are sorted at once: they stay in the cache


@check_arguments
def wilcoxon_p_values(scores: Floats, *, pairs: Pairs) -> Floats:
    """Return the two-sided p-value of the signed-rank test of each pair, unadjusted.

    For tables with thousands of pairs, where an interval for each would be a long wait. Zeros by Pratt's
    rule, ties by mean ranks. Exact for up to 60 datasets; beyond by a normal approximation with the ties'
    variance and kurtosis, and a continuity correction. For one pair `wilcoxon`
    is exact with ties too, and has the estimate and its interval.

    Parameters
    ----------
    scores : array of shape (datasets, classifiers)
        Complete, and turned so that higher is better.
    pairs : sequence of (int, int)
        The columns of a and b of each pair.

    References
    ----------
    wilcoxon1945, pratt1959

    Examples
    --------
    >>> table = np.array([[0.9, 0.8], [0.8, 0.7], [0.7, 0.8], [0.9, 0.6], [0.7, 0.5], [0.8, 0.4]])
    >>> wilcoxon_p_values(table, pairs=[(1, 0)]).round(4).tolist()
    [0.125]
    """
    integers, unit = _ordered_integers(check_complete(scores))
    keys: NDArray[np.signedinteger] = np.ascontiguousarray(integers.T)
    a, b = pair_columns(pairs, classifiers=len(keys))
    rows = max(1, BLOCK // keys.shape[1])
    blocks = (_p_values(keys, unit, a[i : i + rows], b[i : i + rows]) for i in range(0, len(a), rows))
    return np.concatenate([np.empty(0), *blocks])


def _ordered_integers(table: Floats) -> tuple[NDArray[np.signedinteger], int]:
    """Return the scores as whole numbers, which sort fast, and the unit beyond which their differences are no noise.

    Decimal scores have few digits, all of which count. Of others twelve digits of a difference do.
    """
    largest = float(np.abs(table).max(initial=0.0))
    for decimals in range(8):
        scaled = table * 10.0**decimals
        whole = np.rint(scaled)
        if np.abs(scaled - whole).max(initial=0.0) <= 1e-9 * largest * 10.0**decimals < 2**28 * 1e-9:
            return whole.astype(np.int32), 1
    places = 17 - floor(log10(largest))  # twelve digits and more, well within 64 bits
    return np.rint(table * 10.0**places).astype(np.int64), 1_000_000


def _p_values(keys: NDArray[np.signedinteger], unit: int, a: Ints, b: Ints) -> Floats:
    differences = keys[b] - keys[a]
    if unit > 1:
        differences = np.rint(differences / unit).astype(np.int64)
    positive = differences > 0
    sizes = np.abs(differences, out=differences)
    # The sign rides in the lowest bit: one sort ranks the sizes and keeps the signs with them.
    packed = np.bitwise_or(np.left_shift(sizes, 1, out=sizes), positive, out=sizes)
    packed.sort(axis=1)
    ranked = _Ranked.of(packed)
    if packed.shape[1] > EXACT_UP_TO:
        return _normal_p_values(ranked)
    return np.array([_exact_p(row, sums) for row, sums in zip(packed, ranked.smaller, strict=True)])


class _Ranked(NamedTuple):
    """Of each pair: the rank sum of its positive differences, and sums of powers of all ranks that carry a sign."""

    plus: Floats
    total: Floats
    squares: Floats
    fourths: Floats
    step: Floats  # by how much the rank sum can change at least: half a rank where two share a mean rank

    @property
    def smaller(self) -> Floats:
        return np.minimum(self.plus, self.total - self.plus)

    @classmethod
    def of(cls, packed: NDArray[np.signedinteger]) -> "_Ranked":
        rows, n = packed.shape
        ranks = np.arange(1, n + 1, dtype=np.float64)
        zeros = (packed == 0).sum(axis=1)
        powers = [np.concatenate([[0.0], np.cumsum(ranks**k)]) for k in (1, 2, 4)]
        total, squares, fourths = (sums[n] - sums[zeros] for sums in powers)
        # Whole numbers below 2^24 are exact in single precision, which is twice as fast.
        kind = np.float32 if n < 5_000 else np.float64
        plus = ((packed & 1).astype(kind) @ ranks.astype(kind)).astype(np.float64)
        step = np.ones(rows)
        if ((packed[:, 1:] ^ packed[:, :-1]) < 2).any():
            starts, lengths, wins, row = _tie_groups(packed)
            # Within a tie losses were sorted before wins, which gave the wins too high a rank.
            plus -= np.bincount(row, wins * (lengths - wins) / 2, minlength=rows)
            middle, spread = starts + (lengths + 1) / 2, (lengths**2 - 1) / 12
            squares -= np.bincount(row, lengths * spread, minlength=rows)
            fourth = middle**2 * 6 * spread + spread * (3 * lengths**2 - 7) / 20
            fourths -= np.bincount(row, lengths * fourth, minlength=rows)
            step[row[lengths % 2 == 0]] = 0.5
        return cls(plus, total, squares, fourths, step)


def _tie_groups(packed: NDArray[np.signedinteger]) -> tuple[Ints, Ints, Ints, Ints]:
    """Return the ties of two and more, zeros aside: place in the row, length, positive ones, row."""
    rows, n = packed.shape
    sizes = packed >> 1
    first = np.ones((rows, n), dtype=bool)
    np.not_equal(sizes[:, 1:], sizes[:, :-1], out=first[:, 1:])
    starts = np.flatnonzero(first)
    lengths = np.diff(starts, append=rows * n)
    wins = np.add.reduceat(packed.ravel() & 1, starts)
    several = (lengths > 1) & (sizes.ravel()[starts] > 0)
    starts, lengths, wins = starts[several], lengths[several], wins[several]
    return starts % n, lengths, wins.astype(np.int64), starts // n


def _exact_p(packed: NDArray[np.signedinteger], smaller: float) -> float:
    _, group, count = np.unique(packed >> 1, return_inverse=True, return_counts=True)
    doubled = (2 * np.cumsum(count) - count + 1)[group]
    return min(1.0, 2 * rank_sum_tail(doubled[packed > 0], round(2 * smaller)))


def _normal_p_values(ranked: _Ranked) -> Floats:
    """Return two-sided p-values by the normal approximation with the kurtosis of the ranks."""
    spread = np.maximum(ranked.squares, 1.0)
    z = np.maximum((ranked.total - 2 * ranked.smaller - ranked.step) / np.sqrt(spread), 0.0)
    kurtosis = -2 * ranked.fourths / spread**2 / 24
    tails: Floats = special.ndtr(-(z - kurtosis * (z**3 - 3 * z)))
    return np.minimum(1.0, 2 * tails)
