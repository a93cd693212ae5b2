"""Sharper than a simulation of a thousand trials: every default keeps its level, and p-values a fifth too small do not.

Where the null says which outcomes are equally likely, all of them are counted, and the size is exact. Elsewhere
p-values are held against uniform ones at seven levels together, which tells a fifth with a tenth of the trials that the
5 % level alone takes. Each check is also given the same p-values times .8, and must refuse them.
"""

from collections.abc import Callable
from itertools import product
from math import sqrt

import numpy as np
import pytest
from validation.cochran import losses
from validation.predictions_exact import (
    SETS,
    binomial_chances,
    paired_p_values,
    rejection,
    two_sets_size_cell,
)
from validation.predictions_power import grouped_examples, scored_examples
from validation.predictions_trials import EVERY, chances, present_cells

from bakeoff.core.results import TestResult
from bakeoff.inference.choose import DEFAULTS
from bakeoff.procedures.bootstrap.class_bootstrap import paired_bootstrap
from bakeoff.procedures.items.many_models import all_pairs_items
from bakeoff.procedures.items.paired_means import items_clustered, items_stratified, items_t, tasks_t
from bakeoff.procedures.many.max_t import max_t
from bakeoff.procedures.paired.wilcoxon import wilcoxon
from bakeoff.procedures.predictions.all_pairs_flips import all_pairs_flips
from bakeoff.procedures.predictions.clustered_mcnemar import cluster_counts, mcnemar_clustered
from bakeoff.procedures.predictions.losses import paired_losses
from bakeoff.procedures.predictions.roc_area import delong
from bakeoff.procedures.predictions.two_proportions import TwoSampleMethod, TwoTestSets, two_proportions
from bakeoff.procedures.resampled.corrected_t import corrected_t

MAGNITUDES = np.array([0.3, 0.7, 1.1, 1.2, 1.9, 2.3, 2.4, 3.1, 4.0, 5.7, 6.1, 7.0])
LEVELS = np.array([0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5])
TOO_SMALL = 0.8  # what p-values are multiplied by
ERRORS = 3.0  # standard errors that chance is granted
SURE = 1.5  # more of them, by which smaller p-values must exceed that: chance does not make up for them


def surplus(p_values):
    """Return by how many standard errors p-values lie below the levels more often than uniform ones would, in all."""
    counted = (np.asarray(p_values)[:, None] < LEVELS).sum()
    covariance = np.minimum.outer(LEVELS, LEVELS) - np.outer(LEVELS, LEVELS)
    return (counted - len(p_values) * LEVELS.sum()) / sqrt(len(p_values) * covariance.sum())


def test_uniform_p_values_have_no_surplus_and_smaller_ones_have():
    p_values = (np.arange(1000) + 0.5) / 1000
    assert surplus(p_values) == pytest.approx(0.0, abs=0.01)
    assert surplus(TOO_SMALL * p_values) > 2 * ERRORS
    simulated = [surplus(each) for each in np.random.default_rng(1).random((400, 1000))]
    assert np.std(simulated) == pytest.approx(1.0, abs=0.1)  # they are standard errors


def test_the_signed_rank_test_is_exact_over_all_signs():
    # The largest keeps its sign: turning all of them round changes no two-sided p-value.
    halves = (np.array([*signs, 1.0]) for signs in product((-1.0, 1.0), repeat=MAGNITUDES.size - 1))
    p_values = np.array([wilcoxon(MAGNITUDES * signs).p_value for signs in halves])
    assert 0.04 < np.mean(p_values < 0.05) <= 0.05
    assert np.mean(TOO_SMALL * p_values < 0.05) > 0.05


def test_the_maximum_over_pairs_is_exact_over_all_flips_of_datasets():
    # Flipping a dataset turns the differences of all its pairs round: under the null every flip is as likely.
    n = 9
    scores = np.random.default_rng(1).normal(size=(n, 4))
    centred = scores - scores.mean(axis=1, keepdims=True)
    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    least = []
    for signs in product((-1.0, 1.0), repeat=n - 1):
        flipped = np.array([1.0, *signs])[:, None] * centred
        least.append(min(r.p_adjusted for r in max_t(flipped, pairs=pairs, rng=np.random.default_rng(0))))
    assert 0.03 < np.mean(np.array(least) < 0.05) <= 0.05
    assert np.mean(TOO_SMALL * np.array(least) < 0.05) > 0.05


