"""Laws of the procedures for resamples of one dataset."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, significance
from bakeoff.procedures.resampled.corrected_t import corrected_family, corrected_t
from bakeoff.procedures.resampled.five_by_two import f_5x2cv, t_5x2cv

hundredths = st.integers(-50, 50).map(lambda k: k / 100)
fold_differences = hnp.arrays(np.float64, st.integers(2, 30), elements=hundredths).filter(
    lambda d: np.ptp(d) > 0
)
five_times_two = hnp.arrays(np.float64, 10, elements=hundredths)
fold_scores = hnp.arrays(np.float64, (12, 4), elements=st.integers(0, 100).map(lambda k: k / 100))
levels = st.sampled_from([0.8, 0.9, 0.95, 0.99])
ratios = st.sampled_from([0.0, 1 / 9, 0.25, 1.0])


def answer(procedure, *arguments, **options):
    try:
        return procedure(*arguments, **options)
    except ProcedureError as error:
        assume(error.code not in ("BO050", "BO054"))
        raise


@settings(deadline=None)
@given(d=fold_differences, ratio=ratios, order=st.randoms(use_true_random=False))
def test_the_order_of_resamples_changes_no_digit_of_the_corrected_t(d, ratio, order):
    shuffled = d.tolist()
    order.shuffle(shuffled)
    assert corrected_t(np.array(shuffled), test_train_ratio=ratio) == corrected_t(d, test_train_ratio=ratio)


@settings(deadline=None)
@given(d=fold_differences, alternative=st.sampled_from(Alternative))
def test_swapping_the_classifiers_mirrors_every_digit_of_the_corrected_t(d, alternative):
    mirror = {Alternative.GREATER: Alternative.LESS, Alternative.LESS: Alternative.GREATER}
    one = corrected_t(d, test_train_ratio=1 / 9, alternative=alternative)
    other = corrected_t(-d, test_train_ratio=1 / 9, alternative=mirror.get(alternative, alternative))
    assert other.p_value == one.p_value
    assert other.estimate.interval.low == -one.estimate.interval.high
    assert other.estimate.interval.high == -one.estimate.interval.low


@settings(deadline=None)
@given(d=fold_differences, small=st.floats(0, 2), more=st.floats(0, 2))
def test_more_shared_training_data_never_makes_the_test_surer(d, small, more):
    assert (
        corrected_t(d, test_train_ratio=small + more).p_value
        >= corrected_t(d, test_train_ratio=small).p_value - 1e-15
    )


@settings(deadline=None)
@given(d=fold_differences, folds=st.integers(2, 10))
def test_fewer_degrees_of_freedom_never_make_the_test_surer(d, folds):
    assume(folds <= d.size)
    one = corrected_t(d, test_train_ratio=0.1)
    other = corrected_t(d, test_train_ratio=0.1, df_rule="k-1", folds=folds)
    assert other.p_value >= one.p_value - 1e-15
    assert other.estimate.interval.low <= one.estimate.interval.low + 1e-12


@settings(max_examples=60, deadline=None)
@given(scores=fold_scores, level=levels, alternative=st.sampled_from(Alternative))
def test_intervals_of_the_family_agree_with_its_adjusted_p_values(scores, level, alternative):
    pairs = tuple(combinations(range(4), 2))
    results = answer(
        corrected_family, scores, pairs=pairs, test_train_ratio=1 / 9, level=level, alternative=alternative
    )
    for result in results:
        low, high = result.estimate.interval.low, result.estimate.interval.high
        if result.p_adjusted < significance(level):
            assert not low < 0 < high
        else:
            assert low <= 0 <= high


@settings(max_examples=60, deadline=None)
@given(scores=fold_scores)
def test_a_family_of_one_pair_is_the_pair(scores):
    (family,) = answer(corrected_family, scores, pairs=((1, 0),), test_train_ratio=1 / 9)
    assume(scores[:, 0].tolist() != scores[:, 1].tolist())
    pair = answer(corrected_t, np.round(scores[:, 0] - scores[:, 1], 11), test_train_ratio=1 / 9)
    assert family.p_adjusted == pytest.approx(pair.p_value, rel=1e-9)
    assert family.estimate.interval.low == pytest.approx(pair.estimate.interval.low, abs=1e-9)


@settings(deadline=None)
@given(d=five_times_two, delta=hundredths)
def test_the_interval_of_f_holds_exactly_the_advantages_that_it_does_not_reject(d, delta):
    interval = answer(f_5x2cv, d).estimate.interval
    assume(min(abs(delta - interval.low), abs(delta - interval.high)) > 1e-9)
    statistic = ((d - delta) ** 2).sum() / ((d[::2] - d[1::2]) ** 2).sum()
    assert (delta in interval) == (statistic < 4.735063069693422)  # qf(0.95, 10, 5), R 4.2.2


@settings(deadline=None)
@given(d=five_times_two, delta=hundredths)
def test_the_interval_of_the_five_by_two_t_holds_exactly_what_it_does_not_reject(d, delta):
    interval = answer(t_5x2cv, d).estimate.interval
    assume(min(abs(delta - interval.low), abs(delta - interval.high)) > 1e-9)
    error = np.sqrt(((d[::2] - d[1::2]) ** 2).sum() / 10)
    assert (delta in interval) == (abs(d[0] - delta) / error < 2.5705818356363137)  # qt(0.975, 5), R 4.2.2
