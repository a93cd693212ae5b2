"""The area under the ROC curve: of one classifier, and DeLong's test of two, by the placements of examples."""

from math import exp, log, sqrt
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.results import Alternative, Estimate, Interval, TestResult, significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.base.distributions import normal_p_value, normal_quantile
from bakeoff.procedures.base.intervals import tail_level
from bakeoff.procedures.base.rankings import compact_places, put_back, sort_ascending
from bakeoff.procedures.base.scored_examples import ScoredExamples

_SMALL = 1 << 29  # examples whose doubled counts fit in four bytes
_AT_ONCE = 1 << 16  # numbers multiplied at a time


class Classes(NamedTuple):
    """Which examples are positive, and how many are not."""

    positive: Bools
    positives: int
    negatives: int


def half_wins(scores: Floats, classes: Classes) -> Ints:
    """Return twice the number of examples of the other class that each is ranked rightly against; ties count one.

    >>> half_wins(np.array([0.1, 0.4, 0.4, 0.9]), classes_of(np.array([False, True, False, True]))).tolist()
    [4, 3, 3, 4]
    """
    places, tied = sort_ascending(scores)
    positive, order = classes.positive[places], compact_places(places)
    del places  # a million of them are as much as the scores
    kind: type[np.int32] | type[np.int64] = np.int32 if scores.size < _SMALL else np.int64
    # How many negatives there are up to each place: what a positive example there beats.
    wins: NDArray[Any] = np.cumsum(~positive, dtype=kind)
    if tied:
        ends = _ends_of_ties(scores, order)
        every = np.arange(1, scores.size + 1, dtype=kind)
        above = 2 * classes.positives - _tie_midpoints(every - wins, ends)
        wins = np.where(positive, _tie_midpoints(wins, ends), above)
    else:
        _turn_into_half_wins(wins, positive, classes.positives)
    return put_back(wins, order)


def classes_of(positive: Bools) -> Classes:
    """Return which examples are positive, and how many of either class there are."""
    positives = int(np.count_nonzero(positive))
    return Classes(positive, positives, positive.size - positives)


class WholeMoments(NamedTuple):
    """How many whole numbers, their sum and the sum of their squares, all exact."""

    n: int
    total: int
    squares: int

    @property
    def variance(self) -> float:
        """The sample variance, rounded once; 0 for a single number."""
        if self.n < 2:
            return 0.0
        return (self.n * self.squares - self.total * self.total) / (self.n * (self.n - 1))

    def with_one(self, value: int) -> "WholeMoments":
        """Return the moments with one number more."""
        return WholeMoments(self.n + 1, self.total + value, self.squares + value * value)


