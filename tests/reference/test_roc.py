"""ROC, precision-recall and gains against scikit-learn, the hull against qhull, and cases worked by hand."""

import numpy as np
import pytest
from scipy.spatial import ConvexHull
from sklearn.metrics import average_precision_score, precision_recall_curve, roc_auc_score
from sklearn.metrics import roc_curve as peer_roc_curve

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.rankings import rank_examples, weighted_average_precision
from bakeoff.procedures.curves import precision_recall as ours
from bakeoff.procedures.curves.gains import cumulative_gains, lift_at
from bakeoff.procedures.curves.roc import best_points, convex_hull, monotone_best, roc_curve
from prediction_cases import ranked_case

CASES = [(n, digits) for n in (12, 150, 2000) for digits in (1, 6)]


@pytest.mark.parametrize(("n", "digits"), CASES)
def test_points_thresholds_and_area_are_those_of_scikit_learn(n, digits):
    truth, scores, _ = ranked_case(n, digits)
    found = roc_curve(scores, positive=truth == 1)
    false, true, thresholds = peer_roc_curve(truth, scores, drop_intermediate=False)
    np.testing.assert_allclose(found.false_rate, false, rtol=1e-13)
    np.testing.assert_allclose(found.true_rate, true, rtol=1e-13)
    np.testing.assert_array_equal(found.thresholds, thresholds)
    assert found.area == pytest.approx(roc_auc_score(truth, scores), rel=1e-12)


@pytest.mark.parametrize(("n", "digits"), CASES)
def test_precision_recall_and_average_precision_are_those_of_scikit_learn_and_of_the_bootstrap(n, digits):
    truth, scores, _ = ranked_case(n, digits)
    found = ours.precision_recall_curve(roc_curve(scores, positive=truth == 1))
    precision, recall, _ = precision_recall_curve(truth, scores)
    np.testing.assert_allclose(found.precision[::-1], precision[:-1], rtol=1e-13)
    np.testing.assert_allclose(found.recall[::-1], recall[:-1], rtol=1e-13)
    assert found.average_precision == pytest.approx(average_precision_score(truth, scores), rel=1e-12)
    once = np.ones(n, dtype=np.uint8)
    existing = weighted_average_precision(rank_examples(scores, truth == 1), once)
    assert found.average_precision == pytest.approx(existing, rel=1e-12)


@pytest.mark.parametrize(("n", "digits"), CASES)
def test_the_hull_is_the_upper_part_of_qhulls(n, digits):
    truth, scores, _ = ranked_case(n, digits)
    curve = roc_curve(scores, positive=truth == 1)
    points = np.column_stack([curve.false_rate, curve.true_rate])
    closed = np.vstack([points, [[1, 0]]])  # a corner below, so that all others are above it
    upper = {tuple(p.round(12)) for p in closed[ConvexHull(closed).vertices]} - {(1.0, 0.0)}
    assert {tuple(p.round(12)) for p in points[convex_hull(curve)]} == upper


def test_between_two_thresholds_precision_is_that_of_davis_and_goadrich():
    # Source: Davis & Goadrich (2006), section 3: 20 positives and 2000 negatives; from 5 true and 5 false positives to
    # 10 and 30 the interpolated precisions are 5/10, 6/16, 7/22, 8/28, 9/34, 10/40.
    positive = np.zeros(2020, dtype=bool)
    positive[[*range(5), *range(10, 15), *range(40, 50)]] = True
    curve = roc_curve(np.repeat([4.0, 3, 2], [10, 30, 1980]), positive=positive)
    found = ours.precision_at(curve, np.arange(5, 11) / 20)
    np.testing.assert_allclose(found, [5 / 10, 6 / 16, 7 / 22, 8 / 28, 9 / 34, 10 / 40], rtol=1e-12)


def test_gains_and_lift_by_hand():
    # Ten examples, two positive at the first and the fourth place: half of them in the first tenth, a lift of 5.
    positive = np.isin(np.arange(10), [0, 3])
    gains = cumulative_gains(roc_curve(-np.arange(10.0), positive=positive))
    assert gains.gain.tolist() == [0, 0.5, 0.5, 0.5, 1, 1, 1, 1, 1, 1, 1]
    np.testing.assert_allclose(lift_at(gains, np.array([0.1, 0.4, 1.0])), [5, 2.5, 1])


def test_the_best_point_is_that_of_all_thresholds_tried_one_by_one():
    truth, scores, _ = ranked_case(300, 2)
    curve = roc_curve(scores, positive=truth == 1)
    points = np.linspace(0.01, 0.99, 33)
    costs = points[:, None] * (1 - curve.true_rate) + (1 - points[:, None]) * curve.false_rate
    best = best_points(curve, probability_costs=points)
    np.testing.assert_allclose(costs[np.arange(33), best], costs.min(axis=1), rtol=1e-12)


def test_halving_the_search_finds_the_same_points():
    truth, scores, _ = ranked_case(20_000, 8)
    curve = roc_curve(scores, positive=truth == 1)
    points = np.linspace(0.01, 0.99, 99)
    whole = [int(monotone_best(curve.true_rate, curve.false_rate, points[i : i + 1])[0]) for i in range(99)]
    assert monotone_best(curve.true_rate, curve.false_rate, points).tolist() == whole


@pytest.mark.parametrize(
    ("scores", "positive", "code"),
    [
        ([1.0, np.nan], [True, False], "BO052"),
        ([1.0, 2.0], [True, True], "BO051"),
        ([1.0], [True, False], "BO052"),
    ],
)
def test_what_has_no_curve_is_refused(scores, positive, code):
    with pytest.raises(ProcedureError) as refused:
        roc_curve(np.array(scores), positive=np.array(positive))
    assert refused.value.code == code
