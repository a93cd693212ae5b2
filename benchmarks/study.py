"""Studies: what the machinery costs beside bare fits, alone and in two processes, and how it fares with 100,000 cells.

Everything is measured in one run, each beside the bare loop that it is compared with. Bars: the whole time over that of
bare fits and predictions; two processes over a bare joblib loop on two; seconds of a cell; seconds of a resumption.
"""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from bakeoff.app.study import Study
from bakeoff.core.datasets import Dataset
from bakeoff.datasets.loaders import load_dataset
from bakeoff.study.carry_out import loaded
from bakeoff.study.engines import LocalEngine
from bakeoff.study.workpiece import Workpiece, rows_of

OVERHEAD_BAR, PARALLEL_BAR, CELL_BAR, RESUME_BAR = 1.05, 1.05, 1 / 500, 2.0
CLASSIFIERS = {
    "forest": RandomForestClassifier(n_estimators=60),
    "logistic": LogisticRegression(max_iter=500),
    "bayes": GaussianNB(),
    "neighbours": KNeighborsClassifier(),
    "tree": DecisionTreeClassifier(),
}


class Nothing(ClassifierMixin, BaseEstimator):
    """Says the first class: a cell that is all machinery."""

    def fit(self, X: Any, y: Any) -> "Nothing":  # noqa: N803
        """Note the classes."""
        self.classes_ = np.unique(y)
        return self

    def predict(self, X: Any) -> Any:  # noqa: N803
        """Say the first class of every row."""
        return np.zeros(len(X), dtype=np.int64)


def datasets(count: int, rows: int) -> list[Dataset]:
    """Return artificial datasets of one size."""
    return [load_dataset(f"artificial:linear?n={rows}&seed={i}&noise=0.1", base=Path()) for i in range(count)]


def measure(
    *, count: int = 10, rows: int = 1_000, repeats: int = 3, tiny: int = 100_000
) -> list[tuple[str, float, float]]:
    """Return (what, ratio or seconds, bar)."""
    os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))
    named = {d.name + str(i): d for i, d in enumerate(datasets(count, rows))}
    given = [_renamed(d, name) for name, d in named.items()]
    study = Study(CLASSIFIERS, given, resampling={"folds": 10, "repeats": repeats})
    pieces = [
        Workpiece(dataset=d, spec=study.specification) for d in loaded(study.specification, base=Path())
    ]
    bare = _timed(lambda: [_bare(piece) for piece in pieces])
    both = _joblib_seconds(pieces)
    with tempfile.TemporaryDirectory() as folder:
        one = _study_seconds(study, f"{folder}/1.db", jobs=1)
        two = _study_seconds(study, f"{folder}/2.db", jobs=2)
        cell, again = _tiny(f"{folder}/tiny.db", tiny)
    return [
        (f"{len(study.cells()):,} cells, one process / bare loop", one / bare, OVERHEAD_BAR),
        (f"{len(study.cells()):,} cells, two processes / bare joblib", two / both, PARALLEL_BAR),
        (f"seconds of a tiny cell, of {tiny:,}", cell, CELL_BAR),
        (f"resuming {tiny:,} finished cells, seconds", again, RESUME_BAR),
    ]


def _renamed(dataset: Dataset, name: str) -> Dataset:
    from dataclasses import replace

    return replace(dataset, name=name)


def _timed(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def _joblib_seconds(pieces: list[Workpiece]) -> float:
    """Return the seconds of a bare loop on two processes that have started and loaded their libraries."""
    small = Study({"a": GaussianNB()}, ["iris"], resampling={"folds": 2})
    warm = Workpiece(dataset=load_dataset("iris", base=Path()), spec=small.specification)
    with Parallel(n_jobs=2, batch_size=1) as parallel:
        parallel(delayed(_bare)(warm) for _ in range(4))
        return _timed(lambda: parallel(delayed(_bare)(piece) for piece in pieces))


def _study_seconds(study: Study, store: str, *, jobs: int) -> float:
    """Return the seconds of a study on workers that have started: what starting costs does not grow with a study."""
    engine = LocalEngine(jobs)
    warm = Study({"a": GaussianNB()}, ["iris"], resampling={"folds": 2 * jobs})
    warm.run(f"{store}.warm", engine=engine)
    try:
        return _timed(lambda: study.run(store, engine=engine))
    finally:
        engine.close(now=True)


def _bare(piece: Workpiece) -> None:
    """Fit and predict every cell of a dataset with the study's own pipelines and splits, and nothing else.

    Labels and probabilities are both predicted, since a study keeps both.
    """
    from bakeoff.study.plan import cells_of

    with threadpool_limits(limits=1):
        for cell in cells_of(piece.spec, [piece.dataset]):
            split = piece.split(cell)
            rows = rows_of(piece, cell, split)
            model = piece.estimator(cell).fit(rows.train_features, rows.train_target)
            model.predict(rows.test_features)
            model.predict_proba(rows.test_features)


def _tiny(store: str, cells: int) -> tuple[float, float]:
    """Return the seconds of one of many tiny cells, and those of resuming all of them."""
    data = {"d": (np.arange(40.0).reshape(20, 2), np.arange(20) % 2)}
    nothing = {"estimator": Nothing(), "preprocessing": "none"}
    study = Study(dict.fromkeys("abcde", nothing), data, resampling={"folds": 10, "repeats": cells // 50})
    whole = _timed(lambda: study.run(store))
    return whole / cells, _timed(lambda: study.run(store))
