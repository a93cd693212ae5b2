"""Who answers: each handler reads what was asked, has a worker do it, and hands out what came of it."""

import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from bakeoff.app.web import api
from bakeoff.app.web.all_figures import archive_of_figures
from bakeoff.app.web.answers import file_answer, json_answer
from bakeoff.app.web.api import Handler
from bakeoff.app.web.archives import TYPE
from bakeoff.app.web.bodies import read_upload
from bakeoff.app.web.failures import Refused, refused
from bakeoff.app.web.known import example_of
from bakeoff.app.web.sessions import Kept
from bakeoff.app.web.shapes import check
from bakeoff.app.web.watching import store_path

SOURCES = ("text", "evidence", "example", "store")


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
