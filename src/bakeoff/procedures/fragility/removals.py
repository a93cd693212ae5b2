"""Which datasets to leave out so that the sign, sign-flip or t-test changes its mind."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats, Ints
from bakeoff.procedures.base.bisection import first_count

Confirm = Callable[[Ints], bool]  # whether leaving these out changes the verdict


class Removal(NamedTuple):
    """A smallest set of datasets to leave out, or none up to the size that was asked for.

    `exact` says that no smaller set does it; for none, that no set up to that size does.
    """

    indices: Ints | None
    exact: bool


class Goal(NamedTuple):
    """What is to be reached: the one-sided level below which b is called better, and from which side.

    `losing`: b is called better now and should no longer be; otherwise it should become so. Sets of more
    than `most` datasets are of no interest. `confirm` asks the test itself.
    """

    tail: float
    losing: bool
    most: int
    confirm: Confirm


def signed_removal(differences: Floats, goal: Goal) -> Removal:
    """Return the smallest set of datasets without which the sign test or the sign-flip test changes."""
    order = leaving_order(differences, losing=goal.losing)
    most = min(goal.most, differences.size - 1, order.size)
    if most < 1 or not goal.confirm(order[:most]):
        return Removal(None, exact=True)
    enough = first_count(lambda k: goal.confirm(order[:k]), 1, most)
    return Removal(np.sort(order[:enough]), exact=True)


def leaving_order(differences: Floats, *, losing: bool) -> Ints:
    """Return the datasets of the sign that is to be weakened, the largest difference first."""
    against = differences if losing else -differences
    order = np.argsort(-against, kind="stable")
    return order[: np.count_nonzero(against > 0)]


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


def t_removal(differences: Floats, goal: Goal) -> Removal:
    """Return the smallest set of datasets without which the t-test changes."""
    order = np.argsort(differences, kind="stable")
    values, n = differences[order], differences.size
    exact = not goal.losing or goal.tail <= _CRITICAL_BELOW_ONE or not _has_repeats(values[values <= 0])
    for size in range(1, min(goal.most, n - 2) + 1):
        critical = -special.stdtrit(n - size - 1, goal.tail)
        windows = _removal_windows(values, size, kept=not goal.losing)
        doubtful = windows.least <= critical if goal.losing else windows.most >= critical
        ranking = np.argsort(windows.t if goal.losing else -windows.t, kind="stable")
        for start in windows.start[ranking[doubtful[ranking]]]:
            removed = np.sort(_indices_left_out(order, start, size, kept=not goal.losing))
            if goal.confirm(removed):
                return Removal(removed, exact)
    return Removal(None, exact)


def _has_repeats(values: Floats) -> bool:
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
        windows = _removal_windows(differences[order], n - size, kept=kept)
        if windows.t.size and windows.t.max() > best[0]:
            left_out = _indices_left_out(order, windows.start[windows.t.argmax()], n - size, kept=kept)
            best = (float(windows.t.max()), np.setdiff1d(order, left_out))
    return np.sort(best[1])


def _indices_left_out(order: Ints, start: int, size: int, *, kept: bool) -> Ints:
    """Return what is left out: a window of `size`, or all but a window."""
    if not kept:
        return order[start : start + size]
    return np.concatenate([order[:start], order[start + order.size - size :]])


def _removal_windows(values: Floats, size: int, *, kept: bool) -> _Windows:
    """Return t for every window of the sorted `values` that leaves out `size` of them, if what is left varies."""
    n, m = values.size, values.size - size
    start = np.arange(n - (m if kept else size) + 1)
    end = start + (m if kept else size)
    varies = _which_vary(values, start, end, kept=kept)
    start, end = start[varies], end[varies]
    centre = values[n // 2]
    total, squares = (np.concatenate([[0.0], np.cumsum((values - centre) ** power)]) for power in (1, 2))
    s, q = total[end] - total[start], squares[end] - squares[start]
    if not kept:
        s, q = total[n] - s, squares[n] - q
    mean, around = centre + s / m, q - s**2 / m
    slack = 4 * n * np.finfo(np.float64).eps * squares[n]
    t, loose, tight = (_t_statistics(mean, around + change, m) for change in (0.0, slack, -slack))
    return _Windows(start, t, np.minimum(loose, tight), np.maximum(loose, tight))


def _t_statistics(mean: Floats, around: Floats, m: int) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        t: Floats = mean * np.sqrt(m * (m - 1.0) / np.maximum(around, 0.0))
    return np.where(mean == 0, 0.0, t)


def _which_vary(
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
