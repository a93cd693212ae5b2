"""The application: pages, style and scripts, the API, and the guard before all of them."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as Address
from starlette.types import ASGIApp, Receive, Scope, Send

from bakeoff.core.version import __version__
from bakeoff.render.html.report import report_asset as report_asset
from bakeoff.web.attendance import Departed, Jobs
from bakeoff.web.fields import page_fields
from bakeoff.web.guard import Guard
from bakeoff.web.refusals import Refusal, make_refusal
from bakeoff.web.responses import error_response, page_asset, page_response, root_of
from bakeoff.web.routes import ROUTES
from bakeoff.web.sessions import Sessions
from bakeoff.web.settings import Serving
from bakeoff.web.workers import Workers

PAGES = {
    "/": "compare.html",
    "/leaderboard": "leaderboard.html",
    "/studies": "studies.html",
    "/teach": "teach.html",
    "/api": "api.html",
}
TYPES = {".css": "text/css", ".js": "text/javascript"}
ASSETS = {
    file.name: TYPES[suffix]
    for file in (files("bakeoff.web") / "assets").iterdir()
    if (suffix := file.name[file.name.rfind(".") :]) in TYPES
}
# Pages that stand alone have a script of their own; all the other scripts are parts of the page that compares.
OTHER_SCRIPTS = ("leaderboard.js", "ranks.js", "studies.js", "teach.js", "token.js", "enter.js")
# What a page without a problem, or without an answer, does not load.
WHERE_NEEDED = ("mend.js", "mending.js", "mini.js", "small.js")
MODULES = sorted(
    name for name in ASSETS if name.endswith(".js") and name not in (*OTHER_SCRIPTS, *WHERE_NEEDED)
)
OF_REPORT = {"report.css": "text/css", "report.js": "text/javascript"}


class LastVisit:
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
        routes=[*_page_addresses(), *_api_addresses()],
        middleware=[Middleware(LastVisit), Middleware(Guard, serving=serving, sessions=sessions)],
        exception_handlers={
            Refusal: _answer_refusal,
            Departed: _answer_departed,
            HTTPException: _answer_not_found,
            Exception: _answer_mistake,
        },
        lifespan=_run_workers,
    )
    state = site.state
    state.serving, state.sessions, state.listening = serving, sessions, 0
    state.jobs = Jobs()
    state.stopping, state.seen = (lambda: False), time.monotonic()
    return site


@asynccontextmanager
async def _run_workers(site: Starlette) -> AsyncIterator[None]:
    serving: Serving = site.state.serving
    site.state.workers = _make_workers(serving, serving.workers)
    # One of its own for studies, so that their news do not wait behind a long comparison.
    site.state.watchers = _make_workers(serving, 1)
    await site.state.workers.start()
    await site.state.watchers.start()
    try:
        yield
    finally:
        await site.state.workers.stop()
        await site.state.watchers.stop()


def _make_workers(serving: Serving, count: int) -> Workers:
    limits = {"memory": serving.memory, "waiting": serving.waiting}
    return Workers(count=count, seconds=serving.seconds, **limits)


def _page_addresses() -> list[Address]:
    pages = [Address(path, _page_handler(name)) for path, name in PAGES.items()]
    return [*pages, Address("/static/{name}", _give_static)]


def _page_handler(name: str) -> Any:  # noqa: ANN401 - a handler of Starlette
    async def handler(request: Request) -> Response:
        return page_response(
            name,
            root=root_of(request),
            here=request.url.path,
            version=__version__,
            routes=ROUTES,
            fields=page_fields(),
            modules=MODULES,
        )

    return handler


async def _give_static(request: Request) -> Response:
    """Give a file of the page; only those that are listed have an address."""
    name = request.path_params["name"]
    if name in OF_REPORT:
        return Response(report_asset(name), media_type=OF_REPORT[name])
    if name in ASSETS:
        return Response(page_asset(name), media_type=ASSETS[name])
    raise HTTPException(404)


def _api_addresses() -> list[Address]:
    return [Address(route.path, route.handler, methods=[route.method]) for route in ROUTES]


async def _answer_refusal(request: Request, error: Exception) -> Response:
    return error_response(request, error if isinstance(error, Refusal) else _unknown_refusal(request))


async def _answer_departed(request: Request, error: Exception) -> Response:
    return Response(status_code=499)  # into the void


async def _answer_not_found(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    if status != 405:
        return error_response(request, _unknown_refusal(request))
    refusal = make_refusal(
        405,
        f"{request.url.path[:80]} does not take {request.method[:20]}",
        where="the address",
        fix="/api/openapi.json says what each address takes",
        code="BO508",
    )
    answer = error_response(request, refusal)
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


def _unknown_refusal(request: Request) -> Refusal:
    return make_refusal(
        404,
        f"there is nothing at {request.url.path[:80]!r}",
        where="the address",
        fix="the pages are /, /leaderboard, /studies, /teach and /api",
        code="BO507",
    )


async def _answer_mistake(request: Request, error: Exception) -> Response:
    return error_response(
        request,
        make_refusal(
            500,
            "bakeoff has made a mistake; what happened is on the terminal that serves this page",
            where="this server",
            fix="report it with what is printed there",
            code="BO516",
        ),
    )
