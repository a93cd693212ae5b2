"""Waves of permutations: after each whole wave it is asked which classifiers still need more on which datasets.

The answer depends on finished waves alone, so that neither processes nor interruptions change what is run.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum, nan

import numpy as np

from bakeoff.core.datasets import Dataset
from bakeoff.core.measures import lower_is_better
from bakeoff.core.outcomes import Cell, Outcome, Scored
from bakeoff.procedures.randomization import randomization_p_value, waves
from bakeoff.study.plan import cells_of
from bakeoff.study.specification import AS_IT_IS, ClassifierSpec, Condition, Disturbance, Specification

Known = Mapping[str, float | None]  # by the key of a cell: its score, or None where it failed


def permuted_cells(
    spec: Specification, datasets: Sequence[Dataset], outcomes: Iterable[Outcome]
) -> tuple[Cell, ...]:
    """Return the cells on permuted labels that were run, or are to be run next, given all outcomes so far."""
    metric = spec.metrics[0]
    known = {o.cell.key: o.scores[metric] if isinstance(o, Scored) else None for o in outcomes}
    return tuple(
        cell
        for dataset in datasets
        for classifier in spec.classifiers
        for cell in _of_pair(spec, dataset, classifier, known)
    )


def _of_pair(
    spec: Specification, dataset: Dataset, classifier: ClassifierSpec, known: Known
) -> Iterator[Cell]:
    alone = replace(spec, classifiers=(classifier,))
    observed = _score(cells_of(alone, [dataset], conditions=AS_IT_IS), known)
    if observed is None or np.isnan(observed):  # it is not finished, or failed: nothing to test
        return
    sign = -1.0 if lower_is_better(spec.metrics[0]) else 1.0
    reference: list[float] = []
    for end in waves(spec.permutations):
        permutations = [
            Condition(kind=Disturbance.PERMUTED_LABELS, value=float(i))
            for i in range(len(reference) + 1, end + 1)
        ]
        groups = [cells_of(alone, [dataset], conditions=[condition]) for condition in permutations]
        for group in groups:
            yield from group
        scores = [_score(group, known) for group in groups]
        reference += [sign * score for score in scores if score is not None]
        if None in scores or _is_clear(sign * observed, reference, spec.permutations):
            return


def _is_clear(observed: float, reference: Sequence[float], permutations: int) -> bool:
    return randomization_p_value(np.array(reference), observed=observed, permutations=permutations).finished


def _score(cells: Sequence[Cell], known: Known) -> float | None:
    """Return the mean score of cells that belong together: NaN where one failed, None where one is not finished."""
    if any(cell.key not in known for cell in cells):
        return None
    scores = [nan if (score := known[cell.key]) is None else score for cell in cells]
    return fsum(scores) / len(scores)
