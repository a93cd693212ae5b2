"""The best of K equal attempts, in short: untouched it claims too much, allowing for the choice it keeps its level."""

import pytest
from validation.best_of_k import leaderboard, over_datasets


@pytest.mark.parametrize("rho", [0.0, 0.9])
def test_allowing_for_the_choice_keeps_the_level(rho):
    rates = over_datasets(10, 20, rho, trials=400, seed=3)
    assert rates["claims_allowing_for_the_choice"] < 0.05
    assert rates["mean_lead"] == pytest.approx(rates["expected_lead"], abs=0.04)


def test_untouched_the_best_of_ten_claims_far_too_often():
    assert over_datasets(10, 20, 0.0, trials=400, seed=3)["claims_untouched"] > 0.15


def test_the_leaderboards_bounds_hold_for_equal_entries():
    rates = leaderboard(10, 500, 0.5, trials=300, seed=3)
    assert rates["passes"] < 0.05
    assert rates["bound_above_the_truth"] < 0.05
