"""Means over items against R: clubSandwich, matrices as they are defined, and the counting of every choice."""

from itertools import combinations, product
from math import comb, log, sqrt

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar
from statsmodels.stats.proportion import proportion_confint

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.base.example_flips import FourCounts
from bakeoff.procedures.items.attempts import best_of_k, majority_of_k, pass_all_k, pass_at_k, summary_named
from bakeoff.procedures.items.components import variance_components
from bakeoff.procedures.items.flips import mid_p_values, score_limits, score_statistics
from bakeoff.procedures.items.levels import mean_interval
from bakeoff.procedures.items.many_models import all_pairs_items
from bakeoff.procedures.items.means import Strata, _mean_degrees, mean_differences, skewness
from bakeoff.procedures.items.paired_means import items_clustered, items_stratified, items_t, tasks_t
from bakeoff.procedures.items.plans import (
    cheapest_plan,
    guarded_item_variance,
    items_needed,
    power_of_items,
    shown_difference,
)
from bakeoff.procedures.predictions.mcnemar import mcnemar_midp
from reference_values import rows

R = {(row["case"], row["what"]): float(row["value"]) for row in rows("items.csv")}


def wave(n, a):
    i = np.arange(1, n + 1)
    return np.sin(i * a) + np.cos(i**2 * 0.7)


def one_task(case):
    if case == "unequal groups":
        group = np.repeat(np.arange(1, 11), np.arange(2, 12))
        return wave(group.size, 1.3) + 0.8 * np.sin(group * 5), group
    group = np.repeat(np.arange(1, 7), 4)
    return wave(24, 0.9) + 0.5 * np.cos(group * 3), group


TASK = np.repeat([1, 2, 3], [6, 12, 20])
IN_TASKS = wave(38, 2.1) * np.array([0.5, 1, 2])[TASK - 1] + 0.2
WITHIN = TASK * 100 + np.r_[[1, 1, 1, 2, 2, 3], np.repeat([1, 2, 3, 4], 3), np.repeat([1, 2, 3, 4, 5], 4)]
ACROSS = np.resize(np.arange(1, 8), 38)


def agrees(result, case):
    assert result.estimate.value == pytest.approx(R[case, "mean"], rel=1e-10)
    assert result.df == pytest.approx(R[case, "df"], rel=1e-9)
    assert result.p_value == pytest.approx(R[case, "p"], rel=1e-8)
    ends = result.estimate.interval
    assert (ends.low, ends.high) == pytest.approx((R[case, "low"], R[case, "high"]), rel=1e-9)


@pytest.mark.parametrize("case", ["unequal groups", "equal groups"])
def test_groups_of_one_task_agree_with_clubsandwich(case):
    d, group = one_task(case)
    agrees(items_clustered(d, item_groups=group), case)
    strata = Strata(None, group, d.size)
    found = mean_differences(d, strata)
    assert found.errors[0] == pytest.approx(R[case, "clubSandwich se"], rel=1e-10)
    assert found.correlations[0] == pytest.approx(R[case, "rho"], rel=1e-9)
    # Its degrees of freedom are those of independent items.
    alone = _mean_degrees(strata, np.ones((1, 1)), np.zeros(1))[0]
    assert alone == pytest.approx(R[case, "clubSandwich df"], rel=1e-9)


def test_tasks_agree_with_satterthwaite_by_matrices():
    agrees(items_stratified(IN_TASKS, item_tasks=TASK), "tasks")


def test_groups_within_tasks_agree_with_their_definition_by_matrices():
    d = IN_TASKS + 1.5 * np.sin(WITHIN * 7)
    agrees(items_clustered(d, item_groups=WITHIN, item_tasks=TASK), "tasks with groups")


def test_groups_across_tasks_agree_with_their_definition_by_matrices():
    d = IN_TASKS + 6 * np.cos(ACROSS * 3)
    agrees(items_clustered(d, item_groups=ACROSS, item_tasks=TASK), "tasks crossed by groups")


