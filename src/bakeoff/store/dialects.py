"""The one statement that SQLite and PostgreSQL share and standard SQL lacks: insert, unless it is there."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table
from sqlalchemy.dialects.postgresql import Insert as PostgresInsert
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import Insert as SqliteInsert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

Upsert = PostgresInsert | SqliteInsert


def insert_into(dialect: str, table: Table) -> Upsert:
    """Return an insertion that can say what to do about a row that is there."""
    return postgres_insert(table) if dialect == "postgresql" else sqlite_insert(table)


def insert_or_leave(
    connection: Connection, table: Table, rows: Mapping[str, Any] | Sequence[Mapping[str, Any]], *, by: str
) -> None:
    """Insert rows, leaving those alone whose value of the column `by` is there already."""
    connection.execute(_or_leave(connection.dialect.name, table, by), rows)


@cache
def _or_leave(dialect: str, table: Table, by: str) -> Upsert:
    return insert_into(dialect, table).on_conflict_do_nothing(index_elements=[by])


def insert_or_replace(
    dialect: str,
    table: Table,
    *,
    by: str,
    when: ColumnElement[bool],
    also: Mapping[str, ColumnElement[Any]],
) -> Upsert:
    """Return an insertion that takes the place of a row with the same `by` where that row is as `when` says."""
    statement = insert_into(dialect, table)
    changed = {column.name: statement.excluded[column.name] for column in table.columns if column.name != by}
    return statement.on_conflict_do_update(index_elements=[by], set_={**changed, **also}, where=when)
