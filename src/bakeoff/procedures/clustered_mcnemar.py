"""Two classifiers on one test set whose examples come in clusters: patients, documents, questions."""

from dataclasses import dataclass
from math import ceil, sqrt
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.results import Alternative, Estimate, Interval, TestResult
from bakeoff.procedures.agreement import Bools, check_same_examples
from bakeoff.procedures.arguments import as_whole_numbers, check_arguments
from bakeoff.procedures.distributions import normal_p_value, normal_quantile
from bakeoff.procedures.intervals import p_of_signed_sums, tail_level
from bakeoff.procedures.prediction_registry import FEW_GROUPS
from bakeoff.procedures.resamples import check_level
from bakeoff.procedures.subset_sums import all_sums, lower_tail

_NOISE = 1e-9
NULL = "both classifiers are right equally often on examples like these"
ASSUMPTIONS = (
    "the clusters are independent draws; within a cluster examples may depend on each other in any way",
    "neither classifier was trained or tuned on any example of these clusters",
    "there are enough clusters for a normal approximation: some twenty, none of them dominating",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterCounts:
    """What b mends and breaks in each cluster, and how many examples the cluster has."""

    mends: Ints
    breaks: Ints
    sizes: Ints

    def __post_init__(self) -> None:
        for name in ("mends", "breaks", "sizes"):
            object.__setattr__(self, name, as_whole_numbers(getattr(self, name), name))

    def swapped(self) -> "ClusterCounts":
        """Return the counts with a and b exchanged."""
        return ClusterCounts(mends=self.breaks, breaks=self.mends, sizes=self.sizes)


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
    _check(cluster_counts)
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
            interval=_interval(sums, cluster_counts.sizes.astype(np.float64), level, alternative),
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


def flip_interval(counts: ClusterCounts, *, level: float, alternative: Alternative) -> Interval:
    """Return the differences that flips of whole clusters do not reject; with many clusters those of the normal limit.

    Flipping the clusters of a set S gives a smaller sum than observed exactly where the mean difference over S lies
    above the one that is tested: the ends are order statistics of the means of all sets of clusters (Hartigan 1969).
    """
    _check(counts)
    sums, sizes = (counts.mends - counts.breaks).astype(np.float64), counts.sizes.astype(np.float64)
    if sums.size >= FEW_GROUPS:
        return _interval(sums, sizes, level, alternative)
    low, high = _subset_mean_ends(sums, sizes, tail_level(level, alternative))
    return Interval(
        low=-1.0 if alternative is Alternative.LESS else low,
        high=1.0 if alternative is Alternative.GREATER else high,
        level=level,
    )


def _subset_mean_ends(sums: Floats, sizes: Floats, tail: float) -> tuple[float, float]:
    """Return the smallest and the largest difference that the flips do not reject, each with this much probability."""
    means = np.sort(all_sums(sums)[1:] / all_sums(sizes)[1:])
    # At a difference d the chance of as much as observed is (1 + how many means are up to d) / 2^clusters.
    needed = ceil(tail * (means.size + 1) - _NOISE) - 1
    return (float(means[needed - 1]), float(means[-needed])) if needed > 0 else (-1.0, 1.0)


def cluster_p_value(sums: Floats, alternative: Alternative) -> float:
    """Return the p-value of one pair by its sums over clusters: over all flips of whole clusters where they are few."""
    if sums.size >= FEW_GROUPS:
        return normal_p_value(cluster_statistic(sums), alternative) if sums.any() else 1.0
    plus, minus = (round(float(sums[sums * side > 0].sum()) * side) for side in (1, -1))
    sizes = np.abs(sums[sums != 0]).astype(np.int64)
    return p_of_signed_sums(lambda most: lower_tail(sizes, most), plus, minus, alternative)


def _interval(sums: Floats, sizes: Floats, level: float, alternative: Alternative) -> Interval:
    critical = -normal_quantile(tail_level(level, alternative))
    low, high = score_roots(sums, sizes, critical)
    return Interval(
        low=-1.0 if alternative is Alternative.LESS else max(-1.0, low),
        high=1.0 if alternative is Alternative.GREATER else min(1.0, high),
        level=level,
    )


def score_roots(sums: Floats, sizes: Floats, critical: float) -> tuple[float, float]:
    """Return the differences d at which (sum of s - n d)² = critical² · K/(K-1) · sum of (s - n d)²."""
    clusters, total, examples = sums.size, float(sums.sum()), float(sizes.sum())
    if not (sums * examples - sizes * total).any():
        # Every cluster shows the same difference: no spread to measure. As with no discordant example in
        # Tango's interval, each cluster counts as one example that might have come out differently.
        reach = critical**2 / (clusters + critical**2)
        return total / examples - reach, total / examples + reach
    factor = critical**2 * clusters / (clusters - 1)
    square = examples**2 - factor * float(sizes @ sizes)
    if square <= 0:
        return -1.0, 1.0  # so few clusters that no difference can be ruled out
    middle = examples * total - factor * float(sums @ sizes)
    root = sqrt(max(0.0, middle**2 - square * (total**2 - factor * float(sums @ sums))))
    return (middle - root) / square, (middle + root) / square


def _check(counts: ClusterCounts) -> None:
    if np.any(counts.mends + counts.breaks > counts.sizes) or counts.mends.min(initial=0) < 0:
        raise ProcedureError(
            "some cluster has more flips than examples",
            where="cluster_counts",
            fix="count mends, breaks and examples of each cluster from the same predictions",
            code="BO052",
        )
    if counts.sizes.size < 2:
        raise ProcedureError(
            f"the spread between clusters needs two or more; there are {counts.sizes.size}",
            where="cluster_counts",
            fix="use McNemar's test if the examples are independent after all",
            code="BO051",
        )
