"""Scores of whole tasks or folds that a tool has logged, made into evidence as any table of scores is."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

import numpy as np

from bakeoff.core.errors import DesignError, InputError
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.readings import Shape
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.logs.harvest import Harvest, ScoreRow
from bakeoff.inputs.messages import did_you_mean, join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.table.grid import Column, Grid


def scores_of_rows(harvest: Harvest, *, options: ReadOptions, source: str) -> Scores:
    """Return the evidence of one metric of what was logged: datasets or tasks, folds within them where there are."""
    from bakeoff.inputs.evidence import read_evidence

    metric = choose_row_metric(harvest, asked=options.metric, source=source)
    rows = [row for row in harvest.rows if row.metric == metric]
    _require_enough(rows, harvest, metric, source)
    said = {row.higher_is_better for row in rows} - {None}
    higher = options.higher_is_better
    reading = replace(
        options,
        metric=metric,
        higher_is_better=said.pop() if higher is None and len(said) == 1 else higher,
        rows_are="datasets",
        dataset_column=None,
        classifier_column=None,
        score_column=None,
    )
    made = read_evidence(_score_grid(rows, harvest, metric, source), options=reading)
    if not isinstance(made, Scores):
        raise TypeError("rows of scores were read as something else")
    sure = tuple(f for f in made.findings if f.code != "BO306")  # which way round the table is, the tool says
    told_by = "each score is that of a model on a task or fold, as the tool logs it"
    described = None if made.reading is None else replace(made.reading, shape=Shape.LOGS, reasons=(told_by,))
    found = (*harvest.findings, *_other_metrics_finding(harvest, metric, options.metric), *sure)
    return replace(made, findings=found, reading=described)


def _other_metrics_finding(harvest: Harvest, metric: str, asked: str | None) -> tuple[Finding, ...]:
    """Return the finding that other metrics were logged, where none was asked for."""
    others = tuple(name for name in dict.fromkeys(row.metric for row in harvest.rows) if name != metric)
    if asked is not None or not others:
        return ()
    listed = join_with_commas(map(quote_text, others), most=8)
    message = f"compared by {quote_text(metric)}; the logs also have {listed}: --metric takes another"
    return (Finding(code="BO359", severity=Severity.NOTE, message=message, detail={"others": others}),)


def choose_row_metric(harvest: Harvest, *, asked: str | None, source: str) -> str:
    """Return the metric that was asked for, or that of most tasks; the tool's preference breaks ties."""
    reach: dict[str, set[str]] = defaultdict(set)
    for row in harvest.rows:
        if isfinite(row.value):
            reach[row.metric].add(row.dataset)
    if not reach:
        raise InputError(
            "no run has a score", where=source, fix="log a metric and give it again", code="BO021"
        )
    if asked is not None:
        exact = [m for m in reach if m == asked] or [m for m in reach if m.split(",")[0] == asked]
        if len(exact) == 1:
            return exact[0]
        raise InputError(
            f"no score is called {quote_text(asked)}",
            where=source,
            fix=f"{did_you_mean(asked, reach)}there are {join_with_commas(map(quote_text, reach), most=12)}",
            code="BO031",
        )
    preferred = [m for m in harvest.preferred if m in reach]
    return preferred[0] if preferred else max(reach, key=lambda m: len(reach[m]))


def _require_enough(rows: Sequence[ScoreRow], harvest: Harvest, metric: str, source: str) -> None:
    tasks = {row.dataset for row in rows}
    if len(tasks) < harvest.fewest_tasks:
        raise DesignError(
            f"these files have one score for each task, and {write_count(len(tasks), 'task')} with "
            f"{quote_text(metric)}: "
            "too few tasks to be the sample",
            where=source,
            fix=f"give the scores of single items: {harvest.better_files}",
            code="BO543",
        )


def _score_grid(rows: Sequence[ScoreRow], harvest: Harvest, metric: str, source: str) -> Grid:
    columns = [
        Column(name="dataset", cells=[row.dataset for row in rows], position=1),
        Column(name="classifier", cells=[row.classifier for row in rows], position=2),
    ]
    if any(row.fold for row in rows):
        columns.append(Column(name="fold", cells=[row.fold for row in rows], position=3))
    values = np.array([row.value for row in rows], dtype=np.float64)
    columns.append(Column(name=metric, cells=values, position=4))
    return Grid(
        columns=tuple(columns),
        lines=range(1, len(rows) + 1),
        source=source,
        word="row",
        header=0,
        metric=None,
    )
