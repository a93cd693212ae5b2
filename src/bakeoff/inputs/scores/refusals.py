"""The refusal of cells that are no scores: all of them at once, each with its place."""

import re
from collections.abc import Callable, Sequence

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.table.cell_numbers import BadCell, Numbers
from bakeoff.inputs.table.grid import Column, Grid

Subject = Callable[[BadCell], str]  # whose score a cell should be

_WHAT = {
    "BO012": ("is not a number", "are not numbers"),
    "BO013": ("is infinite", "are infinite"),
    "BO014": ("is a date", "are dates"),
    "BO015": ("is not clear", "are not clear"),
}
_MOST = 5


def refuse_bad_cells(numbers: Numbers, grid: Grid, columns: Sequence[Column], subject: Subject) -> None:
    """Raise the error for the bad cells of some columns, if there are any."""
    if not numbers.bad:
        return
    code = min(cell.why for cell in numbers.bad)
    bad = [cell for cell in numbers.bad if cell.why == code]
    raise InputError(
        _describe_cells(code, bad, subject),
        where=_locate_cells(grid, columns, bad),
        fix=_advise(code, bad),
        code=code,
    )


def refuse_mixed_percent(numbers: Numbers, grid: Grid, columns: Sequence[Column]) -> None:
    """Refuse cells with a % sign among fractions without one."""
    if numbers.percent is None:
        return
    values = numbers.values
    plain = ~numbers.percent & (values > 0) & (values <= 1)
    if not plain.any() or not (values[numbers.percent] > 1.5).any():
        return
    row, column = (int(i) for i in np.argwhere(plain)[0])
    raise InputError(
        f"some scores are percentages with a % sign, others fractions without one, such as {values[row, column]:g}",
        where=grid.where(row, columns[column]),
        fix="write all scores in the same way",
        code="BO028",
    )


def _describe_cells(code: str, bad: list[BadCell], subject: Subject) -> str:
    one, many = _WHAT[code]
    if len(bad) == 1:
        return f"the score of {subject(bad[0])} {one}: {quote_text(bad[0].text)}"
    cells = (f"{subject(cell)}: {quote_text(cell.text)}" for cell in bad)
    return f"{write_count(len(bad), 'score')} {many}: {join_with_commas(cells, most=_MOST)}"


def _locate_cells(grid: Grid, columns: Sequence[Column], bad: list[BadCell]) -> str:
    places = (grid.place(cell.row, columns[cell.column]) for cell in bad)
    if len(bad) == 1:
        return f"{grid.source}, {next(places)}"
    return f"{grid.source}, {'; '.join(place for place, _ in zip(places, range(_MOST), strict=False))}"


def _advise(code: str, bad: list[BadCell]) -> str:
    texts = list(dict.fromkeys(cell.text.strip() for cell in bad))
    match code:
        case "BO013":
            return "leave the cell empty if the run failed; an infinite score cannot be ranked"
        case "BO014":
            return "spreadsheets turn numbers such as 1.5 into dates: format the column as numbers and export again"
        case "BO015":
            return (
                f"say what the comma in {quote_text(texts[0])} is: --decimal ',' for a decimal comma, else "
                "--decimal '.'"
            )
    if all(re.match(r"[-+]?\d*[.,]?\d", text) for text in texts):
        return "write the number alone, without marks; leave the cell empty if the run failed"
    marks = " ".join(f"--missing-marks {quote_text(text)}" for text in texts[:3])
    return f"leave the cell empty if the run failed, or name such marks with {marks}"


def predictions_error(label: str) -> InputError:
    """Return the error for predictions whose columns cannot be told apart, so that they are read as no other kind."""
    return InputError(
        "these are predictions of single examples, not scores of whole datasets",
        where=label,
        fix="name their columns: --truth-column, and --id-column if there are ids; or give one score for each "
        "classifier and dataset (or fold)",
        code="BO043",
    )
