"""Bands and tests over thresholds chosen elsewhere keep their level; without the share of the choice they do not."""

from math import sqrt

import numpy as np
import pytest
from validation.chosen_folds import on_other_folds
from validation.curves import NOT_NORMAL, caught_at, chosen, cost_bands, draw_otherwise, roc_bands

TRIALS = 60
FEW = 20  # each takes a third of a second; bands of .6 of their width are noticed, and validation/curves.py runs 500


def three_errors(trials):
    return 3 * sqrt(0.05 * 0.95 / trials)


def test_the_bands_of_a_cost_and_of_a_difference_hold_everywhere_at_once():
    found = cost_bands(50, 50, ((1.0, 1.0), (1.0, 1.0)), trials=FEW)
    assert found["difference holds"] >= 0.95 - three_errors(FEW)
    assert found["cost holds"] >= 0.95 - three_errors(FEW)
    assert found["rejected"] <= 0.05 + three_errors(FEW)
    # Why the envelope by itself is not the estimate.
    assert found["bias of the envelope at .5"] < 2 * found["bias of the estimate at .5"] < 0


def test_the_band_of_a_roc_curve_holds_everywhere_at_once():
    found = roc_bands(20, 180, (1.0, 1.0), trials=TRIALS)
    assert min(found[what] for what in ("roc holds", "precision holds", "gains hold")) >= 0.95 - three_errors(
        TRIALS
    )


def test_thresholds_chosen_elsewhere_keep_the_level_of_the_test_only_with_the_share_of_their_choice():
    found = chosen(50, 50, (1.0, 1.0), 1.0, trials=300)
    assert found["cross-fitted, with the choice"] <= 0.05 + three_errors(300)
    assert found["cross-fitted, without"] > 0.09
    assert found["flattery of the test set"] > 0.1


@pytest.mark.parametrize("kind", NOT_NORMAL)
def test_scores_that_are_not_normal_have_the_curve_that_their_bands_are_held_against(kind):
    scores = draw_otherwise(np.random.default_rng(1), 20_000, 20_000, ((1.0, 1.0),), kind)[:, 0]
    positives, negatives = scores[:20_000], scores[20_000:]
    for rate in (0.05, 0.3):
        caught = float((positives > np.quantile(negatives, 1 - rate)).mean())
        assert caught == pytest.approx(float(caught_at(np.array([rate]), (1.0, 1.0), kind)[0]), abs=0.02)


def test_thresholds_chosen_on_other_folds_need_the_corrected_test():
    found = on_other_folds("naive Bayes", 100, 1.0, trials=200)
    assert found["corrected t, chosen on other folds"] <= 0.05 + three_errors(200)
    assert found["plain t, chosen on other folds"] > found["corrected t, chosen on other folds"]
