"""Interaction with subgroups: whether the advantage of one classifier over another is the same in all of them."""

from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import OmnibusResult
from bakeoff.procedures.base.example_flips import FourCounts
from bakeoff.procedures.predictions.losses import mean_with_error

NULL = "the advantage of b over a is the same in every subgroup"
ASSUMPTIONS = (
    "the examples (or clusters) are independent draws",
    "the subgroups are not chosen by their results",
)
DOUBT = 0.5  # examples that are added to each of the four counts


class SubgroupMean(NamedTuple):
    """The advantage in one subgroup, its standard error and the degrees of freedom behind that."""

    value: float
    error: float
    df: float


def mean_of_counts(counts: FourCounts) -> SubgroupMean:
    """Return the difference in accuracy in one subgroup, with half an example added to each of the four counts.

    Without these, a subgroup in which no example is mended or broken would seem to be known without error (Agresti
    and Min 2005).

    >>> mean = mean_of_counts(FourCounts(both_right=6, mends=3, breaks=1, both_wrong=0))
    >>> round(mean.value, 4), round(mean.error, 4), mean.df
    (0.1667, 0.18, 9)
    """
    mends, breaks = counts.mends + DOUBT, counts.breaks + DOUBT
    n = counts.both_right + counts.mends + counts.breaks + counts.both_wrong
    total = n + 4 * DOUBT
    value = (mends - breaks) / total
    return SubgroupMean(value, float(np.sqrt(((mends + breaks) / total - value**2) / total)), n - 1)


def mean_of_losses(
    losses: Floats, *, clusters: NDArray[np.generic] | None = None, weights: Floats | None = None
) -> SubgroupMean:
    """Return by how much less b loses than a in one subgroup; `losses` are examples × 2."""
    mean = mean_with_error(losses[:, 0] - losses[:, 1], clusters, weights)
    return SubgroupMean(mean.value, mean.error, mean.units - 1)


def welch_interaction(means: list[SubgroupMean], *, n: int) -> OmnibusResult:
    """Test that an advantage is the same in all subgroups, whatever their spread (Welch 1951).

    References
    ----------
    welch1951, agresti2005

    Examples
    --------
    >>> parts = [SubgroupMean(0.10, 0.03, 99), SubgroupMean(-0.05, 0.04, 99), SubgroupMean(0.02, 0.03, 99)]
    >>> round(welch_interaction(parts, n=300).p_value, 4)
    0.01
    """
    from scipy.special import fdtrc

    k = len(means)
    values, errors, dfs = np.array(means, dtype=np.float64).reshape(k, 3).T
    if k < 2 or not (errors > 0).all() or not (dfs > 0).all():
        raise ProcedureError(
            "an interaction needs two subgroups or more, in each of which the differences vary",
            where="means",
            fix="leave out subgroups with a single example, or in which both classifiers lose the same",
            code="BO050",
        )
    weight = errors**-2
    share = weight / weight.sum()
    centre = float(share @ values)
    spread = float(((1 - share) ** 2 / dfs).sum())
    statistic = float(weight @ (values - centre) ** 2) / (k - 1) / (1 + 2 * (k - 2) / (k**2 - 1) * spread)
    df = (float(k - 1), (k**2 - 1) / (3 * spread))
    return OmnibusResult(
        procedure="welch-interaction",
        null=NULL,
        statistic=statistic,
        df=df,
        p_value=float(fdtrc(*df, statistic)),
        n=n,
        classifiers=2,
        method="Welch's F over subgroups",
        assumptions=ASSUMPTIONS,
        citation="welch1951",
        steps=MappingProxyType({"mean": centre, "subgroups": k}),
    )
