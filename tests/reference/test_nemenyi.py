"""Comparisons of mean ranks against published tables and closed forms."""

from itertools import combinations
from math import erfc, sqrt

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.many.mean_rank_z import friedman_z
from bakeoff.procedures.many.nemenyi import bonferroni_dunn, critical_difference, nemenyi
from published_tables import DEMSAR2006, GARCIA_HERRERA2008

ALL = list(combinations(range(5), 2))
# The R package scmamp on García & Herrera's table: p-values of the z-tests on mean ranks, pairs (0, 1), (0, 2), …
RAW = [
    0.004848763, 0.8064959, 4.486991e-08, 0.012763008, 0.01011233,
    0.007963489, 0.743971478, 1.736118e-07, 0.024744672, 0.002880485,
]  # fmt: skip


def demsar_as_ranked_in_the_paper():
    # In the row "voting" the paper breaks a tie by digits that it does not print.
    scores = DEMSAR2006.copy()
    scores[12, 2] += 1e-4
    return scores


def test_demsars_critical_differences():
    # Demšar (2006), section 3.2.2: four classifiers on 14 datasets, 1.25 at .05 and 1.12 at .10; with q = 2.569, 1.254.
    assert critical_difference(4, 14) == pytest.approx(1.254, abs=5e-4)
    assert critical_difference(4, 14, 0.90) == pytest.approx(1.12, abs=0.005)


def test_demsars_verdicts_at_ninety_percent():
    # The paper: C4.5 differs from C4.5+m and from C4.5+m+cf at .10, nothing differs at .05.
    pairs = list(combinations(range(4), 2))
    results = nemenyi(demsar_as_ranked_in_the_paper(), pairs=pairs, level=0.90)
    assert [p for p, r in zip(pairs, results, strict=True) if r.p_adjusted < 0.10] == [(0, 1), (0, 3)]
    assert min(r.p_adjusted for r in results) > 0.05


def test_demsars_bonferroni_dunn():
    # Demšar (2006): 2.394 standard errors; the paper prints 1.16 for 2.394 * 0.488 = 1.168. Only C4.5+m+cf differs.
    results = bonferroni_dunn(demsar_as_ranked_in_the_paper(), pairs=[(0, 1), (0, 2), (0, 3)])
    assert results[0].steps["critical_difference"] == pytest.approx(1.168, abs=5e-4)
    assert [r.p_adjusted < 0.05 for r in results] == [False, False, True]
    # Its p-values, before adjustment, from z rounded to three decimals: .019, .607, .016.
    assert [r.p_value for r in results] == pytest.approx([0.019, 0.607, 0.016], abs=0.0015)
    assert [r.p_adjusted for r in results] == pytest.approx([min(1, 3 * r.p_value) for r in results])


def test_p_values_of_single_pairs_match_scmamp():
    results = friedman_z(GARCIA_HERRERA2008, pairs=ALL)
    assert [r.p_value for r in results] == pytest.approx(RAW, rel=1e-6)
    assert all(r.p_adjusted is None for r in results)


def test_p_values_of_single_pairs_in_closed_form():
    # Ranks 1, 2, 3 on all of six datasets: one rank is 1 / sqrt(3 * 4 / 36) = sqrt(3) standard errors.
    scores = np.tile([3.0, 2.0, 1.0], (6, 1))
    down, up = friedman_z(scores, pairs=[(0, 1), (1, 0)])
    assert (down.statistic, up.statistic) == pytest.approx((-sqrt(3), sqrt(3)))
    assert down.p_value == up.p_value == pytest.approx(erfc(sqrt(1.5)), rel=1e-13)
    greater = friedman_z(scores, pairs=[(1, 0)], alternative=Alternative.GREATER)[0]
    assert greater.p_value == pytest.approx(erfc(sqrt(1.5)) / 2, rel=1e-13)
    assert greater.estimate.interval.low == pytest.approx(1 - 1.6448536269514722 / sqrt(3), rel=1e-12)
    assert greater.estimate.interval.high == np.inf


