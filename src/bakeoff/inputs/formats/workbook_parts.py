"""A look into a workbook before it is opened: sizes that are claimed must be sizes that are there.

The library that opens workbooks believes what a part says of itself: a count of strings, the extent of a
sheet, a cell far down. A hostile file of one kilobyte can so ask for terabytes, which ends the whole process.
"""

import re
from collections.abc import Mapping
from io import BytesIO
from xml.parsers import expat
from zipfile import ZipFile, ZipInfo

import numpy as np
from numpy.typing import NDArray

_RANGE = re.compile(r"([A-Za-z]{0,7})(\d{0,12})")
_LOOKS_LIKE_CELLS = re.compile(rb"<(?:\w+:)?(?:row|c|sst|dimension|mergeCell)\b")
_CLAIM = re.compile(rb'\s(ref|count|uniqueCount)\s*=\s*(?:"([^"<&]*)")?')
_LARGE = 1_000_000  # bytes, from which on cells are not looked at one by one
_PIECE = 1 << 23  # bytes looked at together
_LONGEST = 12  # bytes of a reference with its quote
_OTHER_KINDS = ("xl/workbook.bin", "content.xml")


class UnbelievableError(ValueError):
    """A part of a workbook that is no XML, or claims what cannot be."""


def count_claimed_cells(data: bytes, *, most_unpacked: int) -> int:
    """Return how many cells the largest sheet would have; refuse parts that claim more than they hold."""
    with ZipFile(BytesIO(data)) as archive:
        names = {m.filename.lower() for m in archive.infolist()}
        if "xl/workbook.xml" not in names or names & set(_OTHER_KINDS):
            raise UnbelievableError("not an Excel workbook (.xlsx)")
        whole = sum(member.file_size for member in archive.infolist())
        return max(_count_cells(_read_part(archive, m, most_unpacked), whole) for m in archive.infolist())


def _read_part(archive: ZipFile, member: ZipInfo, most: int) -> bytes:
    with archive.open(member) as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise UnbelievableError("a part is larger than the directory of the archive says")
    return content


def _count_cells(part: bytes, whole: int) -> int:
    if not part.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n").startswith(b"<"):
        if _LOOKS_LIKE_CELLS.search(part):
            raise UnbelievableError("cells in a part that is no XML")
        return 0
    if len(part) >= _LARGE:
        cells = _bound_cells(part, whole)
        # A sheet that reaches no farther than it has bytes asks for no more than it holds.
        if cells is not None and cells <= len(part):
            _parse(part, None)
            return cells
    extent = _Extent(size=len(part), whole=whole)
    _parse(part, extent)
    return extent.cells


def _parse(part: bytes, extent: "_Extent | None") -> None:
    """Refuse what is no XML or declares a document type; tell the extent, if one is given, of every element."""
    parser = expat.ParserCreate(namespace_separator=" ")
    if extent is not None:
        parser.StartElementHandler = extent.element
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(part, True)  # noqa: FBT003  the interface of expat
    except expat.ExpatError as error:
        raise UnbelievableError(str(error)) from None


def _bound_cells(part: bytes, whole: int) -> int | None:
    """Return a number of cells that the part does not claim more than; None where a claim is not plainly written.

    What looks like a claim within a text counts as well: the number may be too large, and is never too small.
    """
    if b"\x00" in part:  # two bytes for a letter
        return None
    extent = _Extent(size=len(part), whole=whole)
    try:
        for match in _CLAIM.finditer(part):
            if match[2] is None:
                return None
            extent.element("dimension", {match[1].decode(): match[2].decode("ascii")})
    except ValueError:
        return None
    letters = np.frombuffer(part, dtype=np.uint8)
    for start in range(0, letters.size, _PIECE):
        reach = _reach_plainly(letters[max(0, start - 1) : start + _PIECE + _LONGEST + 2])
        if reach is None:
            return None
        extent.rows, extent.columns = max(extent.rows, reach[0]), max(extent.columns, reach[1])
    return extent.cells


def _reach_plainly(piece: NDArray[np.uint8]) -> tuple[int, int] | None:
    """Return the farthest row and column of the attributes r="AB12" of a piece; None where one is written otherwise."""
    piece = np.concatenate([piece, np.zeros(_LONGEST + 4, dtype=np.uint8)])
    after = piece[2 : _PIECE + 2]
    is_r = (piece[1 : after.size + 1] == ord("r")) & (piece[: after.size] <= ord(" "))
    at = 1 + np.flatnonzero(is_r & ((after == ord("=")) | (after <= ord(" "))))
    at = at[piece[at + 1] > 0]  # beyond the end
    if not ((piece[at + 1] == ord("=")) & (piece[at + 2] == ord('"'))).all():
        return None
    rows, columns = np.zeros(at.size, dtype=np.int64), np.zeros(at.size, dtype=np.int64)
    in_letters, is_open = np.ones(at.size, dtype=np.bool_), np.ones(at.size, dtype=np.bool_)
    for place in range(_LONGEST):
        letter = piece[at + 3 + place].astype(np.int64)
        is_open &= letter != ord('"')
        in_letters &= (letter >= ord("A")) & (letter <= ord("Z"))
        is_digit = (letter >= ord("0")) & (letter <= ord("9"))
        if not (in_letters | is_digit | ~is_open).all():
            return None
        columns = np.where(is_open & in_letters, columns * 26 + letter - 64, columns)
        rows = np.where(is_open & ~in_letters, rows * 10 + letter - 48, rows)
    return None if is_open.any() else (int(rows.max(initial=1)), int(columns.max(initial=1)))


def _refuse_doctype(*_: object) -> None:
    raise UnbelievableError("a document type declaration, which workbooks do not have")


class _Extent:
    """How far the cells of a part reach, of so many bytes in a workbook of so many."""

    def __init__(self, *, size: int, whole: int) -> None:
        self.size, self.whole, self.rows, self.columns = size, whole, 1, 1

    @property
    def cells(self) -> int:
        """How many cells there are up to the farthest."""
        return self.rows * self.columns

    def element(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = name.rpartition(" ")[2]
        # A text that many cells have is kept once: `count` is of the cells of all sheets, each some bytes elsewhere.
        for count, most in (
            (attributes.get("count"), self.whole),
            (attributes.get("uniqueCount"), self.size),
        ):
            if count is not None and (not count.strip().isdecimal() or int(count[:20]) > most):
                raise UnbelievableError(f"{count[:20]} entries in {most} bytes")
        if tag in ("c", "row"):
            self._reach(attributes.get("r", ""))
        elif tag in ("mergeCell", "dimension") and (ends := attributes.get("ref", "").split(":")):
            self._reach(ends[-1])

    def _reach(self, reference: str) -> None:
        match = _RANGE.fullmatch(reference.replace("$", "").strip())
        if match is None:
            raise UnbelievableError(f"the cell {reference[:20]!r}")
        self.rows = max(self.rows, int(match[2] or 1))
        self.columns = max(self.columns, _column_number(match[1]))


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number
