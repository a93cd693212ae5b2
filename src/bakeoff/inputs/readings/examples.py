"""Tables of single examples: items that are right or wrong, and rows of several classifiers under one id."""

from collections.abc import Mapping, Sequence
from shlex import join

import numpy as np

from bakeoff.core.errors import ReadingError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.readings import LEFT_ASIDE, Alternative, ColumnRole, Doubt, Reading, Shape, Weight
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions, RowsAre
from bakeoff.inputs.predictions.grades import Grade, grade_column
from bakeoff.inputs.predictions.prediction_columns import PredictionColumns
from bakeoff.inputs.predictions.prediction_spellings import (
    ITEM_NAMES,
    PredictionRole,
    graded_classifier,
    prediction_role,
    snake_key,
)
from bakeoff.inputs.predictions.unclear_words import OUTCOMES, doubt_words
from bakeoff.inputs.readings.known_names import share_of_methods
from bakeoff.inputs.readings.plans import SAID_ASIDE, source_of
from bakeoff.inputs.readings.row_words import RowKind, row_kind
from bakeoff.inputs.table.cell_numbers import looks_numeric
from bakeoff.inputs.table.grid import Column, Grid, exclude_columns
from bakeoff.inputs.table.marks import MISSING
from bakeoff.inputs.table.roles import is_row_number
from bakeoff.inputs.table.spellings import Role, is_id, is_summary, role_of, spelling_key
from bakeoff.inputs.table.word_columns import Words, read_words

FEWEST = 5  # rows from which on zeros and ones are outcomes rather than scores
_MOST_CLASSIFIERS = 50
_SHORT = 2  # letters of a name, such as A and B, that is a classifier's as likely as anything


def holds_outcomes(grid: Grid, *, options: ReadOptions) -> bool:
    """Say whether every column of numbers holds nothing but zeros and ones, as a glance at the first row shows."""
    if options.rows_are not in (None, RowsAre.EXAMPLES) or options.transpose or grid.height < FEWEST:
        return False
    if any(
        role_of(c.name)[0] in (Role.CLASSIFIER, Role.SCORE, Role.METRIC, Role.REPEAT, Role.FOLD)
        for c in grid.columns
    ):
        return False
    some = exclude_columns(grid.columns, _columns_of_keys(grid, options.id_column))
    return (
        len(some) > 1
        and all(_starts_so(c) or not looks_numeric(c) for c in some)
        and any(map(_starts_so, some))
    )


def lay_outcomes(grid: Grid, *, options: ReadOptions) -> PredictionColumns | None:
    """Return a table whose cells are 0 or 1 as items, one in each row; None if it is none."""
    id_column = options.id_column
    keys = _columns_of_keys(grid, id_column)
    rest = exclude_columns(grid.columns, keys)
    graded = [(c, grade_column(c)) for c in rest if not is_summary(c.name)]
    items = {c.name.strip(): c for c, g in graded if g in (Grade.ZERO_ONE, Grade.WORDS) and c.name.strip()}
    texts = [c for c, g in graded if g is Grade.OTHER and not looks_numeric(c)]
    if len(items) < 2 or len(items) + len(texts) < len(rest) or not _vary(list(items.values())):
        return None
    parts = _find_key_columns(grid, [*keys, *texts], id_column)
    _doubt_answers(grid, items, parts, options)
    every = "0 or 1" if all(looks_numeric(c) for c in items.values()) else "right or wrong"
    message = (
        f"every cell is {every}: each of the {grid.height:,} rows is taken as an item that "
        f"{write_count(len(items), 'classifier')} got "
        "right (1) or wrong (0); if these are predicted classes, add the true class as a column "
        "'y_true'; if rows are datasets: "
        "--rows-are datasets"
    )
    finding = Finding(code="BO334", severity=Severity.NOTE, message=message, detail={"items": grid.height})
    return PredictionColumns(grid=grid.with_findings(finding), parts=parts, answers={}, outcomes=items)


