"""What a model said of its test rows, checked: of the right length, a class it was taught, a number."""

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.datasets import Dataset, Task
from bakeoff.core.outcomes import CellPredictions
from bakeoff.datasets.assembly.targets import encode_quantities, label_set_text

NEARLY = 1e-6  # what rounding may add to a probability


class WrongPredictionsError(ValueError):
    """Predictions that are not an answer: of the wrong length, not a class, or not a number."""


def check_answers(said: Any, dataset: Dataset, *, size: int, seen: Ints) -> NDArray[Any]:  # noqa: ANN401
    """Return what `predict` said of `size` rows in the form of the task, or refuse it; `seen`: the classes taught."""
    if dataset.task is Task.QUANTITY:
        return _check_quantities(said, size)
    if dataset.task is Task.LABEL_SETS:
        return _check_label_sets(said, size, len(dataset.labels))
    return _check_classes(said, size, seen)


def _as_array(said: Any) -> NDArray[Any]:  # noqa: ANN401
    try:
        return np.asarray(said)
    except ValueError:
        raise WrongPredictionsError("predict gave rows of different lengths") from None


def _check_classes(said: Any, size: int, seen: Ints) -> Ints:  # noqa: ANN401
    predicted = _as_array(said)
    _require_flat(said, predicted, size, "labels")
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


def _require_flat(said: Any, predicted: NDArray[Any], size: int, what: str) -> None:  # noqa: ANN401
    if predicted.ndim != 1:
        shape = "None" if said is None else f"an array of {predicted.ndim} dimensions"
        raise WrongPredictionsError(f"predict gave {shape} for {size} test rows")
    if predicted.size != size:
        raise WrongPredictionsError(f"predict gave {predicted.size} {what} for {size} test rows")


def _check_quantities(said: Any, size: int) -> Floats:  # noqa: ANN401
    predicted = _as_array(said)
    if predicted.ndim == 2 and predicted.shape[1] == 1:  # as some regressors give them
        predicted = predicted[:, 0]
    _require_flat(said, predicted, size, "numbers")
    if predicted.dtype.kind not in "biuf" or not np.isfinite(predicted).all():
        raise WrongPredictionsError("predict gave values that are not finite numbers")
    return predicted.astype(np.float64)


def _check_label_sets(said: Any, size: int, labels: int) -> Bools:  # noqa: ANN401
    predicted = _as_array(said.toarray() if hasattr(said, "toarray") else said)
    if predicted.shape != (size, labels):
        shape = " × ".join(map(str, predicted.shape)) or "None"
        raise WrongPredictionsError(f"predict gave {shape} values for {size} test rows and {labels} labels")
    if predicted.dtype.kind not in "biuf" or not np.isin(predicted, (0, 1)).all():
        raise WrongPredictionsError("predict gave values other than 0 and 1 for labels")
    return predicted.astype(np.bool_)


def predict_probabilities(model: Any, features: Floats, *, seen: Ints, classes: int) -> Floats | None:  # noqa: ANN401
    """Return rows × classes; a class that the training rows lack has probability zero. None without predict_proba."""
    if not hasattr(model, "predict_proba"):
        return None
    predicted = np.asarray(model.predict_proba(features), dtype=np.float64)
    model_classes = np.asarray(getattr(model, "classes_", seen))
    rows = features.shape[0]
    if predicted.shape != (rows, model_classes.size):
        shape = " × ".join(map(str, predicted.shape))
        raise WrongPredictionsError(
            f"predict_proba gave {shape} numbers for {rows} test rows and {model_classes.size} classes"
        )
    if not np.isin(model_classes, seen).all():
        raise WrongPredictionsError("classes_ holds a label that the training rows do not have")
    if not np.isfinite(predicted).all():
        raise WrongPredictionsError("predict_proba gave values that are not numbers")
    if predicted.min() < -NEARLY or predicted.max() > 1 + NEARLY:
        raise WrongPredictionsError(
            f"predict_proba gave values from {predicted.min():.3g} to {predicted.max():.3g}, which are no probabilities"
        )
    whole = np.zeros((rows, classes))
    whole[:, model_classes.astype(np.int64)] = predicted
    return whole


def try_probabilities(model: Any, features: Floats, *, seen: Ints, classes: int) -> Floats | None:  # noqa: ANN401
    """Return probabilities that no metric needs: without them the cell still has its score."""
    try:
        return predict_probabilities(model, features, seen=seen, classes=classes)
    except Exception as error:
        text = " ".join(str(error).split())
        text = text if isinstance(error, WrongPredictionsError) else f"{type(error).__name__}: {text}"[:500]
        warnings.warn(f"no probabilities are kept: {text}", stacklevel=1)
        return None


def record_answers(
    dataset: Dataset, rows: Ints, truth: Ints, said: NDArray[Any], *, probabilities: Floats | None
) -> CellPredictions:
    """Return what is kept of every test example; `truth` are targets of the dataset, `said` is in the form of its task.

    Quantities and sets of labels that the dataset does not have get a class of their own.
    """
    labels, classes = said, dataset.classes
    if dataset.task is Task.QUANTITY:
        both = encode_quantities(np.concatenate([dataset.decode_target(truth), said]))
        truth, labels = np.split(both.codes, 2)
        classes = both.classes
    elif dataset.task is Task.LABEL_SETS:
        texts = [label_set_text(row, dataset.labels) for row in said]
        classes = tuple(dict.fromkeys((*dataset.classes, *texts)))
        index = {text: i for i, text in enumerate(classes)}
        labels = np.array([index[text] for text in texts], dtype=np.int64)
    return CellPredictions(
        rows=rows, truth=truth, labels=labels, classes=classes, probabilities=probabilities
    )
