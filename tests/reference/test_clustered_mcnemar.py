from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.base.example_flips import ClusterCounts, flip_interval
from bakeoff.procedures.predictions.clustered_mcnemar import (
    cluster_counts,
    cluster_p_value,
    mcnemar_clustered,
)

# Per-patient counts of two published datasets (both right, b only, a only, neither), from the R package
# clust.bin.pair 0.1.2. Durkalski et al. (2003) report Obuchowski's chi-squared as 2.86 and 7.19 for them.
THYROIDS = np.array(
    [
        [0, 2, 3, 1, 2, 4, 3, 2, 1, 1, 2, 2, 3, 2, 0, 2, 2, 2, 2, 1, 2],
        [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0],
    ]
)
PSYCHIATRY = np.array(
    [
        [1, 1, 3, 2, 2, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 1, 2, 1, 0, 2, 1, 0, 1, 0, 0, 0, 0, 1, 0],
        [0, 1, 1, 1, 0, 3, 3, 3, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0],
        [4, 2, 3, 2, 1, 3, 0, 2, 2, 4, 2, 4, 3, 2, 1, 3, 1, 2, 0, 0, 0, 2, 1, 2, 2, 0, 0, 1, 1],
        [2, 2, 0, 1, 1, 0, 2, 3, 1, 3, 0, 0, 3, 2, 2, 0, 3, 2, 1, 0, 3, 0, 2, 0, 1, 2, 2, 1, 0],
    ]
)


def of(table):
    return ClusterCounts(mends=table[1], breaks=table[2], sizes=table.sum(axis=0))


@pytest.mark.parametrize(("table", "printed"), [(THYROIDS, 2.86), (PSYCHIATRY, 7.19)])
def test_agrees_with_the_published_statistics(table, printed):
    assert mcnemar_clustered(of(table)).statistic == pytest.approx(printed, abs=0.0051)


@pytest.mark.parametrize("table", [THYROIDS, PSYCHIATRY])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_interval_ends_where_the_statistic_reaches_the_critical_value(table, level):
    # Independent of the quadratic formula: the statistic of the shifted sums, straight from its definition.
    counts = of(table)
    sums, sizes, k = counts.mends - counts.breaks, counts.sizes, table.shape[1]
    critical = {0.8: 1.2815515655446004, 0.95: 1.959963984540054}[level]
    interval = mcnemar_clustered(counts, level=level).estimate.interval
    for end, sign in ((interval.low, 1), (interval.high, -1)):
        shifted = sums - sizes * end
        z = shifted.sum() / sqrt(k / (k - 1) * (shifted**2).sum())
        assert z == pytest.approx(sign * critical, rel=1e-10)


def test_clusters_of_one_example_are_mcnemars_test_but_for_the_factor_of_small_samples():
    mends, breaks = np.array([1] * 20 + [0] * 80), np.array([0] * 20 + [1] * 8 + [0] * 72)
    found = mcnemar_clustered(ClusterCounts(mends=mends, breaks=breaks, sizes=np.ones(100, dtype=int)))
    assert found.statistic == pytest.approx((20 - 8) ** 2 / 28 * 99 / 100, rel=1e-13)


def test_counts_are_taken_cluster_by_cluster():
    a = np.array([True, False, True, False, True])
    b = np.array([True, True, False, True, True])
    counts = cluster_counts(a, b, clusters=np.array(["y", "x", "x", "x", "y"]))
    assert counts.mends.tolist() == [2, 0]
    assert counts.breaks.tolist() == [1, 0]
    assert counts.sizes.tolist() == [3, 2]


@pytest.mark.parametrize("alternative", list(Alternative))
def test_clusters_without_a_difference_are_no_evidence_and_leave_a_width(alternative):
    none = np.zeros(10, dtype=int)
    found = mcnemar_clustered(ClusterCounts(mends=none, breaks=none, sizes=none + 5), alternative=alternative)
    assert found.p_value == 1.0
    assert found.estimate.interval.low < -0.1
    assert found.estimate.interval.high > 0.1


def test_a_single_cluster_is_refused():
    one = np.array([1])
    with pytest.raises(ProcedureError, match="two or more") as caught:
        mcnemar_clustered(ClusterCounts(mends=one, breaks=one, sizes=one + 5))
    assert caught.value.code == "BO051"


def test_more_flips_than_examples_are_refused():
    with pytest.raises(ProcedureError, match="more flips than examples"):
        mcnemar_clustered(
            ClusterCounts(mends=np.array([3, 0]), breaks=np.array([3, 0]), sizes=np.array([5, 5]))
        )


def _flips_p(sums, sizes, difference, alternative):
    """Count all flips of whole clusters, straight from the definition, for this difference in accuracy."""
    rest = [Fraction(s) - Fraction(n) * difference for s, n in zip(sums, sizes, strict=True)]
    every = [
        sum(r * sign for r, sign in zip(rest, signs, strict=True))
        for signs in product((1, -1), repeat=len(rest))
    ]
    greater = Fraction(sum(e >= sum(rest) for e in every), len(every))
    less = Fraction(sum(e <= sum(rest) for e in every), len(every))
    return {"greater": greater, "less": less, "two-sided": min(Fraction(1), 2 * min(greater, less))}[
        alternative
    ]


@pytest.mark.parametrize("alternative", list(Alternative))
@pytest.mark.parametrize("seed", range(6))
def test_with_few_clusters_the_interval_inverts_the_flips_of_whole_clusters(seed, alternative):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(3, 12, 8)
    mends = rng.binomial(sizes, 0.5)
    breaks = rng.binomial(sizes - mends, 0.2)
    counts = ClusterCounts(mends=mends, breaks=breaks, sizes=sizes)
    sums = (mends - breaks).tolist()
    interval = flip_interval(counts, level=0.9, alternative=alternative)
    for end, outside in ((interval.low, -1), (interval.high, 1)):
        if abs(end) == 1:
            continue
        at = Fraction(end).limit_denominator(int(sizes.sum()))
        just = Fraction(1, 10**9)
        assert _flips_p(sums, sizes.tolist(), at - outside * just, alternative) >= Fraction(1, 10)
        assert _flips_p(sums, sizes.tolist(), at + outside * just, alternative) < Fraction(1, 10)
    p_value = cluster_p_value(np.array(sums, dtype=float), alternative)
    assert p_value == pytest.approx(float(_flips_p(sums, sizes.tolist(), 0, alternative)), rel=1e-12)


def test_five_clusters_rule_out_no_difference_at_95_percent():
    counts = ClusterCounts(mends=np.full(5, 15), breaks=np.ones(5, dtype=int), sizes=np.full(5, 40))
    interval = flip_interval(counts, level=0.95, alternative=Alternative.TWO_SIDED)
    assert (interval.low, interval.high) == (-1.0, 1.0)
    assert cluster_p_value(np.full(5, 14.0), Alternative.TWO_SIDED) == pytest.approx(2 / 2**5, rel=1e-12)
