"""What a careful reader would notice about a dataset: traps that every classifier would fall into."""

from collections.abc import Iterator, Sequence

import numpy as np

from bakeoff.core.datasets import CategoricalColumn, Dataset, FeatureColumn, NumericColumn
from bakeoff.core.findings import Finding
from bakeoff.core.words import counted, listed, quoted
from bakeoff.datasets.columns import is_date
from bakeoff.datasets.messages import note, warning
from bakeoff.datasets.raw import Declared, RawColumn
from bakeoff.datasets.roles import Roles

EXACT = 2.0**53  # beyond it, whole numbers are rounded
CODES = range(3, 11)  # so many distinct whole numbers may be codes; two make no difference


def noticed(
    dataset: Dataset, before: Sequence[FeatureColumn], raws: Sequence[RawColumn], roles: Roles
) -> list[Finding]:
    """Return remarks on the columns and classes of a dataset; `before` are its columns as they were read."""
    return [
        *_lonely_classes(dataset),
        *_empty_columns(dataset),
        *_possible_codes(dataset, raws, roles),
        *_dates(dataset, raws),
        *_large_numbers(before),
        *_identifiers(dataset),
    ]


def _lonely_classes(dataset: Dataset) -> Iterator[Finding]:
    counts = np.bincount(dataset.target, minlength=len(dataset.classes))
    lonely = [name for name, count in zip(dataset.classes, counts, strict=True) if count == 1]
    if lonely:
        who = listed([quoted(name) for name in lonely])
        yield warning("BO221", f"{who} occur{'s' * (len(lonely) == 1)} once only: it is never both learnt and tested",
                      classes=lonely)  # fmt: skip


def _empty_columns(dataset: Dataset) -> Iterator[Finding]:
    empty = [column.name for column in dataset.features if column.missing.all()]
    if empty:
        yield note(
            "BO222", f"{counted(len(empty), 'column')} without a single value: {_names(empty)}", columns=empty
        )


def _possible_codes(dataset: Dataset, raws: Sequence[RawColumn], roles: Roles) -> Iterator[Finding]:
    if roles.complete:
        return
    undeclared = {raw.name for raw in raws if raw.declared is None and raw.name not in roles.declared}
    codes = [c.name for c in dataset.features if c.name in undeclared and _looks_like_codes(c, dataset.rows)]
    if codes:
        yield note("BO223", f"{_names(codes)}: a few whole numbers, read as numbers; if they are codes, add "
                   f"#categorical={codes[0]}", columns=codes)  # fmt: skip


def _looks_like_codes(column: FeatureColumn, rows: int) -> bool:
    if not isinstance(column, NumericColumn):
        return False
    values = column.values[~column.missing]
    if (values != np.floor(values)).any():
        return False
    distinct = np.unique(values).size
    return distinct in CODES and rows >= 10 * distinct


def _dates(dataset: Dataset, raws: Sequence[RawColumn]) -> Iterator[Finding]:
    kinds = {raw.name: raw for raw in raws}
    dates = [c.name for c in dataset.features if isinstance(c, NumericColumn) and _was_a_date(kinds[c.name])]
    yield from dates_read(dates)


def dates_read(columns: Sequence[str]) -> tuple[Finding, ...]:
    """Return the remark on columns of dates, or none where there are none."""
    if not columns:
        return ()
    return (note("BO225", f"{_names(columns)}: dates, read as days since 1970", columns=list(columns)),)


def _was_a_date(raw: RawColumn) -> bool:
    return raw.dates or raw.declared is Declared.DATE or is_date(raw.first)


def _large_numbers(columns: Sequence[FeatureColumn]) -> Iterator[Finding]:
    numeric = [c for c in columns if isinstance(c, NumericColumn)]
    infinite = [c.name for c in numeric if np.isinf(c.values).any()]
    if infinite:
        yield warning("BO226", f"{_names(infinite)}: infinite numbers, taken as missing", columns=infinite)
    rounded = [c.name for c in numeric if c.name not in infinite and _is_rounded(c)]
    if rounded:
        yield note("BO226", f"{_names(rounded)}: whole numbers of more than 15 digits were rounded; if they are "
                   f"names, add #categorical={rounded[0]}", columns=rounded)  # fmt: skip


def _is_rounded(column: NumericColumn) -> bool:
    present = column.values[~column.missing]
    return present.size > 0 and bool((np.abs(present) > EXACT).any() and (present == np.floor(present)).all())


def _identifiers(dataset: Dataset) -> Iterator[Finding]:
    names = [c.name for c in dataset.features if _is_identifier(c, dataset.rows)]
    if names:
        yield warning("BO227", f"{_names(names)}: a different value in every row, like a name or a row number; "
                      f"leave it out with #drop={names[0]}", columns=names)  # fmt: skip


def _is_identifier(column: FeatureColumn, rows: int) -> bool:
    if rows < 10:
        return False
    if isinstance(column, CategoricalColumn):
        return len(column.levels) == rows
    steps = np.diff(column.values)
    return bool((steps == 1).all())


def _names(names: Sequence[str]) -> str:
    return listed([quoted(name) for name in names])
