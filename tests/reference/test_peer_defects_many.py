"""Errors of other packages in comparisons of many classifiers: the wrong value beside the right one.

Each test fails if ours were wrong in the same way. Versions are those of autumn 2026.
"""

from itertools import combinations
from math import inf, sqrt

import numpy as np
import pytest
from scipy import stats

from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.many.anova import anova, one_way_anova
from bakeoff.procedures.many.mean_rank_z import friedman_z
from bakeoff.procedures.many.nemenyi import critical_difference, nemenyi
from bakeoff.procedures.many.studentized_range import quantile
from bakeoff.procedures.many.tukey import tukey
from published_tables import GARCIA_HERRERA2008

PAIRS = list(combinations(range(4), 2))


def steady_differences():
    """Four classifiers on 30 datasets of unequal difficulty; each is about 0.01 better than the one before."""
    rng = np.random.default_rng(20261115)
    difficulty = rng.uniform(0.55, 0.95, (30, 1))
    return np.round(difficulty + 0.01 * np.arange(4) + rng.normal(0, 0.001, (30, 4)), 4)


def test_autorank_follows_a_paired_omnibus_by_a_tukey_test_for_independent_samples():
    # autorank 1.3.0: omnibus p = 1.5e-32, then "no significant differences" between any two of the classifiers.
    scores = steady_differences()
    assert anova(scores).p_value < 1e-30
    unpaired = stats.tukey_hsd(*scores.T).pvalue
    assert unpaired[np.triu_indices(4, 1)].min() > 0.5
    assert max(r.p_adjusted for r in tukey(scores, pairs=PAIRS)) < 1e-10


def test_autorank_gives_the_same_interval_whatever_the_level():
    # autorank 1.3.0: alpha is not handed on; .05 and .001 give one interval.
    narrow, wide = (tukey(steady_differences(), pairs=[(0, 1)], level=v)[0] for v in (0.95, 0.999))
    assert wide.estimate.interval.low < narrow.estimate.interval.low
    assert narrow.estimate.interval.high < wide.estimate.interval.high


def test_aeon_and_sktime_take_the_critical_value_of_one_classifier_more():
    # aeon 1.6.0 and sktime 1.2.0: 2.569 for three classifiers, right is 2.344; four on ten datasets 1.575, right 1.483.
    one_error = sqrt(3 * 4 / (6 * 10))
    assert critical_difference(3, 10) / one_error == pytest.approx(2.344, abs=5e-4)
    assert critical_difference(4, 10) == pytest.approx(1.483, abs=5e-4)


def test_sktimes_nemenyi_test_ignores_the_datasets():
    # sktime 1.2.0: .74 for classifiers that differ by .03 on each of 30 datasets, by ranks over the whole table.
    scores = steady_differences()
    over_all = stats.rankdata(-scores).reshape(scores.shape).mean(axis=0)
    q = (over_all.max() - over_all.min()) / sqrt(4 * 30 * (4 * 30 + 1) / 12 / 30)
    assert stats.studentized_range.sf(q, 4, inf) > 0.5
    assert nemenyi(scores, pairs=[(0, 3)])[0].p_adjusted < 1e-15


def test_sktime_counts_every_pair_twice_and_each_classifier_with_itself():
    # sktime 1.2.0: Bonferroni over k² = 16; there are six pairs of four classifiers.
    raw = np.array([r.p_value for r in friedman_z(GARCIA_HERRERA2008[:, :4], pairs=PAIRS)])
    assert adjust(raw, "bonferroni").min() == pytest.approx(6 * raw.min())


def test_scmamps_critical_difference_has_finite_degrees_of_freedom():
    # scmamp 0.3.2: k(N - 1) degrees of freedom; 1.555 for four classifiers on ten datasets and 1.1277 for García and
    # Herrera's five on thirty. Ranks have a known variance: 1.483 and 1.1136.
    wrong = stats.studentized_range.ppf(0.95, 5, 145) / sqrt(2) * sqrt(5 * 6 / (6 * 30))
    assert wrong == pytest.approx(1.1277, abs=1e-4)
    assert critical_difference(4, 10) == pytest.approx(1.483, abs=5e-4)
    assert critical_difference(5, 30) == pytest.approx(1.113609, abs=1e-6)


def test_stacs_nemenyi_test_is_bonferronis():
    # STAC (2016): normal quantile over six pairs, 1.523 for four classifiers on ten datasets.
    wrong = stats.norm.isf(0.05 / 6 / 2) * sqrt(4 * 5 / (6 * 10))
    assert wrong == pytest.approx(1.523, abs=5e-4)
    assert critical_difference(4, 10) < 1.49


