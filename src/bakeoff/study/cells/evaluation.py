"""One cell, from rows to outcome: fit, predict, check, score, measure. What goes wrong is a recorded failure."""

import faulthandler
import os
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.outcomes import Cell, CellPredictions, Failed, Outcome, Reason, Scored
from bakeoff.study.cells.isolation import Transcript, isolate_process
from bakeoff.study.cells.measurement import (
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

NEARLY = 1e-6  # what rounding may add to a probability


class WrongPredictionsError(ValueError):
    """Predictions that are not an answer: of the wrong length, not a class, or not a number."""


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
    train_classes = np.unique(rows.train_target)
    if train_classes.size < 2:
        raise UndefinedError("the training rows are all of one class")
    spec = piece.spec
    estimator = piece.estimator(cell)  # the first of its kind is imported here, which is no part of fitting
    memory = reset_peak()
    classifier = spec.classifier(cell.classifier)
    tuning = spec.tuning_of(classifier)
    with measure_time() as fitting:
        model, trials = tune_model(
            estimator,
            classifier,
            tuning,
            metric=tuning.metric or spec.metrics[0],
            training=_training_set(piece, rows, split),
            seed=piece.seed(cell),
        )
    with measure_time() as predicting:
        labels = model.predict(rows.test_features)
    answers = _predict_rows(
        piece, model, rows, labels=_check_labels(labels, rows, train_classes), seen=train_classes
    )
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
        complexity=_measure_complexity(model, cell),
        trials=trials,
        predictions=_predictions_to_keep(piece, cell, split.test, answers),
    )


def _training_set(piece: Workpiece, rows: Rows, split: Split) -> Training:
    """Return the training set with what its inner splits must keep apart: what the outer ones do."""
    kind, dataset = piece.spec.splitting.kind, piece.dataset
    groups, times = find_kept_apart(dataset, kind, split)
    return Training(
        features=rows.train_features,
        target=rows.train_target,
        is_stratified=kind is not Resampling.PLAIN,
        # Copies of one row are one group: a bootstrap draws some several times.
        groups=rows.train if kind is Resampling.BOOTSTRAP else None if groups is None else groups[rows.train],
        times=None if times is None else times[rows.train],
    )


def _score_predictions(piece: Workpiece, answers: SplitPredictions) -> dict[str, float]:
    scores = compute_scores(answers, piece.spec.metrics)
    if piece.spec.costs is not None and piece.spec.costs.matrix:
        scores[COST] = mean_cost(answers, piece.spec.costs, piece.dataset.classes)
    return scores


def _predict_rows(piece: Workpiece, model: Any, rows: Rows, *, labels: Ints, seen: Ints) -> SplitPredictions:  # noqa: ANN401
    classes = len(piece.dataset.classes)
    needy = first_needing_probabilities(piece.spec.metrics)
    if needy is not None:
        probabilities = _predict_probabilities(model, rows, seen, classes)
        if probabilities is None:
            raise WrongPredictionsError(
                f"{needy} needs probabilities, and the classifier has no predict_proba"
            )
    else:
        probabilities = (
            _try_probabilities(model, rows, seen, classes) if piece.spec.keep is Keep.PROBABILITIES else None
        )
    return SplitPredictions(
        truth=rows.test_target, labels=labels, classes=classes, probabilities=probabilities
    )


def _try_probabilities(model: Any, rows: Rows, seen: Ints, classes: int) -> Floats | None:  # noqa: ANN401
    """Return probabilities that no metric needs: without them the cell still has its score."""
    try:
        return _predict_probabilities(model, rows, seen, classes)
    except Exception as error:
        warnings.warn(f"no probabilities are kept: {_error_text(error)}", stacklevel=1)
        return None


def _predict_probabilities(model: Any, rows: Rows, seen: Ints, classes: int) -> Floats | None:  # noqa: ANN401
    """Return rows × classes; a class that the training rows lack has probability zero."""
    if not hasattr(model, "predict_proba"):
        return None
    predicted = np.asarray(model.predict_proba(rows.test_features), dtype=np.float64)
    model_classes = np.asarray(getattr(model, "classes_", seen))
    if predicted.shape != (rows.test_target.size, model_classes.size):
        shape = " × ".join(map(str, predicted.shape))
        raise WrongPredictionsError(
            f"predict_proba gave {shape} numbers for {rows.test_target.size} test rows and {model_classes.size} classes"
        )
    if not np.isin(model_classes, seen).all():
        raise WrongPredictionsError("classes_ holds a label that the training rows do not have")
    if not np.isfinite(predicted).all():
        raise WrongPredictionsError("predict_proba gave values that are not numbers")
    if predicted.min() < -NEARLY or predicted.max() > 1 + NEARLY:
        raise WrongPredictionsError(
            f"predict_proba gave values from {predicted.min():.3g} to {predicted.max():.3g}, which are no probabilities"
        )
    whole = np.zeros((predicted.shape[0], classes))
    whole[:, model_classes.astype(np.int64)] = predicted
    return whole


def _check_labels(labels: Any, rows: Rows, seen: Ints) -> Ints:  # noqa: ANN401 - what predict returned
    size = rows.test_target.size
    try:
        predicted = np.asarray(labels)
    except ValueError:
        raise WrongPredictionsError("predict gave rows of different lengths") from None
    if predicted.ndim != 1:
        what = "None" if labels is None else f"an array of {predicted.ndim} dimensions"
        raise WrongPredictionsError(f"predict gave {what} for {size} test rows")
    if predicted.size != size:
        raise WrongPredictionsError(f"predict gave {predicted.size} labels for {size} test rows")
    if predicted.dtype.kind not in "biuf":
        raise WrongPredictionsError(f"predict gave labels of type {predicted.dtype}, and was taught numbers")
    if predicted.dtype.kind == "f" and not np.isfinite(predicted).all():
        raise WrongPredictionsError("predict gave labels that are not numbers (NaN)")
    strange = predicted[~np.isin(predicted, seen)]
    if strange.size:
        raise WrongPredictionsError(
            f"predict gave a label that the training rows do not have: {strange[0]!r}"
        )
    return predicted.astype(np.int64)


def _measure_complexity(model: Any, cell: Cell) -> dict[str, float]:  # noqa: ANN401
    measured = measure_complexity(model)
    if cell.repeat == 0:  # storing a model costs time; the first repeat is enough to know its size
        size = measure_size(model)
        if size is not None:
            measured["size_bytes"] = size
    return measured


def _predictions_to_keep(
    piece: Workpiece, cell: Cell, test: Ints, answers: SplitPredictions
) -> CellPredictions | None:
    if piece.spec.keep is Keep.NOTHING:
        return None
    # Many cells, judged by labels.
    permuted = Condition.of(cell.condition).kind is Disturbance.PERMUTED_LABELS
    probabilities = answers.probabilities if piece.spec.keep is Keep.PROBABILITIES and not permuted else None
    return CellPredictions(
        rows=test,
        truth=answers.truth,
        labels=answers.labels,
        classes=piece.dataset.classes,
        probabilities=probabilities,
    )


def _failure_reason(error: BaseException) -> Reason:
    if isinstance(error, MemoryError):
        return Reason.MEMORY
    if isinstance(error, WrongPredictionsError):
        return Reason.PREDICTIONS
    return Reason.SPLIT if isinstance(error, UndefinedError) else Reason.RAISED


def _error_text(error: BaseException) -> str:
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


def become_worker() -> None:
    """Let this process, which works for a study, end itself when a cell passes its time limit."""
    global _ENDS_WITH_ITS_CELL
    _ENDS_WITH_ITS_CELL = True
