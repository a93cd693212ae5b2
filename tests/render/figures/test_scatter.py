"""The scatter of b against a."""

import pytest

import bakeoff
from bakeoff.inputs.published import PUBLISHED
from figure_checks import NASTY, check_figure, compared, data_of, drawn, objection

FIGURE = PUBLISHED["figure-15.2"].text


def test_counts_and_points_are_those_of_the_table():
    data = data_of(bakeoff.compare(FIGURE, margin=2), "scatter")
    assert (data.wins, data.draws, data.losses) == (5, 2, 3)  # counted by hand
    assert data.a_scores[:3] == (80, 73, 85)
    assert data.b_scores[:3] == (85, 70, 85)
    assert data.margin == 2
    assert data.units[0] == "dataset 1"


def corner_of(axes, words):
    return next(t.get_position() for t in axes.texts if t.get_text().startswith(words))


def test_b_is_better_above_the_line_unless_lower_is_better():
    assert corner_of(drawn(bakeoff.compare(FIGURE), "scatter"), "B better: 5") == (0.02, 0.98)
    lower = bakeoff.compare(FIGURE, metric="error rate")
    assert corner_of(drawn(lower, "scatter"), "B better: 3") == (0.98, 0.02)


def test_predictions_on_one_test_set_have_no_points():
    assert "nothing to pair" in objection(bakeoff.compare("y,a,b\n1,1,0\n0,0,0\n1,0,1\n0,0,1\n"), "scatter")


@pytest.mark.parametrize("datasets", [2, 200])
@pytest.mark.parametrize("scale", [1.0, 100.0])
def test_few_and_many_datasets_in_fractions_and_percent(datasets, scale):
    check_figure(compared(datasets, 2, scale=scale), "scatter")


@pytest.mark.parametrize("names", [NASTY[:2], NASTY[2:4]])
def test_long_and_odd_names_stay_on_the_canvas(names):
    check_figure(compared(10, 2, names=list(names)), "scatter")


def test_a_column_is_wide_enough():
    assert drawn(compared(10, 2), "scatter").figure.get_size_inches()[0] == pytest.approx(3.4)
