"""Simple classifiers as landmarks: how far majority, one neighbour, one cut, naive Bayes and a plane get."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bakeoff.core.arrays import Ints
from bakeoff.core.datasets import Dataset, Landmarks
from bakeoff.datasets.adapters import make_preprocessing
from bakeoff.datasets.cores import count_cores_quietly

FOLDS = 5
MOST_ROWS = 2_000
MOST_CELLS = 500_000
LEAST_ROWS = 200


def measure_landmarks(dataset: Dataset, *, seed: int) -> Landmarks:
    """Return the accuracy of simple classifiers by stratified cross-validation, preprocessing inside the folds.

    Of a large dataset a stratified sample is used: 2,000 rows, or fewer where there are more than 250 attributes,
    but at least 200. The result says how many.
    """
    count_cores_quietly()
    rng = np.random.default_rng(seed)
    rows = _choose_rows(dataset, rng)
    table, _ = dataset.matrix()
    table, target = table[rows], dataset.target[rows]
    folds = stratified_folds(target, min(FOLDS, target.size), rng)
    right = dict.fromkeys(["majority", *_MAKERS], 0)
    for train, test in _fold_partitions(folds):
        preprocess = make_preprocessing(dataset)
        seen, unseen = preprocess.fit_transform(table[train]), preprocess.transform(table[test])
        largest = np.bincount(target[train]).argmax()
        right["majority"] += int((target[test] == largest).sum())
        for name, make in _MAKERS.items():
            right[name] += _count_hits(make(), seen, target[train], unseen, target[test])
    shares = {name: hits / target.size for name, hits in right.items()}
    return Landmarks(**shares, folds=int(folds.max()) + 1, rows=int(target.size), seed=seed)


def stratified_folds(target: Ints, folds: int, rng: np.random.Generator) -> Ints:
    """Return the fold of each row: every class is dealt out over the folds, as evenly as it can be."""
    order = rng.permutation(target.size)
    order = order[np.argsort(target[order], kind="stable")]
    fold_of_row = np.empty(target.size, dtype=np.int64)
    fold_of_row[order] = np.arange(target.size) % folds
    return fold_of_row


def _choose_rows(dataset: Dataset, rng: np.random.Generator) -> Ints:
    """Return all rows, or so many that the work stays small: evenly spaced after sorting by class."""
    most = max(LEAST_ROWS, min(MOST_ROWS, MOST_CELLS // len(dataset.features)))
    if dataset.rows <= most:
        return np.arange(dataset.rows)
    order = rng.permutation(dataset.rows)
    order = order[np.argsort(dataset.target[order], kind="stable")]
    return np.sort(order[np.arange(most) * dataset.rows // most])


def _fold_partitions(folds: Ints) -> Iterator[tuple[Ints, Ints]]:
    for fold in range(int(folds.max()) + 1):
        yield np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)


def _count_hits(model: Any, seen: Any, labels: Ints, unseen: Any, truth: Ints) -> int:  # noqa: ANN401
    if np.unique(labels).size == 1:
        return int((truth == labels[0]).sum())
    with np.errstate(all="ignore"):  # classes with one member have no variance
        return int((model.fit(seen, labels).predict(unseen) == truth).sum())


def _make_nearest() -> Any:  # noqa: ANN401 - scikit-learn is untyped
    from sklearn.neighbors import KNeighborsClassifier

    return KNeighborsClassifier(1, algorithm="brute")


def _make_stump() -> Any:  # noqa: ANN401
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(max_depth=1, random_state=0)


def _make_naive_bayes() -> Any:  # noqa: ANN401
    from sklearn.naive_bayes import GaussianNB

    return GaussianNB()


def _make_linear() -> Any:  # noqa: ANN401
    from sklearn.linear_model import RidgeClassifier

    return RidgeClassifier()


_MAKERS: dict[str, Callable[[], Any]] = {
    "nearest_neighbour": _make_nearest,
    "stump": _make_stump,
    "naive_bayes": _make_naive_bayes,
    "linear": _make_linear,
}
