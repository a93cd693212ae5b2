"""How far a study is, counted by the database: one short question, whatever the number of cells."""

from collections import defaultdict
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from bakeoff.store.locks import study_id
from bakeoff.store.packing import unpack_numbers
from bakeoff.store.schema import outcomes, planned, planned_outcomes

TIMES = ("fit_seconds", "predict_seconds")


@dataclass(frozen=True, slots=True, kw_only=True)
class CellCount:
    """The cells of one classifier on one dataset."""

    classifier: str
    dataset: str
    planned: int
    scored: int
    failed: int
    seconds: float  # of training and prediction, and of what failed


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A cell without a score, in one line."""

    classifier: str
    dataset: str
    repeat: int
    fold: int
    reason: str
    message: str


def count_cells(connection: Connection, name: str) -> tuple[CellCount, ...]:
    """Return the counts of every classifier on every dataset, in the order of the plan."""
    study = study_id(connection, name)
    every = planned.outerjoin(outcomes, planned.c.key == outcomes.c.key)
    failed = func.count(outcomes.c.reason)
    counts = (func.count().label("planned"), (func.count(outcomes.c.key) - failed).label("scored"))
    counted = (
        select(planned.c.classifier, planned.c.dataset, *counts, failed.label("failed"))
        .select_from(every)
        .where(planned.c.study == study)
        .group_by(planned.c.classifier, planned.c.dataset)
        .order_by(func.min(planned.c.position))
    )
    took = _sum_seconds(connection, study)
    return tuple(
        CellCount(
            classifier=row.classifier,
            dataset=row.dataset,
            planned=row.planned,
            scored=row.scored,
            failed=row.failed,
            seconds=took[row.classifier, row.dataset],
        )
        for row in connection.execute(counted)
    )


def _sum_seconds(connection: Connection, study: int) -> defaultdict[tuple[str, str], float]:
    """Return how long every classifier was at work on every dataset."""
    cells = select(planned.c.classifier, planned.c.dataset, outcomes.c.seconds, outcomes.c.measured)
    took: defaultdict[tuple[str, str], float] = defaultdict(float)
    for row in connection.execute(cells.select_from(planned_outcomes).where(planned.c.study == study)):
        measured = unpack_numbers(row.measured) if row.measured else {}
        trained = sum(measured.get(name, 0.0) for name in TIMES)
        took[row.classifier, row.dataset] += trained or float(row.seconds or 0.0)
    return took


def first_failures(connection: Connection, name: str, *, most: int) -> tuple[Failure, ...]:
    """Return the first failures of a study, in the order of the plan."""
    cell = (planned.c.classifier, planned.c.dataset, planned.c.repeat, planned.c.fold)
    query = (
        select(*cell, outcomes.c.reason, outcomes.c.message)
        .select_from(planned_outcomes)
        .where(planned.c.study == study_id(connection, name), outcomes.c.reason.is_not(None))
        .order_by(planned.c.position)
        .limit(most)
    )
    return tuple(
        Failure(
            classifier=row.classifier,
            dataset=row.dataset,
            repeat=row.repeat,
            fold=row.fold,
            reason=row.reason,
            message=row.message or "",
        )
        for row in connection.execute(query)
    )
