from itertools import product

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.base.example_flips import FourCounts, four_counts, score_low, score_lows
from bakeoff.procedures.predictions.all_pairs_flips import (
    _draw_normal_sums,
    all_pairs_flips,
    example_patterns,
)
from bakeoff.procedures.predictions.mcnemar import binomial, mcnemar_midp

PAIRS = [(0, 1), (0, 2), (1, 2)]
CORRECT = np.array(
    [[1, 1, 0]] * 5 + [[1, 0, 0]] * 2 + [[0, 1, 0]] + [[0, 0, 1]] + [[1, 1, 1]] * 4 + [[0, 0, 0]], dtype=bool
)


def by_enumeration(correct, pairs, clusters, orient):
    """Return step-down adjusted p-values over all flips of all units, straight from Westfall and Young."""
    names = np.unique(clusters)
    sums = np.array([correct[clusters == c].sum(axis=0) for c in names], dtype=float)
    apart = np.array([[s[b] - s[a] for a, b in pairs] for s in sums])
    scale = np.sqrt((apart**2).sum(axis=0))
    flips = np.array(
        [orient(np.array(signs) @ apart / scale) for signs in product([1, -1], repeat=names.size)]
    )
    seen = orient(apart.sum(axis=0) / scale)
    adjusted, largest = np.empty(len(pairs)), 0.0
    order = np.argsort(-seen)
    for step, pair in enumerate(order):
        reached = flips[:, order[step:]].max(axis=1) >= seen[pair] - 1e-9
        largest = max(largest, reached.mean())
        adjusted[pair] = largest
    return adjusted


ORIENT = {Alternative.TWO_SIDED: np.abs, Alternative.GREATER: np.array, Alternative.LESS: np.negative}


@pytest.mark.parametrize("alternative", list(Alternative))
@pytest.mark.parametrize("clustered", [False, True])
def test_adjusted_p_values_agree_with_all_flips_counted_one_by_one(alternative, clustered):
    clusters = np.arange(len(CORRECT)) // (2 if clustered else 1)
    expected = by_enumeration(CORRECT, PAIRS, clusters, ORIENT[alternative])
    found = all_pairs_flips(
        CORRECT,
        pairs=PAIRS,
        rng=np.random.default_rng(1),
        clusters=clusters if clustered else None,
        flips=20_000,
        alternative=alternative,
    )
    for result, p in zip(found, expected, strict=True):
        assert result.p_adjusted == pytest.approx(max(p, result.p_value), abs=4 * np.sqrt(0.25 / 20_000))


@pytest.mark.parametrize("alternative", list(Alternative))
def test_all_flips_of_few_clusters_are_counted_whatever_the_seed(alternative):
    clusters = np.arange(len(CORRECT)) // 2
    expected = by_enumeration(CORRECT, PAIRS, clusters, ORIENT[alternative])
    for seed in (1, 2):
        rng = np.random.default_rng(seed)
        found = all_pairs_flips(CORRECT, pairs=PAIRS, rng=rng, clusters=clusters, alternative=alternative)
        for result, p in zip(found, expected, strict=True):
            assert result.p_adjusted == pytest.approx(max(p, result.p_value), rel=1e-12)
            assert result.method == "exact, all 128 flips of 7 clusters"
            assert result.monte_carlo_error is None


def test_no_p_value_is_below_the_smallest_that_flips_of_five_clusters_allow():
    correct = np.array([[0, 1, 1], [0, 1, 0], [0, 1, 1]] * 5, dtype=bool)
    clusters = np.repeat(np.arange(5), 3)
    found = all_pairs_flips(correct, pairs=[(0, 1), (0, 2)], rng=np.random.default_rng(1), clusters=clusters)
    for result in found:
        assert result.p_value == result.p_adjusted == pytest.approx(2 / 2**5, rel=1e-12)
        assert (result.estimate.interval.low, result.estimate.interval.high) == (-1.0, 1.0)


def test_for_one_pair_it_is_the_exact_test():
    found = all_pairs_flips(CORRECT, pairs=[(2, 0)], rng=np.random.default_rng(2), flips=20_000)
    exact = binomial(four_counts(CORRECT[:, 2], CORRECT[:, 0])).p_value
    assert found[0].p_adjusted == pytest.approx(exact, abs=0.015)
    alone = mcnemar_midp(four_counts(CORRECT[:, 2], CORRECT[:, 0])).p_value
    assert found[0].p_value == pytest.approx(alone, rel=1e-12)


def test_the_normal_limit_has_the_covariance_of_the_flips():
    patterns = example_patterns(CORRECT)
    drawn = np.concatenate(list(_draw_normal_sums(patterns, 40_000, np.random.default_rng(3))))
    expected = CORRECT.T.astype(float) @ CORRECT
    assert np.cov(drawn.T) == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize("clustered", [False, True])
def test_intervals_agree_with_the_adjusted_p_values_and_exceed_single_ones(clustered):
    rng = np.random.default_rng(4)
    correct = rng.random((200, 5)) < np.array([0.6, 0.6, 0.7, 0.8, 0.8])
    pairs = [(i, j) for j in range(5) for i in range(j)]
    found = all_pairs_flips(
        correct, pairs=pairs, rng=rng, clusters=np.arange(200) // 4 if clustered else None, flips=2000
    )
    for result in found:
        assert (result.p_adjusted < 0.05) == (0.0 not in result.estimate.interval)
        assert result.p_adjusted >= result.p_value
    assert {result.p_adjusted < 0.05 for result in found} == {True, False}


@pytest.mark.parametrize("clustered", [False, True])
def test_each_estimate_is_the_difference_of_the_two_accuracies(clustered):
    found = all_pairs_flips(
        CORRECT,
        pairs=PAIRS,
        rng=np.random.default_rng(1),
        clusters=np.arange(len(CORRECT)) // 2 if clustered else None,
    )
    accuracies = CORRECT.mean(axis=0)
    expected = [accuracies[b] - accuracies[a] for a, b in PAIRS]
    assert [result.estimate.value for result in found] == pytest.approx(expected, rel=1e-12)


def test_classifiers_that_never_differ_are_no_evidence():
    same = np.repeat(CORRECT[:, :1], 2, axis=1)
    found = all_pairs_flips(same, pairs=[(0, 1)], rng=np.random.default_rng(5))
    assert found[0].p_adjusted == found[0].p_value == 1.0


@pytest.mark.parametrize("pairs", [[], [(0, 0)], [(0, 3)], [(-1, 0)]])
def test_what_are_no_pairs_is_refused(pairs):
    with pytest.raises(ProcedureError, match="pair") as caught:
        all_pairs_flips(CORRECT, pairs=pairs, rng=np.random.default_rng(1))
    assert caught.value.code == "BO053"


def test_the_limits_of_many_pairs_are_those_of_each():
    rng = np.random.default_rng(3)
    counts = [
        FourCounts(both_right=int(r), mends=int(m), breaks=int(b), both_wrong=int(w))
        for r, m, b, w in [
            *(rng.integers(0, 40, size=(60, 4)) + np.array([1, 0, 0, 0])),
            (9, 0, 0, 3),
            (0, 5, 0, 0),
            (0, 0, 5, 0),
        ]
    ]
    mends, breaks, totals = (
        np.array([getattr(c, n) for c in counts], float) for n in ("mends", "breaks", "total")
    )
    for critical in (0.5, 1.96, 4.0):
        one_by_one = [score_low(c, critical=critical, continuity=False) for c in counts]
        assert score_lows(mends, breaks, totals, critical=critical) == pytest.approx(one_by_one, rel=1e-14)
