"""The trade-off of a score and a cost: means and intervals by hand, the front by definition."""

from math import exp, log, sqrt

import numpy as np
import pytest

import bakeoff
from bakeoff.api.deliveries.figures import Drawing
from bakeoff.core.answers.figure_data import MeasuredClassifier
from bakeoff.core.errors import UsageError
from bakeoff.core.measures import Measure, Unit
from bakeoff.inference.figure_data.trade_off import find_trade_points, trade_off_figure_data
from bakeoff.inputs.published import PUBLISHED
from bakeoff.render.figures.trade_off import draw_trade_off, trade_off_data, trade_off_size
from drawing_checks import assert_is_well_drawn

KIND = Drawing(draw_trade_off, trade_off_size)
LONG = "GradientBoostedTrees(learning_rate=0.01, depth=12, trees=500)"
ACCURACY = Measure(name="accuracy", higher_is_better=True, unit=Unit.FRACTION, direction_from="told")
SECONDS = Measure(name="seconds", higher_is_better=False, unit=Unit.PLAIN, direction_from="told")


def point(name, value):
    return MeasuredClassifier(name=name, value=value, low=None, high=None)


def of_names(names, *, n=8, unit=1.0):
    rng = np.random.default_rng(2)
    size, ease = rng.lognormal(0, 1, n), rng.normal(0.8, 0.05, n)
    datasets = {"dataset": [f"d{i}" for i in range(n)]}
    scores = {name: unit * (ease + rng.normal(0.01 * (j % 7), 0.01, n)) for j, name in enumerate(names)}
    seconds = {name: size * np.exp(rng.normal(0.2 * j, 0.3, n)) for j, name in enumerate(names)}
    by_score = bakeoff.compare(datasets | scores, metric="accuracy")
    return trade_off_figure_data(by_score, bakeoff.compare(datasets | seconds, metric="seconds"))


def test_of_two_classifiers_the_bars_are_the_paired_interval_over_the_square_root_of_two():
    # Source: morey2008: with two conditions the corrected interval is that of the difference over √2.
    # Bramer's figure 15.2: the paired t interval of the difference reaches 4.957 to either side.
    chapter = bakeoff.compare(PUBLISHED["figure-15.2"].text, metric="accuracy")
    for each in trade_off_figure_data(chapter, chapter).points:
        assert each.score.high is not None
        assert each.score.high - each.score.value == pytest.approx(4.957 / sqrt(2), abs=0.0005)


def test_costs_are_geometric_means():
    seconds = {"dataset": list("xy"), "a": [1.0, 100.0], "b": [2.0, 50.0]}
    scores = {"dataset": list("xy"), "a": [0.7, 0.8], "b": [0.8, 0.9]}
    picture = trade_off_figure_data(
        bakeoff.compare(scores, metric="accuracy"), bakeoff.compare(seconds, metric="seconds")
    )
    assert picture.geometric
    values = {each.name: each.cost.value for each in picture.points}
    assert values == pytest.approx({"a": 10.0, "b": exp(log(100) / 2)})


def test_the_front_is_what_no_other_beats():
    scores = [
        point(name, value) for name, value in (("a", 0.9), ("b", 0.8), ("c", 0.8), ("d", 0.7), ("e", 0.9))
    ]
    costs = [
        point(name, value) for name, value in (("a", 9.0), ("b", 2.0), ("c", 3.0), ("d", 2.0), ("e", 9.0))
    ]
    points = find_trade_points(scores, costs, ACCURACY, SECONDS)
    assert {each.name for each in points if each.on_front} == {"a", "b", "e"}


def test_classifiers_that_one_comparison_lacks_are_left_out_and_nothing_in_common_is_refused():
    assert [
        p.name for p in find_trade_points([point("a", 1), point("b", 1)], [point("b", 1)], ACCURACY, SECONDS)
    ] == ["b"]
    with pytest.raises(UsageError, match="no classifier in common"):
        find_trade_points([point("a", 1)], [point("b", 1)], ACCURACY, SECONDS)


def test_one_long_table_with_two_metrics_gives_both():
    rows = "".join(
        f"d{i},{name},{metric},{value * (1 + 0.01 * (i * 7 % 5))}\n"
        for i in range(5)
        for name, accuracy, seconds in (("tree", 0.70, 0.5), ("forest", 0.80, 20.0), ("slow", 0.75, 90.0))
        for metric, value in (("accuracy", accuracy), ("seconds", seconds))
    )
    table = f"dataset,classifier,metric,score\n{rows}"
    axes = bakeoff.plot_trade_off(
        bakeoff.compare(table, metric="accuracy"), bakeoff.compare(table, metric="seconds")
    )
    assert "2 of 3 classifiers" in " ".join(axes.get_title(loc="left").split())
    assert axes.get_xscale() == "log"


@pytest.mark.parametrize(
    ("names", "unit"),
    [
        (["tree", "forest"], 1.0),
        (["naive Bayes", "$x_1$", "随机森林", LONG, LONG + "2", "k-NN"], 100.0),
        ([f"classifier {j}" for j in range(30)], 1.0),
    ],
    ids=["two", "long names", "thirty"],
)
def test_it_is_well_drawn(names, unit):
    assert_is_well_drawn(trade_off_data(of_names(names, unit=unit)), KIND)


def test_of_one_test_set_the_bars_are_of_each_classifier_by_itself():
    rows = "".join(f"{i},{i % 2},{(i % 2) ^ (i % 10 == 0)},{(i % 2) ^ (i % 17 == 0)}\n" for i in range(300))
    comparison = bakeoff.compare(f"id,y_true,a,b\n{rows}")
    data = trade_off_data(trade_off_figure_data(comparison, comparison))
    assert data.bars == "95 % interval of each classifier by itself"
    # 30 of 300 wrong: Wilson's interval of .9 by R's prop.test(270, 300, correct = FALSE).
    score = next(point.score for point in data.points if point.name == "a")
    assert (score.low, score.high) == pytest.approx((0.8608, 0.9291), abs=0.0002)
