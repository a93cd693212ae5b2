"""Laws of curves: exchanging a and b mirrors, only the order of scores matters, nothing leaves its range."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.procedures.curves.cost_curves import cross_fit_cost_curves
from bakeoff.procedures.curves.roc import convex_hull, roc_curve
from bakeoff.procedures.curves.roc_bands import roc_region

some = settings(max_examples=25)  # each draws a band of its own
POINTS = np.linspace(0.05, 0.95, 19)


@st.composite
def scored(draw, classifiers=2):
    """Draw scores with ties, and classes of two examples or more each."""
    n = draw(st.integers(6, 40))
    positive = np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    positive[:2], positive[-2:] = True, False
    levels = st.lists(st.integers(-8, 8), min_size=n * classifiers, max_size=n * classifiers)
    return np.array(draw(levels), dtype=float).reshape(n, classifiers), positive


def band(scores, positive):
    fitted = cross_fit_cost_curves(scores, positive, rng=np.random.default_rng(1), probability_costs=POINTS)
    return fitted.difference_band(0, 1, rng=np.random.default_rng(2))


@some
@given(scored())
def test_exchanging_a_and_b_mirrors_the_difference_and_its_band(case):
    scores, positive = case
    there, back = band(scores, positive), band(scores[:, ::-1], positive)
    np.testing.assert_allclose(there.values, -back.values, atol=1e-12)
    np.testing.assert_allclose(there.low, -back.high, atol=1e-9)
    assert there.p_value == back.p_value


@some
@given(scored())
def test_only_the_order_of_scores_matters(case):
    scores, positive = case
    there, bent = band(scores, positive), band(np.exp(scores / 3) - 5, positive)
    np.testing.assert_array_equal(there.low, bent.low)
    np.testing.assert_array_equal(there.high, bent.high)


@some
@given(scored())
def test_a_difference_stays_in_range_and_its_band_leaves_zero_exactly_where_its_test_rejects(case):
    found = band(*case)
    most = np.minimum(POINTS, 1 - POINTS)
    assert (found.low <= found.values + 1e-12).all()
    assert (found.values <= found.high + 1e-12).all()
    assert (np.abs([found.low, found.high]) <= most + 1e-12).all()
    outside = bool(((found.low > 0) | (found.high < 0)).any())
    assert outside == (found.p_value < 0.05)


@given(scored(classifiers=1))
def test_curve_hull_and_band_stay_in_order(case):
    scores, positive = case
    curve = roc_curve(scores[:, 0], positive=positive)
    gains = np.outer(POINTS, curve.true_rate) - np.outer(1 - POINTS, curve.false_rate)
    np.testing.assert_allclose(gains[:, convex_hull(curve)].max(axis=1), gains.max(axis=1), atol=1e-12)
    low, high = roc_region(curve).roc_band(curve.false_rate)
    assert (low <= curve.true_rate + 1e-12).all()
    assert (curve.true_rate <= high + 1e-12).all()
    precise = roc_region(curve).precision_band(POINTS)
    assert (precise[0] <= precise[1]).all()
    taken = roc_region(curve).gains_band(POINTS)
    assert (taken[0] <= taken[1] + 1e-12).all()


@given(scored(classifiers=1))
def test_turning_classes_and_scores_round_mirrors_the_curve(case):
    scores, positive = case
    there, back = roc_curve(scores[:, 0], positive=positive), roc_curve(-scores[:, 0], positive=~positive)
    np.testing.assert_allclose(there.true_rate, 1 - back.false_rate[::-1], atol=1e-12)
    assert abs(there.area - back.area) < 1e-12
