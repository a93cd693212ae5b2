"""Laws of the summaries over datasets."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from bakeoff.procedures.across.partial_conjunction import partial_conjunction
from bakeoff.procedures.across.random_effects import random_effects
from bakeoff.procedures.many.bradley_terry import bradley_terry, strengths_from_wins
from bakeoff.procedures.many.rank_uncertainty import rank_uncertainty

hundredths = st.integers(-50, 50).map(lambda k: k / 100)
effects = st.integers(3, 12).flatmap(
    lambda n: st.tuples(
        hnp.arrays(np.float64, n, elements=hundredths),
        hnp.arrays(np.float64, n, elements=st.integers(1, 30).map(lambda k: k / 100)),
    )
)
tables = hnp.arrays(np.float64, (6, 4), elements=st.integers(0, 20).map(lambda k: k / 20))
p_values = hnp.arrays(np.float64, st.integers(1, 12), elements=st.floats(1e-300, 1))
combinations = st.sampled_from(["bonferroni", "simes", "fisher"])


@settings(deadline=None)
@given(data=effects, shift=hundredths)
def test_a_shift_of_all_advantages_shifts_the_mean_and_leaves_the_variation(data, shift):
    advantages, errors = data
    one = random_effects(advantages, standard_errors=errors)
    other = random_effects(advantages + shift, standard_errors=errors)
    assert other.mean.value == pytest.approx(one.mean.value + shift, abs=1e-9)
    assert other.heterogeneity.between_variance == pytest.approx(one.heterogeneity.between_variance, abs=1e-9)


@settings(deadline=None)
@given(data=effects, order=st.randoms(use_true_random=False))
def test_the_order_of_datasets_changes_no_digit_of_the_summary(data, order):
    advantages, errors = data
    places = list(range(len(advantages)))
    order.shuffle(places)
    assert random_effects(advantages[places], standard_errors=errors[places]) == random_effects(
        advantages, standard_errors=errors
    )


@settings(deadline=None)
@given(data=effects)
def test_the_next_dataset_is_never_surer_than_the_mean(data):
    advantages, errors = data
    summary = random_effects(advantages, standard_errors=errors)
    assert summary.next_dataset.interval.low <= summary.mean.interval.low
    assert summary.next_dataset.interval.high >= summary.mean.interval.high
    assert 0 <= summary.heterogeneity.share < 1


@settings(deadline=None)
@given(data=effects)
def test_the_variance_between_datasets_makes_the_weighted_squares_meet_their_expectation(data):
    advantages, errors = data
    between = random_effects(advantages, standard_errors=errors).heterogeneity.between_variance
    weights = 1 / (errors**2 + between)
    q = (weights * (advantages - np.average(advantages, weights=weights)) ** 2).sum()
    expected = len(advantages) - 1
    assert q == pytest.approx(expected, rel=1e-6) if between > 0 else q <= expected * (1 + 1e-9)


@settings(deadline=None)
@given(p=p_values, combine=combinations, place=st.integers(0, 11))
def test_a_larger_p_value_never_raises_the_bound(p, combine, place):
    larger = p.copy()
    larger[place % p.size] = 1.0
    assert (
        partial_conjunction(larger, combine=combine).at_least
        <= partial_conjunction(p, combine=combine).at_least
    )


@settings(deadline=None)
@given(p=p_values)
def test_simes_is_never_weaker_than_bonferroni(p):
    assert partial_conjunction(p, combine="simes").at_least >= partial_conjunction(p).at_least


@settings(deadline=None)
@given(p=p_values, combine=combinations)
def test_each_null_is_harder_to_reject_than_the_one_before(p, combine):
    found = partial_conjunction(p, combine=combine).p_values
    assert list(found) == sorted(found)
    assert found[-1] >= p.max() * (1 - 1e-12)


@settings(max_examples=30, deadline=None)
@given(table=tables, seed=st.integers(0, 3))
def test_ranks_know_nothing_of_the_size_of_scores(table, seed):
    one = rank_uncertainty(table, rng=np.random.default_rng(seed), resamples=200)
    other = rank_uncertainty(np.exp(3 * table) - 7, rng=np.random.default_rng(seed), resamples=200)
    assert one == other
    assert sum(one.best) == pytest.approx(1)
    assert sum(e.value for e in one.mean_ranks) == pytest.approx(10)


@settings(deadline=None)
@given(table=tables)
def test_turning_the_scores_round_turns_the_strengths_round(table):
    one, other = bradley_terry(table), bradley_terry(-table)
    assert [s.value for s in other.strengths] == pytest.approx([-s.value for s in one.strengths], abs=1e-8)
    assert other.standard_errors == pytest.approx(one.standard_errors, rel=1e-7)
    assert sum(s.value for s in one.strengths) == pytest.approx(0, abs=1e-9)


@settings(deadline=None)
@given(wins=hnp.arrays(np.float64, (4, 4), elements=st.integers(0, 9).map(float)))
def test_another_order_of_players_changes_no_strength(wins):
    np.fill_diagonal(wins, 0)
    order = [2, 0, 3, 1]
    one, other = strengths_from_wins(wins), strengths_from_wins(wins[np.ix_(order, order)])
    assert [s.value for s in other.strengths] == pytest.approx(
        [one.strengths[i].value for i in order], abs=1e-8
    )
