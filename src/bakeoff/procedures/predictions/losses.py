"""Metrics of class probabilities that are means over examples: log loss and the Brier score."""

from math import exp, inf, isinf, log, sqrt
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, Interval, TestResult, significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_level, check_weights
from bakeoff.procedures.base.distributions import t_interval, t_p_value, t_quantile
from bakeoff.procedures.predictions.proportions import proportion_interval

NULL = "on the population that the examples come from, both classifiers have the same mean loss"
ASSUMPTIONS = (
    "the examples (or clusters, where they are given) are independent draws from the population",
    "neither classifier was trained or tuned on them",
    "there are enough of them for their mean to be about normal; a few huge losses need many more",
)

_LEAST = float(np.finfo(np.float64).eps)  # the least probability that log loss believes in
_ROUNDING = 1e-3  # by which probabilities may miss a sum of one: they are often rounded to three digits


def log_losses(probabilities: Floats, *, truth: Ints) -> Floats:
    """Return each example's log loss: minus the logarithm of the probability given to its true class.

    Probabilities that were rounded, and so miss a sum of one by little, are brought to it.
    Probabilities below the resolution of a double count as that: a certain error costs 36, not infinity.

    >>> log_losses(np.array([[0.5, 0.5], [1.0, 0.0]]), truth=np.array([1, 0])).round(4).tolist()
    [0.6931, 0.0]
    """
    chances = _check_probabilities(probabilities, truth)[np.arange(truth.size), truth]
    losses: Floats = -np.log(np.maximum(chances, _LEAST)) + 0.0
    return losses


def brier_losses(probabilities: Floats, *, truth: Ints) -> Floats:
    """Return each example's squared error of the probabilities.

    For two classes that of the true one alone, between 0 and 1; for more the sum over classes, between 0 and 2.

    >>> brier_losses(np.array([[0.5, 0.5], [1.0, 0.0]]), truth=np.array([1, 0])).tolist()
    [0.25, 0.0]
    """
    errors = _check_probabilities(probabilities, truth).copy()
    errors[np.arange(truth.size), truth] -= 1
    losses: Floats = (errors**2).sum(axis=1)
    return losses / 2 if errors.shape[1] == 2 else losses


