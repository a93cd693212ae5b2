"""The corrected t test keeps its level on one dataset with a stable learner; the plain one does not come near."""

from math import sqrt

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from validation.one_dataset import SETTINGS, draw, empty, held_out, naive_bayes, rate, run

TRIALS = 400


@pytest.fixture(scope="module")
def tally():
    return run("naive Bayes", empty(), trials=TRIALS)


def test_the_corrected_t_keeps_its_level_for_naive_bayes(tally):
    share, _ = rate(tally, "corrected t, 10×10")
    assert share <= 0.05 + 3 * sqrt(0.05 * 0.95 / TRIALS)


def test_it_is_not_so_conservative_as_never_to_reject(tally):
    assert rate(tally, "corrected t, 10×10")[0] > 0.005


def test_the_plain_t_over_ten_times_ten_folds_rejects_a_true_null_in_a_third_of_trials_or_more(tally):
    assert rate(tally, "paired t, 10×10")[0] > 1 / 3


def test_degrees_of_freedom_of_one_repeat_never_reject_more(tally):
    assert tally["rejects"]["corrected t, 10×10, df k-1"] <= tally["rejects"]["corrected t, 10×10"]


def test_the_five_by_two_t_keeps_its_level_for_naive_bayes(tally):
    assert rate(tally, "5×2cv t")[0] <= 0.05 + 3 * sqrt(0.05 * 0.95 / TRIALS)


def test_the_simulated_naive_bayes_is_that_of_scikit_learn():
    rng = np.random.default_rng(11)
    features, _, labels = draw(SETTINGS["naive Bayes"], rng)
    training = ~held_out(len(labels), repeats=1, folds=10, rng=rng)
    ours = naive_bayes(features, labels, training)
    theirs = [GaussianNB().fit(features[m], labels[m]).predict(features) for m in training]
    assert np.array_equal(ours, theirs)
