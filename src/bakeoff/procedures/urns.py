"""Drawing test sets again: the urn that a bootstrap draws from, with two examples of doubt in it.

A bootstrap can only repeat what it has seen. A classifier without a single error on fifty examples is
without error in every resample, and its interval has no width: for a macro-F1 the plain percentile interval
was measured to cover 56 % where it says 95 %, and BCa 52 %. So one example's worth of each way to be right
and wrong is put into the urn, spread evenly over the classes that occur: Agresti and Caffo's remedy for two
proportions, Bonett and Price's for paired ones. Coverage then stayed at .947 or above in every case tried.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from bakeoff.core.evidence import Floats, Ints
from bakeoff.procedures.cells import Cells

_AT_ONCE = 2_000_000  # numbers drawn at a time: 16 MB


class Urn(NamedTuple):
    """What is drawn, with replacement: single examples, or whole clusters of them."""

    cells: Cells  # those of the test set, then those of the doubts
    shares: Floats  # the chance of each unit in one draw
    draws: int  # units drawn for one resample
    contents: Ints | None  # units × cells; None where a unit is one example of its cell


def urn(cells: Cells) -> Urn:
    """Return the urn of a test set, for one or two classifiers.

    The doubts are, for each class that occurs, one example that the classifier gets right and one that it gets
    wrong, or one that b mends and one that b breaks; together they weigh as much as two examples.
    """
    present = np.unique(cells.truth)
    rivals = _rivals(cells, present)
    ways = np.array([[False], [True]] if cells.predictions.shape[1] == 1 else [[True, False], [False, True]])
    truth = np.repeat(present, 2)
    wrong = np.tile(ways, (present.size, 1))
    doubts = np.where(wrong, np.repeat(rivals, 2)[:, None], truth[:, None])
    shares = np.full(truth.size, 1 / present.size)
    contents = None
    if cells.clusters is not None:
        contents = np.zeros((cells.units + truth.size, cells.counts.size + truth.size), dtype=np.int64)
        contents[: cells.units, : cells.counts.size] = cells.clusters
        contents[cells.units :, cells.counts.size :] = np.eye(truth.size, dtype=np.int64)
    units = cells.counts.astype(np.float64) if contents is None else np.ones(cells.units)
    return Urn(
        cells=_extended(cells, truth, doubts),
        shares=np.append(units, shares) / (units.sum() + 2),
        draws=cells.units,
        contents=contents,
    )


def draw(urn: Urn, *, resamples: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Draw test sets as large as the one seen; yields cells × some resamples, `resamples` in all."""
    width = max(1, _AT_ONCE // urn.shares.size)
    for start in range(0, resamples, width):
        drawn = rng.multinomial(urn.draws, urn.shares, size=min(width, resamples - start))
        amounts = drawn if urn.contents is None else drawn @ urn.contents
        yield np.ascontiguousarray(amounts.T, dtype=np.float64)


def _extended(cells: Cells, truth: Ints, predictions: Ints) -> Cells:
    """Return the cells followed by others, which no example of the test set is in."""
    none = np.zeros(truth.size, dtype=np.int64)
    weights = None
    if cells.weights is not None:
        average = np.average(cells.weights, weights=cells.counts)
        weights = np.append(cells.weights, np.full(truth.size, average))
    return Cells(
        truth=np.append(cells.truth, truth),
        predictions=np.concatenate([cells.predictions, predictions]),
        counts=np.append(cells.counts, none),
        classes=cells.classes,
        weights=weights,
    )


def _rivals(cells: Cells, present: Ints) -> Ints:
    """Return for each class the one it is most often taken for; failing errors, the commonest other class."""
    sizes = np.bincount(cells.truth, weights=cells.counts, minlength=cells.classes)
    taken_for = np.zeros((cells.classes, cells.classes))
    for column in cells.predictions.T:
        np.add.at(taken_for, (cells.truth, column), cells.counts)
    liking = taken_for * (cells.total + 1) + sizes
    np.fill_diagonal(liking, -1)
    rivals: Ints = liking[present].argmax(axis=1)
    return rivals
