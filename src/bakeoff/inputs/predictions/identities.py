"""Ids: one number for each, the same in all tables; whole numbers are taken as they are."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Ints
from bakeoff.inputs.predictions.class_labels import plain_label
from bakeoff.inputs.table.coded_cells import CodedCells, read_whole_numbers
from bakeoff.inputs.table.grid import Column, number_text
from bakeoff.inputs.table.word_columns import read_words, rename_words, share_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Identities:
    """The ids of several tables."""

    codes: tuple[Ints, ...]  # for each table, of each row
    name: Callable[[int], str]  # the id of a code
    missing: int | None  # the code of an empty id, where there is one
    labels: Sequence[str] | Ints  # the ids by their codes


def number_identities(columns: Sequence[Column]) -> Identities:
    """Return the ids of some columns, numbered together; 7 and 7.0 of different tables are the same id."""
    numbers = [_whole_cells(column) for column in columns]
    whole = [own for own in numbers if own is not None]
    if len(whole) == len(columns):
        return _number_whole_ids(whole)
    words = [read_words(column) for column in columns]
    shorter = [tuple(map(plain_label, own.texts)) for own in words]
    if len(columns) > 1 and all(len(set(short)) == len(short) for short in shorter):
        words = [rename_words(own, short) for own, short in zip(words, shorter, strict=True)]
    texts, codes = share_words(words)
    missing_code = texts.index("") if "" in texts else None
    return Identities(codes=tuple(codes), name=lambda code: texts[code], missing=missing_code, labels=texts)


def _whole_cells(column: Column) -> Ints | None:
    cells = column.cells
    if isinstance(cells, CodedCells):
        return None
    if not isinstance(cells, np.ndarray):
        return read_whole_numbers(cells)
    if cells.dtype.kind == "i":
        return cells.astype(np.int64, copy=False)
    is_whole = bool(
        np.isfinite(cells).all() and (np.abs(cells) < 2**53).all() and (cells == np.rint(cells)).all()
    )
    return cells.astype(np.int64) if is_whole else None


def _number_whole_ids(numbers: Sequence[Ints]) -> Identities:
    """Return whole numbers as codes; where they only count upwards there is nothing to sort."""
    values = numbers[0] if len(numbers) == 1 else np.concatenate(numbers)
    if len(numbers) == 1 and bool((values[1:] > values[:-1]).all()):
        different, codes = values, np.arange(values.size)
    else:
        different, codes = np.unique(values, return_inverse=True)
        codes = codes.reshape(-1)
    ends = np.cumsum([own.size for own in numbers])[:-1]
    return Identities(
        codes=tuple(np.split(codes, ends)),
        name=lambda code: number_text(int(different[code])),
        missing=None,
        labels=different,
    )
