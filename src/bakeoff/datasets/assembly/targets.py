"""What is to be predicted: classes, ordered classes, sets of labels, or a quantity, from the columns that say it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.datasets import Task
from bakeoff.core.errors import DatasetError
from bakeoff.core.findings import Finding
from bakeoff.core.words import quote_text, shorten, write_list
from bakeoff.datasets.assembly.roles import ColumnRoles
from bakeoff.datasets.assembly.typed_columns import as_categories, as_numbers
from bakeoff.datasets.formats.raw_table import RawColumn, Texts
from bakeoff.datasets.messages import make_note

MANY_CLASSES = 20  # up to here a target may have as many classes as it likes
LABEL_SEPARATOR = ";"  # between the labels of one row, in a file and where they are shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is to be predicted of each row, as a dataset holds it."""

    codes: Ints  # index into `classes`; -1 where nothing is said
    classes: tuple[str, ...]
    meanings: NDArray[Any] | None = None
    labels: tuple[str, ...] = ()
    findings: list[Finding] = field(default_factory=list)


def read_target(columns: Sequence[RawColumn], roles: ColumnRoles, *, task: Task, source: str) -> Target:
    """Return what the columns of the target say, for a task."""
    if task is Task.LABEL_SETS:
        return _read_label_sets(columns, source)
    readers: dict[Task, Callable[[RawColumn, str], Target]] = {
        Task.CLASSES: _read_classes,
        Task.QUANTITY: _read_quantities,
        Task.ORDERED: lambda column, source: order_classes(
            _read_classes(column, source), roles.order, source=source
        ),
    }
    return readers[task](columns[0], source)


def _read_classes(column: RawColumn, source: str) -> Target:
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
            fix="name the column of classes: add #target=NAME to the reference; a study of a quantity says "
            'task = "regression"',
            code="BO426",
        )
    return Target(codes=labels, classes=classes, findings=merged)


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


def order_classes(target: Target, order: Sequence[str], *, source: str) -> Target:
    """Return classes in the order that was given, the lowest first; classes that are all numbers have their own."""
    numbers = as_numbers(
        RawColumn(name="", cells=Texts(codes=np.arange(len(target.classes)), levels=target.classes))
    )
    if not order and numbers is not None:
        return target  # numbers are sorted already
    if len(set(order)) < len(order) or set(order) != set(target.classes):
        raise _order_error(target.classes, order, source)
    place = np.array([order.index(c) for c in target.classes], dtype=np.int64)
    return replace(target, codes=np.append(place, -1)[target.codes], classes=tuple(order))


def _order_error(classes: Sequence[str], order: Sequence[str], source: str) -> DatasetError:
    what = "nothing says in which order its classes come"
    if order:
        have, names = (shorten(write_list(list(each))) for each in (classes, order))
        what = f"its classes are {have}, and the order names {names}"
    return DatasetError(
        what,
        where=source,
        fix=f"name each class once, the lowest first: #order={shorten(','.join(classes))}, in the right order",
        code="BO940",
    )


def _read_quantities(column: RawColumn, source: str) -> Target:
    values = as_numbers(column)
    if values is None:
        raise DatasetError(
            f"the target {quote_text(column.name)} is not all numbers, and the task is regression",
            where=source,
            fix="name the column of numbers: add #target=NAME to the reference; or leave task out: it has classes",
            code="BO941",
        )
    return encode_quantities(values)


def encode_quantities(values: Floats) -> Target:
    """Return numbers as a target; one that is not finite is missing.

    >>> encode_quantities(np.array([2.5, 1.0, 2.5])).codes.tolist()
    [1, 0, 1]
    """
    is_known = np.isfinite(values)
    distinct, place = np.unique(values[is_known] + 0.0, return_inverse=True)
    codes = np.full(values.size, -1, dtype=np.int64)
    codes[is_known] = place.reshape(-1)
    return Target(codes=codes, classes=tuple(map(repr, distinct.tolist())), meanings=distinct)


def _read_label_sets(columns: Sequence[RawColumn], source: str) -> Target:
    """Return label sets: from columns of 0 and 1, or from one column of labels with semicolons between them."""
    if len(columns) > 1:
        members = np.column_stack([_read_indicator(column, source) for column in columns])
        return encode_label_sets(members, tuple(column.name for column in columns))
    texts = as_categories(columns[0])
    parts = [_split_labels(level) for level in texts.levels]
    labels = tuple(sorted({label for part in parts for label in part}))
    table = np.array([[label in part for label in labels] for part in parts], dtype=np.bool_).reshape(
        len(parts), len(labels)
    )
    return encode_label_sets(
        np.vstack([table, np.zeros((1, len(labels)), dtype=np.bool_)])[texts.codes], labels
    )


def _split_labels(text: str) -> set[str]:
    return {part.strip() for part in text.split(LABEL_SEPARATOR) if part.strip()}


def _read_indicator(column: RawColumn, source: str) -> Bools:
    values = as_numbers(column)
    if values is None or not np.isin(values, (0.0, 1.0)).all():
        raise DatasetError(
            f"the label {quote_text(column.name)} is not 0 or 1 in every row",
            where=source,
            fix="give columns of 0 and 1 (#target=sports,politics), or one column such as sports;politics",
            code="BO942",
        )
    is_member: Bools = values == 1.0
    return is_member


def encode_label_sets(members: Bools, labels: Sequence[str]) -> Target:
    """Return which labels each row has as a target: its classes are the sets that occur.

    >>> encode_label_sets(np.array([[True, False], [True, True]]), ["a", "b"]).classes
    ('a', 'a;b')
    """
    distinct, place = np.unique(members, axis=0, return_inverse=True)
    return Target(
        codes=place.reshape(-1).astype(np.int64),
        classes=tuple(label_set_text(row, labels) for row in distinct),
        meanings=distinct,
        labels=tuple(labels),
    )


def label_set_text(row: Bools, labels: Sequence[str]) -> str:
    """Return a set of labels as one text; nothing for none."""
    return LABEL_SEPARATOR.join(label for label, is_in in zip(labels, row.tolist(), strict=True) if is_in)
