"""From columns to evidence of items: who answered what, with which score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import InputError
from bakeoff.core.items import ANSWERED, STATUSES, AnswerStatus, Codes, ItemEvidence
from bakeoff.core.words import quote_text
from bakeoff.inputs.predictions.prediction_spellings import PredictionRole, spellings_of

MISSING = STATUSES.index(AnswerStatus.MISSING)
_STATUSES = {str(status): place for place, status in enumerate(STATUSES)}
Name = TypeVar("Name")
OUTCOMES = frozenset(
    spellings_of(PredictionRole.OUTCOME, certain=True) + spellings_of(PredictionRole.OUTCOME, certain=False)
)  # one model's measures, not models
ONE_TASK = "the task"  # what the only task is called where none is named


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemColumns:
    """One row for each answer: a model, an item, a score (NaN where there is none), and what more is known."""

    model: Sequence[str]
    item: Sequence[str]
    score: Sequence[float] | NDArray[np.float64]
    task: Sequence[str] | None = None
    attempt: Sequence[str] | None = None
    group: Sequence[str] | None = None
    status: Sequence[str] | None = None  # answered, refused, failed, timed out, filtered, missing


def make_item_evidence(
    columns: ItemColumns,
    *,
    metric: str = "score",
    higher_is_better: bool = True,
    source: str = "the given columns",
    group_noun: str = "group",
) -> ItemEvidence:
    """Return evidence of items from columns, or refuse an answer that is there twice and an item in two groups.

    Ids are text: 001 and 1 are two items. The order of models, tasks and items is that of their first row.
    """
    score = np.asarray(columns.score, dtype=np.float64)
    model, models = _code_names(columns.model)
    task, tasks = _code_names(columns.task if columns.task is not None else [ONE_TASK] * len(model))
    key, keys = _code_names([*zip(task.tolist(), columns.item, strict=True)])
    order = np.argsort([k[0] for k in keys], kind="stable")  # items of one task stand together
    place = np.empty(len(keys), dtype=np.intp)
    place[order] = np.arange(len(keys))
    item = place[key]
    items = tuple(str(keys[i][1]) for i in order.tolist())
    attempt = _attempts(columns, model, item, models, items, source)
    status = _answer_status(columns, score, source)
    rows = np.lexsort((attempt, item, model))
    groups, item_group = _item_groups(columns, item, items, source)
    return ItemEvidence(
        models=tuple(map(str, models)),
        tasks=tuple(map(str, tasks)),
        items=items,
        item_task=np.array([keys[i][0] for i in order.tolist()], dtype=np.intp),
        model=model[rows],
        item=item[rows],
        attempt=attempt[rows],
        score=np.where(status == ANSWERED, score, np.nan)[rows],
        status=status[rows],
        metric=metric,
        higher_is_better=higher_is_better,
        source=source,
        digest=_digest_items(columns),
        groups=groups,
        item_group=item_group,
        group_noun=group_noun,
    )


def unfold_wide(
    item: Sequence[str],
    scores: Mapping[str, Sequence[float] | NDArray[np.float64]],
    **more: Sequence[str] | None,
) -> ItemColumns:
    """Return columns for answers from a table with a row for each item and a column for each model.

    `more` are columns of the items: task, group.
    """
    names = list(scores)
    repeated = {name: None if cells is None else list(cells) * len(names) for name, cells in more.items()}
    return ItemColumns(
        model=[name for name in names for _ in item],
        item=list(item) * len(names),
        score=np.concatenate([np.asarray(scores[name], dtype=np.float64) for name in names]),
        **repeated,
    )


def _code_names(names: Sequence[Name]) -> tuple[Codes, list[Name]]:
    """Return the place of each name among the different ones, which stand in order of appearance."""
    places: dict[Name, int] = {}
    codes = np.fromiter(
        (places.setdefault(name, len(places)) for name in names), dtype=np.intp, count=len(names)
    )
    return codes, list(places)


def _attempts(
    columns: ItemColumns,
    model: Codes,
    item: Codes,
    models: Sequence[str],
    items: Sequence[str],
    source: str,
) -> Codes:
    """Return the number of each attempt at its item, counted from 0; refuse the same attempt twice."""
    attempts = columns.attempt
    codes = np.zeros(len(model), dtype=np.intp) if attempts is None else _number_attempts(attempts)
    cells = (model * len(items) + item) * (int(codes.max(initial=0)) + 1) + codes
    unique, first, counts = np.unique(cells, return_index=True, return_counts=True)
    if unique.size < cells.size:
        row = int(first[counts > 1][0])
        what = "" if attempts is None else f", attempt {quote_text(attempts[row])}"
        raise InputError(
            f"the answer of {quote_text(models[int(model[row])])} to item "
            f"{quote_text(items[int(item[row])])}{what} is there "
            f"{int(counts.max())} times",
            where=source,
            fix="name the column that tells them apart: the task, the attempt (epoch, run), or keep the rows of one "
            "filter or metric with --only COLUMN=VALUE; they are never averaged unasked",
            code="BO275",
        )
    order = np.lexsort((codes, item, model))
    pairs = (model * len(items) + item)[order]
    starts = np.flatnonzero(np.r_[True, pairs[1:] != pairs[:-1]])
    within = np.arange(pairs.size) - np.repeat(starts, np.diff(np.r_[starts, pairs.size]))
    found = np.empty(pairs.size, dtype=np.intp)
    found[order] = within
    return found


def _number_attempts(names: Sequence[str]) -> Codes:
    """Return attempts in their order: of numbers by size, of other names by appearance."""
    codes, known = _code_names(names)
    try:
        numbers = [float(str(name)) for name in known]
    except ValueError:
        return codes
    ranks = np.argsort(np.argsort(numbers, kind="stable"), kind="stable")
    return ranks[codes].astype(np.intp)


def _answer_status(columns: ItemColumns, score: NDArray[np.float64], source: str) -> Codes:
    if columns.status is None:
        return np.where(np.isfinite(score), ANSWERED, MISSING).astype(np.intp)
    words = [" ".join(str(word).casefold().replace("_", " ").split()) for word in columns.status]
    unknown = next((word for word in words if word not in _STATUSES), None)
    if unknown is not None:
        raise InputError(
            f"{quote_text(unknown)} is no status of an answer",
            where=source,
            fix=f"use one of: {', '.join(_STATUSES)}",
            code="BO276",
        )
    statuses = np.array([_STATUSES[word] for word in words], dtype=np.intp)
    return np.where((statuses == ANSWERED) & ~np.isfinite(score), MISSING, statuses).astype(np.intp)


def _item_groups(
    columns: ItemColumns, item: Codes, items: Sequence[str], source: str
) -> tuple[tuple[str, ...], Codes | None]:
    """Return the groups, and of each item the place of its own; refuse an item in two."""
    if columns.group is None:
        return (), None
    codes, names = _code_names(columns.group)
    of_item = np.full(len(items), -1, dtype=np.intp)
    of_item[item] = codes
    if (of_item[item] != codes).any():
        row = int(np.flatnonzero(of_item[item] != codes)[0])
        raise InputError(
            f"item {quote_text(items[int(item[row])])} is in two groups: {quote_text(names[int(codes[row])])} and "
            f"{quote_text(names[int(of_item[item[row]])])}",
            where=source,
            fix="give every item one group, or name another --group-column",
            code="BO277",
        )
    return tuple(map(str, names)), of_item


def _digest_items(columns: ItemColumns) -> str:
    found = sha256()
    for part in (columns.model, columns.item, columns.task, columns.attempt, columns.group):
        found.update("\x1f".join(map(str, part or ())).encode())
        found.update(b"\x1e")
    found.update(np.asarray(columns.score, dtype=np.float64).tobytes())
    return f"sha256:{found.hexdigest()}"
