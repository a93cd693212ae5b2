"""Evidence as JSON, so that a later run can be compared with it: what was measured, by the ids that pair it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.evidence import Resamples, Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.measures import Measure
from bakeoff.core.predictions import Evidence, Predictions


def saved_evidence_dict(evidence: Evidence) -> dict[str, Any] | None:
    """Return what a later `--baseline-file` needs; None of counts, which have no ids to be paired by."""
    if isinstance(evidence, Scores):
        return _evidence_scores(evidence)
    if isinstance(evidence, Predictions):
        return _predictions(evidence)
    if isinstance(evidence, ItemEvidence):
        return _evidence_items(evidence)
    return None


def _evidence_measure(measure: Measure) -> dict[str, Any]:
    return {
        "name": measure.name,
        "higher_is_better": measure.higher_is_better,
        "unit": str(measure.unit),
        "direction_from": measure.direction_from,
    }


def _evidence_numbers(values: NDArray[Any] | None) -> list[Any] | None:
    """Return an array as nested lists in which what is missing is null."""
    if values is None:
        return None
    plain = values.astype(object)
    if values.dtype.kind == "f":
        plain[~np.isfinite(values)] = None
    numbers: list[Any] = plain.tolist()
    return numbers


def _evidence_scores(evidence: Scores) -> dict[str, Any]:
    return {
        "kind": "scores",
        "classifiers": list(evidence.classifiers),
        "datasets": list(evidence.datasets),
        "measure": _evidence_measure(evidence.measure),
        "values": _evidence_numbers(evidence.values),
        "resamples": None if evidence.resamples is None else _evidence_resamples(evidence.resamples),
        "digest": evidence.digest,
    }


def _evidence_resamples(folds: Resamples) -> dict[str, Any]:
    return {
        "dataset": folds.dataset.tolist(),
        "repeat": folds.repeat.tolist(),
        "fold": folds.fold.tolist(),
        "values": _evidence_numbers(folds.values),
    }


def _predictions(evidence: Predictions) -> dict[str, Any]:
    every = np.arange(evidence.examples)
    return {
        "kind": "predictions",
        "classifiers": list(evidence.classifiers),
        "datasets": list(evidence.datasets),
        "measure": _evidence_measure(evidence.measure),
        "dataset": evidence.dataset.tolist(),
        "ids": None if evidence.ids is None else evidence.ids.texts(every),
        "fold": _evidence_numbers(evidence.fold),
        "classes": list(evidence.classes),
        "truth": _evidence_numbers(evidence.truth),
        "labels": _evidence_numbers(evidence.labels),
        "correct": evidence.correct.astype(int).tolist(),
        "outcome": _evidence_numbers(evidence.outcome),
        "scores": _evidence_numbers(evidence.scores),
        "probabilities": _evidence_numbers(evidence.probabilities),
        "digest": evidence.digest,
    }


def _evidence_items(evidence: ItemEvidence) -> dict[str, Any]:
    return {
        "kind": "items",
        "classifiers": list(evidence.models),
        "tasks": list(evidence.tasks),
        "measure": _evidence_measure(evidence.measure),
        "items": list(evidence.items),
        "item_task": evidence.item_task.tolist(),
        "item_digests": None if evidence.item_digests is None else [str(d) for d in evidence.item_digests],
        "rows": {
            "model": evidence.model.tolist(),
            "item": evidence.item.tolist(),
            "attempt": evidence.attempt.tolist(),
            "score": _evidence_numbers(evidence.score),
            "status": evidence.status.tolist(),
        },
        "digest": evidence.digest,
    }
