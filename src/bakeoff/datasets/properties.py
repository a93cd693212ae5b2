"""Measured properties of a dataset: what a catalogue lists, what a sample is stratified by, what explains results."""

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.datasets import Dataset, DatasetProperties, FeatureColumn, Landmarks, NumericColumn

_HASH = np.uint64


def measure_dataset(dataset: Dataset, *, landmarks: bool = True, seed: int = 0) -> DatasetProperties:
    """Return the properties of a dataset.

    The noise floor counts contradictions: rows whose features agree in every cell and whose classes differ. No
    classifier of these features can be right on more of these rows than the largest class of each such group, so the
    share of the others is an error that none can avoid on them. It says nothing about noise in rows that occur once.

    `bayes_error_guess` turns the cross-validated error of the nearest neighbour into the least error that could go with
    it, by Cover and Hart's bound. That bound holds for very many rows; with few rows, or many attributes that do not
    matter, the neighbour is far away and the guess too high.

    Parameters
    ----------
    dataset : Dataset
        What to measure.
    landmarks : bool
        Whether to train simple classifiers, which takes a second or so.
    seed : int
        Of the folds, and of the sample of a large dataset, for the simple classifiers.
    """
    missing_counts = np.array([column.missing.sum() for column in dataset.features])
    counts = np.bincount(dataset.target, minlength=len(dataset.classes))
    counts = counts[counts > 0]
    marks = _measure_landmarks(dataset, seed) if landmarks else None
    numeric = sum(isinstance(column, NumericColumn) for column in dataset.features)
    distinct = [_count_distinct(column) for column in dataset.features]
    without, floor = _count_repetitions(dataset)
    return DatasetProperties(
        rows=dataset.rows,
        attributes=len(dataset.features),
        numeric=numeric,
        categorical=len(dataset.features) - numeric,
        classes=int(counts.size),
        smallest_class=int(counts.min()),
        majority_share=float(counts.max() / dataset.rows),
        entropy=_class_entropy(counts),
        missing_share=float(missing_counts.sum() / (dataset.rows * len(dataset.features))),
        rows_with_missing=float(_rows_with_missing(dataset).mean()),
        empty_columns=int((missing_counts == dataset.rows).sum()),
        constant_columns=distinct.count(1),
        duplicates=without,
        noise_floor=floor,
        dimensionality=len(dataset.features) / dataset.rows,
        landmarks=marks,
        bayes_error_guess=None
        if marks is None
        else cover_hart_bound(1 - marks.nearest_neighbour, int(counts.size)),
    )


def cover_hart_bound(error: float, classes: int) -> float:
    """Return the best possible error that goes with a nearest-neighbour error, at least, with very many rows.

    Cover and Hart (1967): the nearest neighbour's error is at most R (2 - K R / (K - 1)), R being the best possible
    error and K the number of classes. Solved for R.

    >>> round(cover_hart_bound(0.18, 2), 12)
    0.1
    """
    share = classes / (classes - 1) if classes > 1 else np.inf
    inside = 1 - share * error
    return float((1 - np.sqrt(inside)) / share) if inside > 0 else 1 / share


def _measure_landmarks(dataset: Dataset, seed: int) -> Landmarks:
    from bakeoff.datasets.landmarkers import measure_landmarks

    return measure_landmarks(dataset, seed=seed)


def _class_entropy(counts: Ints) -> float:
    if counts.size < 2:
        return 0.0
    shares: Floats = counts / counts.sum()
    return float(-(shares * np.log(shares)).sum() / np.log(counts.size))


def _count_distinct(column: FeatureColumn) -> int:
    return int(np.unique(column.cells[~column.missing]).size)


def _rows_with_missing(dataset: Dataset) -> Bools:
    is_missing = np.zeros(dataset.rows, dtype=np.bool_)
    for column in dataset.features:
        is_missing |= column.missing
    return is_missing


def _count_repetitions(dataset: Dataset) -> tuple[int, float]:
    """Return how many rows repeat an earlier one, and the share of rows that contradict the others like them."""
    keys = row_keys(dataset)
    alike, group = np.unique(keys, axis=0, return_inverse=True)
    by_class = group.reshape(-1) * len(dataset.classes) + dataset.target
    cells, counts = np.unique(by_class, return_counts=True)
    most = np.zeros(len(alike), dtype=np.int64)
    np.maximum.at(most, cells // len(dataset.classes), counts)
    return dataset.rows - int(cells.size), float((dataset.rows - most.sum()) / dataset.rows)


def row_keys(dataset: Dataset) -> NDArray[np.uint64]:
    """Return two hashes of the features of each row; rows that agree in every cell, missing ones too, share them.

    Two rows that differ share both hashes with a chance of about 10^-38.
    """
    keys = np.zeros((dataset.rows, 2), dtype=_HASH)
    for j, column in enumerate(dataset.features):
        if isinstance(column, NumericColumn):
            bits = (np.where(column.missing, np.nan, column.values) + 0.0).view(_HASH)
        else:
            bits = column.codes.view(_HASH)
        for k in (0, 1):
            salt = _HASH((0x9E3779B97F4A7C15 * (2 * j + k + 1)) % 2**64)
            keys[:, k] += _mix_bits(_mix_bits(bits ^ salt) + salt)
    return keys


def _mix_bits(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return well-mixed bits: the finalizer of SplitMix64."""
    bits = (bits ^ (bits >> _HASH(30))) * _HASH(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> _HASH(27))) * _HASH(0x94D049BB133111EB)
    return bits ^ (bits >> _HASH(31))
