"""From a raw table to a dataset: the classes, the features with their types, and the findings on the way."""

from dataclasses import replace

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.datasets import Dataset, FeatureColumn, NumericColumn, Task, make_dataset
from bakeoff.core.errors import DatasetError
from bakeoff.core.findings import Finding
from bakeoff.core.words import quote_text, shorten, write_count
from bakeoff.datasets.assembly.dataset_findings import dataset_findings
from bakeoff.datasets.assembly.roles import ColumnRoles, find_targets, require_columns
from bakeoff.datasets.assembly.split_column import read_split_column
from bakeoff.datasets.assembly.targets import read_target
from bakeoff.datasets.assembly.typed_columns import (
    as_categories,
    as_days,
    as_numbers,
    sort_levels,
    type_column,
)
from bakeoff.datasets.formats.raw_table import RawColumn, RawTable, Texts
from bakeoff.datasets.messages import make_note


def assemble_dataset(
    table: RawTable, roles: ColumnRoles, *, name: str, source: str, task: Task = Task.CLASSES
) -> Dataset:
    """Return the dataset that a table holds, for a task.

    Rows without a target are left out, with a finding. A column is categorical where that was declared, or where
    not all of its values are numbers.
    """
    if not table.columns:
        raise _empty_error("it has no columns", source)
    targets, guessed = find_targets(table, roles, where=source, several=task is Task.LABEL_SETS)
    row_roles = (roles.group, roles.time, roles.split, roles.weight)
    require_columns(table, (*roles.declared, *roles.drop, *filter(None, row_roles)), where=source)
    by_name = {column.name: column for column in table.columns}
    target = read_target([by_name[each] for each in targets], roles, task=task, source=source)
    kept = target.codes >= 0
    aside = {*targets, *row_roles, *roles.drop}
    raws = [column for column in table.columns if column.name not in aside]
    if not kept.any() or not raws:
        raise _empty_error("no row has a class" if raws else "it has no column beside the class", source)
    features = [type_column(raw, roles.declared.get(raw.name), where=source) for raw in raws]
    dataset = make_dataset(
        name=roles.name or name,
        features=[clean_column(column, kept) for column in features],
        target=target.codes[kept],
        classes=target.classes,
        source=source,
        groups=None if roles.group is None else _number_groups(by_name[roles.group], kept),
        times=None if roles.time is None else _read_times(by_name[roles.time], kept, source),
        task=task,
        meanings=target.meanings,
        labels=target.labels,
        weights=None if roles.weight is None else _read_weights(by_name[roles.weight], kept, source),
    )
    splits = () if roles.split is None else read_split_column(by_name[roles.split], kept, source)
    reading_findings = (
        *table.findings,
        *_guess_findings(targets[0], guessed=guessed),
        *target.findings,
        *_unclassed_findings(kept),
    )
    findings = (*reading_findings, *dataset_findings(dataset, features, raws, roles))
    return replace(dataset, splits=splits, findings=findings)


def clean_column(column: FeatureColumn, kept: Bools) -> FeatureColumn:
    """Return a column on the rows that are kept, with infinite numbers as missing and only levels that occur."""
    if isinstance(column, NumericColumn):
        values = column.values[kept]
        return replace(column, values=np.where(np.isfinite(values), values, np.nan))
    levels, codes = sort_levels(Texts(codes=column.codes[kept], levels=column.levels))
    return replace(column, codes=codes, levels=levels)


def _unclassed_findings(kept: Bools) -> list[Finding]:
    lost = int((~kept).sum())
    if not lost:
        return []
    return [make_note("BO220", f"{write_count(lost, 'row')} without a class left out", rows=lost)]


def _guess_findings(target: str, *, guessed: bool) -> list[Finding]:
    if not guessed:
        return []
    return [
        make_note(
            "BO228",
            f"{quote_text(target)} was taken as the class; #target=NAME says otherwise",
            column=target,
        )
    ]


def _number_groups(column: RawColumn, kept: Bools) -> Ints:
    """Return groups as numbers; a row without one is a group of its own."""
    codes = as_categories(column).codes[kept]
    alone = codes < 0
    codes[alone] = codes.max(initial=-1) + 1 + np.arange(int(alone.sum()))
    return codes


def _read_times(column: RawColumn, kept: Bools, source: str) -> Floats:
    values = as_numbers(column)
    values = as_days(column) if values is None else values
    if values is None or not np.isfinite(values[kept]).all():
        raise DatasetError(
            f"the times in {quote_text(column.name)} are not all numbers or dates like 2026-11-15",
            where=source,
            fix="write times as numbers or as ISO dates, one in every row",
            code="BO423",
        )
    return values[kept]


def _read_weights(column: RawColumn, kept: Bools, source: str) -> Floats:
    values = as_numbers(column)
    weights = None if values is None else values[kept]
    if weights is None or not np.isfinite(weights).all() or weights.min() < 0 or not weights.any():
        raise DatasetError(
            f"the weights in {quote_text(column.name)} are not all numbers from 0 on, some above it",
            where=source,
            fix="give every row a weight: 0 or more",
            code="BO943",
        )
    return weights


def _empty_error(what: str, source: str) -> DatasetError:
    return DatasetError(
        f"there is no dataset in it: {what}",
        where=shorten(source),
        fix="give a table with rows",
        code="BO424",
    )
