"""Mistakes in estimators that a study file puts inside others."""

from collections.abc import Iterator, Mapping
from typing import Any

from bakeoff.core.errors import UsageError
from bakeoff.core.words import did_you_mean, write_list
from bakeoff.study.cells.estimators import GIVEN, TRUSTED, find_estimator_class, is_trusted
from bakeoff.study.specification.nested_estimators import find_circle, is_reference, list_nested
from bakeoff.study.specification.study_parts import ClassifierPart

Mistake = tuple[tuple[str, ...], str]


def nested_mistakes(
    name: str, classifiers: Mapping[str, ClassifierPart], *, trust: bool
) -> Iterator[Mistake]:
    """Yield what is wrong with the estimators inside the parameters of a classifier."""
    others = {other: part.model_dump() for other, part in classifiers.items()}
    for place, value in list_nested(classifiers[name].parameters, ("parameters",)):
        if is_reference(value):
            what = _reference_mistake(name, value["classifier"], others)
            if what:
                yield (*place, "classifier"), what
        else:
            yield from _estimator_mistakes(place, value, trust=trust)


def _reference_mistake(name: str, other: str, others: Mapping[str, Mapping[str, Any]]) -> str:
    if other not in others:
        return f"no classifier is called {other!r}{did_you_mean(other, list(others))}"
    if others[other]["vary"]:
        return f"the settings of {other!r} are varied, so that it stands for several: write the estimator out"
    if others[other]["estimator"] == GIVEN:
        return (
            f"{other!r} is an object: give it as a parameter of an object, such as BaggingClassifier({other})"
        )
    circle = find_circle(name, others)
    return f"it would stand inside itself: {' → '.join(circle)}" if circle else ""


def _estimator_mistakes(
    place: tuple[str, ...], value: Mapping[str, Any], *, trust: bool
) -> Iterator[Mistake]:
    path = value["estimator"]
    if not (trust or is_trusted(path)):
        yield (*place, "estimator"), trust_advice(path)
        return
    if not (path.startswith("sklearn.") or "." not in path):
        return
    try:
        known = list(find_estimator_class(path)().get_params())
    except UsageError as error:
        yield (*place, "estimator"), error.what
        return
    except TypeError:  # it needs arguments, which are checked when it is made
        return
    for parameter in value.get("parameters", {}):
        if parameter not in known and "__" not in parameter:
            what = f"{path} has no parameter {parameter!r}{did_you_mean(parameter, known)}"
            yield (*place, "parameters", parameter), what


def trust_advice(path: str) -> str:
    """Return what to say of an estimator that a file may not name without more ado."""
    packages = write_list(TRUSTED, most=len(TRUSTED))
    return (
        f"{path!r} lies outside the packages that a file may name ({packages}); importing it runs its code: look at "
        "it, then add --trust"
    )
