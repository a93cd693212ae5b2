"""A look into a workbook before it is opened: sizes that are claimed must be sizes that are there.

The library that opens workbooks believes what a part says of itself: a count of strings, the extent of a
sheet, a cell far down. A hostile file of one kilobyte can so ask for terabytes, which ends the whole process.
"""

import re
from collections.abc import Mapping
from io import BytesIO
from xml.parsers import expat
from zipfile import ZipFile, ZipInfo

_RANGE = re.compile(r"([A-Za-z]{0,7})(\d{0,12})")
_LOOKS_LIKE_CELLS = re.compile(rb"<(?:\w+:)?(?:row|c|sst|dimension|mergeCell)\b")
_OTHER_KINDS = ("xl/workbook.bin", "content.xml")


class UnbelievableError(ValueError):
    """A part of a workbook that is no XML, or claims what cannot be."""


def count_claimed_cells(data: bytes, *, most_unpacked: int) -> int:
    """Return how many cells the largest sheet would have; refuse parts that claim more than they hold."""
    with ZipFile(BytesIO(data)) as archive:
        names = {m.filename.lower() for m in archive.infolist()}
        if "xl/workbook.xml" not in names or names & set(_OTHER_KINDS):
            raise UnbelievableError("not an Excel workbook (.xlsx)")
        return max(_count_cells(_read_part(archive, member, most_unpacked)) for member in archive.infolist())


def _read_part(archive: ZipFile, member: ZipInfo, most: int) -> bytes:
    with archive.open(member) as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise UnbelievableError("a part is larger than the directory of the archive says")
    return content


def _count_cells(part: bytes) -> int:
    if not part.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n").startswith(b"<"):
        if _LOOKS_LIKE_CELLS.search(part):
            raise UnbelievableError("cells in a part that is no XML")
        return 0
    extent = _Extent(size=len(part))
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = extent.element
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(part, True)  # noqa: FBT003  the interface of expat
    except expat.ExpatError as error:
        raise UnbelievableError(str(error)) from None
    return extent.rows * extent.columns


def _refuse_doctype(*_: object) -> None:
    raise UnbelievableError("a document type declaration, which workbooks do not have")


class _Extent:
    """How far the cells of a part reach."""

    def __init__(self, *, size: int) -> None:
        self.size, self.rows, self.columns = size, 1, 1

    def element(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = name.rpartition(" ")[2]
        for count in (attributes.get("count"), attributes.get("uniqueCount")):
            if count is not None and (not count.strip().isdecimal() or int(count[:20]) > self.size):
                raise UnbelievableError(f"{count[:20]} entries in a part of {self.size} bytes")
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
