"""A study given in Python: estimators and arrays, checked by the same model as a study file."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.datasets import CategoricalColumn, Dataset, FeatureColumn, NumericColumn, make_dataset
from bakeoff.core.errors import UsageError
from bakeoff.core.words import did_you_mean
from bakeoff.datasets.assembly.dataset_findings import date_findings
from bakeoff.datasets.assembly.typed_columns import SECONDS_OF_A_DAY
from bakeoff.study.cells.estimators import GIVEN, find_refused_lists, require_makeable
from bakeoff.study.specification.specification import ClassifierSpec, Range, Specification
from bakeoff.study.specification.study_file import check_study


def specify_study(
    classifiers: Mapping[str, Any],
    datasets: Any,  # noqa: ANN401 - names, paths, arrays or frames
    settings: Mapping[str, Any],
) -> Specification:
    """Return the specification of a study that is written in Python."""
    objects = {name: c for name, c in classifiers.items() if not isinstance(c, str | Mapping)}
    plain_classifiers = {
        name: {"estimator": GIVEN}
        if name in objects
        else ({"estimator": c} if isinstance(c, str) else _plain_classifier(c))
        for name, c in classifiers.items()
    }
    all_datasets = _list_datasets(datasets)
    references = [d for d in all_datasets if isinstance(d, str)]
    spec = check_study(
        {
            "name": "study",
            **settings,
            "classifiers": plain_classifiers,
            "datasets": references or [_ANY_DATASET],
        },
        base=Path(),
    )
    with_estimators = tuple(_put_estimator(c, objects, classifiers) for c in spec.classifiers)
    for classifier in with_estimators:
        if not isinstance(classifier.estimator, str):
            require_makeable(classifier)
    return replace(
        spec,
        classifiers=with_estimators,
        datasets=tuple(d for d in all_datasets if not isinstance(d, str))
        + (spec.datasets if references else ()),
    )


_ANY_DATASET = "iris"  # checked in place of datasets that are given as tables


def _plain_classifier(classifier: Mapping[str, Any]) -> dict[str, Any]:
    """Return a classifier in the words of a study file; what is searched as lists and ranges, as it takes them."""
    plain = dict(classifier)
    if isinstance(plain.get("search"), Mapping):
        plain["search"] = {str(name): _plain_choices(values) for name, values in plain["search"].items()}
    if isinstance(plain.get("vary"), Mapping):
        plain["vary"] = {str(name): _plain_choices(values) for name, values in plain["vary"].items()}
    if not isinstance(plain.get("estimator", ""), str):
        plain.pop("parameters", None)
        plain["estimator"] = GIVEN
    return plain


def _plain_choices(values: Any) -> Any:  # noqa: ANN401 - a range, or anything that lists values
    if isinstance(values, Range):
        return asdict(values)
    if isinstance(values, np.ndarray):
        return values.tolist()
    return values if isinstance(values, Mapping | str) or not isinstance(values, Iterable) else list(values)


def _put_estimator(
    spec: ClassifierSpec, objects: Mapping[str, Any], given: Mapping[str, Any]
) -> ClassifierSpec:
    name = spec.family
    if name in objects:
        return replace(spec, estimator=_require_estimator(name, objects[name]))
    if spec.estimator != GIVEN:
        return spec
    estimator = _require_estimator(name, given[name]["estimator"])
    parameters = {**given[name].get("parameters", {}), **spec.settings}
    complete = replace(spec, estimator=estimator, parameters=parameters)
    _require_known(complete)
    _require_no_refused_list(complete)
    return complete


def _require_known(spec: ClassifierSpec) -> None:
    """Refuse to search over or vary a parameter that the estimator does not have: every cell would fail for it."""
    parameters = list(spec.estimator.get_params()) if hasattr(spec.estimator, "get_params") else []
    for name in (*spec.search, *spec.settings):
        if name not in parameters:
            verb = "search over" if name in spec.search else "vary"
            raise UsageError(
                f"{type(spec.estimator).__name__} of classifier {spec.name!r} has no parameter {name!r} to "
                f"{verb}{did_you_mean(name, parameters)}",
                where="Study",
                fix=f"{verb} parameters that get_params() of the estimator lists",
                code="BO473",
            )


def _require_no_refused_list(spec: ClassifierSpec) -> None:
    lists = {
        name: value
        for name, value in spec.parameters.items()
        if isinstance(value, list) and name not in spec.settings
    }
    for name, what in find_refused_lists(spec.estimator, lists):
        raise UsageError(
            f"parameter {name!r} of classifier {spec.name!r}: {what}",
            where="Study",
            fix="give one value, or say what is meant by several",
            code="BO210",
        )


def _require_estimator(name: str, estimator: Any) -> Any:  # noqa: ANN401 - what was given
    if isinstance(estimator, type) or not (hasattr(estimator, "fit") and hasattr(estimator, "predict")):
        raise UsageError(
            f"classifier {name!r} has no fit and predict: {estimator!r}",
            where="Study",
            fix="give an estimator such as LogisticRegression(), or the name of one",
            code="BO485",
        )
    return estimator


def _list_datasets(datasets: Any) -> list[Any]:  # noqa: ANN401
    if isinstance(datasets, Mapping):
        return [dataset_from_arrays(name, *table) for name, table in datasets.items()]
    if isinstance(datasets, str | Dataset):
        return [datasets]
    return list(datasets)


def dataset_from_arrays(name: str, features: Any, target: Any) -> Dataset:  # noqa: ANN401 - arrays or frames
    """Return a dataset from a table of features and a list of classes, as scikit-learn takes them."""
    labels = np.asarray(target)
    classes, codes = np.unique(labels, return_inverse=True)
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
        target=codes.astype(np.int64),
        classes=tuple(str(c) for c in classes.tolist()),
        source=f"the arrays given as {name!r}",
    )
    return replace(dataset, findings=date_findings(_find_dates(features)))


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
