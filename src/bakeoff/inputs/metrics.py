"""Which of several metrics is meant: the one that the user names, else accuracy, else the likeliest."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.errors import UsageError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quoted
from bakeoff.inputs.grid import Grid
from bakeoff.inputs.messages import did_you_mean, listed
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.roles import Roles
from bakeoff.inputs.spellings import Role, key, preference

_ALIASES = (
    ("accuracy", "acc", "percentcorrect", "testaccuracy", "pctcorrect"),
    ("auc", "auroc", "rocauc", "areaunderroc", "aucroc"),
    ("logloss", "neglogloss", "crossentropy", "nll"),
    ("f1", "fmeasure", "fscore", "f1score"),
    ("error", "errorrate", "percentincorrect", "err"),
)


def choose_metric(
    names: Sequence[str], *, wanted: str | None, source: str
) -> tuple[str, tuple[Finding, ...]]:
    """Return the metric to read and a remark if others were left aside."""
    if wanted is not None:
        found = find_metric(names, wanted)
        if found is None:
            raise unknown_metric(names, wanted, source)
        return found, ()
    chosen = min(names, key=preference)
    others = [name for name in names if name != chosen]
    if not others:
        return chosen, ()
    rest = listed(map(quoted, others), most=6)
    message = f"the score is {quoted(chosen)}; also there: {rest} (--metric NAME reads another)"
    detail = {"metric": chosen, "others": tuple(others)}
    return chosen, (Finding(code="BO308", severity=Severity.NOTE, message=message, detail=detail),)


def only_metric(grid: Grid, roles: Roles, *, options: ReadOptions) -> Grid:
    """Return the rows of one metric where a column names the metric of each row."""
    if Role.METRIC not in roles:
        return grid
    cells = [cell.strip() for cell in grid.columns[roles[Role.METRIC]].text()]
    metric, remarks = choose_metric(list(dict.fromkeys(cells)), wanted=options.metric, source=grid.source)
    kept = grid.keep(np.array([cell == metric for cell in cells], dtype=np.bool_))
    return replace(kept, metric=metric).with_findings(*remarks)


def find_metric(names: Sequence[str], wanted: str) -> str | None:
    """Return the name that a user means by `wanted`: the same, spelled alike, or another word for it."""
    for same in (lambda name: name == wanted, lambda name: key(name) == key(wanted)):
        if found := next((name for name in names if same(name)), None):
            return found
    alias = next((group for group in _ALIASES if key(wanted) in group), ())
    return next((name for name in names if key(name) in alias), None)


def unknown_metric(names: Sequence[str], wanted: str, source: str) -> UsageError:
    """Return the error for a metric that the table does not have."""
    return UsageError(
        f"there is no metric {quoted(wanted)}",
        where=f"--metric, {source}",
        fix=f"{did_you_mean(wanted, names)}the table has {listed(map(quoted, names), most=10)}",
        code="BO031",
    )