def test_items_of_one_task_agree_with_students_t():
    result = items_t(wave(40, 0.37) + 0.3)
    assert result.statistic == pytest.approx(R["items", "t"], rel=1e-10)
    ends = result.estimate.interval
    assert (ends.low, ends.high) == pytest.approx((R["items", "low"], R["items", "high"]), rel=1e-10)


def test_tasks_as_a_sample_agree_with_students_t_over_their_means():
    result = tasks_t(IN_TASKS, item_tasks=TASK)
    assert result.p_value == pytest.approx(R["over tasks", "p"], rel=1e-9)
    assert result.estimate.interval.low == pytest.approx(R["over tasks", "low"], rel=1e-9)


def test_two_pseudo_items_are_two_more_items():
    # Source: VALIDITY of the pseudo-item t: mean s/(n + 2), variance over n + 2 items, t with n - 1 df.
    d = np.array([0.2, 0.0, 0.4, 0.0, -0.2, 0.6, 0.0, 0.2])
    padded = np.r_[d, 0.5, -0.5]
    mean, se = padded.mean(), sqrt((np.mean(padded**2) - padded.mean() ** 2) / (d.size + 1))
    result = items_t(d, pseudo=0.5, reach=1.0)
    assert result.statistic == pytest.approx(mean / se, rel=1e-12)
    assert result.estimate.interval.high == pytest.approx(mean + stats.t.ppf(0.975, 7) * se, rel=1e-12)
    assert result.estimate.value == pytest.approx(d.mean())


def test_the_pseudo_items_of_many_items_are_as_large_as_the_tail():
    # Source: by hand. Of 60 differences 57 are 0 and 3 are 1: mean .05, the largest centred square .9025, all of them
    # 2.85, so that c² = .9025 - ln(60) · 2.85/59; then the formula of few items with that c.
    d = np.array([0.0] * 57 + [1.0] * 3)
    c2 = 0.9025 - log(60) * 2.85 / 59
    centre = 3 / 62
    error = sqrt(((3 + 2 * c2) / 62 - centre**2) / 61)
    result = items_t(d, pseudo=1.0, reach=1.0)
    assert result.statistic == pytest.approx(centre / error, rel=1e-12)
    assert result.estimate.value == pytest.approx(0.05)


def test_differences_without_a_tail_need_no_pseudo_items():
    # 60 differences of 1.2 and -.8, as many of either: no centred square is larger than ln(60) variances.
    d = np.array([1.2, -0.8] * 30)
    result = items_t(d, pseudo=1.0, reach=2.0)
    assert result.statistic == pytest.approx(0.2 / sqrt(1 / 59), rel=1e-12)
    assert "pseudo" not in result.method


def test_all_differences_zero_is_no_interval_of_no_width():
    result = items_t(np.zeros(60), pseudo=1.0, reach=1.0)
    assert result.p_value == 1.0
    assert result.estimate.interval.low < 0 < result.estimate.interval.high


def test_one_group_is_refused():
    with pytest.raises(ProcedureError):
        items_clustered(np.array([0.1, 0.2, 0.3]), item_groups=np.zeros(3, dtype=int))


@pytest.mark.parametrize(("right", "k"), list(product(range(7), (1, 2, 3, 5))))
def test_summaries_of_attempts_agree_with_counting_every_choice(right, k):
    case, c, n = f"{right} of 6 k {k}", np.array([float(right)]), np.array([6.0])
    assert pass_at_k(c, n, k)[0] == pytest.approx(R[case, "pass@"], abs=1e-12)
    assert pass_all_k(c, n, k)[0] == pytest.approx(R[case, "pass^"], abs=1e-12)
    assert majority_of_k(c, n, k)[0] == pytest.approx(R[case, "majority"], abs=1e-12)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5])
