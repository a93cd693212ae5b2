"""A workbook that claims more than it holds would end the process inside the library that opens it."""

import io
import zipfile

import pytest

from bakeoff.inputs.formats import workbook_parts
from bakeoff.inputs.formats.workbook_parts import UnbelievableError, count_claimed_cells

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def archive(**parts: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as book:
        book.writestr("xl/workbook.xml", f"<workbook {MAIN}/>")
        for name, content in parts.items():
            book.writestr(name, content)
    return stream.getvalue()


def claimed(xml: str) -> int:
    return count_claimed_cells(archive(sheet=xml), most_unpacked=10_000)


def test_cells_are_counted_to_the_farthest() -> None:
    assert claimed(f'<worksheet {MAIN}><row r="1"><c r="A1"/><c r="C1"/></row><row r="7"/></worksheet>') == 21


@pytest.mark.parametrize(
    "xml",
    [
        '<s:worksheet xmlns:s="x"><s:c r="XFD1048576"/></s:worksheet>',
        f"<worksheet {MAIN}><c r='&#88;FD1048576'/></worksheet>",
        f'<worksheet {MAIN}><dimension ref="A1:XFD1048576"/></worksheet>',
        f'<worksheet {MAIN}><mergeCell ref="A1:$XFD$1048576"/></worksheet>',
    ],
)
def test_a_cell_far_away_is_seen_however_it_is_written(xml: str) -> None:
    assert claimed(xml) == 16384 * 1048576


@pytest.mark.parametrize(
    "xml",
    [
        f'<sst {MAIN} uniqueCount="99999999999"/>',
        f'<sst {MAIN} count="-1"/>',
        f'<worksheet {MAIN}><c r="A99999999999999999999"/></worksheet>',
        "<!DOCTYPE a><a/>",
        "<worksheet>",
        "rubbish <row r='1'>",
    ],
)
def test_what_cannot_be_is_refused(xml: str) -> None:
    with pytest.raises(UnbelievableError):
        claimed(xml)


def test_another_kind_of_workbook_is_refused() -> None:
    with pytest.raises(UnbelievableError):
        count_claimed_cells(archive(**{"xl/workbook.bin": "x"}), most_unpacked=1000)


FAR = [
    '<c r="XFD1048576"/>',
    "<c r='XFD1048576'/>",
    '<c\nr="XFD1048576"/>',
    '<c r ="XFD1048576"/>',
    '<c r="&#88;FD1048576"/>',
    '<row r="1048576"/><c r="XFD1"/>',
    '<dimension ref="A1:XFD1048576"/>',
    "<mergeCell ref='A1:$XFD$1048576'/>",
]


@pytest.mark.parametrize("place", ["first", "last"])
@pytest.mark.parametrize("far", FAR)
def test_a_cell_far_away_is_seen_in_a_large_sheet(
    far: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    near = "".join(f'<c r="A{i}" s="1"><v>r = 3</v></c>' for i in range(1, 60))
    monkeypatch.setattr(workbook_parts, "_LARGE", 0)
    monkeypatch.setattr(workbook_parts, "_PIECE", 64)
    assert (
        claimed(f"<worksheet {MAIN}>{far + near if place == 'first' else near + far}</worksheet>")
        == 16384 * 1048576
    )


def test_a_large_sheet_has_as_many_cells_as_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = "".join(f'<row r="{i}"><c r="A{i}"/><c r="AB{i}" t="n"><v>2</v></c></row>' for i in range(1, 120))
    sheet = f'<worksheet {MAIN}><dimension ref="A1:AB119"/>{cells}</worksheet>'
    small = claimed(sheet)
    monkeypatch.setattr(workbook_parts, "_LARGE", 0)
    for piece in (64, 1 << 20):
        monkeypatch.setattr(workbook_parts, "_PIECE", piece)
        assert claimed(sheet) == small == 119 * 28


@pytest.mark.parametrize(
    "xml", ["<!DOCTYPE a><a/>", "<worksheet>", f'<sst {MAIN} uniqueCount="99999999999"/>']
)
def test_what_cannot_be_is_refused_in_a_large_part(xml: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook_parts, "_LARGE", 0)
    with pytest.raises(UnbelievableError):
        claimed(xml)
