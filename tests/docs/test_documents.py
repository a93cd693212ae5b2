"""Every row of the source documents has a command, and every figure of theirs stands at its place in the output."""

import re

import pytest

from docs.documents import (
    DATA,
    PAGE,
    ROWS,
    MissingFigureError,
    find_line,
    is_same,
    render_row,
    run_command,
    run_row,
    summarise_row,
)

DEMANDED = [
    *(f"B{i}" for i in range(1, 12)),
    *(f"L{i}" for i in range(1, 8)),
    *(f"T{i}" for i in range(1, 5)),
]
DEMANDED += [f"Z{i}" for i in range(1, 11)]
OUTPUT = "  6  the standard error              s / √n = 6.92901 / √10 = 2.19114\n  7  t   0.7 / 2.19114 = 0.319468\n"


def test_no_row_is_without_a_command_and_something_to_find_in_its_output():
    assert list(ROWS) == DEMANDED
    for name, row in ROWS.items():
        assert any(step["prints"] for step in row["step"]), name


@pytest.mark.parametrize("name", DEMANDED)
def test_a_row_prints_every_figure_of_the_document_and_the_page_says_so(name):
    run_row(name)  # raises where a figure is not at its place
    page = PAGE.read_text(encoding="utf-8")
    for written in (summarise_row(name), render_row(name)):
        assert written in page, (
            f"{name}: cd tests && python -m docs.documents writes the page anew\n{written}"
        )


def test_the_page_has_every_row_once_and_no_other():
    page = PAGE.read_text(encoding="utf-8")
    assert page.startswith(DATA["head"])
    assert re.findall(r"^\| \[(\w+)\]", page, re.MULTILINE) == DEMANDED
    assert re.findall(r"^### (\w+) ·", page, re.MULTILINE) == DEMANDED


def test_a_figure_counts_only_at_its_label():
    assert find_line("Step 6", "the standard error … = {2.19}", OUTPUT).figures[0].printed == "2.19114"
    with pytest.raises(MissingFigureError, match="Step 6"):
        find_line("Step 6", "the standard error … = {0.32}", OUTPUT)
    with pytest.raises(MissingFigureError):
        find_line("a part of a number", "{0.7} / {2.1}", OUTPUT)
    with pytest.raises(MissingFigureError):
        find_line("a part of a word", "tandard error", OUTPUT)
    with pytest.raises(MissingFigureError):
        find_line("another paragraph", "first […] {5}", "first\n\n5")
    assert find_line("the same paragraph", "first […] {5}", "first\n  5").quoted == "first 5"


def test_a_figure_agrees_to_the_digits_that_the_document_prints():
    assert is_same("2.19", "2.19114")
    assert is_same("0.0419", ".0419")
    assert is_same("-3", "−3")
    assert is_same("5000", "5,000")
    assert not is_same("2.20", "2.19114")
    assert not is_same("0.1005", ".10")
    assert not is_same("704", "744")


def test_a_slip_of_the_document_is_told_with_what_is_right():
    line = find_line("Total", "total {704→744}", "total 744")
    assert line.judgement == "[erratum](errata.md): 744, not 704"
    assert find_line("fold 8", "fold 8 {-.5→-.6|0.6}", "fold 8   0.6").judgement.endswith(": -.6, not -.5")
    with pytest.raises(MissingFigureError):
        find_line("Total", "total {704→744}", "total 704")


def test_a_command_that_fails_or_is_none_of_ours_is_noticed(tmp_path):
    with pytest.raises(AssertionError, match="exit 2"):
        run_command("bakeoff compare nothing.csv", tmp_path)
    with pytest.raises(AssertionError, match="a reader types bakeoff"):
        run_command("grep x", tmp_path)
