"""What procedures ask of differences, resamples and tables of scores before they compute."""

from collections.abc import Sequence
from math import floor, fsum, inf, isfinite, log10, sqrt
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import ProcedureError

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
    return bool(vary(differences[None, :])[0])


def vary(rows: Floats) -> Bools:
    """Say which rows of differences vary by more than the noise of floating-point numbers."""
    more: Bools = np.ptp(rows, axis=1) > _NOISE * np.abs(rows).max(axis=1)
    return more


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


def check_finite(values: Floats, name: str, *, dimensions: int = 1) -> None:
    """Refuse an array that has gaps or infinite numbers, or another number of dimensions.

    >>> check_finite(np.array([1.0, 2.0]), "judged")
    """
    if values.ndim != dimensions or not values.size or not np.isfinite(values).all():
        raise ProcedureError(
            f"{name} must be finite numbers in {'one row' if dimensions == 1 else 'rows and columns'}",
            where=name,
            fix="leave out what is missing",
            code="BO052",
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


def check_differences(differences: Floats, *, level: float, least: int = 1) -> Floats:
    """Return the differences as a flat array of floats, or say what is wrong with them.

    >>> check_differences(np.array([1, 2]), level=0.95).tolist()
    [1.0, 2.0]
    """
    values = np.asarray(differences, dtype=np.float64)
    if values.ndim != 1:
        raise ProcedureError(
            f"the differences must be one number for each dataset, not an array of shape {values.shape}",
            where="differences",
            fix="hand over one column: the advantage of b over a on each dataset",
            code="BO052",
        )
    if not np.isfinite(values).all():
        raise ProcedureError(
            f"{np.count_nonzero(~np.isfinite(values))} of the {values.size} differences are not finite numbers",
            where="differences",
            fix="leave out the datasets on which one of the two has no score",
            code="BO052",
        )
    if values.size < least:
        raise ProcedureError(
            f"the test needs {least} or more differences; there are {values.size}",
            where="differences",
            fix="compare the classifiers on more datasets",
            code="BO051",
        )
    check_level(level)
    return values + 0.0  # no negative zero


def round_to_decimal(value: float, *, like: Floats) -> float:
    """Return a value that was made from decimal numbers without the noise of adding and halving them.

    Thirteen digits of the largest of those numbers are kept; they have twelve (see `advantage`).

    >>> (0.1 + 0.2) / 2, round_to_decimal((0.1 + 0.2) / 2, like=np.array([0.1, 0.2]))
    (0.15000000000000002, 0.15)
    """
    largest = float(np.abs(like).max())
    return round(value, 12 - floor(log10(largest))) + 0.0 if 0 < largest < inf and isfinite(value) else value


def unknown_choice_error(choice: str, *, where: str, known: tuple[str, ...]) -> ProcedureError:
    """Return the error for a choice that does not exist."""
    return ProcedureError(
        f"there is no {where}={choice!r}", where=where, fix=f"use one of {', '.join(known)}", code="BO053"
    )


Pairs = Sequence[tuple[int, int]]


def check_complete(scores: Floats) -> Floats:
    """Return the datasets × classifiers scores as floats, or say what is wrong with them.

    They are not rounded: whoever ranks or subtracts them does that (`ranked`, `advantage`), once, since rounding twice
    breaks ties.

    >>> check_complete(np.array([[1, 2], [3, 4]])).tolist()
    [[1.0, 2.0], [3.0, 4.0]]
    """
    values = check_with_gaps(scores)
    if np.isnan(values).any():
        raise ProcedureError(
            f"{np.count_nonzero(np.isnan(values))} of the {values.size} scores are missing",
            where="scores",
            fix="leave out the datasets with a gap, or use the Skillings–Mack test, which allows for gaps",
            code="BO052",
        )
    return values


def check_with_gaps(scores: Floats) -> Floats:
    """Return the same for a table in which NaN marks a missing score."""
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 2 or values.shape[1] < 2:
        raise ProcedureError(
            f"scores of shape {values.shape} do not compare classifiers",
            where="scores",
            fix="give one row for each dataset and one column for each of two classifiers or more",
            code="BO052",
        )
    if values.shape[0] < 2:
        raise ProcedureError(
            f"a comparison over datasets needs two or more; there are {values.shape[0]}",
            where="scores",
            fix="compare the classifiers on more datasets, or within the one by its resamples",
            code="BO051",
        )
    if np.isinf(values).any():
        raise ProcedureError(
            f"{np.count_nonzero(np.isinf(values))} of the {values.size} scores are infinite",
            where="scores",
            fix="a score that could not be computed is missing, not infinite",
            code="BO052",
        )
    return values


def pair_columns(pairs: Pairs, *, classifiers: int) -> tuple[Ints, Ints]:
    """Return the columns of all a and of all b, or refuse a pair that the table does not have."""
    indices = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    a, b = indices[:, 0], indices[:, 1]
    if ((indices < 0) | (indices >= classifiers)).any() or (a == b).any():
        raise ProcedureError(
            f"a pair is two different columns of the {classifiers} there are",
            where=f"pairs = {pairs!r:.80}",
            fix=f"count the columns from 0 to {classifiers - 1}",
            code="BO053",
        )
    return a, b


def check_distinct_pairs(pairs: Pairs) -> None:
    """Refuse a pair that stands twice, in whichever order: a family in which it counts twice is another family."""
    met: set[tuple[int, int]] = set()
    for a, b in pairs:
        pair = (min(a, b), max(a, b))
        if pair in met:
            break
        met.add(pair)
    else:
        return
    raise ProcedureError(
        f"the pair of columns {a} and {b} is named twice",
        where="pairs",
        fix="name each pair once: (a, b) or (b, a)",
        code="BO057",
    )
