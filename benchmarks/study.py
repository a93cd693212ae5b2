"""Studies: what the machinery costs beside bare fits, alone and in two processes, and how it fares with 100,000 cells.

    python -m benchmarks.study [--small] [--cpu] [PART ...]

Everything is measured in one run, each beside the bare loop that it is compared with, all with one thread of linear
algebra. Bars: the whole time over that of bare fits and predictions; two processes over a bare joblib loop on two;
seconds of a tiny cell; seconds of a resumption and of opening the store; memory after all cells over that after a
tenth. On a busy machine ask for --cpu: the processor time of all processes in place of the time on the wall.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import Any

import numpy as np
from joblib import Parallel, delayed, parallel_config
from joblib.externals.loky import get_reusable_executor
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from bakeoff.api.compare import compare
from bakeoff.api.study.study import Results, Study
from bakeoff.core.datasets import Dataset
from bakeoff.core.outcomes import Scored
from bakeoff.datasets.loaders import load_dataset
from bakeoff.store.open import open_store
from bakeoff.study.cells.plan import plan_cells
from bakeoff.study.cells.shared_preprocessing import SharedPreprocessing
from bakeoff.study.cells.workpiece import Workpiece, select_rows
from bakeoff.study.engines.engine import LocalEngine

OVERHEAD_BAR, PARALLEL_BAR, CELL_BAR, RESUME_BAR, OPEN_BAR, MEMORY_BAR = 1.05, 1.05, 1 / 500, 2.0, 1.0, 1.1
TINY_BAR, LARGE_BAR, AGAIN_BAR, CSV_BAR = 1.3, 1.02, 1.0, 1.0
CLASSIFIERS = {
    "forest": RandomForestClassifier(n_estimators=60),
    "logistic": LogisticRegression(max_iter=500),
    "bayes": GaussianNB(),
    "neighbours": KNeighborsClassifier(),
    "tree": DecisionTreeClassifier(),
}

Line = tuple[str, float, float]
Clock = Callable[[], float]


class Nothing(ClassifierMixin, BaseEstimator):
    """Says the first class: a cell that is all machinery."""

    def fit(self, X: Any, y: Any) -> "Nothing":  # noqa: N803
        """Note the classes."""
        self.classes_ = np.unique(y)
        return self

    def predict(self, X: Any) -> Any:  # noqa: N803
        """Say the first class of every row."""
        return np.zeros(len(X), dtype=np.int64)


def measure(
    *, count: int = 10, rows: int = 1_000, tiny: int = 100_000, cpu: bool = False, parts: Sequence[str] = ()
) -> Iterator[Line]:
    """Yield (what, ratio or seconds, bar) as they are measured."""
    clock = _processor_seconds if cpu else time.perf_counter
    with tempfile.TemporaryDirectory() as folder:
        if not parts or "fits" in parts:
            yield from _fits(folder, count, rows, clock)
        if not parts or "overhead" in parts:
            yield from _overhead(folder)
        if not parts or "tiny" in parts:
            yield from _tiny(folder, tiny, clock)


def _fits(folder: str, count: int, rows: int, clock: Clock) -> Iterator[Line]:
    """Compare a study of ordinary cells with bare loops, in one process and in two.

    All take turns, two datasets at a time, so that a machine that slows down slows down all of them.
    """
    datasets = _datasets(count, rows)
    spent: dict[str, float] = dict.fromkeys(("bare", "one", "two", "joblib"), 0.0)
    with _started(1, folder, clock) as (one, start), _started(2, folder, clock) as (two, _):
        for first in range(0, count, 2):
            study = Study(CLASSIFIERS, datasets[first : first + 2], resampling={"folds": 10, "repeats": 3})
            pieces = [Workpiece(dataset=d, spec=study.specification) for d in datasets[first : first + 2]]
            spent["bare"] += sum(_bare_seconds(piece, _own(clock)) for piece in pieces)
            for name, engine in (("one", one), ("two", two)):
                run = partial(study.run, f"{folder}/{name}{first}.db", engine=engine)
                spent[name] += _spent(run, clock)
            spent["joblib"] += _joblib_seconds(pieces, clock)
    cells = f"{150 * count:,} cells"
    yield f"{cells}, one process / bare fits and predictions", spent["one"] / spent["bare"], OVERHEAD_BAR
    yield f"{cells}, with the start of the process", (spent["one"] + start) / spent["bare"], OVERHEAD_BAR
    yield f"{cells}, two processes / bare joblib", spent["two"] / spent["joblib"], PARALLEL_BAR


def _overhead(folder: str) -> Iterator[Line]:
    """Tell what studies cost beside their fits, in processor time net of their start.

    The start is what the same study takes when nothing is left to be run; freezing the specification and looking
    at the data, once for each study, are counted.
    """
    with _started(1, folder, _processor_seconds) as (engine, _):
        yield from _tiny_overhead(folder, engine)
        yield from _large_overhead(folder, engine)


def _tiny_overhead(folder: str, engine: LocalEngine) -> Iterator[Line]:
    """Compare tiny cells with bare loops over whole pipelines, which share no preprocessing between classifiers.

    These run before and after each study, and the median of several turns is told: the machine may be busy.
    """
    quick = {name: CLASSIFIERS[name] for name in ("logistic", "bayes", "neighbours", "tree")}
    ratios, starts = [], []
    for turn in range(3):
        study = Study(quick, ["wine"], resampling={"folds": 10, "repeats": 10}, seed=turn)
        piece = Workpiece(dataset=load_dataset("wine", base=Path()), spec=study.specification)
        before = _bare_seconds(piece, time.process_time)
        net, start, _ = _net_seconds(study, f"{folder}/wine{turn}.db", engine)
        after = _bare_seconds(piece, time.process_time)
        ratios.append(net / ((before + after) / 2))
        starts.append(start)
    yield "1,200 cells of about 3 ms: study / bare loop, processor time", median(ratios), TINY_BAR
    yield "1,200 cells of about 3 ms: running it again, seconds", median(starts), AGAIN_BAR


def _large_overhead(folder: str, engine: LocalEngine) -> Iterator[Line]:
    """Compare cells of more than 100 ms with their own fits and predictions, timed inside the cells.

    A bare loop beside them takes a tenth more or less from one minute to the next, which hides what is asked for.
    """
    forest = {"forest": {"estimator": RandomForestClassifier(n_estimators=80), "preprocessing": "none"}}
    ratios, starts = [], []
    for turn in range(2):
        study = Study(forest, ["digits"], resampling={"folds": 10, "repeats": 5}, keep="labels", seed=turn)
        net, start, results = _net_seconds(study, f"{folder}/digits{turn}.db", engine)
        measured = [outcome.measured for outcome in results.outcomes() if isinstance(outcome, Scored)]
        ratios.append(net / sum(m["fit_cpu_seconds"] + m["predict_cpu_seconds"] for m in measured))
        starts.append(start)
    what = "100 cells of more than 100 ms"
    yield f"{what}: study / its fits and predictions, processor time", median(ratios), LARGE_BAR
    yield f"{what}: running it again, seconds", median(starts), AGAIN_BAR


def _net_seconds(study: Study, store: str, engine: LocalEngine) -> tuple[float, float, Results]:
    """Return the processor time of a study net of its start, that of its start, and its results."""
    began = _processor_seconds()
    results = study.run(store, engine=engine)
    ended = _processor_seconds()
    start = _spent(partial(study.run, store, engine=engine), _processor_seconds)
    return ended - began - start, start, results


def _own(clock: Clock) -> Clock:
    """Return the clock for what this process does by itself."""
    return time.process_time if clock is _processor_seconds else clock


@contextmanager
def _started(jobs: int, folder: str, clock: Clock) -> Iterator[tuple[LocalEngine, float]]:
    """Give an engine whose workers have loaded what they need, and the time that this took.

    It does not grow with a study, and the workers of the joblib loop have started too.
    """
    engine = LocalEngine(jobs)
    small = Study(CLASSIFIERS, ["iris"], resampling={"folds": 2 * jobs})
    try:
        yield engine, _spent(lambda: small.run(f"{folder}/start{jobs}.db", engine=engine), clock)
    finally:
        engine.close(now=True)


def _datasets(count: int, rows: int) -> list[Dataset]:
    """Return artificial datasets of one size."""
    made = [load_dataset(f"artificial:linear?n={rows}&seed={i}&noise=0.1", base=Path()) for i in range(count)]
    return [replace(dataset, name=f"d{i}") for i, dataset in enumerate(made)]


def _bare_seconds(piece: Workpiece, clock: Clock) -> float:
    """Return the time of fits and predictions alone, with the study's own pipelines and splits.

    Labels and probabilities are both predicted, since a study keeps both.
    """
    spent = 0.0
    with threadpool_limits(limits=1):
        for cell in plan_cells(piece.spec, [piece.dataset]):
            model, rows = _alone(piece.estimator(cell)), select_rows(piece, cell, piece.split(cell))
            start = clock()
            model.fit(rows.train_features, rows.train_target)
            model.predict(rows.test_features)
            model.predict_proba(rows.test_features)
            spent += clock() - start
    return spent


def _alone(model: Any) -> Any:
    """Return a pipeline that shares its preprocessing with no other."""
    first = getattr(model, "steps", [("", None)])[0][1]
    if isinstance(first, SharedPreprocessing):
        model.steps[0] = (model.steps[0][0], clone(first.transformer))
    return model


def _joblib_seconds(pieces: list[Workpiece], clock: Clock) -> float:
    """Return the time of a bare loop on two processes that have started, one task for each cell."""
    try:
        with parallel_config(backend="loky", inner_max_num_threads=1), Parallel(n_jobs=2) as parallel:
            parallel(_tasks(pieces[0]))
            return _spent(lambda: parallel(task for piece in pieces for task in _tasks(piece)), clock)
    finally:
        get_reusable_executor().shutdown()  # idle workers would keep this process from ending


def _tasks(piece: Workpiece) -> Iterator[Any]:
    for cell in plan_cells(piece.spec, [piece.dataset]):
        split = piece.split(cell)
        yield delayed(_fit_and_predict)(
            _alone(piece.estimator(cell)), piece.features, piece.dataset.target, split
        )


def _fit_and_predict(model: Any, X: Any, y: Any, split: Any) -> tuple[Any, Any]:  # noqa: N803
    model.fit(X[split.train], y[split.train])
    return model.predict(X[split.test]), model.predict_proba(X[split.test])


def _tiny(folder: str, cells: int, clock: Clock) -> Iterator[Line]:
    """Measure a study of many tiny cells from its start, the memory of its coordinator, and resuming it."""
    data = {"d": (np.arange(40.0).reshape(20, 2), np.arange(20) % 2)}
    nothing = {"estimator": Nothing(), "preprocessing": "none"}
    study = Study(dict.fromkeys("abcde", nothing), data, resampling={"folds": 10, "repeats": cells // 50})
    store, memory = f"{folder}/tiny.db", _Memory(every=cells // 10)
    whole = _spent(lambda: study.run(store, heard=memory.heard), clock)
    yield f"seconds of a tiny cell, of {cells:,}", whole / cells, CELL_BAR
    grown = memory.seen[-1] / memory.seen[0]
    yield f"memory after {cells:,} cells / after a tenth", grown, MEMORY_BAR
    yield f"resuming {cells:,} finished cells, seconds", _spent(lambda: study.run(store), clock), RESUME_BAR
    table = f"{folder}/tiny.csv"
    Results(store, name="study").to_csv(table)
    ratio = _spent(lambda: compare(store), clock) / _spent(lambda: compare(table), clock)
    yield f"comparing a store of {cells:,} cells / its CSV", ratio, CSV_BAR
    yield (
        f"opening a store of {cells:,} cells, seconds",
        _spent(lambda: open_store(store).close(), clock),
        OPEN_BAR,
    )


class _Memory:
    """The memory of this process in MB, looked at after every so many cells."""

    def __init__(self, *, every: int) -> None:
        self.seen: list[float] = []
        self._every, self._cells = every, 0

    def heard(self, _: object) -> None:
        """Count a cell."""
        self._cells += 1
        if self._cells % self._every == 0:
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            self.seen.append(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)


def _spent(act: Callable[[], object], clock: Clock) -> float:
    start = clock()
    act()
    return clock() - start


def _processor_seconds() -> float:
    """Return the processor time of this process and of its children, those that have ended and those at work."""
    ended = getrusage(RUSAGE_CHILDREN)
    return (
        time.process_time()
        + ended.ru_utime
        + ended.ru_stime
        + sum(map(_seconds_of_child, Path("/proc").glob("[0-9]*/stat")))
    )


def _seconds_of_child(account: Path) -> float:
    try:
        fields = account.read_text().rpartition(")")[2].split()  # proc(5): from the third field on
    except OSError:  # it has ended
        return 0.0
    mine = int(fields[1]) == os.getpid()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if mine else 0.0


def main() -> int:
    """Print each line as it is measured; the exit code says whether every bar was kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--small", action="store_true", help="a tenth of the cells")
    parser.add_argument("--cpu", action="store_true", help="processor time, for a busy machine")
    parser.add_argument("parts", nargs="*", metavar="PART", help="fits, overhead or tiny; all by default")
    options = parser.parse_args()
    size = {"count": 1, "tiny": 10_000} if options.small else {}
    kept = True
    for what, measured, bar in measure(cpu=options.cpu, parts=options.parts, **size):
        kept &= measured <= bar
        print(
            f"  {what:<60} {measured:10.4f}   at most {bar:<8.4g} {'kept' if measured <= bar else 'NOT KEPT'}",
            flush=True,
        )
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
