"""Models that answered no item in common: which of them can be compared, and the command for each such group."""

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
