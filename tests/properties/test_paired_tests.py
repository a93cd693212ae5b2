"""Laws of the four tests on paired differences, under all their options."""

from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from bakeoff.core.results import Alternative, significance
from bakeoff.procedures.base.random_signs import lower_tail
from bakeoff.procedures.paired.paired_t import paired_t
from bakeoff.procedures.paired.sign import sign
from bakeoff.procedures.paired.sign_flip import sign_flip
from bakeoff.procedures.paired.walsh import count_distinct, kth_walsh_average
from bakeoff.procedures.paired.wilcoxon import wilcoxon


def flipped(differences, **options):
    return sign_flip(differences, rng=np.random.default_rng(3), flips=999, **options)


RUNS = {
    "paired-t": paired_t,
    "paired-t, k-2": partial(paired_t, df_rule="k-2"),
    "wilcoxon": wilcoxon,
    "wilcoxon, wilcox": partial(wilcoxon, zeros="wilcox"),
    "wilcoxon, zsplit": partial(wilcoxon, zeros="zsplit"),
    "sign": sign,
    "sign, split": partial(sign, ties="split"),
    "sign-flip": flipped,
}
MIRROR = {
    Alternative.GREATER: Alternative.LESS,
    Alternative.LESS: Alternative.GREATER,
    Alternative.TWO_SIDED: Alternative.TWO_SIDED,
}
hundredths = st.integers(-40, 40).map(lambda x: x / 100)
fine = st.floats(-1, 1).map(lambda x: round(x, 12) + 0.0)
elements = st.sampled_from([hundredths, fine, st.integers(-2, 3).map(float)])
some_differences = elements.flatmap(lambda e: hnp.arrays(np.float64, st.integers(3, 30), elements=e))
every_test = pytest.mark.parametrize("run", RUNS.values(), ids=RUNS.keys())
options = {"alternative": st.sampled_from(Alternative), "level": st.sampled_from([0.8, 0.9, 0.95, 0.99])}


def ends(result):
    return result.estimate.interval.low, result.estimate.interval.high


@every_test
@given(differences=some_differences, **options)
@settings(max_examples=60, deadline=None)
def test_the_interval_agrees_with_the_p_value_and_holds_the_estimate(run, differences, alternative, level):
    assume(np.ptp(differences) > 1e-9)
    result = run(differences, alternative=alternative, level=level)
    low, high = ends(result)
    if result.p_value < significance(level):
        assert not low < 0 < high
    else:
        assert low <= 0 <= high
    assert low <= result.estimate.value <= high


@every_test
@given(differences=some_differences, **options)
@settings(max_examples=40, deadline=None)
def test_swapping_a_and_b_mirrors_everything(run, differences, alternative, level):
    assume(np.ptp(differences) > 1e-9)
    one = run(differences, alternative=alternative, level=level)
    other = run(-differences, alternative=MIRROR[alternative], level=level)
    assert (other.p_value, other.statistic, other.estimate.value) == (
        one.p_value,
        -one.statistic,
        -one.estimate.value,
    )
    assert ends(other) == (-ends(one)[1], -ends(one)[0])


@every_test
@given(differences=some_differences, order=st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_the_order_of_datasets_changes_no_digit(run, differences, order):
    assume(np.ptp(differences) > 1e-9)
    places = list(range(differences.size))
    order.shuffle(places)
    assert run(differences[places]) == run(differences)


@every_test
@given(differences=some_differences)
@settings(max_examples=30, deadline=None)
def test_percent_and_fraction_give_the_same_p_value(run, differences):
    assume(np.ptp(differences) > 1e-9)
    one, other = run(differences), run(differences * 100)
    assert other.p_value == pytest.approx(one.p_value, rel=1e-9)
    assert other.estimate.value == pytest.approx(100 * one.estimate.value, rel=1e-9, abs=1e-9)


@every_test
@given(differences=some_differences)
@settings(max_examples=30, deadline=None)
def test_a_higher_level_gives_a_wider_interval(run, differences):
    assume(np.ptp(differences) > 1e-9)
    intervals = [ends(run(differences, level=level)) for level in (0.8, 0.9, 0.95, 0.99)]
    assert all(wide[0] <= narrow[0] and narrow[1] <= wide[1] for narrow, wide in pairwise(intervals))


@every_test
@given(differences=some_differences)
@settings(max_examples=30, deadline=None)
def test_the_two_sided_p_value_is_twice_the_smaller_one(run, differences):
    assume(np.ptp(differences) > 1e-9)
    two, greater, less = (
        run(differences, alternative=a).p_value
        for a in (Alternative.TWO_SIDED, Alternative.GREATER, Alternative.LESS)
    )
    assert two == pytest.approx(min(1.0, 2 * min(greater, less)), rel=1e-12)


@given(weights=hnp.arrays(np.int64, st.integers(1, 14), elements=st.integers(1, 10**6)), data=st.data())
@settings(deadline=None)
def test_subset_sums_are_counted_as_a_list_has_them(weights, data):
    bound = data.draw(st.integers(-1, int(weights.sum()) + 1))
    sums = [0]
    for weight in weights.tolist():
        sums += [s + weight for s in sums]
    assert lower_tail(weights, bound) == sum(s <= bound for s in sums) / len(sums)


@given(seed=st.integers(0, 99), n=st.integers(1, 900), places=st.sampled_from([0, 1, 2, 9]), data=st.data())
@settings(max_examples=40, deadline=None)
def test_the_kth_walsh_average_is_that_of_the_sorted_list(seed, n, places, data):
    values = np.random.default_rng(seed).standard_t(2, n).round(places)
    row, column = np.triu_indices(values.size)
    averages = np.sort((values[row] + values[column]) / 2)
    k = data.draw(st.integers(1, averages.size))
    noise = 1e-15 * float(np.abs(values).max())
    assert kth_walsh_average(count_distinct(values), k) == pytest.approx(averages[k - 1], abs=noise)
