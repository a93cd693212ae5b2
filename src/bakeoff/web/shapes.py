"""Shapes of what may be sent: one description, which the API is documented with and requests are checked against.

A subset of JSON Schema: type, enum, minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength,
pattern, items, minItems, maxItems, properties, required; an object takes no property that is not described.
"""

import re
from collections.abc import Mapping
from math import isfinite
from typing import Any

from bakeoff.core.words import did_you_mean
from bakeoff.web.refusals import Refusal, make_refusal

Shape = Mapping[str, Any]
KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
}


def check_shape(value: Any, shape: Shape, where: str = "the request") -> None:  # noqa: ANN401 - whatever JSON holds
    """Refuse a value that has not this shape.

    >>> check_shape({"level": 0.95}, {"type": "object", "properties": {"level": {"type": "number"}}})
    """
    kind = shape.get("type", "object")
    if not isinstance(value, KINDS[kind]) or (isinstance(value, bool) and kind != "boolean"):
        raise _wrong_shape(f"{where} must be of type {kind}", where)
    if "enum" in shape and value not in shape["enum"]:
        known = [str(choice) for choice in shape["enum"]]
        raise _wrong_shape(
            f"{where} cannot be {value!r}{did_you_mean(str(value), known)}", where, _choice_words(known)
        )
    CHECKS.get(kind, _accept_any)(value, shape, where)


def _check_object(value: dict[str, Any], shape: Shape, where: str) -> None:
    known = shape.get("properties", {})
    for name in shape.get("required", ()):
        if name not in value:
            raise _wrong_shape(f"{where} lacks {name!r}", where)
    for name, each in value.items():
        if name not in known:
            raise _wrong_shape(
                f"{where} has no {name[:60]!r}{did_you_mean(name, list(known))}", where, _choice_words(known)
            )
        check_shape(each, known[name], name)


def _check_array(value: list[Any], shape: Shape, where: str) -> None:
    if not shape.get("minItems", 0) <= len(value) <= shape.get("maxItems", 10_000):
        raise _wrong_shape(f"{where} has {len(value)} items, which is too few or too many", where)
    for each in value:
        check_shape(each, shape["items"], where)


def _check_string(value: str, shape: Shape, where: str) -> None:
    if not shape.get("minLength", 0) <= len(value) <= shape.get("maxLength", 1_000):
        raise _wrong_shape(f"{where} has {len(value):,} characters, which is too few or too many", where)
    if any("\ud800" <= c <= "\udfff" for c in value):
        raise _wrong_shape(f"{where} holds half a character", where)
    if "pattern" in shape and re.fullmatch(shape["pattern"], value) is None:
        raise _wrong_shape(f"{where} is not of the form {shape['pattern']}", where)


def _check_number(value: float, shape: Shape, where: str) -> None:
    low, high = shape.get("minimum", -1e300), shape.get("maximum", 1e300)
    inside = low <= value <= high and isfinite(value)
    if "exclusiveMinimum" in shape:
        inside = inside and value > shape["exclusiveMinimum"]
    if "exclusiveMaximum" in shape:
        inside = inside and value < shape["exclusiveMaximum"]
    if not inside:
        raise _wrong_shape(f"{where} = {str(value)[:40]} is out of its range", where)


def _accept_any(value: object, shape: Shape, where: str) -> None:
    """Accept what the type alone describes."""


CHECKS: dict[str, Any] = {
    "object": _check_object,
    "array": _check_array,
    "string": _check_string,
    "integer": _check_number,
    "number": _check_number,
}


def _choice_words(known: Any) -> str:  # noqa: ANN401
    return f"use one of: {', '.join(list(known)[:40])}"


def _wrong_shape(what: str, where: str, fix: str = "/api/openapi.json says what may be sent") -> Refusal:
    return make_refusal(400, what, where=where, fix=fix, code="BO509")
