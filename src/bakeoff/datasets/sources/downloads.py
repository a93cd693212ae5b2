"""Downloads, whole or not at all: kept in a cache, checked by length and checksum, tried again with patience."""

import hashlib
import http.client
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkstemp
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from bakeoff.core.errors import DatasetError
from bakeoff.core.version import __version__
from bakeoff.core.words import shorten

CACHE_VARIABLE = "BAKEOFF_CACHE"
ATTEMPTS = 4
TIMEOUT = 30.0  # seconds without a byte
PATIENCE = 0.5  # seconds before the second attempt, doubled each time
CHUNK = 1 << 16
MOST_BYTES = 4_000_000_000
_TOO_BUSY = 429


def cache_folder() -> Path:
    """Return where downloads are kept: $BAKEOFF_CACHE, or the platform's folder for caches."""
    folder = os.environ.get(CACHE_VARIABLE)
    if folder:
        return Path(folder)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "bakeoff"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "bakeoff" / "Cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bakeoff"


@dataclass(frozen=True, slots=True, kw_only=True)
class Downloads:
    """A cache of downloads, and how patient to be with a server."""

    folder: Path
    timeout: float = TIMEOUT
    attempts: int = ATTEMPTS
    sleep: Callable[[float], None] = time.sleep

    def json(self, url: str, place: str) -> Any:  # noqa: ANN401 - whatever the server says
        """Return a JSON answer, from the cache where it is there."""
        path = self.file(url, place)
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            path.unlink(missing_ok=True)
            raise _answer_error(url, "the answer is not JSON") from None

    def file(self, url: str, place: str, *, md5: str | None = None) -> Path:
        """Return the file at `place` in the cache, downloaded and checked if it is not there yet or is damaged."""
        path = self.folder / place
        if path.is_file() and (md5 is None or _md5_digest(path) == md5):
            return path
        part = self._fetch_patiently(url, path)
        try:
            if md5 is not None and _md5_digest(part) != md5:
                raise DatasetError(
                    "the download does not have the checksum that the server gives for it",
                    where=shorten(url),
                    fix="try again; if it stays so, the file on the server was changed: use another version",
                    code="BO430",
                )
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return path

    def _fetch_patiently(self, url: str, path: Path) -> Path:
        """Return a finished download beside `path`; a server that fails is asked again, each time later."""
        if urlsplit(url).scheme not in ("http", "https"):
            raise _answer_error(url, "it is no address of the web")
        reason: str | _Cut = ""
        for attempt in range(self.attempts):
            if attempt:
                self.sleep(PATIENCE * 2 ** (attempt - 1))
            try:
                return self._fetch_once(url, path)
            except HTTPError as error:
                if error.code < 500 and error.code != _TOO_BUSY:
                    raise _refusal_error(url, error) from None
                reason = f"it answers {error.code} {error.reason}"
            except _Cut as error:
                reason = error
            except (URLError, TimeoutError, ConnectionError, http.client.HTTPException) as error:
                reason = shorten(getattr(error, "reason", None) or str(error) or type(error).__name__)
        raise _no_answer_error(url, path, reason, self.attempts)

    def _fetch_once(self, url: str, path: Path) -> Path:
        request = Request(url, headers={"User-Agent": f"bakeoff/{__version__}"})
        with urlopen(request, timeout=self.timeout) as answer:
            promised = answer.headers.get("Content-Length")
            part = _make_part(path)
            try:
                size = _copy_answer(answer, part)
                if promised is not None and promised.isdigit() and size != int(promised):
                    raise _Cut(f"cut off after {size:,} of {int(promised):,} bytes")
            except BaseException:
                part.unlink(missing_ok=True)
                raise
        return part


class _Cut(Exception):  # noqa: N818 - told apart from other failures, and never seen outside
    """A download that ended early."""


def _make_part(path: Path) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise DatasetError(
            f"the cache {path.parent} cannot be written: {error.strerror}",
            where=str(path.parent),
            fix=f"set {CACHE_VARIABLE} to a folder that may be written",
            code="BO430",
        ) from None
    os.close(handle)
    return Path(name)


def _copy_answer(answer: Any, part: Path) -> int:  # noqa: ANN401 - an open answer
    size = 0
    with part.open("wb") as file:
        while piece := answer.read(CHUNK):
            size += len(piece)
            if size > MOST_BYTES:
                raise _answer_error(answer.url, f"it is larger than {MOST_BYTES:,} bytes")
            file.write(piece)
    return size


def _md5_digest(path: Path) -> str:
    digest = hashlib.md5(usedforsecurity=False)
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


def _no_answer_error(url: str, path: Path, reason: str | _Cut, attempts: int) -> DatasetError:
    if isinstance(reason, _Cut):
        return DatasetError(f"the download was {reason}", where=shorten(url), fix="try again", code="BO430")
    return DatasetError(
        f"{urlsplit(url).netloc} does not answer ({attempts} attempts): {reason}",
        where=shorten(url),
        fix=f"check the network, or put the file into the cache yourself: {path}",
        code="BO429",
    )


def _refusal_error(url: str, error: HTTPError) -> DatasetError:
    reason = f"{error.code} {error.reason}"
    try:
        answer = json.loads(error.read(CHUNK))["error"]
        reason = f"{answer['message']} (error {answer['code']})"
    except (ValueError, KeyError, TypeError, OSError):
        pass
    return DatasetError(
        f"{urlsplit(url).netloc} refuses: {shorten(reason)}",
        where=shorten(url),
        fix="check the number",
        code="BO431",
    )


def _answer_error(url: str, what: str) -> DatasetError:
    return DatasetError(
        f"the answer cannot be used: {what}",
        where=shorten(url),
        fix="try again, or use another dataset",
        code="BO432",
    )
