"""Two classifiers on one test set whose examples come in clusters: patients, documents, questions."""

from math import sqrt
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats
from bakeoff.core.results import Alternative, Estimate, TestResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.base.distributions import normal_p_value
from bakeoff.procedures.base.example_flips import (
    ClusterCounts,
    check_clusters,
    check_same_examples,
    cluster_interval,
)
from bakeoff.procedures.base.intervals import p_of_signed_sums
from bakeoff.procedures.base.random_signs import FEW_GROUPS, lower_tail

NULL = "both classifiers are right equally often on examples like these"
ASSUMPTIONS = (
    "the clusters are independent draws; within a cluster examples may depend on each other in any way",
    "neither classifier was trained or tuned on any example of these clusters",
    "there are enough clusters for a normal approximation: some twenty, none of them dominating",
)


@check_arguments
def cluster_counts(a_right: Bools, b_right: Bools, *, clusters: NDArray[np.generic]) -> ClusterCounts:
    """Return the counts of each cluster, clusters in the order of their sorted names.

    >>> cluster_counts(np.array([True, False]), np.array([True, True]), clusters=np.array(["x", "y"])).mends
    array([0, 1])
    """
    a, b = a_right, b_right
    _, code = np.unique(clusters, return_inverse=True)
    check_same_examples(a, b, code)
    last = int(code.max()) + 1
    return ClusterCounts(
        mends=np.bincount(code[b & ~a], minlength=last),
        breaks=np.bincount(code[a & ~b], minlength=last),
        sizes=np.bincount(code, minlength=last),
    )


@check_arguments
def mcnemar_clustered(
    cluster_counts: ClusterCounts,
    *,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b is right more often than a when examples come in clusters.

    Null: both classifiers are right equally often. Ordinary tests take examples of one patient or one
    document as so many independent witnesses and reject far too often; here the spread between clusters
    is the only measure of uncertainty.

    Assumes independent clusters, and some twenty of them, none dominating; with fewer, flip whole
    clusters instead (`paired_permutation` with clusters), which is exact under its null: with 5 clusters this
    test may say .046 where the smallest p of any flips is .062, and with unequal ones it has far less power.

    The interval inverts the test: the differences that would not be rejected solve a quadratic.

    Parameters
    ----------
    cluster_counts
        What b mends and breaks in each cluster.
    level, alternative
        Of the interval and the test.

    References
    ----------
    obuchowski1998, durkalski2003, yang2010

    Examples
    --------
    >>> counts = ClusterCounts(
    ...     mends=np.array([2, 1, 0, 3]), breaks=np.array([0, 0, 1, 1]), sizes=np.array([5, 5, 5, 5])
    ... )
    >>> round(mcnemar_clustered(counts).statistic, 6)
    1.2
    """
    check_level(level)
    check_clusters(cluster_counts)
    sums = (cluster_counts.mends - cluster_counts.breaks).astype(np.float64)
    z = cluster_statistic(sums)
    return TestResult(
        procedure="mcnemar-clustered",
        null=NULL,
        alternative=alternative,
        statistic=z * z,
        df=1.0,
        p_value=normal_p_value(z, alternative) if sums.any() else 1.0,
        estimate=Estimate(
            of="difference in accuracy",
            value=float(sums.sum() / cluster_counts.sizes.sum()),
            interval=cluster_interval(sums, cluster_counts.sizes.astype(np.float64), level, alternative),
        ),
        n=int(cluster_counts.sizes.sum()),
        method=f"normal approximation over {sums.size} clusters",
        assumptions=ASSUMPTIONS,
        citation="obuchowski1998",
        steps=MappingProxyType(
            {
                "clusters": float(sums.size),
                "mends": float(cluster_counts.mends.sum()),
                "breaks": float(cluster_counts.breaks.sum()),
                "sum_of_squares": float((sums**2).sum()),
            }
        ),
    )


def cluster_statistic(sums: Floats) -> float:
    """Return how many standard errors the sum over clusters of mends less breaks lies from zero."""
    # Obuchowski (1998): under the null the common accuracy cancels out of each cluster's difference.
    inflation = sums.size / (sums.size - 1)
    return float(sums.sum()) / sqrt(inflation * float((sums**2).sum())) if sums.any() else 0.0


def cluster_p_value(sums: Floats, alternative: Alternative) -> float:
    """Return the p-value of one pair by its sums over clusters: over all flips of whole clusters where they are few."""
    if sums.size >= FEW_GROUPS:
        return normal_p_value(cluster_statistic(sums), alternative) if sums.any() else 1.0
    plus, minus = (round(float(sums[sums * side > 0].sum()) * side) for side in (1, -1))
    sizes = np.abs(sums[sums != 0]).astype(np.int64)
    return p_of_signed_sums(lambda most: lower_tail(sizes, most), plus, minus, alternative)
