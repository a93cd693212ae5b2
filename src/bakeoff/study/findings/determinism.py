"""Determinism, verified: a sample of finished cells is run again, and must give the same with the same seed."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import dataclass
from itertools import islice
from threading import Event
from typing import Any

import numpy as np

from bakeoff.core.datasets import Dataset
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.outcomes import Cell, Outcome, Scored
from bakeoff.core.words import write_count, write_list
from bakeoff.store.store import Store
from bakeoff.store.study_records import StoredFinding
from bakeoff.study.cells.splits import derive_seed
from bakeoff.study.cells.workpiece import Workpiece
from bakeoff.study.engines.engine import Engine, WorkerLostError
from bakeoff.study.engines.environment import environment_text
from bakeoff.study.specification.specification import Specification

ORIGIN = "determinism"  # under which the store keeps what was found
CELLS = 5  # of each classifier that are run again, on as many datasets as there are
ROUNDING = 1e-9  # by which a probability may move: sums in another order, and no other model


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """How far a cell that was run again lies from what was recorded."""

    cell: Cell
    scores: Mapping[str, float]  # by metric: how far it moved, where it did
    labels: int  # predictions that changed
    rows: int  # predictions that were compared
    probability: float  # the most that one moved
    failed: str = ""  # why it has no score this time

    @property
    def is_none(self) -> bool:
        """Whether nothing moved."""
        return not (self.failed or self.scores or self.labels or self.probability > ROUNDING)


def sample_cells(spec: Specification, cells: Sequence[Cell], done: frozenset[str]) -> list[Cell]:
    """Return a seeded sample of the finished cells of each classifier, spread over the datasets."""
    by_classifier: defaultdict[str, defaultdict[str, list[Cell]]] = defaultdict(lambda: defaultdict(list))
    for cell in cells:
        if cell.key in done and not cell.condition:
            by_classifier[cell.classifier][cell.dataset].append(cell)
    return [cell for name, pools in by_classifier.items() for cell in _draw_cells(spec.seed, name, pools)]


def _draw_cells(seed: int, name: str, pools: Mapping[str, list[Cell]]) -> Iterator[Cell]:
    rng = np.random.default_rng(derive_seed(seed, "determinism", name))
    shuffled = [[pool[i] for i in rng.permutation(len(pool))] for pool in pools.values()]
    shuffled = [shuffled[i] for i in rng.permutation(len(shuffled))]
    rounds = (pool[i] for i in range(CELLS) for pool in shuffled if i < len(pool))
    yield from islice(rounds, CELLS)


def rerun_sample(
    spec: Specification,
    datasets: Sequence[Dataset],
    sample: Sequence[Cell],
    *,
    store: Store,
    engine: Engine,
    stop: Event,
) -> tuple[StoredFinding, ...]:
    """Run cells again, record no outcome, and return a finding on each classifier that moved, or on none."""
    pieces = {dataset.name: Workpiece(dataset=dataset, spec=spec) for dataset in datasets}
    shared: dict[str, Any] = {}
    drifts: list[Drift] = []
    for cell in sample:
        if stop.is_set():
            break
        before = store.outcome(cell.key)
        if isinstance(before, Scored):
            if cell.dataset not in shared:
                shared[cell.dataset] = engine.share(pieces[cell.dataset])
            drifts.append(_measure_drift(cell, before, _rerun_cell(engine, shared[cell.dataset], cell)))
    changed = set(store.environments(spec.name)) != {environment_text()}
    return tuple(_drift_findings(drifts, changed=changed))


def _rerun_cell(engine: Engine, shared: Any, cell: Cell) -> Outcome | str:  # noqa: ANN401 - the engine's own handle
    why = ""
    for again in (False, True):  # a worker may have been killed from outside
        future = engine.submit(shared, [cell], again=again)
        wait([future])
        try:
            return engine.collect(future)[0]
        except WorkerLostError as lost:
            why = f"its worker died ({lost})"
    return why


def _measure_drift(cell: Cell, before: Scored, after: Outcome | str) -> Drift:
    if not isinstance(after, Scored):
        why = after if isinstance(after, str) else after.message
        return Drift(cell=cell, scores={}, labels=0, rows=0, probability=0.0, failed=why)
    moved = {
        m: abs(after.scores[m] - score) for m, score in before.scores.items() if after.scores[m] != score
    }
    one, two = before.predictions, after.predictions
    if one is None or two is None:
        return Drift(cell=cell, scores=moved, labels=0, rows=0, probability=0.0)
    far = 0.0
    if one.probabilities is not None and two.probabilities is not None:
        far = float(np.abs(one.probabilities - two.probabilities).max(initial=0.0))
    changed = int((one.labels != two.labels).sum())
    return Drift(cell=cell, scores=moved, labels=changed, rows=one.labels.size, probability=far)


def _drift_findings(drifts: Sequence[Drift], *, changed: bool) -> Iterator[StoredFinding]:
    names = dict.fromkeys(drift.cell.classifier for drift in drifts)
    of = {name: [drift for drift in drifts if drift.cell.classifier == name] for name in names}
    steady = [name for name in names if all(drift.is_none for drift in of[name])]
    for name in names:
        if name not in steady:
            yield _attach_cells(_moved_finding(name, of[name], changed=changed), of[name])
    if steady:
        same = [drift for name in steady for drift in of[name]]
        yield _attach_cells(_steady_finding({name: len(of[name]) for name in steady}), same)


def _attach_cells(finding: Finding, drifts: Sequence[Drift]) -> StoredFinding:
    return StoredFinding(finding=finding, cells=tuple(drift.cell.key for drift in drifts))


def _steady_finding(cells: Mapping[str, int]) -> Finding:
    return Finding(
        code="BO376",
        severity=Severity.NOTE,
        message=(
            f"{write_count(sum(cells.values()), 'cell')} of {write_list(list(cells), most=4)} were run again "
            "and gave the same "
            "scores and predictions"
        ),
        detail={"cells": dict(cells)},
    )


def _moved_finding(name: str, drifts: Sequence[Drift], *, changed: bool) -> Finding:
    loose = [drift for drift in drifts if not drift.is_none]
    datasets = list(dict.fromkeys(drift.cell.dataset for drift in loose))
    why = "the versions of libraries have changed since" if changed else "a seed is not heeded"
    return Finding(
        code="BO370",
        severity=Severity.WARNING,
        message=(
            f"{name} gave other results with the same seed in {len(loose)} of "
            f"{write_count(len(drifts), 'cell')} that were "
            f"run again, on {write_list(datasets, most=3)}: {_describe_drift(loose)}; {why}"
        ),
        detail={
            "classifier": name,
            "cells": len(drifts),
            "moved": [
                {
                    "dataset": drift.cell.dataset,
                    "repeat": drift.cell.repeat,
                    "fold": drift.cell.fold,
                    "scores": dict(drift.scores),
                    "predictions": drift.labels,
                    "of": drift.rows,
                    "probability": drift.probability,
                    "failed": drift.failed,
                }
                for drift in loose
            ],
        },
    )


def _describe_drift(drifts: Sequence[Drift]) -> str:
    changes = []
    for metric in dict.fromkeys(metric for drift in drifts for metric in drift.scores):
        changes.append(f"{metric} moved by up to {max(d.scores.get(metric, 0.0) for d in drifts):.3g}")
    labels, rows = sum(d.labels for d in drifts), sum(d.rows for d in drifts)
    if labels:
        changes.append(f"{labels:,} of {rows:,} predictions changed")
    elif (far := max(d.probability for d in drifts)) > ROUNDING:
        changes.append(f"probabilities moved by up to {far:.3g}")
    changes += [f"a cell failed ({why})" for why in dict.fromkeys(d.failed for d in drifts) if why]
    return ", ".join(changes)
