"""Evidence that an earlier run saved, read again."""

import json
from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import InputError
from bakeoff.core.evidence import Resamples, Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.predictions import ExampleIds, Predictions

COMPARISON = "bakeoff/comparison/1"
KEY = "saved_evidence"
SavedEvidence = Scores | Predictions | ItemEvidence


def read_saved(path: object) -> SavedEvidence | None:
    """Return the evidence that a file of `--export evidence=FILE.json` holds; None where it is any other file."""
    document = _read_comparison(path)
    if document is None:
        return None
    if KEY not in document:
        raise InputError(
            "this is the result of an earlier comparison without the scores that it rests on, so that nothing can be "
            "paired with it",
            where=str(path),
            fix="write it with --export evidence=FILE.json, or name the table of scores or predictions itself",
            code="BO670",
        )
    try:
        saved = document[KEY]
        return READERS[saved["kind"]](saved, str(path))
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InputError(
            f"the saved evidence is damaged ({type(error).__name__}: {error})",
            where=str(path),
            fix="write it anew with --export evidence=FILE.json",
            code="BO670",
        ) from None


def _read_comparison(path: object) -> Mapping[str, Any] | None:
    if not isinstance(path, str | PathLike) or not str(path).lower().endswith(".json"):
        return None
    try:
        text = Path(path).read_text(encoding="utf-8")
        document = json.loads(text) if COMPARISON in text else None
    except (OSError, ValueError):
        return None  # the reader of tables says what is wrong with it
    is_comparison = isinstance(document, dict) and document.get("schema") == COMPARISON
    return document if is_comparison else None


def _saved_measure(saved: Mapping[str, Any]) -> Measure:
    return Measure(
        name=str(saved["name"]),
        higher_is_better=bool(saved["higher_is_better"]),
        unit=Unit(saved["unit"]),
        direction_from=str(saved["direction_from"]),
    )


def _saved_floats(values: object) -> Floats:
    return np.array(values, dtype=np.float64)  # null becomes NaN


def _maybe_floats(values: object) -> Floats | None:
    return None if values is None else _saved_floats(values)


def _saved_ints(values: object) -> Ints:
    return np.array(values, dtype=np.int64)


def _maybe_ints(values: object) -> Ints | None:
    return None if values is None else _saved_ints(values)


def _saved_scores(saved: Mapping[str, Any], source: str) -> Scores:
    folds = saved["resamples"]
    return Scores(
        classifiers=tuple(saved["classifiers"]),
        datasets=tuple(saved["datasets"]),
        values=_saved_floats(saved["values"]),
        measure=_saved_measure(saved["measure"]),
        source=source,
        digest=str(saved["digest"]),
        resamples=None
        if folds is None
        else Resamples(
            dataset=_saved_ints(folds["dataset"]),
            repeat=_saved_ints(folds["repeat"]),
            fold=_saved_ints(folds["fold"]),
            values=_saved_floats(folds["values"]),
        ),
    )


def _saved_predictions(saved: Mapping[str, Any], source: str) -> Predictions:
    ids = saved["ids"]
    return Predictions(
        classifiers=tuple(saved["classifiers"]),
        datasets=tuple(saved["datasets"]),
        correct=np.array(saved["correct"], dtype=np.bool_),
        dataset=_saved_ints(saved["dataset"]),
        measure=_saved_measure(saved["measure"]),
        source=source,
        digest=str(saved["digest"]),
        classes=tuple(saved["classes"]),
        truth=_maybe_ints(saved["truth"]),
        labels=_maybe_ints(saved["labels"]),
        outcome=_maybe_floats(saved["outcome"]),
        scores=_maybe_floats(saved["scores"]),
        probabilities=_maybe_floats(saved["probabilities"]),
        fold=_maybe_ints(saved["fold"]),
        ids=None if ids is None else ExampleIds(codes=np.arange(len(ids)), labels=list(ids)),
    )


def _saved_items(saved: Mapping[str, Any], source: str) -> ItemEvidence:
    rows, measure, digests = saved["rows"], _saved_measure(saved["measure"]), saved["item_digests"]
    return ItemEvidence(
        models=tuple(saved["classifiers"]),
        tasks=tuple(saved["tasks"]),
        items=tuple(saved["items"]),
        item_task=np.array(saved["item_task"], dtype=np.intp),
        model=np.array(rows["model"], dtype=np.intp),
        item=np.array(rows["item"], dtype=np.intp),
        attempt=np.array(rows["attempt"], dtype=np.intp),
        score=_saved_floats(rows["score"]),
        status=np.array(rows["status"], dtype=np.intp),
        metric=measure.name,
        higher_is_better=measure.higher_is_better,
        source=source,
        digest=str(saved["digest"]),
        item_digests=None if digests is None else np.array([int(d) for d in digests], dtype=np.uint64),
    )


READERS: Mapping[str, Callable[[Mapping[str, Any], str], SavedEvidence]] = {
    "scores": _saved_scores,
    "predictions": _saved_predictions,
    "items": _saved_items,
}
