"""DeLong's test: two classifiers' areas under the ROC curve on one test set."""

from math import sqrt
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.results import Alternative, Estimate, Interval, TestResult
from bakeoff.procedures.agreement import Bools
from bakeoff.procedures.auc import auc_of, delong_variance
from bakeoff.procedures.distributions import normal_p_value, normal_quantile
from bakeoff.procedures.intervals import tail_level
from bakeoff.procedures.placements import Classes, both_classes, checked_scores, exact_sum_of_products, half_wins
from bakeoff.procedures.resamples import check_level

NULL = "on the population that the examples come from, both classifiers have the same area under the ROC curve"
ASSUMPTIONS = (
    "the examples (or clusters, where they are given) are independent draws from the population",
    "neither classifier was trained or tuned on them",
    "there are enough examples of either class for a normal approximation: some thirty",
)


def delong(
    class_scores: Floats,
    *,
    positive: Bools,
    clusters: NDArray[np.generic] | None = None,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b ranks positive examples above negative ones more often than a.

    Null: both areas under the ROC curve are the same. Allows for the fact that both classifiers are judged on
    the same examples, and, with clusters, that examples of one cluster depend on each other (Obuchowski 1997).

    Assumes some thirty examples (or clusters) of either class; with fewer, or for average precision,
    resample (`paired_rank_bootstrap`). Comparing a model with one nested in it, both fitted to these very
    examples, it is not valid.

    The interval is the difference ± the critical value times DeLong's standard error, cut to [-1, 1]. Where
    both rank every pair of examples alike that error is zero: then the p-value is 1 and the interval as wide as
    Tango's would be with no discordant example among those of the rarer class.

    Parameters
    ----------
    class_scores
        Examples × (a, b): scores for the positive class; only their order matters.
    positive
        Whether the example is of the positive class.
    clusters
        Which examples belong together; None: each stands alone.
    level, alternative
        Of the interval and the test.

    References
    ----------
    delong1988, obuchowski1997, sun2014

    Examples
    --------
    >>> positive = np.array([True, True, True, False, False, False])
    >>> a, b = [0.9, 0.4, 0.3, 0.5, 0.2, 0.1], [0.9, 0.8, 0.4, 0.5, 0.2, 0.1]
    >>> result = delong(np.column_stack([a, b]), positive=positive)
    >>> round(result.estimate.value, 6), round(result.p_value, 6)
    (0.111111, 0.317311)
    """
    check_level(level)
    classes = both_classes(positive)
    scores = checked_scores(class_scores, classes, classifiers=2)
    a, b = half_wins(scores[:, 0], classes), half_wins(scores[:, 1], classes)
    gain = b - a
    value = auc_of(gain, classes)
    variance = delong_variance(gain, classes) if clusters is None else _clustered_variance(gain, classes, clusters)
    error = sqrt(max(0.0, variance)) or _least_error(value, classes)
    z = value / error
    critical = -normal_quantile(tail_level(level, alternative))
    reach = critical * error if value or variance > 0 else _reach_of_none(critical, classes)
    return TestResult(
        procedure="delong",
        null=NULL,
        alternative=alternative,
        statistic=z,
        df=None,
        p_value=normal_p_value(z, alternative) if gain.any() else 1.0,
        estimate=Estimate(
            of="difference in ROC AUC",
            value=value,
            interval=Interval(
                low=-1.0 if alternative is Alternative.LESS else max(-1.0, value - reach),
                high=1.0 if alternative is Alternative.GREATER else min(1.0, value + reach),
                level=level,
            ),
        ),
        n=classes.positive.size,
        method="normal approximation" + ("" if clusters is None else " over clusters"),
        assumptions=ASSUMPTIONS,
        citation="delong1988" if clusters is None else "obuchowski1997",
        steps=MappingProxyType(
            {
                "auc_a": auc_of(a, classes),
                "auc_b": auc_of(b, classes),
                "se": error,
                "positives": float(classes.positives),
                "negatives": float(classes.negatives),
            }
        ),
    )


def _least_error(difference: float, classes: Classes) -> float:
    """Return a standard error for areas that did not vary: that of a share seen among the rarer class.

    Two rankings without any mistake, or a constant one and a perfect one, leave DeLong's variance at zero, which
    is not certainty. One example more of the rarer class could have come out otherwise.
    """
    rarer = min(classes.positives, classes.negatives)
    size = abs(difference)
    return sqrt((size * (1 - size) + 1 / rarer) / rarer)


def _reach_of_none(critical: float, classes: Classes) -> float:
    # Tango's interval without a discordant example ends at z²/(n + z²).
    return critical**2 / (min(classes.positives, classes.negatives) + critical**2)


def _clustered_variance(gain: Ints, classes: Classes, clusters: NDArray[np.generic]) -> float:
    """Return Obuchowski's (1997) variance: sums over clusters take the place of single examples."""
    names, code = np.unique(clusters, return_inverse=True)
    if code.shape != gain.shape or names.size < 2:
        raise ProcedureError(
            f"{gain.size} examples need as many names of clusters, and two clusters or more",
            where="clusters",
            fix="give the cluster of every example, or leave the clusters out",
            code="BO052",
        )
    above = _deviations(gain, code, classes.positive, names.size)
    below = _deviations(gain, code, ~classes.positive, names.size)
    with_positives = np.unique(code[classes.positive]).size
    with_negatives = np.unique(code[~classes.positive]).size
    m, n = classes.positives, classes.negatives
    own = _inflation(with_positives) * float(above @ above) / (4 * n**2) / m**2
    other = _inflation(with_negatives) * float(below @ below) / (4 * m**2) / n**2
    both = 2 * _inflation(names.size) * float(above @ below) / (4 * m * n) / (m * n)
    return own + other + both


def _deviations(gain: Ints, code: Ints, members: Bools, clusters: int) -> Floats:
    """Return each cluster's sum of half wins, less what as many average examples would have."""
    sums = np.bincount(code[members], weights=gain[members], minlength=clusters)
    sizes = np.bincount(code[members], minlength=clusters)
    deviations: Floats = sums - sizes * (sums.sum() / sizes.sum())
    return deviations


def _inflation(clusters: int) -> float:
    return clusters / (clusters - 1) if clusters > 1 else 1.0
