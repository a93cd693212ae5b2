"""Every default keeps its level on evidence without a difference; a test that does not is found out."""

from math import sqrt

import pytest

from bakeoff.api.selftest.identical import NULLS, measure_null_rate
from bakeoff.api.settings import make_settings

SEED = 20261116
# The same defaults are held against their p-values themselves in test_sharp_levels.py; here through the whole answer.
TRIALS = {"wilcoxon": 300, "max-t": 100, "corrected-t": 300, "mcnemar-midp": 200, "max-t-predictions": 100}
ALLOWED = [null for null in NULLS if null.allowed > 0]


def three_errors(trials):
    return 3 * sqrt(0.05 * 0.95 / trials)


@pytest.mark.parametrize(("null", "test"), list(zip(ALLOWED, TRIALS, strict=True)), ids=list(TRIALS))
def test_the_default_claims_a_difference_no_more_often_than_it_may(null, test):
    found = measure_null_rate(null, seed=SEED, trials=TRIALS[test])
    assert found.test == test
    assert found.rate <= 0.05 + three_errors(found.trials)
    assert found.rate > 0


@pytest.mark.parametrize(
    ("number", "wrong"),
    [
        (1, {"test": "wilcoxon", "adjust": "none"}),
        (2, {"test": "paired-t", "test_train_ratio": 1 / 9}),
        (4, {"test": "mcnemar-midp", "adjust": "none"}),
    ],
    ids=["no adjustment over pairs", "folds taken as independent", "no adjustment over predictions"],
)
def test_a_default_that_left_its_level_would_fail(number, wrong):
    found = measure_null_rate(ALLOWED[number], seed=SEED, trials=200, settings=make_settings(**wrong))
    assert found.rate > 0.05 + three_errors(200)
