"""The API of the page: its shapes and routes, from which the OpenAPI document is made."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from bakeoff.core.options.option import Door, Kind, Option
from bakeoff.core.options.table import options_of
from bakeoff.web.shapes import Shape

Handler = Callable[[Request], Awaitable[Response]]

TEXT: Shape = {"type": "string", "maxLength": 500}
DIGEST: Shape = {"type": "string", "pattern": "sha256:[0-9a-f]{64}"}
COUNT: Shape = {"type": "integer", "minimum": 1, "maximum": 1_000_000}


def option_schema(option: Option) -> Shape:
    """Return the shape of an option: what the page, and whoever calls the API, may send for it."""
    match option.kind:
        case Kind.SWITCH | Kind.DIRECTION:
            return {"type": "boolean"}
        case Kind.CHOICE:
            return {"type": "string", "enum": list(option.choices)}
        case Kind.INTEGER:
            return {"type": "integer", **_range_of(option)}
        case Kind.NUMBER | Kind.LEVEL | Kind.MARGIN:
            return {"type": "number", **_range_of(option)}
        case Kind.TEXTS:
            return {"type": "array", "items": TEXT, "maxItems": option.page_limit}
        case Kind.CELLS:
            cell = {"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2}
            return {"type": "array", "items": cell, "maxItems": option.page_limit}
    return TEXT


def _range_of(option: Option) -> Shape:
    limits = option.limits
    ends = {
        "exclusiveMinimum" if limits.low_open else "minimum": limits.low,
        "exclusiveMaximum" if limits.high_open else "maximum": limits.high or option.page_limit,
    }
    return {name: end for name, end in ends.items() if end is not None}


OPTIONS: Mapping[str, Shape] = {
    **{option.name: option_schema(option) for option in options_of(Door.PAGE)},
    "after_seeing": {"type": "boolean"},  # whether `without` was chosen with the scores in view
}
EVIDENCE: Mapping[str, Shape] = {
    "text": {"type": "string", "maxLength": 20_000_000},
    "name": TEXT,
    "evidence": DIGEST,
    "example": TEXT,
    "store": TEXT,
    "job": {"type": "string", "maxLength": 80},  # a name by which /api/progress says how far it is
    "options": {"type": "object", "properties": OPTIONS},
}
FIGURE: Mapping[str, Shape] = {
    "kind": TEXT,
    "pair": {"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2},
    "form": {"type": "string", "enum": ["svg", "png", "pdf"]},
}
EXPORT: Mapping[str, Shape] = {
    "form": {"type": "string", "enum": ["csv", "md", "json", "xlsx"]},
    "table": {"type": "string", "enum": ["pairs", "scores", "tests", "findings", "summary", "subgroups"]},
}
BOARD: Mapping[str, Shape] = {
    "board": {
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": ["board", "judged"]},
            "items": COUNT,
            "ties": {"type": "string", "enum": ["auto", "davidson", "bradley-terry"]},
            "posterior": {"type": "boolean"},
            "level": OPTIONS["level"],
            "metric": TEXT,
            "higher_is_better": {"type": "boolean"},
            "controls": {"type": "array", "items": TEXT, "maxItems": 20},
            "added": {"type": "array", "items": TEXT, "maxItems": 100},
            "gold_column": TEXT,
            "weigh_back": {"type": "boolean"},
        },
    }
}
BOARD_FILE: Mapping[str, Shape] = {
    "form": {"type": "string", "enum": ["html", "md", "tex", "csv", "json", "svg", "png", "pdf", "badge"]},
    "entry": TEXT,
}
ESTIMATE: Mapping[str, Shape] = {
    "correct": {"type": "number", "minimum": 0, "maximum": 1e9},
    "total": {"type": "number", "exclusiveMinimum": 0, "maximum": 1e9},
    "level": OPTIONS["level"],
    "upcoming": COUNT,
    "with_sizes": {"type": "boolean"},
}
PLAN: Mapping[str, Shape] = {
    "tests": COUNT,
    "difference": {"type": "number", "minimum": -1e6, "maximum": 1e6},
    "sd": {"type": "number", "exclusiveMinimum": 0, "maximum": 1e6},
    "datasets": {"type": "integer", "minimum": 2, "maximum": 1_000_000},
    "discordance": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
    "examples": COUNT,
    "power": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
    "level": OPTIONS["level"],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One address of the API: what it takes, what it gives, and who answers."""

    path: str
    method: str
    handler: Handler
    what: str
    gives: str = "application/json"
    takes: Mapping[str, Shape] | None = None  # of the body
    files: bool = False  # also takes a form with files
    required: tuple[str, ...] = ()
    query: tuple[str, ...] = ()  # names that the address must carry

    @property
    def shape(self) -> Shape:
        """The shape of the body."""
        return {"type": "object", "properties": self.takes or {}, "required": list(self.required)}


