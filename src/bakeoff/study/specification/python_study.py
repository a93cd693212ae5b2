"""A study given in Python: estimators and arrays, checked by the same model as a study file."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.datasets import Dataset, Task
from bakeoff.core.errors import UsageError
from bakeoff.core.words import did_you_mean
from bakeoff.datasets.assembly.arrays import dataset_from_arrays
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
    all_datasets = _list_datasets(datasets, _find_task(settings))
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


def _find_task(settings: Mapping[str, Any]) -> Task:
    text = settings.get("task", Task.CLASSES)
    return (
        Task(text) if text in list(Task) else Task.CLASSES
    )  # what it should be is said where all is checked


def _list_datasets(datasets: Any, task: Task) -> list[Any]:  # noqa: ANN401
    if isinstance(datasets, Mapping):
        return [dataset_from_arrays(name, *table, task=task) for name, table in datasets.items()]
    if isinstance(datasets, str | Dataset):
        return [datasets]
    return list(datasets)
