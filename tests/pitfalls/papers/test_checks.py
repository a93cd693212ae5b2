"""What does not add up in a paper: slips that are found, and readings that are granted."""

import numpy as np
import pytest
from validation.altered_tables import bundled
from validation.paper_tables import FINDS, SLIPS, WHOLE_SLIPS, write_paper
from validation.papers import draw_draft

from bakeoff.core.findings import Severity
from bakeoff.inputs.papers.registry import read_paper
from bakeoff.inputs.papers.table_reading import read_table
from bakeoff.inputs.published import PUBLISHED
from bakeoff.pitfalls.papers.impossible import _largest_of
from bakeoff.pitfalls.papers.review import find_sums


@pytest.fixture
def codes(tmp_path):
    def find(source):
        path = tmp_path / "paper.tex"
        path.write_text(source, encoding="utf-8")
        paper = read_paper(path)
        readings = [r for t in paper.tables if not (r := read_table(t, paper.names)).doubts]
        return {r.code for r in find_sums(paper, readings) if r.severity is not Severity.NOTE}

    return find


@pytest.mark.parametrize("kind", SLIPS)
def test_a_planted_slip_is_found(codes, kind):
    rng = np.random.default_rng([7, list(SLIPS).index(kind)])
    found = [
        bool(FINDS[kind] & codes(write_paper(SLIPS[kind](draw_draft(bundled(), rng), rng), rng)))
        for _ in range(6)
    ]
    assert sum(found) >= 5


@pytest.mark.parametrize("kind", WHOLE_SLIPS)
def test_a_planted_number_that_cannot_be_is_found(codes, kind):
    make, wanted = WHOLE_SLIPS[kind]
    rng = np.random.default_rng(7)
    assert sum(bool(wanted & codes(make(rng))) for _ in range(6)) >= 5


def test_the_same_papers_without_a_slip_get_no_alarm(codes):
    rng = np.random.default_rng(77)
    assert [codes(write_paper(draw_draft(bundled(), rng), rng)) for _ in range(12)] == [set()] * 12


def paper_of(rows):
    body = "\n".join(" & ".join(row) + r" \\" for row in rows[1:])
    return (
        "\\documentclass{a}\\begin{document}\\begin{table}\\caption{Accuracy}\n"
        f"\\begin{{tabular}}{{l{'c' * (len(rows[0]) - 1)}}}\\hline\n{' & '.join(rows[0])} \\\\ "
        f"\\hline\n{body}\n\\hline\\end{{tabular}}\\end{{table}}\\end{{document}}"
    )


def test_the_totals_of_bramers_figure_are_found_again(codes):
    lines = [line.split(",") for line in PUBLISHED["figure-15.7"].text.strip().split("\n")]
    header, body = lines[0], lines[1:]
    columns = [[float(row[k]) for row in body] for k in (1, 2)]
    printed = {
        "Total": ["704", f"{sum(columns[1]):g}"],
        "Average": ["70.4", f"{sum(columns[1]) / len(body):g}"],
    }
    rows = [header[:3], *(row[:3] for row in body), *([name, *values] for name, values in printed.items())]
    assert sum(columns[0]) == 744
    assert codes(paper_of(rows)) == {"BO710", "BO711"}


def test_differences_that_rounding_explains_are_granted(codes):
    # The lecture prints 87.7 - 88.3 = -0.5: 87.74 - 88.25 would round to all three.
    sound = [[f"d{i}", f"{80 + i}.7", f"{81 + i}.3", "-0.6"] for i in range(6)]
    rows = [["Dataset", "A", "B", "Difference"], *sound, ["d8", "87.7", "88.3", "-0.5"]]
    assert codes(paper_of(rows)) == set()


def test_the_largest_deviation_is_that_of_an_enumeration():
    # every set of four scores on a grid, with the mean closest to 0.85
    grid = np.linspace(0, 1, 21)
    best = 0.0
    for a in grid:
        for b in grid[grid >= a]:
            for c in grid[grid >= b]:
                d = 4 * 0.85 - a - b - c
                if -1e-9 <= d <= 1 + 1e-9:
                    best = max(best, float(np.std([a, b, c, d], ddof=1)))
    assert _largest_of(0.85, 4) == pytest.approx(best, abs=1e-9)


SECONDS = [
    ["Method", "A", "B", "C", "D"],
    ["Stump", r"\underline{80.1}", r"\underline{70.2}", "61.0", "50.3"],
    ["Bush", "79.0", "69.1", r"\underline{62.2}", r"\underline{51.4}"],
    ["Oak", *(rf"\textbf{{{v}}}" for v in ("81.5", "72.0", "66.6", "55.5"))],
]


def test_an_underlined_cell_that_is_not_the_second_best_is_found(codes):
    assert codes(paper_of(SECONDS)) == set()
    wrong = [list(row) for row in SECONDS]
    wrong[1][4], wrong[2][4] = r"\underline{50.3}", "51.4"
    said = "{Accuracy. The second best is underlined.}"
    assert codes(paper_of(wrong).replace("{Accuracy}", said)) == {"BO741"}


def test_a_caption_that_gives_underlining_another_meaning_is_followed(codes):
    wrong = [list(row) for row in SECONDS]
    wrong[1][4], wrong[2][4] = r"\underline{50.3}", "51.4"
    assert codes(paper_of(wrong).replace("{Accuracy}", "{Accuracy. Underlined: with extra data.}")) == set()


def test_where_the_best_is_tied_a_cell_of_the_tie_may_be_underlined(codes):
    tied = [list(row) for row in SECONDS]
    tied[1][1] = r"\underline{81.5}"
    assert codes(paper_of(tied)) == set()
