"""One cell, from rows to outcome: fit, predict, check, score, measure. What goes wrong is a recorded failure."""

import faulthandler
import os
import re
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.datasets import Task
from bakeoff.core.outcomes import Cell, CellPredictions, Failed, Outcome, Reason, Scored
from bakeoff.study.cells.answers import (
    WrongPredictionsError,
    check_answers,
    predict_probabilities,
    record_answers,
    try_probabilities,
)
from bakeoff.study.cells.estimators import without_sharing
from bakeoff.study.cells.isolation import Transcript, isolate_process
from bakeoff.study.cells.measurement import (
    Stopwatch,
    limit_memory,
    measure_complexity,
    measure_size,
    measure_time,
    peak_since,
    reset_peak,
)
from bakeoff.study.cells.scoring import (
    COST,
    SplitPredictions,
    UndefinedError,
    compute_scores,
    first_needing_probabilities,
    mean_cost,
)
from bakeoff.study.cells.splits import Split, find_kept_apart
from bakeoff.study.cells.tuning import Training, tune_model
from bakeoff.study.cells.workpiece import Rows, Workpiece, select_rows
from bakeoff.study.specification.specification import Condition, Disturbance, Keep, Resampling

_NO_FIT = re.compile(r"\s*All the \d+ fits failed")


def evaluate_cell(piece: Workpiece, cell: Cell) -> Outcome:
    """Return what a cell yields, or the reason why it yields nothing."""
    started = time.perf_counter()
    transcript = Transcript()
    limits = piece.spec.limits
    try:
        with (
            _limit_time(limits.seconds),
            transcript.listening(),
            isolate_process(piece.seed(cell)),
            limit_memory(limits.memory),
        ):
            scored = _score_cell(piece, cell)
        return replace(scored, warnings=transcript.lines())
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        return Failed(
            cell=cell,
            reason=_failure_reason(error),
            message=_error_text(error),
            detail=traceback.format_exc(),
            seconds=time.perf_counter() - started,
        )


def _score_cell(piece: Workpiece, cell: Cell) -> Scored:
    split = piece.split(cell)
    rows = select_rows(piece, cell, split)
    spec, dataset = piece.spec, piece.dataset
    seen = np.unique(rows.train_target)
    if seen.size < 2 and dataset.task is not Task.QUANTITY:
        raise UndefinedError("the training rows are all of one class")
    estimator = piece.estimator(cell)  # the first of its kind is imported here, which is no part of fitting
    memory = reset_peak()
    classifier = spec.classifier(cell.classifier)
    tuning = spec.tuning_of(classifier)
    with _measure_whole_time() as fitting:
        model, trials = tune_model(
            estimator,
            classifier,
            tuning,
            metric=tuning.metric or spec.metrics[0],
            training=_training_set(piece, rows, split, is_weighted=classifier.sample_weights),
            seed=piece.seed(cell),
        )
    with _measure_whole_time() as predicting:
        said = model.predict(rows.test_features)
    answers = _check_predictions(piece, model, rows, said=said, seen=seen, test=split.test)
    measured = {
        "fit_seconds": fitting.wall,
        "fit_cpu_seconds": fitting.cpu,
        "predict_seconds": predicting.wall,
        "predict_cpu_seconds": predicting.cpu,
    }
    peak = peak_since(memory)
    if peak is not None:
        measured["peak_memory_bytes"] = peak
    return Scored(
        cell=replace(cell, split=split.digest),
        scores=_score_predictions(piece, answers),
        n_train=rows.train_target.size,
        n_test=rows.test_target.size,
        measured=measured,
        complexity=_measure_complexity(without_sharing(model), cell),
        trials=trials,
        predictions=_predictions_to_keep(piece, cell, split.test, rows.test_target, answers),
    )


@contextmanager
def _measure_whole_time() -> Iterator[Stopwatch]:
    """Measure what runs inside as if it had shared nothing with other cells."""
    from bakeoff.study.cells.shared_preprocessing import take_spared_seconds

    take_spared_seconds()
    with measure_time() as watch:
        yield watch
    wall, cpu = take_spared_seconds()
    watch.wall += wall
    watch.cpu += cpu


def _training_set(piece: Workpiece, rows: Rows, split: Split, *, is_weighted: bool) -> Training:
    """Return the training set with what its inner splits must keep apart: what the outer ones do."""
    kind, dataset = piece.spec.splitting.kind, piece.dataset
    groups, times = find_kept_apart(dataset, kind, split)
    is_quantity = dataset.task is Task.QUANTITY
    weights = dataset.weights
    return Training(
        features=rows.train_features,
        target=dataset.decode_target(rows.train_target),
        strata=np.zeros_like(rows.train_target) if is_quantity else rows.train_target,
        task=dataset.task,
        is_stratified=kind is not Resampling.PLAIN and not is_quantity,
        # Copies of one row are one group: a bootstrap draws some several times.
        groups=rows.train if kind is Resampling.BOOTSTRAP else None if groups is None else groups[rows.train],
        times=None if times is None else times[rows.train],
        weights=None if weights is None else weights[rows.train],
        is_fitted_by_weight=is_weighted,
    )


