"""What is bet on: items, whole groups of items, or blocks with one of them from every task."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Floats, Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingUnits:
    """The units of a pair: the advantage of b in each, and the items that it is of."""

    values: Floats
    members: tuple[Ints, ...]  # of each unit: places of its items
    noun: str  # "item", "group", "block of one item a task", "task"
    left_over: int = 0  # items that are in no unit yet


def form_units(
    differences: Floats, *, groups: Ints | None = None, tasks: Ints | None = None, by_task: bool = False
) -> BettingUnits:
    """Return what is bet on, in the order in which items come.

    Items of one group depend on each other: the group is one unit, whatever its size. Where several tasks count alike,
    a unit has one item (or group) of each; those that no other task matches wait. `by_task` makes every task a unit.

    >>> form_units(np.array([1.0, 0, 1, -1]), groups=np.array([7, 7, 2, 2])).values.tolist()
    [0.5, 0.0]
    >>> blocks = form_units(np.array([1.0, 0, 1, -1, 1]), tasks=np.array([0, 0, 1, 1, 1]))
    >>> blocks.values.tolist(), blocks.left_over
    ([1.0, -0.5], 1)
    """
    if by_task and tasks is not None:
        of_tasks = _gather_places(np.arange(differences.size), tasks)
        return BettingUnits(values=_unit_means(differences, of_tasks), members=tuple(of_tasks), noun="task")
    places = np.arange(differences.size)
    single = (
        [places[i : i + 1] for i in range(places.size)] if groups is None else _gather_places(places, groups)
    )
    noun = "item" if groups is None else "group"
    if tasks is None:
        return BettingUnits(values=_unit_means(differences, single), members=tuple(single), noun=noun)
    return _form_blocks(differences, single, tasks, noun)


def _form_blocks(differences: Floats, single: list[Ints], tasks: Ints, noun: str) -> BettingUnits:
    queues: dict[int, list[Ints]] = {task: [] for task in np.unique(tasks).tolist()}
    for members in single:
        queues[int(tasks[members[0]])].append(members)
    values = {task: _unit_means(differences, queue) for task, queue in queues.items()}
    count = min(len(queue) for queue in queues.values())
    blocks = tuple(np.concatenate([queue[k] for queue in queues.values()]) for k in range(count))
    used = sum(block.size for block in blocks)
    means = np.mean([value[:count] for value in values.values()], axis=0) if count else np.empty(0)
    return BettingUnits(
        values=means, members=blocks, noun=f"block of one {noun} a task", left_over=differences.size - used
    )


def _gather_places(places: Ints, codes: Ints) -> list[Ints]:
    """Return the places of each code, in the order in which codes first appear."""
    _, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
    order = np.argsort(inverse, kind="stable")
    ends = np.cumsum(np.bincount(inverse))[:-1]
    parts = np.split(places[order], ends)
    return [parts[i] for i in np.argsort(first).tolist()]


def _unit_means(differences: Floats, members: list[Ints]) -> Floats:
    if all(part.size == 1 for part in members):
        return differences[np.concatenate(members)] if members else np.empty(0)
    return np.array([float(differences[part].mean()) for part in members])
