"""Evidence: scores of classifiers on datasets, as they were given."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor, log10
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.findings import Finding
from bakeoff.core.measures import Measure
from bakeoff.core.omissions import EvidencePart, Omissions, OmittedBy, omit
from bakeoff.core.reprs import describe_record

if TYPE_CHECKING:
    from bakeoff.core.outcomes import StoredStudy

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

MOST_DECIMALS = 8  # beyond, the numbers were not typed but computed
_TINY = 1e-280  # all zero, or too small for a power of ten
_EVERY = 999  # digits: such numbers are left as they are


@dataclass(frozen=True, slots=True, kw_only=True)
class Resamples:
    """Scores of single resamples, one row for each (dataset, repeat, fold), sorted in that order."""

    __repr__ = describe_record

    dataset: Ints  # index into the table's datasets
    repeat: Ints
    fold: Ints
    values: Floats  # rows × classifiers; NaN where missing
    n_train: Floats | None = None
    n_test: Floats | None = None

    @property
    def per_dataset(self) -> tuple[int, int]:
        """The fewest and the most resamples that a dataset has."""
        counts = np.unique(self.dataset, return_counts=True)[1]
        return int(counts.min()), int(counts.max())

    def of(self, dataset: int) -> Floats:
        """Return the resamples × classifiers scores of one dataset."""
        scores: Floats = self.values[self.dataset == dataset]
        return scores

    def subset(self, kept: Bools, new_index: Ints) -> "Resamples":
        """Return the resamples of the datasets that are kept, renumbered."""
        rows = kept[self.dataset]
        return Resamples(
            dataset=new_index[self.dataset[rows]],
            repeat=self.repeat[rows],
            fold=self.fold[rows],
            values=self.values[rows],
            n_train=None if self.n_train is None else self.n_train[rows],
            n_test=None if self.n_test is None else self.n_test[rows],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """A table of scores: one row for each dataset, one column for each classifier."""

    __repr__ = describe_record

    classifiers: tuple[str, ...]
    datasets: tuple[str, ...]
    values: Floats  # datasets × classifiers, the mean over resamples; NaN where missing
    measure: Measure
    source: str
    digest: str
    spread: Floats | None = None  # the ± of cells such as 0.87±0.02, where they were given
    resamples: Resamples | None = None
    findings: tuple[Finding, ...] = ()  # how the table was read, in the reader's words
    # Test records of each dataset, where one score stands for them; NaN where unknown.
    n_test: Floats | None = None
    # The study that the scores are of, if they were read from a store: what a `source` is called proves nothing.
    stored: "StoredStudy | None" = None
    left_out: Omissions = ()
    read_with: tuple[tuple[str, object], ...] = ()  # what the user said of how to read it

    def __post_init__(self) -> None:
        if self.values.shape != (len(self.datasets), len(self.classifiers)):
            raise ValueError(f"{self.values.shape} scores for {len(self.datasets)} × {len(self.classifiers)}")

    def column(self, classifier: str) -> Floats:
        """Return the scores of one classifier."""
        return self.values[:, self.classifiers.index(classifier)]

    def subset(
        self, kept: Bools, *, by: OmittedBy = OmittedBy.USER, how: str = "", after_seeing: bool | None = None
    ) -> "Scores":
        """Return the same evidence on some of its datasets; it remembers which were left out, by whom and how."""
        new_index = np.cumsum(kept) - 1
        gone = [name for name, keep in zip(self.datasets, kept, strict=True) if not keep]
        return replace(
            self,
            datasets=tuple(name for name, keep in zip(self.datasets, kept, strict=True) if keep),
            values=self.values[kept],
            spread=None if self.spread is None else self.spread[kept],
            resamples=None if self.resamples is None else self.resamples.subset(kept, new_index),
            n_test=None if self.n_test is None else self.n_test[kept],
            left_out=self.left_out
            + omit(EvidencePart.DATASET, gone, by=by, how=how, after_seeing=after_seeing),
        )

    def without(self, *classifiers: str, how: str = "") -> "Scores":
        """Return the same evidence on all classifiers but these, which it remembers."""
        columns = [i for i, name in enumerate(self.classifiers) if name not in classifiers]
        gone = [name for name in self.classifiers if name in classifiers]
        folds = self.resamples
        return replace(
            self,
            classifiers=tuple(self.classifiers[i] for i in columns),
            values=self.values[:, columns],
            spread=None if self.spread is None else self.spread[:, columns],
            resamples=None if folds is None else replace(folds, values=folds.values[:, columns]),
            left_out=self.left_out + omit(EvidencePart.CLASSIFIER, gone, by=OmittedBy.USER, how=how),
        )


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

    >>> advantages(np.array([[0.80, 0.85], [0.85, 0.90]]), [(0, 1), (1, 0)], higher_is_better=True).tolist()
    [[0.05, 0.05], [-0.05, -0.05]]
    """
    a, b = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    columns = np.ascontiguousarray(table.T)
    raw: Floats = columns[b]
    raw -= columns[a]
    if not higher_is_better:
        np.negative(raw, out=raw)
    sizes = np.where(np.isfinite(columns), np.abs(columns), 0.0).max(axis=1, initial=0.0)
    digits = np.array([_digits_kept(size) for size in sizes.tolist()])
    decimals = np.minimum(digits[a], digits[b])  # of the larger one
    for number in np.unique(decimals).tolist():
        same = decimals == number
        raw[same] = _round_values(raw[same], digits=number)
    return raw


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
