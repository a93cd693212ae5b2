"""True classes and a dict of predictions, as scikit-learn's users have them, as one table."""

from collections.abc import Mapping, Sequence

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.words import quote_text, write_count

Columns = dict[str, list[object]]


def join_predictions(y_true: object, predictions: object) -> Columns:
    """Return true classes and what each classifier said of each example as the columns of one table.

    Predictions are the classes, or `predict_proba`'s table with a column for each class in sorted order, or the scores
    of the second of two classes. A classifier may be called anything: its name is never taken for another column.

    >>> join_predictions(["cat", "dog"], {"group": ["cat", "cat"]})
    {'id': [1, 2], 'y_true': ['cat', 'dog'], 'classifier': ['group', 'group'], 'y_pred': ['cat', 'cat']}
    """
    truth = _require_values(y_true, "y_true", dimensions=(1,))
    by_classifier = _name_predictions(predictions)
    for name, values in by_classifier.items():
        if len(values) != len(truth):
            raise InputError(
                f"there must be one prediction for each example: {quote_text(name)} has "
                f"{write_count(len(values), 'value')}, "
                f"y_true has {len(truth):,}",
                where=f"predictions[{name!r}]",
                fix="give what each classifier said of the same examples, in the same order",
                code="BO085",
            )
    if all(values.ndim == 1 and not _are_scores(values, truth) for values in by_classifier.values()):
        return _make_long_table(truth, by_classifier)
    return {"y_true": truth.tolist(), **_make_score_table(truth, by_classifier)}


def _name_predictions(predictions: object) -> dict[str, np.ndarray]:
    if hasattr(type(predictions), "columns"):  # a data frame: a column for each classifier
        predictions = {name: predictions[name] for name in predictions.columns}  # type: ignore[index, attr-defined]
    if not isinstance(predictions, Mapping) or not predictions:
        raise _predictions_error(
            "predictions must be a dict of classifier to its predictions, not "
            f"{quote_text(type(predictions).__name__)}",
            "predictions",
        )
    return {
        str(k): _require_values(v, f"predictions[{k!r}]", dimensions=(1, 2)) for k, v in predictions.items()
    }


def _require_values(given: object, where: str, *, dimensions: tuple[int, ...]) -> np.ndarray:
    if isinstance(given, str | bytes | Mapping) or not (
        isinstance(given, Sequence) or hasattr(given, "__array__") or hasattr(given, "to_list")
    ):
        raise _predictions_error(
            f"{where} must be a list of classes, not {quote_text(type(given).__name__)}", where
        )
    try:
        plain = given.to_list() if hasattr(given, "to_list") else given  # categories and nulls as they are
        values = np.asarray(plain) if isinstance(plain, np.ndarray) else np.array(plain, dtype=object)
        if values.dtype == object and values.ndim == 2:  # lists of probabilities
            values = values.astype(np.float64)
    except (TypeError, ValueError):
        raise _predictions_error(f"{where} has rows that are no probabilities", where) from None
    if values.ndim == 1 and any(isinstance(value, list | tuple | np.ndarray) for value in values.tolist()):
        raise _predictions_error(f"{where} has rows of different lengths", where)
    if values.ndim not in dimensions or not len(values):
        raise _predictions_error(f"{where} is empty or has {write_count(values.ndim, 'dimension')}", where)
    return values


def _predictions_error(what: str, where: str) -> InputError:
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


def _make_long_table(truth: np.ndarray, named: Mapping[str, np.ndarray]) -> Columns:
    n, whole = len(truth), not any(isinstance(value, float) for value in truth.tolist())
    return {
        "id": list(range(1, n + 1)) * len(named),
        "y_true": truth.tolist() * len(named),
        "classifier": [name for name in named for _ in range(n)],
        "y_pred": [
            _whole_value(value) if whole else value for values in named.values() for value in values.tolist()
        ],
    }


def _whole_value(value: object) -> object:
    """Return 1 for 1.0: classes that are numbers are the same whatever type holds them."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _make_score_table(truth: np.ndarray, named: Mapping[str, np.ndarray]) -> Columns:
    try:
        classes = sorted(set(truth.tolist()))
    except TypeError:
        raise _predictions_error("y_true mixes kinds of classes, which have no order", "y_true") from None
    columns: Columns = {}
    for name, values in named.items():
        if values.ndim == 1:
            columns[name] = values.tolist()
            continue
        if values.shape[1] != len(classes):
            raise _predictions_error(
                f"{quote_text(name)} has {write_count(values.shape[1], 'column')} of probabilities, and y_true has "
                f"{write_count(len(classes), 'class')}",
                f"predictions[{name!r}]",
            )
        columns |= {f"{name}:{label}": values[:, j].tolist() for j, label in enumerate(classes)}
    return columns
