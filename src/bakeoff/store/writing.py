"""An outcome, written down: whole, in one transaction, once."""

from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Dialect, bindparam, delete, literal_column

from bakeoff.core.outcomes import Failed, Outcome, Scored
from bakeoff.store.dialects import Prepared, Upsert, insert_or_replace, prepared
from bakeoff.store.packing import finite, packed_numbers, packed_predictions, packed_texts, plain
from bakeoff.store.plans import cell_values
from bakeoff.store.records import Run
from bakeoff.store.schema import claims, outcomes, predictions, scores, trials

Row = dict[str, Any]


def rows_of(outcome: Outcome, run: Run) -> tuple[Row, list[Row], list[Row], list[Row]]:
    """Return the rows of an outcome, of its scores, its trials and its predictions; done before any lock is taken."""
    row = {**cell_values(outcome.cell), "run": run.id, "attempts": 1, **_NOTHING}
    if isinstance(outcome, Failed):
        return {**row, **_failure(outcome)}, [], [], []
    blobs = (
        [{"key": outcome.cell.key, "arrow": packed_predictions(outcome.predictions)}]
        if outcome.predictions
        else []
    )
    return {**row, **_success(outcome)}, _scores(outcome), _trials(outcome), blobs


def write(connection: Connection, rows: tuple[Row, list[Row], list[Row], list[Row]]) -> bool:
    """Write an outcome and let go of the claim; return False, and write nothing, where the cell has a score."""
    row, *parts = rows
    recording, letting_go, *inserting = _statements(connection.dialect)
    written = recording.run(connection, [row]) > 0
    if written:
        for statement, part in zip(inserting, parts, strict=True):
            if part:
                statement.run(connection, part)
    letting_go.run(connection, [{"done": row["key"]}])
    return written


@lru_cache(maxsize=8)  # stores that are open at once
def _statements(dialect: Dialect) -> tuple[Prepared, ...]:
    inserting = (table.insert() for table in (scores, trials, predictions))
    every = (_recording(dialect.name), delete(claims).where(claims.c.key == bindparam("done")), *inserting)
    return tuple(prepared(dialect, statement) for statement in every)


_NOTHING = dict.fromkeys(
    ("reason", "message", "detail", "seconds", "n_train", "n_test", "measured", "complexity", "warnings")
)


def _failure(outcome: Failed) -> Row:
    return {
        "reason": outcome.reason.value,
        "message": plain(outcome.message),
        "detail": plain(outcome.detail),
        "seconds": finite(outcome.seconds, of="seconds"),
    }


def _success(outcome: Scored) -> Row:
    return {
        "n_train": outcome.n_train,
        "n_test": outcome.n_test,
        "measured": packed_numbers(outcome.measured),
        "complexity": packed_numbers(outcome.complexity),
        "warnings": packed_texts(outcome.warnings),
    }


def _scores(outcome: Scored) -> list[Row]:
    return [
        {"key": outcome.cell.key, "number": i, "metric": metric, "score": finite(score, of=metric)}
        for i, (metric, score) in enumerate(outcome.scores.items())
    ]


def _trials(outcome: Scored) -> list[Row]:
    return [
        {
            "key": outcome.cell.key,
            "position": i,
            "number": trial.number,
            "parameters": trial.parameters,
            "score": None if trial.score is None else finite(trial.score, of="score of a trial"),
            "chosen": bool(trial.chosen),
        }
        for i, trial in enumerate(outcome.trials)
    ]


def _recording(dialect: str) -> Upsert:
    # A failure has no scores, trials or predictions that would be left over.
    failed = outcomes.c.reason.is_not(None)
    again = outcomes.c.attempts + literal_column("1")
    return insert_or_replace(dialect, outcomes, by="key", when=failed, also={"attempts": again})
