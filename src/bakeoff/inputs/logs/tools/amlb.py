"""AMLB: a row for each framework, task and fold; the column `result` mixes measures and directions."""

from math import nan

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import lower_is_better
from bakeoff.core.words import write_count
from bakeoff.inputs.logs.harvest import Harvest, Parts, ScoreRow
from bakeoff.inputs.logs.json_values import as_number
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.tables import rows_of
from bakeoff.inputs.options import ReadOptions

_MEASURES = ("acc", "auc", "logloss", "balacc", "f1", "rmse", "mae", "r2")
_PREFERRED = ("acc", "auc", "balacc", "r2", "rmse", "logloss", "mae")


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the scores of every framework, task and fold, measure by measure; `result` itself is left aside."""
    rows: list[ScoreRow] = []
    failed = 0
    for peek in parts.get("results", ()):
        own, gaps = _read_table(peek)
        rows += own
        failed += gaps
    findings = []
    if failed:
        message = f"{write_count(failed, 'failed run')} without a result"
        findings.append(
            Finding(code="BO385", severity=Severity.WARNING, message=message, detail={"failed": failed})
        )
    found = {row.metric for row in rows}
    return Harvest(rows=rows, findings=findings, preferred=tuple(m for m in _PREFERRED if m in found))


def _read_table(peek: Peek) -> tuple[list[ScoreRow], int]:
    rows, failed = [], 0
    table = list(rows_of(peek))
    several = len({row.get("constraint", "") for row in table}) > 1  # budgets of time: never mixed
    for row in table:
        task, framework, fold = row["task"], row["framework"], row["fold"]
        task = f"{task} ({row['constraint']})" if several else task
        values = {name: as_number(row[name]) for name in _MEASURES if name in row}
        if row.get("metric"):
            values.setdefault(row["metric"], as_number(row["result"]))
        failed += as_number(row["result"]) != as_number(row["result"])
        known = any(value == value for value in values.values())
        for name, value in values.items():
            if value == value or not known:
                higher = name.startswith("neg_") or not lower_is_better(name)
                rows.append(ScoreRow(task, framework, name, value if known else nan, fold, higher))
    return _only_measured(rows), failed


def _only_measured(rows: list[ScoreRow]) -> list[ScoreRow]:
    """Return the rows without measures that a task does not have: logloss of a failed run of two classes."""
    measured = {(row.dataset, row.metric) for row in rows if row.value == row.value}
    return [row for row in rows if (row.dataset, row.metric) in measured]
