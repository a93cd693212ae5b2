"""Numbers of right or wrong answers beside how many there were: the score is their share."""

import re
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ReadingError, UsageError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.readings import Doubt, Weight
from bakeoff.core.words import quote_text
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.readings.plans import offer
from bakeoff.inputs.table.grid import Column, Grid, exclude_columns
from bakeoff.inputs.table.spellings import as_words, is_measure, spelling_key

_HOW_MANY = r"(?:n|no|num|number|total|#)(?: of)? "
_NOUN = r"(?:examples?|items?|questions?|problems?|samples?|instances?|tests?|cases?|trials?|answers?|tasks?|total)"
_TOTAL = re.compile(rf"n|total|support|{_NOUN}|{_HOW_MANY}{_NOUN}|{_NOUN} (?:total|count|number)")
_SHARES = {
    measure: re.compile(
        rf"(?:(?P<who>.+?)[\s_.:/-]+)?#?[\s_.-]*(?:{words})(?:[\s_.-]+(?:answers|count))?", re.IGNORECASE
    )
    for measure, words in (
        ("accuracy", "correct|right|passed|solved|resolved|hits"),
        ("error rate", "errors|wrong|incorrect|mistakes|misclassified"),
    )
}
_COUNTED = re.compile(r"(?:^|[\s_.:/-]+)(?:n|no|num|number|#)(?:[\s_.-]+of)?$", re.IGNORECASE)
_NUMBER = re.compile(r"(?:n|no|num|number|#) ")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counts:
    """A column of counts: what their share is called, and the number of answers that they are of."""

    column: Column
    name: str
    values: Floats
    totals: Floats

    @property
    def may_be_percent(self) -> bool:
        """Whether the numbers could also be percentages: of a hundred answers or more, never more than a hundred."""
        is_called_number = _NUMBER.match(as_words(self.column.name)) is not None
        is_percent_like = self.values.max() <= 100 <= self.totals.min() and self.totals.max() > 100
        return bool(is_percent_like and not is_called_number)


def share_counts(grid: Grid, *, options: ReadOptions) -> tuple[Grid, ReadOptions]:
    """Return a grid of scores in which counts beside their totals have become shares, and the options for it.

    ``--score-column correct/total`` says which to divide. Counts that may be percentages as well are asked about.
    """
    if options.score_column is not None:
        return _divide_as_told(grid, options)
    total, of = _find_totals(grid)
    if total is None or of is None or options.metric is not None:
        return grid, options
    counts = [found for column in grid.columns if (found := _find_counts(column, of)) is not None]
    others = exclude_columns(grid.columns, [total, *(found.column for found in counts)])
    if not counts or any(is_measure(column.name) for column in others):
        return grid, options
    if any(found.may_be_percent for found in counts):
        if len(counts) > 1:
            return grid, options  # classifiers of a wide table, whose counts are asked about there
        raise _percent_error(grid, counts[0].column, total)
    return _with_shares(grid, total, counts), options


def _find_totals(grid: Grid) -> tuple[Column | None, Floats | None]:
    """Return the column that says of how many answers counts are, and its numbers."""
    for column in grid.columns:
        if _TOTAL.fullmatch(as_words(column.name)):
            of = _whole_numbers(column)
            if of is not None and of.min() >= 1:
                return column, of
    return None, None


def _divide_as_told(grid: Grid, options: ReadOptions) -> tuple[Grid, ReadOptions]:
    told = str(options.score_column)
    names = {spelling_key(column.name): column for column in grid.columns}
    parts = told.split("/")
    if (
        spelling_key(told) in names
        or len(parts) != 2
        or not all(spelling_key(part) in names for part in parts)
    ):
        return grid, options
    counted, total = (names[spelling_key(part)] for part in parts)
    of = _whole_numbers(total)
    values = _whole_numbers(counted)
    if of is None or values is None or of.min() < 1 or (values > of).any():
        raise UsageError(
            f"{quote_text(counted.name)} cannot be divided by {quote_text(total.name)}: both must be whole numbers, "
            "the first never larger than the second",
            where=f"--score-column, {grid.source}",
            fix="name two such columns, or one column of scores",
            code="BO021",
        )
    found = _Counts(column=counted, name=_share_name(counted.name) or "score", values=values, totals=of)
    return _with_shares(grid, total, [found]), replace(options, score_column=found.name)


def _find_counts(column: Column, of: Floats) -> _Counts | None:
    name = _share_name(column.name)
    values = None if name is None else _whole_numbers(column)
    if name is None or values is None or (values > of).any() or values.max() <= 1:
        return None
    return _Counts(column=column, name=name, values=values, totals=of)


def _share_name(name: str) -> str | None:
    """Return what the share is called, after what stands before the word for right or wrong answers.

    >>> _share_name("n_correct"), _share_name("GPT_correct"), _share_name("num_errors"), _share_name("score")
    ('accuracy', 'GPT accuracy', 'error rate', None)
    """
    for measure, pattern in _SHARES.items():
        if match := pattern.fullmatch(name.strip()):
            return f"{_COUNTED.sub('', match['who'] or '')} {measure}".strip()
    return None


def _whole_numbers(column: Column) -> Floats | None:
    values = column.cells if isinstance(column.cells, np.ndarray) else column.finite_floats
    if values is None or not len(values) or not np.isfinite(values).all():
        return None
    is_whole = (values == np.floor(values)) & (values >= 0)
    return np.asarray(values, dtype=np.float64) if is_whole.all() else None


def _with_shares(grid: Grid, total: Column, counts: list[_Counts]) -> Grid:
    shares = {
        id(found.column): replace(found.column, name=found.name, cells=found.values / found.totals)
        for found in counts
    }
    columns = tuple(shares.get(id(column), column) for column in exclude_columns(grid.columns, [total]))
    divided = tuple(found.column.name.strip() for found in counts)
    what = "the score is" if len(counts) == 1 else "scores are"
    message = (
        f"{what} {join_with_commas(map(quote_text, divided), most=3)} divided by {quote_text(total.name)}: "
        f"{'wrong' if 'error rate' in counts[0].name else 'right'} answers of all"
    )
    detail = {"columns": divided, "total": total.name.strip()}
    finding = Finding(code="BO335", severity=Severity.NOTE, message=message, detail=detail)
    return replace(grid, columns=columns).with_findings(finding)


def _percent_error(grid: Grid, counted: Column, total: Column) -> ReadingError:
    message = (
        f"{quote_text(counted.name)} may hold numbers of answers, of as many as {quote_text(total.name)} says, "
        "or percentages"
    )
    divided = f"{counted.name.strip()}/{total.name.strip()}"
    return ReadingError(
        f"this table can be read in more than one way: {message}",
        where=grid.source,
        fix="say which is meant:",
        code="BO560",
        doubts=(Doubt(weight=Weight.SERIOUS, message=message),),
        alternatives=(
            offer(grid, "they are numbers of answers: the score is their share", "--score-column", divided),
            offer(grid, "they are percentages", "--score-column", counted.name.strip()),
        ),
    )
