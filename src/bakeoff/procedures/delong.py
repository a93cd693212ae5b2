"""DeLong's test: two classifiers' areas under the ROC curve on one test set."""

from math import sqrt
from types import MappingProxyType

import numpy as np

from bakeoff.core.results import Alternative, Estimate, Interval, TestResult
from bakeoff.procedures.arguments import check_arguments
from bakeoff.procedures.auc import area_variance, auc_of
from bakeoff.procedures.distributions import normal_p_value, normal_quantile
from bakeoff.procedures.intervals import tail_level
from bakeoff.procedures.placements import Classes, classes_of, half_wins
from bakeoff.procedures.resamples import check_level
from bakeoff.procedures.scored_examples import ScoredExamples

NULL = (
    "on the population that the examples come from, both classifiers have the same area under the ROC curve"
)
ASSUMPTIONS = (
    "the examples (or clusters, where they are given) are independent draws from the population",
    "neither classifier was trained or tuned on them",
    "there are enough examples of either class for a normal approximation: some thirty",
)


@check_arguments
def delong(
    scored: ScoredExamples, *, level: float = 0.95, alternative: Alternative = Alternative.TWO_SIDED
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
    scored
        Examples of two classes with the scores of a and b for class 1; only their order matters.
    level, alternative
        Of the interval and the test.

    References
    ----------
    delong1988, obuchowski1997, sun2014

    Examples
    --------
    >>> a, b = [0.9, 0.4, 0.3, 0.5, 0.2, 0.1], [0.9, 0.8, 0.4, 0.5, 0.2, 0.1]
    >>> truth = np.array([1, 1, 1, 0, 0, 0])
    >>> result = delong(ScoredExamples(truth=truth, scores=np.column_stack([a, b])))
    >>> round(result.estimate.value, 6), round(result.p_value, 6)
    (0.111111, 0.4795)
    """
    check_level(level)
    scores, classes = scored.two_class_scores(classifiers=2), classes_of(scored.positive)
    a, b = half_wins(scores[:, 0], classes), half_wins(scores[:, 1], classes)
    areas = {"auc_a": auc_of(a, classes), "auc_b": auc_of(b, classes)}
    gain = np.subtract(b, a, out=b)
    value = auc_of(gain, classes)
    variance = area_variance(gain, classes, scored.cluster_code)
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
        method="normal approximation" + ("" if scored.clusters is None else " over clusters"),
        assumptions=ASSUMPTIONS,
        citation="delong1988" if scored.clusters is None else "obuchowski1997",
        steps=MappingProxyType(
            {
                **areas,
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
