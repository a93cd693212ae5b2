"""Advantages of all pairs at once are those of each pair, to the last bit."""

from itertools import permutations

import numpy as np
import pytest

from bakeoff.core.arrays import advantage, advantages

RNG = np.random.default_rng(5)
TABLES = {
    "shares": RNG.uniform(0.5, 1, (30, 5)).round(4),
    "unlike sizes": RNG.uniform(0, 1, (30, 5)) * np.array([1e-3, 1.0, 9.9, 10.0, 1e6]),
    "tiny": RNG.uniform(0, 1e-290, (4, 3)),
    "zeros": np.zeros((3, 3)),
    "infinite": np.array([[1.0, np.inf, 2.0], [0.3, 0.1, 0.2]]),
}


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_each_row_is_the_advantage_of_its_pair(table, higher):
    pairs = list(permutations(range(table.shape[1]), 2))
    together = advantages(table, pairs, higher_is_better=higher)
    for row, (a, b) in zip(together, pairs, strict=True):
        alone = advantage(table[:, a], table[:, b], higher_is_better=higher)
        assert row.tobytes() == alone.tobytes()
