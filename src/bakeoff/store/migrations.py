"""The schema of a store: made once, brought up to date after a copy, refused where it is newer or not ours."""

import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType

from sqlalchemy import Connection, Engine, func, inspect, select
from sqlalchemy.schema import CreateSchema

from bakeoff.core.errors import StoreError
from bakeoff.store import schema
from bakeoff.store.addresses import Address
from bakeoff.store.connections import read_transaction, write_transaction
from bakeoff.store.times import now_text


def bring_up_to_date(engine: Engine, address: Address) -> None:
    """Make the schema where there is none and migrate an older one, in one transaction that nobody else shares."""
    with read_transaction(engine) as connection:
        if _schema_version(connection, address) == schema.VERSION:
            return
    with write_transaction(engine) as connection:
        _wait_for_others(connection)
        version = _schema_version(connection, address)
        if version is None:
            _create_schema(connection)
        elif version < schema.VERSION:
            _keep_copy(connection, address, version=version)
            for step in range(version, schema.VERSION):
                _MIGRATIONS[step](connection, _schema_prefix(connection))
                connection.execute(schema.store.update().values(version=step + 1))


def _wait_for_others(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(schema.APPLICATION_ID)))


def _schema_version(connection: Connection, address: Address) -> int | None:
    tables = _table_names(connection)
    if not tables and _application_id(connection) in (0, schema.APPLICATION_ID):
        return None
    if "store" not in tables or _application_id(connection) != schema.APPLICATION_ID:
        raise StoreError(
            "the database belongs to something else, and is no results store",
            where=address.shown,
            fix="name another file or database; nothing was changed",
            code="BO443",
        )
    version = int(connection.execute(select(schema.store.c.version)).scalar_one())
    if version > schema.VERSION:
        raise StoreError(
            f"the store has version {version}, and this bakeoff knows version {schema.VERSION} and older",
            where=address.shown,
            fix="install a newer version of bakeoff; nothing was changed",
            code="BO445",
        )
    return version


def _table_names(connection: Connection) -> list[str]:
    within = schema.POSTGRES_SCHEMA if connection.dialect.name == "postgresql" else None
    return inspect(connection).get_table_names(schema=within)


def _application_id(connection: Connection) -> int:
    if connection.dialect.name != "sqlite":
        return schema.APPLICATION_ID  # on a server, the name of the schema says whose it is
    return int(connection.exec_driver_sql("PRAGMA application_id").scalar_one())


def _create_schema(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    else:
        connection.execute(CreateSchema(schema.POSTGRES_SCHEMA, if_not_exists=True))
    schema.metadata.create_all(connection, checkfirst=False)
    connection.execute(schema.store.insert().values(version=schema.VERSION, at=now_text()))


def _keep_copy(connection: Connection, address: Address, *, version: int) -> None:
    # We hold the lock of writers, so nothing is written meanwhile; readers, such as the copying one, may read.
    if address.path is not None:
        _copy_file(address.path, version=version)
        return
    copy_name = f"{schema.POSTGRES_SCHEMA}_version_{version}"
    connection.execute(CreateSchema(copy_name, if_not_exists=True))
    for table in _table_names(connection):
        copy = f'CREATE TABLE IF NOT EXISTS {copy_name}."{table}" AS TABLE {schema.POSTGRES_SCHEMA}."{table}"'
        connection.exec_driver_sql(copy)


def _copy_file(path: Path, *, version: int) -> None:
    copy = path.with_name(f"{path.name}.version-{version}")
    unfinished = path.with_name(f".{copy.name}.{os.getpid()}")
    if copy.exists():
        return  # an earlier attempt came so far, and nothing has been migrated since
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(unfinished)) as target:
            source.backup(target)
        unfinished.replace(copy)
    finally:
        unfinished.unlink(missing_ok=True)


def _schema_prefix(connection: Connection) -> str:
    return f"{schema.POSTGRES_SCHEMA}." if connection.dialect.name == "postgresql" else ""


def _from_1_to_2(connection: Connection, prefix: str) -> None:
    """Version 2 keeps the versions of the libraries that each run had."""
    connection.exec_driver_sql(
        f"CREATE TABLE {prefix}environments (digest TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (digest))"
    )
    connection.exec_driver_sql(
        f"ALTER TABLE {prefix}runs ADD COLUMN environment TEXT REFERENCES {prefix}environments (digest)"
    )


def _from_2_to_3(connection: Connection, prefix: str) -> None:
    """Version 3 keeps the ledger: every look at the data, each entry chained to the one before it."""
    connection.exec_driver_sql(
        f"CREATE TABLE {prefix}ledger (sequence INTEGER NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL, "
        "previous TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (sequence), UNIQUE (previous), UNIQUE (hash))"
    )


def _from_3_to_4(connection: Connection, prefix: str) -> None:
    """Version 4 keeps the findings of checks that cannot be made from the outcomes again."""
    without = " WITHOUT ROWID" if connection.dialect.name == "sqlite" else ""
    connection.exec_driver_sql(
        f"CREATE TABLE {prefix}findings (study INTEGER NOT NULL, origin TEXT NOT NULL, position INTEGER NOT NULL, "
        "code TEXT NOT NULL, severity TEXT NOT NULL, message TEXT NOT NULL, detail TEXT NOT NULL, "
        "cells TEXT NOT NULL, PRIMARY KEY (study, origin, position), "
        f"FOREIGN KEY (study) REFERENCES {prefix}studies (id)){without}"
    )


def _from_4_to_5(connection: Connection, prefix: str) -> None:
    """Version 5 keeps the columns of a study as they were when its last run ended."""
    binary = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    connection.exec_driver_sql(
        f"CREATE TABLE {prefix}snapshots (study INTEGER NOT NULL, plan TEXT NOT NULL, runs INTEGER NOT NULL, "
        f"content {binary} NOT NULL, PRIMARY KEY (study), FOREIGN KEY (study) REFERENCES {prefix}studies (id))"
    )


# Each step is written in the words of its day: the tables of today are of no use to it.
_MIGRATIONS: Mapping[int, Callable[[Connection, str], None]] = MappingProxyType(
    {1: _from_1_to_2, 2: _from_2_to_3, 3: _from_3_to_4, 4: _from_4_to_5}
)
