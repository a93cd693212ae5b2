"""The record of a reading: what each column was taken for in the end."""

from bakeoff.core.findings import Finding
from bakeoff.core.plain_names import plain_name
from bakeoff.core.readings import LEFT_ASIDE, ColumnRole, Reading, SkippedRow
from bakeoff.inputs.readings.plans import Plan
from bakeoff.inputs.scores.observations import Observations
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.roles import Roles, is_row_number
from bakeoff.inputs.table.spellings import is_spread


def describe_reading(given: Grid, plan: Plan, roles: Roles, observed: Observations) -> Reading:
    """Return how a grid was read, with the role of each of its columns."""
    places = {id(plan.grid.columns[i]): str(role) for role, i in roles.items() if i < len(plan.grid.columns)}
    by_name = {
        plan.grid.columns[i].name.strip(): str(role)
        for role, i in roles.items()
        if i < len(plan.grid.columns)
    }
    said = _reasons_in_findings(observed.findings)
    turned = plan.grid.is_turned and not given.is_turned
    taken = frozenset(observed.datasets if turned else observed.classifiers)
    columns = tuple(
        _describe_role(
            c,
            places.get(id(c)) or (None if turned else by_name.get(c.name.strip())),
            plan,
            said,
            observed,
            taken,
            turned=turned,
        )
        for c in given.columns
    )
    return Reading(
        shape=plan.shape,
        columns=columns,
        rows_skipped=_skipped_rows(given, observed.findings),
        reasons=tuple(plan.reasons),
        doubts=tuple(plan.doubts),
        alternatives=tuple(plan.alternatives),
        failed=sum(int(str(f.detail["failed"])) for f in observed.findings if f.code == "BO331"),
    )


def _reasons_in_findings(findings: tuple[Finding, ...]) -> dict[str, str]:
    """Return why columns were left aside, as far as findings say it."""
    why = {"BO304": "it holds no scores", "BO305": "it summarises the others", "BO308": "another measure"}
    found: dict[str, str] = {}
    for finding in findings:
        detail = finding.detail
        for part in ("columns", "others"):
            listed = detail.get(part, ())
            if finding.code in why and isinstance(listed, tuple):
                found |= {str(name).strip(): why[finding.code] for name in listed}
    return found


def _describe_role(
    column: Column,
    role: str | None,
    plan: Plan,
    said: dict[str, str],
    observed: Observations,
    taken: frozenset[str],
    *,
    turned: bool,
) -> ColumnRole:
    name = column.name.strip()
    shown = plain_name(name)
    if role is not None and not (role == "score" and name != observed.measure and name in said):
        return ColumnRole(name=name, role=role)
    if name in plan.aside:
        return ColumnRole(name=name, role=LEFT_ASIDE, why=plan.aside[name])
    if name in plan.resamples:
        return ColumnRole(name=name, role="resample")
    if name in taken or shown in taken:
        return ColumnRole(name=name if name in taken else shown, role="dataset" if turned else "classifier")
    if name in said or is_row_number(column):
        return ColumnRole(name=name, role=LEFT_ASIDE, why=said.get(name, "it numbers the rows"))
    if is_spread(name):
        return ColumnRole(name=name, role="spread")
    return _last(column, plan, observed, turned=turned)


def _last(column: Column, plan: Plan, observed: Observations, *, turned: bool) -> ColumnRole:
    name = column.name.strip()
    if turned and column.name == plan.grid.columns[0].name:
        return ColumnRole(name=name, role="classifier")
    if str(plan.shape) == "long":
        return ColumnRole(
            name=name,
            role="score" if name == observed.measure else LEFT_ASIDE,
            why="" if name == observed.measure else "not needed",
        )
    found = next(
        (f for f in observed.findings if f.code == "BO303" and f.detail.get("column") == column.name), None
    )
    if column.position == 1 or found is not None:
        return ColumnRole(name=name, role="dataset")
    if plan.is_by_measure and observed.measure not in name:
        return ColumnRole(name=name, role=LEFT_ASIDE, why="another measure")
    if not column.is_numeric and not any(map(str.isdigit, "".join(map(str, column.cells)))):
        return ColumnRole(name=name, role=LEFT_ASIDE, why="it holds no scores")
    return ColumnRole(name=name, role="dataset" if turned else "classifier", why="by its name, in part")


def _skipped_rows(given: Grid, findings: tuple[Finding, ...]) -> tuple[SkippedRow, ...]:
    found: list[SkippedRow] = []
    for finding in findings:
        rows = finding.detail.get("lines_of_rows", ()) if finding.code == "BO305" else ()
        if isinstance(rows, tuple):
            found += [SkippedRow(row=int(line), why=f"summary: {name}") for line, name in rows]
        lines = finding.detail.get("lines", ()) if finding.code == "BO322" else ()
        if isinstance(lines, tuple):
            found += [SkippedRow(row=int(line), why="above the table") for line in lines]
    return tuple(found)
