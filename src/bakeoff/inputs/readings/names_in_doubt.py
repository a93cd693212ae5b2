"""Names of rows and columns that say no dataset: measures, and one word with a number."""

from collections.abc import Sequence

from bakeoff.core.errors import ReadingError
from bakeoff.core.measure_names import find_measure
from bakeoff.core.readings import Doubt, Weight
from bakeoff.core.words import quote_text
from bakeoff.inputs.readings.folds import fold_columns
from bakeoff.inputs.readings.plans import Plan, name_list
from bakeoff.inputs.readings.vocabulary import Kind, kind_of
from bakeoff.inputs.scores.resample_names import counted_word
from bakeoff.inputs.table.grid import Column
from bakeoff.inputs.table.spellings import Role, role_of


def doubt_measure_rows(plan: Plan, names: Column | None) -> None:
    """Doubt rows that are measures, or summaries in the midst of others."""
    if names is None or plan.options.rows_are is not None or role_of(names.name)[0] is Role.METRIC:
        return
    if len(names.cells) > 300:
        return
    rows = [t.strip() for t in names.text()]
    some = rows[:: max(1, len(rows) // 9)]  # half of the rows or more would be measures: a few of these, too
    if not any(find_measure(r) is not None or kind_of(r) in (Kind.TIME, Kind.COUNT) for r in some):
        return
    measures = [r for r in rows if find_measure(r) is not None or kind_of(r) in (Kind.TIME, Kind.COUNT)]
    if len(measures) >= 2 and len(measures) * 2 >= len(rows):
        if len({known.higher_is_better for r in measures if (known := find_measure(r)) is not None}) > 1:
            raise _contrary_rows_error(plan, measures)
        plan.doubt(f"the rows ({name_list(measures)}) are measures, not datasets", weight=Weight.SERIOUS)
        plan.offer("the rows are datasets", "--rows-are", "datasets")


def _contrary_rows_error(plan: Plan, rows: list[str]) -> ReadingError:
    """Return the error of rows that name measures of contrary directions, which nobody may judge together."""
    message = (
        f"the rows ({name_list(rows)}) name measures of which some should be high and others low: they cannot be "
        "judged together"
    )
    return ReadingError(
        message,
        where=plan.grid.source,
        fix="keep the rows of one measure; a table with a row for each score names it in a column 'metric', and "
        "--metric chooses",
        code="BO560",
        doubts=(Doubt(weight=Weight.SERIOUS, message=message),),
    )


def doubt_counted_columns(plan: Plan, kept: Sequence[str]) -> None:
    """Doubt columns that are one unknown word and a number each: folds in another language, or datasets."""
    word = counted_word(kept)
    if word is None or fold_columns(kept) is not None:
        return
    plan.doubt(
        f"the columns ({name_list(list(kept), most=3)}) are called {quote_text(word)} and a number: they may be "
        "resamples of one dataset (folds, seeds, runs) or datasets",
        weight=Weight.SERIOUS,
    )
    plan.offer("the columns are resamples of one dataset", "--columns-are", "resamples")
    plan.offer("the columns are datasets", "--columns-are", "datasets")


def doubt_counted_rows(plan: Plan, names: Column | None) -> None:
    """Doubt rows that are one unknown word and a number each, where no header calls them datasets."""
    rows = [] if names is None else [t.strip() for t in names.text()]
    word = counted_word(rows) if plan.options.rows_are is None else None
    if word is None or fold_columns(rows) is not None:
        return
    plan.doubt(
        f"the rows ({name_list(rows, most=3)}) are called {quote_text(word)} and a number: they may be resamples of "
        "one dataset (folds, seeds, runs) or datasets",
        weight=Weight.SERIOUS,
    )
    plan.offer("the rows are resamples of one dataset", "--rows-are", "resamples")
    plan.offer("the rows are datasets", "--rows-are", "datasets")
