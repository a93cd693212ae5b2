"""Studies that are watched: which there are, how far each one is, and news as long as somebody listens."""

import asyncio
import json
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from bakeoff.web.messages import Message
from bakeoff.web.refusals import Refusal, make_refusal
from bakeoff.web.responses import json_response
from bakeoff.web.shapes import check_shape

TICK = 1.0  # seconds between two looks at a study
ALIVE = 15  # looks without news after which a sign of life is sent
PASSING = (409, 422, 503)  # a store that is locked, a look that took too long, a server that is busy


async def store_path(request: Request, name: str) -> str:
    """Return the path of a store of the working folder; nothing else is ever opened by name."""
    from bakeoff.web.worker.studies import store_files

    files = await asyncio.to_thread(store_files, Path(request.app.state.serving.folder))
    for path in files:
        if path.name == name:
            return str(path)
    raise make_refusal(
        404,
        f"there is no store {name[:80]!r} in the folder that is served",
        where="store",
        fix=f"use one of: {', '.join(p.name for p in files[:10])}"
        if files
        else "run a study there: bakeoff run --new",
        code="BO512",
    )


async def list_studies(request: Request) -> Response:
    """List the stores of the working folder and their studies."""
    message = await request.app.state.watchers.do("stores", {"folder": str(request.app.state.serving.folder)})
    return json_response(message.parts[0])


async def give_study(request: Request) -> Response:
    """Say how far one study is."""
    return json_response(
        await _fetch_progress(request, await store_path(request, _query_value(request, "store")))
    )


async def give_ledger(request: Request) -> Response:
    """Give the ledger of a store."""
    path = await store_path(request, _query_value(request, "store"))
    message = await request.app.state.watchers.do("ledger", {"store": path})
    return json_response(message.parts[0])


async def stream_study(request: Request) -> Response:
    """Tell how a study gets on, as long as somebody listens."""
    path = await store_path(request, _query_value(request, "store"))
    first = await _progress_event(request, path)
    return StreamingResponse(_stream_news(request, path, first), media_type="text/event-stream")


async def _stream_news(request: Request, path: str, first: bytes) -> AsyncIterator[bytes]:
    state = request.app.state
    state.listening += 1
    try:
        # Whoever comes back after a break says what was heard last, and is told only what is new.
        last_event = f"id: {request.headers.get('last-event-id')}\n".encode()
        yield b"retry: 2000\n\n" + (b": nothing new\n\n" if first.startswith(last_event) else first)
        last, still = first, 0
        while not state.stopping():
            await asyncio.sleep(TICK)
            now = await _progress_event(request, path)
            still = 0 if now != last else still + 1
            if now != last:
                yield now
            elif still % ALIVE == 0:
                yield b": still here\n\n"
            last = now
    except Refusal as refusal:
        yield _study_watch_event("gone", json.dumps(refusal.said).encode())
    finally:
        state.listening -= 1


async def _progress_event(request: Request, path: str) -> bytes:
    """Return how far a study is as a piece of news; what passes, such as a lock, is news and not the end."""
    try:
        document = await _fetch_progress(request, path)
    except Refusal as refusal:
        if refusal.status not in PASSING:
            raise
        return _study_watch_event("late", json.dumps(refusal.said).encode())
    return f"id: {sha256(document).hexdigest()[:16]}\n".encode() + _study_watch_event("message", document)


def _study_watch_event(kind: str, document: bytes) -> bytes:
    return f"event: {kind}\ndata: ".encode() + document.replace(b"\n", b" ") + b"\n\n"


async def _fetch_progress(request: Request, path: str) -> bytes:
    fields = {"store": path, "study": _query_value(request, "study")}
    message: Message = await request.app.state.watchers.do("progress", fields)
    return message.parts[0]


def _query_value(request: Request, name: str) -> str:
    value = request.query_params.get(name, "")
    check_shape(value, {"type": "string", "minLength": 1, "maxLength": 500}, name)
    return value
