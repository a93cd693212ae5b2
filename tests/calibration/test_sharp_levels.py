"""Sharper than a simulation of a thousand trials: a p-value that is a fifth too small is found out.

Where the null says which outcomes are equally likely, all of them are counted, and the size is exact. Elsewhere there
are so many trials that three standard errors are less than what such a slip adds.
"""

from itertools import product
from math import sqrt

import numpy as np
import pytest
from validation.cochran import losses_rates
from validation.predictions_exact import SETS, rejection, two_sets_size_cell
from validation.predictions_power import in_groups, of_areas, rates
from validation.predictions_trials import EVERY, chances, present_cells

from bakeoff.inference.choose import DEFAULTS
from bakeoff.procedures.cell_bootstrap import paired_bootstrap
from bakeoff.procedures.corrected_t import corrected_t
from bakeoff.procedures.many_predictions import all_pairs_flips
from bakeoff.procedures.max_t import max_t
from bakeoff.procedures.signed_rank import wilcoxon
from bakeoff.procedures.two_proportions import TwoSampleMethod

MAGNITUDES = np.array([0.3, 0.7, 1.1, 1.2, 1.9, 2.3, 2.4, 3.1, 4.0, 5.7, 6.1, 7.0])


def three_errors(trials):
    return 3 * sqrt(0.05 * 0.95 / trials)


def test_the_signed_rank_test_is_exact_over_all_signs():
    # The largest keeps its sign: turning all of them round changes no two-sided p-value.
    halves = (np.array([*signs, 1.0]) for signs in product((-1.0, 1.0), repeat=MAGNITUDES.size - 1))
    share = np.mean([wilcoxon(MAGNITUDES * signs).p_value < 0.05 for signs in halves])
    assert 0.04 < share <= 0.05


def test_the_maximum_over_pairs_is_exact_over_all_flips_of_datasets():
    # Flipping a dataset turns the differences of all its pairs round: under the null every flip is as likely.
    n = 9
    scores = np.random.default_rng(1).normal(size=(n, 4))
    centred = scores - scores.mean(axis=1, keepdims=True)
    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    claims = 0
    for signs in product((-1.0, 1.0), repeat=n - 1):
        flipped = np.array([1.0, *signs])[:, None] * centred
        found = max_t(flipped, pairs=pairs, rng=np.random.default_rng(0))
        claims += min(r.p_adjusted for r in found) < 0.05
    assert 0.03 < claims / 2 ** (n - 1) <= 0.05


@pytest.mark.parametrize("n", [50, 100, 200])
def test_the_mid_p_test_of_mcnemar_keeps_its_level_at_every_discordance(n):
    sizes = [rejection("mcnemar-midp", n, d, 0.0) for d in np.arange(0.04, 0.6, 0.04)]
    assert 0.045 < max(sizes) <= 0.05


def test_the_score_test_of_two_test_sets_stays_near_its_level():
    sizes = [
        size
        for n1, n2 in SETS
        if n2 < 1000
        for size in two_sets_size_cell(TwoSampleMethod.MIETTINEN_NURMINEN, n1, n2).values()
    ]
    assert 0.045 < max(sizes) < 0.056
    assert np.mean(sizes) < 0.05


def test_the_corrected_t_test_is_exact_for_the_correlation_that_it_stands_for():
    rng, trials = np.random.default_rng(3), 10_000
    folds = np.sqrt(0.1) * rng.normal(size=(trials, 1)) + np.sqrt(0.9) * rng.normal(size=(trials, 10))
    share = np.mean([corrected_t(each, test_train_ratio=1 / 9).p_value < 0.05 for each in folds])
    assert share == pytest.approx(0.05, abs=three_errors(trials))


def test_all_pairs_on_one_test_set_claim_no_more_than_they_may():
    rng, trials = np.random.default_rng(4), 800
    pairs = [(0, 1), (0, 2), (1, 2)]
    claims = 0
    for _ in range(trials):
        correct = rng.random((300, 3)) < rng.beta(2, 1, size=(300, 1))
        found = all_pairs_flips(correct, pairs=pairs, rng=rng, flips=500)
        claims += min(r.p_value if r.p_adjusted is None else r.p_adjusted for r in found) < 0.05
    assert 0.01 < claims / trials <= 0.05 + three_errors(trials)


def _resampled(rng):
    cells = present_cells(EVERY, rng.multinomial(300, chances("balanced, equal")))
    result = paired_bootstrap(cells, metric="accuracy", rng=rng, resamples=500)
    return {"paired-bootstrap": (result.p_value < 0.05, 0.0 in result.estimate.interval)}


OTHERS = {
    "mcnemar-clustered": lambda: rates("50 groups", in_groups(50, 0.0), trials=2000),
    "delong": lambda: rates("areas", of_areas((0.8, 0.8), 100, 100), trials=3000),
    "paired-losses": lambda: {"paired-losses": losses_rates(500, 0.0, trials=3000)},
    "paired-bootstrap": lambda: rates("classes", _resampled, trials=500),
}


@pytest.mark.parametrize("key", OTHERS)
def test_the_other_defaults_claim_no_more_than_they_may_and_their_intervals_hold(key):
    found = {name.partition(", ")[0]: of for name, of in OTHERS[key]().items()}[key]
    allowed = three_errors(found["trials"])
    assert 0.01 < found["rejects"] <= 0.05 + allowed
    assert found["covers"] >= 0.95 - allowed


def test_every_default_is_measured_in_short():
    simulated = {
        "wilcoxon",
        "max-t",
        "corrected-t",
        "mcnemar-midp",
        "max-t-predictions",
        "two-proportions",
        *OTHERS,
    }
    assert {key for keys in DEFAULTS.values() for key in keys} == simulated
