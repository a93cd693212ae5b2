"""From raw columns to typed ones: numbers where all values are numbers, categories elsewhere, as told where told."""

import re
from collections.abc import Sequence

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.datasets import CategoricalColumn, FeatureColumn, NumericColumn, TextColumn
from bakeoff.core.errors import DatasetError
from bakeoff.core.words import quote_text
from bakeoff.datasets.formats.raw_table import MISSING_AMONG_NUMBERS, DeclaredType, RawColumn, Texts

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?inf(inity)?", re.IGNORECASE)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?Z?")
SECONDS_OF_A_DAY = 86_400.0


def type_column(column: RawColumn, declared: DeclaredType | None, *, where: str) -> FeatureColumn:
    """Return a column as what it was declared to be; undeclared, as numbers if all its values are."""
    declared = declared or column.declared
    if declared is DeclaredType.CATEGORICAL:
        return as_categories(column)
    if declared is DeclaredType.TEXT:
        texts = as_categories(column)
        return TextColumn(name=texts.name, codes=texts.codes, levels=texts.levels)
    numbers = as_numbers(column)
    if numbers is None and declared is DeclaredType.NUMERIC:
        raise _not_numeric_error(column, where)
    if numbers is None and declared is not DeclaredType.NUMERIC:
        numbers = as_days(column)
    if numbers is None:
        return as_categories(column)
    return NumericColumn(name=column.name, values=numbers)


def as_numbers(column: RawColumn) -> Floats | None:
    """Return the values as numbers, NaN where missing; nothing if one of them is no number."""
    if (plain := column.numbers) is not None:
        return plain.copy()
    cells = column.texts
    numbers = None if cells is None else _parse_texts(cells.levels)
    return None if numbers is None or cells is None else _expand_codes(numbers, cells.codes)


def as_days(column: RawColumn) -> Floats | None:
    """Return dates as days since 1970; nothing if one of the values is no date.

    >>> from bakeoff.datasets.formats.raw_table import make_texts
    >>> as_days(RawColumn(name="d", cells=make_texts(["1970-01-02", "1970-01-03T12:00"]))).tolist()
    [1.0, 2.5]
    """
    cells = column.texts
    if cells is None or not cells.levels:
        return None
    if not all(is_date(level) for level in cells.levels):
        return None
    try:
        stamps = np.array(
            [level.rstrip("Z").replace(" ", "T") for level in cells.levels], dtype="datetime64[ms]"
        )
    except ValueError:  # such as a 30th of February
        return None
    days: Floats = stamps.astype(np.int64) / (1000 * SECONDS_OF_A_DAY)
    return _expand_codes(days, cells.codes)


def is_date(text: str) -> bool:
    """Say whether a text is a date as ISO 8601 writes it, perhaps with a time."""
    return _DATE.fullmatch(text) is not None


def as_categories(column: RawColumn) -> CategoricalColumn:
    """Return the values as categories whose levels are those that occur, in order."""
    cells = column.texts
    if cells is None:
        cells = _as_texts(np.asarray(column.numbers, dtype=np.float64))
    levels, codes = sort_levels(cells)
    return CategoricalColumn(name=column.name, codes=codes, levels=levels)


def sort_levels(cells: Texts) -> tuple[tuple[str, ...], Ints]:
    """Return the levels that occur, by number where all are numbers, by letter elsewhere, and the new codes."""
    present = np.unique(cells.codes[cells.codes >= 0])
    texts = [cells.levels[i] for i in present]
    numbers = _parse_texts(texts)
    plain = numbers is None or bool(np.isnan(numbers).any())
    keys = list(zip(texts if plain or numbers is None else numbers.tolist(), texts, strict=True))
    order = sorted(range(len(texts)), key=lambda i: keys[i])
    moved = np.full(len(cells.levels) + 1, -1, dtype=np.int64)  # the last stands for missing
    moved[present[order]] = np.arange(len(order))
    return tuple(texts[i] for i in order), moved[cells.codes]


def _as_texts(values: Floats) -> Texts:
    """Return numbers as the texts that a person would write: 1, not 1.0."""
    distinct, codes = np.unique(values[~np.isnan(values)], return_inverse=True)
    whole = np.full(values.size, -1, dtype=np.int64)
    whole[~np.isnan(values)] = codes
    return Texts(codes=whole, levels=tuple(_number_text(v) for v in distinct.tolist()))


def _number_text(value: float) -> str:
    return str(int(value)) if value.is_integer() and abs(value) < 2**63 else repr(value)


def _expand_codes(numbers: Floats, codes: Ints) -> Floats:
    return np.append(numbers, np.nan)[codes]


def _parse_texts(texts: Sequence[str]) -> Floats | None:
    """Return texts as numbers, or nothing if one of them is none; "nan" and the like are missing."""
    try:
        numbers = list(map(float, texts))
    except ValueError:
        if not all(_is_number(text) or text.lower() in MISSING_AMONG_NUMBERS for text in texts):
            return None
        numbers = [float(text) if _is_number(text) else np.nan for text in texts]
    if any("_" in text for text in texts):  # Python's own way of writing 1_000; elsewhere a name
        return None
    return np.array(numbers, dtype=np.float64)


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def _not_numeric_error(column: RawColumn, where: str) -> DatasetError:
    levels = () if column.texts is None else column.texts.levels
    culprit = next((v for v in levels if not _is_number(v) and v.lower() not in MISSING_AMONG_NUMBERS), "")
    return DatasetError(
        f"the column {quote_text(column.name)} was said to be numeric and holds {quote_text(culprit)}",
        where=where,
        fix="call it categorical where its type is said (types.json, the ARFF header, or #categorical=…)",
        code="BO428",
    )
