"""Who answers: each handler reads what was asked, has a worker do it, and hands out what came of it."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from bakeoff.app.web import api
from bakeoff.app.web.all_figures import archive_of_figures
from bakeoff.app.web.answers import file_answer, json_answer
from bakeoff.app.web.api import Handler, Route
from bakeoff.app.web.archives import TYPE
from bakeoff.app.web.bodies import read_upload
from bakeoff.app.web.examples import EXAMPLES
from bakeoff.app.web.failures import Refused, refused
from bakeoff.app.web.frames import Message
from bakeoff.app.web.sessions import Kept
from bakeoff.app.web.shapes import check
from bakeoff.core.version import __version__

SOURCES = ("text", "evidence", "example", "store")
TICK = 1.0  # seconds between two looks at a study
ALIVE = 15  # looks without news after which a sign of life is sent


class Asked:
    """A request, understood: fields and files for a worker, and the digest that finds the files again."""

    def __init__(self, fields: dict[str, Any], kept: Kept | None, digest: str | None) -> None:
        self.fields, self.digest = fields, digest
        self.parts = () if kept is None else kept.parts


async def understood(request: Request, shape: Mapping[str, Any]) -> Asked:
    """Return what a request asks of which evidence."""
    state = request.app.state
    upload = await read_upload(request, state.serving)
    check(upload.fields, shape)
    said = [name for name in SOURCES if name in upload.fields]
    if len(said) + bool(upload.parts) > 1:
        raise _one_source("more than one source of evidence is given")
    rest = {n: v for n, v in upload.fields.items() if n not in (*SOURCES, "name")}
    rest.setdefault("options", {})
    if "store" in upload.fields:
        rest["store"] = await store_path(request, upload.fields["store"])
        return Asked(rest, None, None)
    kept = _kept(request, upload.fields, upload.names, upload.parts)
    if kept is None:
        return Asked(rest, None, None)
    digest = state.sessions.keep(request.scope["session"], kept)
    return Asked({**rest, "names": list(kept.names)}, kept, digest)


def _kept(request: Request, fields: dict[str, Any], names: list[str], parts: list[bytes]) -> Kept | None:
    if parts:
        return Kept(tuple(names), tuple(parts))
    if "text" in fields:
        return Kept((fields.get("name", "the pasted text"),), (fields["text"].encode(),))
    if "example" in fields:
        example = example_of(fields["example"])
        return Kept((f"example {example.key}",), (example.text.encode(),))
    if "evidence" in fields:
        found: Kept = request.app.state.sessions.find(request.scope["session"], fields["evidence"])
        return found
    return None


def _require_evidence(asked: Asked) -> None:
    if not asked.parts and "store" not in asked.fields:
        raise _one_source("there is no evidence in this request")


def _one_source(what: str) -> Refused:
    fix = "send files in a form, or one of: text, evidence (a digest), example, store"
    return refused(400, what, where="the request", fix=fix, code="BO509")


def example_of(key: str) -> Any:  # noqa: ANN401 - an Example
    """Return the example of a key."""
    if key not in EXAMPLES:
        raise refused(
            404,
            f"there is no example {key[:60]!r}",
            where="example",
            fix=f"use one of: {', '.join(EXAMPLES)}",
            code="BO069",
        )
    return EXAMPLES[key]


async def store_path(request: Request, name: str) -> str:
    """Return the path of a store of the working folder; nothing else is ever opened by name."""
    from bakeoff.app.web.studies import store_files

    files = await asyncio.to_thread(store_files, Path(request.app.state.serving.folder))
    for path in files:
        if path.name == name:
            return str(path)
    raise refused(
        404,
        f"there is no store {name[:80]!r} in the folder that is served",
        where="store",
        fix=f"use one of: {', '.join(p.name for p in files[:10])}"
        if files
        else "run a study there: bakeoff run --new",
        code="BO512",
    )


def document(job: str, takes: Mapping[str, Any], *, digested: str = "") -> Handler:
    """Return the handler of a job that yields a document; `digested` names it beside the digest of the evidence."""

    async def handler(request: Request) -> Response:
        asked = await understood(request, {"type": "object", "properties": takes})
        _require_evidence(asked)
        made = await request.app.state.workers.do(job, asked.fields, asked.parts)
        if not digested:
            return json_answer(made.parts[0])
        head = json.dumps({"digest": asked.digest})[:-1].encode()
        return json_answer(head + f', "{digested}": '.encode() + made.parts[0] + b"}")

    return handler


def file(job: str, takes: Mapping[str, Any], *, required: tuple[str, ...] = ()) -> Handler:
    """Return the handler of a job that yields a file."""

    async def handler(request: Request) -> Response:
        asked = await understood(request, {"type": "object", "properties": takes, "required": list(required)})
        _require_evidence(asked)
        made = await request.app.state.workers.do(job, asked.fields, asked.parts)
        return file_answer(made.parts[0], kind=made.fields["type"], name=made.fields["name"])

    return handler


async def figures(request: Request) -> Response:
    """Give every figure in one archive."""
    asked = await understood(request, {"type": "object", "properties": api.EVIDENCE})
    _require_evidence(asked)
    state = request.app.state
    made = await archive_of_figures(state.workers, asked.fields, asked.parts, seconds=state.serving.seconds)
    return file_answer(made, kind=TYPE, name="bakeoff-figures.zip")


async def estimate(request: Request) -> Response:
    """Estimate from counts or from predictions."""
    asked = await understood(request, {"type": "object", "properties": {**api.EVIDENCE, **api.ESTIMATE}})
    if "correct" not in asked.fields and "total" not in asked.fields:
        _require_evidence(asked)
    made = await request.app.state.workers.do("estimate", asked.fields, asked.parts)
    return json_answer(made.parts[0])


async def plan(request: Request) -> Response:
    """Plan."""
    upload = await read_upload(request, request.app.state.serving)
    check(upload.fields, {"type": "object", "properties": api.PLAN})
    made = await request.app.state.workers.do("plan", {"question": upload.fields})
    return json_answer(made.parts[0])


async def examples(request: Request) -> Response:
    """List the examples."""
    listed = [
        {"key": e.key, "what": e.what, "source": e.source, "options": e.options} for e in EXAMPLES.values()
    ]
    return JSONResponse(listed)


async def example(request: Request) -> Response:
    """Give the text of one example."""
    found = example_of(request.path_params["key"])
    return JSONResponse({"key": found.key, "what": found.what, "text": found.text, "options": found.options})


async def simulations(request: Request) -> Response:
    """List the simulations, with what can be set."""
    from bakeoff.inference.teaching import SIMULATIONS

    return JSONResponse(
        [
            {
                "key": s.key, "title": s.title, "question": s.question, "lesson": s.lesson, "axis": s.axis,
                "rate": s.rate, "sliders": [slider._asdict() for slider in s.sliders],
            }
            for s in SIMULATIONS.values()
        ]
    )  # fmt: skip


async def simulate(request: Request) -> Response:
    """Run one simulation."""
    from bakeoff.inference.teaching import SIMULATIONS

    key = request.path_params["key"]
    if key not in SIMULATIONS:
        raise refused(
            404,
            f"there is no simulation {key[:60]!r}",
            where="simulation",
            fix=f"use one of: {', '.join(SIMULATIONS)}",
            code="BO514",
        )
    upload = await read_upload(request, request.app.state.serving)
    check(upload.fields, {"type": "object", "properties": slider_shapes(key)})
    made = await request.app.state.workers.do("simulate", {"key": key, "parameters": upload.fields})
    return json_answer(made.parts[0])


def slider_shapes(key: str) -> dict[str, Any]:
    """Return what may be set of a simulation."""
    from bakeoff.inference.teaching import SIMULATIONS

    return {
        s.name: {
            "type": "integer" if float(s.step).is_integer() else "number",
            "minimum": s.low,
            "maximum": s.high,
        }
        for s in SIMULATIONS[key].sliders
    }


async def studies(request: Request) -> Response:
    """List the stores of the working folder and their studies."""
    made = await request.app.state.watchers.do("stores", {"folder": str(request.app.state.serving.folder)})
    return json_answer(made.parts[0])


async def study(request: Request) -> Response:
    """Say how far one study is."""
    return json_answer(await _progress(request, await store_path(request, _query(request, "store"))))


async def ledger(request: Request) -> Response:
    """Give the ledger of a store."""
    path = await store_path(request, _query(request, "store"))
    made = await request.app.state.watchers.do("ledger", {"store": path})
    return json_answer(made.parts[0])


async def study_events(request: Request) -> Response:
    """Tell how a study gets on, as long as somebody listens."""
    path = await store_path(request, _query(request, "store"))
    first = await _progress(request, path)
    return StreamingResponse(_news(request, path, first), media_type="text/event-stream")


async def _news(request: Request, path: str, first: bytes) -> AsyncIterator[bytes]:
    state = request.app.state
    state.listening += 1
    try:
        # Whoever comes back after a break says what was heard last, and is told only what is new.
        known = request.headers.get("last-event-id") == _name_of(first)
        yield b"retry: 2000\n\n" + (b": nothing new\n\n" if known else _event(first))
        last, still = first, 0
        while not state.stopping():
            await asyncio.sleep(TICK)
            now = await _progress(request, path)
            still = 0 if now != last else still + 1
            if now != last:
                yield _event(now)
            elif still % ALIVE == 0:
                yield b": still here\n\n"
            last = now
    except Refused as refusal:
        yield b"event: gone\ndata: " + json.dumps(refusal.said).encode() + b"\n\n"
    finally:
        state.listening -= 1


def _event(document: bytes) -> bytes:
    return f"id: {_name_of(document)}\ndata: ".encode() + document.replace(b"\n", b" ") + b"\n\n"


def _name_of(document: bytes) -> str:
    return sha256(document).hexdigest()[:16]


async def _progress(request: Request, path: str) -> bytes:
    fields = {"store": path, "study": _query(request, "study")}
    made: Message = await request.app.state.watchers.do("progress", fields)
    return made.parts[0]


def _query(request: Request, name: str) -> str:
    value = request.query_params.get(name, "")
    check(value, {"type": "string", "minLength": 1, "maxLength": 500}, name)
    return value


async def document_of_api(request: Request) -> Response:
    """Give the OpenAPI document."""
    return JSONResponse(api.openapi(ROUTES, version=__version__))


def _of_evidence(name: str, handler: Handler, what: str, **more: Any) -> Route:  # noqa: ANN401
    takes = more.pop("takes", api.EVIDENCE)
    return Route(
        path=f"/api/{name}", method="POST", handler=handler, what=what, takes=takes, files=True, **more
    )


NUMBER = {"number": {"type": "integer", "minimum": 1, "maximum": 50}}
ROUTES: tuple[Route, ...] = (
    _of_evidence("recognise", document("recognise", api.EVIDENCE), "What the evidence is, or why it cannot be read"),
    _of_evidence("compare", document("compare", api.EVIDENCE, digested="comparison"),
                 "Compare: the document bakeoff/comparison/1, and the digest of the evidence"),
    _of_evidence("verdict", document("verdict", api.EVIDENCE),
                 "The verdict on a table of scores, ahead of the rest; null for other evidence"),
    _of_evidence("view", document("view", api.EVIDENCE, digested="view"), "What the page shows of a comparison"),
    _of_evidence("audit", document("audit", api.EVIDENCE), "What could be wrong with the claim: bakeoff/audit/1"),
    _of_evidence("drawing", document("drawing", {**api.EVIDENCE, **NUMBER}), "One drawing of the page",
                 takes={**api.EVIDENCE, **NUMBER}),
    _of_evidence("figure", file("figure", {**api.EVIDENCE, **api.FIGURE}), "One figure as a file",
                 takes={**api.EVIDENCE, **api.FIGURE}, gives="image/svg+xml image/png application/pdf"),
    _of_evidence("figures", figures, "Every figure as PNG, SVG and PDF, with a list of them",
                 gives="application/zip"),
    _of_evidence("report", file("report", api.EVIDENCE), "The report, one page that stands alone", gives="text/html"),
    _of_evidence("latex", file("latex", api.EVIDENCE), "The paper kit: .tex, .bib and the figure",
                 gives="application/zip"),
    _of_evidence("export", file("export", {**api.EVIDENCE, **api.EXPORT}, required=("form",)),
                 "One table as CSV, or everything as Markdown, JSON or Excel", takes={**api.EVIDENCE, **api.EXPORT},
                 required=("form",), gives="text/csv text/markdown application/json "
                 "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    _of_evidence("estimate", estimate, "One classifier: bakeoff/estimate/1, from correct and total or from predictions",
                 takes={**api.EVIDENCE, **api.ESTIMATE}),
    Route(path="/api/plan", method="POST", handler=plan, takes=api.PLAN,
          what="What so many tests, datasets or examples can show"),
    Route(path="/api/examples", method="GET", handler=examples, what="The examples"),
    Route(path="/api/examples/{key}", method="GET", handler=example, what="The text of one example"),
    Route(path="/api/simulations", method="GET", handler=simulations, what="The simulations, with what can be set"),
    Route(path="/api/simulations/{key}", method="POST", handler=simulate, takes={},
          what="Run one simulation; the body sets its sliders"),
    Route(path="/api/studies", method="GET", handler=studies, what="The stores of the folder, and their studies"),
    Route(path="/api/study", method="GET", handler=study, query=("store", "study"), what="How far a study is"),
    Route(path="/api/study/events", method="GET", handler=study_events, query=("store", "study"),
          gives="text/event-stream", what="How a study gets on, told as it happens"),
    Route(path="/api/ledger", method="GET", handler=ledger, query=("store",), what="The ledger of a store"),
    Route(path="/api/openapi.json", method="GET", handler=document_of_api, what="This document"),
)  # fmt: skip
