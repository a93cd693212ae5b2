"""Models, tasks and items left out of evidence of items, as the user asks; the evidence remembers which."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.errors import UsageError
from bakeoff.core.items import ItemEvidence
from bakeoff.core.omissions import EvidencePart, OmittedBy, omit, omitted_names
from bakeoff.core.words import did_you_mean, quote_text, write_list
from bakeoff.inputs.options import ReadOptions


def leave_parts_out(evidence: ItemEvidence, options: ReadOptions) -> ItemEvidence:
    """Return evidence without the models, tasks or items that --leave-out and --without name."""
    gone = [
        name
        for part in (EvidencePart.MODEL, EvidencePart.TASK)
        for name in omitted_names(evidence.left_out, part)
    ]
    known = (*evidence.models, *evidence.tasks, *evidence.items)
    for name in (*options.leave_out, *options.without):
        if name not in known and name not in gone:
            raise UsageError(
                f"there is no model, task or item called {quote_text(name)}{did_you_mean(name, known[:1000])}",
                where=f"--leave-out, {evidence.source}",
                fix=f"the models are {write_list([quote_text(m) for m in evidence.models], most=10)}",
                code="BO045",
            )
    models = [name for name in options.leave_out if name in evidence.models]
    asked = [name for name in (*options.leave_out, *options.without) if name not in gone or name in known]
    others = [name for name in asked if name not in models]
    tasks = [name for name in others if name in evidence.tasks]
    items = [name for name in others if name not in tasks]
    return without_parts(evidence, models=models, tasks=tasks, items=items)


def without_parts(
    evidence: ItemEvidence,
    *,
    models: Sequence[str] = (),
    tasks: Sequence[str] = (),
    items: Sequence[str] = (),
) -> ItemEvidence:
    """Return the same evidence without some models, tasks and items; it remembers them."""
    if not (models or tasks or items):
        return evidence
    keep_model = np.array([name not in models for name in evidence.models])
    keep_task = np.array([name not in tasks for name in evidence.tasks])
    keep_item = keep_task[evidence.item_task] & np.array([str(name) not in items for name in evidence.items])
    if keep_model.sum() < 2 or not keep_item.any():
        raise UsageError(
            "with these left out, nothing is left to compare",
            where=f"--leave-out, {evidence.source}",
            fix="keep two models and some items",
            code="BO045",
        )
    rows = keep_model[evidence.model] & keep_item[evidence.item]
    keep_task &= np.bincount(evidence.item_task[keep_item], minlength=keep_task.size) > 0
    new_model, new_item, new_task = (np.cumsum(kept) - 1 for kept in (keep_model, keep_item, keep_task))
    places = np.flatnonzero(keep_item).tolist()
    groups = evidence.item_group
    digests = evidence.item_digests
    return replace(
        evidence,
        models=tuple(name for name, kept in zip(evidence.models, keep_model, strict=True) if kept),
        tasks=tuple(name for name, kept in zip(evidence.tasks, keep_task, strict=True) if kept),
        items=tuple(evidence.items[i] for i in places),
        item_task=new_task[evidence.item_task[keep_item]].astype(np.intp),
        model=new_model[evidence.model[rows]].astype(np.intp),
        item=new_item[evidence.item[rows]].astype(np.intp),
        attempt=evidence.attempt[rows],
        score=evidence.score[rows],
        status=evidence.status[rows],
        item_group=None if groups is None else groups[keep_item],
        item_digests=None if digests is None else digests[places],
        left_out=evidence.left_out
        + omit(EvidencePart.MODEL, models, by=OmittedBy.USER, how="--leave-out")
        + omit(EvidencePart.TASK, tasks, by=OmittedBy.USER, how="--without")
        + omit(EvidencePart.ITEM, items, by=OmittedBy.USER, how="--without"),
    )
