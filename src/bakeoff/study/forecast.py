"""A forecast of a study: how many fits, and about how long, from cells that were run before or are tried now."""

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from bakeoff.core.datasets import Dataset
from bakeoff.core.outcomes import Cell, Outcome, Scored
from bakeoff.study.cells.plan import plan_cells
from bakeoff.study.cells.weights import require_weights
from bakeoff.study.cells.workpiece import Workpiece
from bakeoff.study.engines.engine import Engine, LocalEngine, WorkerLostError
from bakeoff.study.specification.specification import (
    ClassifierSpec,
    Keep,
    Range,
    Search,
    Specification,
    Tuning,
)

PATIENCE = 20.0  # seconds that trying may take, in all and of one cell
SHORT = 1.0  # seconds of a cell that is tried a second time

Pair = tuple[str, str]  # the names of a classifier and a dataset


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What a study will do, and about how long one process would be at it."""

    cells: int
    fits: int
    seconds: float | None  # of the pairs that are known or can be guessed; None where there are none
    untold: tuple[str, ...]  # classifiers that could not be tried on any dataset: not in the seconds
    pairs: int  # of a classifier and a dataset
    tried: int  # pairs of a classifier and a dataset that were tried
    guessed: int  # pairs whose time was guessed from another dataset by the number of rows
    fruitless: Mapping[Pair, str]  # pairs of which a cell was tried and came to nothing, with the reason


def fits_per_cell(classifier: ClassifierSpec, tuning: Tuning) -> int:
    """Return how often a classifier is fitted in one cell: every configuration on every inner fold, and once more."""
    if tuning.search is Search.NONE or not classifier.search:
        return 1
    if tuning.search in (Search.GRID, Search.HALVING):
        tried = prod(1 if isinstance(values, Range) else len(values) for values in classifier.search.values())
    else:
        tried = tuning.trials
    return tried * tuning.folds + 1


def _count_fits(spec: Specification, name: str) -> int:
    classifier = spec.classifier(name)
    return fits_per_cell(classifier, spec.tuning_of(classifier))


def forecast_study(
    spec: Specification,
    datasets: Sequence[Dataset],
    *,
    known: Mapping[Pair, float],
    engine: Engine | None = None,
) -> Forecast:
    """Return the forecast of a study whose classifiers can be made.

    `known` holds seconds for a cell of (classifier, dataset) that was run before.
    What is not known is tried on one cell each, in a worker with the limits of the study, small datasets first, as long
    as patience lasts; the rest is guessed from the largest dataset that was tried, in proportion to the rows.
    """
    require_weights(spec, datasets)
    cells = plan_cells(spec, datasets)
    counts: dict[Pair, int] = {}
    first: dict[Pair, Cell] = {}
    for cell in cells:
        at = (cell.classifier, cell.dataset)
        counts[at] = counts.get(at, 0) + 1
        first.setdefault(at, cell)
    unknown = {at: cell for at, cell in first.items() if at not in known}
    with _open_worker(engine) as at_work:
        took, fruitless = _try_cells(spec, datasets, unknown, at_work)
    seconds = dict(known) | took
    whole = {at: s for at in counts if (s := _guess_seconds(at, seconds, datasets)) is not None}
    return Forecast(
        cells=len(cells),
        fits=sum(n * _count_fits(spec, name) for (name, _), n in counts.items()),
        seconds=sum(whole[at] * n for at, n in counts.items() if at in whole) if whole else None,
        untold=tuple(dict.fromkeys(name for name, dataset in counts if (name, dataset) not in whole)),
        pairs=len(counts),
        tried=sum(at in seconds for at in counts),
        guessed=sum(at not in seconds for at in whole),
        fruitless=fruitless,
    )


@contextmanager
def _open_worker(engine: Engine | None) -> Iterator[Engine]:
    """Yield the engine that was given, or a worker of our own, which starts with its first cell."""
    if engine is not None:
        yield engine
        return
    mine = LocalEngine(1)
    try:
        yield mine
    finally:
        mine.close(now=True)


def _try_cells(
    spec: Specification, datasets: Sequence[Dataset], cells: Mapping[Pair, Cell], engine: Engine
) -> tuple[dict[Pair, float], dict[Pair, str]]:
    """Return what a cell of each pair took, and of those that came to nothing, why."""
    began = time.perf_counter()
    light = _lighten(spec)
    took: dict[Pair, float] = {}
    why: dict[Pair, str] = {}
    for dataset in sorted(datasets, key=lambda d: d.rows * len(d.features)):
        shared = None
        for classifier in spec.classifiers:
            at = (classifier.name, dataset.name)
            if at not in cells or time.perf_counter() - began > PATIENCE:
                continue
            shared = shared or engine.share(Workpiece(dataset=dataset, spec=light))
            outcome = _time_cell(engine, shared, cells[at], limit=light.limits.seconds)
            if isinstance(outcome, str):
                why[at] = outcome
                continue
            if not took:  # the start of the worker and its imports are no part of trying
                began = max(began, time.perf_counter() - 2 * outcome)
            took[at] = outcome
    return took, why


def _lighten(spec: Specification) -> Specification:
    """Return the specification for trying: its own limits, and nobody waits longer than patience lasts."""
    limits = replace(spec.limits, seconds=min(spec.limits.seconds, PATIENCE))
    return replace(spec, keep=Keep.NOTHING, limits=limits)


def _time_cell(engine: Engine, shared: Any, cell: Cell, *, limit: float) -> float | str:  # noqa: ANN401 - its own
    """Return the seconds of a cell, or why it came to nothing; a short one is run twice, since the first imports."""
    try:
        (outcome,) = engine.collect(_wait_for(engine.submit(shared, [cell])))
        if isinstance(outcome, Scored) and _cell_seconds(outcome) < SHORT:
            (outcome,) = engine.collect(_wait_for(engine.submit(shared, [cell])))
    except WorkerLostError as lost:
        if lost.timed_out:
            return f"it was stopped after {limit:g} s, the time limit of a trial"
        return f"its worker died ({lost})"
    return _cell_seconds(outcome) if isinstance(outcome, Scored) else outcome.message


def _wait_for(future: "Future[list[Outcome]]") -> "Future[list[Outcome]]":
    wait([future])
    return future


def _cell_seconds(outcome: Scored) -> float:
    return outcome.measured["fit_seconds"] + outcome.measured["predict_seconds"]


def _guess_seconds(at: Pair, seconds: Mapping[Pair, float], datasets: Sequence[Dataset]) -> float | None:
    if at in seconds:
        return seconds[at]
    rows = {d.name: d.rows for d in datasets}
    same = [(rows[name], s) for (classifier, name), s in seconds.items() if classifier == at[0]]
    if not same:
        return None
    largest, took = max(same)
    return took * max(1.0, rows[at[1]] / largest)
