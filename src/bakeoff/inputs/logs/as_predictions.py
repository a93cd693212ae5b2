"""Items as test examples: what tests of predictions can judge of them, where scores lie between 0 and 1."""

import numpy as np

from bakeoff.core.errors import DesignError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.items import ItemEvidence
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.omissions import EvidencePart, OmittedBy, omit_count
from bakeoff.core.predictions import ExampleIds, Predictions
from bakeoff.core.words import quote_text, write_count


def predictions_of_items(evidence: ItemEvidence) -> Predictions:
    """Return the items that every model has a score for as examples; attempts are averaged within an item."""
    means = evidence.mean_by_item()
    known = np.isfinite(means).all(axis=0)
    outcome = np.ascontiguousarray(means[:, known].T)
    _require_shares(evidence, outcome)
    if not evidence.higher_is_better:
        outcome = 1.0 - outcome
    partly = bool(((outcome > 0) & (outcome < 1)).any())
    items = np.flatnonzero(known)
    tasks = evidence.item_task[items]
    present, dataset = np.unique(tasks, return_inverse=True)
    gone = len(evidence.items) - items.size
    return Predictions(
        classifiers=evidence.models,
        datasets=tuple(evidence.tasks[task] for task in present.tolist()),
        correct=outcome >= 1.0,
        dataset=dataset.astype(np.int64),
        # Not under its own name: what is called f1 in a log is one score of one item.
        measure=Measure(name="score", higher_is_better=True, unit=Unit.FRACTION, direction_from="told"),
        source=evidence.source,
        digest=evidence.digest,
        outcome=outcome if partly else None,
        group=None if evidence.item_group is None else evidence.item_group[items].astype(np.int64),
        group_noun=evidence.group_noun,
        ids=ExampleIds(codes=items.astype(np.int64), labels=evidence.items),
        findings=evidence.findings + _say_left(gone),
        left_out=evidence.left_out + omit_count(EvidencePart.EXAMPLE, gone, by=OmittedBy.MISSING),
        read_with=evidence.read_with,
    )


def _require_shares(
    evidence: ItemEvidence, outcome: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> None:
    if outcome.shape[0] == 0:
        raise DesignError(
            "no item has a score of every model",
            where=evidence.source,
            fix="leave a model out (--leave-out NAME), or give logs of the same items",
            code="BO080",
        )
    if outcome.min() < 0 or outcome.max() > 1:
        raise DesignError(
            f"the scores called {quote_text(evidence.metric)} run from {outcome.min():g} to {outcome.max():g}, "
            "not from 0 to 1",
            where=evidence.source,
            fix="choose another metric with --metric, or divide the scores by their largest possible value",
            code="BO096",
        )


def _say_left(gone: int) -> tuple[Finding, ...]:
    if not gone:
        return ()
    message = f"{write_count(gone, 'item')} without a score of every model left out of the comparison"
    return (Finding(code="BO353", severity=Severity.WARNING, message=message, detail={"items": gone}),)
