"""Reading the outcomes of a study column by column: of 100,000 cells about as fast as a table of their scores.

Tables are read whole, each in its own order, and joined here: a database would look up every cell by its key.
"""

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import Any

import numpy as np
from sqlalchemy import Connection, Select, Table, func, select

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.outcomes import Cell, Failed, Names, OutcomeColumns, Reason
from bakeoff.store.locks import study_id
from bakeoff.store.packing import unpack_texts
from bakeoff.store.schema import environments, outcomes, planned, runs, scores, studies, trials

Rows = Sequence[tuple[Any, ...]]


def read_columns(connection: Connection, name: str) -> OutcomeColumns:
    """Return what the cells of a study's plan yielded, as columns."""
    with _collect_no_garbage():
        return _Reader(connection, study_id(connection, name)).read()


@contextmanager
def _collect_no_garbage() -> Iterator[None]:
    """Look for no garbage meanwhile: among so many new rows there is none, and looking takes half the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Reader:
    """Reads the tables of one study."""

    def __init__(self, connection: Connection, study: int) -> None:
        self._connection, self._study = connection, study
        self._keys = select(planned.c.key).where(planned.c.study == study)
        # Results of other studies are left where they are; of the only study there is no need to ask.
        self._is_alone = connection.execute(select(func.count()).select_from(studies)).scalar_one() == 1

    def read(self) -> OutcomeColumns:
        cells = self._fetch(
            select(*(planned.c[name] for name in _CELL))
            .where(planned.c.study == self._study)
            .order_by(planned.c.position)
        )
        results = self._fetch(self._of_study(outcomes, *_RESULT))
        place = {row[0]: i for i, row in enumerate(results)}
        done = [cell for cell in cells if cell[0] in place]
        which = np.fromiter((place[cell[0]] for cell in done), np.int64, len(done))
        return self._make_columns(done, results, place, which)

    def _fetch(self, query: Select[Any]) -> Rows:
        # The driver's own rows: SQLAlchemy's take twice as long, and nobody looks into these by name.
        cursor = self._connection.execute(query).cursor
        return [] if cursor is None else cursor.fetchall()

    def _of_study(self, table: Table, *names: str) -> Select[Any]:
        query = select(*(table.c[name] for name in names))
        return query if self._is_alone else query.where(table.c.key.in_(self._keys))

    def _make_columns(
        self, cells: Rows, results: Rows, place: Mapping[str, int], which: Ints
    ) -> OutcomeColumns:
        """Return the columns of cells, whose results are those at the places `which`."""
        _, classifier, dataset, repeat, fold, condition = _transpose(cells, len(_CELL))
        _, run, split, reason, n_train, n_test = _transpose(results, len(_RESULT))
        is_scored = np.fromiter((each is None for each in reason), np.bool_, len(reason))[which]
        tried, chosen = self._read_tuning(place)
        return OutcomeColumns(
            classifier=Names.of(classifier),
            dataset=Names.of(dataset),
            condition=Names.of(condition),
            split=Names.of([split[i] for i in which.tolist()]),
            repeat=np.array(repeat, dtype=np.int64),
            fold=np.array(fold, dtype=np.int64),
            n_train=np.array(n_train, dtype=np.float64)[which],
            n_test=np.array(n_test, dtype=np.float64)[which],
            is_scored=is_scored,
            scores=self._read_scores(place, which),
            tried=tried[which],
            chosen=tuple(chosen[i] for i in which.tolist()) if chosen else (),
            warnings=self._read_warnings(cells),
            failures=() if is_scored.all() else self._read_failures(cells),
            environments=self._count_environments(np.array(run, dtype=np.int64)[which]),
        )

    def _read_scores(self, place: Mapping[str, int], which: Ints) -> dict[str, Floats]:
        """Return the scores by metric: the metrics in the order in which the first cells have them."""
        rows = self._fetch(self._of_study(scores, "key", "number", "metric", "score"))
        keys, number, metric, score = _transpose(rows, 4)
        at = np.fromiter(map(place.__getitem__, keys), np.int64, len(keys))
        values, numbers = np.array(score, dtype=np.float64), np.array(number, dtype=np.float64)
        names = Names.of(metric)
        columns: dict[tuple[int, float, str], Floats] = {}
        for code, name in enumerate(names.names):
            of_metric = names.codes == code
            column, order = np.full((2, len(place)), np.nan)
            column[at[of_metric]], order[at[of_metric]] = values[of_metric], numbers[of_metric]
            first = int(np.argmax(np.isfinite(column[which]))) if which.size else 0
            if which.size and np.isfinite(column[which[first]]):
                columns[first, float(order[which[first]]), name] = column[which]
        return {name: column for (_, _, name), column in sorted(columns.items(), key=itemgetter(0))}

    def _read_tuning(self, place: Mapping[str, int]) -> tuple[Ints, list[str]]:
        """Return of every result how many configurations were tried, and the parameters that were chosen."""
        tried = np.zeros(len(place), dtype=np.int64)
        counted = select(trials.c.key, func.count()).group_by(trials.c.key)
        counts = self._fetch(counted if self._is_alone else counted.where(trials.c.key.in_(self._keys)))
        if not counts:
            return tried, []
        tried[[place[key] for key, _ in counts]] = [number for _, number in counts]
        chosen = [""] * len(place)
        for key, parameters in self._fetch(
            self._of_study(trials, "key", "parameters").where(trials.c.chosen)
        ):
            chosen[place[key]] = parameters
        return tried, chosen

    def _read_warnings(self, cells: Rows) -> dict[int, tuple[str, ...]]:
        query = self._of_study(outcomes, "key", "warnings").where(outcomes.c.warnings != "[]")
        texts: dict[str, str] = dict(self._fetch(query))
        return (
            {i: unpack_texts(texts[cell[0]]) for i, cell in enumerate(cells) if cell[0] in texts}
            if texts
            else {}
        )

    def _read_failures(self, cells: Rows) -> tuple[Failed, ...]:
        query = self._of_study(outcomes, "key", "split", "reason", "message", "detail", "seconds")
        failures = {row[0]: row[1:] for row in self._fetch(query.where(outcomes.c.reason.is_not(None)))}
        return tuple(_make_failure(cell, failures[cell[0]]) for cell in cells if cell[0] in failures)

    def _count_environments(self, run: Ints) -> dict[str, int]:
        """Return how many outcomes each environment yielded; the empty text is an unknown one."""
        joined = runs.outerjoin(environments, runs.c.environment == environments.c.digest)
        texts: dict[int, str | None] = dict(
            self._fetch(select(runs.c.id, environments.c.text).select_from(joined))
        )
        counts: dict[str, int] = {}
        for number, count in zip(
            *(each.tolist() for each in np.unique(run, return_counts=True)), strict=True
        ):
            counts[texts[number] or ""] = counts.get(texts[number] or "", 0) + count
        return counts


_CELL = ("key", "classifier", "dataset", "repeat", "fold", "condition")
_RESULT = ("key", "run", "split", "reason", "n_train", "n_test")


def _transpose(rows: Rows, width: int) -> list[list[Any]]:
    return [[row[i] for row in rows] for i in range(width)]


def _make_failure(cell: tuple[Any, ...], failure: tuple[Any, ...]) -> Failed:
    key, classifier, dataset, repeat, fold, condition = cell
    split, reason, message, detail, seconds = failure
    return Failed(
        cell=Cell(
            classifier=classifier,
            dataset=dataset,
            repeat=repeat,
            fold=fold,
            key=key,
            split=split,
            condition=condition,
        ),
        reason=Reason(reason),
        message=message,
        detail=detail,
        seconds=seconds,
    )
