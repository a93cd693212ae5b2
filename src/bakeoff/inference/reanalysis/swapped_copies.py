"""Swapped copies of the evidence: within every block the classifiers trade places, so that none can be better."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.answers.calibration import SwapBlock
from bakeoff.core.arrays import Floats, Ints, tidy
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.evidence import Resamples, Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.predictions import Evidence, Predictions
from bakeoff.inference.bench.prediction_metrics import is_pooled


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """Which rows are swapped together."""

    within: SwapBlock
    of: Ints  # of each row of scores, resamples or examples: its block
    count: int
    present: NDArray[np.bool_]  # blocks × classifiers: who has all scores of the block


def find_blocks(evidence: Evidence, within: SwapBlock | None) -> Blocks:
    """Return the blocks: those asked for, else the largest that the design takes as independent of each other."""
    if isinstance(evidence, Scores):
        return _blocks_of_scores(evidence, within)
    if isinstance(evidence, Predictions):
        return _blocks_of_predictions(evidence, within)
    if isinstance(evidence, ItemEvidence):
        raise DesignError(
            "answers to items are not swapped here: the error rates of their tests were measured at known truth",
            where=evidence.source,
            fix="read docs/validity/items.md, or bakeoff tests KEY",
            code="BO061",
        )
    raise DesignError(
        "counts of right answers cannot be swapped: which examples they are about is not known",
        where=evidence.source,
        fix="give the predictions: the true class and what each classifier predicted, example by example",
        code="BO061",
    )


def swap_classifiers(evidence: Evidence, blocks: Blocks, order: Ints) -> Evidence:
    """Return the evidence with the classifiers of every block in another order: blocks × classifiers."""
    rows = order[blocks.of]
    if isinstance(evidence, Predictions):
        return _swap_predictions(evidence, rows)
    if not isinstance(evidence, Scores):
        raise TypeError("counts cannot be swapped")
    if blocks.within is SwapBlock.DATASET:
        resamples = evidence.resamples
        inner = None if resamples is None else _swap_resamples(resamples, order[resamples.dataset])
        return replace(evidence, values=_take_in_order(evidence.values, rows), resamples=inner, spread=None)
    if evidence.resamples is None:
        raise TypeError("a table without resamples is swapped by dataset")
    inner = _swap_resamples(evidence.resamples, rows)
    return replace(evidence, values=tidy(inner.values.mean(axis=0, keepdims=True)), resamples=inner)


def draw_order(blocks: Blocks, rng: np.random.Generator) -> Ints:
    """Return a random order of the classifiers in every block; those without scores there keep their place."""
    order: Ints = np.argsort(rng.random(blocks.present.shape), axis=1)
    for block in np.flatnonzero(~blocks.present.all(axis=1)):
        there = np.flatnonzero(blocks.present[block])
        order[block] = np.arange(blocks.present.shape[1])
        order[block, there] = rng.permutation(there)
    return order


def list_all_orders(blocks: Blocks) -> list[Ints]:
    """Return every way to swap two classifiers, block by block."""
    same, turned = np.array([0, 1]), np.array([1, 0])
    ways = np.arange(2**blocks.count)
    return [
        np.where((way >> np.arange(blocks.count) & 1)[:, None] == 1, turned, same).astype(np.int64)
        for way in ways.tolist()
    ]


def _blocks_of_scores(scores: Scores, within: SwapBlock | None) -> Blocks:
    resamples, several = scores.resamples, len(scores.datasets) > 1
    if several or resamples is None:
        _require_possible(within in (None, SwapBlock.DATASET), within, "dataset")
        rows = np.arange(len(scores.datasets))
        return _build_blocks(SwapBlock.DATASET, rows, ~np.isnan(scores.values))
    repeats = np.unique(resamples.repeat).size
    block_kind = within or (SwapBlock.REPEAT if repeats > 1 else SwapBlock.RESAMPLE)
    _require_possible(block_kind in (SwapBlock.REPEAT, SwapBlock.RESAMPLE), within, "repeat or resample")
    rows = resamples.repeat if block_kind is SwapBlock.REPEAT else np.arange(len(resamples.values))
    return _build_blocks(block_kind, rows, ~np.isnan(resamples.values))


def _blocks_of_predictions(predictions: Predictions, within: SwapBlock | None) -> Blocks:
    groups: dict[SwapBlock, Ints | None] = {
        SwapBlock.DATASET: predictions.dataset if len(predictions.datasets) > 1 else None,
        SwapBlock.RESAMPLE: predictions.fold if is_pooled(predictions) else None,
        SwapBlock.GROUP: predictions.group,
        SwapBlock.EXAMPLE: np.arange(predictions.examples),
    }
    possible = [name for name, rows in groups.items() if rows is not None]
    block_kind = within or possible[0]
    _require_possible(block_kind in possible, within, " or ".join(possible))
    rows = groups[block_kind]
    return _build_blocks(
        block_kind,
        np.arange(predictions.examples) if rows is None else rows,
        np.ones_like(predictions.correct),
    )


def _build_blocks(within: SwapBlock, rows: Ints, there: NDArray[np.bool_]) -> Blocks:
    names, of = np.unique(rows, return_inverse=True)
    present = np.ones((names.size, there.shape[1]), dtype=np.bool_)
    np.logical_and.at(present, of, there)
    return Blocks(within=within, of=of.astype(np.int64), count=int(names.size), present=present)


def _require_possible(holds: bool, within: SwapBlock | None, possible: str) -> None:  # noqa: FBT001 - the condition itself
    if not holds:
        raise UsageError(
            f"this evidence cannot be swapped by {within}",
            where="--within",
            fix=f"swap by {possible}",
            code="BO067",
        )


def _swap_resamples(resamples: Resamples, rows: Ints) -> Resamples:
    return replace(resamples, values=_take_in_order(resamples.values, rows))


def _take_in_order(values: Floats, rows: Ints) -> Floats:
    reordered: Floats = np.take_along_axis(values, rows, axis=1)
    return reordered


def _swap_predictions(predictions: Predictions, rows: Ints) -> Predictions:
    def swap(values: NDArray[Any] | None) -> Any:  # noqa: ANN401 - an array of the same kind
        if values is None:
            return None
        return np.take_along_axis(values, rows if values.ndim == 2 else rows[:, :, None], axis=1)

    return replace(
        predictions,
        correct=swap(predictions.correct),
        labels=swap(predictions.labels),
        probabilities=swap(predictions.probabilities),
        scores=swap(predictions.scores),
        outcome=swap(predictions.outcome),
    )
