"""The series for sums with random signs against their exact distribution."""

import numpy as np
import pytest

from bakeoff.procedures.base.distributions import edgeworth_tail


@pytest.mark.parametrize("n", [30, 60])
def test_the_series_follows_the_exact_tail_of_a_sum_of_ranks_with_random_signs(n):
    ranks = np.arange(1, n + 1)
    chances = np.ones(1)  # of the sum of the positive ranks, built up one rank at a time
    for rank in ranks:
        chances = (np.append(chances, np.zeros(rank)) + np.append(np.zeros(rank), chances)) / 2
    exact = chances[::-1].cumsum()[::-1]
    sums = 2 * np.arange(exact.size) - ranks.sum()  # of all ranks with their signs: steps of two
    powers = (np.full(exact.size, float((ranks**k).sum())) for k in (2, 4, 6))
    found = edgeworth_tail(sums - 1.0, *powers)
    assert found == pytest.approx(exact, abs=1e-5)
