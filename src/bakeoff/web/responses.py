"""Responses: documents, files, pages, and refusals in the form that the reader can use."""

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from bakeoff.web.refusals import Refusal

if TYPE_CHECKING:
    from jinja2 import Environment


def error_response(request: Request, refusal: Refusal) -> Response:
    """Return a refusal: a page to a person who opened an address, JSON to everything else."""
    if request.method == "GET" and not request.url.path.startswith("/api/") and _wants_page(request):
        name = "token.html" if refusal.status == 401 else "refused.html"
        return page_response(name, status=refusal.status, root=root_of(request), **refusal.said)
    return JSONResponse(refusal.said, status_code=refusal.status, headers=_response_advice(refusal))


def page_response(name: str, *, status: int = 200, **context: Any) -> HTMLResponse:  # noqa: ANN401 - of each template
    """Return a page."""
    return HTMLResponse(_response_templates().get_template(name).render(**context), status_code=status)


def root_of(request: Request) -> str:
    """Return the path below which the site lies, as a proxy shows it; nothing where it lies at the top."""
    return str(request.scope.get("bakeoff_root", ""))


def json_response(text: bytes) -> Response:
    """Return a document that is JSON already."""
    return Response(text, media_type="application/json")


def file_response(content: bytes, *, kind: str, name: str) -> Response:
    """Return a file to be saved; the browser never shows it as a page of ours."""
    disposition = f"attachment; filename*=UTF-8''{quote(name)}"
    return Response(content, media_type=kind, headers={"content-disposition": disposition})


def _wants_page(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


def _response_advice(refusal: Refusal) -> dict[str, str]:
    if refusal.status == 401:
        return {"www-authenticate": 'Bearer realm="bakeoff"'}
    return {"retry-after": "2"} if refusal.status == 503 else {}


@cache
def _response_templates() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("bakeoff.web")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)


@cache
def page_asset(name: str) -> bytes:
    """Return a file of the page."""
    return (files("bakeoff.web") / "assets" / name).read_bytes()
