"""Tests on predictions against loops over scikit-learn and scipy, on a million examples.

    python -m benchmarks.predictions

Needs scikit-learn. A loop is timed for a few resamples and counted for as many as ours draws. CPU time, the better of
three; ratios of two measurements in one run.
"""

import time
import tracemalloc
from collections.abc import Callable, Iterator

import numpy as np

from bakeoff.procedures.cell_bootstrap import paired_bootstrap
from bakeoff.procedures.cell_permutation import paired_permutation
from bakeoff.procedures.cells import tabulate
from bakeoff.procedures.delong import delong
from bakeoff.procedures.rank_bootstrap import rank_metric_interval
from bakeoff.procedures.scored_examples import ScoredExamples

EXAMPLES = 1_000_000
RESAMPLES = 1000
# At most this share of the other's time: the bars of the project, as ratios ours / theirs.
COUNT_BAR, AUC_BAR, AUC_NUMBA_BAR, DELONG_BAR, MEMORY_BAR = 1 / 5000, 1 / 15, 1 / 100, 3.0, 2.0


def seconds(work: Callable[[], object], *, times: int = 3) -> float:
    """Return the least CPU time of some runs."""
    best = np.inf
    for _ in range(times):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def measure() -> Iterator[tuple[str, float, float]]:
    """Yield what was measured, the ratio, and the bar that it has to keep."""
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, EXAMPLES)
    predictions = np.where(rng.random((EXAMPLES, 2)) < [0.80, 0.81], truth[:, None], 1 - truth[:, None])
    scores = rng.normal(size=(EXAMPLES, 2)) + truth[:, None] * [1.0, 1.05]
    yield from _counts(truth, predictions)
    yield from _permutation(truth, predictions)
    yield from _areas(truth, scores)
    yield from _memory(truth, predictions, scores)


def _counts(truth: np.ndarray, predictions: np.ndarray) -> Iterator[tuple[str, float, float]]:
    from sklearn import metrics

    loops = {
        "accuracy": metrics.accuracy_score,
        "f1_macro": lambda y, p: metrics.f1_score(y, p, average="macro"),
        "mcc": metrics.matthews_corrcoef,
    }
    for name, score in loops.items():
        theirs = seconds(lambda score=score: _one_resample(truth, predictions, score), times=2) * RESAMPLES
        ours = seconds(
            lambda name=name: paired_bootstrap(
                tabulate(truth, predictions, classes=2),
                metric=name,
                rng=np.random.default_rng(2),
                resamples=RESAMPLES,
            )
        )
        yield f"paired bootstrap of {name}, {RESAMPLES} resamples", ours / theirs, COUNT_BAR


def _one_resample(
    truth: np.ndarray, predictions: np.ndarray, score: Callable[[np.ndarray, np.ndarray], float]
) -> float:
    chosen = np.random.default_rng(3).integers(0, truth.size, truth.size)
    y, p = truth[chosen], predictions[chosen]
    return score(y, p[:, 1]) - score(y, p[:, 0])


def _permutation(truth: np.ndarray, predictions: np.ndarray) -> Iterator[tuple[str, float, float]]:
    from scipy.stats import permutation_test

    right = predictions == truth[:, None]

    def theirs() -> object:
        return permutation_test(
            (right[:, 0], right[:, 1]),
            lambda a, b: b.mean() - a.mean(),
            permutation_type="samples",
            n_resamples=10,
            vectorized=False,
            rng=np.random.default_rng(4),
        )

    ours = seconds(
        lambda: paired_permutation(
            tabulate(truth, predictions, classes=2), metric="accuracy", rng=np.random.default_rng(5)
        )
    )
    yield "exact permutation p-value against 10 flips of scipy", ours / seconds(theirs, times=1), 1.0


def _areas(truth: np.ndarray, scores: np.ndarray) -> Iterator[tuple[str, float, float]]:
    from sklearn.metrics import roc_auc_score

    def loop() -> float:
        chosen = np.random.default_rng(6).integers(0, truth.size, truth.size)
        return roc_auc_score(truth[chosen], scores[chosen, 0])

    theirs = seconds(loop, times=2) * RESAMPLES
    examples = ScoredExamples(truth=truth, scores=scores)
    for engine, bar in (("numpy", AUC_BAR), ("numba", AUC_NUMBA_BAR)):
        run = lambda engine=engine, resamples=RESAMPLES: rank_metric_interval(  # noqa: E731
            examples, rng=np.random.default_rng(7), resamples=resamples, engine=engine
        )
        run(resamples=100)  # compiled, or warmed up
        yield f"bootstrap of ROC AUC, {engine}, {RESAMPLES} resamples", seconds(run, times=1) / theirs, bar
    sorts = seconds(lambda: [np.argsort(column) for column in np.ascontiguousarray(scores.T)])
    yield "DeLong's test against two sorts (argsort)", seconds(lambda: delong(examples)) / sorts, DELONG_BAR


def _memory(
    truth: np.ndarray, predictions: np.ndarray, scores: np.ndarray
) -> Iterator[tuple[str, float, float]]:
    works = {
        "paired bootstrap of MCC": (
            truth.nbytes + predictions.nbytes,
            lambda: paired_bootstrap(
                tabulate(truth, predictions, classes=2), metric="mcc", rng=np.random.default_rng(8)
            ),
        ),
        "DeLong's test": (
            truth.nbytes + scores.nbytes,
            lambda: delong(ScoredExamples(truth=truth, scores=scores)),
        ),
    }
    for name, (given, work) in works.items():
        tracemalloc.start()
        work()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        yield f"memory of {name}, beyond the input, against it", peak / given, MEMORY_BAR


if __name__ == "__main__":
    for what, ratio, bar in measure():
        faster = f"{1 / ratio:,.0f} ×" if bar < 1 else f"{ratio:.2f}"
        promised = f"{1 / bar:,.0f} ×" if bar < 1 else f"{bar:g}"
        print(f"{what:<64} {faster:>10}   bar {promised:>8}   {'kept' if ratio <= bar else 'NOT KEPT'}")
