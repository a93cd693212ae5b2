"""The mean difference over items: items alone, in groups, or within tasks, of one pair or of many at once.

One estimator serves them all: the mean over tasks of the mean over their items, with the bias-reduced variance of
Bell and McCaffrey (CR2) summed over groups, and their degrees of freedom at the estimated correlation within groups.
With every item its own group it is Student's t for one task, and Satterthwaite's for several.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError

MOST_CROSSED = 400  # groups that lie across tasks for which the degrees of freedom are computed in full
_NOISE = 1e-12  # scores that are equal in decimal differ by less than this share of the largest


class Means(NamedTuple):
    """Mean differences, one for each row of differences, with their standard errors and degrees of freedom."""

    values: Floats
    errors: Floats
    df: Floats
    correlations: Floats  # within groups; 0 where every item stands alone
    tails: Floats  # by how much two pseudo-items must differ that guard against a long tail; 0 where there is none


class Strata:
    """Which task and which group every item belongs to, and what follows from that alone."""

    def __init__(self, tasks: Ints | None, groups: Ints | None, items: int) -> None:
        self.items = items
        self.task = np.zeros(items, dtype=np.int64) if tasks is None else _code_names(tasks)
        self.is_grouped = groups is not None
        self.group = np.arange(items) if groups is None else _code_names(groups)
        self.tasks = int(self.task.max(initial=-1)) + 1
        self.groups = int(self.group.max(initial=-1)) + 1
        self.task_sizes = np.bincount(self.task, minlength=self.tasks).astype(np.float64)
        # A cell is what one group has of one task.
        codes, cell = np.unique(self.task * self.groups + self.group, return_inverse=True)
        self.cell = cell.reshape(-1)
        self.cell_task, self.cell_group = codes // self.groups, codes % self.groups
        self.cell_sizes = np.bincount(self.cell, minlength=codes.size).astype(np.float64)
        self._check_cells()

    def _check_cells(self) -> None:
        cells_of_task = np.bincount(self.cell_task, minlength=self.tasks)
        if self.items < 2 or cells_of_task.min(initial=2) < 2:
            what = "group" if self.is_grouped else "item"
            raise ProcedureError(
                f"a spread needs two {what}s or more in every task; one has a single {what}"
                if self.items > 1
                else f"a spread needs two items or more; there is {self.items}",
                where="item_differences",
                fix="add items, leave such a task out, or pool the items of all tasks",
                code="BO051",
            )

    @cached_property
    def is_crossed(self) -> bool:
        """Whether some group has items of several tasks."""
        return bool(self.cell_task.size > self.groups)

    @cached_property
    def cell_weights(self) -> Floats:
        """What each item of a cell counts, enlarged for what its own group takes from the residuals (CR2)."""
        sizes = self.task_sizes[self.cell_task]
        weights: Floats = 1 / (self.tasks * sizes) / np.sqrt(1 - self.cell_sizes / sizes)
        return weights

    def sum_cells(self, rows: Floats) -> Floats:
        """Return the sums of rows × items over the items of each cell: rows × cells."""
        if self.cell_sizes.size == self.items:
            order = np.argsort(self.cell, kind="stable")
            return rows[:, order]
        return _mean_sums(rows, self.cell, self.cell_sizes.size)

    def sum_tasks(self, rows: Floats) -> Floats:
        """Return the sums over the items of each task: rows × tasks."""
        return _mean_sums(rows, self.task, self.tasks)

    def influences(self, rows: Floats) -> Floats:
        """Return what every group adds to the mean of each row, beyond its share: rows × groups."""
        by_cell = self.sum_cells(rows)
        means = self.sum_tasks(rows) / self.task_sizes
        parts = self.cell_weights * (by_cell - self.cell_sizes * means[:, self.cell_task])
        return _mean_sums(parts, self.cell_group, self.groups) if self.is_crossed else parts


def mean_differences(differences: Floats, strata: Strata) -> Means:
    """Return the mean of every row of differences (rows × items) over tasks, with its standard error and df."""
    rows = np.atleast_2d(differences)
    values: Floats = (strata.sum_tasks(rows) / strata.task_sizes).mean(axis=1)
    parts = strata.influences(rows)
    errors: Floats = np.sqrt(np.einsum("ij,ij->i", parts, parts))
    errors[errors <= _NOISE * np.abs(rows).max(axis=1, initial=0.0)] = 0.0
    within, correlations = _mean_spread(rows, strata)
    df = _mean_degrees(strata, within, correlations)
    return Means(values, errors, df, correlations, _tail_sizes(parts, errors))


def _tail_sizes(parts: Floats, errors: Floats) -> Floats:
    """Return by how much the furthest group lies further from the mean than is usual, in units of a difference.

    Near the bounds of a score most differences are small and a few are large, and a sample that lacks some of those
    is too sure of itself. Of n normal differences the largest square is about ln(n) variances; what is beyond that
    is the square of the pseudo-items' differences.
    """
    count = parts.shape[1]
    furthest = np.square(parts).max(axis=1, initial=0.0) * (count * (count - 1))
    sizes: Floats = np.sqrt(np.maximum(furthest - np.log(max(count, 1)) * count * errors**2, 0.0))
    return sizes


def _mean_spread(rows: Floats, strata: Strata) -> tuple[Floats, Floats]:
    """Return the variance of the items within each task (rows × tasks), and the correlation within groups."""
    sums = strata.sum_tasks(rows)
    squares = strata.sum_tasks(rows * rows)
    centred = np.maximum(squares - sums**2 / strata.task_sizes, 0.0)
    within = centred / np.maximum(strata.task_sizes - 1, 1)
    if strata.cell_sizes.size == strata.items:
        return within, np.zeros(len(rows))
    by_cell = strata.sum_cells(rows)
    between_cells = by_cell**2 / strata.cell_sizes
    between = between_cells.sum(axis=1) - (sums**2 / strata.task_sizes).sum(axis=1)
    inside = np.maximum(squares.sum(axis=1) - between_cells.sum(axis=1), 0.0)
    return within, _intraclass_correlation(between, inside, strata)


def _intraclass_correlation(between: Floats, inside: Floats, strata: Strata) -> Floats:
    """Return the correlation within groups from a one-way analysis of variance within tasks, cut to [0, 1]."""
    cells, items, tasks = strata.cell_sizes.size, strata.items, strata.tasks
    in_task = np.bincount(strata.cell_task, weights=strata.cell_sizes**2, minlength=tasks)
    size = (items - float((in_task / strata.task_sizes).sum())) / (cells - tasks)
    mean_inside = inside / (items - cells)
    mean_between = between / (cells - tasks)
    whole = mean_between + (size - 1) * mean_inside
    shares = np.divide(mean_between - mean_inside, whole, out=np.zeros_like(whole), where=whole > 0)
    clipped: Floats = np.clip(shares, 0.0, 1.0)
    return clipped


def _mean_degrees(strata: Strata, within: Floats, correlations: Floats) -> Floats:
    """Return Bell and McCaffrey's degrees of freedom: tr(B)²/tr(B²), B the variance of the groups' parts."""
    if strata.is_crossed:
        return _crossed_degrees(strata, within, correlations)
    traces, squares = np.zeros(len(within)), np.zeros(len(within))
    for task in range(strata.tasks):
        own = strata.cell_task == task
        one, two = _mean_traces(strata.cell_sizes[own], strata.cell_weights[own], correlations)
        traces += within[:, task] * one
        squares += within[:, task] ** 2 * two
    plain = strata.groups - strata.tasks
    df: Floats = np.divide(traces**2, squares, out=np.full(len(within), float(plain)), where=squares > 0)
    return df


def _mean_traces(sizes: Floats, weights: Floats, correlations: Floats) -> tuple[Floats, Floats]:
    """Return tr(B) and tr(B²) of one task at unit variance, for each correlation within groups.

    B = A(Ω - pωᵀ - ωpᵀ + Wppᵀ)A with A = diag(weights), ω the variances of the groups' sums, W their sum and p the
    groups' shares of the items: written out, so that it takes one pass.
    """
    if (sizes == 1).all():
        left, square_of_one = sizes.size - 1, float(weights[0]) ** 2
        one, two = square_of_one * left, square_of_one**2 * left
        return np.full(correlations.size, one), np.full(correlations.size, two)
    levels, place = np.unique(correlations, return_inverse=True)
    omega = sizes * (1 + (sizes - 1) * levels[:, None])
    whole = omega.sum(axis=1, keepdims=True)
    share, a2 = sizes / sizes.sum(), weights**2
    diagonal = omega - 2 * share * omega + whole * share**2
    rest = diagonal - omega
    pp = float((a2 * share**2).sum())
    po, oo = (a2 * share * omega).sum(axis=1), (a2 * omega**2).sum(axis=1)
    w = whole[:, 0]
    crossed = 2 * pp * oo + 2 * po**2 + w**2 * pp**2 - 4 * w * pp * po
    trace = (a2 * diagonal).sum(axis=1)
    square = (a2**2 * (omega**2 + 2 * omega * rest)).sum(axis=1) + crossed
    return trace[place.reshape(-1)], square[place.reshape(-1)]


def _crossed_degrees(strata: Strata, within: Floats, correlations: Floats) -> Floats:
    """Return the same where groups lie across tasks: B = T V Tᵀ over the cells."""
    if strata.groups > MOST_CROSSED:
        return np.full(len(within), float(strata.groups - 1))
    cells = np.arange(strata.cell_sizes.size)
    shares = strata.cell_sizes / strata.task_sizes[strata.cell_task]
    # What one unit of a cell's sum does to the part of every group.
    moved = np.zeros((strata.groups, cells.size))
    moved[strata.cell_group, cells] = strata.cell_weights
    of_task = strata.cell_task[:, None] == strata.cell_task
    taken = np.zeros_like(moved)
    np.add.at(taken, strata.cell_group, (strata.cell_weights * shares)[:, None] * of_task)
    moved -= taken
    return np.array(
        [
            _one_crossed(strata, moved, row, rho)
            for row, rho in zip(within, correlations.tolist(), strict=True)
        ]
    )


def _one_crossed(strata: Strata, moved: Floats, within: Floats, correlation: float) -> float:
    sds = np.sqrt(within)[strata.cell_task]
    alone = moved * (sds * np.sqrt((1 - correlation) * strata.cell_sizes))
    together = _mean_sums(moved * (sds * strata.cell_sizes), strata.cell_group, strata.groups) * np.sqrt(
        correlation
    )
    b = alone @ alone.T + together @ together.T
    square = float((b * b).sum())
    return float(np.trace(b)) ** 2 / square if square > 0 else float(strata.groups - 1)


def with_pseudo_items(means: Means, *, items: int, pseudo: float | Floats) -> Means:
    """Return the means with two items added that differ by ±pseudo: the guard for few items and bounded scores.

    For one task it is the mean (Σd)/(n + 2) with the standard error √([(Σd² + 2 pseudo²)/(n + 2) - mean²]/(n + 1)).
    """
    n = float(items)
    values = means.values * n / (n + 2)
    added = 2 * pseudo**2 + 2 * n * means.values**2 / (n + 2)
    variances = means.errors**2 * n * (n - 1) / ((n + 1) * (n + 2)) + added / ((n + 1) * (n + 2))
    return means._replace(values=values, errors=np.sqrt(variances))


def skewness(differences: Floats, strata: Strata) -> float:
    """Return the skewness of the groups' mean differences, each counted by its items."""
    sizes = np.bincount(strata.group, minlength=strata.groups).astype(np.float64)
    means = np.bincount(strata.group, weights=differences, minlength=strata.groups) / sizes
    shares = sizes / sizes.sum()
    centred = means - float(shares @ means)
    variance = float(shares @ centred**2)
    return float(shares @ centred**3) / variance**1.5 if variance > 0 else 0.0


def _code_names(names: Ints) -> Ints:
    codes: Ints = np.unique(names, return_inverse=True)[1].reshape(-1)
    return codes


def _mean_sums(rows: Floats, codes: Ints, count: int) -> Floats:
    """Return the sums of columns with the same code: rows × codes."""
    if count == 1:
        whole: Floats = rows.sum(axis=1, keepdims=True)
        return whole
    order = np.argsort(codes, kind="stable")
    starts = np.searchsorted(codes[order], np.arange(count))
    sums: Floats = np.add.reduceat(rows[:, order], starts, axis=1)
    return sums
