from fractions import Fraction
from math import comb

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.predictions.proportions import next_records_interval


def kept(x, n, m, tail):
    """Return the next counts that the mid-p hypergeometric test keeps, in exact arithmetic."""
    found = []
    for y in range(m + 1):
        ways = [comb(m, k) * comb(n, x + y - k) if k <= x + y else 0 for k in range(m + 1)]
        chances = [Fraction(way, comb(n + m, x + y)) for way in ways]
        low, high = sum(chances[:y]) + chances[y] / 2, sum(chances[y + 1 :]) + chances[y] / 2
        if low >= tail and high >= tail:
            found.append(y)
    return found


@pytest.mark.parametrize(("n", "m"), [(1, 1), (5, 3), (20, 20), (12, 40)])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_ends_where_the_hypergeometric_test_ends_in_exact_arithmetic(n, m, level):
    for x in range(n + 1):
        interval = next_records_interval(x, n, upcoming=m, level=level)
        counts = kept(x, n, m, Fraction(str(round((1 - level) / 2, 6))))
        assert (round(interval.low * m), round(interval.high * m)) == (counts[0], counts[-1])


def test_covers_the_next_count_near_its_level_for_every_success_rate():
    # Exact coverage: both the records seen and those to come are binomial with the same rate.
    n, m = 40, 30
    ends = [next_records_interval(x, n, upcoming=m) for x in range(n + 1)]
    for p in np.linspace(0.02, 0.98, 49):
        seen = [comb(n, x) * p**x * (1 - p) ** (n - x) for x in range(n + 1)]
        coming = np.array([comb(m, y) * p**y * (1 - p) ** (m - y) for y in range(m + 1)])
        rates = np.arange(m + 1) / m
        covered = [coming[(rates >= e.low - 1e-9) & (rates <= e.high + 1e-9)].sum() for e in ends]
        assert np.dot(seen, covered) >= 0.944


def test_is_wider_than_the_interval_of_the_rate_and_narrows_with_more_records():
    few, many = (next_records_interval(800, 1000, upcoming=m) for m in (20, 1_000_000))
    assert few.high - few.low > many.high - many.low
    # Infinitely many records show the rate itself: 0.8 ± 1.96 √(0.16/1000).
    assert (many.low, many.high) == pytest.approx((0.7741, 0.8236), abs=0.0015)


@pytest.mark.parametrize("counts", [(3, 2, 5), (1, 2, 0), (1.5, 2, 5), (0, 0, 5)])
def test_what_are_no_counts_is_refused(counts):
    x, n, m = counts
    with pytest.raises(ProcedureError, match="not counts") as caught:
        next_records_interval(x, n, upcoming=m)
    assert caught.value.code == "BO052"
