"""Answers that a log holds twice: read once where they are the same, refused where they differ."""

from array import array
from collections.abc import Sequence
from dataclasses import replace
from math import isnan

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.items import Codes
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.logs.sheets import AnswerSheet


def has_repeats(sheet: AnswerSheet, code: Codes) -> bool:
    """Say whether an attempt at an item is there twice; `code` has the number of each row's item."""
    if sheet.repeats_are_attempts or not code.size or np.bincount(code).max() == 1:
        return False
    attempts = np.asarray(sheet.attempts, dtype=np.int64)
    return bool(np.unique(np.column_stack([code, attempts]), axis=0).shape[0] < code.size)


def drop_repeats(sheets: Sequence[AnswerSheet]) -> tuple[list[AnswerSheet], tuple[Finding, ...]]:
    """Return the sheets without rows that repeat another, and the finding; refuse rows that contradict another."""
    kept, dropped = [], {}
    for sheet in sheets:
        rows = list(range(len(sheet.ids))) if sheet.repeats_are_attempts else _first_rows(sheet)
        if len(rows) < len(sheet.ids):
            dropped[sheet.source] = len(sheet.ids) - len(rows)
        kept.append(_keep_rows(sheet, rows))
    if not dropped:
        return kept, ()
    some = "; ".join(f"{quote_text(source)}: {write_count(n, 'answer')}" for source, n in dropped.items())
    message = (
        f"answers that are there twice with the same scores were read once ({some}): was a run appended?"
    )
    return kept, (Finding(code="BO607", severity=Severity.WARNING, message=message, detail=dropped),)


def _first_rows(sheet: AnswerSheet) -> list[int]:
    first: dict[tuple[str, int], int] = {}
    for row, key in enumerate(zip(sheet.ids, sheet.attempts, strict=True)):
        before = first.setdefault(key, row)
        if before != row and _answer_content(sheet, row) != _answer_content(sheet, before):
            which = "" if key[1] < 0 else f", attempt {key[1]}"
            raise InputError(
                f"the answer of {quote_text(sheet.model)} to item {quote_text(key[0])}{which} of "
                f"{quote_text(sheet.task)} is there twice, with different scores",
                where=sheet.source,
                fix="give the log of one run: two were written into one file, or ids were given twice",
                code="BO275",
            )
    return list(first.values())


def _answer_content(sheet: AnswerSheet, row: int) -> tuple[object, ...]:
    scores = (None if isnan(column[row]) else column[row] for column in sheet.scores.values())
    return sheet.statuses[row], sheet.digests[row], *scores


def _keep_rows(sheet: AnswerSheet, rows: Sequence[int]) -> AnswerSheet:
    if len(rows) == len(sheet.ids):
        return sheet
    return replace(
        sheet,
        ids=[sheet.ids[row] for row in rows],
        attempts=array("q", (sheet.attempts[row] for row in rows)),
        statuses=bytearray(sheet.statuses[row] for row in rows),
        digests=array("Q", (sheet.digests[row] for row in rows)),
        groups=[sheet.groups[row] for row in rows if row < len(sheet.groups)],
        scores={name: array("d", (column[row] for row in rows)) for name, column in sheet.scores.items()},
    )
