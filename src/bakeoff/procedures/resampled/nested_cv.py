"""Nested cross-validation: an interval for a learner's error that allows for what folds share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Interval, significance
from bakeoff.procedures.base.distributions import normal_quantile


@dataclass(frozen=True, slots=True, kw_only=True)
class NestedRepeat:
    """The losses of one repeat of nested cross-validation."""

    outer: tuple[Floats, ...]  # by fold: losses of its examples, by the model trained on all other folds
    inner: Mapping[
        tuple[int, int], Floats
    ]  # (k, j): losses of fold j, by the model trained on all folds but j and k


@dataclass(frozen=True, slots=True, kw_only=True)
class NestedEstimate:
    """The error of a learner by nested cross-validation."""

    value: float  # corrected for the smaller training sets
    interval: Interval
    raw: float  # mean loss of the inner folds
    cross_validation: float  # mean loss of the outer folds: the usual estimate
    bias: float
    mse: float  # of the inner estimate; may be negative by chance
    standard_error: float  # kept between those of independent examples and √K times that


def nested_cv(repeats: Sequence[NestedRepeat], *, level: float = 0.95) -> NestedEstimate:
    """Return the mean loss of a learner with an interval, from the losses of nested cross-validation.

    Parameters
    ----------
    repeats : sequence of NestedRepeat
        Each a partition into K folds: every fold tested by the model of all others, and by the models that left out one
        more fold.
    level : float
        Confidence level.

    Notes
    -----
    Within the training set of every fold the other folds are cross-validated; how far that estimate lies from the mean
    loss on the fold itself, less the variance of the latter, estimates the mean squared error of cross-validation:
    MSE = mean (e_in − e_out)² − mean var(e_out)/n_out. Scaled to all rows by √((K − 1)/K) and kept between the
    standard error s/√n of independent examples and √K times that. The models of the inner folds saw n(K − 2)/K rows;
    the bias of that is (1 + (K − 2)/K) times the difference to the usual estimate, and is taken off. Assumes a loss
    that is a mean over examples and a mean that is about normal; with few repeats the MSE itself is noisy. For unstable
    learners it covers less than it says, though more than the other intervals do. Source: `bates2024`.

    Examples
    --------
    >>> fold = lambda *losses: np.array(losses, dtype=float)
    >>> outer = (fold(0, 1), fold(0, 0), fold(1, 0))
    >>> inner = {(k, j): outer[j] for k in range(3) for j in range(3) if k != j}
    >>> made = nested_cv([NestedRepeat(outer=outer, inner=inner)])
    >>> round(made.value, 4), made.bias
    (0.3333, 0.0)
    """
    _check_repeats(repeats)
    folds = len(repeats[0].outer)
    inner = np.concatenate([losses for r in repeats for losses in r.inner.values()])
    outer = np.concatenate([losses for r in repeats for losses in r.outer])
    n = sum(fold.size for fold in repeats[0].outer)
    mse = _mean_squared_error(repeats, folds)
    alone = float(inner.std(ddof=1)) / sqrt(n)  # as if every example were tested once, by itself
    scaled = sqrt((folds - 1) / folds) * sqrt(max(0.0, mse))
    error = max(alone, min(scaled, sqrt(folds) * alone))
    raw, usual = fsum(inner) / inner.size, fsum(outer) / outer.size
    bias = (1 + (folds - 2) / folds) * (raw - usual)
    reach = -normal_quantile(significance(level) / 2) * error
    value = raw - bias
    return NestedEstimate(
        value=value,
        interval=Interval(low=value - reach, high=value + reach, level=level),
        raw=raw,
        cross_validation=usual,
        bias=bias,
        mse=mse,
        standard_error=error,
    )


def _mean_squared_error(repeats: Sequence[NestedRepeat], folds: int) -> float:
    squares, variances = [], []
    for repeat in repeats:
        for k, out in enumerate(repeat.outer):
            within = np.concatenate([repeat.inner[k, j] for j in range(folds) if j != k])
            squares.append((fsum(within) / within.size - fsum(out) / out.size) ** 2)
            variances.append(float(out.var(ddof=1)) / out.size)
    return fsum(squares) / len(squares) - fsum(variances) / len(variances)


def _check_repeats(repeats: Sequence[NestedRepeat]) -> None:
    folds = len(repeats[0].outer) if repeats else 0
    all_pairs = {(k, j) for k in range(folds) for j in range(folds) if k != j}
    if folds < 3 or any(len(r.outer) != folds or set(r.inner) != all_pairs for r in repeats):
        raise ProcedureError(
            "nested cross-validation needs three folds or more, and every pair of them left out together",
            where="repeats",
            fix="use 5 or 10 folds in every repeat",
            code="BO051",
        )
    if any(fold.size < 2 for r in repeats for fold in r.outer):
        raise ProcedureError(
            "nested cross-validation needs two examples or more in every fold",
            where="repeats",
            fix="use fewer folds",
            code="BO051",
        )
