"""What can be wrong with a store, said in our words: what, where, and how to mend it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from bakeoff.core.errors import StoreError

_FULL = "make room on the disk, or raise the quota, and start again: finished cells are kept"
_DAMAGED = (
    "keep the file and copy back the last good one; `PRAGMA integrity_check` in sqlite3 lists the damage"
)
_LOCKED = "close the program that has the file open, or wait until it is done, and start again"
_READ_ONLY = "copy the store to a folder where you may write, and name the copy"
_SERVER = "see that the server runs and that name, port, user and password in the address are right"

# By what SQLite calls it (https://sqlite.org/rescode.html); the primary code stands in the low byte.
_SQLITE = {
    sqlite3.SQLITE_BUSY: ("the store is locked by another program", _LOCKED, "BO446"),
    sqlite3.SQLITE_LOCKED: ("the store is locked by another program", _LOCKED, "BO446"),
    sqlite3.SQLITE_FULL: ("the store cannot grow: the disk is full", _FULL, "BO447"),
    sqlite3.SQLITE_IOERR_WRITE: ("the store cannot grow: the disk or a limit is reached", _FULL, "BO447"),
    # Even one who reads has memory in a file beside the store, which must have its size.
    sqlite3.SQLITE_IOERR_SHMSIZE: ("the store cannot be opened: the disk is full", _FULL, "BO447"),
    sqlite3.SQLITE_READONLY: ("the store may not be written", _READ_ONLY, "BO441"),
    sqlite3.SQLITE_PERM: ("the store may not be written", _READ_ONLY, "BO441"),
    sqlite3.SQLITE_CANTOPEN: (
        "the store cannot be opened: the file or its folder may not be written",
        _READ_ONLY,
        "BO441",
    ),
    sqlite3.SQLITE_CORRUPT: ("the store is damaged", _DAMAGED, "BO444"),
    sqlite3.SQLITE_NOTADB: (
        "the store is damaged: its first page is not that of a database",
        _DAMAGED,
        "BO444",
    ),
}

# By class or code of PostgreSQL (appendix A of its manual).
_POSTGRES = {
    "53100": ("the server's disk is full", _FULL, "BO447"),
    "42501": (
        "this user may not write to the database",
        "ask its owner for the right to create and to write the schema bakeoff",
        "BO441",
    ),
    "25006": ("the database may only be read", "name the server that takes writes", "BO441"),
    "55P03": ("the store is locked by another program", _LOCKED, "BO446"),
    "XX001": ("the store is damaged", "restore the database from its last backup", "BO444"),
    "XX002": ("the store is damaged", "restore the database from its last backup", "BO444"),
}


@contextmanager
def translate_errors(where: str) -> Iterator[None]:
    """Turn what a database says of itself into a `StoreError` about the store `where`."""
    try:
        yield
    except DBAPIError as error:
        raise _store_error(error.orig or error, where) from error
    except sqlite3.Error as error:
        raise _store_error(error, where) from error


def _store_error(cause: BaseException, where: str) -> StoreError:
    what, fix, code = _diagnose_cause(cause)
    return StoreError(what, where=where, fix=fix, code=code)


def _diagnose_cause(cause: BaseException) -> tuple[str, str, str]:
    if isinstance(cause, sqlite3.Error):
        number = getattr(cause, "sqlite_errorcode", None) or 0
        diagnosis = _SQLITE.get(number) or _SQLITE.get(number & 0xFF)
    else:
        state = getattr(cause, "sqlstate", None)
        diagnosis = _POSTGRES.get(state or "")
        if diagnosis is None and _is_lost(cause, state):
            return f"the database server cannot be reached: {_first_line(cause)}", _SERVER, "BO449"
    return diagnosis or (
        f"the database refused: {_first_line(cause)}",
        "see what the database says, and start again",
        "BO453",
    )


def _is_lost(cause: BaseException, state: str | None) -> bool:
    # A connection that never came about has no state; 08 is trouble with one, 28 a refused login, 3D a database that
    # is not there, 57P a server that goes down.
    if not state:
        return type(cause).__name__ in ("OperationalError", "InterfaceError", "ConnectionTimeout")
    return state.startswith(("08", "28", "3D", "57P"))


def _first_line(cause: BaseException) -> str:
    return next(iter(str(cause).strip().splitlines()), type(cause).__name__)
