"""From a raw table to a dataset: the classes, the features with their types, and the findings on the way."""

from dataclasses import replace

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.datasets import Dataset, FeatureColumn, NumericColumn, make_dataset
from bakeoff.core.errors import DatasetError
from bakeoff.core.findings import Finding
from bakeoff.core.words import quote_text, shorten, write_count
from bakeoff.datasets.assembly.dataset_findings import dataset_findings
from bakeoff.datasets.assembly.roles import ColumnRoles, find_target, require_columns
from bakeoff.datasets.assembly.split_column import read_split_column
from bakeoff.datasets.assembly.typed_columns import (
    as_categories,
    as_days,
    as_numbers,
    sort_levels,
    type_column,
)
from bakeoff.datasets.formats.raw_table import RawColumn, RawTable, Texts
from bakeoff.datasets.messages import make_note

MANY_CLASSES = 20  # up to here a target may have as many classes as it likes


def assemble_dataset(table: RawTable, roles: ColumnRoles, *, name: str, source: str) -> Dataset:
    """Return the dataset that a table holds.

    Rows without a class are left out, with a finding. A column is categorical where that was declared, or where
    not all of its values are numbers.
    """
    if not table.columns:
        raise _empty_error("it has no columns", source)
    target, guessed = find_target(table, roles, where=source)
    named_columns = (*roles.declared, *roles.drop, *filter(None, (roles.group, roles.time, roles.split)))
    require_columns(table, named_columns, where=source)
    by_name = {column.name: column for column in table.columns}
    classes, labels, findings = _find_classes(by_name[target], source)
    has_class = labels >= 0
    aside = {target, roles.group, roles.time, roles.split, *roles.drop}
    raws = [column for column in table.columns if column.name not in aside]
    if not has_class.any() or not raws:
        raise _empty_error("no row has a class" if raws else "it has no column beside the class", source)
    features = [type_column(raw, roles.declared.get(raw.name), where=source) for raw in raws]
    reading_findings = [
        *table.findings,
        *_guess_findings(target, guessed=guessed),
        *findings,
        *_unclassed_findings(has_class),
    ]
    dataset = make_dataset(
        name=roles.name or name,
        features=[clean_column(column, has_class) for column in features],
        target=labels[has_class],
        classes=classes,
        source=source,
        groups=None if roles.group is None else _number_groups(by_name[roles.group], has_class),
        times=None if roles.time is None else _read_times(by_name[roles.time], has_class, source),
    )
    splits = () if roles.split is None else read_split_column(by_name[roles.split], has_class, source)
    dataset = replace(dataset, splits=splits)
    return replace(dataset, findings=(*reading_findings, *dataset_findings(dataset, features, raws, roles)))


def clean_column(column: FeatureColumn, kept: Bools) -> FeatureColumn:
    """Return a column on the rows that are kept, with infinite numbers as missing and only levels that occur."""
    if isinstance(column, NumericColumn):
        values = column.values[kept]
        return replace(column, values=np.where(np.isfinite(values), values, np.nan))
    levels, codes = sort_levels(Texts(codes=column.codes[kept], levels=column.levels))
    return replace(column, codes=codes, levels=levels)


def _find_classes(column: RawColumn, source: str) -> tuple[tuple[str, ...], Ints, list[Finding]]:
    """Return the classes in order, and of each row its class; -1 where it has none."""
    categories = as_categories(column)
    classes, labels, merged = _merge_equal_numbers(categories.levels, categories.codes)
    rows = int((labels >= 0).sum())
    if len(classes) == 1:
        raise DatasetError(
            f"all {rows:,} rows have the class {quote_text(classes[0])}",
            where=f"{source}, column {quote_text(column.name)}",
            fix="name the column of classes: add #target=NAME to the reference",
            code="BO425",
        )
    if len(classes) > max(MANY_CLASSES, rows / 2):
        raise DatasetError(
            f"{quote_text(column.name)} has {len(classes):,} classes in {rows:,} rows: it looks like a "
            "quantity or a name",
            where=source,
            fix="name the column of classes: add #target=NAME to the reference",
            code="BO426",
        )
    return classes, labels, merged


def _merge_equal_numbers(
    classes: tuple[str, ...], labels: Ints
) -> tuple[tuple[str, ...], Ints, list[Finding]]:
    """Return classes that are the same number, such as 1 and 1.0, as one: that of the shortest spelling."""
    numbers = as_numbers(RawColumn(name="", cells=Texts(codes=np.arange(len(classes)), levels=classes)))
    if numbers is None or np.unique(numbers).size == numbers.size:
        return classes, labels, []
    distinct, place = np.unique(numbers, return_inverse=True)
    spellings = [[c for c, p in zip(classes, place, strict=True) if p == i] for i in range(distinct.size)]
    shortest = tuple(min(group, key=len) for group in spellings)
    spellings_text = "; ".join(" and ".join(map(quote_text, group)) for group in spellings if len(group) > 1)
    moved = np.append(place, -1)[labels]
    finding = make_note(
        "BO229", f"classes that are the same number were taken as one: {spellings_text}", spellings=spellings
    )
    return shortest, moved, [finding]


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


def _empty_error(what: str, source: str) -> DatasetError:
    return DatasetError(
        f"there is no dataset in it: {what}",
        where=shorten(source),
        fix="give a table with rows",
        code="BO424",
    )
