"""SQLite files of other tools: opened to read only, and asked only for plain tables."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from urllib.parse import quote

from bakeoff.inputs.logs.files import LogFile
from bakeoff.inputs.logs.json_values import not_as_written
from bakeoff.inputs.logs.peek import Peek

MAGIC = b"SQLite format 3\0"


@contextmanager
def open_database(file: LogFile) -> Iterator[sqlite3.Connection]:
    """Open a database to read only; what cannot be read is refused."""
    address = f"file:{quote(str(file.path.resolve()))}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")
            yield connection
    except sqlite3.Error as error:
        raise not_as_written(
            f"the database cannot be read ({error})", tool="SQLite", where=file.label
        ) from None


def tables_of(peek: Peek) -> frozenset[str]:
    """Return the names of the tables of a database, views left out; none where it is none."""
    if not peek.head.startswith(MAGIC) or peek.file.member:
        return frozenset()
    with open_database(peek.file) as connection:
        return frozenset(
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        )


def select(connection: sqlite3.Connection, table: str, columns: Sequence[str]) -> list[tuple[object, ...]]:
    """Return some columns of a table."""
    names = ", ".join(f'"{column}"' for column in columns)
    return list(connection.execute(f'SELECT {names} FROM "{table}"'))
