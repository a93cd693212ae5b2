"""Learning and robustness curves: what is drawn, and that it is well drawn."""

import pytest

from bakeoff.api.deliveries.figures import Drawing
from bakeoff.core.answers.studies import ConditionCurve, ConditionCurves, CurvePoint
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.results import Estimate, Interval
from bakeoff.render.figures.curves.condition_curve import (
    condition_curve_data,
    condition_curve_size,
    draw_condition_curve,
)
from drawing_checks import assert_is_well_drawn
from figure_checks import NASTY

KIND = Drawing(draw_condition_curve, condition_curve_size)
ACCURACY = Measure(name="accuracy", higher_is_better=True, unit=Unit.FRACTION, direction_from="told")


def point(rate, mean, change):
    if change is None:
        return CurvePoint(rate=rate, mean=mean, change=None, n=5)
    interval = Interval(low=change - 0.02, high=change + 0.02, level=0.95)
    return CurvePoint(
        rate=rate, mean=mean, change=Estimate(of="change", value=change, interval=interval), n=5
    )


def curves(names=("tree", "forest"), kind="label noise"):
    each = tuple(
        ConditionCurve(
            classifier=name,
            points=(
                point(0.0, 0.9 - 0.01 * i, None),
                point(0.1, 0.85 - 0.01 * i, -0.05),
                point(0.2, 0.8 - 0.02 * i, -0.1 - 0.01 * i),
            ),
        )
        for i, name in enumerate(names)
    )
    return ConditionCurves(
        kind=kind,
        measure=ACCURACY,
        undisturbed=0.0,
        level=0.95,
        datasets=5,
        method="paired t over datasets",
        each=each,
    )


def test_bars_are_the_undisturbed_mean_plus_the_interval_of_the_change():
    first = condition_curve_data(curves()).lines[0]
    assert first.rates == (0.0, 0.1, 0.2)
    assert [rate for rate, _, _ in first.bars] == [0.1, 0.2]  # the undisturbed data have no change
    assert first.bars[0] == pytest.approx((0.1, 0.9 - 0.07, 0.9 - 0.03))


def test_the_words_say_what_the_bars_are():
    data = condition_curve_data(curves())
    assert "95 % interval of the change from undisturbed data, paired t over datasets" in data.note
    assert data.x_label == "label noise, rate"
    assert condition_curve_data(curves(kind="training share")).x_label == "share of the training set"


@pytest.mark.parametrize("names", [("tree",), NASTY[:4], tuple(f"classifier {i}" for i in range(12))])
def test_it_is_well_drawn(names):
    assert_is_well_drawn(condition_curve_data(curves(names)), KIND)
