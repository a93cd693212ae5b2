"""The ledger in a store: entries are appended one after the other, and never changed."""

from sqlalchemy import Connection, func, select

from bakeoff.core.ledger import GENESIS, LedgerEntry, Look, hash_entry, write_body
from bakeoff.store.schema import APPLICATION_ID, ledger
from bakeoff.store.times import now_text


def append_look(connection: Connection, look: Look) -> tuple[LedgerEntry, bool]:
    """Write a look down behind the last entry, unless the same one is there; return its entry, and whether it is new.

    The transaction keeps other writers out from before the last entry is read until the new one is there: by SQLite's
    lock of writers, by an advisory lock on PostgreSQL. That no entry has two successors is also a rule of the table.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(APPLICATION_ID + 1)))
    entries = read_entries(connection)
    for entry in entries:
        entry_look = entry.look
        if entry_look is not None and entry_look.identity == look.identity:
            return entry, False
    last = entries[-1] if entries else None
    sequence, previous = (last.sequence + 1, last.hash) if last else (1, GENESIS)
    at, body = now_text(), write_body(look)
    new_entry = LedgerEntry(
        sequence=sequence,
        at=at,
        body=body,
        previous=previous,
        hash=hash_entry(sequence, at, body, previous),
    )
    connection.execute(ledger.insert().values({name: getattr(new_entry, name) for name in ledger.c.keys()}))  # noqa: SIM118
    return new_entry, True


def read_entries(connection: Connection) -> tuple[LedgerEntry, ...]:
    """Return every entry, in order."""
    rows = connection.execute(select(ledger).order_by(ledger.c.sequence)).all()
    return tuple(
        LedgerEntry(sequence=row.sequence, at=row.at, body=row.body, previous=row.previous, hash=row.hash)
        for row in rows
    )
