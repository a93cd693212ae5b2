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


def draw(path, *, picture=False):
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
            for r, row in enumerate(GRID):
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


def test_pages_that_are_pictures_are_refused(tmp_path):
    draw(tmp_path / "paper.pdf", picture=True)
    with pytest.raises(InputError) as caught:
        read_paper(tmp_path / "paper.pdf")
    assert caught.value.code == "BO704"


def test_a_damaged_pdf_is_refused(tmp_path):
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.4 and nothing more")
    with pytest.raises(InputError) as caught:
        read_paper(tmp_path / "paper.pdf")
    assert caught.value.code == "BO705"
