"""Wide tables: what the columns and rows of a table without a column of classifiers may be."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measure_names import find_measure
from bakeoff.core.readings import Shape, Weight
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.options import ColumnsAre, ReadOptions, RowsAre
from bakeoff.inputs.readings.columns import Judged, judge_columns
from bakeoff.inputs.readings.conditions import (
    doubt_conditions,
    doubt_numbers,
    doubt_properties,
    doubt_unknown_columns,
)
from bakeoff.inputs.readings.facts import Facts, find_facts
from bakeoff.inputs.readings.folds import (
    Folds,
    fold_columns,
    name_resamples,
    short_fold_columns,
    unfold_columns,
)
from bakeoff.inputs.readings.known_names import share_of_datasets, share_of_methods
from bakeoff.inputs.readings.name_grids import doubt_conditions_of_datasets, doubt_name_grid
from bakeoff.inputs.readings.names_in_doubt import (
    doubt_counted_columns,
    doubt_counted_rows,
    doubt_measure_rows,
)
from bakeoff.inputs.readings.no_comparison import (
    doubt_curve,
    doubt_partial_folds,
    doubt_several_measures,
    doubt_stages,
    refuse_log,
    refuse_matrix,
    refuse_measure_rows,
    refuse_measures,
    refuse_no_comparison,
    refuse_stages,
)
from bakeoff.inputs.readings.plans import SAID_ASIDE, Plan, name_list, refuse_ambiguous
from bakeoff.inputs.readings.row_doubts import (
    doubt_counts,
    doubt_nameless,
    doubt_predictions,
    doubt_row_words,
    doubt_steps,
    doubt_unread_scores,
    doubt_values,
    refuse_columns_of_kinds,
)
from bakeoff.inputs.readings.row_heads import doubt_row_head
from bakeoff.inputs.readings.summary_rows import (
    doubt_named_summaries,
    doubt_saved_index,
    doubt_summary_row,
)
from bakeoff.inputs.readings.vocabulary import WHY, Kind, kind_of
from bakeoff.inputs.scores.families import split_by_metric
from bakeoff.inputs.table.cell_numbers import is_text
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.roles import (
    Roles,
    find_named_columns,
    guess_dataset_column,
    is_row_number,
    numbering_columns,
)
from bakeoff.inputs.table.spellings import Role, is_summary

_KEYS = (
    Role.DATASET,
    Role.REPEAT,
    Role.FOLD,
    Role.METRIC,
    Role.N_TRAIN,
    Role.N_TEST,
    Role.SEED,
    Role.CLUSTER,
)
_SHOTS = re.compile(r"(?:zero|one|few|\d+)[ _-]?shots?", re.IGNORECASE)
_BESIDE_SCORES = (
    Kind.COUNT,
    Kind.STEP,
    Kind.SETTING,
    Kind.DATE,
    Kind.IDENTITY,
    Kind.DIFFERENCE,
    Kind.P_VALUE,
)


@np.errstate(over="ignore", invalid="ignore")  # scores beyond 1e60 are refused when they are read
def plan_wide(grid: Grid, roles: Roles, *, options: ReadOptions) -> tuple[Plan, Roles]:
    """Return how a table without a column of classifiers is read; refuse what may be meant in several ways."""
    plan = Plan(grid=grid, options=options, shape=Shape.WIDE)
    keys = {role: i for role, i in roles.items() if role in _KEYS}
    named = Role.DATASET in keys
    index = keys[Role.DATASET] if named else guess_dataset_column(grid, keys.values())[0]
    names = None if index is None else grid.columns[index]
    known = [grid.columns[i] for i in keys.values()] + ([] if names is None else [names])
    numbering = numbering_columns(grid, names)
    facts = find_facts(
        grid, [*known, *numbering, *(c for c in grid.columns if is_row_number(c))], options=options
    )
    plan.set_aside({c.name.strip(): "it numbers the rows" for c in numbering})
    if options.columns:
        take_named_columns(plan, facts)
        return plan, roles
    _doubt_first(plan, facts, names, roles)
    if _split_scores(plan, facts):
        refuse_log(plan, facts, Judged(), roles)
        plan.reasons.append("the columns are named by a classifier and a measure")
        plan.is_by_measure = True
        settle_named_columns(plan, Judged())
        _doubt_named_by_measure(plan, facts, names, roles, index=index)
        return plan, roles
    judged = judge_columns(facts)
    settle_named_columns(plan, judged)
    refuse_no_comparison(plan, facts, judged, names, roles)
    if (turned := _try_folds(plan, judged, names, is_dataset=named)) is not None:
        return turned, {Role.DATASET: 0} if turned.shape is Shape.FOLDS else {}
    if names is not None and _plan_turn(
        plan,
        facts,
        judged,
        names,
        is_named=named,
        has_resamples=bool(set(keys) - {Role.DATASET, Role.CLUSTER}),
    ):
        return plan, {Role.DATASET: 0}
    _doubt_rest(plan, facts, judged, names, roles, index=index)
    doubt_columns(plan, judged)
    refuse_ambiguous(plan)
    # The reader of wide tables knows summaries by their names, but for one that stands first.
    first = next(iter(facts.names()), "")
    summaries = {n for n in judged.aside if is_summary(n) and n != first and n not in options.leave_aside}
    others = {n: why for n, why in judged.aside.items() if n not in summaries}
    plan.set_aside(others if len(facts.numeric) - len(others) > 2 else judged.aside)
    plan.aside |= judged.aside
    resampled = bool({Role.FOLD, Role.REPEAT, Role.SEED} & set(keys))
    plan.reasons.append(_why_wide(names, is_named=named, are_resamples=resampled))
    for name, why in judged.slight.items():
        plan.doubt(f"{quote_text(name)} is taken for a classifier, although {why}")
    return plan, roles


def _split_scores(plan: Plan, facts: Facts) -> bool:
    """Say whether columns are named by a classifier and a measure; counts and settings beside them are left aside."""
    names = facts.names()
    if split_by_metric(names):
        return True
    beside = {n: WHY[k] for n in names if (k := kind_of(n)) in _BESIDE_SCORES and find_measure(n) is None}
    if not beside or not split_by_metric([n for n in names if n not in beside]):
        return False
    plan.set_aside(beside)
    return True


def _doubt_named_by_measure(
    plan: Plan, facts: Facts, names: Column | None, roles: Roles, *, index: int | None
) -> None:
    """Ask about the rows, and about what stands beside the measures in the names of the columns."""
    scored = [n for n in facts.names() if n not in plan.aside]
    families = split_by_metric(scored)
    members = list(dict.fromkeys(name for columns in families.values() for name in columns.values()))
    doubt_unread_scores(plan, facts, names, roles)
    doubt_named_summaries(plan, names, roles.get(Role.DATASET, index))
    doubt_row_head(plan, names, scored)
    doubt_conditions(plan, members, are="classifiers")
    refuse_ambiguous(plan)


def _doubt_first(plan: Plan, facts: Facts, names: Column | None, roles: Roles) -> None:
    """Ask about what the names of rows and columns say, before columns are judged."""
    refuse_matrix(plan, facts, names)
    doubt_row_words(plan, names)
    doubt_predictions(plan, facts, names)
    refuse_measure_rows(plan, names, roles)
    doubt_nameless(plan, names, roles)
    doubt_steps(plan, names, roles)
    doubt_curve(plan, facts, names, roles)
    doubt_stages(plan, facts.names())
    doubt_counts(plan, facts)


def _doubt_rest(
    plan: Plan, facts: Facts, judged: Judged, names: Column | None, roles: Roles, *, index: int | None
) -> None:
    """Ask about what is left when the columns are judged: grids of names, numbers, rows that are no datasets."""
    centred = (Kind.SPREAD, Kind.SUMMARY, Kind.INTERVAL)
    doubt_name_grid(plan, [n for n in judged.kept if judged.kinds.get(n) not in centred])
    refuse_columns_of_kinds(plan, judged)
    doubt_unread_scores(plan, facts, names, roles)
    doubt_values(plan, facts, judged, names, roles)
    doubt_measure_rows(plan, names)
    if Role.DATASET not in roles:
        doubt_counted_rows(plan, names)
    doubt_saved_index(plan, names, roles)
    doubt_named_summaries(plan, names, roles.get(Role.DATASET, index))
    doubt_summary_row(plan, facts, judged, names)
    doubt_row_head(plan, names, judged.kept)
    doubt_conditions(plan, judged.kept, are="classifiers")


def _why_wide(names: Column | None, *, is_named: bool, are_resamples: bool) -> str:
    if names is None:
        what = "a resample of one dataset" if are_resamples else "a dataset"
        return f"each column of numbers is a classifier, each row {what}"
    how = "is called so" if is_named else "holds the names"
    return (
        f"the datasets stand in {quote_text(names.name) if names.name.strip() else 'the first column'}, "
        f"which {how}; each other column of numbers is a classifier"
    )


def take_named_columns(plan: Plan, facts: Facts) -> None:
    """Take the columns that the user names, and no others."""
    wanted = find_named_columns(
        plan.options.columns, [c.name.strip() for c in plan.grid.columns], plan.grid.source, "--columns"
    )
    plan.set_aside({n: "other columns were named" for n in facts.names() if n and n not in wanted})
    plan.reasons.append("the columns were named")


def settle_named_columns(plan: Plan, judged: Judged) -> None:
    """Let what the user said of columns settle their doubts."""
    names = [c.name.strip() for c in plan.grid.columns]
    told = find_named_columns(plan.options.leave_aside, names, plan.grid.source, "--leave-aside")
    if told:
        plan.options = replace(plan.options, leave_aside=tuple(told))
    for name in told:
        judged.aside[name] = SAID_ASIDE
        judged.doubted.pop(name, None)
    if plan.options.columns_are == ColumnsAre.CLASSIFIERS:
        judged.doubted.clear()
    for name in plan.options.leave_out:
        judged.doubted.pop(name, None)
    judged.kept = [n for n in judged.kept if n not in judged.aside]


def _doubt_short_folds(plan: Plan, found: Folds) -> None:
    """Doubt columns such as RF_s1 and RF_s2: seeds of one classifier, or classifiers of their own."""
    if plan.options.columns_are is not None:
        return
    stems = list(dict.fromkeys(stem for stem, _ in found.values()))
    plan.doubt(
        f"the columns ({name_list(list(found), most=3)}) may be resamples of {name_list(stems, most=3)} by how they "
        "end, or classifiers of their own",
        weight=Weight.SERIOUS,
    )
    plan.offer("they are resamples (seeds, folds, runs)", "--columns-are", "resamples")
    plan.offer("each is a classifier of its own", "--columns-are", "classifiers")
    refuse_ambiguous(plan)


def _try_folds(plan: Plan, judged: Judged, names: Column | None, *, is_dataset: bool) -> Plan | None:
    """Return the plan of a table with resamples in columns, if it is one."""
    are_resamples = plan.options.columns_are == ColumnsAre.RESAMPLES
    found = fold_columns(judged.kept)
    if found is None and (short := short_fold_columns(judged.kept)) is not None:
        _doubt_short_folds(plan, short)
        found = short if are_resamples else None
    if (found is None and not are_resamples) or plan.options.columns_are in (
        ColumnsAre.CLASSIFIERS,
        ColumnsAre.DATASETS,
    ):
        return None
    if found is not None and len({stem for stem, _ in found.values()}) > 1:
        plan.grid = unfold_columns(plan.grid, found)
        plan.resamples = frozenset(found)
        plan.shape = Shape.FOLDS
        plan.reasons.append("columns are named by a classifier and a resample")
        doubt_row_head(plan, names, list(found))
        plan.shape = Shape.LONG
        return plan
    if names is None:
        return None
    rows = [t.strip() for t in names.text()]
    says_so = plan.options.rows_are == RowsAre.CLASSIFIERS or (
        not is_dataset and share_of_methods(rows) >= 0.5
    )
    folds = name_list(judged.kept, most=3)
    if not says_so:
        what = (
            f"the columns ({folds}) are resamples by their names; the rows "
            f"({name_list(rows, most=3)}) may be classifiers or datasets"
        )
        plan.doubt(what, weight=Weight.SERIOUS)
        plan.offer(
            "the rows are classifiers, the columns resamples of one dataset",
            "--rows-are",
            "classifiers",
            "--columns-are",
            "resamples",
        )
        plan.offer(
            "the rows are datasets, the columns classifiers",
            "--rows-are",
            "datasets",
            "--columns-are",
            "classifiers",
        )
        refuse_ambiguous(plan)
    turn(plan, names, judged.kept, f"the rows are classifiers and the columns resamples ({folds})")
    take_as_resamples(plan, judged.kept)
    return plan


def take_as_resamples(plan: Plan, kept: Sequence[str]) -> None:
    """Take the rows of a turned table as resamples of one dataset."""
    plan.grid = name_resamples(plan.grid)
    plan.resamples = frozenset(kept)
    plan.shape = Shape.FOLDS


def turn(plan: Plan, names: Column, kept: Sequence[str], why: str) -> None:
    """Turn the table round: its rows are classifiers."""
    columns = tuple(c for c in plan.grid.columns if c is names or c.name.strip() in kept)
    gone = [
        c.name.strip()
        for c in plan.grid.columns
        if c is not names and c.name.strip() and c.name.strip() not in kept
    ]
    finding = Finding(code="BO307", severity=Severity.NOTE, message=f"{why}: the table was turned round")
    plan.grid = replace(plan.grid, columns=columns).transpose(names).with_findings(finding)
    if gone:
        message = f"{write_count(len(gone), 'column')} without scores left aside: {name_list(gone, most=5)}"
        plan.say(
            Finding(code="BO304", severity=Severity.NOTE, message=message, detail={"columns": tuple(gone)})
        )
    plan.aside |= {n: plan.aside.get(n, "it holds no scores of a dataset") for n in gone}
    plan.shape = Shape.TURNED
    plan.reasons.append(why)


def _plan_turn(
    plan: Plan, facts: Facts, judged: Judged, names: Column, *, is_named: bool, has_resamples: bool
) -> bool:
    """Turn a table whose rows are classifiers by their names; doubt one that may be."""
    if has_resamples or plan.options.rows_are is not None or plan.options.transpose or facts.grid.is_turned:
        return False
    rows = [t.strip() for t in names.text()]
    columns = judged.kept
    if len(columns) < 2:
        return False
    if len(set(rows)) < len(rows):
        _doubt_joined_names(plan, names, columns)
        return False
    rows_like, columns_like = share_of_methods(rows, generic=not is_named), share_of_methods(columns)
    rows_known, columns_known = share_of_datasets(rows), share_of_datasets(columns)
    by_rows = rows_like >= 0.5 and columns_like < 0.3 and rows_known < 0.3
    by_columns = columns_known >= 0.5 and rows_known < 0.2 and columns_like < 0.3
    many = len(columns) > 2 * len(rows) and len(columns) > 7 and columns_like < 0.5 and rows_known < 0.5
    if not (by_rows or by_columns or (many and not is_named)):
        return False
    signs = (
        f"the rows ({name_list(rows, most=3)}) are named like classifiers"
        if by_rows
        else f"the columns ({name_list(columns, most=3)}) are named like datasets"
    )
    if (by_rows or (by_columns and not _are_values(rows))) and not is_named:
        again = judge_columns(facts, are_datasets=True)
        settle_named_columns(plan, again)
        doubt_dataset_columns(plan, again)
        turn(plan, names, again.kept, signs)
        return True
    said = (
        signs
        if by_rows or by_columns
        else f"{len(columns)} classifiers on {write_count(len(rows), 'dataset')} would be unusual"
    )
    if is_named and not (by_rows and by_columns) and not (by_rows and rows_like > 0.7):
        return False  # the header says what the rows are, and little speaks against it
    plan.doubt(
        f"{said}{', although their column is called ' + quote_text(names.name) if is_named else ''}",
        weight=Weight.SERIOUS,
    )
    plan.offer("the rows are classifiers, the columns datasets", "--rows-are", "classifiers")
    plan.offer("the rows are datasets, the columns classifiers", "--rows-are", "datasets")
    refuse_ambiguous(plan)
    return False


def _doubt_joined_names(plan: Plan, names: Column, columns: Sequence[str]) -> None:
    """Ask about models that come back in rows, where a column of text tells them apart and columns are datasets."""
    rows = [t.strip() for t in names.text()]
    if share_of_datasets(columns) < 0.2 or share_of_datasets(rows) > 0.2:
        return
    for other in plan.grid.columns:
        pairs = set(zip(rows, other.text(), strict=True)) if other is not names and is_text(other) else ()
        if len(pairs) < len(rows) or len(set(other.text())) == len(rows) or "+" in other.name + names.name:
            continue
        joined = f"{names.name.strip()}+{other.name.strip()}"
        plan.doubt(
            f"the rows ({name_list(rows, most=3)}) come back, {quote_text(other.name.strip())} tells them apart, and "
            f"the columns ({name_list(list(columns), most=3)}) are named like datasets",
            weight=Weight.SERIOUS,
        )
        plan.offer("the rows are classifiers, the columns datasets", "--classifier-column", joined)
        refuse_ambiguous(plan)


def doubt_dataset_columns(plan: Plan, judged: Judged) -> None:
    """Ask about columns that would be datasets in a table with a row for each classifier, and may be something else."""
    plan.aside |= judged.aside
    doubt_partial_folds(plan, judged.kept)
    doubt_stages(plan, judged.kept)
    refuse_stages(plan, judged)
    refuse_columns_of_kinds(plan, judged)
    refuse_measures(plan, judged.kept)
    if plan.options.columns_are is None:
        shots = [name for name in judged.kept if _SHOTS.fullmatch(name)]
        if len(shots) < len(judged.kept):
            judged.doubted |= dict.fromkeys(shots, "by its name it tells how the models were tested")
        doubt_columns(plan, judged, are="datasets")
        doubt_counted_columns(plan, judged.kept)
        refuse_ambiguous(plan)
    doubt_numbers(plan, judged.kept)
    if fold_columns(judged.kept) is None:
        families = split_by_metric(judged.kept)
        if not families:
            doubt_several_measures(plan, judged.kept)
        named = list(next(iter(families.values())).values()) if families else judged.kept
        doubt_conditions(plan, named, are="datasets")
        doubt_conditions_of_datasets(plan, named)
        doubt_unknown_columns(plan, named)
        sizes = judged.names_of(Kind.TIME, Kind.COUNT, Kind.COST)
        doubt_properties(plan, named, columns=judged.kept, beside=sizes)


def _are_values(rows: Sequence[str]) -> bool:
    """Say whether rows are called by numbers only: steps or sizes, which are no classifiers."""
    return all(re.fullmatch(r"[-+]?\d+(?:[.,]\d+)?\s*%?", row) for row in rows)


def doubt_columns(plan: Plan, judged: Judged, *, are: str = "classifiers") -> None:
    """Ask about columns that may be classifiers or not."""
    doubted = {n: w for n, w in judged.doubted.items() if n in judged.kept}
    if not doubted:
        return
    for name, why in doubted.items():
        plan.doubt(f"{quote_text(name)} may be no {are[:-1]}: {why}", weight=Weight.SERIOUS)
    left = [n for n in judged.kept if n not in doubted]
    one = len(doubted) == 1
    if len(left) >= 2:
        words = [word for name in doubted for word in ("--leave-aside", name)]
        plan.offer(
            f"{name_list(list(doubted))} {'is' if one else 'are'} no {are[:-1] if one else are}", *words
        )
    plan.offer(
        f"{name_list(list(doubted))} {'is one' if one else 'are'} like the others", "--columns-are", are
    )
    pair = [n for n in judged.kept if n in doubted]
    if len(pair) >= 2 and len(pair) < len(judged.kept) and not any("," in n for n in pair):
        plan.offer(f"only {name_list(pair)} are {are}", "--columns", ",".join(pair))
