"""Outcomes, read back page by page: short transactions that hold nobody up, and memory that stays flat."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection, Row, Select, Table, func, select

from bakeoff.core.errors import StoreError
from bakeoff.core.outcomes import Cell, Failed, Outcome, Reason, Scored, Trial
from bakeoff.store.locks import study_id
from bakeoff.store.packing import unpacked_numbers, unpacked_predictions, unpacked_texts
from bakeoff.store.plans import current_plan
from bakeoff.store.schema import outcomes, planned, predictions, scores, trials

_PAGE = 512
_PAGE_WITH_PREDICTIONS = 32

# What a cell is called in the plan; its split is known only once it was run, and belongs to the outcome.
_CELL = ("key", "classifier", "dataset", "repeat", "fold", "condition")
_RESULT = tuple(column for column in outcomes.columns if column.name not in _CELL)

Reading = Callable[[], AbstractContextManager[Connection]]


def read_outcomes(
    reading: Reading, name: str, *, with_predictions: bool, conditions: Sequence[str] | None
) -> Iterator[Outcome]:
    """Yield the outcomes of a study's plan, in its order; those under some conditions, or all."""
    with reading() as connection:
        study = study_id(connection, name)
        plan = current_plan(connection, study)
        last = connection.execute(
            select(func.max(planned.c.position)).where(planned.c.study == study)
        ).scalar()
    page = _PAGE_WITH_PREDICTIONS if with_predictions else _PAGE
    for first in range(0, -1 if last is None else last + 1, page):
        with reading() as connection:
            _require_same_plan(connection, study, name=name, plan=plan)
            part = _Part(study=study, first=first, end=first + page, conditions=conditions)
            found = part.read(connection, with_predictions=with_predictions)
        yield from found


def read_outcome(connection: Connection, key: str, *, with_predictions: bool) -> Outcome | None:
    """Return what a cell yielded, under the names that it was recorded with; None where it has not been run."""
    row = connection.execute(select(outcomes).where(outcomes.c.key == key)).one_or_none()
    if row is None:
        return None

    def of_key(table: Table) -> Select[Any]:
        return select(table).where(table.c.key == key)

    return _outcome(row, _belongings(connection, of_key, with_predictions=with_predictions))


class _Part:
    """A stretch of a plan."""

    def __init__(self, *, study: int, first: int, end: int, conditions: Sequence[str] | None) -> None:
        self.within = [planned.c.study == study, planned.c.position >= first, planned.c.position < end]
        if conditions is not None:
            self.within.append(planned.c.condition.in_(conditions))

    def read(self, connection: Connection, *, with_predictions: bool) -> list[Outcome]:
        joined = select(*(planned.c[name] for name in _CELL), *_RESULT).join(
            outcomes, planned.c.key == outcomes.c.key
        )
        rows = connection.execute(joined.where(*self.within).order_by(planned.c.position)).all()
        belongings = _belongings(connection, self._of_keys, with_predictions=with_predictions)
        return [_outcome(row, belongings) for row in rows]

    def _of_keys(self, table: Table) -> Select[Any]:
        return select(table).where(table.c.key.in_(select(planned.c.key).where(*self.within)))


class _Belongings:
    """Scores, trials and predictions, by the key of their cell."""

    def __init__(self) -> None:
        self.scores: dict[str, dict[str, float]] = defaultdict(dict)
        self.trials: dict[str, list[Trial]] = defaultdict(list)
        self.predictions: dict[str, bytes] = {}


def _belongings(
    connection: Connection, chosen: Callable[[Table], Select[Any]], *, with_predictions: bool
) -> _Belongings:
    found = _Belongings()
    for row in connection.execute(chosen(scores).order_by(scores.c.key, scores.c.number)):
        found.scores[row.key][row.metric] = row.score
    for row in connection.execute(chosen(trials).order_by(trials.c.key, trials.c.position)):
        trial = Trial(number=row.number, parameters=row.parameters, score=row.score, chosen=row.chosen)
        found.trials[row.key].append(trial)
    if with_predictions:
        found.predictions = {row.key: row.arrow for row in connection.execute(chosen(predictions))}
    return found


def _outcome(row: Row[Any], belongings: _Belongings) -> Outcome:
    cell = Cell(
        classifier=row.classifier,
        dataset=row.dataset,
        repeat=row.repeat,
        fold=row.fold,
        key=row.key,
        split=row.split,
        condition=row.condition,
    )
    if row.reason is not None:
        reason = Reason(row.reason)
        return Failed(cell=cell, reason=reason, message=row.message, detail=row.detail, seconds=row.seconds)
    blob = belongings.predictions.get(row.key)
    return Scored(
        cell=cell,
        scores=dict(belongings.scores.get(row.key, {})),
        n_train=row.n_train,
        n_test=row.n_test,
        measured=unpacked_numbers(row.measured),
        complexity=unpacked_numbers(row.complexity),
        trials=tuple(belongings.trials.get(row.key, ())),
        predictions=None if blob is None else unpacked_predictions(blob),
        warnings=unpacked_texts(row.warnings),
    )


def _require_same_plan(connection: Connection, study: int, *, name: str, plan: str) -> None:
    if current_plan(connection, study) != plan:
        raise StoreError(
            f"the plan of study {name!r} was replaced while its outcomes were read",
            where="the store",
            fix="read them again",
            code="BO452",
        )
