"""Whether a store is whole."""

from sqlalchemy import Connection, Select, Table, func, select

from bakeoff.store.packing import unpack_predictions
from bakeoff.store.schema import outcomes, predictions, scores, trials

_MOST = 20  # of a kind; one is enough to worry


def find_problems(connection: Connection) -> tuple[str, ...]:
    """Return what is wrong with a store, in words; nothing where all is well."""
    damage = _find_sqlite_damage(connection) if connection.dialect.name == "sqlite" else ()
    if damage:
        return damage  # what is read from damaged pages says nothing
    return (
        *(text for table in (scores, trials, predictions) for text in _find_orphans(connection, table)),
        *_find_unscored(connection),
        *_find_unreadable(connection),
    )


def _find_sqlite_damage(connection: Connection) -> tuple[str, ...]:
    pages = connection.exec_driver_sql(f"PRAGMA integrity_check({_MOST})").scalars().all()
    if list(pages) != ["ok"]:
        return tuple(f"damage: {page}" for page in pages)
    rows = connection.exec_driver_sql("PRAGMA foreign_key_check").all()[:_MOST]
    return tuple(
        f"a row of {table} refers to a row of {parent} that is not there" for table, _, parent, _ in rows
    )


def _find_orphans(connection: Connection, table: Table) -> tuple[str, ...]:
    scored = select(outcomes.c.key).where(outcomes.c.reason.is_(None))
    lost = select(table.c.key).distinct().where(table.c.key.not_in(scored)).limit(_MOST)
    return _describe_keys(connection, lost, f"{table.name} without a scored cell")


def _find_unscored(connection: Connection) -> tuple[str, ...]:
    bare = select(outcomes.c.key).where(
        outcomes.c.reason.is_(None), outcomes.c.key.not_in(select(scores.c.key))
    )
    return _describe_keys(connection, bare.limit(_MOST), "a scored cell without scores")


def _find_unreadable(connection: Connection) -> tuple[str, ...]:
    # Streaming: the predictions of a large study do not fit in memory.
    sizes = select(predictions.c.key, predictions.c.arrow).where(func.length(predictions.c.arrow) >= 0)
    rows = connection.execute(sizes.execution_options(yield_per=32))
    return tuple(
        f"predictions that cannot be read: {row.key}" for row in rows if not _is_readable(row.arrow)
    )[:_MOST]


def _is_readable(blob: bytes) -> bool:
    try:
        unpack_predictions(blob)
    except (OSError, ValueError, KeyError, StopIteration):  # Arrow's own errors are among these
        return False
    return True


def _describe_keys(connection: Connection, chosen: Select[tuple[str]], what: str) -> tuple[str, ...]:
    return tuple(f"{what}: {key}" for key in connection.execute(chosen).scalars())
