"""Excel workbooks: values only; the sheet must be named where several could be meant."""

from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

from bakeoff.core.errors import BakeoffError, InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text
from bakeoff.inputs.formats.compression import check_size
from bakeoff.inputs.formats.origin import Origin, cell_count_error
from bakeoff.inputs.formats.workbook_parts import count_claimed_cells
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.table.cell_values import cell_texts
from bakeoff.inputs.table.grid import Grid
from bakeoff.inputs.table.rows import TextRow, empty_source_error, make_grid

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook


def read_workbook(origin: Origin, *, options: ReadOptions) -> Grid:
    """Return the grid of one sheet of a workbook."""
    _check_size(origin, options=options)
    try:
        return _read_sheet(origin, options=options)
    except BakeoffError:
        raise
    except Exception as error:
        raise _workbook_error(origin.label, error) from None
    except BaseException as error:  # the Rust library reports its own failures outside Exception
        if type(error).__name__ != "PanicException":
            raise
        raise _workbook_error(origin.label, error) from None


def _workbook_error(label: str, error: BaseException) -> InputError:
    secret = type(error).__name__ == "PasswordError" or "password" in str(error).lower()
    return InputError(
        "the workbook is protected by a password"
        if secret
        else "the workbook is damaged, or is not a workbook",
        where=label,
        fix="open it in a spreadsheet program and save the sheet as CSV",
        code="BO034",
    )


def _check_size(origin: Origin, *, options: ReadOptions) -> None:
    try:
        with ZipFile(BytesIO(origin.data)) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
        check_size(origin.label, packed=len(origin.data), unpacked=unpacked, most=options.max_unpacked)
        cells = count_claimed_cells(origin.data, most_unpacked=options.max_unpacked)
    except BakeoffError:
        raise
    except Exception as error:  # BadZipFile, zlib.error, LZMAError, NotImplementedError … share no other base
        raise _workbook_error(origin.label, error) from None
    if cells > options.max_cells:
        raise cell_count_error(cells, options.max_cells, origin.label)


def _read_sheet(origin: Origin, *, options: ReadOptions) -> Grid:
    from python_calamine import CalamineWorkbook

    workbook = CalamineWorkbook.from_filelike(BytesIO(origin.data))
    sheet, findings = _choose_sheet(workbook, origin.label, options.sheet)
    source = (
        f"{origin.label}, sheet {quote_text(sheet.name)}" if len(workbook.sheet_names) > 1 else origin.label
    )
    cells = sheet.to_python(skip_empty_area=False)
    rows: list[TextRow] = list(map(cell_texts, cells))
    if not any(any(row) for row in rows):
        raise empty_source_error(source)
    rows = _trim_columns(_fill_merged_cells(rows, sheet))
    grid = make_grid(rows, range(1, len(rows) + 1), source=source, name=origin.name, word="row")
    return grid.with_findings(*findings)


def _choose_sheet(
    workbook: "CalamineWorkbook", label: str, wanted: str | None
) -> tuple["CalamineSheet", tuple[Finding, ...]]:
    names = workbook.sheet_names
    if wanted is not None:
        if wanted not in names:
            raise _sheet_error(f"there is no sheet {quote_text(wanted)}", names, label)
        return workbook.get_sheet_by_name(wanted), ()
    visible = [m.name for m in workbook.sheets_metadata if str(m.visible).endswith("Visible")] or names
    # A sheet is parsed each time that it is asked for.
    sheets = {name: sheet for name in visible if _is_filled(sheet := workbook.get_sheet_by_name(name))}
    if len(sheets) > 1:
        raise _sheet_error(f"the workbook has {len(sheets)} sheets", list(sheets), label)
    if not sheets:
        raise empty_source_error(label)
    ((filled, sheet),) = sheets.items()
    if len(names) == 1:
        return sheet, ()
    message = f"the sheet {quote_text(filled)} was read; the others are empty or hidden"
    return sheet, (Finding(code="BO325", severity=Severity.NOTE, message=message),)


def _is_filled(sheet: "CalamineSheet") -> bool:
    return bool(sheet.height)


def _sheet_error(what: str, names: list[str], label: str) -> InputError:
    return InputError(
        f"{what}: {join_with_commas(map(quote_text, names), most=10)}",
        where=label,
        fix=f"say which is meant: --sheet {quote_text(names[0])}" if names else "give a workbook with sheets",
        code="BO032",
    )


def _fill_merged_cells(rows: list[TextRow], sheet: "CalamineSheet") -> list[TextRow]:
    """Repeat the value of cells that were merged downwards, which is what a reader of the sheet sees."""
    ranges: Any = sheet.merged_cell_ranges or ()
    if not ranges:
        return rows
    filled = [list(row) for row in rows]
    for (top, left), (bottom, right) in ranges:
        if left == right and top < len(filled) and left < len(filled[top]):
            for row in filled[top + 1 : bottom + 1]:
                row[left] = filled[top][left]
    return list(filled)


def _trim_columns(rows: list[TextRow]) -> list[TextRow]:
    """Leave out the empty columns to the left of the table and to the right of it."""
    width = max(map(len, rows))
    used = [j for j in range(width) if any(row[j] for row in rows if j < len(row))]
    return [row[used[0] : used[-1] + 1] for row in rows]
