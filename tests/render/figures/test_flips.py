"""The table of flips."""

import pytest

import bakeoff
from bakeoff.api.counts import flips_on_test_set
from figure_checks import check_figure, compared, data_of, drawn, objection


def predictions(names=("old", "new")):
    # 50 both right, 20 mended, 6 broken, 24 both wrong.
    cells = [("1", "1")] * 50 + [("0", "1")] * 20 + [("1", "0")] * 6 + [("0", "0")] * 24
    columns = {name: [cell[i] for cell in cells] for i, name in enumerate(names)}
    return bakeoff.compare({"y_true": ["1"] * 100} | columns)


def test_the_four_counts_are_those_of_the_predictions():
    data = data_of(predictions(), "flips")
    found = data.flips
    assert (found.both_right, found.mends, found.breaks, found.both_wrong) == (50, 20, 6, 24)
    assert data.examples == 100
    assert "+0.14" in data.difference
    assert "95 % interval" in data.difference


def test_each_field_shows_its_count_and_share():
    told = [t.get_text() for t in drawn(predictions(), "flips").texts]
    assert {"50", "20", "6", "24", "50.0 %", "20.0 %", "6.0 %", "24.0 %"} <= set(told)


def test_scores_have_no_flips():
    assert "single test examples" in objection(compared(10, 2), "flips")


@pytest.mark.parametrize(
    "names", [("old", "new"), ("<script>", "$x_1$"), ("of sixty letters " * 4, "b name " * 9)]
)
def test_texts_do_not_collide(names):
    check_figure(predictions(names), "flips")


def test_flips_alone_leave_the_other_fields_open():
    comparison = bakeoff.compare(flips_on_test_set(35, 15, None))
    assert data_of(comparison, "flips").examples is None
    told = [t.get_text() for t in check_figure(comparison, "flips").texts]
    assert told.count("not given") == 2