@check_arguments
def paired_losses(
    losses: Floats,
    *,
    clusters: NDArray[np.generic] | None = None,
    weights: Floats | None = None,
    choice_variance: float = 0.0,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b's mean loss is smaller than a's on one test set.

    Null: both mean losses are the same on the population. Student's t over the examples' differences, or over
    clusters' sums of them: what a bootstrap of the mean would give, without the resampling.

    Assumes enough examples for the mean difference to be about normal; log loss, where a single certain error
    weighs as much as hundreds of doubtful ones, needs many.

    Parameters
    ----------
    losses
        Examples × (a, b): such as `log_losses` or `brier_losses` give.
    clusters
        Which examples belong together; None: each stands alone.
    weights
        Of the examples, where they do not count alike: the means are weighted.
    choice_variance
        What a choice that was made on such examples, as of thresholds, adds to the variance of the difference.
    level, alternative
        Of the interval and the test, about the advantage of b: a's mean loss less b's.

    References
    ----------
    student1908, dietterich1998

    Examples
    --------
    >>> a, b = np.array([0.3, 0.5, 0.4, 0.6]), np.array([0.2, 0.3, 0.4, 0.3])
    >>> round(paired_losses(np.column_stack([a, b])).statistic, 4)
    2.3238
    """
    check_level(level)
    table = np.asarray(losses, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] != 2 or not np.isfinite(table).all():
        raise ProcedureError(
            f"losses are two finite numbers for each example, of a and of b; these are {table.shape}",
            where="losses",
            fix="leave out examples that lack a loss",
            code="BO052",
        )
    _check_choice_variance(choice_variance)
    mean = mean_with_error(table[:, 0] - table[:, 1], clusters, weights)
    mean = mean._replace(error=sqrt(mean.error**2 + choice_variance))
    if mean.error == 0 and mean.value != 0:
        raise ProcedureError(
            f"the differences of the {mean.n} losses do not vary",
            where="losses",
            fix="compare the predicted classes with McNemar's test",
            code="BO050",
        )
    t = mean.value / mean.error if mean.error > 0 else 0.0  # the same losses everywhere
    return TestResult(
        procedure="paired-losses",
        null=NULL,
        alternative=alternative,
        statistic=t,
        df=mean.units - 1,
        p_value=t_p_value(t, mean.units - 1, alternative),
        estimate=Estimate(
            of="difference in mean loss",
            value=mean.value,
            interval=t_interval(mean.value, mean.error, mean.units - 1, level=level, alternative=alternative),
        ),
        n=mean.n,
        method="Student's t"
        + ("" if clusters is None else " over clusters")
        + ("" if weights is None else ", weighted"),
        assumptions=ASSUMPTIONS,
        citation="student1908",
        steps=MappingProxyType({"mean": mean.value, "se": mean.error, "units": mean.units}),
    )


def mean_loss_interval(
    losses: Floats,
    *,
    of: str,
    most: float = inf,
    clusters: NDArray[np.generic] | None = None,
    weights: Floats | None = None,
    level: float = 0.95,
) -> Estimate:
    """Estimate a mean loss, with an interval between 0 and the most that the loss can be.

    Student's t on the scale of the logarithm, or of log odds where the loss is bounded (`most` is 1 for the Brier
    score of two classes). A bounded loss that is the same everywhere, such as 0, gets Wilson's interval.

    Examples
    --------
    >>> estimate = mean_loss_interval(np.array([0.1, 0.2, 0.3, 0.1]), of="Brier score", most=1.0)
    >>> round(estimate.value, 3), round(estimate.interval.low, 3), round(estimate.interval.high, 3)
    (0.175, 0.069, 0.379)
    """
    check_level(level)
    mean = mean_with_error(np.asarray(losses, dtype=np.float64), clusters, weights)
    if mean.error == 0 and isinf(most):
        raise ProcedureError(
            f"the {mean.n} losses are all alike, and nothing bounds them: there is no interval",
            where="losses",
            fix="test on more examples, or give the Brier score",
            code="BO050",
        )
    if mean.error == 0:
        share = proportion_interval(mean.units * mean.value / most, mean.units, level=level)
        return Estimate(
            of=of,
            value=mean.value,
            interval=Interval(low=share.low * most, high=share.high * most, level=level),
        )
    reach = -t_quantile(significance(level) / 2, mean.units - 1) * mean.error
    low, high = (_move_mean(mean.value, step, most) for step in (-reach, reach))
    return Estimate(of=of, value=mean.value, interval=Interval(low=low, high=high, level=level))


class LossMean(NamedTuple):
    """A mean loss, its standard error, and how many examples or clusters it rests on."""

    value: float
    error: float
    n: int
    units: float  # examples or clusters, or as many of equal weight as they are worth


def _check_choice_variance(choice_variance: float) -> None:
    if not 0 <= choice_variance < inf:
        raise ProcedureError(
            f"a variance is 0 or more, and finite; {choice_variance:g} is not",
            where="choice_variance",
            fix="leave it out where the thresholds were given",
            code="BO053",
        )


def mean_with_error(values: Floats, clusters: NDArray[np.generic] | None, weights: Floats | None) -> LossMean:
    """Return a mean and its standard error; a ratio of sums where examples have weights or come in clusters."""
    code = np.arange(values.size) if clusters is None else np.unique(clusters, return_inverse=True)[1]
    if values.ndim != 1 or code.shape != values.shape or values.size < 2 or code.max() < 1:
        raise ProcedureError(
            f"a mean of {values.size} losses over {len(code)} names of clusters has no standard error",
            where="losses, clusters",
            fix="give the losses of two clusters (or examples) or more, and the cluster of every example",
            code="BO051",
        )
    each = np.ones(values.size) if weights is None else _scale_to_mean_one(weights, values.size)
    sums, sizes = np.bincount(code, weights=each * values), np.bincount(code, weights=each)
    if sizes.max() >= values.size:
        raise ProcedureError(
            "all the weight is on one example (or cluster), and its mean has no standard error",
            where="weights",
            fix="give weight to two examples (or clusters) or more",
            code="BO051",
        )
    mean = float(sums.sum() / values.size)
    deviations = (sums - sizes * mean) / (1 - sizes / values.size)
    spread = float(deviations @ deviations)
    # Losses that are alike in decimal differ by rounding in binary.
    if spread <= values.size * (1e-15 * float(np.abs(values).max())) ** 2:
        spread = 0.0
    # The jackknife over examples or clusters, and as many degrees of freedom as equal ones would have: with few
    # or unequal ones the plain formulas reject too often.
    units = sums.size
    equal = values.size**2 / float(sizes @ sizes)
    return LossMean(mean, sqrt((units - 1) / units * spread) / values.size, values.size, equal)


def _scale_to_mean_one(weights: Floats, examples: int) -> Floats:
    """Return the weights with a mean of one."""
    checked = check_weights(weights, examples)
    scaled: Floats = checked * (examples / checked.sum())
    return scaled


def _move_mean(mean: float, step: float, most: float) -> float:
    """Return the mean moved by a step that is measured at the mean, on a scale that keeps it in its range."""
    if isinf(most):
        return mean * exp(step / mean)
    share = mean / most
    odds = log(share / (1 - share)) + step / most / (share * (1 - share))
    return most / (1 + exp(-odds)) if odds > -700 else 0.0


def _check_probabilities(probabilities: Floats, truth: Ints) -> Floats:
    table = np.asarray(probabilities, dtype=np.float64)
    fits = (
        table.ndim == 2 and table.shape[0] == truth.size and truth.min() >= 0 and truth.max() < table.shape[1]
    )
    sums = table.sum(axis=1, keepdims=True) if fits else np.ones((1, 1))
    if not fits or not ((table >= 0) & (table <= 1)).all() or np.abs(sums - 1).max() > _ROUNDING * (1 + 1e-9):
        raise ProcedureError(
            f"probabilities of shape {table.shape} for {truth.size} examples must lie between 0 and 1 and add up to 1",
            where="probabilities",
            fix="give one row for each example and one column for each class; turn scores into probabilities first",
            code="BO052",
        )
    scaled: Floats = np.where(np.abs(sums - 1) > 1e-9, table / sums, table)
    return scaled
