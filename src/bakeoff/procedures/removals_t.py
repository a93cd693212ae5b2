"""Which datasets to leave out so that a t-test changes its mind: only windows need be tried.

For m kept differences t grows with S/√Q, where S is their sum and Q the sum of their squares.

To become significant, the m *kept* differences are neighbours in sorted order. Let x < y < z with x
and z kept and y left out. Putting y in the place of x, or of z, moves (S, Q) to two points; the line
between them passes below (S, Q), at the same S. For c > 0 the set S <= c·√Q is convex, so one of the
two points has a larger S/√Q whenever S > 0. Every gap can thus be closed with a gain.

To lose significance, the *left-out* differences are neighbours. Let x < y < z with x and z left out
and y kept. With S₀ and Q₀ of the other kept ones, S/√Q as a function of y rises up to Q₀/S₀ and falls
from there if S₀ > 0, so at x or at z it is no larger; if S₀ <= 0, then at x it is no larger or S is
negative. Every hole can thus be closed without making a lost significance return.

Leaving out the ends only, as one might think, is not enough for either.
"""

from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.evidence import Floats, Ints
from bakeoff.procedures.removals import Found, Goal

# Sets that do not vary have no t. The first argument never leads to one. The second does if all but one kept
# difference equal some c <= 0 and another c was left out; but then t <= 1 with that one kept as well, so
# that a smaller removal does it, unless critical values are below 1: beyond this one-sided level.
_CRITICAL_BELOW_ONE = 0.15


class _Windows(NamedTuple):
    """The candidates of one size: where each window starts, its t, and how far rounding may move it."""

    start: Ints
    t: Floats
    least: Floats
    most: Floats


def t_removal(differences: Floats, goal: Goal) -> Found:
    """Return the smallest set of datasets without which the t-test changes."""
    order = np.argsort(differences, kind="stable")
    values, n = differences[order], differences.size
    exact = not goal.losing or goal.tail <= _CRITICAL_BELOW_ONE or not _repeats(values[values <= 0])
    for size in range(1, min(goal.most, n - 2) + 1):
        critical = -special.stdtrit(n - size - 1, goal.tail)
        found = _windows(values, size, kept=not goal.losing)
        doubtful = found.least <= critical if goal.losing else found.most >= critical
        ranking = np.argsort(found.t if goal.losing else -found.t, kind="stable")
        for start in found.start[ranking[doubtful[ranking]]]:
            removed = np.sort(_outside(order, start, size, kept=not goal.losing))
            if goal.confirm(removed):
                return Found(removed, exact)
    return Found(None, exact)


def _repeats(values: Floats) -> bool:
    return np.unique(values).size < values.size


def extreme_subset(differences: Floats, size: int) -> Ints:
    """Return the subset of this size with the largest t, of those that vary.

    If the largest t is positive the subset is a window, by the first argument above; if it is not,
    what is left out is one, by the second.
    """
    order = np.argsort(differences, kind="stable")
    n = differences.size
    best: tuple[float, Ints] = (-np.inf, order[n - size :])
    for kept in (True, False):
        found = _windows(differences[order], n - size, kept=kept)
        if found.t.size and found.t.max() > best[0]:
            left_out = _outside(order, found.start[found.t.argmax()], n - size, kept=kept)
            best = (float(found.t.max()), np.setdiff1d(order, left_out))
    return np.sort(best[1])


def _outside(order: Ints, start: int, size: int, *, kept: bool) -> Ints:
    """Return what is left out: a window of `size`, or all but a window."""
    if not kept:
        return order[start : start + size]
    return np.concatenate([order[:start], order[start + order.size - size :]])


def _windows(values: Floats, size: int, *, kept: bool) -> _Windows:
    """Return t for every window of the sorted `values` that leaves out `size` of them, if what is left varies."""
    n, m = values.size, values.size - size
    start = np.arange(n - (m if kept else size) + 1)
    end = start + (m if kept else size)
    varies = _varies(values, start, end, kept=kept)
    start, end = start[varies], end[varies]
    centre = values[n // 2]
    total, squares = (np.concatenate([[0.0], np.cumsum((values - centre) ** power)]) for power in (1, 2))
    s, q = total[end] - total[start], squares[end] - squares[start]
    if not kept:
        s, q = total[n] - s, squares[n] - q
    mean, around = centre + s / m, q - s**2 / m
    slack = 4 * n * np.finfo(np.float64).eps * squares[n]
    t, loose, tight = (_t(mean, around + change, m) for change in (0.0, slack, -slack))
    return _Windows(start, t, np.minimum(loose, tight), np.maximum(loose, tight))


def _t(mean: Floats, around: Floats, m: int) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        t: Floats = mean * np.sqrt(m * (m - 1.0) / np.maximum(around, 0.0))
    return np.where(mean == 0, 0.0, t)


def _varies(
    values: Floats, start: Ints, end: Ints, *, kept: bool
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Say which candidates keep at least two different values; sorted values vary if their ends differ."""
    if kept:
        return values[start] < values[end - 1]
    n = values.size
    low = np.where(start > 0, values[0], values[np.minimum(end, n - 1)])
    high = np.where(end < n, values[n - 1], values[np.maximum(start, 1) - 1])
    varies: np.ndarray[tuple[int], np.dtype[np.bool_]] = low < high
    return varies
