"""Items that every model has tried; where there are none, which groups of models can be compared, and how to ask."""

from dataclasses import replace

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.errors import BakeoffError, DesignError, ReadingError
from bakeoff.core.items import ComparableGroup, ItemEvidence, comparable_groups, lone_models
from bakeoff.core.readings import Alternative
from bakeoff.core.words import quote_text, write_count, write_list

MOST_GROUPS = 6  # that are named with their command


def refuse_strangers(evidence: ItemEvidence, a: str, b: str) -> BakeoffError:
    """Return the refusal of a and b, which share no item; with the groups of models that can be compared."""
    groups = comparable_groups(evidence, answered=True)
    if not groups:
        return DesignError(
            f"{a!r} and {b!r} have no item that both answered",
            where=evidence.source,
            fix="check that the ids of the items are the same, or leave one of them out with --leave-out",
            code="BO263",
        )
    named = tuple(_ask_for(evidence, group) for group in groups[:MOST_GROUPS])
    alone = lone_models(evidence, groups)
    return ReadingError(
        f"these models did not all answer the same tasks: {a!r} and {b!r} have no item in common. "
        f"{write_count(len(groups), 'group')} of models can be compared"
        + (f"; {write_list([quote_text(m) for m in alone], most=4)} with nobody" if alone else ""),
        where=evidence.source,
        fix=f"ask for one group{'' if len(groups) <= MOST_GROUPS else f' (the first {MOST_GROUPS} are named)'}:",
        code="BO600",
        alternatives=named,
    )


def _ask_for(evidence: ItemEvidence, group: ComparableGroup) -> Alternative:
    others = [name for name in evidence.models if name not in group.models]
    ran = {
        evidence.tasks[task]
        for task, model in zip(
            evidence.item_task[evidence.item].tolist(), evidence.model.tolist(), strict=True
        )
        if evidence.models[model] in group.models
    }
    tasks = [name for name in evidence.tasks if name in ran and name not in group.tasks]
    options = [word for name in others for word in ("--leave-out", name)]
    options += [word for name in tasks for word in ("--without", name)]
    models = write_list([quote_text(m) for m in group.models], most=4)
    return Alternative(
        meaning=f"{models} on {write_list([quote_text(t) for t in group.tasks], most=3)}",
        options=tuple(options),
        source=evidence.source,
    )


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


def _have_arrived(evidence: ItemEvidence) -> Bools:
    tried = np.zeros((len(evidence.models), len(evidence.items)), dtype=np.bool_)
    tried[evidence.model, evidence.item] = True
    return np.asarray(tried.all(axis=0))
