"""JSON Schemas, made from the types of the documents."""

from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from bakeoff.core.answers.documents import DOCUMENTS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def document_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of one kind of document.

    >>> document_schema("reading")["title"]
    'bakeoff/reading/1'
    """
    document = DOCUMENTS[name]
    definitions: dict[str, Any] = {}
    body = _object(document, definitions)
    (title,) = get_args(get_type_hints(document)["schema"])
    return {
        "$schema": DIALECT,
        "$id": f"urn:{title.replace('/', ':')}",
        "title": title,
        **body,
        "$defs": dict(sorted(definitions.items())),
    }


def _object(document: type, definitions: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(document, include_extras=True)
    required = [name for name, hint in hints.items() if get_origin(hint) is not NotRequired]
    return {
        "description": (document.__doc__ or "").strip(),
        "type": "object",
        "properties": {name: _schema(hint, definitions) for name, hint in hints.items()},
        "required": required,
    }


def _schema(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - whatever a type is
    """Return the schema of one type; objects are defined once and named."""
    if hint is Any:
        return {}
    if hint in PLAIN:
        return {"type": PLAIN[hint]}
    if is_typeddict(hint):
        name = hint.__name__.removesuffix("Document")
        if name not in definitions:
            definitions[name] = {}  # it is on its way, should it hold itself
            definitions[name] = _object(hint, definitions)
        return {"$ref": f"#/$defs/{name}"}
    return _compound_schema(get_origin(hint), get_args(hint), definitions)


def _compound_schema(origin: Any, inside: tuple[Any, ...], definitions: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401
    if origin is NotRequired:
        return _schema(inside[0], definitions)
    if origin is Literal:
        return {"const": inside[0]} if len(inside) == 1 else {"enum": list(inside)}
    if origin is list:
        return {"type": "array", "items": _schema(inside[0], definitions)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(inside[1], definitions)}
    if origin in (Union, UnionType):
        return {"anyOf": [_schema(one, definitions) for one in inside]}
    raise TypeError(origin)
