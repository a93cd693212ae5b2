"""The area under the ROC curve of one classifier, with an interval that never has zero width."""

from math import exp, log, sqrt

import numpy as np

from bakeoff.core.evidence import Bools, Floats, Ints
from bakeoff.core.results import Estimate, Interval, significance
from bakeoff.procedures.distributions import normal_quantile
from bakeoff.procedures.placements import Classes, class_moments, classes_of, half_wins
from bakeoff.procedures.resamples import check_level
from bakeoff.procedures.scored_examples import ScoredExamples

# How many examples of the rarer class the model's variance counts for beside DeLong's; chosen by coverage.
_PRIOR_EXAMPLES = 4


def auc_interval(scored: ScoredExamples, *, classifier: int = 0, level: float = 0.95) -> Estimate:
    """Estimate the area under the ROC curve of one classifier.

    It is the chance that a positive example gets a higher score than a negative one. Assumes independent
    examples, or clusters where they are given.

    At each end the wider of two intervals, both symmetric on the scale of log odds and so between 0 and 1: one with
    DeLong's variance (Obuchowski's, with clusters) mixed with what Newcombe's model of the ROC curve implies, as if
    that were known from four examples of the rarer class; and one with a positive and a negative example of doubt
    added, each ranked in the midst of the other class. The second has a width even where every positive example beats
    every negative one, and covers where a few examples decide. Together they covered .943 or more in every case
    tried.

    Parameters
    ----------
    scored
        Examples of two classes with scores for class 1; only their order matters.
    classifier
        Whose scores to take.
    level
        Confidence level.

    References
    ----------
    delong1988, obuchowski1997, newcombe2006, sun2014

    Examples
    --------
    >>> truth = np.arange(20) % 2
    >>> estimate = auc_interval(ScoredExamples(truth=truth, scores=truth[:, None] * 1.0))
    >>> estimate.value, round(estimate.interval.low, 3), estimate.interval.high
    (1.0, 0.685, 1.0)
    """
    check_level(level)
    classes = classes_of(scored.positive)
    wins = half_wins(scored.column(classifier), classes)
    value, variance = auc_of(wins, classes), area_variance(wins, classes, scored.cluster_code)
    critical = -normal_quantile(significance(level) / 2)
    doubted, doubtful_variance = _with_doubt(wins, classes, value, variance)
    limits = [_limits(doubted, doubtful_variance, critical)]
    if 0 < value < 1:
        limits.append(_limits(value, _mixed(value, variance, classes), critical))
    low, high = min(value, *(low for low, _ in limits)), max(value, *(high for _, high in limits))
    return Estimate(of="roc_auc", value=value, interval=Interval(low=low, high=high, level=level))


def auc_of(wins: Ints, classes: Classes) -> float:
    """Return the area, given each example's half wins."""
    total = int(wins.compress(classes.positive).sum(dtype=np.int64))
    return total / (2 * classes.positives * classes.negatives)


def area_variance(wins: Ints, classes: Classes, cluster: Ints | None) -> float:
    """Return the variance of an area, or of a difference of two, given (differences of) half wins."""
    return _delong(wins, classes) if cluster is None else _obuchowski(wins, classes, cluster)


def _delong(wins: Ints, classes: Classes) -> float:
    above, below = class_moments(wins, classes)
    among_positives = above.variance / (4 * classes.negatives**2)
    among_negatives = below.variance / (4 * classes.positives**2)
    return among_positives / classes.positives + among_negatives / classes.negatives


def _obuchowski(wins: Ints, classes: Classes, cluster: Ints) -> float:
    """Return Obuchowski's (1997) variance: sums over clusters take the place of single examples."""
    clusters = int(cluster.max()) + 1
    above, with_positives = _deviations(wins, cluster, classes.positive, clusters)
    below, with_negatives = _deviations(wins, cluster, ~classes.positive, clusters)
    pairs = classes.positives * classes.negatives
    own = _inflation(with_positives) * float(above @ above) + _inflation(with_negatives) * float(
        below @ below
    )
    both = 2 * _inflation(clusters) * float(above @ below)
    return (own + both) / (4 * pairs**2)


def _deviations(wins: Ints, cluster: Ints, members: Bools, clusters: int) -> tuple[Floats, int]:
    """Return each cluster's half wins less those of as many average examples, and how many have any."""
    sums = np.bincount(cluster[members], weights=wins[members], minlength=clusters)
    sizes = np.bincount(cluster[members], minlength=clusters)
    average = sizes * sums.sum() == sums * sizes.sum()  # exactly so: no spread may come from rounding
    deviations: Floats = np.where(average, 0.0, sums - sizes * (sums.sum() / sizes.sum()))
    return deviations, int(np.count_nonzero(sizes))


def _inflation(clusters: int) -> float:
    return clusters / (clusters - 1) if clusters > 1 else 1.0


def _with_doubt(wins: Ints, classes: Classes, value: float, variance: float) -> tuple[float, float]:
    """Return area and variance with one more example of either class, ranked in the midst of the other."""
    m, n = classes.positives, classes.negatives
    above, below = class_moments(wins, classes)
    positives, negatives = above.with_one(n), below.with_one(m)
    shifts = sum(
        some.total / (2 * some.n * others) - value for some, others in ((positives, n), (negatives, m))
    )
    doubtful = positives.variance / (4 * n**2) / (m + 1) + negatives.variance / (4 * m**2) / (n + 1)
    # Clusters widen the interval by as much with a doubt as without.
    return value + shifts, doubtful + max(0.0, variance - _delong(wins, classes))


def _mixed(auc: float, variance: float, classes: Classes) -> float:
    rarer = min(classes.positives, classes.negatives)
    return (rarer * variance + _PRIOR_EXAMPLES * _model_variance(auc, classes)) / (rarer + _PRIOR_EXAMPLES)


def _model_variance(auc: float, classes: Classes) -> float:
    # Newcombe (2006), method 5: Hanley and McNeil's variance under exponential scores, with both class
    # sizes replaced by their mean where they multiply the curve's shape.
    others = (classes.positives + classes.negatives) / 2 - 1
    shape = 1 + others * (1 - auc) / (2 - auc) + others * auc / (1 + auc)
    return auc * (1 - auc) * shape / (classes.positives * classes.negatives)


def _limits(auc: float, variance: float, critical: float) -> tuple[float, float]:
    centre, reach = log(auc / (1 - auc)), critical * sqrt(variance) / (auc * (1 - auc))
    return _share(centre - reach), _share(centre + reach)


def _share(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds)) if log_odds > 0 else exp(log_odds) / (1 + exp(log_odds))
