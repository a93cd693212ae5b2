"""Random exchanges of two classifiers' predictions, over the table of distinct cells."""

from collections.abc import Iterator

import numpy as np

from bakeoff.core.evidence import Floats, Ints
from bakeoff.procedures.cell_bootstrap import advantages
from bakeoff.procedures.cells import Cells
from bakeoff.procedures.metrics import CountMetric

_AT_ONCE = 2_000_000  # numbers held at a time: 16 MB


def flipped_advantages(cells: Cells, metric: CountMetric, *, flips: int, rng: np.random.Generator) -> Floats:
    """Return the advantage of b after each of some random exchanges of predictions."""
    both = _with_mirror_images(cells)
    drawn = _examples(both, flips, rng) if both.clusters is None else _whole_clusters(both, flips, rng)
    return np.concatenate([advantages(both, amounts, metric) for amounts in drawn])


def _with_mirror_images(cells: Cells) -> Cells:
    """Return the cells in an order where a cell and its mirror image (a and b exchanged) are side by side.

    Cells on which a and b agree come first and are their own images. Of the others the one with the smaller class
    predicted by a comes first; it is there even if only its image was seen.
    """
    low, high = cells.predictions.min(axis=1), cells.predictions.max(axis=1)
    weights = np.zeros(low.size) if cells.weights is None else cells.weights
    kinds, kind = np.unique(
        np.column_stack([low != high, cells.truth, low, high, weights]), axis=0, return_inverse=True
    )
    apart = kinds[:, 0] > 0
    agreeing = int(np.count_nonzero(~apart))
    place = np.where(
        low == high,
        kind.reshape(-1),
        agreeing + 2 * (kind.reshape(-1) - agreeing) + (cells.predictions[:, 0] != low),
    )
    rows = np.concatenate([kinds[~apart], np.repeat(kinds[apart], 2, axis=0)])
    predictions = rows[:, 2:4].astype(np.int64)
    predictions[agreeing + 1 :: 2] = predictions[agreeing + 1 :: 2, ::-1]
    return Cells(
        truth=rows[:, 1].astype(np.int64),
        predictions=predictions,
        counts=_moved(cells.counts[None, :], place, len(rows))[0],
        classes=cells.classes,
        weights=None if cells.weights is None else rows[:, 4],
        clusters=None if cells.clusters is None else _moved(cells.clusters, place, len(rows)),
    )


def _moved(counts: Ints, place: Ints, size: int) -> Ints:
    moved = np.zeros((counts.shape[0], size), dtype=np.int64)
    moved[:, place] = counts
    return moved


def _examples(both: Cells, flips: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Exchange the predictions of each example with chance one half."""
    agreeing = int(np.count_nonzero(both.predictions[:, 0] == both.predictions[:, 1]))
    first = slice(agreeing, None, 2)
    together = both.counts[first] + both.counts[agreeing + 1 :: 2]
    width = max(1, _AT_ONCE // both.counts.size)
    for start in range(0, flips, width):
        size = min(width, flips - start)
        amounts = np.repeat(both.counts.astype(np.float64)[:, None], size, axis=1)
        amounts[first] = rng.binomial(together[:, None], 0.5, size=(together.size, size))
        amounts[agreeing + 1 :: 2] = together[:, None] - amounts[first]
        yield amounts


def _whole_clusters(both: Cells, flips: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Exchange the predictions of whole clusters, each with chance one half."""
    agreeing = int(np.count_nonzero(both.predictions[:, 0] == both.predictions[:, 1]))
    contents = np.empty((0, 0)) if both.clusters is None else both.clusters.astype(np.float64)
    change = np.zeros_like(contents)
    change[:, agreeing::2] = contents[:, agreeing + 1 :: 2] - contents[:, agreeing::2]
    change[:, agreeing + 1 :: 2] = -change[:, agreeing::2]
    width = max(1, _AT_ONCE // max(contents.shape))
    for start in range(0, flips, width):
        exchanged = rng.integers(0, 2, size=(min(width, flips - start), contents.shape[0]))
        yield np.ascontiguousarray((contents.sum(axis=0) + exchanged @ change).T)
