"""What a careful reader would notice about a dataset: traps that every classifier would fall into."""

from collections.abc import Iterator, Sequence

import numpy as np

from bakeoff.core.datasets import CategoricalColumn, Dataset, FeatureColumn, NumericColumn, Task, TextColumn
from bakeoff.core.findings import Finding
from bakeoff.core.words import quote_text, write_count, write_list
from bakeoff.datasets.assembly.roles import ColumnRoles
from bakeoff.datasets.assembly.typed_columns import is_date
from bakeoff.datasets.formats.raw_table import DeclaredType, RawColumn
from bakeoff.datasets.messages import make_note, make_warning

EXACT = 2.0**53  # beyond it, whole numbers are rounded
CODES = range(3, 11)  # so many distinct whole numbers may be codes; two make no difference


def dataset_findings(
    dataset: Dataset, before: Sequence[FeatureColumn], raws: Sequence[RawColumn], roles: ColumnRoles
) -> list[Finding]:
    """Return findings on the columns and classes of a dataset; `before` are its columns as they were read."""
    return [
        *_lonely_class_findings(dataset),
        *_empty_column_findings(dataset),
        *_possible_code_findings(dataset, raws, roles),
        *_find_dates(dataset, raws),
        *_large_number_findings(before),
        *_identifier_findings(dataset),
    ]


def _lonely_class_findings(dataset: Dataset) -> Iterator[Finding]:
    if dataset.task in (Task.QUANTITY, Task.LABEL_SETS):
        return
    counts = np.bincount(dataset.target, minlength=len(dataset.classes))
    lonely = [name for name, count in zip(dataset.classes, counts, strict=True) if count == 1]
    if lonely:
        who = write_list([quote_text(name) for name in lonely])
        yield make_warning("BO221", f"{who} occur{'s' * (len(lonely) == 1)} once only: it is never both learnt "
                                    "and tested",
                      classes=lonely)  # fmt: skip


def _empty_column_findings(dataset: Dataset) -> Iterator[Finding]:
    empty = [column.name for column in dataset.features if column.missing.all()]
    if empty:
        yield make_note(
            "BO222",
            f"{write_count(len(empty), 'column')} without a single value: {_quote_names(empty)}",
            columns=empty,
        )


def _possible_code_findings(
    dataset: Dataset, raws: Sequence[RawColumn], roles: ColumnRoles
) -> Iterator[Finding]:
    if roles.complete:
        return
    undeclared = {raw.name for raw in raws if raw.declared is None and raw.name not in roles.declared}
    codes = [c.name for c in dataset.features if c.name in undeclared and _looks_like_codes(c, dataset.rows)]
    if codes:
        yield make_note("BO223", f"{_quote_names(codes)}: a few whole numbers, read as numbers; if they are codes, add "
                   f"#categorical={codes[0]}", columns=codes)  # fmt: skip


def _looks_like_codes(column: FeatureColumn, rows: int) -> bool:
    if not isinstance(column, NumericColumn):
        return False
    values = column.values[~column.missing]
    if (values != np.floor(values)).any():
        return False
    distinct = np.unique(values).size
    return distinct in CODES and rows >= 10 * distinct


def _find_dates(dataset: Dataset, raws: Sequence[RawColumn]) -> Iterator[Finding]:
    kinds = {raw.name: raw for raw in raws}
    dates = [
        c.name for c in dataset.features if isinstance(c, NumericColumn) and _is_from_date(kinds[c.name])
    ]
    yield from date_findings(dates)


def date_findings(columns: Sequence[str]) -> tuple[Finding, ...]:
    """Return the finding on columns of dates, or none where there are none."""
    if not columns:
        return ()
    return (
        make_note("BO225", f"{_quote_names(columns)}: dates, read as days since 1970", columns=list(columns)),
    )


def _is_from_date(raw: RawColumn) -> bool:
    return raw.dates or raw.declared is DeclaredType.DATE or is_date(raw.first)


def _large_number_findings(columns: Sequence[FeatureColumn]) -> Iterator[Finding]:
    numeric = [c for c in columns if isinstance(c, NumericColumn)]
    infinite = [c.name for c in numeric if np.isinf(c.values).any()]
    if infinite:
        yield make_warning(
            "BO226", f"{_quote_names(infinite)}: infinite numbers, taken as missing", columns=infinite
        )
    rounded = [c.name for c in numeric if c.name not in infinite and _is_rounded(c)]
    if rounded:
        yield make_note("BO226", f"{_quote_names(rounded)}: whole numbers of more than 15 digits were rounded; "
                                 "if they are "
                   f"names, add #categorical={rounded[0]}", columns=rounded)  # fmt: skip


def _is_rounded(column: NumericColumn) -> bool:
    present = column.values[~column.missing]
    return present.size > 0 and bool((np.abs(present) > EXACT).any() and (present == np.floor(present)).all())


def _identifier_findings(dataset: Dataset) -> Iterator[Finding]:
    names = [c.name for c in dataset.features if _is_identifier(c, dataset.rows)]
    if names:
        yield make_warning("BO227", f"{_quote_names(names)}: a different value in every row, like a name or a "
                                    "row number; "
                      f"leave it out with #drop={names[0]}", columns=names)  # fmt: skip


def _is_identifier(column: FeatureColumn, rows: int) -> bool:
    if rows < 10:
        return False
    if isinstance(column, TextColumn):
        return False
    if isinstance(column, CategoricalColumn):
        return len(column.levels) == rows
    steps = np.diff(column.values)
    return bool((steps == 1).all())


def _quote_names(names: Sequence[str]) -> str:
    return write_list([quote_text(name) for name in names])
