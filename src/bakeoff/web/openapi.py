"""The API of the page: its shapes and routes, from which the OpenAPI document is made."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from bakeoff.web.shapes import Shape

Handler = Callable[[Request], Awaitable[Response]]

TEXT: Shape = {"type": "string", "maxLength": 500}
DIGEST: Shape = {"type": "string", "pattern": "sha256:[0-9a-f]{64}"}
LEVEL: Shape = {"type": "number", "minimum": 0.5, "exclusiveMaximum": 1}
COUNT: Shape = {"type": "integer", "minimum": 1, "maximum": 1_000_000}


def _names(most: int = 10_000) -> Shape:
    return {"type": "array", "items": TEXT, "maxItems": most}


OPTIONS: Mapping[str, Shape] = {
    "baseline": TEXT,
    "metric": TEXT,
    "higher_is_better": {"type": "boolean"},
    "margin": {"type": "number", "minimum": 0, "maximum": 1e9},
    "level": LEVEL,
    "alternative": {"type": "string", "enum": ["two-sided", "greater", "less"]},
    "test": TEXT,
    "adjust": TEXT,
    "only_if": TEXT,
    "missing": {"type": "string", "enum": ["pairwise", "drop-dataset", "refuse"]},
    "test_train_ratio": {"type": "number", "exclusiveMinimum": 0, "maximum": 1e6},
    "positive": TEXT,
    "seed": {"type": "integer", "minimum": 0, "maximum": 2**31},
    "dataset_column": TEXT,
    "classifier_column": TEXT,
    "score_column": TEXT,
    "id_column": TEXT,
    "truth_column": TEXT,
    "group_column": TEXT,
    "subgroup_column": TEXT,
    "cluster_column": TEXT,
    "weight_column": TEXT,
    "transpose": {"type": "boolean"},
    "rows_are": {"type": "string", "enum": ["datasets", "resamples"]},
    "missing_marks": _names(100),
    "encoding": TEXT,
    "separator": TEXT,
    "decimal": TEXT,
    "sheet": TEXT,
    "only": {
        "type": "array",
        "maxItems": 20,
        "items": {"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2},
    },
    "leave_out": _names(1_000),
    "allow_mixed_scale": {"type": "boolean"},
    "drop_incomplete": {"type": "boolean"},
    "study": TEXT,
    "without": _names(),
    "after_seeing": {"type": "boolean"},
}
EVIDENCE: Mapping[str, Shape] = {
    "text": {"type": "string", "maxLength": 20_000_000},
    "name": TEXT,
    "evidence": DIGEST,
    "example": TEXT,
    "store": TEXT,
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
ESTIMATE: Mapping[str, Shape] = {
    "correct": {"type": "number", "minimum": 0, "maximum": 1e9},
    "total": {"type": "number", "exclusiveMinimum": 0, "maximum": 1e9},
    "level": LEVEL,
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
    "level": LEVEL,
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
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
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
    "properties": {name: {"type": "string"} for name in ("code", "what", "where", "fix")},
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


def _operation(route: Route) -> dict[str, Any]:
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    operation: dict[str, Any] = {
        "summary": route.what,
        "operationId": _identifier(route),
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
        operation["requestBody"] = {"required": True, "content": _content(route)}
    return operation


def _identifier(route: Route) -> str:
    words = "".join(c if c.isalnum() else " " for c in route.path).split()
    return "_".join([route.method.lower(), *words])


def _content(route: Route) -> dict[str, Any]:
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
