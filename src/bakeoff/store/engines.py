"""Connections: how each kind of database must be spoken to, so that all else can speak to either."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from sqlalchemy import Connection, Engine, Transaction, create_engine, event

from bakeoff.core.errors import StoreError
from bakeoff.store.addresses import Address, require_store_or_nothing
from bakeoff.store.filesystems import is_shared_by_network
from bakeoff.store.schema import POSTGRES_SCHEMA


def engine_for(address: Address, *, patience: float) -> Engine:
    """Return an engine; `patience` is how many seconds it waits for a lock that another program holds."""
    if address.path is not None:
        require_store_or_nothing(address.path)
        return _sqlite(address, patience=patience)
    return _postgres(address, patience=patience)


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Read in one transaction, which sees one state of the store."""
    with engine.connect() as connection, _begun(connection, "BEGIN"):
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Write in one transaction; on SQLite it takes the lock of writers at once, since half way it may be too late."""
    with engine.connect() as connection, _begun(connection, "BEGIN IMMEDIATE"):
        yield connection


def _begun(connection: Connection, word: str) -> Transaction:
    # Said to the driver: a listener to SQLAlchemy's own event would slow down every statement by a third.
    raw = connection.connection.dbapi_connection
    if isinstance(raw, sqlite3.Connection):
        raw.execute(word)
    return connection.begin()


def settle_journal(engine: Engine, address: Address, *, patience: float) -> str:
    """Choose SQLite's journal and return its name: "wal", or "delete" where there can be no shared memory."""
    if address.path is None:
        return "server"
    wanted = "delete" if is_shared_by_network(address.path) else "wal"
    connection = engine.raw_connection()
    try:
        journal = _ask_for_journal(
            cast(sqlite3.Connection, connection), wanted, until=time.monotonic() + patience
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


def _sqlite(address: Address, *, patience: float) -> Engine:
    engine = create_engine(address.url, connect_args={"timeout": patience}, hide_parameters=True)
    event.listen(engine, "connect", _greet_sqlite)
    return engine


def _greet_sqlite(connection: sqlite3.Connection, _: object) -> None:
    # The driver would begin transactions by rules of its own; docs.sqlalchemy.org has this remedy.
    connection.isolation_level = None
    journal = connection.execute("PRAGMA journal_mode").fetchone()[0]
    connection.execute("PRAGMA foreign_keys = ON")
    # docs/decisions/0004-store.md: measured. Without WAL, less than FULL may corrupt.
    connection.execute(f"PRAGMA synchronous = {'NORMAL' if journal == 'wal' else 'FULL'}")


def _postgres(address: Address, *, patience: float) -> Engine:
    try:
        engine = create_engine(
            address.url,
            hide_parameters=True,
            connect_args={"connect_timeout": max(2, round(patience)), "application_name": "bakeoff"},
        )
    except ImportError:
        raise StoreError(
            "a store on PostgreSQL needs psycopg, which is not installed",
            where=address.shown,
            fix="pip install 'bakeoff[postgres]', or name a file such as study.db",
            code="BO042",
        ) from None
    return engine.execution_options(schema_translate_map={None: POSTGRES_SCHEMA})