def openapi(routes: tuple[Route, ...], *, version: str) -> dict[str, Any]:
    """Return the OpenAPI document of the routes."""
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation_document(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "bakeoff",
            "version": version,
            "description": "Compare classifiers with rigour. Send the token as Authorization: Bearer TOKEN.",
        },
        "paths": paths,
        "security": [{"token": []}],
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Error": _ERROR},
        },
    }


_ERROR = {
    "type": "object",
    "required": ["code", "what", "where", "fix"],
    "properties": {
        **{name: {"type": "string"} for name in ("code", "what", "where", "fix")},
        "alternatives": {"type": "array", "items": {"type": "object"}},  # readings that could be meant
        "offers": {"type": "array", "items": {"type": "object"}},  # options that would mend it
    },
}
_STATUS = {
    "400": "a request that cannot be understood",
    "401": "no token",
    "403": "another host or origin",
    "404": "nothing there",
    "408": "a request that arrives too slowly",
    "409": "a store that cannot be read now",
    "413": "too large",
    "415": "neither JSON nor a form",
    "422": "evidence that does not allow it, or takes too long",
    "503": "too many requests at once",
}


def _operation_document(route: Route) -> dict[str, Any]:
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    operation: dict[str, Any] = {
        "summary": route.what,
        "operationId": _operation_identifier(route),
        "responses": {
            "200": {"description": "done", "content": {kind: {} for kind in route.gives.split(" ")}},
            **{status: {"description": words, "content": error} for status, words in _STATUS.items()},
        },
    }
    parameters = [
        {"name": n, "in": "query", "required": True, "schema": {"type": "string"}} for n in route.query
    ]
    if "{key}" in route.path:
        parameters.append({"name": "key", "in": "path", "required": True, "schema": {"type": "string"}})
    if parameters:
        operation["parameters"] = parameters
    if route.takes is not None:
        operation["requestBody"] = {"required": True, "content": _openapi_content(route)}
    return operation


def _operation_identifier(route: Route) -> str:
    words = "".join(c if c.isalnum() else " " for c in route.path).split()
    return "_".join([route.method.lower(), *words])


def _openapi_content(route: Route) -> dict[str, Any]:
    content: dict[str, Any] = {"application/json": {"schema": _close_shape(route.shape)}}
    if route.files:
        file = {"type": "array", "items": {"type": "string", "format": "binary"}}
        form = {
            "type": "object",
            "properties": {"file": file, "asked": {"type": "string"}},
            "required": ["file"],
        }
        content["multipart/form-data"] = {"schema": form}
    return content


def _close_shape(shape: Shape) -> dict[str, Any]:
    """Return a shape as JSON Schema, where an object takes nothing that is not described."""
    schema = dict(shape)
    if schema.get("type") == "object":
        schema["properties"] = {
            name: _close_shape(each) for name, each in schema.get("properties", {}).items()
        }
        schema["additionalProperties"] = False
    if "pattern" in schema:
        schema["pattern"] = f"^{schema['pattern']}$"
    return schema