def test_best_of_k_agrees_with_counting_every_choice(k):
    graded = np.array([[0.1, 0.5, 0.5, 0.9, 0.2]])
    assert best_of_k(graded, k)[0] == pytest.approx(R[f"graded k {k}", "best"], rel=1e-12)


def test_pass_at_k_is_unbiased_by_enumeration():
    # Sum over every number of right attempts of its binomial chance: exactly 1 - (1 - p)^k.
    n, k, p = 10, 5, 0.13
    chances = np.array([comb(n, c) * p**c * (1 - p) ** (n - c) for c in range(n + 1)])
    values = pass_at_k(np.arange(n + 1.0), np.full(n + 1, float(n)), k)
    assert chances @ values == pytest.approx(1 - (1 - p) ** k, rel=1e-12)
    powers = pass_all_k(np.arange(n + 1.0), np.full(n + 1, float(n)), k)
    assert chances @ powers == pytest.approx(p**k, rel=1e-10)


def test_more_attempts_than_there_are_are_refused():
    with pytest.raises(ProcedureError):
        pass_at_k(np.array([1.0]), np.array([3.0]), 5)


@pytest.mark.parametrize(("items", "attempts"), [(100, 1), (50, 4), (400, 2)])
def test_power_over_items_agrees_with_power_t_test(items, attempts):
    found = power_of_items(items, attempts, item=0.04, attempt=0.2, difference=0.1)
    assert found == pytest.approx(R[f"{items} items {attempts} attempts", "power"], rel=1e-6)


def test_the_cheapest_plan_is_the_cheapest_of_all():
    known = {"item": 0.003, "attempt": 0.25, "difference": 0.06}
    best = cheapest_plan(**known, item_cost=5.0)
    every = [(n * (5 + 2 * e), e, n) for e in range(1, 41) for n in [items_needed(e, **known)]]
    assert best.cost == min(every)[0]
    assert cheapest_plan(**known, item_cost=0.0).attempts == 1
    assert power_of_items(best.items, best.attempts, **known) >= 0.8
    assert power_of_items(best.items - 1, best.attempts, **known) < 0.8


def test_the_difference_that_so_many_items_show_has_the_power():
    shown = shown_difference(120, 3, item=0.02, attempt=0.3)
    assert power_of_items(120, 3, item=0.02, attempt=0.3, difference=shown) == pytest.approx(0.8, abs=1e-9)


def test_variance_splits_into_items_and_attempts_by_moments():
    rng = np.random.default_rng(7)
    scores = rng.random((2, 30, 4))
    d = scores[1].mean(axis=1) - scores[0].mean(axis=1)
    attempt = scores.var(axis=2, ddof=1).sum(axis=0)
    parts = variance_components(d, attempt_variances=attempt, attempts=4.0, strata=Strata(None, None, 30))
    assert parts.attempt == pytest.approx(attempt.mean())
    assert parts.item == pytest.approx(max(0.0, d.var(ddof=1) - attempt.mean() / 4))
    upper = d.var(ddof=1) * 29 / stats.chi2.ppf(0.2, 29) - attempt.mean() / 4
    assert guarded_item_variance(parts) == pytest.approx(
        max(0.0, (parts.item + attempt.mean() / 4) * 29 / stats.chi2.ppf(0.2, 29) - attempt.mean() / 4)
    )
    assert parts.item == 0 or guarded_item_variance(parts) == pytest.approx(upper)


def test_flips_of_many_pairs_agree_with_those_of_one():
    mends, breaks = np.array([35.0, 6, 0, 12, 1]), np.array([15.0, 16, 0, 12, 0])
    p_values = mid_p_values(mends, breaks, Alternative.TWO_SIDED)
    low, high = score_limits(mends, breaks, 200, stats.norm.ppf(0.975))
    for i, (b, c) in enumerate(zip(mends.astype(int), breaks.astype(int), strict=True)):
        counts = FourCounts(both_right=60, mends=int(b), breaks=int(c), both_wrong=140 - int(b) - int(c))
        one = mcnemar_midp(counts)
        assert p_values[i] == pytest.approx(one.p_value, rel=1e-12)
        if abs(one.p_value - 0.05) > 0.02:
            ends = one.estimate.interval
            assert (low[i], high[i]) == pytest.approx((ends.low, ends.high), abs=1e-9)


