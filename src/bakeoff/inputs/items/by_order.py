"""Tables of answers without ids: paired by their order, where the user asks for it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.items import ItemEvidence
from bakeoff.core.words import quote_text, write_count, write_list
from bakeoff.inputs.items.columns import OUTCOMES, ItemColumns, make_item_evidence
from bakeoff.inputs.items.parts import leave_parts_out
from bakeoff.inputs.items.tables import (
    TASK,
    find_direction,
    find_first_column,
    find_named_column,
    find_role_column,
    read_numbers,
    read_texts,
)
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.predictions.prediction_spellings import (
    ITEM_NAMES,
    PredictionRole,
    snake_key,
    spellings_of,
)
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.roles import keep_only_rows
from bakeoff.inputs.table.spellings import Role, is_measure

_IDS = ITEM_NAMES | frozenset(spellings_of(PredictionRole.ID, certain=True))
PAIRED_BY = "position in the file"
MISFIT = "BO604"


def paired_by_order(models: int, *, where: str) -> Finding:
    """Return the finding that nothing but their order pairs the answers."""
    return Finding(
        code="BO603",
        severity=Severity.WARNING,
        message=f"the answers of {write_count(models, 'model')} were paired by their order, as was asked for: nothing "
        "in the files shows that the same row is the same item",
        detail={"where": where},
    )


def items_by_order(grids: Sequence[Grid], *, options: ReadOptions) -> ItemEvidence:
    """Return the items of one table with a column of models, or of several with one model each, by their order."""
    rows = _Rows()
    for grid, own_name in zip(grids, _model_names(grids), strict=True):
        _add_item_rows(rows, grid, own_name, options)
    source = write_list([grid.source for grid in grids], most=3)
    _check_lengths(rows, source)
    made = make_item_evidence(
        ItemColumns(model=rows.model, item=rows.item, score=np.array(rows.score), task=rows.task),
        metric=rows.metric,
        higher_is_better=find_direction(rows.metric, options),
        source=source,
    )
    said = paired_by_order(len(made.models), where=source)
    return leave_parts_out(
        replace(made, paired_by=PAIRED_BY, findings=(*made.findings, said), read_with=options.said), options
    )


class _Rows:
    """The answers so far, each with its place within the model and task."""

    def __init__(self) -> None:
        self.model: list[str] = []
        self.task: list[str] = []
        self.item: list[str] = []
        self.score: list[float] = []
        self.counts: dict[tuple[str, str], int] = defaultdict(int)
        self.ids: dict[tuple[str, str], list[str]] = defaultdict(list)  # where there are some
        self.metric = ""


def _model_names(grids: Sequence[Grid]) -> list[str]:
    """Return what a model without a column of models is called: its file."""
    return [grid.source.replace("\\", "/").rpartition("/")[2].partition(".")[0] or "model" for grid in grids]


def _add_item_rows(rows: _Rows, grid: Grid, own_name: str, options: ReadOptions) -> None:
    aside = {snake_key(name) for name in options.leave_aside}
    columns = {snake_key(c.name): c for c in keep_only_rows(grid, options=options).columns}
    columns = {name: column for name, column in columns.items() if name not in aside}
    ids = find_named_column(grid, columns, options.id_column, "--id-column") or find_first_column(
        columns, _IDS
    )
    model = find_named_column(
        grid, columns, options.classifier_column, "--classifier-column"
    ) or find_role_column(columns, Role.CLASSIFIER)
    task = find_named_column(grid, columns, options.dataset_column, "--dataset-column") or find_first_column(
        columns, TASK
    )
    score = _score_of(grid, columns, [c for c in (model, task, ids) if c is not None], options)
    numbers = read_numbers(score)
    if numbers is None:
        raise InputError(
            f"the column {quote_text(score.name)} holds something that is no number",
            where=grid.source,
            fix="give 0 and 1, true and false, or a score; leave the cell empty where there is no answer",
            code="BO012",
        )
    rows.metric = rows.metric or score.name.strip()
    models = [own_name] * numbers.size if model is None else read_texts(model)
    tasks = ["the task"] * numbers.size if task is None else read_texts(task)
    known = [""] * numbers.size if ids is None else read_texts(ids)
    for name, of, value, own_id in zip(models, tasks, numbers.tolist(), known, strict=True):
        rows.counts[name, of] += 1
        rows.model.append(name)
        rows.task.append(of)
        rows.item.append(f"row {rows.counts[name, of]}")
        rows.score.append(value)
        if own_id:
            rows.ids[name, of].append(own_id)


def _score_of(
    grid: Grid, columns: dict[str, Column], others: Sequence[Column], options: ReadOptions
) -> Column:
    named = find_named_column(grid, columns, options.score_column or options.metric, "--score-column")
    rest = [c for c in columns.values() if c not in others]
    likely = [c for c in rest if snake_key(c.name) in OUTCOMES or is_measure(c.name)] or rest
    found = named or find_role_column(columns, Role.SCORE) or (likely[0] if len(likely) == 1 else None)
    if found is None:
        raise InputError(
            "nothing says which column holds the score of an answer",
            where=grid.source,
            fix=f"name it: --score-column NAME, one of {write_list([quote_text(c.name) for c in rest], most=8)}",
            code="BO021",
        )
    return found


def _check_lengths(rows: _Rows, source: str) -> None:
    """Refuse models with different numbers of answers to a task: which rows belong together is not known."""
    for task in dict.fromkeys(rows.task):
        sizes = {model: count for (model, of), count in rows.counts.items() if of == task}
        if len(set(sizes.values())) > 1:
            told = write_list([f"{quote_text(m)} {n:,}" for m, n in sizes.items()], most=4)
            of = "" if task == "the task" else f" to {quote_text(task)}"
            raise InputError(
                f"the models have different numbers of answers{of}: {told}",
                where=f"--pair-by position, {source}",
                fix="give every model an answer to every item, empty where there is none; or add the items' ids",
                code=MISFIT,
            )
        _check_ids({model: rows.ids[model, task] for model in sizes if rows.ids[model, task]}, source)


def _check_ids(ids: dict[str, list[str]], source: str) -> None:
    """Refuse an order that ids contradict."""
    (first, expected), *others = ids.items() or [("", [])]
    for model, own in others:
        if own != expected:
            row = next((i for i, (a, b) in enumerate(zip(expected, own, strict=False)) if a != b), len(own))
            raise InputError(
                f"the answers have ids, and their order contradicts them: row {row + 1} is "
                f"{quote_text(expected[row])} of {quote_text(first)} and {quote_text(own[row])} of {quote_text(model)}",
                where=f"--pair-by position, {source}",
                fix="leave --pair-by out: ids pair the answers; leave a column that is no id aside with --leave-aside",
                code=MISFIT,
            )
