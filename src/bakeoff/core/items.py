"""Evidence of evaluations: answers of models to items within tasks, perhaps several attempts at each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from types import MappingProxyType
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats
from bakeoff.core.findings import Finding
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.omissions import Omissions
from bakeoff.core.readings import Reading
from bakeoff.core.reprs import describe_record

Codes = NDArray[np.intp]


class AnswerStatus(StrEnum):
    """What became of one attempt at one item."""

    ANSWERED = "answered"  # it has a score
    REFUSED = "refused"  # the model declined
    FAILED = "failed"  # an error: the harness, the network, the judge
    TIMED_OUT = "timed out"
    FILTERED = "filtered"  # withheld by a filter of content
    MISSING = "missing"  # it was to be answered, and nothing is there


STATUSES = tuple(AnswerStatus)  # `ItemEvidence.status` holds places in it
ANSWERED = STATUSES.index(AnswerStatus.ANSWERED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One evaluation of one model on one task: where it was logged, and what it measured."""

    __repr__ = describe_record

    model: str
    task: str
    source: str
    # What tells runs apart, as text: template, shots, revision, judge, date, temperature, version …
    settings: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemEvidence:
    """Scores of single answers, one row for each (model, item, attempt), sorted in that order.

    Items of one task stand together, in the order of the tasks. A row without a score says why; an item that a
    model lacks has no row.
    """

    __repr__ = describe_record

    models: tuple[str, ...]
    tasks: tuple[str, ...]
    items: Sequence[str]  # ids, unique within a task
    item_task: Codes  # of each item: index into `tasks`, never decreasing
    model: Codes  # of each row: index into `models`
    item: Codes  # of each row: index into `items`
    attempt: Codes  # of each row: 0, 1, …
    score: Floats  # of each row; NaN unless it was answered
    status: Codes  # of each row: index into STATUSES
    metric: str
    higher_is_better: bool
    source: str
    digest: str = ""
    groups: tuple[str, ...] = ()  # documents, passages, repositories …
    item_group: Codes | None = None  # of each item: index into `groups`
    group_noun: str = "group"
    other_metrics: tuple[str, ...] = ()  # present in the logs and not read: "acc_norm,none"
    runs: tuple[Run, ...] = ()
    item_digests: NDArray[np.uint64] | None = None  # of each item: of its text or target; 0 where unknown
    paired_by: str = "item id"
    findings: tuple[Finding, ...] = ()
    left_out: Omissions = ()
    read_with: tuple[tuple[str, object], ...] = ()  # what the user said of how to read it
    unit: Unit = Unit.PLAIN  # FRACTION where every score lies between 0 and 1: known when it is judged
    stored: ClassVar[None] = None  # items come from logs and tables
    reading: Reading | None = None  # how it was understood

    def __post_init__(self) -> None:
        _check_items(self)
        _check_rows(self)

    @property
    def classifiers(self) -> tuple[str, ...]:
        """The models, by the name that all evidence has for what is compared."""
        return self.models

    @property
    def datasets(self) -> tuple[str, ...]:
        """The tasks, by the name that all evidence has for what scores are about."""
        return self.tasks

    @property
    def measure(self) -> Measure:
        """The score that models are compared by."""
        return Measure(
            name=self.metric, higher_is_better=self.higher_is_better, unit=self.unit, direction_from="told"
        )

    @property
    def attempts(self) -> int:
        """The most attempts that any model had at an item."""
        return int(self.attempt.max(initial=-1)) + 1

    @property
    def has_equal_attempts(self) -> bool:
        """Whether every model had equally many attempts at every item that it had any at."""
        counts = np.bincount(self.model * len(self.items) + self.item)
        return bool((counts[counts > 0] == self.attempts).all())

    @property
    def is_answered(self) -> NDArray[np.bool_]:
        """Of each row: whether it has a score."""
        answered: NDArray[np.bool_] = self.status == ANSWERED
        return answered

    def count_statuses(self) -> NDArray[np.int64]:
        """Return models × statuses: how many rows there are of each."""
        cells = self.model * len(STATUSES) + self.status
        counts = np.bincount(cells, minlength=len(self.models) * len(STATUSES))
        return counts.reshape(len(self.models), len(STATUSES)).astype(np.int64)

    def mean_by_item(self) -> Floats:
        """Return models × items: the mean over the attempts that have a score; NaN where none has."""
        cells = self.model * len(self.items) + self.item
        return _mean_in_cells(self, cells, (len(self.models), len(self.items)))

    def mean_by_task(self) -> Floats:
        """Return models × tasks: the mean over items of the mean over their attempts; NaN where nothing is."""
        by_item = self.mean_by_item()
        means = np.full((len(self.models), len(self.tasks)), np.nan)
        for task in range(len(self.tasks)):
            inside = by_item[:, self.item_task == task]
            known = np.isfinite(inside)
            totals, counts = np.where(known, inside, 0.0).sum(axis=1), known.sum(axis=1)
            np.divide(totals, counts, out=means[:, task], where=counts > 0)
        return means


