"""How a grid is laid out: long or wide, or with rows and columns exchanged."""

from collections.abc import Mapping
from dataclasses import replace

from bakeoff.core.errors import InputError, ReadingError
from bakeoff.core.readings import Doubt, Shape, Weight
from bakeoff.inputs.formats import sklearn, tsml
from bakeoff.inputs.options import ReadOptions, RowsAre
from bakeoff.inputs.readings.describe import describe_reading
from bakeoff.inputs.readings.plans import SAID_ASIDE, Plan, name_list, offer
from bakeoff.inputs.readings.wide_plans import plan_wide
from bakeoff.inputs.scores.clusters import refuse_clusters
from bakeoff.inputs.scores.counted_shares import share_counts
from bakeoff.inputs.scores.observations import Observations
from bakeoff.inputs.scores.refusals import predictions_error
from bakeoff.inputs.scores.wide import observe_wide
from bakeoff.inputs.table.cell_numbers import looks_numeric
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.roles import Roles, find_roles, leave_columns_aside
from bakeoff.inputs.table.spellings import Role, spelling_key


def observe_scores(grid: Grid, *, options: ReadOptions) -> Observations:
    """Return what a grid of scores says, however it is laid out."""
    grid, options = share_counts(grid, options=options)
    unturned = grid
    is_turned = options.transpose or (
        options.rows_are == RowsAre.CLASSIFIERS and Role.CLASSIFIER not in find_roles(grid, options=options)
    )
    if is_turned:
        grid = grid.transpose(_name_column(grid))
    roles = find_roles(grid, options=options)
    aside = {}
    if (
        options.leave_aside and Role.CLASSIFIER in roles and not is_turned
    ):  # wide tables have doubts about the rest
        kept = leave_columns_aside(grid, options=options)
        left = {c.name.strip() for c in kept.columns}
        aside = {c.name.strip(): SAID_ASIDE for c in grid.columns if c.name.strip() not in left}
        grid, options = kept, replace(options, leave_aside=())
        roles = find_roles(grid, options=options)
    if holds_predictions(grid, roles):
        raise predictions_error(grid.source)
    if options.rows_are == RowsAre.EXAMPLES:
        raise _no_examples_error(grid)
    plan, roles = _plan_reading(grid, roles, is_turned=is_turned, options=options)
    plan.aside |= aside
    if plan.shape is Shape.TURNED:
        refuse_clusters(options, what="the rows of this table are classifiers", where=grid.source)
    if Role.CLASSIFIER not in roles or is_turned:
        observed = observe_wide(plan.grid, roles, options=plan.options)
    else:
        from bakeoff.inputs.scores.long import observe_long  # wide tables do not wait for it

        observed = observe_long(plan.grid, roles, options=plan.options)
    names = frozenset(c.name.strip() for c in (*unturned.columns, *plan.grid.columns))
    if unturned.arrows:
        observed = _follow_arrows(observed, unturned, options)
    return replace(observed, columns=names, reading=describe_reading(unturned, plan, roles, observed))


def _follow_arrows(observed: Observations, grid: Grid, options: ReadOptions) -> Observations:
    """Return observations with the direction that arrows in the heads of their columns say; refuse contrary ones."""
    scored = {*observed.classifiers, *observed.datasets, observed.measure}
    arrows = {name: up for name, up in grid.arrows.items() if name in scored}
    if len(set(arrows.values())) > 1 and options.higher_is_better is None:
        raise _contrary_arrows_error(grid, arrows)
    return replace(observed, higher_is_better=next(iter(arrows.values()))) if arrows else observed


def _contrary_arrows_error(grid: Grid, arrows: Mapping[str, bool]) -> ReadingError:
    """Return the error of columns whose heads say by arrows that higher is better in some and lower in others."""
    up, down = ([name for name, higher in arrows.items() if higher is up] for up in (True, False))
    message = (
        f"by the arrows in the heads higher is better in {name_list(up, most=3)} and lower in "
        f"{name_list(down, most=3)}: these are different measures"
    )
    return ReadingError(
        f"this table can be read in more than one way: {message}",
        where=grid.source,
        fix="say which columns are compared:",
        code="BO560",
        doubts=(Doubt(weight=Weight.SERIOUS, message=message),),
        alternatives=tuple(
            offer(grid, f"only the columns with {arrow}", "--columns", ",".join(names))
            for arrow, names in (("↑", up), ("↓", down))
            if len(names) > 1 and not any("," in name for name in names)
        ),
    )


def _plan_reading(grid: Grid, roles: Roles, *, is_turned: bool, options: ReadOptions) -> tuple[Plan, Roles]:
    """Return the plan of the reading, and which column is what in its grid."""
    if is_turned:
        plan = Plan(grid=grid, options=options, shape=Shape.TURNED)
        plan.reasons.append("it was said that the rows are classifiers")
        return plan, {role: i for role, i in roles.items() if role is not Role.CLASSIFIER}
    if Role.CLASSIFIER in roles:
        from bakeoff.inputs.readings.long_plans import plan_long

        plan, found = plan_long(grid, roles, options=options)
    else:
        plan, found = plan_wide(grid, roles, options=options)
    # A table whose columns were rearranged is looked at anew.
    return plan, found if found or plan.grid is grid else find_roles(plan.grid, options=options)


def _no_examples_error(grid: Grid) -> InputError:
    return InputError(
        "the rows cannot be read as single examples: there are no two columns with numbers of classifiers, or columns "
        "are named as measures or predictions",
        where=f"--rows-are, {grid.source}",
        fix="give one column of scores for each classifier and a row for each example; of predictions name the truth "
        "with --truth-column",
        code="BO583",
    )


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
