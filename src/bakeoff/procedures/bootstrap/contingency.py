"""Predictions as a table of distinct (true class, predictions…) cells: what every count metric needs.

A test set of a million examples with two classes and two classifiers is eight numbers. Drawing examples
with replacement is drawing the eight numbers from a multinomial distribution: the same distribution, at a
cost that no longer depends on the number of examples.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_weights

_BYTE = 256
_FEWEST, _AFFORDABLE = 1000, 20_000_000  # draws of a table, and numbers drawn in all
_WIDEST = 1 << 22  # codes that are counted in one array; beyond it they are sorted


@dataclass(frozen=True, slots=True, kw_only=True)
class Contingency:
    """The distinct combinations of true class and predictions, and how often each occurs."""

    truth: Ints  # one for each cell, ascending
    predictions: Ints  # cells × classifiers
    counts: Ints  # examples in each cell
    classes: int
    weights: Floats | None = None  # of one example of each cell; None: all the same
    clusters: Ints | None = None  # clusters × cells: the counts of each cluster

    @property
    def total(self) -> int:
        """The number of examples."""
        return int(self.counts.sum())

    @property
    def units(self) -> int:
        """The number of independent units: clusters where there are any, otherwise examples."""
        return self.total if self.clusters is None else self.clusters.shape[0]

    def affordable(self, draws: int) -> int:
        """Return so many draws of the whole table, or fewer, but some thousand, where it has very many cells.

        Weights that all differ make a cell of every example.
        """
        return min(draws, max(_FEWEST, _AFFORDABLE // max(self.counts.size, 1)))

    def swap(self) -> "Contingency":
        """Return the cells of the first two classifiers, exchanged, in their own order."""
        order = np.lexsort((self.predictions[:, 0], self.predictions[:, 1], self.truth))
        return Contingency(
            truth=self.truth[order],
            predictions=self.predictions[order][:, ::-1],
            counts=self.counts[order],
            classes=self.classes,
            weights=None if self.weights is None else self.weights[order],
            clusters=None if self.clusters is None else self.clusters[:, order],
        )


class Tallies(NamedTuple):
    """What every count metric is made of: classes × resamples, as (weighted) numbers of examples."""

    hits: Floats  # of the class, and predicted so
    truth: Floats  # of the class
    predicted: Floats  # predicted to be of the class


@check_arguments
def tabulate(
    truth: Ints,
    predictions: Ints,
    *,
    classes: int,
    weights: Floats | None = None,
    clusters: NDArray[np.generic] | None = None,
) -> Contingency:
    """Return the table of distinct cells of a test set.

    Parameters
    ----------
    truth
        The true class of each example, numbered from 0.
    predictions
        Examples × classifiers: the predicted classes, numbered alike.
    classes
        How many classes there are.
    weights
        How much each example counts; None: all the same.
    clusters
        Which examples belong together; None: each stands alone.

    Examples
    --------
    >>> cells = tabulate(np.array([0, 1, 1]), np.array([[0, 0], [1, 0], [1, 0]]), classes=2)
    >>> cells.truth.tolist(), cells.predictions.tolist(), cells.counts.tolist()
    ([0, 1], [[0, 0], [1, 0]], [1, 2])
    """
    _check_labels(truth, predictions, classes)
    columns, bases = [truth, *predictions.T], [classes] * (1 + predictions.shape[1])
    levels = None
    if weights is not None:
        levels, level = np.unique(check_weights(weights, truth.size), return_inverse=True)
        columns.append(level)
        bases.append(levels.size)
    distinct, counts, cell = _find_distinct_rows(columns, bases, locate=clusters is not None)
    return Contingency(
        truth=distinct[:, 0],
        predictions=distinct[:, 1 : 1 + predictions.shape[1]],
        counts=counts,
        classes=classes,
        weights=None if levels is None else levels[distinct[:, -1]],
        clusters=None if clusters is None else _by_cluster(cell, counts.size, clusters),
    )


def select_classifier(cells: Contingency, classifier: int) -> Contingency:
    """Return the cells with one classifier's predictions only; cells that become alike stay apart."""
    return Contingency(
        truth=cells.truth,
        predictions=cells.predictions[:, [classifier]],
        counts=cells.counts,
        classes=cells.classes,
        weights=cells.weights,
        clusters=cells.clusters,
    )


