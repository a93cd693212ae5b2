"""Runs at work on a study, and the cells that each has taken on."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice

from sqlalchemy import Connection, Row, delete, select, update

from bakeoff.store.dialects import insert_or_leave
from bakeoff.store.locks import study_id
from bakeoff.store.processes import Process, is_gone, this_process
from bakeoff.store.records import Run
from bakeoff.store.schema import claims, environments, outcomes, runs, studies
from bakeoff.store.times import seconds_now, time_of

PATIENCE = 60.0  # seconds without a heartbeat after which a run counts as dead
_BATCH = 500  # keys in one statement; SQLite before 3.32 takes 999 values


def begin(connection: Connection, name: str) -> Run:
    """Enter a run of this process."""
    me = this_process()
    since = datetime.now(UTC)
    entered = connection.execute(
        runs.insert().values(
            study=study_id(connection, name),
            host=me.host,
            machine=me.machine,
            pid=me.pid,
            started=me.started,
            since=since.isoformat(timespec="microseconds"),
            beat=seconds_now(connection),
            ended=False,
        )
    )
    (number,) = entered.inserted_primary_key or (0,)
    return Run(id=number, study=name, host=me.host, pid=me.pid, since=since)


def beat(connection: Connection, run: Run) -> None:
    """Note that a run is alive."""
    connection.execute(update(runs).where(runs.c.id == run.id).values(beat=seconds_now(connection)))


def end(connection: Connection, run: Run) -> None:
    """Note that a run has ended, and let go of what it had taken on."""
    connection.execute(delete(claims).where(claims.c.run == run.id))
    connection.execute(update(runs).where(runs.c.id == run.id).values(ended=True))


def live_runs(connection: Connection, *, study: int | None = None) -> tuple[Run, ...]:
    """Return the runs that are alive, of one study or of all, in the order in which they began."""
    chosen = select(runs, studies.c.name).join(studies, runs.c.study == studies.c.id)
    chosen = chosen.where(runs.c.ended.is_(False)).order_by(runs.c.id)
    rows = connection.execute(chosen if study is None else chosen.where(runs.c.study == study)).all()
    now = seconds_now(connection)
    return tuple(_run(row) for row in rows if not _is_dead(row, now=now))


def has_unended(connection: Connection, *, study: int) -> bool:
    """Say whether a run of a study, alive or not, has not said that it ended."""
    found = select(runs.c.id).where(runs.c.study == study, runs.c.ended.is_(False)).limit(1)
    return connection.execute(found).first() is not None


def claim(connection: Connection, run: Run, keys: Sequence[str]) -> frozenset[str]:
    """Take on the cells that are neither scored nor in the hands of another run that is alive."""
    others = [live.id for live in live_runs(connection) if live.id != run.id]
    # In order, so that two runs that wait for each other's rows on PostgreSQL do so in one direction only.
    return frozenset(
        key
        for batch in _batches(sorted(set(keys)))
        for key in _claimed(connection, run, batch, others=others)
    )


def keep_environment(connection: Connection, run: Run, *, text: str, digest: str) -> None:
    """Note what the libraries of a run were."""
    insert_or_leave(connection, environments, {"digest": digest, "text": text}, by="digest")
    connection.execute(update(runs).where(runs.c.id == run.id).values(environment=digest))


def _claimed(connection: Connection, run: Run, keys: list[str], *, others: list[int]) -> Iterable[str]:
    abandoned = delete(claims).where(claims.c.key.in_(keys), claims.c.run.not_in([run.id, *others]))
    connection.execute(abandoned)
    insert_or_leave(connection, claims, [{"key": key, "run": run.id} for key in keys], by="key")
    # Only now: what another run has recorded a moment ago is seen, since its claim was gone by then.
    scored = select(outcomes.c.key).where(outcomes.c.key.in_(keys), outcomes.c.reason.is_(None))
    connection.execute(delete(claims).where(claims.c.run == run.id, claims.c.key.in_(scored)))
    mine = select(claims.c.key).where(claims.c.run == run.id, claims.c.key.in_(keys))
    return connection.execute(mine).scalars().all()


def _is_dead(row: Row[tuple[object, ...]], *, now: float) -> bool:
    # A heartbeat from the future is one by a clock that was wrong: it must not live for ever.
    silent = abs(now - row.beat) > PATIENCE
    return silent or is_gone(Process(host=row.host, machine=row.machine, pid=row.pid, started=row.started))


def _run(row: Row[tuple[object, ...]]) -> Run:
    return Run(id=row.id, study=row.name, host=row.host, pid=row.pid, since=time_of(row.since))


def _batches(keys: list[str]) -> Iterator[list[str]]:
    rest = iter(keys)
    while batch := list(islice(rest, _BATCH)):
        yield batch
