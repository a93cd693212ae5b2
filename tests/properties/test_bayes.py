"""Laws of the Bayesian procedures."""

import numpy as np
import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from bakeoff.procedures.bayes.bayes_correlated_t import bayes_correlated_t
from bakeoff.procedures.bayes.bayes_hierarchical import bayes_hierarchical
from bakeoff.procedures.bayes.bayes_sign import bayes_sign
from bakeoff.procedures.bayes.bayes_signed_rank import bayes_signed_rank

hundredths = st.integers(-20, 20).map(lambda k: k / 100)
differences = hnp.arrays(np.float64, st.integers(2, 25), elements=hundredths)
margins = st.sampled_from([0.0, 0.01, 0.05, 0.15])


def sign(d, margin, level=0.95):
    return bayes_sign(d, margin=margin, level=level)


def signed_rank(d, margin, level=0.95):
    return bayes_signed_rank(d, margin=margin, level=level, rng=np.random.default_rng(1), draws=400)


def correlated_t(d, margin, level=0.95):
    assume(np.ptp(d) > 1e-9 or not d.any())
    return bayes_correlated_t(d, test_train_ratio=1 / 9, margin=margin, level=level)


EVERY = pytest.mark.parametrize("judge", [sign, signed_rank, correlated_t])


def answer(posterior):
    return posterior.worse, posterior.equivalent, posterior.better


@EVERY
@settings(deadline=None, max_examples=40)
@given(d=differences, margin=margins)
def test_swapping_a_and_b_mirrors_the_answer_exactly(judge, d, margin):
    one, other = judge(d, margin), judge(-d, margin)
    assert answer(other) == answer(one)[::-1]
    assert other.estimate.value == -one.estimate.value
    assert (other.estimate.interval.low, other.estimate.interval.high) == (
        -one.estimate.interval.high,
        -one.estimate.interval.low,
    )


@EVERY
@settings(deadline=None, max_examples=40)
@given(d=differences, margin=margins)
def test_percent_and_fraction_give_the_same_answer(judge, d, margin):
    one, other = judge(d, margin), judge(np.round(100 * d, 9), round(100 * margin, 9))
    assert answer(other) == pytest.approx(answer(one), rel=1e-9, abs=1e-12)
    assert other.estimate.value == pytest.approx(100 * one.estimate.value, rel=1e-9, abs=1e-9)


@EVERY
@settings(deadline=None, max_examples=40)
@given(d=differences, margin=margins, order=st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_no_digit(judge, d, margin, order):
    shuffled = d.tolist()
    order.shuffle(shuffled)
    assert judge(np.array(shuffled), margin) == judge(d, margin)


@EVERY
@settings(deadline=None, max_examples=40)
@given(d=differences, margin=margins)
def test_probabilities_are_shares_and_the_interval_holds_the_estimate(judge, d, margin):
    found = judge(d, margin)
    assert sum(answer(found)) == pytest.approx(1, abs=1e-12)
    assert min(answer(found)) >= 0
    assert found.estimate.interval.low <= found.estimate.value <= found.estimate.interval.high
    assert found.margin == margin


@EVERY
@settings(deadline=None, max_examples=40)
@given(d=differences)
def test_without_a_margin_nothing_is_equivalent_but_identity(judge, d):
    assert judge(d, 0.0).equivalent == (0 if d.any() else 1)


@EVERY
@settings(deadline=None, max_examples=40)
@given(d=differences, margins=st.tuples(margins, margins).map(sorted))
def test_a_wider_margin_makes_equivalence_no_less_probable(judge, d, margins):
    # With the same weights the share within a wider margin is larger in every draw.
    narrow, wide = (judge(d, margin) for margin in margins)
    assert wide.equivalent >= narrow.equivalent - 1e-12


@EVERY
@settings(deadline=None, max_examples=40)
@given(d=differences, margin=margins)
def test_a_higher_level_gives_an_interval_no_narrower(judge, d, margin):
    low, high = judge(d, margin, 0.8).estimate.interval, judge(d, margin, 0.95).estimate.interval
    assert high.low <= low.low
    assert low.high <= high.high


@EVERY
@settings(deadline=None, max_examples=40)
@given(d=differences, margin=st.sampled_from([0.01, 0.05]))
def test_differences_far_inside_the_margin_are_equivalent(judge, d, margin):
    assert judge(d * margin / 100, margin).equivalent > 0.9


@settings(deadline=None, max_examples=5, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(d=hnp.arrays(np.float64, (4, 6), elements=hundredths), margin=margins)
def test_the_hierarchical_answer_is_mirrored_scaled_and_indifferent_to_order(d, margin):
    assume(np.ptp(d, axis=1).max() > 0)

    def judge(evidence, margin):
        rng = np.random.default_rng(1)
        return bayes_hierarchical(list(evidence), test_train_ratio=1 / 9, margin=margin, rng=rng, draws=640)

    one, mirrored, percent, turned = (
        judge(d, margin),
        judge(-d, margin),
        judge(100 * d, 100 * margin),
        judge(d[::-1], margin),
    )
    assert answer(mirrored) == answer(one)[::-1]
    assert mirrored.estimate.value == -one.estimate.value
    assert answer(percent) == pytest.approx(answer(one), abs=1e-9)
    assert answer(turned) == answer(one)
    assert turned.estimate == one.estimate
    assert sum(answer(one)) == pytest.approx(1, abs=1e-12)
    assert one.equivalent == 0 or margin > 0
