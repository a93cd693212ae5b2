"""The workpiece: one dataset with all that is to be done to it. It travels once to each worker."""

from collections import OrderedDict
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.datasets import Dataset
from bakeoff.core.outcomes import Cell
from bakeoff.study.cells.splits import (
    Split,
    derive_seed,
    left_out_split,
    make_splits,
    pair_split,
    row_sample,
    whole_split,
)
from bakeoff.study.specification.specification import Condition, Disturbance, Resampling, Specification

MOST_REPEATS = 8  # whose splits a worker remembers, whatever their size
MOST_ROWS = 1_000_000  # of the splits that a worker remembers beyond them: 8 MB


@dataclass(slots=True, kw_only=True)
class Workpiece:
    """A dataset and the specification, with what a worker remembers between cells."""

    dataset: Dataset
    spec: Specification
    _matrix: "tuple[Floats, Bools] | None" = field(default=None, repr=False)
    _splits: "OrderedDict[tuple[int, str, str], tuple[Split, ...]]" = field(
        default_factory=OrderedDict, repr=False
    )
    _estimators: dict[tuple[str, bool], tuple[Any, tuple[str, ...]]] = field(default_factory=dict, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return _make_workpiece, (self.dataset, self.spec)  # what was remembered does not travel

    @property
    def features(self) -> Floats:
        """The attributes as numbers; categories as codes; NaN where missing."""
        if self._matrix is None:
            self._matrix = self.dataset.matrix()
        return self._matrix[0]

    def split(self, cell: Cell) -> Split:
        """Return the rows that a cell trains and tests on."""
        kind = Condition.of(cell.condition).kind
        if kind is Disturbance.WHOLE_DATASET:
            return whole_split(self.dataset.rows)
        if self.spec.splitting.kind is Resampling.LEAVE_ONE_OUT:
            return left_out_split(self.dataset.rows, cell.fold)  # all of them at once would be rows × rows
        splits = self._folds(cell, permuted=kind is Disturbance.PERMUTED_LABELS)
        return pair_split(splits, cell.fold) if kind is Disturbance.FOLD_PAIRS else splits[cell.fold]

    def _folds(self, cell: Cell, *, permuted: bool) -> tuple[Split, ...]:
        """Return the splits of a cell's repeat; those of permuted labels are stratified by the permuted labels.

        Whatever is done with the labels is done with the permuted ones too: otherwise what was observed and its
        reference distribution would be two different things.
        """
        distinct = self.spec.splitting.distinct
        names = [c.name for c in self.spec.classifiers]
        sample = row_sample(names, cell.classifier) if distinct else None
        at = (cell.repeat, cell.classifier if distinct else "", cell.condition if permuted else "")
        if at not in self._splits:
            dataset = self.dataset
            if permuted:
                dataset = replace(dataset, target=permute_target(self, Condition.of(cell.condition)))
            self._splits[at] = make_splits(
                dataset, self.spec.splitting, seed=self.spec.seed, repeat=cell.repeat, sample=sample
            )
            whole = len(self._splits[at]) * self.dataset.rows
            if len(self._splits) > max(MOST_REPEATS, MOST_ROWS // whole):
                self._splits.popitem(last=False)
        return self._splits[at]

    def seed(self, cell: Cell) -> int:
        """Return the seed of everything random in a cell."""
        return derive_seed(
            self.spec.seed, self.dataset.digest, cell.repeat, cell.fold, cell.classifier, cell.condition
        )

    def estimator(self, cell: Cell) -> Any:  # noqa: ANN401 - any estimator
        """Return a new estimator for a cell, with its own seed wherever the user left the random state open."""
        from bakeoff.study.cells.estimators import find_open_states, make_pipeline

        gaps = Condition.of(cell.condition).kind is Disturbance.MISSING_VALUES
        at = (cell.classifier, gaps)
        if at not in self._estimators:
            pipeline = make_pipeline(self.spec.classifier(cell.classifier), self.dataset, gaps=gaps)
            self._estimators[at] = pipeline, find_open_states(pipeline)
        model, states = self._estimators[at]
        fresh = deepcopy(model)  # unfitted: the same as scikit-learn's clone, in a third of the time
        return fresh.set_params(**dict.fromkeys(states, self.seed(cell))) if states else fresh


def _make_workpiece(dataset: Dataset, spec: Specification) -> Workpiece:
    return Workpiece(dataset=dataset, spec=spec)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """What one cell is trained and tested on."""

    train: Ints  # which rows of the dataset are trained on; with repetitions in a bootstrap
    train_features: Floats
    train_target: Ints
    test_features: Floats
    test_target: Ints


def select_rows(piece: Workpiece, cell: Cell, split: Split) -> Rows:
    """Return the training and test rows of a cell, disturbed as its condition says.

    Label noise and a smaller share concern the training rows only. Attribute noise and missing values are met in
    training and in use alike. Permuted labels are permuted in the whole dataset.
    """
    condition = Condition.of(cell.condition)
    features, target = piece.features, piece.dataset.target
    if condition.kind is Disturbance.PERMUTED_LABELS:
        target = permute_target(piece, condition)
    train, test = split.train, split.test
    # The same disturbance for every classifier, and more of the same at a higher rate: the seed knows the split and
    # the kind, not the classifier and the rate.
    rng = np.random.default_rng(
        derive_seed(piece.spec.seed, piece.dataset.digest, cell.repeat, cell.fold, condition.kind)
    )
    if condition.kind is Disturbance.TRAINING_SHARE:
        train = _draw_share(train, target[train], condition.value, rng)
    rows = Rows(
        train=train,
        train_features=features[train],
        train_target=target[train],
        test_features=features[test],
        test_target=target[test],
    )
    return _add_noise(piece, rows, condition, rng)


def permute_target(piece: Workpiece, condition: Condition) -> Ints:
    """Return the labels of a dataset in the order of a permutation, the same one for every classifier."""
    seed = derive_seed(piece.spec.seed, piece.dataset.digest, "permuted", condition.value)
    permuted: Ints = np.random.default_rng(seed).permutation(piece.dataset.target)
    return permuted


def _draw_share(train: Ints, labels: Ints, share: float, rng: np.random.Generator) -> Ints:
    """Return a random share of the training rows with at least one of each class, in their order."""
    order = rng.permutation(train.size)
    first = np.unique(labels[order], return_index=True)[1]  # one of each class comes first
    order = np.concatenate([order[np.sort(first)], np.delete(order, first)])
    size = max(first.size, round(share * train.size))
    rows: Ints = train[np.sort(order[:size])]
    return rows


def _add_noise(piece: Workpiece, rows: Rows, condition: Condition, rng: np.random.Generator) -> Rows:
    if condition.kind not in (
        Disturbance.LABEL_NOISE,
        Disturbance.ATTRIBUTE_NOISE,
        Disturbance.MISSING_VALUES,
    ):
        return rows
    from bakeoff.datasets.noise import add_attribute_noise, add_label_noise, remove_values

    kinds = piece.dataset.matrix_kinds()
    match condition.kind:
        case Disturbance.LABEL_NOISE:
            noisy = add_label_noise(rows.train_target, condition.value, len(piece.dataset.classes), rng=rng)
            return replace(rows, train_target=noisy)
        case Disturbance.ATTRIBUTE_NOISE:
            change = add_attribute_noise
        case _:
            change = remove_values
    return replace(
        rows,
        train_features=change(rows.train_features, condition.value, kinds, rng=rng),
        test_features=change(rows.test_features, condition.value, kinds, rng=rng),
    )
