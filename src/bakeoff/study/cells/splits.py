"""Splits: which rows are trained on and which are tested, the same for every classifier.

scikit-learn's splitters make them; a seed belongs to the dataset and the repeat, never to the order of execution.
"""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import combinations
from typing import Any

import numpy as np

from bakeoff.core import datasets as core
from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.datasets import Dataset, Task
from bakeoff.core.errors import RunError
from bakeoff.core.words import write_count
from bakeoff.study.specification.specification import Disturbance, Resampling, Splitting


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """The rows of one training set and of its test set."""

    train: Ints
    test: Ints

    @property
    def digest(self) -> str:
        """A fingerprint of both row sets: equal splits are a fact that is checked, not a hope."""
        rows = blake2b(self.train.astype("<i8").tobytes(), digest_size=16)
        rows.update(b"|" + self.test.astype("<i8").tobytes())
        return rows.hexdigest()


def split_places(
    dataset: Dataset, splitting: Splitting, *, kind: Disturbance = Disturbance.NONE
) -> tuple[tuple[int, int], ...]:
    """Return the repeat and fold of every split that a dataset gets under a condition of some kind."""
    if kind is Disturbance.WHOLE_DATASET:
        return ((0, 0),)
    if kind is Disturbance.FOLD_PAIRS:
        pairs = range(len(fold_pairs(splitting.folds)))
        return tuple((repeat, pair) for repeat in range(splitting.repeats) for pair in pairs)
    if splitting.kind is Resampling.GIVEN:
        return tuple((split.repeat, split.fold) for split in _require_given_splits(dataset, splitting))
    folds = _count_folds(splitting, dataset.rows)
    return tuple((repeat, fold) for repeat in range(_count_repeats(splitting)) for fold in range(folds))


def _count_folds(splitting: Splitting, rows: int) -> int:
    match splitting.kind:
        case Resampling.LEAVE_ONE_OUT:
            return rows
        case Resampling.HOLD_OUT | Resampling.BOOTSTRAP:
            return 1
        case Resampling.HALVES:
            return 2 * splitting.folds
        case _:
            return splitting.folds


def _count_repeats(splitting: Splitting) -> int:
    """Return how many repeats are made; some resamplings have nothing that could be drawn again."""
    return 1 if splitting.kind in (Resampling.LEAVE_ONE_OUT, Resampling.TIME) else splitting.repeats


