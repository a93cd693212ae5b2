"""The plan: every cell of a study, in one order, with a key of all its result depends on; permutations in waves."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from math import fsum, nan

import numpy as np

from bakeoff.core.datasets import Dataset, Task
from bakeoff.core.measures import lower_is_better
from bakeoff.core.outcomes import Cell, Outcome, Scored
from bakeoff.procedures.resampled.randomization import randomization_p_value, waves
from bakeoff.study.cells.splits import split_places
from bakeoff.study.specification.classifier_code import find_code
from bakeoff.study.specification.specification import (
    AS_IT_IS,
    NEEDED_CONDITIONS,
    ClassifierSpec,
    Condition,
    Disturbance,
    Resampling,
    Specification,
    describe_classifier,
    describe_splitting,
)

INNER = "as the outer splits"  # of the splits that tuning makes inside the training set
FORM = 2  # of the keys: a change of what a cell means gets another number


def plan_cells(
    spec: Specification, datasets: Sequence[Dataset], *, conditions: Sequence[Condition] | None = None
) -> tuple[Cell, ...]:
    """Return the cells of a study: by dataset, classifier, condition, repeat and fold.

    Without `conditions`, those of the study, and what estimates by its resampling need besides.
    """
    needed = NEEDED_CONDITIONS.get(spec.splitting.kind, ())
    all_conditions = (*spec.conditions, *needed) if conditions is None else tuple(conditions)
    return tuple(
        cell
        for dataset in datasets
        for classifier in spec.classifiers
        for cell in _plan_pair(spec, dataset, classifier, all_conditions)
    )


def _plan_pair(
    spec: Specification, dataset: Dataset, classifier: ClassifierSpec, conditions: Sequence[Condition]
) -> list[Cell]:
    base = sha256(_dependencies_text(spec, dataset, classifier).encode())
    cells = []
    for planned_condition in conditions:
        condition = str(planned_condition)
        for repeat, fold in split_places(dataset, spec.splitting, kind=planned_condition.kind):
            digest = base.copy()
            digest.update(f"|{condition}|{repeat}|{fold}".encode())
            cells.append(
                Cell(
                    classifier=classifier.name,
                    dataset=dataset.name,
                    repeat=repeat,
                    fold=fold,
                    key=digest.hexdigest()[:40],
                    split="",
                    condition=condition,
                )
            )
    return cells


def _dependencies_text(spec: Specification, dataset: Dataset, classifier: ClassifierSpec) -> str:
    parts = {
        "form": FORM,
        "dataset": [dataset.name, dataset.digest],
        "classifier": describe_classifier(classifier),
        "code": find_code(classifier),
        "splitting": describe_splitting(spec.splitting),
        "tuning": asdict(spec.tuning_of(classifier)) | {"inner": INNER} if classifier.search else None,
        "metrics": spec.metrics,
        "costs": None if spec.costs is None else {t: dict(row) for t, row in spec.costs.matrix.items()},
        "keep": spec.keep,
        "seed": spec.seed,
    }
    if spec.task is not Task.CLASSES:
        parts["task"] = spec.task
    if spec.splitting.kind is Resampling.GIVEN:
        parts["given"] = _digest_given_splits(dataset)
    return json.dumps(parts, sort_keys=True, default=str)


def _digest_given_splits(dataset: Dataset) -> str:
    """Return a fingerprint of the splits that came with a dataset: two tasks on one dataset have others."""
    rows = sha256()
    for split in dataset.splits:
        rows.update(f"{split.repeat} {split.fold} ".encode())
        rows.update(split.train.astype("<i8").tobytes() + b"|" + split.test.astype("<i8").tobytes())
    return rows.hexdigest()


KnownScores = Mapping[str, float | None]  # by the key of a cell: its score, or None where it failed


def plan_permutations(
    spec: Specification, datasets: Sequence[Dataset], outcomes: Iterable[Outcome]
) -> tuple[Cell, ...]:
    """Return the cells on permuted labels that were run, or are to be run next, given all outcomes so far."""
    metric = spec.metrics[0]
    known_scores = {o.cell.key: o.scores[metric] if isinstance(o, Scored) else None for o in outcomes}
    return tuple(
        cell
        for dataset in datasets
        for classifier in spec.classifiers
        for cell in _plan_permutations_of_pair(spec, dataset, classifier, known_scores)
    )


def _plan_permutations_of_pair(
    spec: Specification, dataset: Dataset, classifier: ClassifierSpec, known: KnownScores
) -> Iterator[Cell]:
    alone = replace(spec, classifiers=(classifier,))
    observed = _mean_score(plan_cells(alone, [dataset], conditions=AS_IT_IS), known)
    if observed is None or np.isnan(observed):  # it is not finished, or failed: nothing to test
        return
    sign = -1.0 if lower_is_better(spec.metrics[0]) else 1.0
    reference: list[float] = []
    for end in waves(spec.permutations):
        permutations = [
            Condition(kind=Disturbance.PERMUTED_LABELS, value=float(i))
            for i in range(len(reference) + 1, end + 1)
        ]
        groups = [plan_cells(alone, [dataset], conditions=[condition]) for condition in permutations]
        for group in groups:
            yield from group
        scores = [_mean_score(group, known) for group in groups]
        reference += [sign * score for score in scores if score is not None]
        if None in scores or _is_clear(sign * observed, reference, spec.permutations):
            return


def _is_clear(observed: float, reference: Sequence[float], permutations: int) -> bool:
    return randomization_p_value(np.array(reference), observed=observed, permutations=permutations).finished


def _mean_score(cells: Sequence[Cell], known: KnownScores) -> float | None:
    """Return the mean score of cells that belong together: NaN where one failed, None where one is not finished."""
    if any(cell.key not in known for cell in cells):
        return None
    scores = [nan if (score := known[cell.key]) is None else score for cell in cells]
    return fsum(scores) / len(scores)
