"""Where a store is: a file of SQLite or a database of PostgreSQL."""

import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bakeoff.core.errors import StoreError

_MAGIC = b"SQLite format 3\0"
_HEADER = 100  # bytes
_FIX = "write a file name such as study.db, sqlite:///study.db, or postgresql://user@host/database"


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A store's address, understood."""

    url: URL
    path: Path | None  # of the file; None for a server

    @property
    def shown(self) -> str:
        """The address as it may be printed: without a password."""
        return str(self.path) if self.path else self.url.render_as_string(hide_password=True)


def parse_address(text: str | os.PathLike[str]) -> Address:
    """Return the address that a URL or the bare name of a file means, or refuse."""
    address_text = os.fspath(text)
    try:
        url = make_url(address_text) if "://" in address_text else URL.create("sqlite", database=address_text)
    except (ArgumentError, ValueError):
        raise _address_error(address_text) from None
    kind = url.get_backend_name()
    if kind in ("postgresql", "postgres"):
        return Address(url=url.set(drivername="postgresql+psycopg"), path=None)
    if kind != "sqlite" or url.database in (None, "", ":memory:"):
        raise _address_error(url.render_as_string(hide_password=True))
    return Address(url=url, path=_file_path(url))


def require_store_or_nothing(path: Path) -> None:
    """Refuse a file that is there and is no database, and a place where there can be none, before it is opened."""
    try:
        if path.is_dir():
            raise _refusal_error(f"{path} is a folder, and a store is a file", path, code="BO440")
        if path.exists():
            _require_database(path)
        elif not path.parent.is_dir():
            raise _refusal_error(f"there is no folder {path.parent}", path, code="BO440")
    except OSError as error:
        raise _refusal_error(f"the file may not be read: {error.strerror}", path, code="BO441") from None


def lacks_log(path: Path) -> bool:
    """Say whether a database that is written by way of a log, as ours are, has none beside it.

    So it is when the last program has closed it; and so is a copy that was made of the file alone.
    """
    try:
        with path.open("rb") as file:
            start = file.read(_HEADER)
    except OSError:
        return False
    # https://sqlite.org/fileformat.html, 1.3: the version for writing is 2 where there is a write-ahead log.
    return start[:16] == _MAGIC and start[18:19] == b"\x02" and not _has_files(path, "-wal")


def _require_database(path: Path) -> None:
    with path.open("rb") as file:
        start = file.read(_HEADER)
    if not start:
        # A new store is made without a write-ahead log, so one beside an empty file is what a longer file has left.
        if _has_files(path, "-wal"):
            raise _damage_error(
                "the store is damaged: the file is empty, and its log says that it was not", path
            )
    elif start[:16] != _MAGIC or len(start) < _HEADER:
        raise _no_database_error(start, path)
    # Asked in this order: while others write, the header may be ahead of the file, and then there is a log.
    elif not _has_files(path, "-wal", "-journal") and path.stat().st_size < _database_size(start):
        raise _damage_error("the store is damaged: the file is shorter than it says", path)


def _has_files(path: Path, *logs: str) -> bool:
    return any(path.with_name(f"{path.name}{ending}").exists() for ending in logs)


def _database_size(header: bytes) -> int:
    # https://sqlite.org/fileformat.html, 1.3: pages of this size, so many of them if the two counters agree.
    page = int.from_bytes(header[16:18], "big")
    count = int.from_bytes(header[28:32], "big") if header[24:28] == header[92:96] else 0
    return (65_536 if page == 1 else page) * count


def _no_database_error(start: bytes, path: Path) -> StoreError:
    if not any(start) or start[:16] == _MAGIC[: len(start)]:
        return _damage_error("the store is damaged: its first page is cut off or zeroed", path)
    return _refusal_error("the file is not a results store, nor any other database", path, code="BO442")


def _damage_error(what: str, path: Path) -> StoreError:
    fix = "keep the file, and copy back the last good one under its name"
    return StoreError(what, where=str(path), fix=fix, code="BO444")


def _refusal_error(what: str, path: Path, *, code: str) -> StoreError:
    fix = "name another file, in a folder where you may write; nothing was changed"
    return StoreError(what, where=str(path), fix=fix, code=code)


def _address_error(given: str) -> StoreError:
    return StoreError("this is no address of a store", where=given, fix=_FIX, code="BO448")


def _file_path(url: URL) -> Path:
    name = str(url.database)
    return Path(name.removeprefix("file:") if url.query.get("uri") else name)
