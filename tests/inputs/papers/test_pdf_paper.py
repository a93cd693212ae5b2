"""Papers as PDF: tables by rules and alignment, bold by fonts, scanned pages refused."""

import numpy as np
import pytest

from bakeoff.core.errors import InputError
from bakeoff.inputs.papers.registry import read_paper
from bakeoff.inputs.papers.table_reading import read_table

GRID = [
    ["Method", "Iris", "Wine", "Glass", "Avg."],
    ["Stump", "71.2", "80.1", "61.1", "70.8"],
    ["Bush two", "73.4", "82.0", "66.1", "73.8"],
    ["Oak", "75.1", "84.2", "69.3", "76.2"],
]


def draw(path, *, picture=False, average=None):
    from matplotlib import rc_context
    from matplotlib.backends.backend_pdf import FigureCanvasPdf
    from matplotlib.figure import Figure

    with rc_context({"pdf.fonttype": 42}):
        figure = Figure(figsize=(6, 8))
        FigureCanvasPdf(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set(xlim=(0, 6), ylim=(0, 8))
        if picture:
            axes.imshow(np.arange(12).reshape(3, 4), extent=(1, 5, 1, 5))
        else:
            axes.text(0.5, 7.0, "Table 1: Accuracy in percent. Higher is better.", fontsize=10)
            for y in (6.8, 6.45, 5.2):
                axes.plot([0.5, 5.5], [y, y], color="black", linewidth=0.8)
            grid = [*GRID[:-1], [*GRID[-1][:-1], average or GRID[-1][-1]]]
            for r, row in enumerate(grid):
                for c, text in enumerate(row):
                    weight = "bold" if r == 3 and c else "normal"
                    axes.text(0.5 + c + 0.3 * (c > 0), 6.55 - 0.4 * r, text, fontsize=10, weight=weight)
        figure.savefig(path)


def test_a_table_between_rules_is_read_with_every_cell_and_what_is_bold(tmp_path):
    draw(tmp_path / "paper.pdf")
    (table,) = read_paper(tmp_path / "paper.pdf").tables
    assert [[cell.text for cell in row] for row in table.rows] == GRID
    assert [cell.bold for cell in table.rows[3]] == [False, True, True, True, True]
    assert table.caption.startswith("Table 1: Accuracy")
    assert table.place.page == 1
    assert not read_table(table).doubts


def test_a_table_is_as_sure_as_its_least_sure_column(tmp_path):
    draw(tmp_path / "paper.pdf", average="high")
    (table,) = read_paper(tmp_path / "paper.pdf").tables
    assert table.confidence == pytest.approx(2 / 3, abs=0.001)
    assert "the cells were made from a page, with a confidence of 67%" in read_table(table).doubts


def test_pages_that_are_pictures_are_refused(tmp_path):
    draw(tmp_path / "paper.pdf", picture=True)
    with pytest.raises(InputError) as caught:
        read_paper(tmp_path / "paper.pdf")
    assert caught.value.code == "BO704"


def write_locked(path):
    """Write a PDF whose entry of the user's password (standard handler, RC4 of 40 bits) fits no empty password."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
        b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <" + b"41" * 32 + b"> /U <" + b"42" * 32 + b"> >>",
    ]
    body, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    trailer = (
        b"trailer\n<< /Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [<00> <00>] >>\nstartxref\n%d\n%%%%EOF\n"
        % len(body)
    )
    path.write_bytes(body + b"xref\n0 5\n0000000000 65535 f \n" + table + trailer)


def test_a_locked_pdf_is_refused_with_its_own_message(tmp_path):
    write_locked(tmp_path / "paper.pdf")
    with pytest.raises(InputError, match="opens only with a password") as caught:
        read_paper(tmp_path / "paper.pdf")
    assert caught.value.code == "BO706"


def test_a_damaged_pdf_is_refused(tmp_path):
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.4 and nothing more")
    with pytest.raises(InputError) as caught:
        read_paper(tmp_path / "paper.pdf")
    assert caught.value.code == "BO705"


def put_table(axes, left, top, grid, *, wide=0.6):
    for y in (top, top - 0.28, top - 0.28 * len(grid)):
        axes.plot([left, left + wide * len(grid[0])], [y, y], color="black", linewidth=0.8)
    for r, row in enumerate(grid):
        for c, text in enumerate(row):
            axes.text(left + 0.05 + wide * c, top - 0.2 - 0.28 * r, text, fontsize=7)


@pytest.fixture
def two_columns(tmp_path):
    """A page in two columns: prose beside a table, whose lines stand at other heights."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_pdf import FigureCanvasPdf
    from matplotlib.figure import Figure

    path = tmp_path / "paper.pdf"
    with rc_context({"pdf.fonttype": 42}):
        figure = Figure(figsize=(7, 9))
        FigureCanvasPdf(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set(xlim=(0, 7), ylim=(0, 9))
        for k in range(30):
            axes.text(0.4, 8.5 - 0.22 * k, f"prose of the left side, line {k}, goes on", fontsize=8)
        for k in range(12):
            axes.text(3.75, 4.6 - 0.22 * k, f"prose of the right side, line {k}, goes on", fontsize=8)
        axes.text(3.75, 8.43, "Table 1: Accuracy of all. Higher is better.", fontsize=8)
        put_table(axes, 3.75, 8.3, GRID)
        axes.text(3.75, 6.66, "Table 2: Accuracy once more. Higher is better.", fontsize=8)
        put_table(axes, 3.75, 6.5, GRID[:3])
        figure.savefig(path)
    return path


def test_tables_of_a_page_in_two_columns_are_not_mixed_with_the_prose_beside_them(two_columns):
    first, second = read_paper(two_columns).tables
    assert [[cell.text for cell in row] for row in first.rows] == GRID
    assert [[cell.text for cell in row] for row in second.rows] == GRID[:3]
    assert (first.caption, second.caption) == (
        "Table 1: Accuracy of all. Higher is better.",
        "Table 2: Accuracy once more. Higher is better.",
    )
    assert not read_table(first).doubts


def test_the_review_of_a_pdf_can_be_notes_beside_its_tables(tmp_path):
    import pypdfium2
    from pypdfium2 import raw

    import bakeoff

    draw(tmp_path / "paper.pdf", average="99.9")
    review = bakeoff.audit_paper(tmp_path / "paper.pdf")
    review.report(tmp_path / "notes.pdf")
    document = pypdfium2.PdfDocument(tmp_path / "notes.pdf")
    count = raw.FPDFPage_GetAnnotCount(document[0])
    document.close()
    assert count == len(review.findings) > 0


def test_notes_are_not_put_into_a_paper_that_is_no_pdf(tmp_path):
    import bakeoff

    (tmp_path / "paper.md").write_text("# Paper\n\nNothing is in it.\n", encoding="utf-8")
    with pytest.raises(bakeoff.BakeoffError) as caught:
        bakeoff.audit_paper(tmp_path / "paper.md").report(tmp_path / "notes.pdf")
    assert caught.value.code == "BO742"
    assert not (tmp_path / "notes.pdf").exists()
