"""Estimators inside estimators, in the words of a study file: a table in the place of a parameter's value.

`{ estimator = "DecisionTreeClassifier", parameters = { max_depth = 1 } }` stands for a new estimator, and
`{ classifier = "tree" }` for the estimator of another classifier of the study.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

_ESTIMATOR = {"estimator", "parameters"}
_REFERENCE = {"classifier"}
Place = tuple[str, ...]


def is_nested(value: object) -> bool:
    """Say whether a parameter's value stands for an estimator.

    >>> is_nested({"estimator": "GaussianNB"}), is_nested({"estimator": 0.5, "other": 0.5})
    (True, False)
    """
    return isinstance(value, Mapping) and isinstance(value.get("estimator"), str) and set(value) <= _ESTIMATOR


def is_reference(value: object) -> bool:
    """Say whether a parameter's value names another classifier of the study."""
    return isinstance(value, Mapping) and set(value) == _REFERENCE and isinstance(value["classifier"], str)


def list_nested(value: Any, place: Place = ()) -> Iterator[tuple[Place, Mapping[str, Any]]]:  # noqa: ANN401
    """Yield every estimator or reference inside a value, with its place, outer ones first."""
    if is_nested(value) or is_reference(value):
        yield place, value
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from list_nested(each, (*place, str(key)))
    elif isinstance(value, list | tuple):
        for number, each in enumerate(value):
            yield from list_nested(each, (*place, str(number)))


def replace_nested(value: Any, replace: Callable[[Mapping[str, Any]], Any]) -> Any:  # noqa: ANN401
    """Return a value with every estimator and reference inside it replaced, inner ones first.

    A pair of a name and an estimator, as ensembles and pipelines take them, becomes a tuple.
    """
    if isinstance(value, Mapping):
        inside = {key: replace_nested(each, replace) for key, each in value.items()}
        return replace(inside) if is_nested(value) or is_reference(value) else inside
    if isinstance(value, list | tuple):
        is_pair = len(value) == 2 and isinstance(value[0], str)
        items = [replace_nested(each, replace) for each in value]
        return tuple(items) if is_pair and any(list_nested(value)) else items
    return value


def resolve_references(parameters: Mapping[str, Any], others: Mapping[str, Mapping[str, Any]]) -> Any:  # noqa: ANN401
    """Return parameters in which every classifier that is named is written out, whatever it names itself.

    `others` holds, by the names of the classifiers, `estimator` and `parameters` of each.
    """

    def write_out(value: Mapping[str, Any]) -> Mapping[str, Any]:
        if not is_reference(value):
            return value
        other = others[value["classifier"]]
        return {
            "estimator": other["estimator"],
            "parameters": replace_nested(other["parameters"], write_out),
        }

    return replace_nested(dict(parameters), write_out)


def find_circle(name: str, others: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the classifiers by whose references a classifier ends up inside itself; none where it does not."""

    def follow(at: str, way: tuple[str, ...]) -> tuple[str, ...]:
        if at in way:
            return (*way, at) if at == name else ()
        inside = (v["classifier"] for _, v in list_nested(others[at]["parameters"]) if is_reference(v))
        return next((w for each in inside if each in others and (w := follow(each, (*way, at)))), ())

    return follow(name, ())
