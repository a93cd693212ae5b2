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

from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.outcomes import Cell, CellPredictions, Failed, Outcome, Reason, Scored
from bakeoff.study.isolation import Heard, isolated
from bakeoff.study.measuring import complexity_of, memory_limited, peak_since, reset_peak, size_of, timed
from bakeoff.study.scoring import COST, Answers, UndefinedError, mean_cost, needs_probabilities, scores_of
from bakeoff.study.specification import Condition, Disturbance, Keep, Resampling
from bakeoff.study.splits import Split, apart_of
from bakeoff.study.tuning import Training, tuned
from bakeoff.study.workpiece import Rows, Workpiece, rows_of

NEARLY = 1e-6  # what rounding may add to a probability


class WrongPredictionsError(ValueError):
    """Predictions that are not an answer: of the wrong length, not a class, or not a number."""


def evaluate(piece: Workpiece, cell: Cell) -> Outcome:
    """Return what a cell yields, or the reason why it yields nothing."""
    started = time.perf_counter()
    heard = Heard()
    limits = piece.spec.limits
    try:
        with (
            _watched(limits.seconds),
            heard.listening(),
            isolated(piece.seed(cell)),
            memory_limited(limits.memory),
        ):
            scored = _scored(piece, cell)
        return replace(scored, warnings=heard.lines())
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        return Failed(
            cell=cell,
            reason=_reason(error),
            message=_one_line(error),
            detail=traceback.format_exc(),
            seconds=time.perf_counter() - started,
        )


def _scored(piece: Workpiece, cell: Cell) -> Scored:
    split = piece.split(cell)
    rows = rows_of(piece, cell, split)
    seen = np.unique(rows.train_target)
    if seen.size < 2:
        raise UndefinedError("the training rows are all of one class")
    spec = piece.spec
    estimator = piece.estimator(cell)  # the first of its kind is imported here, which is no part of fitting
    memory = reset_peak()
    with timed() as fitting:
        model, trials = tuned(
            estimator,
            spec.classifier(cell.classifier),
            spec.tuning,
            metric=spec.tuning.metric or spec.metrics[0],
            training=_training(piece, rows, split),
            seed=piece.seed(cell),
        )
    with timed() as predicting:
        labels = model.predict(rows.test_features)
    answers = _answers(piece, model, rows, labels=_checked(labels, rows, seen), seen=seen)
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
        scores=_scores(piece, answers),
        n_train=rows.train_target.size,
        n_test=rows.test_target.size,
        measured=measured,
        complexity=_complexity(model, cell),
        trials=trials,
        predictions=_kept(piece, cell, split.test, answers),
    )


def _training(piece: Workpiece, rows: Rows, split: Split) -> Training:
    """Return the training set with what its inner splits must keep apart: what the outer ones do."""
    kind, dataset = piece.spec.splitting.kind, piece.dataset
    groups, times = apart_of(dataset, kind, split)
    return Training(
        features=rows.train_features,
        target=rows.train_target,
        is_stratified=kind is not Resampling.PLAIN,
        # Copies of one row are one group: a bootstrap draws some several times.
        groups=rows.train if kind is Resampling.BOOTSTRAP else None if groups is None else groups[rows.train],
        times=None if times is None else times[rows.train],
    )


def _scores(piece: Workpiece, answers: Answers) -> dict[str, float]:
    scores = scores_of(answers, piece.spec.metrics)
    if piece.spec.costs is not None and piece.spec.costs.matrix:
        scores[COST] = mean_cost(answers, piece.spec.costs, piece.dataset.classes)
    return scores


def _answers(piece: Workpiece, model: Any, rows: Rows, *, labels: Ints, seen: Ints) -> Answers:  # noqa: ANN401
    classes = len(piece.dataset.classes)
    needy = needs_probabilities(piece.spec.metrics)
    if needy is not None:
        given = _probabilities(model, rows, seen, classes)
        if given is None:
            raise WrongPredictionsError(
                f"{needy} needs probabilities, and the classifier has no predict_proba"
            )
    else:
        given = (
            _probabilities_to_keep(model, rows, seen, classes)
            if piece.spec.keep is Keep.PROBABILITIES
            else None
        )
    return Answers(truth=rows.test_target, labels=labels, classes=classes, probabilities=given)


def _probabilities_to_keep(model: Any, rows: Rows, seen: Ints, classes: int) -> Floats | None:  # noqa: ANN401
    """Return probabilities that no metric needs: without them the cell still has its score."""
    try:
        return _probabilities(model, rows, seen, classes)
    except Exception as error:
        warnings.warn(f"no probabilities are kept: {_one_line(error)}", stacklevel=1)
        return None


