"""Runs at work on a study, the processes they are, and the cells that each has taken on."""

import os
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from sqlalchemy import BindParameter, Connection, Row, bindparam, delete, select, update

from bakeoff.store.dialects import insert_or_leave
from bakeoff.store.locks import study_id
from bakeoff.store.schema import claims, environments, outcomes, runs, studies
from bakeoff.store.study_records import Run
from bakeoff.store.times import parse_time, seconds_now


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """A process, told apart from a later one that was given the same number."""

    host: str
    machine: str  # processes of one machine see each other; two containers of one host do not
    pid: int
    started: str  # empty where the system does not say


def current_process() -> Process:
    """Return the process that asks."""
    return Process(
        host=platform.node(), machine=_machine_name(), pid=os.getpid(), started=_start_time(os.getpid())
    )


def is_gone(process: Process) -> bool:
    """Tell whether a process is known to have ended; one on another machine never is."""
    if process.machine != _machine_name() or not _can_signal():
        return False
    if not _is_alive(process.pid):
        return True
    return process.started != _start_time(process.pid)


def _can_signal() -> bool:
    return sys.platform != "win32"  # there, signal 0 would end the process


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _machine_name() -> str:
    try:
        return f"{platform.node()} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return platform.node()


def _start_time(pid: int) -> str:
    # Field 22 of proc(5): clock ticks since the machine started, so that no change of the clock moves it. The name of
    # the program, in parentheses, may hold anything. A zombie has ended.
    try:
        fields = (
            Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        )
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else f"{boot} {fields[19]}"


PATIENCE = 60.0  # seconds without a heartbeat after which a run counts as dead
_BATCH = 500  # keys in one statement; SQLite before 3.32 takes 999 values


def begin_run(connection: Connection, name: str) -> Run:
    """Enter a run of this process."""
    me = current_process()
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


def mark_alive(connection: Connection, run: Run) -> None:
    """Note that a run is alive."""
    connection.execute(update(runs).where(runs.c.id == run.id).values(beat=seconds_now(connection)))


def end_run(connection: Connection, run: Run) -> None:
    """Note that a run has ended, and let go of what it had taken on."""
    connection.execute(delete(claims).where(claims.c.run == run.id))
    connection.execute(update(runs).where(runs.c.id == run.id).values(ended=True))


# Statements that are said for every batch of cells are made once: to make one takes longer than to carry it out.
_UNENDED = (
    select(runs, studies.c.name)
    .join(studies, runs.c.study == studies.c.id)
    .where(runs.c.ended.is_(False))
    .order_by(runs.c.id)
)


def live_runs(connection: Connection, *, study: int | None = None) -> tuple[Run, ...]:
    """Return the runs that are alive, of one study or of all, in the order in which they began."""
    query = _UNENDED if study is None else _UNENDED.where(runs.c.study == study)
    rows = connection.execute(query).all()
    now = seconds_now(connection)
    return tuple(_make_run(row) for row in rows if not _is_dead(row, now=now))


def has_running(connection: Connection) -> bool:
    """Say whether a run may be at work: one has not said that it ended, and is not known to be gone."""
    return any(not is_gone(_make_process(row)) for row in connection.execute(_UNENDED))


def has_unended_run(connection: Connection, *, study: int) -> bool:
    """Say whether a run of a study, alive or not, has not said that it ended."""
    query = select(runs.c.id).where(runs.c.study == study, runs.c.ended.is_(False)).limit(1)
    return connection.execute(query).first() is not None


def claim_cells(connection: Connection, run: Run, keys: Sequence[str]) -> frozenset[str]:
    """Take on the cells that are neither scored nor in the hands of another run that is alive."""
    # In order, so that two runs that wait for each other's rows on PostgreSQL do so in one direction only.
    wanted = sorted(set(keys))
    mine = _claim_free(connection, run, wanted)
    others = [key for key in wanted if key not in mine]
    if others:  # only now is it asked whose they are, and whether these runs live: that takes longest
        _free_from_dead_runs(connection, run, others)
        mine |= _claim_free(connection, run, others)
    return frozenset(mine)


def keep_environment(connection: Connection, run: Run, *, text: str, digest: str) -> None:
    """Note what the libraries of a run were."""
    insert_or_leave(connection, environments, {"digest": digest, "text": text}, by="digest")
    connection.execute(update(runs).where(runs.c.id == run.id).values(environment=digest))


_KEYS: BindParameter[str] = bindparam("keys", expanding=True)
_MY_RUN: BindParameter[int] = bindparam("my_run")
_OF_DEAD_RUNS = delete(claims).where(
    claims.c.key.in_(_KEYS), claims.c.run.not_in(bindparam("live", expanding=True))
)
_OF_SCORED_CELLS = delete(claims).where(
    claims.c.run == _MY_RUN,
    claims.c.key.in_(select(outcomes.c.key).where(outcomes.c.key.in_(_KEYS), outcomes.c.reason.is_(None))),
)
_MY_CLAIMS = select(claims.c.key).where(claims.c.run == _MY_RUN, claims.c.key.in_(_KEYS))


def _claim_free(connection: Connection, run: Run, keys: list[str]) -> set[str]:
    """Take on those of the cells that are in nobody's hands and not scored."""
    mine: set[str] = set()
    for batch in _split_batches(keys):
        insert_or_leave(connection, claims, [{"key": key, "run": run.id} for key in batch], by="key")
        # Only now: what another run has recorded a moment ago is seen, since its claim was gone by then.
        connection.execute(_OF_SCORED_CELLS, {"keys": batch, "my_run": run.id})
        mine.update(connection.execute(_MY_CLAIMS, {"keys": batch, "my_run": run.id}).scalars())
    return mine


def _free_from_dead_runs(connection: Connection, run: Run, keys: list[str]) -> None:
    live = [run.id, *(other.id for other in live_runs(connection) if other.id != run.id)]
    for batch in _split_batches(keys):
        connection.execute(_OF_DEAD_RUNS, {"keys": batch, "live": live})


def _is_dead(row: Row[tuple[object, ...]], *, now: float) -> bool:
    # A heartbeat from the future is one by a clock that was wrong: it must not live for ever.
    silent = abs(now - row.beat) > PATIENCE
    return silent or is_gone(_make_process(row))


def _make_process(row: Row[tuple[object, ...]]) -> Process:
    return Process(host=row.host, machine=row.machine, pid=row.pid, started=row.started)


def _make_run(row: Row[tuple[object, ...]]) -> Run:
    return Run(id=row.id, study=row.name, host=row.host, pid=row.pid, since=parse_time(row.since))


def _split_batches(keys: list[str]) -> Iterator[list[str]]:
    rest = iter(keys)
    while batch := list(islice(rest, _BATCH)):
        yield batch
