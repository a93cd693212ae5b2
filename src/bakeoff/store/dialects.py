"""What SQLite and PostgreSQL share and standard SQL lacks (insert, unless it is there), and statements said often."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Connection, Dialect, Table
from sqlalchemy.sql.dml import UpdateBase

from bakeoff.store.schema import POSTGRES_SCHEMA

if TYPE_CHECKING:
    from sqlalchemy.dialects.postgresql import Insert as PostgresInsert
    from sqlalchemy.dialects.sqlite import Insert as SqliteInsert

    Upsert = PostgresInsert | SqliteInsert


@dataclass(frozen=True, slots=True)
class PreparedStatement:
    """A statement in the words of one database: to make it anew takes several times as long as to carry it out."""

    words: str
    names: tuple[str, ...] | None  # of its values, in their order; None where they are given by name

    def run(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> int:
        """Carry it out for some rows, and return how many were written."""
        values = [row if self.names is None else tuple(map(row.__getitem__, self.names)) for row in rows]
        done = connection.exec_driver_sql(
            self.words, values if len(values) > 1 else values[0], execution_options=_COUNTED
        )
        return done.rowcount


_COUNTED = {"preserve_rowcount": True}


def prepare_statement(dialect: Dialect, statement: UpdateBase) -> PreparedStatement:
    """Return a statement, all of whose values are named by its columns, as it is said to a database."""
    server = dialect.name == "postgresql"
    compiled = statement.compile(
        dialect=dialect,
        schema_translate_map={None: POSTGRES_SCHEMA} if server else None,
        render_schema_translate=server,
    )
    return PreparedStatement(
        str(compiled), None if compiled.positiontup is None else tuple(compiled.positiontup)
    )


def insert_into(dialect: str, table: Table) -> "Upsert":
    """Return an insertion that can say what to do about a row that is there."""
    if dialect == "postgresql":  # whose words take longer to import than a store in a file takes to be opened
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)
    from sqlalchemy.dialects import sqlite

    return sqlite.insert(table)


def insert_or_leave(
    connection: Connection, table: Table, rows: Mapping[str, Any] | Sequence[Mapping[str, Any]], *, by: str
) -> None:
    """Insert rows, leaving those alone whose value of the column `by` is there already."""
    connection.execute(_insert_unless_there(connection.dialect.name, table, by), rows)


@cache
def _insert_unless_there(dialect: str, table: Table, by: str) -> "Upsert":
    return insert_into(dialect, table).on_conflict_do_nothing(index_elements=[by])


def insert_or_replace(
    dialect: str,
    table: Table,
    *,
    by: str,
    when: ColumnElement[bool],
    also: Mapping[str, ColumnElement[Any]],
) -> "Upsert":
    """Return an insertion that takes the place of a row with the same `by` where that row is as `when` says."""
    statement = insert_into(dialect, table)
    changed = {column.name: statement.excluded[column.name] for column in table.columns if column.name != by}
    return statement.on_conflict_do_update(index_elements=[by], set_={**changed, **also}, where=when)
