"""The application: pages, style and scripts, the API, and the guard before all of them."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as Address
from starlette.types import ASGIApp, Receive, Scope, Send

from bakeoff.app.web.answers import asset, error_answer, page_answer
from bakeoff.app.web.failures import Refused, refused
from bakeoff.app.web.guard import Guard
from bakeoff.app.web.routes import ROUTES
from bakeoff.app.web.sessions import Sessions
from bakeoff.app.web.settings import Serving
from bakeoff.app.web.workers import Workers
from bakeoff.core.version import __version__
from bakeoff.render.html import asset as report_asset

PAGES = {"/": "compare.html", "/studies": "studies.html", "/teach": "teach.html", "/api": "api.html"}
ASSETS = {
    "page.css": "text/css",
    "compare.js": "text/javascript",
    "whatif.js": "text/javascript",
    "shared.js": "text/javascript",
    "studies.js": "text/javascript",
    "teach.js": "text/javascript",
    "token.js": "text/javascript",
}
OF_REPORT = {"report.css": "text/css", "report.js": "text/javascript"}


class Noticed:
    """Notes when somebody was here last, so that the server can end when nobody is."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Note the time, and go on."""
        if scope["type"] == "http":
            scope["app"].state.seen = time.monotonic()
        await self._app(scope, receive, send)


def make_site(serving: Serving) -> Starlette:
    """Return the application that serves the page and its API."""
    sessions = Sessions(most_bytes=serving.most_kept)
    site = Starlette(
        routes=[*_pages(), *_api()],
        middleware=[Middleware(Noticed), Middleware(Guard, serving=serving, sessions=sessions)],
        exception_handlers={Refused: _refused, HTTPException: _not_there, Exception: _mistake},
        lifespan=_at_work,
    )
    state = site.state
    state.serving, state.sessions, state.listening = serving, sessions, 0
    state.stopping, state.seen = (lambda: False), time.monotonic()
    return site


@asynccontextmanager
async def _at_work(site: Starlette) -> AsyncIterator[None]:
    serving: Serving = site.state.serving
    site.state.workers = _workers(serving, serving.workers)
    # One of its own for studies, so that their news do not wait behind a long comparison.
    site.state.watchers = _workers(serving, 1)
    await site.state.workers.start()
    await site.state.watchers.start()
    try:
        yield
    finally:
        await site.state.workers.stop()
        await site.state.watchers.stop()


def _workers(serving: Serving, count: int) -> Workers:
    limits = {"memory": serving.memory, "waiting": serving.waiting}
    return Workers(count=count, seconds=serving.seconds, **limits)


def _pages() -> list[Address]:
    pages = [Address(path, _page(name)) for path, name in PAGES.items()]
    return [*pages, Address("/static/{name}", _static)]


def _page(name: str) -> Any:  # noqa: ANN401 - a handler of Starlette
    async def handler(request: Request) -> Response:
        return page_answer(name, here=request.url.path, version=__version__, routes=ROUTES)

    return handler


async def _static(request: Request) -> Response:
    """Give a file of the page; only those that are listed have an address."""
    name = request.path_params["name"]
    if name in OF_REPORT:
        return Response(report_asset(name), media_type=OF_REPORT[name])
    if name in ASSETS:
        return Response(asset(name), media_type=ASSETS[name])
    raise HTTPException(404)


def _api() -> list[Address]:
    return [Address(route.path, route.handler, methods=[route.method]) for route in ROUTES]


async def _refused(request: Request, error: Exception) -> Response:
    return error_answer(request, error if isinstance(error, Refused) else _unknown(request))


async def _not_there(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    if status != 405:
        return error_answer(request, _unknown(request))
    refusal = refused(
        405,
        f"{request.url.path[:80]} does not take {request.method[:20]}",
        where="the address",
        fix="/api/openapi.json says what each address takes",
        code="BO508",
    )
    answer = error_answer(request, refusal)
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


def _unknown(request: Request) -> Refused:
    return refused(
        404,
        f"there is nothing at {request.url.path[:80]!r}",
        where="the address",
        fix="the pages are /, /studies, /teach and /api",
        code="BO507",
    )


async def _mistake(request: Request, error: Exception) -> Response:
    return error_answer(
        request,
        refused(
            500,
            "bakeoff has made a mistake; what happened is on the terminal that serves this page",
            where="this server",
            fix="report it with what is printed there",
            code="BO516",
        ),
    )
