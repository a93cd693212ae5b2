"""Which models of item evidence can be compared with each other: those that answered the same items."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.items import ItemEvidence


class ComparableGroup(NamedTuple):
    """Models of which every two share items, and the tasks on which they do."""

    models: tuple[str, ...]
    tasks: tuple[str, ...]


def comparable_groups(evidence: ItemEvidence) -> tuple[ComparableGroup, ...]:
    """Return the groups of models that share items, with the tasks that all of a group have; in order of the tasks."""
    present = np.zeros((len(evidence.models), len(evidence.items)), dtype=np.float32)
    present[evidence.model, evidence.item] = 1.0
    tasks_of: dict[tuple[int, ...], list[int]] = {}
    for task in range(len(evidence.tasks)):
        for members in _linked(present[:, evidence.item_task == task]):
            tasks_of.setdefault(members, []).append(task)
    groups = []
    for members in tasks_of:
        shared = sorted(
            {t for others, tasks in tasks_of.items() if set(members) <= set(others) for t in tasks}
        )
        if not any(set(members) < set(m) and set(shared) <= set(t) for m, t in tasks_of.items()):
            names = tuple(evidence.models[i] for i in members)
            groups.append(ComparableGroup(names, tuple(evidence.tasks[t] for t in shared)))
    return tuple(groups)


def lone_models(evidence: ItemEvidence, groups: Sequence[ComparableGroup]) -> tuple[str, ...]:
    """Return the models that share no item with any other."""
    grouped = {name for group in groups for name in group.models}
    return tuple(name for name in evidence.models if name not in grouped)


def _linked(present: NDArray[np.float32]) -> list[tuple[int, ...]]:
    """Return sets of at least two models of which every two share an item; a chain of models is none."""
    shares = present @ present.T > 0
    found, seen = [], np.zeros(len(shares), dtype=np.bool_)
    for model in np.flatnonzero(shares.diagonal()).tolist():
        if seen[model]:
            continue
        members = np.flatnonzero(shares[model])
        seen[members] = True
        if members.size > 1 and shares[np.ix_(members, members)].all():
            found.append(tuple(members.tolist()))
    return found
