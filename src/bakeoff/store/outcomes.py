"""Outcomes: written whole, once, in one transaction; read back page by page, in short ones."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    Connection,
    Dialect,
    Row,
    Select,
    Table,
    bindparam,
    delete,
    func,
    literal_column,
    select,
)

from bakeoff.core.errors import StoreError
from bakeoff.core.outcomes import Cell, Failed, Outcome, Reason, Scored, Trial
from bakeoff.store.dialects import PreparedStatement, insert_or_replace, prepare_statement
from bakeoff.store.locks import study_id
from bakeoff.store.packing import (
    escape_text,
    pack_numbers,
    pack_predictions,
    pack_texts,
    require_finite,
    unpack_numbers,
    unpack_predictions,
    unpack_texts,
)
from bakeoff.store.plans import cell_values, plan_digest
from bakeoff.store.schema import claims, outcomes, planned, predictions, scores, trials
from bakeoff.store.study_records import Run

if TYPE_CHECKING:
    from bakeoff.store.dialects import Upsert

Values = dict[str, Any]


OutcomeRows = tuple[Values, list[Values], list[Values], list[Values]]


def outcome_rows(outcome: Outcome, run: Run) -> OutcomeRows:
    """Return the rows of an outcome, of its scores, its trials and its predictions; done before any lock is taken."""
    row = {**cell_values(outcome.cell), "run": run.id, "attempts": 1, **_NO_VALUES}
    if isinstance(outcome, Failed):
        return {**row, **_failure_values(outcome)}, [], [], []
    blobs = (
        [{"key": outcome.cell.key, "arrow": pack_predictions(outcome.predictions)}]
        if outcome.predictions
        else []
    )
    return {**row, **_success_values(outcome)}, _score_rows(outcome), _trial_rows(outcome), blobs


def write_outcomes(connection: Connection, every: Sequence[OutcomeRows]) -> list[bool]:
    """Write outcomes and let go of their claims; return which were written: a cell that has a score keeps it."""
    if not every:
        return []
    recording, letting_go, *inserting = _prepare_statements(connection.dialect)
    is_written = [recording.run(connection, [row]) > 0 for row, *_ in every]
    written = [parts for (_, *parts), is_new in zip(every, is_written, strict=True) if is_new]
    for statement, of_each in zip(inserting, zip(*written, strict=True), strict=False):
        values = [value for part in of_each for value in part]
        if values:
            statement.run(connection, values)
    letting_go.run(connection, [{"done": row["key"]} for row, *_ in every])
    return is_written


@lru_cache(maxsize=8)  # stores that are open at once
def _prepare_statements(dialect: Dialect) -> tuple[PreparedStatement, ...]:
    inserting = (table.insert() for table in (scores, trials, predictions))
    every = (
        _recording_insert(dialect.name),
        delete(claims).where(claims.c.key == bindparam("done")),
        *inserting,
    )
    return tuple(prepare_statement(dialect, statement) for statement in every)


_NO_VALUES = dict.fromkeys(
    ("reason", "message", "detail", "seconds", "n_train", "n_test", "measured", "complexity", "warnings")
)


def _failure_values(outcome: Failed) -> Values:
    return {
        "reason": outcome.reason.value,
        "message": escape_text(outcome.message),
        "detail": escape_text(outcome.detail),
        "seconds": require_finite(outcome.seconds, of="seconds"),
    }


def _success_values(outcome: Scored) -> Values:
    return {
        "n_train": outcome.n_train,
        "n_test": outcome.n_test,
        "measured": pack_numbers(outcome.measured),
        "complexity": pack_numbers(outcome.complexity),
        "warnings": pack_texts(outcome.warnings),
    }


def _score_rows(outcome: Scored) -> list[Values]:
    return [
        {"key": outcome.cell.key, "number": i, "metric": metric, "score": require_finite(score, of=metric)}
        for i, (metric, score) in enumerate(outcome.scores.items())
    ]


def _trial_rows(outcome: Scored) -> list[Values]:
    return [
        {
            "key": outcome.cell.key,
            "position": i,
            "number": trial.number,
            "parameters": trial.parameters,
            "score": None if trial.score is None else require_finite(trial.score, of="score of a trial"),
            "chosen": bool(trial.chosen),
        }
        for i, trial in enumerate(outcome.trials)
    ]


def _recording_insert(dialect: str) -> "Upsert":
    # A failure has no scores, trials or predictions that would be left over.
    failed = outcomes.c.reason.is_not(None)
    again = outcomes.c.attempts + literal_column("1")
    return insert_or_replace(dialect, outcomes, by="key", when=failed, also={"attempts": again})


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
        plan = plan_digest(connection, study)
        last = connection.execute(
            select(func.max(planned.c.position)).where(planned.c.study == study)
        ).scalar()
    page = _PAGE_WITH_PREDICTIONS if with_predictions else _PAGE
    for first in range(0, -1 if last is None else last + 1, page):
        with reading() as connection:
            _require_same_plan(connection, study, name=name, plan=plan)
            part = _Part(study=study, first=first, end=first + page, conditions=conditions)
            page_outcomes = part.read(connection, with_predictions=with_predictions)
        yield from page_outcomes


def read_outcome(connection: Connection, key: str, *, with_predictions: bool) -> Outcome | None:
    """Return what a cell yielded, under the names that it was recorded with; None where it has not been run."""
    row = connection.execute(select(outcomes).where(outcomes.c.key == key)).one_or_none()
    if row is None:
        return None

    def of_key(table: Table) -> Select[Any]:
        return select(table).where(table.c.key == key)

    return _make_outcome(row, _read_belongings(connection, of_key, with_predictions=with_predictions))


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
        belongings = _read_belongings(connection, self._of_keys, with_predictions=with_predictions)
        return [_make_outcome(row, belongings) for row in rows]

    def _of_keys(self, table: Table) -> Select[Any]:
        return select(table).where(table.c.key.in_(select(planned.c.key).where(*self.within)))


class _Belongings:
    """Scores, trials and predictions, by the key of their cell."""

    def __init__(self) -> None:
        self.scores: dict[str, dict[str, float]] = defaultdict(dict)
        self.trials: dict[str, list[Trial]] = defaultdict(list)
        self.predictions: dict[str, bytes] = {}


def _read_belongings(
    connection: Connection, chosen: Callable[[Table], Select[Any]], *, with_predictions: bool
) -> _Belongings:
    belongings = _Belongings()
    for row in connection.execute(chosen(scores).order_by(scores.c.key, scores.c.number)):
        belongings.scores[row.key][row.metric] = row.score
    for row in connection.execute(chosen(trials).order_by(trials.c.key, trials.c.position)):
        trial = Trial(number=row.number, parameters=row.parameters, score=row.score, chosen=row.chosen)
        belongings.trials[row.key].append(trial)
    if with_predictions:
        belongings.predictions = {row.key: row.arrow for row in connection.execute(chosen(predictions))}
    return belongings


def _make_outcome(row: Row[Any], belongings: _Belongings) -> Outcome:
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
        measured=unpack_numbers(row.measured),
        complexity=unpack_numbers(row.complexity),
        trials=tuple(belongings.trials.get(row.key, ())),
        predictions=None if blob is None else unpack_predictions(blob),
        warnings=unpack_texts(row.warnings),
    )


def _require_same_plan(connection: Connection, study: int, *, name: str, plan: str) -> None:
    if plan_digest(connection, study) != plan:
        raise StoreError(
            f"the plan of study {name!r} was replaced while its outcomes were read",
            where="the store",
            fix="read them again",
            code="BO452",
        )