def test_mcnemars_z_agrees_with_statsmodels():
    found = statsmodels_mcnemar([[60, 35], [15, 90]], exact=False, correction=False)
    assert score_statistics(np.array([35.0]), np.array([15.0]))[0] ** 2 == pytest.approx(found.statistic)


@pytest.mark.parametrize(("wrong", "n"), [(1, 20), (2, 20), (1, 30), (2, 50)])
def test_near_one_the_interval_of_a_mean_ends_where_brown_cai_and_dasgupta_let_it(wrong, n):
    """Brown, Cai and DasGupta (2001), section 4.1.1: the end next to 1 is that of a Poisson count of the wrong ones."""
    ends = mean_interval(np.r_[np.ones(n - wrong), np.zeros(wrong)], bounded=True)
    low, _ = proportion_confint(n - wrong, n, method="wilson")
    high = 1 - stats.chi2.ppf(0.05, 2 * wrong) / 2 / n
    assert (ends.low, ends.high) == pytest.approx((low, high), abs=1e-9)


@pytest.mark.parametrize(("right", "n"), [(20, 20), (15, 20), (0, 30), (20, 30)])
def test_the_interval_of_one_mean_of_right_and_wrong_is_wilsons(right, n):
    scores = np.r_[np.ones(right), np.zeros(n - right)]
    ends = mean_interval(scores, bounded=True)
    assert (ends.low, ends.high) == pytest.approx(proportion_confint(right, n, method="wilson"), abs=1e-12)


def test_skewness_of_groups_is_of_their_means_counted_by_items():
    d, group = one_task("equal groups")
    means = np.array([d[group == g].mean() for g in range(1, 7)])
    assert skewness(d, Strata(None, group, 24)) == pytest.approx(stats.skew(means), rel=1e-10)


def test_all_pairs_with_two_models_is_the_test_of_one_pair():
    rng = np.random.default_rng(3)
    scores = rng.random((80, 2))
    (found,) = all_pairs_items(scores, pairs=[(0, 1)], rng=rng)
    one = items_t(scores[:, 1] - scores[:, 0])
    assert found.p_value == pytest.approx(one.p_value, rel=1e-12)
    assert found.p_adjusted == pytest.approx(one.p_value, abs=0.02)


def test_the_largest_statistic_of_all_pairs_agrees_with_a_simulation_by_covariance():
    # Source: the maximum of correlated normals, drawn from the items' covariance by another route.
    rng = np.random.default_rng(5)
    scores = rng.normal(size=(60, 4)) + rng.normal(size=(60, 1))
    pairs = list(combinations(range(4), 2))
    found = all_pairs_items(scores, pairs=pairs, rng=np.random.default_rng(1))
    cov = np.cov(scores, rowvar=False)
    draws = rng.multivariate_normal(np.zeros(4), cov, size=200_000)
    gaps = np.array(
        [(draws[:, j] - draws[:, i]) / sqrt(cov[i, i] + cov[j, j] - 2 * cov[i, j]) for i, j in pairs]
    )
    critical = np.quantile(np.abs(gaps).max(axis=0), 0.95)
    assert found[0].steps["critical"] == pytest.approx(critical, abs=0.05)


def test_metrics_of_attempts_are_told_from_others():
    assert [str(summary_named(m)) for m in ("pass@10", "PASS^3", "best@4", "best-of-4", "majority-of-5", "f1")] == [
        "pass@10", "pass^3", "best-of-4", "best-of-4", "majority-of-5", "None",
    ]  # fmt: skip