def tally(cells: Contingency, amounts: Floats, *, classifier: int) -> Tallies:
    """Return the tallies of one classifier, given how much of each cell each resample holds.

    `amounts` is cells × resamples; it is weighted here, if the examples have weights.
    """
    weighted = amounts if cells.weights is None else amounts * cells.weights[:, None]
    predicted = cells.predictions[:, classifier]
    right = np.flatnonzero(predicted == cells.truth)
    return Tallies(
        hits=_sum_groups(weighted[right], cells.truth[right], cells.classes),
        truth=_sum_groups(weighted, cells.truth, cells.classes),
        predicted=_sum_groups(weighted, predicted, cells.classes),
    )


def as_one_resample(cells: Contingency) -> Floats:
    """Return the test set itself as one resample: cells × 1."""
    return cells.counts.astype(np.float64)[:, None]


def _sum_groups(amounts: Floats, group: Ints, groups: int) -> Floats:
    """Add up the rows of each group: groups × resamples."""
    sums = np.zeros((groups, amounts.shape[1]))
    if group.size:
        order = np.argsort(group, kind="stable")
        present, starts = np.unique(group[order], return_index=True)
        sums[present] = np.add.reduceat(amounts[order], starts, axis=0)
    return sums


def _find_distinct_rows(columns: list[Ints], bases: list[int], *, locate: bool) -> tuple[Ints, Ints, Ints]:
    """Return the distinct rows in ascending order, their counts, and, if asked, the row of each example."""
    size = 1
    for base in bases:
        size *= base
    if size > np.iinfo(np.int64).max:
        rows, cell, counts = np.unique(
            np.column_stack(columns), axis=0, return_inverse=True, return_counts=True
        )
        return rows, counts, cell.reshape(-1)
    kind: type[np.uint8] | type[np.intp] = np.uint8 if size <= _BYTE else np.intp
    code: NDArray[Any] = columns[0].astype(kind)
    for column, base in zip(columns[1:], bases[1:], strict=True):
        code *= base
        code += column.astype(kind)
    present, counts, cell = _count_codes(code, size, locate=locate)
    return np.column_stack(np.unravel_index(present, bases)), counts, cell


def _count_codes(code: NDArray[Any], size: int, *, locate: bool) -> tuple[Ints, Ints, Ints]:
    if size > _WIDEST:
        present, cell, counts = np.unique(code, return_inverse=True, return_counts=True)
        return present, counts, cell
    every = _count_bytes(code)[:size] if code.dtype == np.uint8 else np.bincount(code, minlength=size)
    present = np.flatnonzero(every)
    if not locate:
        return present, every[present], np.empty(0, dtype=np.intp)
    position = np.zeros(size, dtype=np.intp)
    position[present] = np.arange(present.size)
    return present, every[present], position[code]


def _count_bytes(code: NDArray[np.uint8]) -> Ints:
    """Count the values of bytes, two bytes at a time: half the steps of counting them one by one."""
    even = code.size // 2 * 2
    pairs = np.bincount(code[:even].view(np.uint16), minlength=_BYTE * _BYTE).reshape(_BYTE, _BYTE)
    counts: Ints = pairs.sum(axis=0) + pairs.sum(axis=1)
    counts[code[even:]] += 1
    return counts


def _by_cluster(cell: Ints, cells: int, clusters: NDArray[np.generic]) -> Ints:
    if clusters.shape != cell.shape:
        raise ProcedureError(
            f"there are {cell.size} examples but {clusters.size} names of clusters",
            where="clusters",
            fix="give the cluster of every example",
            code="BO052",
        )
    names, cluster = np.unique(clusters, return_inverse=True)
    if names.size < 2:
        raise ProcedureError(
            "resampling clusters needs two of them or more; there is one",
            where="clusters",
            fix="leave the clusters out if the examples are independent after all",
            code="BO051",
        )
    return np.bincount(cluster * cells + cell, minlength=names.size * cells).reshape(names.size, cells)


def _check_labels(truth: Ints, predictions: Ints, classes: int) -> None:
    if truth.ndim != 1 or truth.size == 0 or predictions.ndim != 2 or predictions.shape[0] != truth.size:
        raise ProcedureError(
            f"predictions of shape {predictions.shape} do not belong to {truth.size} true classes",
            where="truth, predictions",
            fix="give one row of predictions for each true class, one column for each classifier",
            code="BO052",
        )
    whole = all(np.issubdtype(column.dtype, np.integer) for column in (truth, predictions))
    if not whole or any(column.min() < 0 or column.max() >= classes for column in (truth, predictions)):
        raise ProcedureError(
            f"classes are numbered from 0 to {classes - 1}; some of these are not",
            where="truth, predictions",
            fix="number the classes, those of the truth and those of the predictions, in one list",
            code="BO052",
        )
