"""Arrays of numbers: their types, and decimal scores in them free of floating-point noise."""

from collections.abc import Sequence
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

MOST_DECIMALS = 8  # beyond, the numbers were not typed but computed
_TINY = 1e-280  # all zero, or too small for a power of ten
_AT_ONCE = 1 << 17  # differences: a megabyte of them
_CLOSE = 4  # times as many numbers as are given: counting them is quicker than sorting
_EVERY = 999  # digits: such numbers are left as they are


def advantage(a: Floats, b: Floats, *, higher_is_better: bool) -> Floats:
    """Return by how much b is better than a, free of floating-point noise.

    Scores are decimal numbers: 0.85 - 0.80 and 0.90 - 0.85 are the same difference, although not in
    binary. Twelve significant digits of the largest score are kept, so that ties are ties.

    >>> advantage(np.array([0.80, 0.85]), np.array([0.85, 0.90]), higher_is_better=True).tolist()
    [0.05, 0.05]
    """
    raw = b - a if higher_is_better else a - b
    finite = np.concatenate([a[np.isfinite(a)].ravel(), b[np.isfinite(b)].ravel()])
    return _round_values(raw, digits=_digits_kept(float(np.abs(finite).max(initial=0.0))))


def advantages(table: Floats, pairs: Sequence[tuple[int, int]], *, higher_is_better: bool) -> Floats:
    """Return the `advantage` of every pair of columns, one row for each: all at once, and the same to the last bit.

    NaN where a score of the two is missing; the largest score is then that of the rows which both have.

    >>> advantages(np.array([[0.80, 0.85], [0.85, 0.90]]), [(0, 1), (1, 0)], higher_is_better=True).tolist()
    [[0.05, 0.05], [-0.05, -0.05]]
    """
    a, b = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    if not higher_is_better:
        a, b = b, a
    columns = np.ascontiguousarray(table.T)
    return _subtract_rows(columns, a, b, _digits_of_pairs(columns, a, b))


def column_advantages(table: Floats, a: Ints, b: Ints) -> Floats:
    """Return the `advantage` of columns b over columns a, a column for each pair; NaN where one of the two is missing.

    All are as precise as the largest score allows. Each pair's differences are side by side in memory.

    >>> column_advantages(np.array([[0.80, 0.85], [0.85, 0.90]]), np.array([0]), np.array([1])).tolist()
    [[0.05], [0.05]]
    """
    columns = np.ascontiguousarray(table.T)
    sizes = np.abs(columns[np.unique(np.concatenate([a, b]))])
    digits = _digits_kept(float(sizes[np.isfinite(sizes)].max(initial=0.0)))
    return _subtract_rows(columns, a, b, np.full(a.size, digits)).T


def rank_codes(codes: Ints) -> Ints:
    """Return the place of each number among those that occur; numbers that lie close are not sorted for that.

    >>> rank_codes(np.array([7, 3, 3, 9])).tolist(), rank_codes(np.array([10**9, 0])).tolist()
    ([1, 0, 0, 2], [1, 0])
    """
    if not codes.size:
        return codes
    lowest = int(codes.min())
    span = int(codes.max()) - lowest + 1
    if span > _CLOSE * codes.size:
        places: Ints = np.unique(codes, return_inverse=True)[1].reshape(-1)
        return places
    shifted = codes - lowest
    occurs = np.zeros(span, dtype=np.int64)
    occurs[shifted] = 1
    return (np.cumsum(occurs) - 1)[shifted]


def _subtract_rows(rows: Floats, a: Ints, b: Ints, digits: Ints) -> Floats:
    """Return rows b minus rows a, each rounded to so many digits; few at a time, which takes little memory."""
    differences = np.empty((a.size, rows.shape[1]))
    at_once = max(1, _AT_ONCE // max(1, rows.shape[1]))
    for start in range(0, a.size, at_once):
        some = slice(start, start + at_once)
        raw = rows[b[some]] - rows[a[some]]
        for number in np.unique(digits[some]).tolist():
            same = digits[some] == number
            raw[same] = _round_values(raw[same], digits=number)
        differences[some] = raw
    return differences


def _digits_of_pairs(columns: Floats, a: Ints, b: Ints) -> Ints:
    """Return how many digits are kept of each pair of columns, by the largest number in rows that both have."""
    finite = np.isfinite(columns)
    sizes = np.where(finite, np.abs(columns), 0.0)
    if finite.all():
        digits = np.array([_digits_kept(size) for size in sizes.max(axis=1, initial=0.0).tolist()])
        decimals: Ints = np.minimum(digits[a], digits[b])
        return decimals
    # Row i, column j: the largest of column j in the rows that column i has.
    largest = np.array([(sizes * there).max(axis=1, initial=0.0) for there in finite])
    return np.array([_digits_kept(size) for size in np.maximum(largest[a, b], largest[b, a]).tolist()])


def tidy(values: Floats) -> Floats:
    """Return scores free of floating-point noise: twelve significant digits of the largest are kept.

    A mean over folds depends in its last digits on the order of the folds; it should not break a tie.

    >>> tidy(np.array([0.1 + 0.2, 0.3])).tolist()
    [0.3, 0.3]
    """
    finite = values[np.isfinite(values)]
    return _round_values(values, digits=_digits_kept(float(np.abs(finite).max(initial=0.0))))


def rounding_step(*scores: Floats) -> float | None:
    """Return the step in which scores were written down, by their decimals; None where they were not rounded.

    >>> rounding_step(np.array([81.0, 79.5]), np.array([80.25])), rounding_step(np.array([1 / 3]))
    (0.01, None)
    """
    every = np.concatenate([each[np.isfinite(each)].ravel() for each in scores])
    for places in range(MOST_DECIMALS + 1):
        if (np.round(every, places) == every).all():
            return float(f"1e-{places}")
    return None


def _digits_kept(largest: float) -> int:
    """Return how many digits after the point are kept of numbers up to this one: twelve significant ones."""
    return 11 - floor(log10(largest)) if largest >= _TINY else _EVERY


def _round_values(values: Floats, *, digits: int) -> Floats:
    if digits == _EVERY:
        return values + 0.0
    rounded: Floats = np.round(values, digits) + 0.0  # no negative zero
    return rounded