@pytest.mark.parametrize("table", [DEMSAR2006, GARCIA_HERRERA2008])
def test_adjusted_p_values_match_scipy_where_it_is_accurate(table):
    # scipy 1.17.1 subtracts from one: good to nine digits above 1e-5.
    n, k = table.shape
    mean_ranks = stats.rankdata(-table, axis=1).mean(axis=0)
    pairs = list(combinations(range(k), 2))
    for (a, b), result in zip(pairs, nemenyi(table, pairs=pairs), strict=True):
        q = abs(mean_ranks[a] - mean_ranks[b]) / sqrt(k * (k + 1) / (12 * n))
        expected = stats.studentized_range.sf(q, k, np.inf)
        assert result.p_adjusted == pytest.approx(expected, rel=1e-9, abs=1e-13)
        assert abs(result.statistic) == pytest.approx(q, rel=1e-12)


def test_the_interval_is_the_advantage_plus_and_minus_the_critical_difference():
    result = nemenyi(GARCIA_HERRERA2008, pairs=[(3, 0)])[0]
    cd = critical_difference(5, 30)
    assert cd == pytest.approx(1.113609, abs=1e-6)  # computed with scipy from q = 3.857656
    assert result.estimate.value == pytest.approx(4.333333 - 2.1, abs=1e-6)
    assert result.estimate.interval.low == pytest.approx(result.estimate.value - cd)
    assert result.estimate.interval.high == pytest.approx(result.estimate.value + cd)


@pytest.mark.parametrize("classifiers", [5, 60])  # by itself, and from tables
def test_nemenyis_pairs_do_not_depend_on_which_are_reported_nor_on_their_order(classifiers):
    scores = np.random.default_rng(3).normal(size=(24, classifiers))
    every = list(combinations(range(classifiers), 2))
    whole = dict(zip(every, nemenyi(scores, pairs=every), strict=True))
    backwards = dict(zip(every[::-1], nemenyi(scores, pairs=every[::-1]), strict=True))
    for pair in every[:: max(1, len(every) // 20)]:
        alone = nemenyi(scores, pairs=[pair])[0]
        for other in (whole[pair], backwards[pair]):
            assert other.p_adjusted == pytest.approx(alone.p_adjusted, rel=1e-12, abs=0)
            assert other.p_value == pytest.approx(alone.p_value, rel=1e-12, abs=0)
            assert other.estimate.interval.low == pytest.approx(alone.estimate.interval.low, rel=1e-12)


@pytest.mark.parametrize("test", [nemenyi, bonferroni_dunn])
def test_identical_classifiers_have_p_one(test):
    result = test(np.tile([[0.9], [0.5], [0.7]], (1, 4)), pairs=[(0, 1)])[0]
    assert (result.p_value, result.p_adjusted, result.estimate.value) == (1, 1, 0)


@pytest.mark.parametrize("test", [nemenyi, bonferroni_dunn, friedman_z])
def test_no_pairs_give_no_results(test):
    assert test(DEMSAR2006, pairs=[]) == ()


@pytest.mark.parametrize("pairs", [[(0, 0)], [(0, 4)], [(-1, 2)]])
def test_pairs_that_the_table_does_not_have_are_refused(pairs):
    with pytest.raises(ProcedureError) as error:
        nemenyi(DEMSAR2006, pairs=pairs)
    assert error.value.code == "BO053"


def test_bonferroni_dunn_needs_one_baseline():
    with pytest.raises(ProcedureError, match="same a"):
        bonferroni_dunn(DEMSAR2006, pairs=[(0, 1), (2, 1)])


@pytest.mark.parametrize("level", [0.0, 1.0, 95])
def test_what_is_no_level_is_refused(level):
    with pytest.raises(ProcedureError):
        critical_difference(4, 14, level)
