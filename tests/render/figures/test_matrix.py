"""The pairwise matrix."""

import pytest

import bakeoff
from bakeoff.core.results import Verdict
from bakeoff.inputs.published import PUBLISHED
from figure_checks import NASTY, check_figure, compared, data_of, objection, svg

DEMSAR = PUBLISHED["demsar-2006"].text


def cell(data, row, column):
    return next(c for c in data.cells if (data.rows[c.row], data.columns[c.column]) == (row, column))


def test_a_cell_is_the_row_over_the_column():
    data = data_of(bakeoff.compare(DEMSAR, metric="AUC"), "matrix")
    assert data.rows == ("C4.5+m+cf", "C4.5+m", "C4.5+cf")
    assert data.columns == ("C4.5+m", "C4.5+cf", "C4.5")
    found = cell(data, "C4.5+m", "C4.5")
    # By hand: the sums of the columns are 11.486 and 11.269, so that the mean advantage is 0.217/14.
    assert found.advantage == pytest.approx(0.217 / 14)
    assert found.verdict is Verdict.BETTER
    assert found.lines[3] == "10 · 2 · 2"  # wins, draws and losses counted by hand


def test_a_row_that_ranks_better_may_be_worse():
    # a wins on eight datasets by little and loses on two by much: better by ranks, worse on average.
    small, large = [0.62] * 8 + [0.2, 0.3], [0.61] * 8 + [0.9, 0.95]
    scores = {"dataset": list("abcdefghij"), "a": small, "b": large, "c": [0.1] * 10}
    data = data_of(bakeoff.compare(scores), "matrix")
    assert data.rows[0] == "a"
    assert cell(data, "a", "b").advantage < 0


def test_each_pair_has_one_cell():
    data = data_of(compared(12, 9), "matrix")
    assert len({(c.row, c.column) for c in data.cells}) == 36
    assert all(c.column >= c.row for c in data.cells)


def test_a_baseline_has_one_column():
    data = data_of(bakeoff.compare(DEMSAR, metric="AUC", baseline="C4.5"), "matrix")
    assert data.columns == ("C4.5",)
    assert data.rows == ("C4.5+m+cf", "C4.5+m", "C4.5+cf")
    assert cell(data, "C4.5+m", "C4.5").advantage == pytest.approx(0.217 / 14)


def test_flips_are_named_as_such():
    rows = "".join(f"{i % 2},{i % 2},{(i + i // 3) % 2},{i % 3 % 2}\n" for i in range(60))
    data = data_of(bakeoff.compare("y_true,a,b,c\n" + rows), "matrix")
    assert "the row alone" in data.note


def test_two_classifiers_have_no_matrix():
    assert "one pair" in objection(compared(10, 2), "matrix")


@pytest.mark.parametrize("count", [3, 7, 12])
def test_up_to_twelve_classifiers_cells_hold_text_that_does_not_collide(count):
    comparison = compared(15, count)
    assert data_of(comparison, "matrix").has_texts
    check_figure(comparison, "matrix")


def test_thirty_classifiers_are_colours_only():
    comparison = compared(15, 30, step=0.004)
    assert not data_of(comparison, "matrix").has_texts
    check_figure(comparison, "matrix")


SIDED = {"alternative": "greater", "test": "paired-t"}


@pytest.mark.parametrize("settings", [{"baseline": "clf 3"}, {"margin": 0.2}, SIDED])
def test_other_settings_are_drawn_without_collision(settings):
    check_figure(compared(15, 5, **settings), "matrix")


def test_two_datasets_bound_nothing_and_say_so():
    data = data_of(compared(2, 3), "matrix")
    assert {c.lines[1] for c in data.cells} == {"no bound"}


def test_identical_classifiers_do_not_differ():
    same = [0.7, 0.8, 0.9, 0.6]
    scores = {"dataset": list("abcd"), "a": same, "b": same, "c": [0.6, 0.7, 0.8, 0.7]}
    found = cell(data_of(bakeoff.compare(scores), "matrix"), "a", "b")
    assert (found.advantage, found.verdict) == (0.0, Verdict.UNDECIDED)


@pytest.mark.filterwarnings("ignore:Glyph")  # the font has no such letter; the figure is still drawn
def test_names_are_text():
    # LaTeX in a name is shown plain
    assert "x_1 and y" in svg(compared(12, len(NASTY), names=list(NASTY)), "matrix")
