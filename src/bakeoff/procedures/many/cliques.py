"""Groups of classifiers that were not told apart: the bars of a diagram of ranks.

A bar never covers a pair that differs.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from bakeoff.core.arrays import Bools, Floats
from bakeoff.core.errors import ProcedureError


def bars(mean_ranks: Floats | Sequence[float], differs: Bools) -> tuple[tuple[int, ...], ...]:
    """Return the longest runs along the order of mean ranks in which no two classifiers differ.

    Runs of two or more, best first, none inside another. A pair that is not told apart but has a classifier between
    them that differs from either shares no bar: a bar would cover a difference. `cliques` shows such pairs.

    Parameters
    ----------
    mean_ranks : array of shape (k,)
        Gives the order; equal ranks keep the order of the input.
    differs : array of bool, shape (k, k)
        Symmetric: whether the test told two classifiers apart.

    Examples
    --------
    >>> differs = np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype=bool)
    >>> bars([1.2, 2.0, 2.8], differs)
    ((0, 1), (1, 2))
    """
    matrix = _check_differs(differs, size=len(mean_ranks))
    order = np.argsort(np.asarray(mean_ranks, dtype=np.float64), kind="stable")
    along = matrix[np.ix_(order, order)]
    k, runs, reached = len(order), [], 0
    ends = _run_ends(along)
    for start in range(k):
        if ends[start] > max(reached, start + 1):  # longer than one, and not inside the bar before
            runs.append(tuple(int(c) for c in order[start : ends[start]]))
            reached = ends[start]
    return tuple(runs)


def cliques(differs: Bools) -> tuple[tuple[int, ...], ...]:
    """Return all maximal groups, of two or more, in which no two classifiers differ, whatever their ranks.

    Examples
    --------
    >>> differs = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool)
    >>> cliques(differs)
    ((0, 2),)
    """
    matrix = _check_differs(differs, size=len(differs))
    alike = [_cliques_bits(~matrix[i]) & ~(1 << i) for i in range(len(matrix))]
    groups = (_cliques_members(g) for g in _maximal_cliques(0, (1 << len(alike)) - 1, 0, alike))
    return tuple(sorted(g for g in groups if len(g) > 1))


def _check_differs(differs: Bools, *, size: int) -> Bools:
    matrix = np.asarray(differs, dtype=bool)
    if matrix.shape != (size, size) or (matrix != matrix.T).any() or matrix.diagonal().any():
        raise ProcedureError(
            f"differences between {size} classifiers are a symmetric {size} × {size} table",
            where=f"differs, of shape {matrix.shape}",
            fix="mark each pair in both directions, and no classifier as different from itself",
            code="BO052",
        )
    return matrix


def _run_ends(along: Bools) -> list[int]:
    """Return, for each start, the end (exclusive) of the longest run without a differing pair."""
    k = len(along)
    ends = [k] * k
    for start in range(k - 2, -1, -1):
        first = np.flatnonzero(along[start, start + 1 :])
        ends[start] = min(ends[start + 1], start + 1 + int(first[0])) if first.size else ends[start + 1]
    return ends


def _maximal_cliques(group: int, candidates: int, done: int, alike: Sequence[int]) -> Iterator[int]:
    """Yield the maximal cliques that extend `group`, by Bron and Kerbosch (1973) with a pivot; sets are bits."""
    if not candidates and not done:
        yield group
        return
    pivot = max(_cliques_members(candidates | done), key=lambda v: (alike[v] & candidates).bit_count())
    for v in _cliques_members(candidates & ~alike[pivot]):
        yield from _maximal_cliques(group | 1 << v, candidates & alike[v], done & alike[v], alike)
        candidates &= ~(1 << v)
        done |= 1 << v


def _cliques_bits(row: Bools) -> int:
    return sum(1 << int(i) for i in np.flatnonzero(row))


def _cliques_members(bits: int) -> tuple[int, ...]:
    return tuple(i for i in range(bits.bit_length()) if bits >> i & 1)
