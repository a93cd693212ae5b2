"""True classes and a dict of predictions, as scikit-learn's users have them, as one table."""

from collections.abc import Mapping, Sequence

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.words import counted, quoted

Columns = dict[str, list[object]]


def join_predictions(y_true: object, predictions: object) -> Columns:
    """Return true classes and what each classifier said of each example as the columns of one table.

    Predictions are the classes, or `predict_proba`'s table with a column for each class in sorted order, or the scores
    of the second of two classes. A classifier may be called anything: its name is never taken for another column.

    >>> join_predictions(["cat", "dog"], {"group": ["cat", "cat"]})
    {'id': [1, 2], 'y_true': ['cat', 'dog'], 'classifier': ['group', 'group'], 'y_pred': ['cat', 'cat']}
    """
    truth = _values(y_true, "y_true", dimensions=(1,))
    named = _named(predictions)
    for name, said in named.items():
        if len(said) != len(truth):
            raise InputError(
                f"there must be one prediction for each example: {quoted(name)} has {counted(len(said), 'value')}, "
                f"y_true has {len(truth):,}",
                where=f"predictions[{name!r}]",
                fix="give what each classifier said of the same examples, in the same order",
                code="BO085",
            )
    if all(said.ndim == 1 and not _are_scores(said, truth) for said in named.values()):
        return _long(truth, named)
    return {"y_true": truth.tolist(), **_scored(truth, named)}


def _named(predictions: object) -> dict[str, np.ndarray]:
    if hasattr(type(predictions), "columns"):  # a data frame: a column for each classifier
        predictions = {name: predictions[name] for name in predictions.columns}  # type: ignore[index, attr-defined]
    if not isinstance(predictions, Mapping) or not predictions:
        raise _unusable(
            f"predictions must be a dict of classifier to its predictions, not {quoted(type(predictions).__name__)}",
            "predictions",
        )
    return {str(k): _values(v, f"predictions[{k!r}]", dimensions=(1, 2)) for k, v in predictions.items()}


def _values(given: object, where: str, *, dimensions: tuple[int, ...]) -> np.ndarray:
    if isinstance(given, str | bytes | Mapping) or not (
        isinstance(given, Sequence) or hasattr(given, "__array__") or hasattr(given, "to_list")
    ):
        raise _unusable(f"{where} must be a list of classes, not {quoted(type(given).__name__)}", where)
    try:
        plain = given.to_list() if hasattr(given, "to_list") else given  # categories and nulls as they are
        values = np.asarray(plain) if isinstance(plain, np.ndarray) else np.array(plain, dtype=object)
        if values.dtype == object and values.ndim == 2:  # lists of probabilities
            values = values.astype(np.float64)
    except (TypeError, ValueError):
        raise _unusable(f"{where} has rows that are no probabilities", where) from None
    if values.ndim == 1 and any(isinstance(value, list | tuple | np.ndarray) for value in values.tolist()):
        raise _unusable(f"{where} has rows of different lengths", where)
    if values.ndim not in dimensions or not len(values):
        raise _unusable(f"{where} is empty or has {counted(values.ndim, 'dimension')}", where)
    return values


def _unusable(what: str, where: str) -> InputError:
    return InputError(
        what,
        where=where,
        fix='give compare(y_true, {"a": predictions, "b": predictions}), each a list with a class for each example',
        code="BO533",
    )


def _are_scores(said: np.ndarray, truth: np.ndarray) -> bool:
    """Say whether predictions are fractions where the classes are not."""
    return _has_fractions(said) and not _has_fractions(truth)


def _has_fractions(values: np.ndarray) -> bool:
    return any(isinstance(value, float | np.floating) and value % 1 for value in values.tolist())


def _long(truth: np.ndarray, named: Mapping[str, np.ndarray]) -> Columns:
    n, whole = len(truth), not any(isinstance(value, float) for value in truth.tolist())
    return {
        "id": list(range(1, n + 1)) * len(named),
        "y_true": truth.tolist() * len(named),
        "classifier": [name for name in named for _ in range(n)],
        "y_pred": [_whole(value) if whole else value for said in named.values() for value in said.tolist()],
    }


def _whole(value: object) -> object:
    """Return 1 for 1.0: classes that are numbers are the same whatever type holds them."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _scored(truth: np.ndarray, named: Mapping[str, np.ndarray]) -> Columns:
    try:
        classes = sorted(set(truth.tolist()))
    except TypeError:
        raise _unusable("y_true mixes kinds of classes, which have no order", "y_true") from None
    columns: Columns = {}
    for name, said in named.items():
        if said.ndim == 1:
            columns[name] = said.tolist()
            continue
        if said.shape[1] != len(classes):
            raise _unusable(
                f"{quoted(name)} has {counted(said.shape[1], 'column')} of probabilities, and y_true has "
                f"{counted(len(classes), 'class')}",
                f"predictions[{name!r}]",
            )
        columns |= {f"{name}:{label}": said[:, j].tolist() for j, label in enumerate(classes)}
    return columns