def _score_predictions(piece: Workpiece, answers: SplitPredictions) -> dict[str, float]:
    scores = compute_scores(answers, piece.spec.metrics, piece.dataset.task)
    if piece.spec.costs is not None and piece.spec.costs.matrix:
        scores[COST] = mean_cost(answers, piece.spec.costs, piece.dataset.classes)
    return scores


def _check_predictions(
    piece: Workpiece,
    model: Any,  # noqa: ANN401 - any estimator
    rows: Rows,
    *,
    said: Any,  # noqa: ANN401 - what predict returned
    seen: Ints,
    test: Ints,
) -> SplitPredictions:
    dataset = piece.dataset
    labels = check_answers(said, dataset, size=rows.test_target.size, seen=seen)
    return SplitPredictions(
        truth=dataset.decode_target(rows.test_target),
        labels=labels,
        classes=len(dataset.classes),
        probabilities=_find_probabilities(piece, model, rows, seen),
        weights=None if dataset.weights is None else dataset.weights[test],
    )


def _find_probabilities(piece: Workpiece, model: Any, rows: Rows, seen: Ints) -> Floats | None:  # noqa: ANN401
    """Return the probabilities that a metric needs, or that are to be kept; label sets and quantities have none."""
    task, classes = piece.dataset.task, len(piece.dataset.classes)
    if task in (Task.QUANTITY, Task.LABEL_SETS):
        return None
    needy = first_needing_probabilities(piece.spec.metrics, task)
    if needy is None:
        keep = piece.spec.keep is Keep.PROBABILITIES
        return try_probabilities(model, rows.test_features, seen=seen, classes=classes) if keep else None
    probabilities = predict_probabilities(model, rows.test_features, seen=seen, classes=classes)
    if probabilities is None:
        raise WrongPredictionsError(
            f"{needy} needs probabilities, and the classifier has no predict_proba: "
            "put it inside CalibratedClassifierCV"
        )
    return probabilities


def _measure_complexity(model: Any, cell: Cell) -> dict[str, float]:  # noqa: ANN401
    measured = measure_complexity(model)
    if cell.repeat == 0:  # storing a model costs time; the first repeat is enough to know its size
        size = measure_size(model)
        if size is not None:
            measured["size_bytes"] = size
    return measured


def _predictions_to_keep(
    piece: Workpiece, cell: Cell, test: Ints, truth: Ints, answers: SplitPredictions
) -> CellPredictions | None:
    if piece.spec.keep is Keep.NOTHING:
        return None
    # Many cells, judged by labels.
    permuted = Condition.of(cell.condition).kind is Disturbance.PERMUTED_LABELS
    probabilities = answers.probabilities if piece.spec.keep is Keep.PROBABILITIES and not permuted else None
    return record_answers(piece.dataset, test, truth, answers.labels, probabilities=probabilities)


def _failure_reason(error: BaseException) -> Reason:
    if isinstance(error, MemoryError):
        return Reason.MEMORY
    if isinstance(error, WrongPredictionsError):
        return Reason.PREDICTIONS
    return Reason.SPLIT if isinstance(error, UndefinedError) else Reason.RAISED


def _error_text(error: BaseException) -> str:
    if _NO_FIT.match(
        str(error)
    ):  # scikit-learn's searches write out every traceback, the cause in the last line
        cause = str(error).strip().rsplit("\n", 1)[-1]
        return f"no configuration could be fitted inside the training set: {cause}"[:500]
    text = " ".join(str(error).split())
    if isinstance(error, WrongPredictionsError | UndefinedError):
        return text
    return f"{type(error).__name__}: {text}"[:500] if text else type(error).__name__


@contextmanager
def _limit_time(seconds: float) -> Iterator[None]:
    """End this process when what runs inside takes too long, even in compiled code that never returns.

    The timer is a thread of the interpreter's fault handler, which needs no lock of Python's.
    """
    if not _ENDS_WITH_ITS_CELL:
        yield
        return
    faulthandler.dump_traceback_later(seconds, exit=True, file=_open_devnull())
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@cache
def _open_devnull() -> int:
    return os.open(os.devnull, os.O_WRONLY)


_ENDS_WITH_ITS_CELL = False


def is_worker() -> bool:
    """Say whether this process works for a study, and for nobody else."""
    return _ENDS_WITH_ITS_CELL


def become_worker() -> None:
    """Let this process, which works for a study, end itself when a cell passes its time limit."""
    global _ENDS_WITH_ITS_CELL
    _ENDS_WITH_ITS_CELL = True
