"""The bootstrap of mean ranks against the enumeration of every resample."""

from itertools import product
from math import sqrt

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.many.rank_uncertainty import rank_uncertainty

SCORES = np.array(
    [[0.80, 0.85, 0.83], [0.71, 0.70, 0.70], [0.93, 0.94, 0.96], [0.60, 0.58, 0.52], [0.77, 0.79, 0.78]]
)
RANKS = np.array([[3, 1, 2], [1, 2.5, 2.5], [3, 2, 1], [1, 2, 3], [3, 1, 2]])


def every_resample():
    """Source: all 5⁵ equally likely draws of five datasets, enumerated."""
    return np.array([RANKS[list(draw)].mean(axis=0) for draw in product(range(5), repeat=5)])


def test_shares_of_first_places_agree_with_the_enumeration_of_all_resamples():
    means = every_resample().round(9)
    first = means == means.min(axis=1, keepdims=True)
    exact = (first / first.sum(axis=1, keepdims=True)).mean(axis=0)
    found = rank_uncertainty(SCORES, rng=np.random.default_rng(1), resamples=40_000).best
    assert sum(found) == pytest.approx(1)
    assert found == pytest.approx(exact, abs=4 * sqrt(0.25 / 40_000))


def test_mean_ranks_are_those_of_the_table():
    found = rank_uncertainty(SCORES, rng=np.random.default_rng(1), resamples=100)
    assert [e.value for e in found.mean_ranks] == pytest.approx(RANKS.mean(axis=0))


def test_intervals_are_quantiles_of_all_resamples_at_a_widened_level():
    # Source: Hesterberg (2015): for n = 5 and 95 % the tail is Φ(-t(4, .975) · sqrt(5/4)), where t(4, .975) = 2.776445.
    tail = 0.0009541006  # pnorm(-qt(0.975, 4) * sqrt(1.25)), R 4.2.2, 2026-11-15
    low, high = np.quantile(every_resample(), [tail, 1 - tail], axis=0)
    found = rank_uncertainty(SCORES, rng=np.random.default_rng(2), resamples=40_000).mean_ranks
    assert np.array([(e.interval.low, e.interval.high) for e in found]) == pytest.approx(
        np.column_stack([low, high]), abs=0.21
    )


def test_the_order_of_the_datasets_changes_no_digit():
    one = rank_uncertainty(SCORES, rng=np.random.default_rng(3), resamples=500)
    other = rank_uncertainty(SCORES[[4, 2, 0, 1, 3]], rng=np.random.default_rng(3), resamples=500)
    assert one == other


def test_scores_that_are_equal_in_decimal_are_tied():
    scores = np.array([[0.1 + 0.2, 0.3], [0.3, 0.1 + 0.2]])
    assert rank_uncertainty(scores, rng=np.random.default_rng(0), resamples=50).best == (0.5, 0.5)


@pytest.mark.parametrize(
    ("scores", "resamples", "code"),
    [
        (SCORES[:1], 100, "BO051"),
        (SCORES[:, :1], 100, "BO052"),
        (np.where(SCORES == 0.8, np.nan, SCORES), 100, "BO052"),
        (SCORES, 0, "BO053"),
    ],
)
def test_what_cannot_be_resampled_is_refused_with_its_code(scores, resamples, code):
    with pytest.raises(ProcedureError) as caught:
        rank_uncertainty(scores, rng=np.random.default_rng(0), resamples=resamples)
    assert caught.value.code == code


def test_thousands_of_datasets_have_the_intervals_of_the_central_limit_theorem():
    # Twice the rank of the first is 2 or 4, in .6 and .4 of 20,000 datasets: the mean of a sample is binomial.
    n = 20_000
    wins = np.arange(n) % 10 < 6
    scores = np.column_stack([wins, ~wins]).astype(float)
    result = rank_uncertainty(scores, rng=np.random.default_rng(0))
    reach = 1.959964 * np.sqrt(0.6 * 0.4 / n)
    ends = result.mean_ranks[0].interval
    assert result.mean_ranks[0].value == pytest.approx(1.4, rel=1e-12)
    assert (ends.low, ends.high) == pytest.approx((1.4 - reach, 1.4 + reach), abs=0.05 * reach)
    assert result.best == (1.0, 0.0)