def test_the_mid_p_test_of_mcnemar_keeps_its_level_at_every_discordance():
    for n in (50, 100, 200):  # in one test, since they share a table of p-values that takes seconds
        sizes = [rejection("mcnemar-midp", n, d, 0.0) for d in np.arange(0.04, 0.6, 0.04)]
        assert 0.045 < max(sizes) <= 0.05


def test_the_mid_p_test_of_mcnemar_would_not_with_smaller_p_values():
    discordant = 40
    mends = np.arange(discordant + 1)
    p_values = paired_p_values("mcnemar-midp", discordant)[mends, discordant - mends]
    shares = [binomial_chances(discordant, 0.5) @ (factor * p_values < 0.05) for factor in (1.0, TOO_SMALL)]
    assert shares[0] <= 0.05 < shares[1]


def test_the_score_test_of_two_test_sets_stays_near_its_level():
    sizes = [
        size
        for n1, n2 in SETS
        if n2 < 1000
        for size in two_sets_size_cell(TwoSampleMethod.MIETTINEN_NURMINEN, n1, n2).values()
    ]
    assert 0.045 < max(sizes) < 0.056
    assert np.mean(sizes) < 0.05


@pytest.mark.parametrize("accuracy", [0.8, 0.9])
def test_the_p_value_of_two_test_sets_is_below_a_level_about_as_often_as_it_says(accuracy):
    n = 100
    weights = binomial_chances(n, accuracy)
    # Which of the two sets is the better one is all the same: of each two outcomes one is asked for.
    outcomes = [(x, y) for x, y in product(np.flatnonzero(weights > 1e-5), repeat=2) if x <= y]
    chance = np.array([(2 - (x == y)) * weights[x] * weights[y] for x, y in outcomes])
    p_values = np.array([_two_sets(int(x), int(y), n) for x, y in outcomes])
    assert chance.sum() == pytest.approx(1.0, abs=1e-3)
    for level in (0.05, 0.1, 0.2):
        assert 0.95 * level < chance @ (p_values < level) < 1.05 * level
        assert chance @ (TOO_SMALL * p_values < level) > 1.15 * level


def _two_sets(right_a, right_b, n):
    sets = TwoTestSets(right_a=right_a, total_a=n, right_b=right_b, total_b=n)
    return two_proportions(sets).p_value


def _bootstrap(rng, n):
    cells = present_cells(EVERY, rng.multinomial(n, chances("balanced, equal")))
    return paired_bootstrap(cells, metric="accuracy", rng=rng, resamples=500)


def _folds(rng):
    folds = np.sqrt(0.1) * rng.normal() + np.sqrt(0.9) * rng.normal(size=10)
    return corrected_t(folds, test_train_ratio=1 / 9)  # the correlation that the correction stands for


def _clustered(rng):
    right, code = grouped_examples(rng, 50, 0.0)
    return mcnemar_clustered(cluster_counts(*right, clusters=code))


def _losses_in_groups(rng):
    right, code = grouped_examples(rng, 50, 0.0)
    return paired_losses(1.0 - np.column_stack(right), clusters=code)


# Each with so many examples that its approximations are good to less than what .8 does.
TASKS = np.repeat(np.arange(6), 20)


def _items_in_groups(rng: np.random.Generator) -> TestResult:
    groups = np.repeat(np.arange(30), 5)
    return items_clustered(rng.normal(0, 0.2, 30)[groups] + rng.normal(0, 0.3, 150), item_groups=groups)


def _items_of_tasks(rng: np.random.Generator) -> np.ndarray:
    return rng.normal(0, 0.1, 6)[TASKS] + rng.normal(0, 0.3, 120)


