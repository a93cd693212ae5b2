"""Datasets: what classifiers are trained and tested on, as typed columns with a fingerprint of the content."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.findings import Finding
from bakeoff.core.reprs import describe_record


@dataclass(frozen=True, slots=True, kw_only=True)
class NumericColumn:
    """A column of numbers; NaN where a value is missing."""

    __repr__ = describe_record

    name: str
    values: Floats

    @property
    def cells(self) -> Floats:
        """What is kept of each row."""
        return self.values

    @property
    def missing(self) -> Bools:
        """Where a value is missing."""
        is_missing: Bools = np.isnan(self.values)
        return is_missing


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoricalColumn:
    """A column of categories: indices into its levels; -1 where a value is missing."""

    __repr__ = describe_record

    name: str
    codes: Ints
    levels: tuple[str, ...]

    @property
    def cells(self) -> Ints:
        """What is kept of each row."""
        return self.codes

    @property
    def missing(self) -> Bools:
        """Where a value is missing."""
        is_missing: Bools = self.codes < 0
        return is_missing


class TextColumn(CategoricalColumn):
    """A column of texts to be read word by word: its levels are the distinct texts."""

    __slots__ = ()


FeatureColumn = NumericColumn | CategoricalColumn


class Task(StrEnum):
    """What is to be predicted of each row."""

    CLASSES = "classification"  # one of some classes
    ORDERED = "ordinal"  # one of some classes that have an order
    LABEL_SETS = "multi-label"  # any number of some labels
    QUANTITY = "regression"  # a number


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """One partition into training and test rows that came with the dataset."""

    __repr__ = describe_record

    repeat: int
    fold: int
    train: Ints
    test: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """Features by column, what is to be predicted of each row, and where it came from."""

    __repr__ = describe_record

    name: str
    features: tuple[FeatureColumn, ...]
    target: Ints  # of each row: index into `classes`
    classes: tuple[str, ...]  # text, never numbers; also of label sets and quantities: each that occurs, once
    source: str
    digest: str  # of the content: columns, classes, groups, times; not of name and source
    groups: Ints | None = None  # of each row: what it shares with others (patient, document)
    times: Floats | None = None  # of each row: when it was observed, for splits by time
    splits: tuple[Split, ...] = ()  # partitions that belong to the dataset, such as those of an OpenML task
    task: Task = Task.CLASSES
    meanings: NDArray[Any] | None = None  # of each class: its number (regression), or which labels it has
    labels: tuple[str, ...] = ()  # of a multi-label task
    weights: Floats | None = None  # of each row: how much it counts, in training and in scores
    bayes_error: float | None = None  # of artificial data: the error of the best possible classifier
    findings: tuple[Finding, ...] = ()

    def __post_init__(self) -> None:
        lengths = {column.cells.size for column in self.features} | {self.target.size}
        if len(lengths) != 1:
            raise ValueError(f"columns of different lengths: {sorted(lengths)}")

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return int(self.target.size)

    @property
    def strata(self) -> Ints:
        """What splits may keep in proportion: the classes; nothing of quantities."""
        return np.zeros_like(self.target) if self.task is Task.QUANTITY else self.target

    def decode_target(self, codes: Ints) -> NDArray[Any]:
        """Return what a model is taught, or should say, of rows with these targets.

        The index of the class; a quantity; or of a set of labels, which of all labels are in it.
        """
        return codes if self.meanings is None else self.meanings[codes]

    def matrix(self) -> tuple[Floats, Bools]:
        """Return the features as one table of numbers, and which of its columns are categorical.

        A category is its index into the levels of its column; a missing value of either kind is NaN.
        """
        table = np.empty((self.rows, len(self.features)), dtype=np.float64)
        for j, column in enumerate(self.features):
            if isinstance(column, NumericColumn):
                table[:, j] = column.values
            else:
                table[:, j] = np.where(column.codes < 0, np.nan, column.codes)
        return table, self.matrix_kinds()

    def matrix_kinds(self) -> Bools:
        """Return which columns of the matrix are categorical."""
        return np.array([isinstance(c, CategoricalColumn) for c in self.features], dtype=np.bool_)


def make_dataset(  # noqa: PLR0913 - what a dataset is made of
    *,
    name: str,
    features: Sequence[FeatureColumn],
    target: Ints,
    classes: Sequence[str],
    source: str,
    groups: Ints | None = None,
    times: Floats | None = None,
    task: Task = Task.CLASSES,
    meanings: NDArray[Any] | None = None,
    labels: Sequence[str] = (),
    weights: Floats | None = None,
) -> Dataset:
    """Return a dataset with the fingerprint of its content; its arrays can no longer be written to.

    >>> x = NumericColumn(name="x", values=np.array([1.0, 2.0]))
    >>> make_dataset(name="two", features=[x], target=np.array([0, 1]), classes="ab", source="here").rows
    2
    """
    for array in (target, groups, times, meanings, weights, *(column.cells for column in features)):
        if array is not None:
            array.setflags(write=False)
    return Dataset(
        name=name,
        features=tuple(features),
        target=target,
        classes=tuple(classes),
        source=source,
        digest=_content_digest(features, target, classes, (groups, times), (task, weights)),
        groups=groups,
        times=times,
        task=task,
        meanings=meanings,
        labels=tuple(labels),
        weights=weights,
    )


def _content_digest(
    features: Sequence[FeatureColumn],
    target: Ints,
    classes: Sequence[str],
    rows: tuple[Ints | None, Floats | None],  # their groups and times
    more: tuple[Task, Floats | None],  # what is predicted, and the weights of rows
) -> str:
    content = sha256()
    for column in features:
        levels = () if isinstance(column, NumericColumn) else column.levels
        content.update(repr((column.name, type(column).__name__, levels)).encode("utf-8", "surrogatepass"))
        content.update(_canonical_bytes(column.cells))
    content.update(repr(tuple(classes)).encode("utf-8", "surrogatepass"))
    for array in (target, *rows):
        content.update(b"-" if array is None else _canonical_bytes(array))
    task, weights = more
    if task is not Task.CLASSES:  # other content is as it was before there were other tasks
        content.update(task.encode())
    if weights is not None:
        content.update(b"weights" + _canonical_bytes(weights))
    return f"sha256:{content.hexdigest()}"


def _canonical_bytes(array: NDArray[np.generic]) -> bytes:
    """Return the same bytes for the same values on every machine: little-endian, one NaN, one zero."""
    if array.dtype.kind == "f":
        array = np.where(np.isnan(array), np.nan, array) + 0.0
        return array.astype("<f8").tobytes()
    return array.astype("<i8").tobytes()


@dataclass(frozen=True, slots=True, kw_only=True)
class Landmarks:
    """How well simple classifiers do, by stratified cross-validation: how difficult the dataset is."""

    majority: float
    nearest_neighbour: float
    stump: float
    naive_bayes: float
    linear: float
    folds: int
    rows: int  # how many rows were used: all, or a seeded stratified sample of a large dataset
    seed: int

    @property
    def best(self) -> float:
        """The best accuracy among the simple classifiers."""
        return max(self.majority, self.nearest_neighbour, self.stump, self.naive_bayes, self.linear)


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetProperties:
    """What was measured of a dataset. Shares are between 0 and 1."""

    __repr__ = describe_record

    rows: int
    attributes: int
    numeric: int
    categorical: int
    classes: int
    smallest_class: int
    majority_share: float
    entropy: float  # of the classes, in bits, over its maximum: 1 = balanced
    missing_share: float  # of the cells
    rows_with_missing: float  # share of the rows
    empty_columns: int  # without a single value
    constant_columns: int  # with one distinct value, missing ones apart
    duplicates: int  # rows that repeat an earlier one, class included
    noise_floor: float  # see `bakeoff.datasets.properties.measure_dataset`
    dimensionality: float  # attributes over rows
    landmarks: Landmarks | None = None
    bayes_error_guess: float | None = None  # from the nearest neighbour; too high unless rows are very many

    @property
    def difficulty(self) -> float | None:
        """The error of the best simple classifier over the error of always saying the largest class."""
        if self.landmarks is None or self.landmarks.majority >= 1:
            return None
        return (1 - self.landmarks.best) / (1 - self.landmarks.majority)


class SamplingKind(StrEnum):
    """How the datasets of a study were come by."""

    SAMPLED = "sampled"  # drawn by chance from a frame that is recorded
    OPPORTUNITY = "opportunity"  # those that were at hand, or were picked


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingRecord:
    """How datasets were chosen: what a claim about "datasets like these" rests on."""

    __repr__ = describe_record

    kind: SamplingKind
    frame: str = ""  # where the datasets were drawn from
    frame_digest: str = ""  # of names and contents of the frame
    n_frame: int = 0
    n: int = 0
    by: tuple[str, ...] = ()  # the properties that the strata are made of
    seed: int | None = None
    reason: str = ""
    left_out: tuple[str, ...] = ()  # datasets of the frame that were not drawn
    stratum_sizes: tuple[
        tuple[str, int, int], ...
    ] = ()  # of each stratum: which, how many there are, how many drawn
