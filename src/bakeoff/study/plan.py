"""The plan: every cell of a study, in one order, each with a key that says what its result depends on."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256

from bakeoff.core.datasets import Dataset
from bakeoff.core.outcomes import Cell
from bakeoff.study.code import code_of
from bakeoff.study.specification import (
    NEEDED,
    ClassifierSpec,
    Condition,
    Specification,
    classifier_text,
    splitting_text,
)
from bakeoff.study.splits import places

INNER = "as the outer splits"  # of the splits that tuning makes inside the training set
FORM = 2  # of the keys: a change of what a cell means gets another number


def cells_of(
    spec: Specification, datasets: Sequence[Dataset], *, conditions: Sequence[Condition] | None = None
) -> tuple[Cell, ...]:
    """Return the cells of a study: by dataset, classifier, condition, repeat and fold.

    Without `conditions`, those of the study, and what estimates by its resampling need besides.
    """
    needed = NEEDED.get(spec.splitting.kind, ())
    wanted = (*spec.conditions, *needed) if conditions is None else tuple(conditions)
    return tuple(
        cell
        for dataset in datasets
        for classifier in spec.classifiers
        for cell in _cells(spec, dataset, classifier, wanted)
    )


def _cells(
    spec: Specification, dataset: Dataset, classifier: ClassifierSpec, conditions: Sequence[Condition]
) -> list[Cell]:
    base = sha256(_depends_on(spec, dataset, classifier).encode())
    made = []
    for asked in conditions:
        condition = str(asked)
        for repeat, fold in places(dataset, spec.splitting, kind=asked.kind):
            digest = base.copy()
            digest.update(f"|{condition}|{repeat}|{fold}".encode())
            made.append(
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
    return made


def _depends_on(spec: Specification, dataset: Dataset, classifier: ClassifierSpec) -> str:
    parts = {
        "form": FORM,
        "dataset": [dataset.name, dataset.digest],
        "classifier": classifier_text(classifier),
        "code": code_of(classifier),
        "splitting": splitting_text(spec.splitting),
        "tuning": asdict(spec.tuning) | {"inner": INNER} if classifier.search else None,
        "metrics": spec.metrics,
        "costs": None if spec.costs is None else {t: dict(row) for t, row in spec.costs.matrix.items()},
        "keep": spec.keep,
        "seed": spec.seed,
    }
    return json.dumps(parts, sort_keys=True, default=str)
