"""Large tables of few distinct texts, read a piece at a time: a number for each cell, each text once.

A million rows of predictions are a few megabytes of text but hundreds of megabytes of cells. Read in pieces,
only the numbers stay.
"""

from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Ints
from bakeoff.inputs.table.arrow_cells import cut_by_arrow
from bakeoff.inputs.table.grid import Cells, Column

_PIECE = 1 << 20  # characters
_VERY_LARGE = 8 << 20  # characters: Arrow, which takes a while to import, cuts them in a third of our time
_MANY = 5000  # a column with more distinct texts than that, and in most rows another, holds ids or prose
_TENS = 10 ** np.arange(1, 19, dtype=np.int64)


class CodedCells(Sequence[str]):
    """Cells of a column, each kept as the number of its text."""

    __slots__ = ("codes", "texts")

    def __init__(self, texts: tuple[str, ...], codes: NDArray[np.int32]) -> None:
        self.texts, self.codes = texts, codes

    def __len__(self) -> int:
        return int(self.codes.size)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self.texts[code] for code in self.codes[index].tolist()]
        return self.texts[int(self.codes[index])]

    def __iter__(self) -> Iterator[str]:
        return map(self.texts.__getitem__, self.codes.tolist())


def code_cells(column: Column) -> CodedCells:
    """Return the cells of a column, each text once, in order of first appearance."""
    if isinstance(column.cells, CodedCells):
        return column.cells
    cells = column.text()
    place = _Places()
    codes = np.fromiter(map(place.__getitem__, cells), dtype=np.int32, count=len(cells))
    return CodedCells(tuple(place), codes)


def read_coded_columns(text: str, separator: str, *, ids_as_numbers: bool) -> tuple[Column, ...]:
    """Return the columns of a table with nothing special in it; nothing if there is, such as a quote.

    Whole numbers that differ in most rows stay texts unless ids are wanted as numbers.
    """
    header = [name.strip() for name in first_line(text).split(separator)]
    if '"' in text or len(header) < 2 or not all(header[1:]):
        return ()
    columns = _number_cells(text, separator, len(header), ids_as_numbers=ids_as_numbers)
    return tuple(
        Column(name=name, cells=cells, position=j)
        for j, (name, cells) in enumerate(zip(header, columns, strict=False), start=1)
    )


def _number_cells(text: str, separator: str, width: int, *, ids_as_numbers: bool) -> list[Cells]:
    """Return the cells of each column; nothing where a line is blank or has another length."""
    encoders = [_Encoder(as_numbers=ids_as_numbers) for _ in range(width)]
    if len(text) > _VERY_LARGE and "\r" not in text:
        numbered = cut_by_arrow(text, separator, width)
        if numbered and all(map(str.strip, numbered[0].texts)):
            return [
                encoder.take(own.texts, own.codes) for encoder, own in zip(encoders, numbered, strict=True)
            ]
    for piece in _cut_pieces(text):
        cells = cut_columns(piece, separator, width)
        if not cells:
            return []
        for encoder, own in zip(encoders, cells, strict=True):
            encoder.add(own)
    return [encoder.cells() for encoder in encoders]


def _cut_pieces(text: str) -> Iterator[str]:
    """Yield whole lines below the header, about a million characters at a time."""
    start, end = text.find("\n") + 1, len(text.removesuffix("\n"))
    while 0 < start < end:
        stop = end if start + _PIECE >= end else text.find("\n", start + _PIECE, end)
        stop = end if stop < 0 else stop
        yield text[start:stop]
        start = stop + 1


def first_line(text: str) -> str:
    r"""Return the first line of a text; `partition` would copy the others.

    >>> first_line("a,b\n1,2"), first_line("a,b")
    ('a,b', 'a,b')
    """
    end = text.find("\n")
    return text if end < 0 else text[:end]


def cut_columns(piece: str, separator: str, width: int) -> list[list[str]]:
    """Return the cells of each column of some lines; nothing if a line is blank or has another length."""
    # A line end that begins a cell marks the first cell of a row: each of these, and no other, must have one.
    cells = f"\n{piece}".replace("\n", f"{separator}\n").split(separator)[1:]
    first = "".join(cells[::width]).split("\n")[1:]
    height = piece.count("\n") + 1
    if len(cells) != width * height or len(first) != height or not all(map(str.strip, first)):
        return []
    return [first, *(cells[j::width] for j in range(1, width))]


class _Places(dict[str, int]):
    """The number of each text; one that is new gets the next."""

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self)
        return number


class _Encoder:
    """The cells of one column so far: as codes, or as they are once too many of them differ."""

    def __init__(self, *, as_numbers: bool) -> None:
        self._place: _Places | None = _Places()
        self._codes: list[NDArray[np.int32]] = []
        self._numbers: list[Ints] | None = [] if as_numbers else None
        self._texts: list[str] = []
        self._rows = 0

    def add(self, cells: list[str]) -> None:
        """Add the cells of some more rows."""
        self._rows += len(cells)
        if self._place is None:
            self._add_distinct(cells)
            return
        codes = np.fromiter(map(self._place.__getitem__, cells), dtype=np.int32, count=len(cells))
        if len(self._place) > max(_MANY, self._rows // 2):
            before = [text for codes in self._codes for text in CodedCells(tuple(self._place), codes)]
            self._place, self._codes = None, []
            self._add_distinct(before + cells)
            return
        self._codes.append(codes)

    def take(self, texts: list[str], codes: NDArray[np.int32]) -> Cells:
        """Return all cells, given that they are numbered already."""
        coded = CodedCells(tuple(texts), codes)
        if len(texts) <= max(_MANY, codes.size // 2):
            return coded
        self._place = None
        self._add_distinct(list(coded))
        return self.cells()

    def _add_distinct(self, cells: list[str]) -> None:
        if self._numbers is not None:
            numbers = read_whole_numbers(cells)
            if numbers is not None:
                self._numbers.append(numbers)
                return
            self._texts = [str(number) for own in self._numbers for number in own.tolist()]
            self._numbers = None
        self._texts += cells

    def cells(self) -> Cells:
        """Return all cells."""
        if self._place is not None:
            codes = np.concatenate(self._codes) if self._codes else np.empty(0, dtype=np.int32)
            return CodedCells(tuple(self._place), codes)
        return np.concatenate(self._numbers) if self._numbers else self._texts


def read_whole_numbers(cells: Sequence[str]) -> Ints | None:
    """Return texts as the whole numbers that they are; None if one is anything else, such as 007.

    >>> read_whole_numbers(["12", "7"]), read_whole_numbers(["007"]), read_whole_numbers(["1.0"])
    (array([12,  7]), None, None)
    """
    text = "".join(cells)
    if not (text.isascii() and text.isdecimal()) or not all(cells) or max(map(len, cells)) > 18:
        return None
    numbers = np.fromiter(map(int, cells), dtype=np.int64, count=len(cells))
    # Leading zeros are lost: the digits that are left must be as many as there were.
    digits = numbers.size + int(np.searchsorted(_TENS, numbers, side="right").sum())
    return numbers if digits == len(text) else None
