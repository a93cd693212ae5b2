"""Intervals for the score of one classifier on one dataset, from resamples or from every example's loss."""

from math import fsum, sqrt

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Interval, significance
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.base.distributions import normal_quantile, t_interval
from bakeoff.procedures.resampled.corrected_t import corrected_standard_error


def corrected_score_interval(
    fold_scores: Floats, *, test_train_ratio: float, level: float = 0.95
) -> Interval:
    """Return the interval of a mean score over resamples, allowing for the training data that they share.

    Parameters
    ----------
    fold_scores : array of shape (n,)
        The score of one classifier in each resample.
    test_train_ratio : float
        Size of a test set over the size of a training set.
    level : float
        Confidence level.

    Notes
    -----
    About the expected score of the learner, trained on samples of this size. Assumptions as of `corrected_t`: near
    enough for stable learners; for stumps and the like it covers less than it says. Source: `nadeau2003`.

    Examples
    --------
    >>> made = corrected_score_interval(np.array([0.8, 0.9, 0.7]), test_train_ratio=0.5)
    >>> round(made.low, 3), round(made.high, 3)
    (0.407, 1.193)
    """
    check_level(level)
    error = corrected_standard_error(fold_scores, test_train_ratio=test_train_ratio)
    mean = fsum(fold_scores) / fold_scores.size
    if fold_scores.size < 2:
        raise ProcedureError(
            "one resample has no spread", where="fold_scores", fix="use two resamples or more", code="BO051"
        )
    return t_interval(mean, error, fold_scores.size - 1, level=level, alternative=Alternative.TWO_SIDED)


def cross_validation_interval(losses: Floats, *, level: float = 0.95) -> Interval:
    """Return the interval of a k-fold score by the central limit theorem, from the loss of every example.

    Parameters
    ----------
    losses : array of shape (n,)
        One value for each example, tested once, by the model of the other folds.
    level : float
        Confidence level.

    Notes
    -----
    About the mean score of the very models that the folds trained, not of the learner in general. Holds for learners
    that are stable enough; for trees and stumps it covers less than it says. The variance is that of all examples about
    their common mean. Source: `bayle2020`.

    Examples
    --------
    >>> made = cross_validation_interval(np.array([1.0, 0.0, 1.0, 1.0]))
    >>> round(made.low, 3), round(made.high, 3)
    (0.326, 1.174)
    """
    check_level(level)
    if losses.ndim != 1 or losses.size < 2 or not np.isfinite(losses).all():
        raise ProcedureError(
            "the interval needs the losses of two examples or more",
            where="losses",
            fix="keep predictions of every test example",
            code="BO051",
        )
    mean = fsum(losses) / losses.size
    reach = -normal_quantile(significance(level) / 2) * sqrt(float(losses.var()) / losses.size)
    return Interval(low=mean - reach, high=mean + reach, level=level)


def leave_one_out_bootstrap(rows: Ints, losses: Floats) -> float:
    """Return Efron and Tibshirani's out-of-bag error: of each example over the samples without it, then of all.

    Parameters
    ----------
    rows, losses : arrays of shape (n,)
        Every test of every bootstrap sample: which example, and its loss. An example that every sample holds is left
        out.

    Examples
    --------
    >>> leave_one_out_bootstrap(np.array([0, 0, 1]), np.array([1.0, 0.0, 1.0]))
    0.75
    """
    tested, codes = np.unique(rows, return_inverse=True)
    if tested.size == 0:
        raise ProcedureError(
            "no example was ever out of a bootstrap sample",
            where="rows",
            fix="draw more bootstrap samples",
            code="BO051",
        )
    means = np.bincount(codes, weights=losses) / np.bincount(codes)
    return fsum(means) / means.size
