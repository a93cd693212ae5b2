"""The Bayesian correlated t test: two classifiers on one dataset, with overlapping training sets."""

from math import sqrt
from types import MappingProxyType
from typing import NamedTuple

from bakeoff.core.arrays import Floats
from bakeoff.core.results import Alternative, Estimate, Interval, Posterior, Steps
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import Moments, check_level, check_ratio, check_shape, moments
from bakeoff.procedures.base.distributions import t_interval, t_sf
from bakeoff.procedures.bayes.posteriors import check_margin

ASSUMPTIONS = (
    "all resamples have test and training sets of the same sizes",
    "two resamples are correlated by n_test / (n_test + n_train): a heuristic that suits stable learners",
    "the differences are about normal",
    "before the evidence: all means, and all orders of magnitude of the spread, alike",
)


@check_arguments
def bayes_correlated_t(
    fold_differences: Floats, *, test_train_ratio: float, margin: float = 0.0, level: float = 0.95
) -> Posterior:
    """Say how probable it is that b is worse, practically equal or better than a on one dataset.

    The posterior of the mean advantage is Student's t with n - 1 degrees of freedom about the mean of
    the differences, with the standard error of the corrected t test: in closed form. Its credible
    interval is the confidence interval of `corrected_t`.

    Assumes resamples of one size, differences that are about normal, and a correlation between
    resamples of rho = n_test/(n_test + n_train), so that rho/(1 - rho) is the ratio of test to training
    size. That suits stable learners; for trees, stumps, rules and nearest neighbours the true
    correlation can be larger, and the probabilities are then too sure. It speaks of one dataset: for
    several use `bayes_hierarchical`, or `bayes_signed_rank` where only their means are known.

    Differences that are all zero leave room for one answer, `equivalent` = 1, with or without a margin.
    Differences that are all the same and not zero are refused (BO050): their posterior would be certain
    however few they are, which the evidence does not bear.

    Parameters
    ----------
    fold_differences
        The advantage of b over a in each of the n resamples (all repeats of all folds).
    test_train_ratio
        Size of a test set over the size of a training set: 1/(k - 1) for k folds.
    margin
        The smallest difference that matters, in units of the score.
    level
        Of the credible interval.

    References
    ----------
    corani2015, benavoli2017

    Examples
    --------
    >>> import numpy as np
    >>> result = bayes_correlated_t(np.array([0.01, 0.02, 0.03]), test_train_ratio=1 / 9, margin=0.01)
    >>> round(result.worse, 4), round(result.equivalent, 4), round(result.better, 4)
    (0.023, 0.1132, 0.8638)
    """
    check_level(level)
    check_ratio(test_train_ratio)
    check_margin(margin)
    sample = _check_sample(fold_differences)
    location = _Location(sample.mean, sample.standard_error(test_train_ratio=test_train_ratio), sample.n - 1)
    worse, equivalent, better = _correlated_t_probabilities(location, margin)
    return Posterior(
        procedure="bayes-correlated-t",
        margin=margin,
        worse=worse,
        equivalent=equivalent,
        better=better,
        estimate=Estimate(
            of="mean advantage", value=sample.mean, interval=_correlated_t_interval(location, level)
        ),
        n=sample.n,
        method=f"exact: Student's t, {location.df} degrees of freedom",
        assumptions=ASSUMPTIONS,
        citation="corani2015",
        steps=_correlated_t_steps(sample, location, test_train_ratio),
    )


class _Location(NamedTuple):
    """The posterior of the mean advantage: Student's t, moved and stretched."""

    centre: float
    scale: float
    df: int


def _check_sample(differences: Floats) -> Moments:
    if check_shape(differences) and not differences.any():
        return Moments(differences.size, 0.0, 0.0)
    return moments(differences)


def _correlated_t_probabilities(location: _Location, margin: float) -> tuple[float, float, float]:
    if location.scale == 0:
        return 0.0, 1.0, 0.0
    centre, scale, df = location
    # On the side away from the centre both tails are small, and their difference loses no digits.
    near, far = (margin - abs(centre)) / scale, (-margin - abs(centre)) / scale
    beyond = t_sf(near, df)
    behind = t_sf(-far, df)
    within = t_sf(-near, df) - behind
    return (behind, within, beyond) if centre >= 0 else (beyond, within, behind)


def _correlated_t_interval(location: _Location, level: float) -> Interval:
    return t_interval(
        location.centre, location.scale, location.df, level=level, alternative=Alternative.TWO_SIDED
    )


def _correlated_t_steps(sample: Moments, location: _Location, ratio: float) -> Steps:
    return MappingProxyType(
        {
            "n": float(sample.n),
            "mean": sample.mean,
            "variance": sample.variance,
            "sd": sqrt(sample.variance),
            "ratio": ratio,
            "correlation": ratio / (1 + ratio),
            "scale": location.scale,
            "df": float(location.df),
        }
    )