def class_moments(values: Ints, classes: Classes) -> tuple[WholeMoments, WholeMoments]:
    """Return the moments of whole numbers over the positive and over the negative examples.

    >>> class_moments(np.array([3_000_000_000, 1, 2]), classes_of(np.array([True, True, False])))
    (WholeMoments(n=2, total=3000000001, squares=9000000000000000001), WholeMoments(n=1, total=2, squares=4))
    """
    largest = max(1, int(values.max()), -int(values.min()))
    width = max(1, min(_AT_ONCE, (1 << 62) // largest**2))
    sums = [0, 0, 0, 0]
    for start in range(0, values.size, width):
        some = values[start : start + width].astype(np.int64)
        chosen = some * classes.positive[start : start + width]
        parts = (chosen.sum(), np.dot(chosen, some), some.sum(), np.dot(some, some))
        sums = [total + int(part) for total, part in zip(sums, parts, strict=True)]
    positive = WholeMoments(classes.positives, sums[0], sums[1])
    return positive, WholeMoments(classes.negatives, sums[2] - sums[0], sums[3] - sums[1])


def _turn_into_half_wins(wins: NDArray[Any], positive: Bools, positives: int) -> None:
    """Turn the negatives up to each place into half wins, in place: a negative example beats the positives above it."""
    for start in range(0, wins.size, _AT_ONCE):
        some, negative = wins[start : start + _AT_ONCE], ~positive[start : start + _AT_ONCE]
        first = positives - 1 - start
        some += negative * np.arange(first, first - some.size, -1, dtype=wins.dtype)
        some *= 2


def _ends_of_ties(scores: Floats, order: Ints) -> Ints:
    """Return the last place of every distinct score, in order."""
    values = scores[order]
    return np.append(np.flatnonzero(values[1:] != values[:-1]), scores.size - 1)


def _tie_midpoints(through: Ints, ends: Ints) -> Ints:
    """Return for each example twice the count through the middle of its group of tied scores."""
    at_ends = through[ends]
    doubled = at_ends.copy()
    doubled[1:] += at_ends[:-1]
    return np.repeat(doubled, np.diff(ends, prepend=-1))


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
    doubted, doubtful_variance = _add_doubt(wins, classes, value, variance)
    limits = [_roc_area_limits(doubted, doubtful_variance, critical)]
    if 0 < value < 1:
        limits.append(_roc_area_limits(value, _mixed_variance(value, variance, classes), critical))
    low, high = min(value, *(low for low, _ in limits)), max(value, *(high for _, high in limits))
    return Estimate(of="roc_auc", value=value, interval=Interval(low=low, high=high, level=level))


def auc_of(wins: Ints, classes: Classes) -> float:
    """Return the area, given each example's half wins."""
    total = int(wins.compress(classes.positive).sum(dtype=np.int64))
    return total / (2 * classes.positives * classes.negatives)


def area_variance(wins: Ints, classes: Classes, cluster: Ints | None) -> float:
    """Return the variance of an area, or of a difference of two, given (differences of) half wins."""
    return (
        _delong_variance(wins, classes) if cluster is None else _obuchowski_variance(wins, classes, cluster)
    )


def _delong_variance(wins: Ints, classes: Classes) -> float:
    above, below = class_moments(wins, classes)
    among_positives = above.variance / (4 * classes.negatives**2)
    among_negatives = below.variance / (4 * classes.positives**2)
    return among_positives / classes.positives + among_negatives / classes.negatives


def _obuchowski_variance(wins: Ints, classes: Classes, cluster: Ints) -> float:
    """Return Obuchowski's (1997) variance: sums over clusters take the place of single examples."""
    clusters = int(cluster.max()) + 1
    above, with_positives = _roc_area_deviations(wins, cluster, classes.positive, clusters)
    below, with_negatives = _roc_area_deviations(wins, cluster, ~classes.positive, clusters)
    pairs = classes.positives * classes.negatives
    own = _cluster_inflation(with_positives) * float(above @ above) + _cluster_inflation(
        with_negatives
    ) * float(below @ below)
    both = 2 * _cluster_inflation(clusters) * float(above @ below)
    return (own + both) / (4 * pairs**2)


def _roc_area_deviations(wins: Ints, cluster: Ints, members: Bools, clusters: int) -> tuple[Floats, int]:
    """Return each cluster's half wins less those of as many average examples, and how many have any."""
    sums = np.bincount(cluster[members], weights=wins[members], minlength=clusters)
    sizes = np.bincount(cluster[members], minlength=clusters)
    average = sizes * sums.sum() == sums * sizes.sum()  # exactly so: no spread may come from rounding
    deviations: Floats = np.where(average, 0.0, sums - sizes * (sums.sum() / sizes.sum()))
    return deviations, int(np.count_nonzero(sizes))


def _cluster_inflation(clusters: int) -> float:
    return clusters / (clusters - 1) if clusters > 1 else 1.0


def _add_doubt(wins: Ints, classes: Classes, value: float, variance: float) -> tuple[float, float]:
    """Return area and variance with one more example of either class, ranked in the midst of the other."""
    m, n = classes.positives, classes.negatives
    above, below = class_moments(wins, classes)
    positives, negatives = above.with_one(n), below.with_one(m)
    shifts = sum(
        some.total / (2 * some.n * others) - value for some, others in ((positives, n), (negatives, m))
    )
    doubtful = positives.variance / (4 * n**2) / (m + 1) + negatives.variance / (4 * m**2) / (n + 1)
    # Clusters widen the interval by as much with a doubt as without.
    return value + shifts, doubtful + max(0.0, variance - _delong_variance(wins, classes))


def _mixed_variance(auc: float, variance: float, classes: Classes) -> float:
    rarer = min(classes.positives, classes.negatives)
    return (rarer * variance + _PRIOR_EXAMPLES * _model_variance(auc, classes)) / (rarer + _PRIOR_EXAMPLES)


def _model_variance(auc: float, classes: Classes) -> float:
    # Newcombe (2006), method 5: Hanley and McNeil's variance under exponential scores, with both class
    # sizes replaced by their mean where they multiply the curve's shape.
    others = (classes.positives + classes.negatives) / 2 - 1
    shape = 1 + others * (1 - auc) / (2 - auc) + others * auc / (1 + auc)
    return auc * (1 - auc) * shape / (classes.positives * classes.negatives)


def _roc_area_limits(auc: float, variance: float, critical: float) -> tuple[float, float]:
    centre, reach = log(auc / (1 - auc)), critical * sqrt(variance) / (auc * (1 - auc))
    return _inverse_logit(centre - reach), _inverse_logit(centre + reach)


def _inverse_logit(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds)) if log_odds > 0 else exp(log_odds) / (1 + exp(log_odds))


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