@cache
def fold_pairs(folds: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of folds that are left out together, by their number.

    >>> fold_pairs(3)
    ((0, 1), (0, 2), (1, 2))
    """
    return tuple(combinations(range(folds), 2))


def pair_split(splits: tuple[Split, ...], pair: int) -> Split:
    """Return the split that leaves out two folds: trained on neither, tested on the first and then the second."""
    first, second = (splits[fold] for fold in fold_pairs(len(splits))[pair])
    both = np.concatenate([first.test, second.test])
    return Split(train=np.setdiff1d(first.train, second.test), test=both)


def whole_split(rows: int) -> Split:
    """Return the split that trains and tests on every row."""
    every = np.arange(rows, dtype=np.int64)
    return Split(train=every, test=every)


def left_out_split(rows: int, row: int) -> Split:
    """Return the split that tests on one row and trains on all others."""
    every = np.arange(rows, dtype=np.int64)
    return Split(train=np.delete(every, row), test=every[row : row + 1])


def require_possible(dataset: Dataset, splitting: Splitting) -> None:
    """Refuse a dataset that cannot be split as asked for, before anything is fitted."""
    counts = np.bincount(dataset.target, minlength=1)
    why = None
    if np.count_nonzero(counts) < 2 and dataset.task is not Task.QUANTITY:
        why = f"its {dataset.rows} rows are all of one class"
    elif _count_folds(splitting, dataset.rows) > dataset.rows - (splitting.kind is Resampling.TIME):
        why = f"it has {write_count(dataset.rows, 'row')} for {splitting.folds} folds"
    elif splitting.kind is Resampling.GROUPED:
        why = _objection_to_groups(dataset, splitting.folds)
    elif splitting.kind is Resampling.GIVEN and not dataset.splits:
        why = "no splits came with it"
    if why is not None:
        raise _impossible_error(dataset, splitting, why)


def _objection_to_groups(dataset: Dataset, folds: int) -> str | None:
    if dataset.groups is None:
        return "no column says which rows belong together"
    count = np.unique(dataset.groups).size
    return f"it has {write_count(count, 'group')} for {folds} folds" if count < folds else None


def derive_seed(*parts: object) -> int:
    """Return a seed that depends on its parts alone."""
    text = "\x1f".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest()) >> 1


LEAST_ROWS = 30  # that a sample must have to be kept apart from the others


def samples_per_classifier(*, rows: int, smallest_class: int, splitting: Splitting, classifiers: int) -> int:
    """Return how many samples of rows of their own every classifier gets; 0 where there are too few rows.

    One for each hold-out where there are rows enough, so that no two scores share any; else one for each classifier.
    """
    if not splitting.apart:
        return 0
    held_out = splitting.kind is Resampling.HOLD_OUT
    members = 2 if held_out else splitting.folds
    for each in (splitting.repeats, 1) if held_out else (1,):
        parts = classifiers * each
        if rows // parts >= LEAST_ROWS and smallest_class // parts >= members:
            return each
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RowSample:
    """Which classifier a split is for, where each has splits of its own."""

    name: str
    number: int
    of: int  # classifiers


def row_sample(names: Sequence[str], name: str) -> RowSample:
    """Return the sample of one of the classifiers."""
    return RowSample(name=name, number=list(names).index(name), of=len(names))


def _own_rows(
    dataset: Dataset, splitting: Splitting, sample: RowSample, *, seed: int, repeat: int
) -> Ints | None:
    """Return the rows that are dealt to one sample, each class in turn; None where all share all rows."""
    counts = np.bincount(dataset.strata)
    each = samples_per_classifier(
        rows=dataset.rows,
        smallest_class=int(counts[counts > 0].min()),
        splitting=splitting,
        classifiers=sample.of,
    )
    if not each:
        return None
    order = np.random.default_rng(derive_seed(seed, dataset.digest, "samples")).permutation(dataset.rows)
    dealt = order[np.argsort(dataset.strata[order], kind="stable")]
    part = sample.number * each + repeat % each
    return np.sort(dealt[part :: sample.of * each])


def make_splits(
    dataset: Dataset, splitting: Splitting, *, seed: int, repeat: int, sample: RowSample | None = None
) -> tuple[Split, ...]:
    """Return the splits of one repeat, by fold; `sample` is the classifier's where each has splits of its own."""
    if splitting.kind is Resampling.GIVEN:
        given_splits = sorted(
            (s for s in _require_given_splits(dataset, splitting) if s.repeat == repeat), key=lambda s: s.fold
        )
        return tuple(Split(train=split.train, test=split.test) for split in given_splits)
    own = None if sample is None else _own_rows(dataset, splitting, sample, seed=seed, repeat=repeat)
    name = "" if sample is None else sample.name
    row_pairs = _draw_rows(
        dataset, splitting, derive_seed(seed, dataset.digest, splitting.kind, repeat, name), own
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a class smaller than the folds: the catalogue says so
        try:
            return tuple(
                Split(train=train.astype(np.int64), test=test.astype(np.int64)) for train, test in row_pairs
            )
        except ValueError as error:
            raise _impossible_error(dataset, splitting, str(error)) from None


def find_kept_apart(dataset: Dataset, kind: Resampling, split: Split) -> tuple[Ints | None, Floats | None]:
    """Return the groups and the times that a resampling keeps apart, of every row; None where it does not.

    Of splits that came with the dataset, what this one keeps apart: no group on both sides, no test row earlier than a
    training row.
    """
    groups, times = dataset.groups, dataset.times
    if kind is Resampling.GROUPED:
        return groups, None
    if kind is Resampling.TIME:
        return None, np.arange(dataset.rows, dtype=np.float64) if times is None else times
    if kind is not Resampling.GIVEN:
        return None, None
    if groups is not None and np.intersect1d(groups[split.train], groups[split.test]).size:
        groups = None
    if times is not None and times[split.train].max() > times[split.test].min():
        times = None
    return groups, times


def _require_given_splits(dataset: Dataset, splitting: Splitting) -> tuple[core.Split, ...]:
    if not dataset.splits:
        raise _impossible_error(dataset, splitting, "no splits came with it")
    return dataset.splits


def _draw_rows(
    dataset: Dataset, splitting: Splitting, seed: int, own: Ints | None
) -> "Iterator[tuple[Ints, Ints]]":
    if own is not None:
        target = dataset.strata[own]
        row_pairs = _make_splitter(target, splitting, seed).split(np.zeros(own.size), target)
        return ((own[train], own[test]) for train, test in row_pairs)
    n = dataset.target.size
    if splitting.kind is Resampling.HALVES:
        return _draw_halves(n, splitting.folds, np.random.default_rng(seed))
    if splitting.kind is Resampling.BOOTSTRAP:
        return _draw_bootstrap(n, np.random.default_rng(seed))
    groups = dataset.groups if splitting.kind is Resampling.GROUPED else None
    order: Ints | None = None
    if splitting.kind is Resampling.TIME and dataset.times is not None:
        order = np.argsort(dataset.times, kind="stable")
    strata = dataset.strata
    row_pairs = _make_splitter(strata, splitting, seed).split(np.zeros(n), strata, groups)
    return row_pairs if order is None else ((order[train], order[test]) for train, test in row_pairs)


def _make_splitter(target: Ints, splitting: Splitting, seed: int) -> Any:  # noqa: ANN401 - scikit-learn is untyped
    from sklearn import model_selection as ms

    match splitting.kind:
        case Resampling.PLAIN:
            return ms.KFold(splitting.folds, shuffle=True, random_state=seed)
        case Resampling.GROUPED:
            return ms.StratifiedGroupKFold(splitting.folds, shuffle=True, random_state=seed)
        case Resampling.TIME:
            return ms.TimeSeriesSplit(splitting.folds)
        case Resampling.LEAVE_ONE_OUT:
            return ms.LeaveOneOut()
        case Resampling.HOLD_OUT:
            return _make_holdout(target, splitting, seed)
        case _:
            return _make_stratified(target, splitting, seed)


def _make_stratified(target: Ints, splitting: Splitting, seed: int) -> Any:  # noqa: ANN401
    from sklearn.model_selection import KFold, StratifiedKFold

    if np.bincount(target).max() < splitting.folds:  # scikit-learn refuses to stratify these
        return KFold(splitting.folds, shuffle=True, random_state=seed)
    return StratifiedKFold(splitting.folds, shuffle=True, random_state=seed)


def _make_holdout(target: Ints, splitting: Splitting, seed: int) -> Any:  # noqa: ANN401
    from sklearn.model_selection import ShuffleSplit, StratifiedShuffleSplit

    counts = np.bincount(target)
    kind = StratifiedShuffleSplit if counts[counts > 0].min() > 1 else ShuffleSplit
    return kind(1, test_size=splitting.test_share, random_state=seed)


def _draw_bootstrap(n: int, rng: np.random.Generator) -> "Iterator[tuple[Ints, Ints]]":
    train = rng.integers(n, size=n)
    test = np.setdiff1d(np.arange(n), train)
    yield train, test


def _draw_halves(n: int, folds: int, rng: np.random.Generator) -> "Iterator[tuple[Ints, Ints]]":
    """Yield the folds inside two random halves, the first half's first; of an odd number one row sits out."""
    order = rng.permutation(n)
    for half in (order[: n // 2], order[n // 2 : 2 * (n // 2)]):
        for fold in range(folds):
            test = half[fold::folds]
            yield np.setdiff1d(half, test), np.sort(test)


def _impossible_error(dataset: Dataset, splitting: Splitting, why: str) -> RunError:
    return RunError(
        f"{dataset.name!r} cannot be split by {splitting.kind}: {why}",
        where=dataset.source,
        fix="choose another resampling or fewer folds in [resampling], or leave the dataset out",
        code="BO470",
    )
