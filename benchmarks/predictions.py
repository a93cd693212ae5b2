"""Tests on predictions against loops over scikit-learn and scipy, on a million examples.

    python -m benchmarks.predictions

Needs scikit-learn. A loop is timed for a few resamples and counted for as many as ours draws. CPU time, the best of
some runs; ratios of two measurements in one run.
"""

import time
import tracemalloc
from collections.abc import Callable, Iterator

import numpy as np

from bakeoff.procedures.base.scored_examples import ScoredExamples
from bakeoff.procedures.bootstrap.class_bootstrap import paired_bootstrap
from bakeoff.procedures.bootstrap.contingency import tabulate
from bakeoff.procedures.bootstrap.permutation import paired_permutation
from bakeoff.procedures.bootstrap.rank_bootstrap import paired_rank_bootstrap, rank_metric_interval
from bakeoff.procedures.predictions.roc_area import auc_interval, delong

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
    columns = np.ascontiguousarray(scores.T)
    ours = seconds(lambda: delong(examples), times=7)
    sorts = seconds(lambda: [np.sort(column) for column in columns], times=7)
    yield "DeLong's test against two plain sorts", ours / sorts, DELONG_BAR
    sorts = seconds(lambda: [np.argsort(column) for column in columns], times=7)
    yield "DeLong's test against two sorts of places (argsort)", ours / sorts, DELONG_BAR


def _memory(
    truth: np.ndarray, predictions: np.ndarray, scores: np.ndarray
) -> Iterator[tuple[str, float, float]]:
    """Yield the peak of memory, with the arrays that were handed in, against these arrays."""
    of_classes, of_scores = truth.nbytes + predictions.nbytes, truth.nbytes + scores.nbytes
    examples = ScoredExamples(truth=truth, scores=scores)
    one = ScoredExamples(truth=truth, scores=scores[:, :1].copy())
    rng = np.random.default_rng
    works: dict[str, tuple[int, Callable[[], object]]] = {
        "the paired bootstrap of MCC": (
            of_classes,
            lambda: paired_bootstrap(tabulate(truth, predictions, classes=2), metric="mcc", rng=rng(8)),
        ),
        "the exact permutation test": (
            of_classes,
            lambda: paired_permutation(
                tabulate(truth, predictions, classes=2), metric="accuracy", rng=rng(8)
            ),
        ),
        "DeLong's test": (of_scores, lambda: delong(ScoredExamples(truth=truth, scores=scores))),
        "the interval of one AUC": (truth.nbytes + scores.nbytes // 2, lambda: auc_interval(one)),
        "the paired bootstrap of AUC": (
            of_scores,
            lambda: paired_rank_bootstrap(examples, rng=rng(8), resamples=100, engine="numpy"),
        ),
    }
    for name, (given, work) in works.items():
        yield f"memory of {name}, with the input, against it", 1 + _peak(work) / given, MEMORY_BAR


def _peak(work: Callable[[], object]) -> int:
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


if __name__ == "__main__":
    for what, ratio, bar in measure():
        faster = f"{1 / ratio:,.0f} ×" if bar < 1 else f"{ratio:.2f}"
        promised = f"{1 / bar:,.0f} ×" if bar < 1 else f"{bar:g}"
        print(f"{what:<64} {faster:>10}   bar {promised:>8}   {'kept' if ratio <= bar else 'NOT KEPT'}")
