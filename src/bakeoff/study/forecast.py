"""A forecast of a study: how many fits, and about how long, from cells that were run before or are tried now."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

from bakeoff.core.datasets import Dataset
from bakeoff.core.outcomes import Cell, Scored
from bakeoff.study.evaluate import evaluate
from bakeoff.study.plan import cells_of
from bakeoff.study.specification import ClassifierSpec, Keep, Range, Search, Specification, Tuning
from bakeoff.study.workpiece import Workpiece

PATIENCE = 20.0  # seconds that trying may take


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What a study will do, and about how long one process would be at it."""

    cells: int
    fits: int
    seconds: float | None  # None where nothing could be tried
    tried: int  # pairs of a classifier and a dataset that were tried
    guessed: int  # pairs whose time was guessed from another dataset by the number of rows


def fits_per_cell(classifier: ClassifierSpec, tuning: Tuning) -> int:
    """Return how often a classifier is fitted in one cell: every configuration on every inner fold, and once more."""
    if tuning.search is Search.NONE or not classifier.search:
        return 1
    if tuning.search in (Search.GRID, Search.HALVING):
        tried = prod(1 if isinstance(values, Range) else len(values) for values in classifier.search.values())
    else:
        tried = tuning.trials
    return tried * tuning.folds + 1


def forecast(
    spec: Specification, datasets: Sequence[Dataset], *, known: Mapping[tuple[str, str], float]
) -> Forecast:
    """Return the forecast of a study; `known` holds seconds for a cell of (classifier, dataset) that was run before.

    What is not known is tried on one cell each, small datasets first, as long as patience lasts; the rest is guessed
    from the largest dataset that was tried, in proportion to the rows.
    """
    cells = cells_of(spec, datasets)
    counts: dict[tuple[str, str], int] = {}
    first: dict[tuple[str, str], Cell] = {}
    for cell in cells:
        at = (cell.classifier, cell.dataset)
        counts[at] = counts.get(at, 0) + 1
        first.setdefault(at, cell)
    seconds = dict(known) | _tried(
        spec, datasets, {at: cell for at, cell in first.items() if at not in known}
    )
    whole = {at: s for at in counts if (s := _guess(at, seconds, datasets)) is not None}
    return Forecast(
        cells=len(cells),
        fits=sum(n * fits_per_cell(spec.classifier(name), spec.tuning) for (name, _), n in counts.items()),
        seconds=sum(whole[at] * n for at, n in counts.items()) if len(whole) == len(counts) else None,
        tried=sum(at in seconds for at in counts),
        guessed=sum(at not in seconds for at in counts),
    )


def _tried(
    spec: Specification, datasets: Sequence[Dataset], cells: Mapping[tuple[str, str], Cell]
) -> dict[tuple[str, str], float]:
    began = time.perf_counter()
    found: dict[tuple[str, str], float] = {}
    light = replace(spec, keep=Keep.NOTHING) if spec.keep is not Keep.NOTHING else spec
    for dataset in sorted(datasets, key=lambda d: d.rows * len(d.features)):
        piece = Workpiece(dataset=dataset, spec=light)
        for classifier in spec.classifiers:
            cell = cells.get((classifier.name, dataset.name))
            if cell is None or time.perf_counter() - began > PATIENCE:
                continue
            start = time.perf_counter()
            if isinstance(evaluate(piece, cell), Scored):
                found[classifier.name, dataset.name] = time.perf_counter() - start
    return found


def _guess(
    at: tuple[str, str], seconds: Mapping[tuple[str, str], float], datasets: Sequence[Dataset]
) -> float | None:
    if at in seconds:
        return seconds[at]
    rows = {d.name: d.rows for d in datasets}
    same = [(rows[name], s) for (classifier, name), s in seconds.items() if classifier == at[0]]
    if not same:
        return None
    largest, took = max(same)
    return took * max(1.0, rows[at[1]] / largest)
