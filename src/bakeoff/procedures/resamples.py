"""Differences between resamples of one dataset: what must hold of them, and their moments."""

from math import fsum, sqrt
from typing import NamedTuple

import numpy as np

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats

# Scores that are equal in decimal differ by some 1e-16 in binary: less variation than this is none.
_NOISE = 1e-12


class Moments(NamedTuple):
    """Size, mean and variance of a sample, whatever the order of its values."""

    n: int
    mean: float
    variance: float

    def standard_error(self, *, test_train_ratio: float) -> float:
        """Return the standard error of the mean, widened for shared training data."""
        # Nadeau & Bengio (2003): n_test/n_train stands in for rho/(1 - rho), the unknown
        # correlation of two resamples, for which no unbiased estimate exists.
        return sqrt((1 / self.n + test_train_ratio) * self.variance)


def moments(differences: Floats, *, where: str = "fold_differences") -> Moments:
    """Return the moments of differences that vary."""
    n = check_shape(differences)
    if not varies(differences):
        raise ProcedureError(
            f"the t test needs differences that vary; these {n} are all {float(differences[0]):g}",
            where=where,
            fix="use more resamples or larger test sets, or compare the predictions with McNemar's test",
            code="BO050",
        )
    mean = fsum(differences) / n
    return Moments(n, mean, fsum((differences - mean) ** 2) / (n - 1))


def varies(differences: Floats) -> bool:
    """Say whether differences vary by more than the noise of floating-point numbers."""
    return float(np.ptp(differences)) > _NOISE * float(np.abs(differences).max())


def check_shape(differences: Floats) -> int:
    """Return how many differences there are, or refuse what is no list of at least two numbers."""
    if differences.ndim != 1 or not np.isfinite(differences).all():
        raise ProcedureError(
            "fold differences are one finite number for each resample",
            where=f"fold_differences, of shape {differences.shape}",
            fix="give one list, and leave out resamples that lack the score of either classifier",
            code="BO052",
        )
    if differences.size < 2:
        raise ProcedureError(
            f"a spread needs two resamples or more; there are {differences.size}",
            where="fold_differences",
            fix="cross-validate, and repeat it: ten times ten folds is a common choice",
            code="BO051",
        )
    return differences.size


def check_summary(*, mean: float, sd: float, n: int, least: int = 2) -> None:
    """Refuse a mean, a standard deviation and a number that no differences have."""
    if n < least or n != int(n):
        raise ProcedureError(
            f"{n:g} is not how many differences a spread can be known of",
            where="n",
            fix=f"give a whole number of {least} or more",
            code="BO051",
        )
    if not (np.isfinite(mean) and np.isfinite(sd) and sd > 0):
        raise ProcedureError(
            f"differences with mean {mean:g} and standard deviation {sd:g} do not vary, or are no numbers",
            where="mean, sd",
            fix="give a finite mean and a standard deviation above zero",
            code="BO050",
        )


def check_level(level: float) -> None:
    """Refuse a level that is not strictly between 0 and 1."""
    if not 0 < level < 1:
        raise ProcedureError(
            f"a level lies between 0 and 1; {level:g} does not",
            where="level",
            fix="give 0.95 for 95 percent",
            code="BO053",
        )


def check_ratio(test_train_ratio: float) -> None:
    """Refuse a ratio of test to training size that no split can have."""
    if not 0 <= test_train_ratio < np.inf:
        raise ProcedureError(
            f"a test set cannot have {test_train_ratio:g} times the size of the training set",
            where="test_train_ratio",
            fix="divide the number of test examples by the number of training examples: 1/9 for ten folds",
            code="BO053",
        )


def check_weights(weights: Floats, examples: int) -> Floats:
    """Return the weights of examples, if they can be meant."""
    if weights.shape != (examples,) or not (np.isfinite(weights) & (weights >= 0)).all() or not weights.any():
        raise ProcedureError(
            "weights are finite and not negative, one for each example, and not all zero",
            where=f"weights, of shape {weights.shape}",
            fix="give how much each example counts",
            code="BO052",
        )
    return weights
