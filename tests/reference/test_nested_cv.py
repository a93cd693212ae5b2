"""Nested cross-validation of Bates, Hastie and Tibshirani (2024): worked by hand, and against their own package.

What was verified. The mean squared error, its scaling to all rows by (K - 1)/K and its bounds: by the numbers of the
authors' package nestedcv. The bias: the factor 1 + (K - 2)/K takes an error that falls as 1/rows to all rows exactly;
the package mlr3inferr has it too. The authors' package has 1 + ((K - 2)/K)^1.5 in its place: a known difference, of 5 %
of the bias with ten folds and of 8 % with five. Coverage was simulated by validation/study_intervals.py.
"""

from math import sqrt

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.resampled.nested_cv import NestedRepeat, nested_cv

Z = 1.959963984540054  # of the normal distribution at .975, from its printed tables


def losses(*values):
    return np.array(values, dtype=float)


OUTER = (losses(0, 1), losses(1, 1), losses(0, 0))


def test_the_mean_squared_error_and_the_bias_by_hand():
    inner = {
        (0, 1): losses(1, 0), (0, 2): losses(0, 1),  # mean 1/2, the fold itself 1/2: a = 0
        (1, 0): losses(1, 1), (1, 2): losses(0, 0),  # 1/2 and 1: a = 1/4
        (2, 0): losses(0, 1), (2, 1): losses(1, 0),  # 1/2 and 0: a = 1/4
    }  # fmt: skip
    made = nested_cv([NestedRepeat(outer=OUTER, inner=inner)])
    # b: the variance of (0, 1) is 1/2, over 2 examples 1/4; the others 0. So MSE = 1/6 - 1/12 = 1/12.
    assert made.mse == pytest.approx(1 / 12, rel=1e-12)
    # Inner and outer losses both have mean 1/2: no bias.
    assert (made.raw, made.cross_validation, made.bias) == pytest.approx((0.5, 0.5, 0.0))
    # sqrt(2/3) sqrt(1/12) = sqrt(1/18) = .2357; independent examples: variance 3/11 over 6, .2132; times sqrt(3): .369.
    assert made.standard_error == pytest.approx(sqrt(1 / 18), rel=1e-12)
    assert made.interval.low == pytest.approx(0.5 - Z * sqrt(1 / 18), rel=1e-12)
    assert made.interval.high == pytest.approx(0.5 + Z * sqrt(1 / 18), rel=1e-12)


def test_the_standard_error_is_held_below_the_largest_that_can_be():
    inner = {
        (0, 1): losses(1, 0), (0, 2): losses(0, 1),  # a = 0
        (1, 0): losses(0, 0), (1, 2): losses(0, 0),  # 0 and 1: a = 1
        (2, 0): losses(1, 1), (2, 1): losses(1, 0),  # 3/4 and 0: a = 9/16
    }  # fmt: skip
    made = nested_cv([NestedRepeat(outer=OUTER, inner=inner)])
    assert made.mse == pytest.approx(25 / 48 - 1 / 12, rel=1e-12)
    # sqrt(2/3) sqrt(.4375) = .54 is above sqrt(3) times that of independent examples: variance 35/132 over 6.
    assert made.standard_error == pytest.approx(sqrt(3 * 35 / 132 / 6), rel=1e-12)
    # raw 5/12, usual 1/2: bias (1 + 1/3)(5/12 - 1/2) = -1/9; 5/12 + 1/9 = 19/36.
    assert made.bias == pytest.approx(-1 / 9, rel=1e-12)
    assert made.value == pytest.approx(19 / 36, rel=1e-12)


def test_it_is_held_above_that_of_independent_examples():
    inner = {(k, j): OUTER[j] for k in range(3) for j in range(3) if j != k}
    made = nested_cv([NestedRepeat(outer=(losses(0, 1),) * 3, inner=inner)])
    # Every fold has mean 1/2; the inner ones 1/2, 1/4, 3/4: MSE = 1/24 - 1/4 < 0.
    assert made.mse == pytest.approx(1 / 24 - 1 / 4, rel=1e-12)
    assert made.standard_error == pytest.approx(sqrt(3 / 11 / 6), rel=1e-12)


def test_repeats_are_averaged():
    inner = {(k, j): OUTER[j] for k in range(3) for j in range(3) if j != k}
    once = NestedRepeat(outer=OUTER, inner=inner)
    assert nested_cv([once, once]).mse == pytest.approx(nested_cv([once]).mse, rel=1e-12)


def test_two_folds_are_refused():
    inner = {(0, 1): OUTER[1], (1, 0): OUTER[0]}
    with pytest.raises(ProcedureError, match="three folds or more"):
        nested_cv([NestedRepeat(outer=OUTER[:2], inner=inner)])


# Source: nested_cv.R beside this file, which runs the authors' package (commit 7f9d5ae) in R 4.2.2, 2026-11-16.
OF_THE_PACKAGE = {
    "mse": 25.560670614511,
    "raw": 8.27,
    "usual": 8.0890625,
    "error": 4.52200580402201,
    "bias": 0.265029650904527,
}


def test_the_package_of_the_authors_gives_the_same_mean_squared_error_and_standard_error():
    rows = np.arange(1, 21)
    y = np.array([1, 4, 2, 8, 5, 7, 1, 3, 6, 2, 9, 4, 4, 1, 7, 3, 8, 2, 5, 6]) + 0.2 * (rows % 5) ** 2
    fold = rows % 5

    def by_the_mean(tested, *left_out):
        return (y[fold == tested] - y[~np.isin(fold, left_out)].mean()) ** 2

    made = nested_cv(
        [
            NestedRepeat(
                outer=tuple(by_the_mean(k, k) for k in range(5)),
                inner={(k, j): by_the_mean(j, k, j) for k in range(5) for j in range(5) if j != k},
            )
        ]
    )
    assert made.mse == pytest.approx(OF_THE_PACKAGE["mse"], rel=1e-12)
    assert made.raw == pytest.approx(OF_THE_PACKAGE["raw"], rel=1e-12)
    assert made.cross_validation == pytest.approx(OF_THE_PACKAGE["usual"], rel=1e-12)
    assert made.standard_error == pytest.approx(OF_THE_PACKAGE["error"], rel=1e-12)
    theirs, ours = 1 + (3 / 5) ** 1.5, 1 + 3 / 5  # the known difference
    assert made.bias == pytest.approx(OF_THE_PACKAGE["bias"] * ours / theirs, rel=1e-12)


@pytest.mark.parametrize("folds", [3, 5, 10])
def test_the_bias_takes_an_error_that_falls_as_one_over_the_rows_to_all_rows(folds):
    # With error a + c/m on m training rows: K/(K-2) - 1 = (1 + (K-2)/K) (K/(K-2) - K/(K-1)), for every K.
    n, a, c = 10 * folds, 0.2, 7.0

    def error(left_out):
        return np.full(10, a + c / (n * (folds - left_out) / folds))

    outer = tuple(error(1) for _ in range(folds))
    inner = {(k, j): error(2) for k in range(folds) for j in range(folds) if j != k}
    assert nested_cv([NestedRepeat(outer=outer, inner=inner)]).value == pytest.approx(a + c / n, rel=1e-12)
