"""From sheets to one column for each classifier: every example once, contradictions refused."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.predictions.alignment import Examples
from bakeoff.inputs.predictions.class_labels import EMPTY
from bakeoff.inputs.predictions.sheets import Sheet
from bakeoff.inputs.table.grid import Column
from bakeoff.inputs.table.word_columns import read_words

ABSENT = -1  # the code of an example that a classifier has no row for

Values = Ints | Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetValues:
    """The values that one sheet has for one classifier, or for the truth."""

    sheet: int
    column: Column
    values: Values  # for each row of the sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledColumn:
    """One value for each example, of a classifier or (whose is empty) of the truth."""

    whose: str
    values: Values  # ABSENT or EMPTY where there is none
    pieces: tuple[SheetValues, ...]

    def where(self, example: int, examples: Examples, sheets: Sequence[Sheet]) -> str:
        """Say where the value of an example stands."""
        for piece in self.pieces:
            rows = np.flatnonzero(examples.rows[piece.sheet] == example)
            if rows.size:
                return sheets[piece.sheet].where(int(rows[0]), piece.column)
        return join_with_commas(dict.fromkeys(sheets[piece.sheet].table.grid.source for piece in self.pieces))


def fill_column(
    pieces: Sequence[SheetValues], examples: Examples, sheets: Sequence[Sheet], *, whose: str
) -> FilledColumn:
    """Return one value for each example, ABSENT where there is none; refuse two values for one example."""
    if len(pieces) == 1 and _is_every_example(examples.rows[pieces[0].sheet], examples.size):
        return FilledColumn(whose=whose, values=pieces[0].values, pieces=tuple(pieces))
    kind = pieces[0].values.dtype if pieces else np.dtype(np.int64)
    filled: NDArray[Any] = np.full(examples.size, ABSENT, dtype=kind)
    for piece in pieces:
        rows = examples.rows[piece.sheet]
        before = filled[rows]
        filled[rows] = piece.values
        # What was written last stays: a row that reads back something else contradicts a later one.
        bad = (filled[rows] != piece.values) | ((before != ABSENT) & (before != piece.values))
        if bad.any():
            raise _contradiction_error(int(np.flatnonzero(bad)[0]), piece, examples, sheets, whose)
    return FilledColumn(whose=whose, values=filled, pieces=tuple(pieces))


def _is_every_example(rows: Ints, size: int) -> bool:
    """Say whether rows are the examples one by one, as in a table with nothing special in it."""
    return rows.size == size and bool((rows[1:] > rows[:-1]).all())


def _contradiction_error(
    row: int, piece: SheetValues, examples: Examples, sheets: Sequence[Sheet], whose: str
) -> InputError:
    sheet = sheets[piece.sheet]
    name = examples.name(int(examples.rows[piece.sheet][row]))
    where = sheet.where(row, piece.column)
    if examples.by_order:
        return order_error(where)
    if not whose:
        return InputError(
            f"the true class of {name} is not the same everywhere",
            where=where,
            fix="the tables are about different examples, or one of them is wrong: give predictions of one test set",
            code="BO089",
        )
    return InputError(
        f"{name} has more than one prediction of {quote_text(whose)}",
        where=where,
        fix=_contradiction_fix(row, examples, piece.sheet, sheet),
        code="BO088",
    )


def order_error(where: str) -> InputError:
    """Return the error for tables without ids that do not fit row by row."""
    return InputError(
        "without ids predictions can be joined only if their true classes are the same row by row, "
        "and these are not",
        where=where,
        fix="add the ids of the examples as a column 'id' (or name it with --id-column)",
        code="BO086",
    )


def _contradiction_fix(row: int, examples: Examples, number: int, sheet: Sheet) -> str:
    """Say in which column the rows of one example differ: it may name several settings of a classifier."""
    rows = np.flatnonzero(examples.rows[number] == examples.rows[number][row])
    for column in sheet.table.grid.columns:
        if column.is_numeric or column in [a.column for a in sheet.table.answers.values()]:
            continue
        cells = {column.cells[int(sheet.rows[i])].strip() for i in rows.tolist()}
        if len(cells) > 1 and len(read_words(column).texts) <= 20:
            advice = f"the rows differ in {quote_text(column.name)}: --only {column.name}={min(cells)}"
            return f"keep one row for each example; {advice}"
    return "keep one row for each example and classifier; attempts may be told apart by a column 'attempt'"


def repeated_findings(examples: Examples) -> tuple[Finding, ...]:
    """Return the finding about rows that occur more than once and say the same."""
    rows = sum(int((np.bincount(own)[own] > 1).sum() - (np.bincount(own) > 1).sum()) for own in examples.rows)
    if not rows:
        return ()
    message = f"{write_count(int(rows), 'repeated row')} left out: the same example with the same prediction"
    return (Finding(code="BO354", severity=Severity.WARNING, message=message, detail={"rows": int(rows)}),)


def complete_examples(
    columns: Sequence[FilledColumn], examples: Examples, sheets: Sequence[Sheet], *, options: ReadOptions
) -> tuple[Bools, tuple[Finding, ...]]:
    """Return the examples with a truth and a prediction of everybody; refuse others unless they may be dropped."""
    is_complete = np.ones(examples.size, dtype=np.bool_)
    for column in columns:
        is_complete &= column.values >= 0
    if is_complete.all():
        return is_complete, ()
    if not options.drop_incomplete or not is_complete.any():
        raise _incomplete_error(columns, examples, sheets)
    lost = int((~is_complete).sum())
    message = (
        f"{write_count(lost, 'example')} of {examples.size:,} left out because a prediction or the truth "
        "is missing"
    )
    detail = {"examples": lost, "of": examples.size}
    return is_complete, (Finding(code="BO353", severity=Severity.WARNING, message=message, detail=detail),)


def _incomplete_error(
    columns: Sequence[FilledColumn], examples: Examples, sheets: Sequence[Sheet]
) -> InputError:
    code = EMPTY if any((column.values == EMPTY).any() for column in columns) else ABSENT
    column = next(column for column in columns if (column.values == code).any())
    missing = np.flatnonzero(column.values == code).tolist()
    some = join_with_commas((examples.name(i) for i in missing), most=3)
    where = column.where(missing[0], examples, sheets)
    drop = "or pass --drop-incomplete to leave such examples out for all"
    if code == EMPTY:
        has = (
            f"{quote_text(column.whose)} has an empty prediction (or a mark such as NaN)"
            if column.whose
            else "the true class is missing"
        )
        return InputError(f"{has} for {some}", where=where, fix=f"fill it in, {drop}", code="BO092")
    has = f"{quote_text(column.whose)} has no prediction" if column.whose else "there is no true class"
    if examples.by_order:
        return InputError(
            f"the tables have no ids and different numbers of rows: {has} for {some}",
            where=where,
            fix="add the ids of the examples as a column 'id' (or name it with --id-column)",
            code="BO086",
        )
    if not _shares_examples(column, columns):
        drop = "or check that the ids are written in the same way everywhere"
    what = f"{has} for {write_count(len(missing), 'example')} that others have: {some}"
    return InputError(what, where=where, fix=f"predict those examples too, {drop}", code="BO087")


def _shares_examples(column: FilledColumn, columns: Sequence[FilledColumn]) -> bool:
    """Say whether a classifier has an example in common with all the others."""
    is_present = column.values >= 0
    return all(bool((is_present & (other.values >= 0)).any()) for other in columns)