def _probabilities(model: Any, rows: Rows, seen: Ints, classes: int) -> Floats | None:  # noqa: ANN401
    """Return rows × classes; a class that the training rows lack has probability zero."""
    if not hasattr(model, "predict_proba"):
        return None
    given = np.asarray(model.predict_proba(rows.test_features), dtype=np.float64)
    known = np.asarray(getattr(model, "classes_", seen))
    if given.shape != (rows.test_target.size, known.size):
        shape = " × ".join(map(str, given.shape))
        raise WrongPredictionsError(
            f"predict_proba gave {shape} numbers for {rows.test_target.size} test rows and {known.size} classes"
        )
    if not np.isin(known, seen).all():
        raise WrongPredictionsError("classes_ holds a label that the training rows do not have")
    if not np.isfinite(given).all():
        raise WrongPredictionsError("predict_proba gave values that are not numbers")
    if given.min() < -NEARLY or given.max() > 1 + NEARLY:
        raise WrongPredictionsError(
            f"predict_proba gave values from {given.min():.3g} to {given.max():.3g}, which are no probabilities"
        )
    whole = np.zeros((given.shape[0], classes))
    whole[:, known.astype(np.int64)] = given
    return whole


def _checked(labels: Any, rows: Rows, seen: Ints) -> Ints:  # noqa: ANN401 - what predict returned
    size = rows.test_target.size
    try:
        found = np.asarray(labels)
    except ValueError:
        raise WrongPredictionsError("predict gave rows of different lengths") from None
    if found.ndim != 1:
        what = "None" if labels is None else f"an array of {found.ndim} dimensions"
        raise WrongPredictionsError(f"predict gave {what} for {size} test rows")
    if found.size != size:
        raise WrongPredictionsError(f"predict gave {found.size} labels for {size} test rows")
    if found.dtype.kind not in "biuf":
        raise WrongPredictionsError(f"predict gave labels of type {found.dtype}, and was taught numbers")
    if found.dtype.kind == "f" and not np.isfinite(found).all():
        raise WrongPredictionsError("predict gave labels that are not numbers (NaN)")
    strange = found[~np.isin(found, seen)]
    if strange.size:
        raise WrongPredictionsError(
            f"predict gave a label that the training rows do not have: {strange[0]!r}"
        )
    return found.astype(np.int64)


def _complexity(model: Any, cell: Cell) -> dict[str, float]:  # noqa: ANN401
    found = complexity_of(model)
    if cell.repeat == 0:  # storing a model costs time; the first repeat is enough to know its size
        size = size_of(model)
        if size is not None:
            found["size_bytes"] = size
    return found


def _kept(piece: Workpiece, cell: Cell, test: Ints, answers: Answers) -> CellPredictions | None:
    if piece.spec.keep is Keep.NOTHING:
        return None
    # Many cells, judged by labels.
    permuted = Condition.of(cell.condition).kind is Disturbance.PERMUTED_LABELS
    kept = answers.probabilities if piece.spec.keep is Keep.PROBABILITIES and not permuted else None
    return CellPredictions(
        rows=test,
        truth=answers.truth,
        labels=answers.labels,
        classes=piece.dataset.classes,
        probabilities=kept,
    )


def _reason(error: BaseException) -> Reason:
    if isinstance(error, MemoryError):
        return Reason.MEMORY
    if isinstance(error, WrongPredictionsError):
        return Reason.PREDICTIONS
    return Reason.SPLIT if isinstance(error, UndefinedError) else Reason.RAISED


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    if isinstance(error, WrongPredictionsError | UndefinedError):
        return text
    return f"{type(error).__name__}: {text}"[:500] if text else type(error).__name__


@contextmanager
def _watched(seconds: float) -> Iterator[None]:
    """End this process when what runs inside takes too long, even in compiled code that never returns.

    The timer is a thread of the interpreter's fault handler, which needs no lock of Python's.
    """
    if not _ENDS_WITH_ITS_CELL:
        yield
        return
    faulthandler.dump_traceback_later(seconds, exit=True, file=_nowhere())
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@cache
def _nowhere() -> int:
    return os.open(os.devnull, os.O_WRONLY)


_ENDS_WITH_ITS_CELL = False


def become_worker() -> None:
    """Let this process, which works for a study, end itself when a cell passes its time limit."""
    global _ENDS_WITH_ITS_CELL
    _ENDS_WITH_ITS_CELL = True
