"""Meta-regression against R 4.2 (lm, uniroot): see meta_regression.R, 2026-11-16."""

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.across.meta_regression import meta_regression

Y = np.array([0.021, -0.004, 0.035, 0.012, 0.050, -0.013, 0.027, 0.041])
X = np.array([0.10, 0.02, 0.30, 0.15, 0.45, 0.00, 0.22, 0.38])
S = np.array([0.004, 0.010, 0.006, 0.012, 0.005, 0.009, 0.007, 0.011]) / 2


def test_without_standard_errors_it_is_least_squares_as_in_r():
    fit = meta_regression(Y, X)
    assert fit.slope == pytest.approx(0.126834078359, rel=1e-10)
    assert fit.standard_error == pytest.approx(0.0155523007977, rel=1e-10)
    assert fit.p_value == pytest.approx(0.000182844391256, rel=1e-9)
    assert fit.between_variance is None


def test_with_standard_errors_it_weighs_by_precision_and_what_is_left_between_datasets_as_in_r():
    fit = meta_regression(Y, X, standard_errors=S)
    assert fit.between_variance == pytest.approx(3.60852126e-05, rel=1e-6)
    assert fit.slope == pytest.approx(0.123341306, rel=1e-6)
    assert fit.standard_error == pytest.approx(0.0164320149, rel=1e-6)
    assert fit.p_value == pytest.approx(0.000289258658, rel=1e-5)


def test_where_the_property_explains_everything_the_error_is_not_shrunk_below_the_noise():
    rest = Y - 0.11 * X
    fit = meta_regression(0.11 * X + (rest - rest.mean()) / 10, X, standard_errors=S)
    assert fit.between_variance == 0
    assert fit.slope == pytest.approx(0.109611683, rel=1e-7)
    assert fit.standard_error == pytest.approx(0.00750637617, rel=1e-7)


@pytest.mark.parametrize(
    ("y", "x", "code"),
    [(Y[:3], X[:3], "BO051"), (Y, np.ones(8), "BO050"), (Y, np.where(X > 0.4, np.nan, X), "BO052")],
)
def test_what_has_no_slope_is_refused(y, x, code):
    with pytest.raises(ProcedureError) as refused:
        meta_regression(y, x)
    assert refused.value.code == code
