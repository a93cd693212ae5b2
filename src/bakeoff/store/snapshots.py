"""Snapshots: the columns of a study as they were when its last run ended, so that comparing needs no cell again.

A snapshot is never guessed to be true: it is taken only when every run is known to have ended, and holds only as long
as the plan is the same and no other run has begun. Whatever records an outcome is a run.
"""

import json
import zlib
from dataclasses import asdict, dataclass, fields
from io import BytesIO
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, func, select

from bakeoff.core.outcomes import Cell, Failed, Names, OutcomeColumns, Reason
from bakeoff.store.columns import read_columns
from bakeoff.store.dialects import insert_or_replace
from bakeoff.store.locks import study_id
from bakeoff.store.plans import plan_digest
from bakeoff.store.runs import has_running
from bakeoff.store.schema import runs, snapshots

_NAMES = ("classifier", "dataset", "condition", "split")
_NUMBERS = ("repeat", "fold", "n_train", "n_test", "is_scored", "tried")


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The columns of a study, and the state of the store that they are of."""

    plan: str  # its digest
    runs: int  # that had begun, and ended
    content: bytes


def take_snapshot(connection: Connection, name: str) -> Snapshot | None:
    """Return the columns of a study as they are in this transaction; None where a run may be at work."""
    if has_running(connection):
        return None
    plan = plan_digest(connection, study_id(connection, name))
    content = pack_columns(read_columns(connection, name))
    return Snapshot(plan=plan, runs=_count_runs(connection), content=content)


def keep_snapshot(connection: Connection, name: str, snapshot: Snapshot) -> None:
    """Keep a snapshot of a study, in the place of an older one."""
    row = {"study": study_id(connection, name), **asdict(snapshot)}
    statement = insert_or_replace(
        connection.dialect.name, snapshots, by="study", when=snapshots.c.runs <= snapshot.runs, also={}
    )
    connection.execute(statement, row)


def _count_runs(connection: Connection) -> int:
    # Not the largest number: a server gives numbers out before it lets others see the run.
    return connection.execute(select(func.count()).select_from(runs)).scalar_one()


def find_snapshot(connection: Connection, name: str) -> OutcomeColumns | None:
    """Return the columns of a study as they were kept; None where something may have been recorded since."""
    study = study_id(connection, name)
    query = select(snapshots.c.content).where(
        snapshots.c.study == study,
        snapshots.c.plan == plan_digest(connection, study),
        snapshots.c.runs == _count_runs(connection),
    )
    blob = connection.execute(query).scalar_one_or_none()
    return None if blob is None else _unpack_if_whole(blob)


def _unpack_if_whole(blob: bytes) -> OutcomeColumns | None:
    """Return the columns that were kept; None where the bytes are damaged: the cells themselves are there."""
    try:
        return unpack_columns(blob)
    except (BadZipFile, zlib.error, EOFError, OSError, ValueError, KeyError, TypeError):
        return None


def pack_columns(columns: OutcomeColumns) -> bytes:
    """Return columns as the bytes of a compressed numpy archive: numbers as arrays, everything else as JSON."""
    arrays: dict[str, NDArray[Any]] = {name: _narrow(getattr(columns, name)) for name in _NUMBERS}
    arrays |= {f"codes of {name}": _narrow(getattr(columns, name).codes) for name in _NAMES}
    arrays |= {f"score {i}": values for i, values in enumerate(columns.scores.values())}
    texts = {name: getattr(columns, name).names for name in _NAMES}
    rest = {
        "names": texts,
        "metrics": list(columns.scores),
        "chosen": columns.chosen,
        "warnings": list(columns.warnings.items()),
        "failures": [_plain_failure(failure) for failure in columns.failures],
        "environments": dict(columns.environments),
    }
    arrays["rest"] = np.frombuffer(json.dumps(rest).encode(), dtype=np.uint8)
    target = BytesIO()
    np.savez_compressed(target, **arrays)  # type: ignore[arg-type]
    return target.getvalue()


def unpack_columns(blob: bytes) -> OutcomeColumns:
    """Return the columns that `pack_columns` made bytes of."""
    with np.load(BytesIO(blob), allow_pickle=False) as archive:
        rest = json.loads(archive["rest"].tobytes())
        wide = {name: archive[name] for name in _NUMBERS}
        names = {
            name: Names(tuple(rest["names"][name]), archive[f"codes of {name}"].astype(np.int64))
            for name in _NAMES
        }
        scores = {metric: archive[f"score {i}"] for i, metric in enumerate(rest["metrics"])}
    return OutcomeColumns(
        classifier=names["classifier"],
        dataset=names["dataset"],
        condition=names["condition"],
        split=names["split"],
        repeat=wide["repeat"].astype(np.int64),
        fold=wide["fold"].astype(np.int64),
        n_train=wide["n_train"].astype(np.float64),
        n_test=wide["n_test"].astype(np.float64),
        is_scored=wide["is_scored"],
        tried=wide["tried"].astype(np.int64),
        scores=scores,
        chosen=tuple(rest["chosen"]),
        warnings={int(cell): tuple(texts) for cell, texts in rest["warnings"]},
        failures=tuple(_make_failure(failure) for failure in rest["failures"]),
        environments=rest["environments"],
    )


def _narrow(column: NDArray[Any]) -> NDArray[Any]:
    """Return whole numbers in the smallest type that holds them."""
    if column.dtype.kind != "i" or not column.size:
        return column
    return column.astype(np.result_type(np.min_scalar_type(column.min()), np.min_scalar_type(column.max())))


def _plain_failure(failure: Failed) -> dict[str, Any]:
    cell = {each.name: getattr(failure.cell, each.name) for each in fields(Cell)}
    return {
        "cell": cell,
        "reason": failure.reason.value,
        "message": failure.message,
        "detail": failure.detail,
        "seconds": failure.seconds,
    }


def _make_failure(plain: dict[str, Any]) -> Failed:
    return Failed(
        cell=Cell(**plain["cell"]),
        reason=Reason(plain["reason"]),
        message=plain["message"],
        detail=plain["detail"],
        seconds=plain["seconds"],
    )
