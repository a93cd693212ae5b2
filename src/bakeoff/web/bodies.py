"""What arrives with a request: read with a limit on its size and its time, before anybody looks into it."""

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any, NoReturn

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request

from bakeoff.web.refusals import Refusal, make_refusal
from bakeoff.web.settings import Serving

MOST_FILES = 1_000  # a folder of logs has many


class Upload:
    """The fields of a request, and the files that came with it."""

    def __init__(self, fields: dict[str, Any], names: list[str], parts: list[bytes]) -> None:
        self.fields, self.names, self.parts = fields, names, parts


async def read_upload(request: Request, serving: Serving) -> Upload:
    """Return what a request carries, as JSON or as a form with files."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in ("application/json", "multipart/form-data"):
        raise make_refusal(
            415,
            f"a request is JSON or a form with files, and this is {kind[:60]!r}",
            where="Content-Type",
            fix="send application/json or multipart/form-data",
            code="BO510",
        )
    body = await _read_body(request, serving)
    if kind == "application/json":
        return Upload(parse_json(body), [], [])
    return await _parse_form(request, body)


def parse_json(body: bytes) -> dict[str, Any]:
    """Return a body of JSON as a dict, or refuse it."""
    try:
        document = json.loads(body, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise _malformed_refusal("this is not JSON") from None
    if not isinstance(document, dict):
        raise _malformed_refusal("a request is a JSON object")
    return document


async def _read_body(request: Request, serving: Serving) -> bytes:
    announced = request.headers.get("content-length", "")
    if announced.isdigit() and int(announced[:20]) > serving.most_bytes:
        raise _too_large_refusal(serving.most_bytes)
    try:
        return await asyncio.wait_for(_gather_body(request, serving.most_bytes), serving.upload_seconds)
    except TimeoutError:
        raise make_refusal(
            408,
            f"the request did not arrive within {serving.upload_seconds:g} seconds",
            where="this server",
            fix="send it again, over a faster connection",
            code="BO511",
        ) from None
    except ClientDisconnect:
        raise _malformed_refusal("the request broke off") from None


async def _gather_body(request: Request, most: int) -> bytes:
    pieces, size = [], 0
    async for piece in request.stream():
        size += len(piece)
        if size > most:
            raise _too_large_refusal(most)
        pieces.append(piece)
    return b"".join(pieces)


class _InMemory(MultiPartParser):
    """Keeps files in memory: the whole body is there already, and a full disk would refuse what fits."""

    spool_max_size = max_file_size = 2**62  # the newer name, and the one before it


async def _parse_form(request: Request, body: bytes) -> Upload:
    async def replay() -> AsyncGenerator[bytes, None]:
        yield body

    parser = _InMemory(request.headers, replay(), max_files=MOST_FILES, max_fields=5, max_part_size=1_000_000)
    try:
        form = await parser.parse()
    except (MultiPartException, ValueError, KeyError, LookupError):
        raise _malformed_refusal("this form cannot be read") from None
    names, parts, fields = [], [], {}
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            names.append((value.filename or "file")[:200])
            parts.append(await value.read())
        elif name == "asked":
            fields = parse_json(value.encode("utf-8", "replace"))
        else:
            raise _malformed_refusal(f"a form has files and 'asked', no {name[:60]!r}")
    await form.close()
    return Upload(fields, names, parts)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _too_large_refusal(most: int) -> Refusal:
    return make_refusal(
        413,
        f"a request may have {most / 1e6:,.0f} MB, and this one has more",
        where="the upload",
        fix="keep only the columns that matter, use the command line, or start with --max-upload",
        code="BO503",
    )


def _malformed_refusal(what: str) -> Refusal:
    return make_refusal(
        400, what, where="the request", fix="/api/openapi.json says what may be sent", code="BO509"
    )
