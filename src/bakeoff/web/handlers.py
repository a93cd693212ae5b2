"""Who answers: each handler reads what was asked, has a worker do it, and hands out what came of it."""

import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from bakeoff.web import openapi as api
from bakeoff.web.archives import TYPE
from bakeoff.web.attendance import run_job, while_present
from bakeoff.web.bodies import read_upload
from bakeoff.web.figure_archive import archive_figures
from bakeoff.web.lookups import find_sample_table
from bakeoff.web.messages import Message
from bakeoff.web.openapi import Handler
from bakeoff.web.refusals import Refusal, make_refusal
from bakeoff.web.responses import file_response, json_response
from bakeoff.web.sessions import UploadedFiles
from bakeoff.web.settings import EXAMPLE, PASTED
from bakeoff.web.shapes import check_shape
from bakeoff.web.study_watch import store_path

SOURCES = ("text", "evidence", "example", "store")


class EvidenceRequest:
    """A request, understood: fields and files for a worker, and the digest that finds the files again."""

    def __init__(self, fields: dict[str, Any], kept: UploadedFiles | None, digest: str | None) -> None:
        self.job = str(fields.pop("job", ""))  # the name by which the page asks how far it is
        self.fields, self.digest = fields, digest
        self.parts = () if kept is None else kept.parts


async def read_request(request: Request, shape: Mapping[str, Any]) -> EvidenceRequest:
    """Return what a request asks of which evidence."""
    state = request.app.state
    upload = await read_upload(request, state.serving)
    check_shape(upload.fields, shape)
    sources = [name for name in SOURCES if name in upload.fields]
    if len(sources) + bool(upload.parts) > 1:
        raise _one_source_refusal("more than one source of evidence is given")
    rest = {n: v for n, v in upload.fields.items() if n not in (*SOURCES, "name")}
    rest.setdefault("options", {})
    if "store" in upload.fields:
        rest["store"] = await store_path(request, upload.fields["store"])
        return EvidenceRequest(rest, None, None)
    files = _find_files(request, upload.fields, upload.names, upload.parts)
    if files is None:
        return EvidenceRequest(rest, None, None)
    digest = state.sessions.keep(request.scope["session"], files)
    return EvidenceRequest({**rest, "names": list(files.names)}, files, digest)


def _find_files(
    request: Request, fields: dict[str, Any], names: list[str], parts: list[bytes]
) -> UploadedFiles | None:
    if parts:
        return UploadedFiles(tuple(names), tuple(parts))
    if "text" in fields:
        return UploadedFiles((fields.get("name", PASTED),), (fields["text"].encode(),))
    if "example" in fields:
        example = find_sample_table(fields["example"])
        return UploadedFiles((f"{EXAMPLE}{example.key}",), (example.text.encode(),))
    if "evidence" in fields:
        files: UploadedFiles = request.app.state.sessions.find(request.scope["session"], fields["evidence"])
        return files
    return None


def _require_evidence(asked: EvidenceRequest) -> None:
    if not asked.parts and "store" not in asked.fields:
        raise _one_source_refusal("there is no evidence in this request")


def _one_source_refusal(what: str) -> Refusal:
    fix = "send files in a form, or one of: text, evidence (a digest), example, store"
    return make_refusal(400, what, where="the request", fix=fix, code="BO509")


async def _run_evidence_job(request: Request, job: str, asked: EvidenceRequest) -> Message:
    return await run_job(request, job, asked.fields, asked.parts, name=asked.job)


def document_handler(job: str, takes: Mapping[str, Any], *, digested: str = "") -> Handler:
    """Return the handler of a job that yields a document; `digested` names it beside the digest of the evidence."""

    async def handler(request: Request) -> Response:
        evidence_request = await read_request(request, {"type": "object", "properties": takes})
        _require_evidence(evidence_request)
        message = await _run_evidence_job(request, job, evidence_request)
        if not digested:
            return json_response(message.parts[0])
        head = json.dumps({"digest": evidence_request.digest})[:-1].encode()
        return json_response(head + f', "{digested}": '.encode() + message.parts[0] + b"}")

    return handler


def file_handler(job: str, takes: Mapping[str, Any], *, required: tuple[str, ...] = ()) -> Handler:
    """Return the handler of a job that yields a file."""

    async def handler(request: Request) -> Response:
        evidence_request = await read_request(
            request, {"type": "object", "properties": takes, "required": list(required)}
        )
        _require_evidence(evidence_request)
        message = await _run_evidence_job(request, job, evidence_request)
        return file_response(message.parts[0], kind=message.fields["type"], name=message.fields["name"])

    return handler


async def give_figures(request: Request) -> Response:
    """Give every figure in one archive."""
    evidence_request = await read_request(request, {"type": "object", "properties": api.EVIDENCE})
    _require_evidence(evidence_request)
    state = request.app.state
    drawing = archive_figures(
        state.workers, evidence_request.fields, evidence_request.parts, seconds=state.serving.seconds
    )
    archive = await while_present(request, drawing)
    return file_response(archive, kind=TYPE, name="bakeoff-figures.zip")


async def give_estimate(request: Request) -> Response:
    """Estimate from counts or from predictions."""
    evidence_request = await read_request(
        request, {"type": "object", "properties": {**api.EVIDENCE, **api.ESTIMATE}}
    )
    if "correct" not in evidence_request.fields and "total" not in evidence_request.fields:
        _require_evidence(evidence_request)
    message = await _run_evidence_job(request, "estimate", evidence_request)
    return json_response(message.parts[0])


async def give_plan(request: Request) -> Response:
    """Plan."""
    upload = await read_upload(request, request.app.state.serving)
    check_shape(upload.fields, {"type": "object", "properties": api.PLAN})
    message = await run_job(request, "plan", {"question": upload.fields})
    return json_response(message.parts[0])
