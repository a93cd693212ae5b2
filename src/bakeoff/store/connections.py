"""Connections: how each kind of database must be spoken to, and on which file systems it lies."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from sqlalchemy import Connection, Engine, Transaction, create_engine, event

from bakeoff.core.errors import StoreError
from bakeoff.store.addresses import Address, require_store_or_nothing
from bakeoff.store.schema import POSTGRES_SCHEMA

_NETWORK = frozenset(
    {"9p", "afs", "beegfs", "ceph", "cifs", "glusterfs", "gpfs", "lustre", "nfs", "nfs4", "ocfs2"}
) | {
    *("orangefs", "panfs", "smb2", "smb3", "smbfs", "fuse.glusterfs", "fuse.s3fs", "fuse.sshfs"),
}
# A network that is cut says nothing: within a minute and a half a connection through it counts as lost.
_ALIVE = {
    "keepalives": 1,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,  # milliseconds
}
_MOUNTS = Path("/proc/self/mounts")


def is_shared_by_network(path: Path, *, mounts: str | None = None) -> bool:
    """Tell whether other machines may write to the same files: SQLite's WAL cannot be shared with those.

    Parameters
    ----------
    path
        A file, there or not.
    mounts
        The table of mounts in the form of fstab(5); that of this process where None.
    """
    table = _read_mounts(_MOUNTS) if mounts is None else mounts
    nearest, kind = "", ""
    for line in table.splitlines():
        folder, fstype = [*line.split(" "), "", "", ""][1:3]
        folder = folder.replace("\\040", " ")
        if len(folder) >= len(nearest) and _folder_holds(folder, path):
            nearest, kind = folder, fstype
    return kind in _NETWORK


def _folder_holds(folder: str, path: Path) -> bool:
    whole = os.path.realpath(path)
    return folder == "/" or whole == folder or whole.startswith(f"{folder}/")


def _read_mounts(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""


def make_engine(address: Address, *, patience: float) -> Engine:
    """Return an engine; `patience` is how many seconds it waits for a lock that another program holds."""
    if address.path is not None:
        require_store_or_nothing(address.path)
        return _make_sqlite_engine(address, patience=patience)
    return _make_postgres_engine(address, patience=patience)


@contextmanager
def read_transaction(engine: Engine) -> Iterator[Connection]:
    """Read in one transaction, which sees one state of the store."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            # Otherwise every statement would see what was recorded until then, and scores might have no outcome.
            connection.execution_options(isolation_level="REPEATABLE READ")
        with _begin_transaction(connection, "BEGIN"):
            yield connection


@contextmanager
def write_transaction(engine: Engine) -> Iterator[Connection]:
    """Write in one transaction; on SQLite it takes the lock of writers at once, since half way it may be too late."""
    with engine.connect() as connection, _begin_transaction(connection, "BEGIN IMMEDIATE"):
        yield connection


def _begin_transaction(connection: Connection, word: str) -> Transaction:
    # Said to the driver: a listener to SQLAlchemy's own event would slow down every statement by a third.
    raw = connection.connection.dbapi_connection
    if isinstance(raw, sqlite3.Connection):
        raw.execute(word)
    return connection.begin()


def settle_journal(engine: Engine, address: Address, *, patience: float) -> str:
    """Choose SQLite's journal and return its name: "wal", or "delete" where there can be no shared memory."""
    if address.path is None:
        return "server"
    wanted_mode = "delete" if is_shared_by_network(address.path) else "wal"
    connection = engine.raw_connection()
    try:
        journal = _ask_for_journal(
            cast(sqlite3.Connection, connection), wanted_mode, until=time.monotonic() + patience
        )
    finally:
        connection.close()
    engine.dispose()  # those that come are told by the journal how to write
    return journal


def _ask_for_journal(connection: sqlite3.Connection, wanted: str, *, until: float) -> str:
    # SQLite does not wait here as it does elsewhere: the change needs the file for itself, and says so at once.
    while True:
        try:
            return str(connection.execute(f"PRAGMA journal_mode = {wanted}").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                return str(connection.execute("PRAGMA journal_mode").fetchone()[0])
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def _make_sqlite_engine(address: Address, *, patience: float) -> Engine:
    engine = create_engine(address.url, connect_args={"timeout": patience}, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    # The driver would begin transactions by rules of its own; docs.sqlalchemy.org has this remedy.
    connection.isolation_level = None
    journal = connection.execute("PRAGMA journal_mode").fetchone()[0]
    connection.execute("PRAGMA foreign_keys = ON")
    # docs/decisions/0004-store.md: measured. Without WAL, less than FULL may corrupt.
    connection.execute(f"PRAGMA synchronous = {'NORMAL' if journal == 'wal' else 'FULL'}")


def _make_postgres_engine(address: Address, *, patience: float) -> Engine:
    try:
        engine = create_engine(
            address.url,
            hide_parameters=True,
            connect_args={
                "connect_timeout": max(2, round(patience)),
                "application_name": "bakeoff",
                **_ALIVE,
            },
        )
    except ImportError:
        raise StoreError(
            "a store on PostgreSQL needs psycopg, which is not installed",
            where=address.shown,
            fix="pip install '.[postgres]' in the folder of bakeoff, or name a file such as study.db",
            code="BO042",
        ) from None
    return engine.execution_options(schema_translate_map={None: POSTGRES_SCHEMA})