def test_scmamps_tukey_test_takes_the_lower_quantile():
    # scmamp 0.3.2: qtukey(alpha), for five means and 116 degrees of freedom 1.03; the upper one is 3.92.
    assert stats.studentized_range.ppf(0.05, 5, 116) == pytest.approx(1.03, abs=0.01)
    assert quantile(0.95, 5, 116) == pytest.approx(3.92, abs=0.005)
    scores = GARCIA_HERRERA2008
    half = tukey(scores, pairs=[(0, 1)])[0].steps["critical_difference"]
    residual = scores - scores.mean(axis=0) - scores.mean(axis=1, keepdims=True) + scores.mean()
    error = sqrt((residual**2).sum() / (29 * 4) / 30)
    assert half / error == pytest.approx(stats.studentized_range.ppf(0.95, 5, 116), rel=1e-8)


def test_scmamps_analysis_of_variance_ignores_the_datasets():
    # scmamp 0.3.2: one-way, for independent samples.
    scores = GARCIA_HERRERA2008
    unpaired, paired = one_way_anova(list(scores.T)), anova(scores, sphericity=True)
    assert unpaired.statistic == pytest.approx(stats.f_oneway(*scores.T).statistic, rel=1e-10)
    assert paired.df == (4, 116)
    assert paired.statistic > 1.5 * unpaired.statistic


@pytest.mark.parametrize("order", [(3, 1, 0, 2), (2, 3, 1, 0), (1, 0, 3, 2)])
@pytest.mark.parametrize("test", [tukey, nemenyi, friedman_z])
def test_scikit_posthocs_gave_p_values_to_the_wrong_pairs(test, order):
    # scikit-posthocs, issue 97: posthoc_tukey_hsd(sort=False) labelled the p-values in another order than the columns.
    scores = GARCIA_HERRERA2008[:, :4]
    there = {pair: r for pair, r in zip(PAIRS, test(scores, pairs=PAIRS), strict=True)}
    moved = test(scores[:, order], pairs=PAIRS)
    for (i, j), result in zip(PAIRS, moved, strict=True):
        a, b = order[i], order[j]
        original = there[min(a, b), max(a, b)]
        sign = 1 if a < b else -1
        assert result.estimate.value == pytest.approx(sign * original.estimate.value, abs=1e-12)
        assert result.p_value == pytest.approx(original.p_value, rel=1e-9)


def test_scikit_posthocs_had_wrong_p_values_on_friedmans_ranks():
    # scikit-posthocs, issues 63 and 76: wrong or NaN. The z-tests on these ranks as scmamp prints them.
    p = [r.p_value for r in friedman_z(GARCIA_HERRERA2008, pairs=[(0, 1), (0, 3), (3, 4)])]
    assert p == pytest.approx([0.004848763, 4.486991e-08, 0.002880485], rel=1e-6)


def test_aeons_holm_is_one_constant_threshold():
    # aeon 1.6.0: every p-value is compared with alpha / (k - 1), here .05 / 3 = .0167, for all six pairs. Of six times
    # .016 all would be claimed; Holm claims none, since Bonferroni over six rejects none.
    assert adjust(np.full(6, 0.016), "holm") == pytest.approx(np.full(6, 0.096))
    # And it steps down: .02 is claimed once the five smaller ones are, though it is larger than .0167.
    p = np.array([0.001, 0.002, 0.003, 0.004, 0.005, 0.02])
    assert (adjust(p, "holm") < 0.05).all()


def test_multi_comparison_matrix_does_not_stop_at_the_first_failure():
    # Multi_Comparison_Matrix 0.0.4 claims the first and the sixth: .049 < .05 / 1. Holm stops at the second.
    p = np.array([0.001, 0.02, 0.03, 0.031, 0.04, 0.049])
    adjusted = adjust(p, "holm")
    assert adjusted == pytest.approx([0.006, 0.1, 0.12, 0.12, 0.12, 0.12])
    assert (adjusted < 0.05).tolist() == [True, False, False, False, False, False]


@pytest.mark.parametrize(("m", "wrong"), [(10, 0.955), (50, 0.951)])
def test_deepsigs_bonferroni_shrinks_with_the_number_of_comparisons(m, wrong):
    # deepsig 1.2.8: level += (1 - level) / m, so .955 for ten comparisons and .951 for fifty; right are .995 and .999.
    assert 0.95 + 0.05 / m == pytest.approx(wrong)
    just_under, just_over = 0.049 / m, 0.051 / m
    assert adjust(np.array([just_under] + [1.0] * (m - 1)), "bonferroni")[0] < 0.05
    assert adjust(np.array([just_over] + [1.0] * (m - 1)), "bonferroni")[0] > 0.05
