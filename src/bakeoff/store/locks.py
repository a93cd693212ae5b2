"""Specifications, frozen: the first stays as it was, each change is added with what had been seen by then."""

from collections import defaultdict
from collections.abc import Iterable

from sqlalchemy import Connection, Row, func, select

from bakeoff.core.errors import StoreError
from bakeoff.store.dialects import insert_or_leave
from bakeoff.store.schema import amendments, planned, planned_outcomes, studies
from bakeoff.store.study_records import Amendment, Lock
from bakeoff.store.times import now_text, parse_time


def lock_specification(connection: Connection, name: str, *, text: str, digest: str) -> Lock:
    """Freeze a specification, or add an amendment where another one is in force."""
    row = {"name": name, "digest": digest, "at": now_text(), "text": text, "plan": ""}
    insert_or_leave(connection, studies, row, by="name")
    # On PostgreSQL the row is ours until the end of the transaction, so that amendments get their numbers in turn.
    study = connection.execute(select(studies).where(studies.c.name == name).with_for_update()).one()
    frozen = _make_lock(study, _read_amendments(connection, study.id))
    if frozen.digest_in_force == digest:
        return frozen
    number = len(frozen.amendments) + 1
    _add_amendment(connection, study.id, number=number, text=text, digest=digest)
    return _make_lock(study, _read_amendments(connection, study.id))


def read_locks(connection: Connection) -> tuple[Lock, ...]:
    """Return every specification, in the order in which they were frozen."""
    changes = defaultdict(list)
    for change in connection.execute(select(amendments).order_by(amendments.c.number)):
        changes[change.study].append(change)
    rows = connection.execute(select(studies).order_by(studies.c.id)).all()
    return tuple(_make_lock(row, changes[row.id]) for row in rows)


def study_id(connection: Connection, name: str) -> int:
    """Return the number of a study, or refuse one that was never frozen."""
    number = connection.execute(select(studies.c.id).where(studies.c.name == name)).scalar()
    if number is not None:
        return int(number)
    names = connection.execute(select(studies.c.name).order_by(studies.c.id).limit(20)).scalars().all()
    raise StoreError(
        f"the store has no study {name!r}",
        where="the store",
        fix=f"name one of {', '.join(names)}" if names else "run a study first: the store has none",
        code="BO450",
    )


def _add_amendment(connection: Connection, study: int, *, number: int, text: str, digest: str) -> None:
    count = select(func.count()).select_from(planned_outcomes).where(planned.c.study == study)
    connection.execute(
        amendments.insert().values(
            study=study,
            number=number,
            digest=digest,
            at=now_text(),
            text=text,
            cells_seen=connection.execute(count).scalar_one(),
        )
    )


def _read_amendments(connection: Connection, study: int) -> Iterable[Row[tuple[object, ...]]]:
    query = select(amendments).where(amendments.c.study == study).order_by(amendments.c.number)
    return connection.execute(query).all()


def _make_lock(row: Row[tuple[object, ...]], changes: Iterable[Row[tuple[object, ...]]]) -> Lock:
    return Lock(
        name=row.name,
        digest=row.digest,
        at=parse_time(row.at),
        text=row.text,
        amendments=tuple(
            Amendment(
                number=c.number, at=parse_time(c.at), digest=c.digest, text=c.text, cells_seen=c.cells_seen
            )
            for c in changes
        ),
    )