def _mean_in_cells(evidence: ItemEvidence, cells: Codes, shape: tuple[int, int]) -> Floats:
    scored = evidence.is_answered
    size = shape[0] * shape[1]
    totals = np.bincount(cells[scored], weights=evidence.score[scored], minlength=size)
    counts = np.bincount(cells[scored], minlength=size)
    means = np.full(size, np.nan)
    np.divide(totals, counts, out=means, where=counts > 0)
    return means.reshape(shape)


def _check_items(evidence: ItemEvidence) -> None:
    count = len(evidence.items)
    _require_items(len(set(evidence.models)) == len(evidence.models), "models of one name")
    _require_items(len(set(evidence.tasks)) == len(evidence.tasks), "tasks of one name")
    _require_items(
        evidence.item_task.shape == (count,), f"{evidence.item_task.shape} tasks for {count} items"
    )
    _require_items(_are_codes(evidence.item_task, len(evidence.tasks)), "an item of a task that there is not")
    _require_items(
        bool((np.diff(evidence.item_task) >= 0).all()), "items of one task that do not stand together"
    )
    ends = np.searchsorted(evidence.item_task, np.arange(len(evidence.tasks) + 1)).tolist()
    different = sum(len(set(evidence.items[start:end])) for start, end in pairwise(ends))
    _require_items(different == count, "an id twice within a task")
    if evidence.item_group is not None:
        _require_items(evidence.item_group.shape == (count,), "groups of other items")
        _require_items(_are_codes(evidence.item_group, len(evidence.groups)), "a group that there is not")
    if evidence.item_digests is not None:
        _require_items(len(evidence.item_digests) == count, "digests of other items")


def _check_rows(evidence: ItemEvidence) -> None:
    rows = evidence.model.size
    columns = (evidence.item, evidence.attempt, evidence.score, evidence.status)
    _require_items(all(column.shape == (rows,) for column in columns), "columns of different lengths")
    _require_items(_are_codes(evidence.model, len(evidence.models)), "a row of a model that there is not")
    _require_items(_are_codes(evidence.item, len(evidence.items)), "a row of an item that there is not")
    _require_items(_are_codes(evidence.status, len(STATUSES)), "a status that there is not")
    _require_items(bool((evidence.attempt >= 0).all()), "attempts that are not counted from 0")
    places = (evidence.model * len(evidence.items) + evidence.item) * evidence.attempts + evidence.attempt
    _require_items(bool((np.diff(places) > 0).all()), "rows out of order, or an attempt twice")
    _require_items(
        bool((np.isfinite(evidence.score) == evidence.is_answered).all()),
        "a score where nothing was answered, or none where something was",
    )


def _are_codes(codes: Codes, count: int) -> bool:
    return codes.size == 0 or bool(codes.min() >= 0 and codes.max() < count)


def _require_items(holds: bool, otherwise: str) -> None:  # noqa: FBT001 - a plain condition
    if not holds:
        raise ValueError(f"no evidence of items: {otherwise}")


class ComparableGroup(NamedTuple):
    """Models of which every two share items, and the tasks on which they do."""

    models: tuple[str, ...]
    tasks: tuple[str, ...]


def comparable_groups(evidence: ItemEvidence, *, answered: bool = False) -> tuple[ComparableGroup, ...]:
    """Return the groups of models that share items, with the tasks that all of a group have; in order of the tasks.

    With `answered` an item is shared only where it has a score of both.
    """
    present = np.zeros((len(evidence.models), len(evidence.items)), dtype=np.float32)
    counts = evidence.is_answered if answered else slice(None)
    present[evidence.model[counts], evidence.item[counts]] = 1.0
    tasks_of: dict[tuple[int, ...], list[int]] = {}
    for task in range(len(evidence.tasks)):
        for members in _linked_models(present[:, evidence.item_task == task]):
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


def _linked_models(present: NDArray[np.float32]) -> list[tuple[int, ...]]:
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
