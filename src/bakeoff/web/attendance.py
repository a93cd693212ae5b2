"""Work for a request, as long as somebody waits for it; and how far it is, for whoever asks."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Mapping, Sequence
from time import monotonic
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from bakeoff.web.messages import Message

MOST_JOBS = 1_000  # whose progress is kept
Result = TypeVar("Result")


class Departed(Exception):  # noqa: N818 - no error: somebody left
    """Whoever asked has gone; nobody reads what is answered."""


class Jobs:
    """How far the jobs are that somebody may ask after, by session and by the name that the page gave them."""

    def __init__(self) -> None:
        self._started: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._news: dict[tuple[str, str], Mapping[str, Any]] = {}

    def begin(self, session: str, name: str) -> None:
        """Note that a job has arrived."""
        self._started[session, name] = monotonic()
        while len(self._started) > MOST_JOBS:
            self._news.pop(self._started.popitem(last=False)[0], None)

    def note(self, session: str, name: str, news: Mapping[str, Any]) -> None:
        """Note how far a job is."""
        if (session, name) in self._started:
            self._news[session, name] = news

    def end(self, session: str, name: str) -> None:
        """Forget a job."""
        self._started.pop((session, name), None)
        self._news.pop((session, name), None)

    def find(self, session: str, name: str) -> dict[str, Any] | None:
        """Return the stage of a job, the share of it that is done and the seconds since it arrived."""
        started = self._started.get((session, name))
        if started is None:
            return None
        news = self._news.get((session, name), {"stage": "waiting for its turn", "share": None})
        return {**news, "seconds": round(monotonic() - started, 2)}


async def run_job(
    request: Request, job: str, fields: Mapping[str, Any], parts: Sequence[bytes] = (), *, name: str = ""
) -> Message:
    """Have a worker do a job for a request; by the name that the page gave it, it can be asked how far it is."""
    state, session = request.app.state, request.scope["session"]
    jobs: Jobs = state.jobs
    if name:
        jobs.begin(session, name)
    try:
        listener = (lambda news: jobs.note(session, name, news)) if name else None
        return await while_present(request, state.workers.do(job, fields, parts, listener=listener))
    finally:
        jobs.end(session, name)


async def give_progress(request: Request) -> Response:
    """Say how far a job is that the same visitor has asked for; null where there is none."""
    jobs: Jobs = request.app.state.jobs
    return JSONResponse(jobs.find(request.scope["session"], request.query_params.get("job", "")[:80]))


async def while_present(request: Request, work: Awaitable[Result]) -> Result:
    """Return what comes of the work; it is cancelled as soon as whoever asked for it has gone."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_wait_for_leave(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Departed
    finally:
        working.cancel()
        leaving.cancel()


async def _wait_for_leave(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
