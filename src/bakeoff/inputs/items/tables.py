"""A table of items, told by the names of its columns: long (model, item, score) or wide (a column for each model)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.errors import InputError, UsageError
from bakeoff.core.items import ItemEvidence
from bakeoff.core.measure_names import measure_words
from bakeoff.core.measures import lower_is_better
from bakeoff.core.readings import LEFT_ASIDE, ColumnRole, Reading, Shape
from bakeoff.core.words import quote_text
from bakeoff.inputs.items.columns import ItemColumns, make_item_evidence, unfold_wide
from bakeoff.inputs.items.parts import leave_parts_out
from bakeoff.inputs.items.wide_scores import find_item_scores
from bakeoff.inputs.options import ReadOptions, RowsAre
from bakeoff.inputs.predictions.prediction_spellings import (
    ITEM_NAMES,
    PredictionRole,
    prediction_role,
    snake_key,
    spellings_of,
)
from bakeoff.inputs.readings.plans import Plan
from bakeoff.inputs.readings.row_doubts import doubt_kinds_of_examples
from bakeoff.inputs.readings.row_words import RowKind, row_kind
from bakeoff.inputs.table.cell_numbers import looks_numeric
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.roles import (
    guess_dataset_column,
    keep_only_rows,
    leave_columns_aside,
    unknown_column_error,
)
from bakeoff.inputs.table.spellings import Role, is_measure, role_of

TASK = frozenset(
    {"task", "task_name", "benchmark", "subset", "subject", "subtask", "dataset", "dataset_name"}
)
ATTEMPT = frozenset(
    {
        "attempt",
        "epoch",
        "run",
        "run_id",
        "sample_index",
        "trial",
        "repeat",
        "repetition",
        "seed",
        "iteration",
    }
)
GROUP = frozenset(
    {
        "group", "group_id", "cluster", "cluster_id", "document", "document_id", "passage", "passage_id", "template",
        "user_id",
    }
)  # fmt: skip
STATUS = frozenset({"status"})
_SCORE_WORDS = frozenset({"score", "rating", "grade", "points", "reward"})
_MISSING = frozenset({"", "na", "n/a", "nan", "null", "none", "-", "–", "?"})


def items_in(grid: Grid, *, options: ReadOptions) -> ItemEvidence | None:
    """Return the items of a table whose columns are named as those of items are; None where they are not."""
    kept = leave_columns_aside(keep_only_rows(grid, options=options), options=options)
    columns = {snake_key(c.name): c for c in kept.columns}
    named = find_named_column(grid, columns, options.id_column, "--id-column")
    item = named or find_first_column(columns, ITEM_NAMES)
    if _has_answers(columns) or options.truth_column is not None:
        return None
    if item is not None and (long := _read_long_items(grid, columns, item, options)) is not None:
        return long
    if item is None and find_role_column(columns, Role.CLASSIFIER) is not None:
        by_word = _find_repeated(kept, columns)
        if by_word is None:
            return None
        doubt_kinds_of_examples(Plan(grid=grid, options=options, shape=Shape.ITEMS), by_word)
        return _read_long_items(grid, columns, by_word, options)
    item = item or _find_examples(kept, options)
    return None if item is None else _read_wide_items(grid, kept, item, options)


def _find_repeated(grid: Grid, columns: Mapping[str, Column]) -> Column | None:
    """Return the column that names examples by its word, of which every model has each."""
    model = find_role_column(columns, Role.CLASSIFIER)
    models = [] if model is None else read_texts(model)
    for column in grid.columns:
        if row_kind(column.name) is not RowKind.EXAMPLE:
            continue
        items = read_texts(column)
        if len(set(items)) * len(set(models)) == len(items) == len(set(zip(items, models, strict=True))):
            return column
    return None


def _find_examples(grid: Grid, options: ReadOptions) -> Column | None:
    """Return the column that names examples by its word, or, where rows were said to be such, the names of rows."""
    names = next((c for c in grid.columns if not looks_numeric(c)), grid.columns[0])
    by_word = next((c for c in (grid.columns[0], names) if row_kind(c.name) is RowKind.EXAMPLE), None)
    if options.rows_are != RowsAre.EXAMPLES:
        return by_word
    index, _ = guess_dataset_column(grid, ())
    if by_word is not None or index is not None:
        return by_word or grid.columns[index or 0]
    numbers = [str(i + 1) for i in range(grid.height)]
    return Column(name="row", cells=numbers, position=0)


def _has_answers(columns: dict[str, Column]) -> bool:
    """Say whether a column has true or predicted classes, or says of each answer whether it is right."""
    answers = (PredictionRole.TRUTH, PredictionRole.PREDICTION, PredictionRole.OUTCOME)
    possible = spellings_of(PredictionRole.TRUTH, certain=False)
    return any(prediction_role(name)[0] in answers or name in possible for name in columns)


def _read_long_items(
    grid: Grid, columns: dict[str, Column], item: Column, options: ReadOptions
) -> ItemEvidence | None:
    model = find_named_column(
        grid, columns, options.classifier_column, "--classifier-column"
    ) or find_role_column(columns, Role.CLASSIFIER)
    named = find_named_column(grid, columns, options.score_column, "--score-column")
    asked = None if options.metric is None else columns.get(snake_key(options.metric))
    score = named or asked or find_role_column(columns, Role.SCORE) or _only_measure(columns)
    if model is None or score is None:
        return None
    numbers = read_numbers(score)
    if numbers is None:
        raise _no_number(grid, score, model, item)
    task = find_named_column(grid, columns, options.dataset_column, "--dataset-column") or find_first_column(
        columns, TASK
    )
    group = _find_group_column(grid, columns, options)
    attempt = find_named_column(grid, columns, options.repeat_column, "--repeat-column") or find_first_column(
        columns, ATTEMPT
    )
    status = find_first_column(columns, STATUS)
    made = make_item_evidence(
        ItemColumns(
            model=read_texts(model),
            item=read_texts(item),
            score=numbers,
            task=_optional_texts(task),
            attempt=_optional_texts(attempt),
            group=_optional_texts(group),
            status=_optional_texts(status),
        ),
        metric=score.name.strip(),
        higher_is_better=find_direction(score.name, options),
        source=grid.source,
        group_noun="group" if group is None else _group_noun(group.name),
    )
    parts = {"model": model, "item": item, "score": score, "task": task, "attempt": attempt}
    reading = describe_items(
        grid, {**parts, "group": group, "status": status}, "each row is the answer of a model"
    )
    return leave_parts_out(replace(made, reading=reading), options)


def _only_measure(columns: Mapping[str, Column]) -> Column | None:
    """Return the column that is called like a measure, or else a score of some kind, where there is one alone."""
    found = [c for c in columns.values() if is_measure(c.name) and looks_numeric(c)]
    found = found or [
        c for c in columns.values() if _SCORE_WORDS & set(measure_words(c.name)[-1:]) and looks_numeric(c)
    ]
    return found[0] if len(found) == 1 else None


def _read_wide_items(grid: Grid, kept: Grid, item: Column, options: ReadOptions) -> ItemEvidence | None:
    columns = {snake_key(c.name): c for c in kept.columns}
    group, task = _find_group_column(grid, columns, options), find_first_column(columns, TASK)
    rows = len(set(item.text())) if task is None else len(set(zip(item.text(), task.text(), strict=True)))
    if rows < kept.height or (task is not None and len(set(task.text())) == kept.height):
        return None  # several rows of one item, which something else tells apart; or a dataset in each row
    found = find_item_scores(
        kept, [c for c in (item, group, task) if c is not None], options=replace(options, leave_aside=())
    )
    if found is None:
        return None
    scores = dict(found.scores)
    if snake_key(item.name) not in ITEM_NAMES and all(np.isin(x, (0.0, 1.0)).all() for x in scores.values()):
        return None  # right and wrong answers, which predictions know
    made = make_item_evidence(
        unfold_wide(read_texts(item), scores, task=_optional_texts(task), group=_optional_texts(group)),
        metric=found.metric or options.metric or "score",
        higher_is_better=find_direction(found.metric or options.metric or "score", options),
        source=grid.source,
        group_noun="group" if group is None else _group_noun(group.name),
    )
    parts = {"item": item, "task": task, "group": group}
    reading = describe_items(
        grid,
        parts,
        "each row is an item, each column of scores a model",
        models=found.columns,
        aside=found.aside,
    )
    made = replace(made, findings=(*made.findings, *found.findings))
    return leave_parts_out(replace(made, reading=replace(reading, doubts=found.doubts)), options)


def describe_items(
    grid: Grid,
    parts: Mapping[str, Column | None],
    why: str,
    *,
    models: Sequence[str] = (),
    aside: Mapping[str, str] | None = None,
) -> Reading:
    """Return how a table of items was read, with the role of each column."""
    left = aside or {}
    roles = {column.name.strip(): role for role, column in parts.items() if column is not None}
    roles |= dict.fromkeys(models, "model")
    names = [column.name.strip() for column in grid.columns]
    return Reading(
        shape=Shape.ITEMS,
        columns=tuple(
            ColumnRole(name=name, role=roles[name])
            if name in roles
            else ColumnRole(
                name=name,
                role=LEFT_ASIDE,
                why=left.get(name) or ("another measure" if is_measure(name) else "not needed"),
            )
            for name in names
        ),
        reasons=(f"{why}, as the columns are named",),
    )


def _no_number(grid: Grid, score: Column, model: Column, item: Column) -> InputError:
    """Return the error for a score that is neither a number nor missing."""
    cells = score.text()
    row = next(i for i, cell in enumerate(cells) if not _is_number(cell))
    return InputError(
        f"the score of {quote_text(model.text()[row])} on item {quote_text(item.text()[row])} is not a number: "
        f"{quote_text(cells[row])}",
        where=grid.where(row, score),
        fix="leave the cell empty if there is no answer, and say why in a column 'status'",
        code="BO012",
    )


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return cell.strip().casefold() in (*_MISSING, "true", "false")
    return True


def find_named_column(grid: Grid, columns: dict[str, Column], name: str | None, option: str) -> Column | None:
    """Return the column that an option names; None where it is not given."""
    if name is None:
        return None
    found = columns.get(snake_key(name))
    if found is None:
        raise unknown_column_error(grid, name, option)
    return found


def _find_group_column(grid: Grid, columns: dict[str, Column], options: ReadOptions) -> Column | None:
    return find_named_column(grid, columns, options.group_column, "--group-column") or find_first_column(
        columns, GROUP
    )


def find_first_column(columns: dict[str, Column], names: frozenset[str]) -> Column | None:
    """Return the first column with one of these names."""
    return next((column for name, column in columns.items() if name in names), None)


def find_role_column(columns: Mapping[str, Column], role: Role) -> Column | None:
    """Return the column whose name speaks most surely of a role."""
    ranked = [(role_of(c.name)[1], c) for c in columns.values() if role_of(c.name)[0] is role]
    return min(ranked, key=lambda pair: pair[0])[1] if ranked else None


def _optional_texts(column: Column | None) -> Sequence[str] | None:
    return None if column is None else read_texts(column)


def read_texts(column: Column) -> list[str]:
    """Return the cells as text."""
    return [cell.strip() for cell in column.text()]


def read_numbers(column: Column) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
    """Return the cells as numbers, NaN where nothing is; None where one is anything else."""
    if isinstance(column.cells, np.ndarray):
        return column.cells.astype(np.float64)
    words = {"true": 1.0, "false": 0.0, **dict.fromkeys(_MISSING, np.nan)}
    try:
        cells = [cell.strip().casefold() for cell in column.cells]
        return np.array([words[c] if c in words else float(c) for c in cells], dtype=np.float64)
    except ValueError:
        return None


def find_direction(name: str, options: ReadOptions) -> bool:
    """Return whether higher is better, as told or by the name of the score."""
    return not lower_is_better(name) if options.higher_is_better is None else options.higher_is_better


def _group_noun(name: str) -> str:
    """Return what a group is, by the name of its column: 'document' of 'document_id'."""
    return snake_key(name).removesuffix("_id").replace("_", " ") or "group"


def require_one_table(grids: Sequence[Grid]) -> None:
    """Refuse several tables of items: they are one log each, or belong into one file."""
    if len(grids) > 1:
        raise UsageError(
            f"{len(grids)} tables of items were given, and one is read",
            where=", ".join(grid.source for grid in grids[:3]),
            fix="put the answers of all models into one table with a column 'model'",
            code="BO278",
        )
