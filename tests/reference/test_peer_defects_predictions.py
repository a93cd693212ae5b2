"""Mistakes that other packages make on predictions, each with the answer that is right."""

import numpy as np
import pytest

from bakeoff.core.results import Alternative
from bakeoff.procedures.base.example_flips import FourCounts
from bakeoff.procedures.base.scored_examples import ScoredExamples
from bakeoff.procedures.bootstrap.class_bootstrap import metric_interval
from bakeoff.procedures.bootstrap.contingency import tabulate
from bakeoff.procedures.bootstrap.permutation import paired_permutation
from bakeoff.procedures.predictions.mcnemar import binomial, mcnemar, mcnemar_midp
from bakeoff.procedures.predictions.roc_area import auc_interval
from bakeoff.procedures.predictions.two_proportions import TwoTestSets, two_proportions


@pytest.mark.parametrize("test", [mcnemar, mcnemar_midp, binomial])
def test_defect_7_identical_models_do_not_differ_significantly(test):
    # mlxtend 0.25.0 and statsmodels (exact=False) give p = 0 when no pair is discordant; pingouin raises.
    found = test(FourCounts(both_right=80, mends=0, breaks=0, both_wrong=20))
    assert found.p_value == 1.0


def test_defect_8_a_better_first_model_is_significant_in_a_two_sided_test():
    # mlxtend 0.25.0 `proportion_difference` gives p = 0.999996 for .9 against .8 on 500: the lower tail only.
    sets = TwoTestSets(right_a=450, total_a=500, right_b=400, total_b=500)
    assert two_proportions(sets).p_value < 1e-4
    assert two_proportions(sets, alternative=Alternative.LESS).p_value < 1e-4
    assert two_proportions(sets, alternative=Alternative.GREATER).p_value > 0.999


def test_defect_18_the_interval_of_f1_stays_between_zero_and_one():
    # confidenceinterval 1.0.5 gave (0.707, 1.226) for a macro-F1.
    truth = np.array([0] * 12 + [1] * 4)
    predicted = truth.copy()
    predicted[12] = 0
    cells = tabulate(truth, predicted[:, None], classes=2)
    interval = metric_interval(cells, metric="f1_macro", rng=np.random.default_rng(1)).interval
    assert 0 <= interval.low < interval.high <= 1


def test_defect_18_a_perfect_area_has_an_interval_with_a_width():
    truth = np.array([0] * 20 + [1] * 20)
    estimate = auc_interval(ScoredExamples(truth=truth, scores=truth[:, None] * 1.0))
    assert estimate.value == 1.0
    assert estimate.interval.low < 0.95


def test_defect_19_no_permutation_p_value_is_zero():
    # MLstatkit 0.1.91 takes the mean of (permuted >= observed), which can be 0.
    truth = np.arange(400) % 2
    predictions = np.column_stack([1 - truth, truth])
    cells = tabulate(truth, predictions, classes=2)
    found = paired_permutation(cells, metric="f1_macro", rng=np.random.default_rng(1), flips=999)
    assert found.p_value == 1 / 1000
