"""Answers that have nothing but their order: refused unless pairing by position is asked for, and checked then."""

from collections.abc import Sequence
from dataclasses import replace

from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding
from bakeoff.core.words import quote_text
from bakeoff.inputs.items.by_order import MISFIT, PAIRED_BY, paired_by_order
from bakeoff.inputs.logs.sheets import AnswerSheet
from bakeoff.inputs.messages import join_with_commas

POSITION = PAIRED_BY


def refuse_order(sheets: Sequence[AnswerSheet]) -> None:
    """Refuse logs whose ids are places in their files, where nothing shows that the items are the same."""
    loose = [s for s in sheets if s.by_position and 0 in s.digests]
    if len({sheet.source for sheet in loose}) < 2:  # rows of one table stand side by side
        return
    raise InputError(
        f"the answers to {quote_text(sheets[0].task)} have no ids, and no text or target shows which items they are of",
        where=_sheet_sources(loose),
        fix="add ids; or, if every file has the same items in the same order, ask for it: --pair-by position",
        code="BO602",
    )


def align_by_order(sheets: Sequence[AnswerSheet]) -> tuple[list[AnswerSheet], tuple[Finding, ...]]:
    """Return the sheets with the ids of the first one, row by row, and the finding; refuse what contradicts that."""
    first, *others = sheets
    for sheet in others:
        _check_order(first, sheet)
    if not others or all(s.ids == first.ids and not s.by_position for s in others):
        return list(sheets), ()
    named = [first, *(replace(sheet, ids=list(first.ids)) for sheet in others)]
    return named, (paired_by_order(len(sheets), where=_sheet_sources(sheets)),)


def _check_order(first: AnswerSheet, other: AnswerSheet) -> None:
    if len(first.ids) != len(other.ids):
        raise _order_error(
            first,
            other,
            f"{len(first.ids):,} answers in one log and {len(other.ids):,} in another have no common order",
        )
    if first.ids != other.ids and not set(first.ids).isdisjoint(other.ids):
        row = next(i for i, (a, b) in enumerate(zip(first.ids, other.ids, strict=True)) if a != b)
        raise _order_error(
            first,
            other,
            f"the answers have ids, and their order contradicts them: row {row + 1} is {quote_text(first.ids[row])} in "
            f"one log and {quote_text(other.ids[row])} in another",
        )
    for row, (a, b) in enumerate(zip(first.digests, other.digests, strict=True)):
        if a and b and a != b:
            raise _order_error(
                first, other, f"row {row + 1} has another text or target in one log than in the other"
            )


def _order_error(first: AnswerSheet, other: AnswerSheet, what: str) -> InputError:
    return InputError(
        f"{quote_text(first.task)}: {what}",
        where=f"--pair-by position, {_sheet_sources((first, other))}",
        fix="leave --pair-by out where ids pair the answers; otherwise give logs of the same items in the same order",
        code=MISFIT,
    )


def _sheet_sources(sheets: Sequence[AnswerSheet]) -> str:
    return join_with_commas((sheet.source for sheet in sheets), most=3)
