"""Pairing as a fact: answers are joined by item id within a task, and checked by what the id stands for."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.items import ANSWERED, Codes, ItemEvidence, Run
from bakeoff.core.words import quote_text, shorten, write_count
from bakeoff.inputs.logs.metrics import MetricChoice
from bakeoff.inputs.logs.order import POSITION, align_by_order, refuse_order
from bakeoff.inputs.logs.repeats import drop_repeats, has_repeats
from bakeoff.inputs.logs.sheets import MISSING, AnswerSheet
from bakeoff.inputs.messages import join_with_commas


def join_sheets(
    sheets: Sequence[AnswerSheet], choice: MetricChoice, *, source: str, by_order: bool = False
) -> ItemEvidence:
    """Return the evidence of sheets that have one model name for each run of a task; paired by order if asked."""
    tasks = tuple(dict.fromkeys(s.task for s in sheets if s.task in choice.by_task))
    models = tuple(dict.fromkeys(s.model for s in sheets if s.task in choice.by_task))
    parts = [
        _join_task([s for s in sheets if s.task == task], choice.by_task[task], models, by_order=by_order)
        for task in tasks
    ]
    sizes = [len(part.items) for part in parts]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.intp)
    for part, start in zip(parts, starts, strict=True):
        part.item += start
    columns = {name: _join_column(parts, name) for name in ("model", "item", "attempt", "score", "status")}
    attempt = columns.pop("attempt")
    if not (
        np.diff(columns["model"] * sum(sizes) + columns["item"]) > 0
    ).all():  # as a rule they are in order
        order = np.lexsort((attempt, columns["item"], columns["model"]))
        columns = {name: column[order] for name, column in columns.items()}
    del attempt
    model, item = columns["model"], columns["item"]
    items = [name for part in parts for name in part.items]
    groups, item_group = _code_groups([g for part in parts for g in part.groups], items)
    kept = [s for s in sheets if s.task in choice.by_task]
    return ItemEvidence(
        models=models,
        tasks=tasks,
        items=items,
        item_task=np.repeat(np.arange(len(tasks)), sizes),
        model=model,
        item=item,
        attempt=_count_within(model, item),
        score=columns["score"],
        status=columns["status"],
        metric=choice.name,
        higher_is_better=choice.higher_is_better,
        source=source,
        groups=groups,
        item_group=item_group,
        group_noun=next((s.group_noun for s in kept if s.groups), "group"),
        other_metrics=choice.others,
        runs=tuple(Run(model=s.model, task=s.task, source=s.source, settings=s.settings) for s in kept),
        item_digests=np.concatenate([p.digests for p in parts]),
        paired_by=POSITION
        if any(s.by_position for s in kept) or any(p.by_order for p in parts)
        else "item id",
        findings=tuple(f for p in parts for f in p.findings),
    )


def _join_column(parts: Sequence["_Part"], name: str) -> NDArray[Any]:
    """Return one column of all parts, which do not keep it: large logs have room for one of each."""
    columns = [getattr(part, name) for part in parts]
    for part in parts:
        delattr(part, name)
    return columns[0] if len(columns) == 1 else np.concatenate(columns)


class _Part:
    """The rows of one task: model, item and attempt by number, with scores and statuses beside them."""

    __slots__ = (
        "attempt",
        "by_order",
        "digests",
        "findings",
        "groups",
        "item",
        "items",
        "model",
        "score",
        "status",
    )

    items: list[str]
    groups: list[str]
    model: Codes
    item: Codes
    attempt: Codes
    score: NDArray[np.float64]
    status: Codes
    digests: NDArray[np.uint64]
    findings: tuple[Finding, ...]
    by_order: bool


def _join_task(sheets: list[AnswerSheet], metric: str, models: Sequence[str], *, by_order: bool) -> _Part:
    part = _Part()
    part.findings, part.by_order = (), False
    if by_order:
        sheets, part.findings = align_by_order(sheets)
        part.by_order = bool(part.findings)
    else:
        refuse_order(sheets)
    part.items, codes, part.digests, clashes = _code_items(sheets)
    if any(has_repeats(sheet, code) for sheet, code in zip(sheets, codes, strict=True)):
        sheets, repeated = drop_repeats(sheets)
        part.findings += repeated
        part.items, codes, part.digests, clashes = _code_items(sheets)
    if clashes or _share_no_item(codes, len(part.items)):
        aligned = _align_by_content(sheets)
        if aligned is None and clashes:
            raise _contents_differ(sheets, clashes)
        if aligned is not None:
            sheets, said = aligned
            part.findings += said
            part.items, codes, part.digests, _ = _code_items(sheets)
    part.groups = _groups_of(sheets, codes, part.items)
    part.model = np.repeat([models.index(s.model) for s in sheets], [len(s.ids) for s in sheets])
    part.item = np.concatenate(codes)
    part.attempt = np.concatenate([np.asarray(s.attempts, dtype=np.intp) for s in sheets])
    part.score = np.concatenate([_metric_column(s, metric) for s in sheets])
    given = np.concatenate([np.frombuffer(bytes(s.statuses), dtype=np.uint8) for s in sheets]).astype(np.intp)
    scored = np.isfinite(part.score)
    part.status = np.where(scored, ANSWERED, np.where(given == ANSWERED, MISSING, given))
    return part


def _metric_column(sheet: AnswerSheet, metric: str) -> NDArray[np.float64]:
    if metric not in sheet.scores:
        return np.full(len(sheet.ids), np.nan)
    return np.array(sheet.scores[metric], dtype=np.float64)


def _code_items(
    sheets: Sequence[AnswerSheet],
) -> tuple[list[str], list[Codes], NDArray[np.uint64], list[str]]:
    """Return the items, of each sheet their numbers, their digests, and ids that stand for different things."""
    numbers: dict[str, int] = {}
    codes: list[Codes] = []
    for sheet in sheets:
        if codes and (sheet.ids is sheets[0].ids or sheet.ids == sheets[0].ids):  # as a rule
            codes.append(codes[0])
            continue
        every = (numbers.setdefault(name, len(numbers)) for name in sheet.ids)
        codes.append(np.fromiter(every, dtype=np.intp, count=len(sheet.ids)))
    digests = np.zeros(len(numbers), dtype=np.uint64)
    wrong = np.zeros(len(numbers), dtype=np.bool_)
    for sheet, code in zip(sheets, codes, strict=True):
        own = np.array(sheet.digests, dtype=np.uint64)
        before = digests[code]
        wrong[code[(own != 0) & (before != 0) & (own != before)]] = True
        digests[code] = np.where(before == 0, own, before)
    items = list(numbers)
    return items, codes, digests, [items[i] for i in np.flatnonzero(wrong).tolist()]


def _share_no_item(codes: Sequence[Codes], count: int) -> bool:
    first = np.zeros(count, dtype=np.bool_)
    first[codes[0]] = True
    return any(not first[other].any() for other in codes[1:] if other.size and codes[0].size)


def _align_by_content(sheets: list[AnswerSheet]) -> tuple[list[AnswerSheet], tuple[Finding, ...]] | None:
    """Return the sheets with ids of the first one, by digests; None where they do not settle it."""
    first, *others = sheets
    known = dict(zip(first.digests, first.ids, strict=True))
    if 0 in known or len(set(first.ids)) != len(known):
        return None
    renamed = [first]
    for sheet in others:
        shared = sum(digest in known for digest in sheet.digests)
        if (
            0 in sheet.digests
            or len(set(sheet.ids)) != len(set(sheet.digests))
            or 2 * shared < len(sheet.ids)
        ):
            return None
        pairs = zip(sheet.digests, sheet.ids, strict=True)
        renamed.append(
            replace(sheet, ids=[known.get(digest, f"{name} (another item)") for digest, name in pairs])
        )
    message = (
        f"the ids of {quote_text(first.task)} differ between the logs, but the items are the same by their text and "
        "target: they were paired by content"
    )
    return renamed, (Finding(code="BO387", severity=Severity.WARNING, message=message),)


def _contents_differ(sheets: Sequence[AnswerSheet], clashes: Sequence[str]) -> InputError:
    return InputError(
        f"{write_count(len(clashes), 'item')} of {quote_text(sheets[0].task)} have the same id in different "
        "logs but another "
        f"text or target: {join_with_commas(map(quote_text, clashes))}",
        where=join_with_commas((sheet.source for sheet in sheets), most=3),
        fix="run the models on the same version of the task, in the same order; or give the logs of one version only",
        code="BO544",
    )


def _groups_of(sheets: Sequence[AnswerSheet], codes: Sequence[Codes], items: Sequence[str]) -> list[str]:
    """Return the group of each item, "" where no answer names one; refuse an item in two."""
    groups = [""] * len(items)
    for sheet, code in zip(sheets, codes, strict=True):
        for place, group in zip(code.tolist(), sheet.groups, strict=False):
            if group and groups[place] not in ("", group):
                raise InputError(
                    f"item {quote_text(items[place])} is in two groups: {quote_text(groups[place])} and "
                    f"{quote_text(group)}",
                    where=sheet.source,
                    fix="give every item one group, or name another --group-column",
                    code="BO277",
                )
            groups[place] = groups[place] or group
    return groups


def _code_groups(named: Sequence[str], items: Sequence[str]) -> tuple[tuple[str, ...], Codes | None]:
    if not any(named):
        return (), None
    full = [
        shorten(group, most=200) or f"item {shorten(item)}" for group, item in zip(named, items, strict=True)
    ]
    numbers = {name: i for i, name in enumerate(dict.fromkeys(full))}
    return tuple(numbers), np.array([numbers[name] for name in full], dtype=np.intp)


def _count_within(model: Codes, item: Codes) -> Codes:
    """Return of rows sorted by model and item their number within both: 0, 1, …."""
    new = np.ones(model.size, dtype=np.bool_)
    new[1:] = (np.diff(model) != 0) | (np.diff(item) != 0)
    starts = np.flatnonzero(new)
    counted_from: Codes = np.arange(model.size) - np.repeat(starts, np.diff(np.append(starts, model.size)))
    return counted_from


def digest_items(evidence: ItemEvidence) -> str:
    """Return a digest of names, scores and statuses, the same whatever files they came in."""
    names = "\n".join([*evidence.models, "", *evidence.tasks, "", *evidence.items])
    content = sha256(names.encode("utf-8", "surrogatepass"))
    for codes in (evidence.item_task, evidence.model, evidence.item, evidence.attempt, evidence.status):
        content.update(np.ascontiguousarray(codes, dtype="<i8").tobytes())
    content.update(np.ascontiguousarray(evidence.score + 0.0, dtype="<f8").tobytes())
    return f"sha256:{content.hexdigest()}"
