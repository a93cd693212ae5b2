"""What a judge tends to, against R: lm with the HC3 covariance written out."""

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.judges.judge_tendency import judge_tendency

# Source: R 4.2.2
#   e <- c(0,0,1,0,0,1,0,-1,0,1,0,0,1,-1,0); x <- c(3,1,4,1,5,9,2,6,5,3,5,8,9,7,9)
#   m <- lm(e ~ x); X <- model.matrix(m); u <- residuals(m) / (1 - hatvalues(m))
#   V <- solve(crossprod(X)) %*% crossprod(X * u) %*% solve(crossprod(X))
#   b <- coef(m)[[2]]; s <- sqrt(V[2, 2]); c(b, b - qt(.975, 13) * s, b + qt(.975, 13) * s)
ERRORS = np.array([0, 0, 1, 0, 0, 1, 0, -1, 0, 1, 0, 0, 1, -1, 0], dtype=float)
VALUES = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9], dtype=float)
BY_R = (0.015513126, -0.113947824, 0.144974077)


def test_the_slope_and_its_interval_are_those_of_r():
    found = judge_tendency(ERRORS, VALUES)
    assert (found.value, found.interval.low, found.interval.high) == pytest.approx(BY_R, abs=1e-7)


def test_groups_of_one_item_are_items_with_a_degree_of_freedom_more():
    alone = judge_tendency(ERRORS, VALUES).interval
    grouped = judge_tendency(ERRORS, VALUES, item_groups=np.arange(15)).interval
    assert 0.98 < (grouped.high - grouped.low) / (alone.high - alone.low) < 1


def test_a_property_that_does_not_vary_is_refused():
    with pytest.raises(ProcedureError):
        judge_tendency(ERRORS, np.ones(15))
