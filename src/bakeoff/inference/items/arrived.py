"""Items that every model has tried: of logs that still grow, what can be compared already."""

from dataclasses import replace

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.items import ItemEvidence


def _have_arrived(evidence: ItemEvidence) -> Bools:
    tried = np.zeros((len(evidence.models), len(evidence.items)), dtype=np.bool_)
    tried[evidence.model, evidence.item] = True
    return np.asarray(tried.all(axis=0))


def tasks_without_items(evidence: ItemEvidence) -> list[str]:
    """Return the tasks of which no item was tried by every model."""
    has_some = np.bincount(evidence.item_task[_have_arrived(evidence)], minlength=len(evidence.tasks)) > 0
    return [name for name, there in zip(evidence.tasks, has_some.tolist(), strict=True) if not there]


def keep_arrived(evidence: ItemEvidence) -> tuple[ItemEvidence, int]:
    """Return the evidence on items that every model has tried, and how many others wait."""
    kept = _have_arrived(evidence)
    waiting = int((~kept).sum())
    if waiting == 0 or not kept.any():
        return evidence, 0
    keep_task = np.bincount(evidence.item_task[kept], minlength=len(evidence.tasks)) > 0
    rows, places = kept[evidence.item], np.flatnonzero(kept)
    new_item, new_task = np.cumsum(kept) - 1, np.cumsum(keep_task) - 1
    groups, digests = evidence.item_group, evidence.item_digests
    arrived = replace(
        evidence,
        tasks=tuple(name for name, there in zip(evidence.tasks, keep_task, strict=True) if there),
        items=tuple(evidence.items[i] for i in places.tolist()),
        item_task=new_task[evidence.item_task[kept]].astype(np.intp),
        model=evidence.model[rows],
        item=new_item[evidence.item[rows]].astype(np.intp),
        attempt=evidence.attempt[rows],
        score=evidence.score[rows],
        status=evidence.status[rows],
        item_group=None if groups is None else groups[kept],
        item_digests=None if digests is None else digests[places],
    )
    return arrived, waiting
