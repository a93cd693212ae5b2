"""Recognise the design of items: how many models, on one task or several, and what is independent."""

import numpy as np

from bakeoff.core.comparison import Average, Missing, Over, Settings
from bakeoff.core.design import Design, DesignName, EvidenceKind
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.items import ItemEvidence
from bakeoff.core.results import Alternative
from bakeoff.core.words import write_count, write_plural
from bakeoff.inference.items.table import ItemTable
from bakeoff.inference.recognise.score_design import require_two

_NAMES = {
    (True, True): DesignName.TWO_ONE_TASK,
    (True, False): DesignName.TWO_MANY_TASKS,
    (False, True): DesignName.MANY_ONE_TASK,
    (False, False): DesignName.MANY_MANY_TASKS,
}
ITEM_MISSING = (Missing.BOUNDS, Missing.DROP_ITEM, Missing.WRONG, Missing.REFUSE)


def recognise_items(evidence: ItemEvidence, table: ItemTable, settings: Settings) -> Design:
    """Say how the answers came to be, or refuse what cannot be compared."""
    require_two(evidence.models, evidence.source)
    items, tasks = len(evidence.items), len(evidence.tasks)
    _require_tasks(evidence, settings)
    groups = 0 if evidence.item_group is None else int(np.unique(evidence.item_group).size)
    clustered = 0 < groups < items
    _require_groups(evidence, groups, settings)
    over_tasks = settings.over is Over.TASKS
    return Design(
        name=_NAMES[len(evidence.models) == 2, tasks == 1],
        kind=EvidenceKind.ITEMS,
        classifiers=len(evidence.models),
        datasets=1,
        units=tasks if over_tasks else items,
        resamples=1,
        complete=not np.isnan(table.values).any() or settings.missing is Missing.WRONG,
        has_baseline=settings.baseline is not None,
        margin=settings.margin,
        one_sided=settings.alternative is not Alternative.TWO_SIDED,
        examples=items,
        metric="accuracy" if table.is_binary() else "mean score",
        clustered=clustered and not over_tasks,
        groups=groups if clustered and not over_tasks else 0,
        group_noun=evidence.group_noun,
        items=items,
        item_noun="item",
        tasks=tasks,
        attempts=max(1, evidence.attempts),
        has_equal_attempts=evidence.has_equal_attempts,
        over_tasks=over_tasks,
        is_pooled=tasks > 1 and settings.average is Average.POOLED,
    )


def _require_tasks(evidence: ItemEvidence, settings: Settings) -> None:
    """Refuse a claim about tasks like these from one task, or from pooled items."""
    if settings.over is not Over.TASKS:
        return
    tasks = len(evidence.tasks)
    if tasks < 2:
        raise DesignError(
            f"a claim about tasks like these needs several tasks; there is {tasks}",
            where=f"--over tasks, {evidence.source}",
            fix="leave --over out: the claim is then about this task and items like these",
            code="BO261",
        )
    if settings.average is Average.POOLED:
        raise UsageError(
            "over tasks like these every task counts alike; pooled items count by their task's size",
            where="--over tasks --average pooled",
            fix="leave one of the two out",
            code="BO261",
        )


def _require_groups(evidence: ItemEvidence, groups: int, settings: Settings) -> None:
    """Refuse items that all belong to one group: nothing is independent of anything."""
    if groups != 1 or settings.over is Over.TASKS or len(evidence.items) == 1:
        return
    raise DesignError(
        f"all {write_count(len(evidence.items), 'item')} belong to one {evidence.group_noun}: no spread between "
        f"{write_plural(evidence.group_noun)} can be known",
        where=evidence.source,
        fix=f"evaluate items of several {write_plural(evidence.group_noun)}, or name another --group-column",
        code="BO262",
    )
