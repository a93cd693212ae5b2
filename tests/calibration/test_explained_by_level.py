"""Over properties, lines and splits together, chance is called no more often than it may be."""

from math import sqrt

import numpy as np
import pytest
from validation.explained_by import SETTINGS, false_calls

TRIALS = 200


@pytest.mark.parametrize("setting", SETTINGS)
def test_nothing_is_called_more_often_than_allowed_where_nothing_is_there(setting):
    rate = false_calls(
        setting, n=20, properties=6, trials=TRIALS, permutations=199, rng=np.random.default_rng(1)
    )
    assert rate <= 0.05 + 3 * sqrt(0.05 * 0.95 / TRIALS)
