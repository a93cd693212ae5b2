"""Stamps of time: for people to read, in UTC. Nothing is put in order by them."""

import time
from datetime import UTC, datetime

from sqlalchemy import Connection, func, select


def now_text() -> str:
    """Return the time as text that sorts, means the same everywhere and does not end in 2038."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def parse_time(text: str) -> datetime:
    """Return the time that a text of `now_text` stands for."""
    return datetime.fromisoformat(text)


def seconds_now(connection: Connection) -> float:
    """Return the seconds that heartbeats are measured in: by the server's clock where several machines have one."""
    if connection.dialect.name == "postgresql":
        return float(connection.execute(select(func.extract("epoch", func.clock_timestamp()))).scalar_one())
    return time.time()
