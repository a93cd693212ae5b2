"""Places of numbers among those that occur are those that sorting finds."""

import numpy as np
import pytest

from bakeoff.core.arrays import rank_codes

RNG = np.random.default_rng(3)
CODES = {
    "close": RNG.integers(0, 50, 1000),
    "with gaps and below zero": 7 * RNG.integers(-20, 20, 1000),
    "far apart": RNG.integers(-(2**62), 2**62, 1000),
    "alike": np.full(5, -3),
    "the ends of what there is": np.array([2**63 - 1, -(2**63), 0]),
    "one": np.array([2**63 - 1]),
    "none": np.empty(0, dtype=np.int64),
}


@pytest.mark.parametrize("codes", CODES.values(), ids=CODES)
def test_places_are_those_among_the_sorted_numbers(codes):
    assert rank_codes(codes).tolist() == np.unique(codes, return_inverse=True)[1].tolist()