def _doubt_answers(
    grid: Grid, items: Mapping[str, Column], parts: Mapping[PredictionRole, Column], options: ReadOptions
) -> None:
    """Ask about zeros and ones in columns that nothing says to be answers: they may be properties of rows."""
    if options.rows_are is not None or options.id_column is not None or not grid.name:
        return
    doubt_words(grid, items, options=options)
    item = parts.get(PredictionRole.ID)
    is_item = item is not None and (
        snake_key(item.name) in ITEM_NAMES
        or row_kind(item.name) is RowKind.EXAMPLE
        or role_of(item.name)[0] is not None
    )
    names = list(items)
    known = any((len(name) <= _SHORT and name.isalpha()) or graded_classifier(name) for name in names)
    if is_item or known or share_of_methods(names) or not all(map(looks_numeric, items.values())):
        return
    message = (
        f"nothing says that the zeros and ones of {join_with_commas(map(quote_text, names), most=3)} are right and "
        "wrong answers of classifiers: they may be properties of each row"
    )
    raise ReadingError(
        f"this table can be read in more than one way: {message}",
        where=grid.source,
        fix="say which is meant:",
        code="BO560",
        doubts=(Doubt(weight=Weight.SERIOUS, message=message),),
        alternatives=(
            Alternative(
                meaning="each row is an item that each column got right (1) or wrong (0)",
                options=("--rows-are", "examples"),
                source=source_of(grid),
            ),
            *(
                Alternative(
                    meaning=f"{quote_text(name)} is the true class, the other columns are predicted ones",
                    options=("--truth-column", name),
                    source=source_of(grid),
                )
                for name in names[:2]
            ),
        ),
    )


def _columns_of_keys(grid: Grid, id_column: str | None) -> list[Column]:
    """Return the columns that tell rows apart: by their names, as numbers of rows, or whole numbers in front."""
    id_key = spelling_key(id_column or "")
    return [
        c
        for place, c in enumerate(grid.columns)
        if _is_key(c)
        or is_row_number(c)
        or (id_key and spelling_key(c.name) == id_key)
        or (place == 0 and _numbers_rows(c))
    ]


def _numbers_rows(column: Column) -> bool:
    """Say whether a column holds a whole number of its own in every row, as that of a user or an image."""
    texts = read_words(column).texts
    return len(texts) == len(column.cells) and all(text.strip().isdigit() for text in texts)


def _find_key_columns(
    grid: Grid, keys: Sequence[Column], id_column: str | None
) -> dict[PredictionRole, Column]:
    """Return which column tells the items apart, and which their tasks."""
    parts: dict[PredictionRole, Column] = {}
    for column in keys:
        texts = read_words(column).texts
        if (id_column and spelling_key(column.name) == spelling_key(id_column)) or (
            PredictionRole.ID not in parts and len(texts) == grid.height
        ):
            parts[PredictionRole.ID] = column
        elif (
            PredictionRole.DATASET not in parts
            and 1 < len(texts) <= grid.height // 2
            and role_of(column.name)[0] is Role.DATASET
        ):
            parts[PredictionRole.DATASET] = column
    return parts


def _is_key(column: Column) -> bool:
    return role_of(column.name)[0] is Role.DATASET or is_id(column.name)


def _starts_so(column: Column) -> bool:
    first = str(column.text()[0] if column.is_numeric else column.cells[0]).strip().casefold()
    return first in OUTCOMES or first in MISSING


def _vary(columns: Sequence[Column]) -> bool:
    return any(len(read_words(c).texts) > 1 for c in columns)


def refuse_stacked(laid: PredictionColumns, *, options: ReadOptions) -> None:
    """Refuse rows of several classifiers under one id whose classifier no column is known to name."""
    if PredictionRole.CLASSIFIER in laid.parts or PredictionRole.ID not in laid.parts or laid.outcomes:
        return
    if _are_rising(laid.parts[PredictionRole.ID]):
        return
    ids = read_words(laid.parts[PredictionRole.ID])
    if len(ids.texts) == ids.codes.size:
        return
    attempt = laid.parts.get(PredictionRole.ATTEMPT)
    if attempt is not None:
        # Attempts are counted; words under 'run' may be names of classifiers.
        if options.repeat_column is None and not looks_numeric(attempt) and set(laid.answers) <= {""}:
            _refuse_named_rows(laid, attempt, ids, is_attempt=True)
        return
    used = {id(c) for c in laid.parts.values()} | {id(a.column) for a in laid.answers.values()}
    used |= {id(n.column) for n in laid.numbers} | ({id(laid.truth.column)} if laid.truth else set())
    for column in laid.grid.columns:
        if id(column) in used or looks_numeric(column):
            continue
        _refuse_named_rows(laid, column, ids)


