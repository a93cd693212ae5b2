"""A dataset of arrays or a data frame, as scikit-learn takes them."""

from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.datasets import CategoricalColumn, Dataset, FeatureColumn, NumericColumn, Task, make_dataset
from bakeoff.core.errors import UsageError
from bakeoff.datasets.assembly.dataset_findings import date_findings
from bakeoff.datasets.assembly.targets import Target, encode_label_sets, encode_quantities
from bakeoff.datasets.assembly.typed_columns import SECONDS_OF_A_DAY


def dataset_from_arrays(
    name: str,
    features: Any,  # noqa: ANN401 - arrays or frames
    target: Any,  # noqa: ANN401
    weights: Any = None,  # noqa: ANN401
    *,
    task: Task = Task.CLASSES,
) -> Dataset:
    """Return a dataset from a table of features and what is to be predicted, as scikit-learn takes them."""
    encoded = _encode_target(target, task)
    codes = encoded.codes
    columns = _make_columns(features)
    if codes.size == 0 or any(c.cells.size != codes.size for c in columns):
        raise UsageError(
            f"dataset {name!r} has {codes.size} classes and columns of {sorted({c.cells.size for c in columns})} rows",
            where="Study",
            fix="give X with one row for each entry of y",
            code="BO486",
        )
    dataset = make_dataset(
        name=name,
        features=columns,
        target=codes,
        classes=encoded.classes,
        source=f"the arrays given as {name!r}",
        task=task,
        meanings=encoded.meanings,
        labels=encoded.labels,
        weights=None if weights is None else _check_weights(name, weights, codes.size),
    )
    return replace(dataset, findings=date_findings(_find_dates(features)))


def _encode_target(target: Any, task: Task) -> Target:  # noqa: ANN401
    values = np.asarray(target)
    if task is Task.QUANTITY:
        return encode_quantities(values.astype(np.float64))
    if task is Task.LABEL_SETS:
        names = getattr(target, "columns", [f"label {j + 1}" for j in range(values.shape[1])])
        return encode_label_sets(values.astype(np.bool_), tuple(map(str, names)))
    classes, codes = np.unique(values, return_inverse=True)  # in their order, where they are numbers
    return Target(codes=codes.astype(np.int64), classes=tuple(str(c) for c in classes.tolist()))


def _check_weights(name: str, weights: Any, rows: int) -> Floats:  # noqa: ANN401
    values: Floats = np.array(weights, dtype=np.float64)
    if values.shape != (rows,) or not np.isfinite(values).all() or values.min() < 0 or not values.any():
        raise UsageError(
            f"the weights of dataset {name!r} are not {rows:,} numbers from 0 on, some above it",
            where="Study",
            fix="give (X, y, weights) with a weight of 0 or more for each row",
            code="BO943",
        )
    return values


def _make_columns(features: Any) -> list[FeatureColumn]:  # noqa: ANN401
    if hasattr(features, "columns"):
        return [_make_column(str(name), np.asarray(features[name])) for name in features.columns]
    table = np.asarray(features)
    return [_make_column(f"x{j + 1}", table[:, j]) for j in range(table.shape[1])]


def _find_dates(features: Any) -> list[str]:  # noqa: ANN401
    names = getattr(features, "columns", ())
    return [str(name) for name in names if np.asarray(features[name]).dtype.kind == "M"]


def _make_column(name: str, values: Any) -> FeatureColumn:  # noqa: ANN401
    if values.dtype.kind in "biuf":
        return NumericColumn(name=name, values=values.astype(np.float64))
    if values.dtype.kind == "M":
        return NumericColumn(name=name, values=_count_days(values))
    is_missing = np.array([value is None or value != value for value in values.tolist()])
    texts = np.array(
        ["" if gone else str(value) for value, gone in zip(values.tolist(), is_missing, strict=True)]
    )
    levels = tuple(dict.fromkeys(sorted(set(texts[~is_missing].tolist()))))
    index = {level: i for i, level in enumerate(levels)}
    codes = [-1 if gone else index[text] for text, gone in zip(texts.tolist(), is_missing, strict=True)]
    return CategoricalColumn(name=name, codes=np.array(codes, dtype=np.int64), levels=levels)


def _count_days(stamps: Any) -> Floats:  # noqa: ANN401 - an array of dates
    """Return dates as days since 1970, as they are read from files; NaN where one is missing."""
    days: Floats = stamps.astype("datetime64[ms]").astype(np.int64) / (1000 * SECONDS_OF_A_DAY)
    days[np.isnat(stamps)] = np.nan
    return days
