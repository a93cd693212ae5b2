"""Cost curves worked by hand as Drummond and Holte do, thresholds tried one by one, bands by their own law."""

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.curves.cost_curves import (
    cost_envelope,
    cross_fit_cost_curves,
    probability_cost,
    sup_band,
)
from bakeoff.procedures.curves.cross_fitting import cross_fit_decisions, stratified_parts
from bakeoff.procedures.curves.roc import roc_curve
from bakeoff.procedures.curves.roc_bands import roc_region, share_bounds


def test_the_lower_envelope_of_a_curve_worked_by_hand():
    # Source: by hand, as Drummond & Holte (2006) turn ROC points into lines. Scores 4 + + -, 3 + -, 2 -, 1 -: points
    # (FPR, TPR) = (0, 0), (1/4, 2/3), (2/4, 1), (3/4, 1), (1, 1), which are the lines
    # PC, PC/3 + (1 - PC)/4, (1 - PC)/2, 3(1 - PC)/4, 1 - PC. They cross at PC = 3/11 and PC = 3/7.
    scores = np.array([4.0, 4, 4, 3, 3, 2, 1])
    positive = np.array([True, True, False, True, False, False, False])
    points = np.array([0.1, 3 / 11, 0.4, 3 / 7, 0.8])
    expected = [0.1, 3 / 11, 0.4 / 3 + 0.6 / 4, 2 / 7, 0.1]
    found = cost_envelope(roc_curve(scores, positive=positive), probability_costs=points)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_the_operating_point_by_hand():
    # A tenth positive, a miss nine times as dear: both classes have the same part in the cost.
    assert probability_cost(0.1, miss=9, alarm=1) == pytest.approx(0.5)
    assert probability_cost(0.5, miss=1, alarm=3) == pytest.approx(0.25)


def test_decisions_are_those_of_thresholds_tried_one_by_one_on_the_other_parts():
    rng = np.random.default_rng(3)
    positive = rng.random(60) < 0.4
    scores, gains = rng.normal(positive * 1.0).round(1), np.where(positive, 3.0, -1.0)
    parts = stratified_parts(positive, rng=rng, scores=np.arange(60)[:, None], parts=4, repeats=2)
    expected = np.empty(parts.shape, dtype=bool)
    for row, part in enumerate(parts):
        for k in range(4):
            others = part != k
            tried = np.append(np.unique(scores)[::-1], -np.inf)
            won = [gains[others & (scores >= t)].sum() for t in np.append(np.inf, tried)]
            expected[row, ~others] = scores[~others] >= np.append(np.inf, tried)[int(np.argmax(won))]
    np.testing.assert_array_equal(cross_fit_decisions(scores, gains, parts=parts), expected)


def test_costs_at_an_operating_point_are_those_of_the_decisions_there():
    # With equal shares PC = 0.75 is a miss three times as dear; the mean cost over 4 is the normalised one over 2.
    rng = np.random.default_rng(4)
    positive = np.arange(80) % 2 == 1
    scores = rng.normal(positive * 1.5)
    folds = np.repeat(np.arange(4), 20)
    fitted = cross_fit_cost_curves(
        scores[:, None], positive, rng=rng, folds=folds, probability_costs=np.array([0.25, 0.75])
    )
    decided = cross_fit_decisions(scores, np.where(positive, 3.0, -1.0), parts=folds[None, :])[0]
    cost = 0.75 * (~decided[positive]).mean() + 0.25 * decided[~positive].mean()
    assert fitted.cost_elsewhere(0)[1] == pytest.approx(min(cost, 0.25), rel=1e-12)


def test_parts_hold_their_share_of_either_class_and_clusters_stay_together():
    rng = np.random.default_rng(5)
    positive = np.arange(100) % 5 == 0
    parts = stratified_parts(positive, rng=rng, scores=np.arange(100)[:, None], parts=5, repeats=3)
    for part in parts:
        assert np.bincount(part[positive]).tolist() == [4] * 5
        assert np.bincount(part[~positive]).tolist() == [16] * 5
    clusters = np.arange(100) // 10
    together = stratified_parts(positive, rng=rng, scores=np.arange(100)[:, None], clusters=clusters, parts=5)
    for part in together:
        assert all(np.unique(part[clusters == c]).size == 1 for c in range(10))


def test_one_draw_is_bounded_by_its_two_tails():
    # Source: U(1) of one draw is uniform; local and joint level are the same, so that the bounds are .025 and .975.
    low, high = share_bounds(1, level=0.95).below(np.array([0, 1]))
    assert low[0] == 0
    assert high[1] == 1
    assert low[1] == pytest.approx(0.025, abs=0.006)
    assert high[0] == pytest.approx(0.975, abs=0.006)


@pytest.mark.parametrize("n", [5, 50, 3000])
def test_bounds_of_a_distribution_hold_together_as_often_as_they_say(n):
    # An empirical distribution of uniform draws, against the true one at every draw and just below it.
    rng, bounds = np.random.default_rng(n), share_bounds(n, level=0.9)
    held = 0
    for _ in range(1000):
        draws = np.sort(rng.random(n))
        low, high = bounds.below(np.arange(n + 1))
        held += bool((low[1:] <= draws).all() and (draws <= high[:-1]).all())
    assert held / 1000 == pytest.approx(0.9, abs=0.035)


def test_the_region_of_a_perfect_ranking_still_has_a_width():
    positive = np.arange(40) < 20
    low, high = roc_region(roc_curve(positive * 1.0, positive=positive)).roc_band(np.array([0.0, 0.3, 1.0]))
    assert high.tolist() == [1, 1, 1]
    assert 0.5 < low[1] < 0.95


def test_the_largest_of_independent_deviations_has_sidaks_quantile():
    # Source: for k independent normal deviations the quantile is that of one at (1 - alpha)^(1/k): 2.7996 for ten.
    found = sup_band(np.zeros(10), np.eye(10), df=10**7, alpha=0.05, rng=np.random.default_rng(2))
    np.testing.assert_allclose(found.reach, 2.7996, atol=0.05)
    assert found.p_value == 1


@pytest.mark.parametrize(
    ("scores", "points", "code"),
    [
        (np.zeros((4, 2)), [0.0, 0.5], "BO053"),
        (np.zeros((4, 2)), [0.5, 0.4], "BO053"),
        (np.full((4, 2), np.nan), [0.5], "BO052"),
        (np.zeros((3, 2)), [0.5], "BO052"),
    ],
)
def test_what_has_no_cost_curve_is_refused(scores, points, code):
    with pytest.raises(ProcedureError) as refused:
        cross_fit_cost_curves(
            scores,
            np.array([True, True, False, False]),
            rng=np.random.default_rng(1),
            probability_costs=np.array(points),
        )
    assert refused.value.code == code


def test_a_class_of_one_example_cannot_be_parted():
    with pytest.raises(ProcedureError) as refused:
        cross_fit_cost_curves(
            np.zeros((4, 1)), np.array([True, False, False, False]), rng=np.random.default_rng(1)
        )
    assert refused.value.code == "BO051"
