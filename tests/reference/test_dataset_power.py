"""Power of the test that carries the verdict: against enumeration, scipy, and studies drawn anew."""

from math import sqrt

import numpy as np
import pytest
from scipy import integrate, stats

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.planning import dataset_power as dataset_power_module
from bakeoff.procedures.planning.dataset_power import (
    Question,
    count_datasets_needed,
    dataset_power,
    find_detectable_difference,
    has_power,
    rounding_step,
)
from bakeoff.procedures.planning.paired_t_power import paired_t_power


def by_wilcoxon(n):
    return "wilcoxon"


def test_six_datasets_decide_only_if_all_are_on_one_side():
    # Source: p = 2/64 for six gains and 2·2/64 = .0625 for the next: the power is that of six equal signs.
    for effect in (0.5, 1.0, 1.8):
        up, down = stats.norm.cdf(effect) ** 6, stats.norm.cdf(-effect) ** 6
        assert dataset_power("wilcoxon", effect, 1.0, 6) == pytest.approx(
            up + down, abs=4 * sqrt(0.25 / 20_000)
        )


def test_seven_datasets_may_lose_the_smallest_one():
    # Source: at n = 7 p < .05 for the rank sums 0, 1 and 2 (6/128): none, the smallest or the second smallest loses.
    # P(one loss, of rank 1 or 2) by integrating over its size x: it is larger than at most one of the six gains.
    effect = 1.2

    def lost(x):
        above = stats.norm.sf(x - effect)  # a gain larger than x
        between = stats.norm.cdf(x - effect) - stats.norm.cdf(-effect)  # a gain smaller than x
        return 7 * stats.norm.pdf(-x - effect) * (above**6 + 6 * between * above**5)

    up = stats.norm.cdf(effect) ** 7 + integrate.quad(lost, 0, 12)[0]
    assert dataset_power("wilcoxon", effect, 1.0, 7) == pytest.approx(up, abs=4 * sqrt(0.25 / 20_000))


@pytest.mark.parametrize("n", [8, 15, 30, 31, 60])
@pytest.mark.parametrize("step", [0.0, 0.5])
def test_it_is_the_power_that_scipy_has_on_fresh_draws(n, step):
    rng = np.random.default_rng([n, int(2 * step)])
    effect = find_detectable_difference("wilcoxon", 1.0, n, question=Question(step=step))
    draws = rng.normal(effect, 1.0, (4000, n))
    draws = step * np.round(draws / step) if step else draws
    if step:
        from bakeoff.procedures.base.quick_tests import quick_wilcoxon

        p_values = np.array([quick_wilcoxon(row, Alternative.TWO_SIDED)[1] for row in draws])
    else:
        p_values = stats.wilcoxon(draws, axis=1, method="exact").pvalue
    assert np.mean(p_values < 0.05) == pytest.approx(0.8, abs=0.006 + 3.5 * sqrt(0.16 / 4000))


@pytest.mark.parametrize("n", [2, 5])
def test_where_the_test_cannot_reject_nothing_is_promised(n):
    assert find_detectable_difference("wilcoxon", 1.0, n) is None
    assert dataset_power("wilcoxon", 50.0, 1.0, n) == 0


def test_one_sided_five_datasets_can_decide():
    question = Question(alternative=Alternative.GREATER)
    found = find_detectable_difference("wilcoxon", 1.0, 5, question=question)
    # Source: all five must gain, with chance .8 each gains with .8^(1/5).
    assert found == pytest.approx(stats.norm.ppf(0.8**0.2), abs=0.04)


def test_rounding_costs_power():
    fine, coarse = (
        find_detectable_difference("wilcoxon", 1.0, 8, question=Question(step=s)) for s in (0.0, 1.0)
    )
    assert coarse > 1.1 * fine


def test_many_datasets_need_what_the_efficiency_says():
    # Source: Hodges and Lehmann (1956): 3/π as efficient for normal differences.
    t = next(n for n in range(100, 2000) if paired_t_power(0.1, 1.0, n) >= 0.8)
    assert count_datasets_needed(by_wilcoxon, 0.1, 1.0) == pytest.approx(t * np.pi / 3, rel=0.005)


def test_another_test_at_few_datasets_is_asked_there():
    needed = count_datasets_needed(lambda n: "sign" if n <= 12 else "wilcoxon", 1.0, 1.0)
    assert needed > count_datasets_needed(by_wilcoxon, 1.0, 1.0)


@pytest.mark.parametrize("n", [6, 9])
def test_flips_are_counted_as_the_test_counts_them(n):
    from bakeoff.procedures.base.quick_tests import quick_sign_flip
    from bakeoff.procedures.planning.dataset_power import _sign_flip_rejects

    table = np.random.default_rng(n).normal(0.7, 1.0, (60, n)).round(1)
    for sides in (Alternative.TWO_SIDED, Alternative.GREATER):
        expected = [quick_sign_flip(row, sides)[1] < 0.05 for row in table]
        assert _sign_flip_rejects(table, 0.05, sides).tolist() == expected


def test_sign_tests_have_their_binomial_power():
    # Source: at n = 9 two-sided 5 %: 8 or 9 of one sign (20/512 = .039).
    p = stats.norm.cdf(1.0)
    power = stats.binom.sf(7, 9, p) + stats.binom.cdf(1, 9, p)
    assert dataset_power("sign", 1.0, 1.0, 9) == pytest.approx(power, abs=4 * sqrt(0.25 / 20_000))


def test_a_rounding_that_swallows_the_difference_is_refused():
    # Without rounding ((1.96 + .8416) · 1000)² = 7.8488 million suffice; a thousand times as many are tried.
    with pytest.raises(ProcedureError, match=r"is not shown by 7,848,8\d\d,000 datasets"):
        count_datasets_needed(by_wilcoxon, 0.001, 1.0, question=Question(step=20.0))


@pytest.mark.parametrize(
    ("values", "step"), [([1.0, 3.0, -4.0], 1.0), ([0.25, 0.5], 0.25), ([0.1, 1 / 3], 0.0)]
)
def test_the_step_is_read_from_the_differences(values, step):
    assert rounding_step(np.array(values)) == pytest.approx(step)


def test_only_tests_of_one_pair_by_its_differences_have_such_a_power():
    assert [
        key for key in ("wilcoxon", "sign-flip", "paired-t", "max-t", "corrected-t") if has_power(key)
    ] == [
        "wilcoxon",
        "sign-flip",
        "paired-t",
    ]


@pytest.mark.parametrize("sides", [Alternative.TWO_SIDED, Alternative.GREATER])
@pytest.mark.parametrize(("n", "step"), [(17, 3.0), (30, 1.0), (60, 2.0), (100, 0.5)])
def test_only_sums_that_the_series_leaves_open_are_counted_and_nothing_is_judged_otherwise(
    n, step, sides, monkeypatch
):
    draws = np.random.default_rng(n).standard_normal((400, n)) + 0.3
    table = np.vstack([step * np.round(draws / step), np.zeros((1, n))])
    quick = dataset_power_module._wilcoxon_rejects(table, 0.05, sides)
    monkeypatch.setattr(
        dataset_power_module, "CLEAR", 1e300
    )  # nothing is clear then: every pattern is counted
    np.testing.assert_array_equal(quick, dataset_power_module._wilcoxon_rejects(table, 0.05, sides))
