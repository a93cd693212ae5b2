"""From a raw table to a dataset: the classes, the features with their types, and what was noticed on the way."""

from dataclasses import replace

import numpy as np

from bakeoff.core.datasets import Dataset, FeatureColumn, NumericColumn, made_dataset
from bakeoff.core.errors import DatasetError
from bakeoff.core.evidence import Bools, Floats, Ints
from bakeoff.core.findings import Finding
from bakeoff.core.words import brief, counted, quoted
from bakeoff.datasets.columns import as_days, as_numbers, categorical, in_order, typed
from bakeoff.datasets.messages import note
from bakeoff.datasets.noticing import noticed
from bakeoff.datasets.raw import RawColumn, RawTable, Texts
from bakeoff.datasets.roles import Roles, require_columns, target_of

MANY_CLASSES = 20  # up to here a target may have as many classes as it likes


def assemble(table: RawTable, roles: Roles, *, name: str, source: str) -> Dataset:
    """Return the dataset that a table holds.

    Rows without a class are left out, with a remark. A column is categorical where that was declared, or where
    not all of its values are numbers.
    """
    if not table.columns:
        raise _empty("it has no columns", source)
    target, guessed = target_of(table, roles, where=source)
    wanted = (*roles.declared, *roles.drop, *filter(None, (roles.group, roles.time)))
    require_columns(table, wanted, where=source)
    by_name = {column.name: column for column in table.columns}
    classes, labels, findings = _classes(by_name[target], source)
    kept = labels >= 0
    aside = {target, roles.group, roles.time, *roles.drop}
    raws = [column for column in table.columns if column.name not in aside]
    if not kept.any() or not raws:
        raise _empty("no row has a class" if raws else "it has no column beside the class", source)
    features = [typed(raw, roles.declared.get(raw.name), where=source) for raw in raws]
    remarks = [*table.findings, *_guessed(target, guessed=guessed), *findings, *_left_out(kept)]
    dataset = made_dataset(
        name=roles.name or name,
        features=[finite(column, kept) for column in features],
        target=labels[kept],
        classes=classes,
        source=source,
        groups=None if roles.group is None else _groups(by_name[roles.group], kept),
        times=None if roles.time is None else _times(by_name[roles.time], kept, source),
    )
    return replace(dataset, findings=(*remarks, *noticed(dataset, features, raws, roles)))


def finite(column: FeatureColumn, kept: Bools) -> FeatureColumn:
    """Return a column on the rows that are kept, with infinite numbers as missing and only levels that occur."""
    if isinstance(column, NumericColumn):
        values = column.values[kept]
        return replace(column, values=np.where(np.isfinite(values), values, np.nan))
    levels, codes = in_order(Texts(codes=column.codes[kept], levels=column.levels))
    return replace(column, codes=codes, levels=levels)


def _classes(column: RawColumn, source: str) -> tuple[tuple[str, ...], Ints, list[Finding]]:
    """Return the classes in order, and of each row its class; -1 where it has none."""
    found = categorical(column)
    classes, labels, merged = _merged(found.levels, found.codes)
    rows = int((labels >= 0).sum())
    if len(classes) == 1:
        raise DatasetError(
            f"all {rows:,} rows have the class {quoted(classes[0])}",
            where=f"{source}, column {quoted(column.name)}",
            fix="name the column of classes: add #target=NAME to the reference",
            code="BO425",
        )
    if len(classes) > max(MANY_CLASSES, rows / 2):
        raise DatasetError(
            f"{quoted(column.name)} has {len(classes):,} classes in {rows:,} rows: it looks like a quantity or a name",
            where=source,
            fix="name the column of classes: add #target=NAME to the reference",
            code="BO426",
        )
    return classes, labels, merged


def _merged(classes: tuple[str, ...], labels: Ints) -> tuple[tuple[str, ...], Ints, list[Finding]]:
    """Return classes that are the same number, such as 1 and 1.0, as one: that of the shortest spelling."""
    numbers = as_numbers(RawColumn(name="", cells=Texts(codes=np.arange(len(classes)), levels=classes)))
    if numbers is None or np.unique(numbers).size == numbers.size:
        return classes, labels, []
    distinct, place = np.unique(numbers, return_inverse=True)
    spellings = [[c for c, p in zip(classes, place, strict=True) if p == i] for i in range(distinct.size)]
    kept = tuple(min(group, key=len) for group in spellings)
    said = "; ".join(" and ".join(map(quoted, group)) for group in spellings if len(group) > 1)
    moved = np.append(place, -1)[labels]
    remark = note("BO229", f"classes that are the same number were taken as one: {said}", spellings=spellings)
    return kept, moved, [remark]


def _left_out(kept: Bools) -> list[Finding]:
    lost = int((~kept).sum())
    if not lost:
        return []
    return [note("BO220", f"{counted(lost, 'row')} without a class left out", rows=lost)]


def _guessed(target: str, *, guessed: bool) -> list[Finding]:
    if not guessed:
        return []
    return [
        note("BO228", f"{quoted(target)} was taken as the class; #target=NAME says otherwise", column=target)
    ]


def _groups(column: RawColumn, kept: Bools) -> Ints:
    """Return groups as numbers; a row without one is a group of its own."""
    codes = categorical(column).codes[kept]
    alone = codes < 0
    codes[alone] = codes.max(initial=-1) + 1 + np.arange(int(alone.sum()))
    return codes


def _times(column: RawColumn, kept: Bools, source: str) -> Floats:
    values = as_numbers(column)
    values = as_days(column) if values is None else values
    if values is None or not np.isfinite(values[kept]).all():
        raise DatasetError(
            f"the times in {quoted(column.name)} are not all numbers or dates like 2026-11-15",
            where=source,
            fix="write times as numbers or as ISO dates, one in every row",
            code="BO423",
        )
    return values[kept]


def _empty(what: str, source: str) -> DatasetError:
    return DatasetError(
        f"there is no dataset in it: {what}", where=brief(source), fix="give a table with rows", code="BO424"
    )
