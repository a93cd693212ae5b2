"""Whether a store is whole."""

from sqlalchemy import Connection, Select, Table, func, select

from bakeoff.store.packing import unpacked_predictions
from bakeoff.store.schema import outcomes, predictions, scores, trials

_MOST = 20  # of a kind; one is enough to worry


def problems(connection: Connection) -> tuple[str, ...]:
    """Return what is wrong with a store, in words; nothing where all is well."""
    found = _of_sqlite(connection) if connection.dialect.name == "sqlite" else ()
    if found:
        return found  # what is read from damaged pages says nothing
    return (
        *(text for table in (scores, trials, predictions) for text in _orphans(connection, table)),
        *_without_scores(connection),
        *_unreadable(connection),
    )


def _of_sqlite(connection: Connection) -> tuple[str, ...]:
    pages = connection.exec_driver_sql(f"PRAGMA integrity_check({_MOST})").scalars().all()
    if list(pages) != ["ok"]:
        return tuple(f"damage: {page}" for page in pages)
    rows = connection.exec_driver_sql("PRAGMA foreign_key_check").all()[:_MOST]
    return tuple(
        f"a row of {table} refers to a row of {parent} that is not there" for table, _, parent, _ in rows
    )


def _orphans(connection: Connection, table: Table) -> tuple[str, ...]:
    scored = select(outcomes.c.key).where(outcomes.c.reason.is_(None))
    lost = select(table.c.key).distinct().where(table.c.key.not_in(scored)).limit(_MOST)
    return _said(connection, lost, f"{table.name} without a scored cell")


def _without_scores(connection: Connection) -> tuple[str, ...]:
    bare = select(outcomes.c.key).where(
        outcomes.c.reason.is_(None), outcomes.c.key.not_in(select(scores.c.key))
    )
    return _said(connection, bare.limit(_MOST), "a scored cell without scores")


def _unreadable(connection: Connection) -> tuple[str, ...]:
    # Streaming: the predictions of a large study do not fit in memory.
    sizes = select(predictions.c.key, predictions.c.arrow).where(func.length(predictions.c.arrow) >= 0)
    rows = connection.execute(sizes.execution_options(yield_per=32))
    return tuple(
        f"predictions that cannot be read: {row.key}" for row in rows if not _is_readable(row.arrow)
    )[:_MOST]


def _is_readable(blob: bytes) -> bool:
    try:
        unpacked_predictions(blob)
    except (OSError, ValueError, KeyError, StopIteration):  # Arrow's own errors are among these
        return False
    return True


def _said(connection: Connection, chosen: Select[tuple[str]], what: str) -> tuple[str, ...]:
    return tuple(f"{what}: {key}" for key in connection.execute(chosen).scalars())
