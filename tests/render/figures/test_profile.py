"""The performance profile."""

import pytest

import bakeoff
from bakeoff.inputs.published import PUBLISHED
from figure_checks import check_figure, compared, data_of, objection

SCORES = {
    "dataset": ["p", "q", "r", "s"],
    "a": [0.80, 0.85, 0.90, 0.70],
    "b": [0.85, 0.90, 0.90, 0.60],
    "c": [0.75, 0.80, 0.90, 0.50],
}


def curve(data, name):
    return next(c for c in data.curves if c.name == name)


def test_shares_are_those_counted_by_hand():
    # Lost against the best of each dataset: a .05 .05 0 0, b 0 0 0 .1, c .1 .1 0 .2. 0.85 - 0.80 and 0.90 - 0.85 are
    # the same loss although not in binary, and on r all three tie for best.
    data = data_of(bakeoff.compare(SCORES), "profile")
    assert curve(data, "a").distances == (0.0, 0.05)
    assert curve(data, "a").shares == (0.5, 1.0)
    assert curve(data, "b").shares == (0.75, 1.0)
    assert curve(data, "c").distances == (0.0, 0.1, 0.2)
    assert curve(data, "c").shares == (0.25, 0.75, 1.0)


def test_lower_is_better_turns_the_losses_round():
    data = data_of(bakeoff.compare(SCORES, metric="error rate"), "profile")
    assert curve(data, "c").shares == (1.0,)
    assert curve(data, "a").distances == pytest.approx((0, 0.05, 0.2))


def test_a_dataset_that_lacks_a_score_is_left_out_and_told():
    data = data_of(bakeoff.compare(SCORES | {"c": [0.75, 0.80, None, 0.50]}), "profile")
    assert curve(data, "b").shares == pytest.approx((2 / 3, 1.0))
    assert "1 dataset is left out" in data.note


def test_one_test_set_has_no_profile():
    assert "here is one" in objection(bakeoff.compare("y,a,b\n1,1,0\n0,0,0\n1,0,1\n0,0,1\n"), "profile")


@pytest.mark.parametrize(("datasets", "count"), [(2, 3), (200, 8), (12, 30)])
def test_the_legend_names_eight_at_most_and_covers_nothing(datasets, count):
    axes = check_figure(compared(datasets, count, step=0.004), "profile")
    assert len(axes.get_legend().get_texts()) == min(count, 9)


def test_two_classifiers_on_percent_are_drawn():
    check_figure(bakeoff.compare(PUBLISHED["figure-15.2"].text), "profile")