SIMULATED: dict[str, tuple[Callable[[np.random.Generator], TestResult], int]] = {
    "corrected-t": (_folds, 4000),
    "delong": (lambda rng: delong(scored_examples(rng, (0.8, 0.8), 100, 100)), 2000),
    "mcnemar-clustered": (_clustered, 3000),
    "paired-bootstrap": (lambda rng: _bootstrap(rng, 20_000), 1500),
    "paired-losses": (lambda rng: paired_losses(losses(rng, 500, 0.0)), 4000),
    "paired-losses, in groups": (_losses_in_groups, 2000),
    "items-t": (lambda rng: items_t(rng.normal(0, 0.3, 100)), 4000),
    "items-clustered": (_items_in_groups, 2000),
    "items-stratified": (lambda rng: items_stratified(rng.normal(0, 0.3, 120), item_tasks=TASKS), 3000),
    "tasks-t": (lambda rng: tasks_t(_items_of_tasks(rng), item_tasks=TASKS), 4000),
}


@pytest.mark.parametrize("key", SIMULATED)
def test_a_default_keeps_its_level_and_its_interval_holds_and_smaller_p_values_are_noticed(key):
    draw, trials = SIMULATED[key]
    rng = np.random.default_rng([20261116, trials])
    results = [draw(rng) for _ in range(trials)]
    p_values = np.array([result.p_value for result in results])
    assert abs(surplus(p_values)) <= ERRORS
    assert surplus(TOO_SMALL * p_values) > ERRORS + SURE
    holds = np.mean([0.0 in result.estimate.interval for result in results])
    assert holds == pytest.approx(0.95, abs=ERRORS * sqrt(0.05 * 0.95 / trials))


def test_the_bootstrap_of_few_examples_claims_no_more_than_it_may():
    rng, trials = np.random.default_rng(6), 500
    results = [_bootstrap(rng, 300) for _ in range(trials)]
    allowed = ERRORS * sqrt(0.05 * 0.95 / trials)
    assert 0.01 < np.mean([result.p_value < 0.05 for result in results]) <= 0.05 + allowed
    assert np.mean([0.0 in result.estimate.interval for result in results]) >= 0.95 - allowed


def test_all_pairs_on_one_test_set_claim_no_more_than_they_may_and_smaller_p_values_are_noticed():
    # Of all pairs the smallest adjusted p-value: uniform where no two differ.
    rng, pairs, least = np.random.default_rng(4), [(0, 1), (0, 2), (1, 2)], []
    for _ in range(900):
        correct = rng.random((2000, 3)) < rng.beta(2, 1, size=(2000, 1))
        found = all_pairs_flips(correct, pairs=pairs, rng=rng, flips=399)
        least.append(min(r.p_value if r.p_adjusted is None else r.p_adjusted for r in found))
    assert abs(surplus(least)) <= ERRORS
    assert surplus(TOO_SMALL * np.array(least)) > ERRORS + SURE


def test_all_pairs_of_models_on_items_claim_no_more_than_they_may_and_smaller_p_values_are_noticed():
    rng, pairs, least = np.random.default_rng(5), [(0, 1), (0, 2), (1, 2)], []
    for _ in range(900):
        scores = rng.normal(0, 0.3, (200, 1)) + rng.normal(0, 0.3, (200, 3))
        results = all_pairs_items(scores, pairs=pairs, rng=rng, draws=999)
        least.append(min(r.p_value if r.p_adjusted is None else r.p_adjusted for r in results))
    assert abs(surplus(least)) <= ERRORS
    assert surplus(TOO_SMALL * np.array(least)) > ERRORS + SURE


def test_every_default_is_measured_in_short():
    counted = {"wilcoxon", "max-t", "mcnemar-midp", "two-proportions"}
    simulated = {key.partition(",")[0] for key in SIMULATED} | {"max-t-predictions", "max-t-items"}
    cautious = {"half-cv", "halves-t"}  # below their level for most learners: docs/validity/halves.md
    assert {key for keys in DEFAULTS.values() for key in keys} == counted | simulated | cautious
