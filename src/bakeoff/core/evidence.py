"""Evidence: scores of classifiers on datasets, as they were given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.findings import Finding
from bakeoff.core.measures import Measure
from bakeoff.core.omissions import EvidencePart, Omissions, OmittedBy, omit
from bakeoff.core.readings import Reading
from bakeoff.core.reprs import describe_record

if TYPE_CHECKING:
    from bakeoff.core.outcomes import Outcome, OutcomeColumns  # a table of scores does not wait for these


@dataclass(frozen=True, slots=True, kw_only=True)
class Halves:
    """The two halves of a dataset inside which each repeat was cross-validated, halving by halving."""

    __repr__ = describe_record

    half: Ints  # of each resample, 0 or 1
    # What is known of single examples, where the score is the share of them that are right.
    inside: Floats | None = None  # halvings × examples: the half that an example was in; NaN where it sat out
    right: Floats | None = None  # classifiers × halvings × examples: 1 right, 0 wrong, NaN where it sat out


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
    halves: Halves | None = None  # where folds were made inside the halves of the only dataset

    @property
    def per_dataset(self) -> tuple[int, int]:
        """The fewest and the most resamples that a dataset has."""
        counts = np.unique(self.dataset, return_counts=True)[1]
        return int(counts.min()), int(counts.max())

    @property
    def names(self) -> tuple[str, ...]:
        """What each resample is called: its repeat, its fold, or both where both differ."""
        repeats, folds = self.repeat.tolist(), self.fold.tolist()
        if len(set(repeats)) == 1:
            return tuple(f"fold {fold}" for fold in folds)
        if len(set(folds)) == 1:
            return tuple(f"repeat {repeat}" for repeat in repeats)
        return tuple(f"repeat {repeat}, fold {fold}" for repeat, fold in zip(repeats, folds, strict=True))

    def of(self, dataset: int) -> Floats:
        """Return the resamples × classifiers scores of one dataset."""
        first, last = np.searchsorted(self.dataset, [dataset, dataset + 1]).tolist()
        return self.values[first:last]

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


class Family(NamedTuple):
    """Datasets that depend on each other, and count once."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StoredStudy:
    """What a study lays down, and what came of it so far."""

    __repr__ = describe_record

    store: str  # its address
    study: str  # its name
    plan: Mapping[str, Any]  # the specification as it was last amended
    digest: str  # of that specification
    columns: "OutcomeColumns"  # what each cell yielded
    findings: tuple[Finding, ...]  # on how the outcomes came about
    is_cut_off: bool  # a run has not ended, and there is no log of it
    # The same one by one, without predictions; None where they are read when they are wanted.
    outcomes: "tuple[Outcome, ...] | None" = None


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
    stored: StoredStudy | None = None
    left_out: Omissions = ()
    read_with: tuple[tuple[str, object], ...] = ()  # what the user said of how to read it
    # Whose means the rows are, in their order; none where each row is a dataset.
    families: tuple[Family, ...] = ()
    reading: Reading | None = None  # how it was understood
    # With how many decimals the scores of each classifier were written, where that differs; None: in full.
    decimals: tuple[int | None, ...] | None = None

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
        own = [f.members for f in self.families] or [(name,) for name in self.datasets]
        gone = [name for names, keep in zip(own, kept, strict=True) if not keep for name in names]
        return replace(
            self,
            datasets=tuple(name for name, keep in zip(self.datasets, kept, strict=True) if keep),
            values=self.values[kept],
            spread=None if self.spread is None else self.spread[kept],
            resamples=None if self.resamples is None else self.resamples.subset(kept, new_index),
            n_test=None if self.n_test is None else self.n_test[kept],
            families=tuple(f for f, keep in zip(self.families, kept, strict=False) if keep),
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
            decimals=None if self.decimals is None else tuple(self.decimals[i] for i in columns),
            left_out=self.left_out + omit(EvidencePart.CLASSIFIER, gone, by=OmittedBy.USER, how=how),
        )


def at_precision(table: Floats, decimals: Sequence[int | None] | None) -> Floats:
    """Return scores at the coarsest precision that any of them was written with.

    >>> at_precision(np.array([[0.9523809, 0.952]]), [None, 3]).tolist()
    [[0.952, 0.952]]
    """
    known = [places for places in decimals or () if places is not None]
    return np.round(table, min(known)) + 0.0 if known else table
