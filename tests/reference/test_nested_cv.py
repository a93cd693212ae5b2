"""Nested cross-validation by the formulas of Bates, Hastie and Tibshirani (2024), worked by hand."""

from math import sqrt

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.nested_cv import NestedRepeat, nested_cv

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
