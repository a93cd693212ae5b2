"""The bound on the number of datasets with a difference is too large no more often than it says."""

from math import sqrt

import numpy as np
import pytest
from scipy import special

from bakeoff.procedures.across.partial_conjunction import partial_conjunction

TRIALS, DATASETS = 3000, 8


@pytest.mark.parametrize("combine", ["bonferroni", "simes", "fisher"])
@pytest.mark.parametrize("different", [0, 3, 7])
def test_the_bound_exceeds_the_truth_in_five_percent_of_trials_at_most(combine, different):
    rng = np.random.default_rng([different, len(combine)])
    z = rng.normal(size=(TRIALS, DATASETS))
    z[:, :different] += 6  # so large that these datasets are always found: the hardest case for the bound
    p_values = 2 * special.ndtr(-np.abs(z))
    too_large = sum(partial_conjunction(p, combine=combine).at_least > different for p in p_values) / TRIALS
    assert too_large <= 0.05 + 3 * sqrt(0.05 * 0.95 / TRIALS)


def test_with_one_null_dataset_left_every_combination_is_exact():
    # Then the test of u = n rests on one uniform p-value alone, and rejects at exactly the level.
    rng = np.random.default_rng(5)
    p_values = np.column_stack([np.full((TRIALS, DATASETS - 1), 1e-9), rng.random(TRIALS)])
    too_large = sum(partial_conjunction(p).at_least == DATASETS for p in p_values) / TRIALS
    assert too_large == pytest.approx(0.05, abs=3 * sqrt(0.05 * 0.95 / TRIALS))
