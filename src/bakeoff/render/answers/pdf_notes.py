"""The review as notes beside the tables of a PDF: the paper itself, with a small sign to click on at each place."""

from collections import defaultdict
from ctypes import POINTER, c_ushort, cast
from io import BytesIO
from typing import Any

from bakeoff.core.answers.paper_audit import PaperAudit, PaperFinding
from bakeoff.core.findings import Severity

_SIZE = 18.0  # points
_COLOURS = {Severity.PROBLEM: (200, 40, 40), Severity.WARNING: (230, 160, 30), Severity.NOTE: (110, 140, 180)}
_Spot = tuple[int, float, float]  # page, and from its left and its top


def pdf_with_notes(audit: PaperAudit) -> bytes:
    """Return a copy of the paper with a note for each finding that has a page."""
    import pypdfium2

    target = BytesIO()
    document = pypdfium2.PdfDocument(audit.paper.source)
    try:
        for (number, left, top), findings in _by_spot(audit).items():
            page = document[number - 1]
            for k, finding in enumerate(findings):
                _add_note(page, left, page.get_height() - top - k * (_SIZE + 2), finding)
            page.close()
        document.save(target)
    finally:
        document.close()
    return target.getvalue()


def _by_spot(audit: PaperAudit) -> dict[_Spot, list[PaperFinding]]:
    """Return the findings by their places: right beside a table, or in the margin of the page of a sentence."""
    boxes = {r.table.number: r.table.box for r in audit.readings}
    spots: dict[_Spot, list[PaperFinding]] = defaultdict(list)
    for finding in audit.findings:
        if finding.place.page is not None:
            box = boxes.get(finding.table) if finding.table is not None else None
            left, top = (box[2] + 3, box[1]) if box is not None else (6.0, 36.0)
            spots[finding.place.page, left, top].append(finding)
    return spots


def _add_note(page: Any, left: float, top: float, finding: PaperFinding) -> None:  # noqa: ANN401 - pdfium's own
    from pypdfium2 import raw

    note = raw.FPDFPage_CreateAnnot(page, raw.FPDF_ANNOT_TEXT)
    try:
        raw.FPDFAnnot_SetRect(note, raw.FS_RECTF(left, top, left + _SIZE, top - _SIZE))
        raw.FPDFAnnot_SetColor(note, raw.FPDFANNOT_COLORTYPE_Color, *_COLOURS[finding.severity], 255)
        text = f"{finding.code}: {finding.message}\n\n{finding.calculation}\n\nTo mend it: {finding.mend}"
        for key, value in ((b"Contents", text), (b"T", "bakeoff")):
            raw.FPDFAnnot_SetStringValue(note, key, _wide(value))
    finally:
        raw.FPDFPage_CloseAnnot(note)


def _wide(text: str) -> Any:  # noqa: ANN401 - a C pointer
    """Return a text as pdfium takes it: UTF-16 with a zero at the end."""
    encoded = (text + "\0").encode("utf-16-le")
    return cast((c_ushort * (len(encoded) // 2)).from_buffer_copy(encoded), POINTER(c_ushort))
