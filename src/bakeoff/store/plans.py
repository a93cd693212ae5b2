"""What a study plans: a list of cells. Those that leave the plan are hidden, and what they yielded stays."""

import hashlib
from collections.abc import Sequence
from operator import attrgetter

from sqlalchemy import Connection, delete, func, select, update

from bakeoff.core.outcomes import Cell
from bakeoff.store.locks import study_id
from bakeoff.store.schema import environments, outcomes, planned, planned_outcomes, runs, studies

_BATCH = 5_000  # cells at a time, so that a large plan is not held in memory twice
_VALUES = attrgetter("key", "classifier", "dataset", "repeat", "fold", "split", "condition")


def replace_plan(connection: Connection, name: str, cells: Sequence[Cell]) -> None:
    """Make these cells the plan of a study, in this order."""
    study, digest = study_id(connection, name), _digest_cells(cells)
    if plan_digest(connection, study) == digest:
        return
    connection.execute(update(studies).where(studies.c.id == study).values(plan=digest))
    connection.execute(delete(planned).where(planned.c.study == study))
    for first in range(0, len(cells), _BATCH):
        part = enumerate(cells[first : first + _BATCH], start=first)
        connection.execute(planned.insert(), [_plan_row(study, i, cell) for i, cell in part])


def plan_digest(connection: Connection, study: int) -> str:
    """Return the digest of the plan of a study; it is empty before the first."""
    return str(connection.execute(select(studies.c.plan).where(studies.c.id == study)).scalar_one())


def select_keys(connection: Connection, name: str, *, failed: bool) -> frozenset[str]:
    """Return the keys of the plan that were scored, or those that failed."""
    mine = planned.c.study == study_id(connection, name)
    reason = outcomes.c.reason
    as_asked = reason.is_not(None) if failed else reason.is_(None)
    return frozenset(
        connection.execute(
            select(planned.c.key).select_from(planned_outcomes).where(mine, as_asked)
        ).scalars()
    )


def count_planned(connection: Connection, name: str) -> int:
    """Return how many cells the plan of a study has."""
    mine = planned.c.study == study_id(connection, name)
    return int(connection.execute(select(func.count()).select_from(planned).where(mine)).scalar_one())


def has_conditions(connection: Connection, name: str) -> bool:
    """Tell whether anything is done to the data on purpose in the plan of a study."""
    mine = planned.c.study == study_id(connection, name)
    query = select(planned.c.position).where(mine, planned.c.condition != "").limit(1)
    return connection.execute(query).first() is not None


def count_environments(connection: Connection, name: str) -> dict[str, int]:
    """Return how many outcomes of the plan each environment yielded; the empty text is an unknown one."""
    joined = planned_outcomes.join(runs, outcomes.c.run == runs.c.id)
    joined = joined.outerjoin(environments, runs.c.environment == environments.c.digest)
    counted = select(environments.c.text.label("text"), func.count().label("number")).select_from(joined)
    counted = counted.where(planned.c.study == study_id(connection, name))
    counted = counted.group_by(environments.c.text).order_by(func.min(runs.c.id))
    return {row.text or "": row.number for row in connection.execute(counted)}


def _plan_row(study: int, position: int, cell: Cell) -> dict[str, object]:
    return {"study": study, "position": position, **cell_values(cell)}


def cell_values(cell: Cell) -> dict[str, object]:
    """Return a cell as the values of its columns."""
    return {
        "key": cell.key,
        "classifier": cell.classifier,
        "dataset": cell.dataset,
        "repeat": cell.repeat,
        "fold": cell.fold,
        "split": cell.split,
        "condition": cell.condition,
    }


def _digest_cells(cells: Sequence[Cell]) -> str:
    digest = hashlib.sha256()
    for first in range(0, len(cells), _BATCH):
        digest.update(repr(list(map(_VALUES, cells[first : first + _BATCH]))).encode())
    return digest.hexdigest()
