"""Swapped copies of the evidence: within every block the classifiers trade places, so that none can be better."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.calibration import Within
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.evidence import Floats, Ints, Resamples, Scores, tidy
from bakeoff.core.predictions import Evidence, Predictions
from bakeoff.inference.tested import is_pooled


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """Which rows are swapped together."""

    within: Within
    of: Ints  # of each row of scores, resamples or examples: its block
    count: int
    present: NDArray[np.bool_]  # blocks × classifiers: who has all scores of the block


def blocks_of(evidence: Evidence, within: Within | None) -> Blocks:
    """Return the blocks: those asked for, else the largest that the design takes as independent of each other."""
    if isinstance(evidence, Scores):
        return _of_scores(evidence, within)
    if isinstance(evidence, Predictions):
        return _of_predictions(evidence, within)
    raise DesignError(
        "counts of right answers cannot be swapped: which examples they are about is not known",
        where=evidence.source,
        fix="give the predictions: the true class and what each classifier predicted, example by example",
        code="BO061",
    )


def swapped(evidence: Evidence, blocks: Blocks, order: Ints) -> Evidence:
    """Return the evidence with the classifiers of every block in another order: blocks × classifiers."""
    rows = order[blocks.of]
    if isinstance(evidence, Predictions):
        return _swapped_predictions(evidence, rows)
    if not isinstance(evidence, Scores):
        raise TypeError("counts cannot be swapped")
    if blocks.within is Within.DATASET:
        resamples = evidence.resamples
        inner = None if resamples is None else _turned(resamples, order[resamples.dataset])
        return replace(evidence, values=_taken(evidence.values, rows), resamples=inner, spread=None)
    if evidence.resamples is None:
        raise TypeError("a table without resamples is swapped by dataset")
    inner = _turned(evidence.resamples, rows)
    return replace(evidence, values=tidy(inner.values.mean(axis=0, keepdims=True)), resamples=inner)


def random_order(blocks: Blocks, rng: np.random.Generator) -> Ints:
    """Return a random order of the classifiers in every block; those without scores there keep their place."""
    order: Ints = np.argsort(rng.random(blocks.present.shape), axis=1)
    for block in np.flatnonzero(~blocks.present.all(axis=1)):
        there = np.flatnonzero(blocks.present[block])
        order[block] = np.arange(blocks.present.shape[1])
        order[block, there] = rng.permutation(there)
    return order


def every_order(blocks: Blocks) -> list[Ints]:
    """Return every way to swap two classifiers, block by block."""
    kept, turned = np.array([0, 1]), np.array([1, 0])
    ways = np.arange(2**blocks.count)
    return [
        np.where((way >> np.arange(blocks.count) & 1)[:, None] == 1, turned, kept).astype(np.int64)
        for way in ways.tolist()
    ]


def _of_scores(scores: Scores, within: Within | None) -> Blocks:
    resamples, several = scores.resamples, len(scores.datasets) > 1
    if several or resamples is None:
        _require(within in (None, Within.DATASET), within, "dataset")
        rows = np.arange(len(scores.datasets))
        return _blocks(Within.DATASET, rows, ~np.isnan(scores.values))
    repeats = np.unique(resamples.repeat).size
    chosen = within or (Within.REPEAT if repeats > 1 else Within.RESAMPLE)
    _require(chosen in (Within.REPEAT, Within.RESAMPLE), within, "repeat or resample")
    rows = resamples.repeat if chosen is Within.REPEAT else np.arange(len(resamples.values))
    return _blocks(chosen, rows, ~np.isnan(resamples.values))


def _of_predictions(given: Predictions, within: Within | None) -> Blocks:
    groups: dict[Within, Ints | None] = {
        Within.DATASET: given.dataset if len(given.datasets) > 1 else None,
        Within.RESAMPLE: given.fold if is_pooled(given) else None,
        Within.GROUP: given.group,
        Within.EXAMPLE: np.arange(given.examples),
    }
    possible = [name for name, rows in groups.items() if rows is not None]
    chosen = within or possible[0]
    _require(chosen in possible, within, " or ".join(possible))
    rows = groups[chosen]
    return _blocks(chosen, np.arange(given.examples) if rows is None else rows, np.ones_like(given.correct))


def _blocks(within: Within, rows: Ints, there: NDArray[np.bool_]) -> Blocks:
    names, of = np.unique(rows, return_inverse=True)
    present = np.ones((names.size, there.shape[1]), dtype=np.bool_)
    np.logical_and.at(present, of, there)
    return Blocks(within=within, of=of.astype(np.int64), count=int(names.size), present=present)


def _require(holds: bool, within: Within | None, possible: str) -> None:  # noqa: FBT001 - the condition itself
    if not holds:
        raise UsageError(
            f"this evidence cannot be swapped by {within}",
            where="--within",
            fix=f"swap by {possible}",
            code="BO067",
        )


def _turned(resamples: Resamples, rows: Ints) -> Resamples:
    return replace(resamples, values=_taken(resamples.values, rows))


def _taken(values: Floats, rows: Ints) -> Floats:
    taken: Floats = np.take_along_axis(values, rows, axis=1)
    return taken


def _swapped_predictions(given: Predictions, rows: Ints) -> Predictions:
    def turned(values: NDArray[Any] | None) -> Any:  # noqa: ANN401 - an array of the same kind
        if values is None:
            return None
        return np.take_along_axis(values, rows if values.ndim == 2 else rows[:, :, None], axis=1)

    return replace(
        given,
        correct=turned(given.correct),
        labels=turned(given.labels),
        probabilities=turned(given.probabilities),
        scores=turned(given.scores),
        outcome=turned(given.outcome),
    )
