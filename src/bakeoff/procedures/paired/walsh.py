"""Walsh averages, (d_i + d_j)/2 over all pairs i <= j: their order statistics, without building them all.

The k-th smallest of them bounds the interval that inverts the signed-rank test, their median is the
Hodges–Lehmann estimate. For n = 100,000 there are 5·10⁹; as the rows and columns of the (sorted) table
of pairs are sorted, one binary search for each row counts how many are below a pivot (the idea of Johnson
& Mizoguchi 1978), and few pivots lead to the k-th.
"""

from math import frexp, ldexp
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, Ints

_GATHER = 1 << 13  # so many pairs are written out and sorted
_ROWS = 4001  # rows looked at to choose a pivot
_MARGIN = 0.02  # more than the error of a share that is judged by so many rows


class DistinctValues(NamedTuple):
    """A sample as its distinct values, ascending, and how often each occurs."""

    values: Floats
    counts: Ints

    @property
    def n(self) -> int:
        """How many there are, repeats included."""
        return int(self.counts.sum())

    @property
    def pairs(self) -> int:
        """How many Walsh averages there are."""
        return self.n * (self.n + 1) // 2

    @property
    def mirrored(self) -> "DistinctValues":
        """The same sample with every sign changed."""
        return DistinctValues(0.0 - self.values[::-1], self.counts[::-1])


def count_distinct(differences: Floats) -> DistinctValues:
    """Return the distinct values of a sample and how often each occurs."""
    values, counts = np.unique(differences, return_counts=True)
    return DistinctValues(values, counts.astype(np.int64))


def pseudo_median(sample: DistinctValues) -> float:
    """Return the median of the Walsh averages: the Hodges–Lehmann estimate of the centre.

    >>> pseudo_median(count_distinct(np.array([1.0, 2.0, 4.0])))  # of 1, 1.5, 2, 2.5, 3, 4
    2.25
    """
    middle = (sample.pairs + 1) // 2
    low = kth_walsh_average(sample, middle)
    return low if sample.pairs % 2 else (low + kth_walsh_average(sample, middle + 1)) / 2


def kth_walsh_average(sample: DistinctValues, k: int) -> float:
    """Return the k-th smallest Walsh average, for k from 1 to the number of them.

    >>> kth_walsh_average(count_distinct(np.array([1.0, 2.0, 4.0])), 4)
    2.5
    """
    m = sample.values.size
    if m * (m + 1) // 2 <= _GATHER:
        sums, weights = walsh_sums(sample)
        return float(sums[np.searchsorted(np.cumsum(weights), k)]) / 2
    exponent = 51 - frexp(float(np.abs(sample.values).max()))[1]
    # On a binary grid that is as fine as the largest value allows, sums and differences are exact.
    grid = DistinctValues(np.rint(np.ldexp(sample.values, exponent)), sample.counts)
    return ldexp(_kth_sum(grid, k), -exponent - 1)


def walsh_sums(sample: DistinctValues) -> tuple[Floats, Ints]:
    """Return all distinct pairs' sums (twice the Walsh averages), ascending, and how often each occurs."""
    m = sample.values.size
    return _gather_candidates(sample, np.arange(m), np.full(m, m))


def _kth_sum(sample: DistinctValues, k: int) -> float:
    # Row a of the table holds values[a] + values[b] for b >= a; columns first[a] <= b < last[a] are
    # still candidates, `left` pairs of observations in all.
    m = sample.values.size
    first, last, left = np.arange(m), np.full(m, m), sample.pairs
    cumulated = np.concatenate([[0], np.cumsum(sample.counts)])
    while int((last - first).sum()) > _GATHER:
        pivot = _choose_pivot(sample, first, last, k / left)
        less = _split_rows(sample.values, pivot, "left").clip(first, last)
        no_more = _split_rows(sample.values, pivot, "right").clip(first, last)
        n_less = _pairs_between(sample.counts, cumulated, first, less)
        n_no_more = _pairs_between(sample.counts, cumulated, first, no_more)
        if k <= n_less:
            last, left = less, n_less
        elif k <= n_no_more:
            return pivot
        else:
            first, k, left = no_more, k - n_no_more, left - n_no_more
    sums, weights = _gather_candidates(sample, first, last)
    return float(sums[np.searchsorted(np.cumsum(weights), k)])


def _choose_pivot(sample: DistinctValues, first: Ints, last: Ints, share: float) -> float:
    """Return a candidate a little nearer to the middle than the one below which lies `share` of all."""
    rows = np.flatnonzero(last > first)
    rows = rows[:: -(-rows.size // _ROWS)]
    width = (last - first)[rows]
    # The golden ratio spreads the columns evenly, whatever the number of rows.
    columns = first[rows] + (np.arange(rows.size) * 0.6180339887498949 % 1 * width).astype(np.int64)
    sums = sample.values[rows] + sample.values[columns]
    order = np.argsort(sums, kind="stable")
    weight = np.cumsum((width * sample.counts[rows] * sample.counts[columns])[order])
    share = min(share + _MARGIN, 0.5) if share < 0.5 else max(share - _MARGIN, 0.5)
    return float(sums[order][np.searchsorted(weight, share * weight[-1])])


def _split_rows(values: Floats, pivot: float, side: str) -> Ints:
    """Return for each row how many columns are below the pivot, counted from column 0."""
    # Ascending needles find their places faster than descending ones: each begins at the last.
    if side == "left":
        return np.searchsorted(values, pivot - values[::-1], side="left")[::-1]
    return np.searchsorted(values, pivot - values[::-1], side="right")[::-1]


def _pairs_between(counts: Ints, cumulated: Ints, start: Ints, stop: Ints) -> int:
    """Count the pairs of observations in columns start <= b < stop of each row."""
    row = np.arange(counts.size)
    whole = counts * (cumulated[stop] - cumulated[start])
    diagonal = np.where((start == row) & (stop > row), counts * (counts - 1) // 2, 0)
    return int((whole - diagonal).sum())


def _gather_candidates(sample: DistinctValues, first: Ints, last: Ints) -> tuple[Floats, Ints]:
    """Return the candidate sums, ascending, and how many pairs of observations have each."""
    width = last - first
    row = np.repeat(np.arange(width.size), width)
    column = np.arange(row.size) + np.repeat(first - (np.cumsum(width) - width), width)
    c = sample.counts
    weights = np.where(row == column, c[row] * (c[row] + 1) // 2, c[row] * c[column])
    sums = sample.values[row] + sample.values[column]
    order = np.argsort(sums, kind="stable")
    return sums[order], weights[order]
