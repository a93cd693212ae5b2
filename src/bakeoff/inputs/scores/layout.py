"""How a grid is laid out: long or wide, or with rows and columns exchanged."""

from dataclasses import replace

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text
from bakeoff.inputs.formats import sklearn, tsml
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.scores.clusters import refuse_clusters
from bakeoff.inputs.scores.long import observe_long, score_candidates
from bakeoff.inputs.scores.observations import Observations
from bakeoff.inputs.scores.refusals import predictions_error
from bakeoff.inputs.scores.wide import observe_wide
from bakeoff.inputs.table.cell_numbers import looks_numeric
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.roles import Roles, find_roles
from bakeoff.inputs.table.spellings import Role, is_measure, role_of, spelling_key


def observe_scores(grid: Grid, *, options: ReadOptions) -> Observations:
    """Return what a grid of scores says, however it is laid out."""
    unturned = grid
    if options.transpose:
        grid = grid.turned(_name_column(grid))
    roles = find_roles(grid, options=options)
    if holds_predictions(grid, roles):
        raise predictions_error(grid.source)
    wide = Role.CLASSIFIER not in roles or options.transpose
    if not wide and _rows_are_classifiers(grid, roles):
        refuse_clusters(options, what="the rows of this table are classifiers", where=grid.source)
        grid, roles, wide = *_transpose(grid, roles), True
    observed = (observe_wide if wide else observe_long)(grid, roles, options=options)
    return replace(observed, columns=frozenset(c.name.strip() for c in (*unturned.columns, *grid.columns)))


def holds_predictions(grid: Grid, roles: Roles) -> bool:
    """Say whether a grid holds predictions of single examples: a column of true classes beside others."""
    if Role.TRUTH not in roles:
        return False
    truth = spelling_key(grid.columns[roles[Role.TRUTH]].name)
    others = [c.name.casefold() for c in grid.columns]
    return (
        truth == "ytrue"
        or Role.PREDICTION in roles
        or any(name.startswith(("pred", "y_pred", "prob")) for name in others)
    )


def unfold_grid(grid: Grid) -> Grid:
    """Return a grid with a row for each score, where it packs several into one."""
    if tsml.is_resamples(grid):
        return tsml.unfold_resamples(grid)
    if sklearn.is_search_table(grid):
        return sklearn.unfold_search(grid)
    return grid


def _name_column(grid: Grid) -> Column:
    """Return the column whose cells name the rows: the first of text, else the first."""
    return next((c for c in grid.columns if not looks_numeric(c)), grid.columns[0])


def _rows_are_classifiers(grid: Grid, roles: Roles) -> bool:
    """Say whether each row is a classifier and each column a dataset: Method, iris, sonar, …."""
    if {Role.DATASET, Role.METRIC, Role.REPEAT, Role.FOLD, Role.SCORE} & set(roles):
        return False
    names = grid.columns[roles[Role.CLASSIFIER]].text()
    scores = [grid.columns[i] for i in score_candidates(grid, roles)]
    is_measured = any(is_measure(c.name) or role_of(c.name)[0] is Role.SCORE for c in scores)
    return len(set(names)) == len(names) and len(scores) > 1 and not is_measured


def _transpose(grid: Grid, roles: Roles) -> tuple[Grid, Roles]:
    names = grid.columns[roles[Role.CLASSIFIER]]
    message = (
        f"the rows are classifiers, as the column {quote_text(names.name)} says: the table was turned round"
    )
    finding = Finding(code="BO307", severity=Severity.NOTE, message=message)
    columns = tuple(c for c in grid.columns if c is names or looks_numeric(c))
    return replace(grid, columns=columns).turned(names).with_findings(finding), {Role.DATASET: 0}