def _are_rising(ids: Column) -> bool:
    """Say whether ids are numbers of which each is larger than the one before, as mostly; none is there twice then."""
    return isinstance(ids.cells, np.ndarray) and bool((ids.cells[1:] > ids.cells[:-1]).all())


def _refuse_named_rows(
    laid: PredictionColumns, column: Column, ids: Words, *, is_attempt: bool = False
) -> None:
    """Refuse rows of one id that a few words of a column tell apart."""
    words = read_words(column)
    pairs = np.unique(ids.codes * len(words.texts) + words.codes).size
    if 1 < len(words.texts) <= _MOST_CLASSIFIERS and pairs == ids.codes.size:
        raise _stacked_rows_error(laid, column, words.texts, is_attempt=is_attempt)


def _stacked_rows_error(
    laid: PredictionColumns, column: Column, names: Sequence[str], *, is_attempt: bool
) -> ReadingError:
    """Return the error; the rows of one value are a comparison only where they hold several classifiers."""
    grid, name = laid.grid, column.name.strip()
    one = ("--only", f"{name}={names[0]}")
    message = (
        f"each id stands in several rows, which differ in {quote_text(column.name)} "
        f"({join_with_commas(map(quote_text, names), most=3)})"
    )
    fix, offered = (
        "say which is meant:",
        [(f"{quote_text(column.name)} names the classifiers", ("--classifier-column", name))],
    )
    if len({*laid.answers, *(number.classifier for number in laid.numbers)}) > 1:
        offered.append((f"only the rows of {quote_text(names[0])}", one))
    else:
        attempts = f", or with {join(['--repeat-column', name])} where these are attempts of one" * is_attempt
        fix = f"say which is meant; bakeoff estimate judges one classifier by itself, with {join(one)}{attempts}:"
    return ReadingError(
        f"this table can be read in more than one way: {message}",
        where=grid.source,
        fix=fix,
        code="BO560",
        doubts=(Doubt(weight=Weight.SERIOUS, message=message),),
        alternatives=tuple(
            Alternative(meaning=meaning, options=options, source=source_of(grid))
            for meaning, options in offered
        ),
    )


def describe_predictions(laid: PredictionColumns, *, given: Grid) -> Reading:
    """Return how a table of single examples was read, with the role of each column."""
    roles: dict[int, ColumnRole] = {}
    for part, column in laid.parts.items():
        roles[id(column)] = ColumnRole(name=column.name.strip(), role=str(part))
    if laid.truth is not None:
        roles[id(laid.truth.column)] = ColumnRole(name=laid.truth.column.name.strip(), role="truth")
    for answers in laid.answers.values():
        roles[id(answers.column)] = ColumnRole(name=answers.column.name.strip(), role="classifier")
    for column in laid.outcomes.values():
        roles[id(column)] = ColumnRole(
            name=column.name.strip(), role="classifier" if "" not in laid.outcomes else "outcome"
        )
    for number in laid.numbers:
        what = f"scores of {quote_text(number.classifier)}" if number.classifier else "scores"
        label = f" for the class {quote_text(number.label)}" if number.label else ""
        roles[id(number.column)] = ColumnRole(
            name=number.column.name.strip(), role="probability", why=f"{what}{label}"
        )
    kept = {c.name.strip() for c in laid.grid.columns}
    return Reading(
        shape=Shape.OUTCOMES if laid.outcomes else Shape.PREDICTIONS,
        columns=tuple(
            roles.get(id(c))
            or ColumnRole(
                name=c.name.strip(),
                role=LEFT_ASIDE,
                why=_why_aside(c.name) if c.name.strip() in kept else SAID_ASIDE,
            )
            for c in given.columns
        ),
        reasons=(
            "rows are single examples, by the columns "
            + join_with_commas(quote_text(r.name) for r in roles.values()),
        ),
    )


def _why_aside(name: str) -> str:
    """Return why a column is no classifier's; one that is called a category may hold the very classes of the truth."""
    if prediction_role(name)[0] is PredictionRole.ASIDE:
        return "it is called as what examples have, not what is said of them"
    return "it holds neither classes nor scores of them"
