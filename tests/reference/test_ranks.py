"""Ranks within datasets against R and against counting."""

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.many.ranks import mean_ranks, ranks
from reference_values import TABLES, R


@pytest.mark.parametrize("table", TABLES)
def test_mean_ranks_match_r(table):
    # Source: many_classifiers.R.
    assert mean_ranks(TABLES[table]) == pytest.approx(R[table, "mean_ranks"], rel=1e-14)


def test_a_rank_counts_the_better_ones_and_half_of_the_ties():
    scores = np.random.default_rng(1).integers(0, 6, (50, 9)).astype(float)
    above = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    ties = (scores[:, None, :] == scores[:, :, None]).sum(axis=2) - 1
    assert np.array_equal(ranks(scores), 1 + above + ties / 2)


def test_float_noise_makes_no_difference():
    # 0.1 + 0.2 is 0.30000000000000004: a mean of folds summed in another order.
    assert ranks(np.array([[0.1 + 0.2, 0.3], [0.3, 0.1 + 0.2]])).tolist() == [[1.5, 1.5], [1.5, 1.5]]


def test_missing_scores_have_no_rank():
    nan = np.nan
    scores = np.array([[0.5, nan, 0.5, 0.9], [nan, nan, nan, 0.1]])
    assert np.array_equal(ranks(scores), [[2.5, nan, 2.5, 1], [nan, nan, nan, 1]], equal_nan=True)


@pytest.mark.parametrize(
    ("scores", "code"),
    [
        ([0.1, 0.2], "BO052"),
        ([[0.1], [0.2]], "BO052"),
        ([[0.1, 0.2]], "BO051"),
        ([[0.1, np.inf], [0.2, 0.3]], "BO052"),
    ],
)
def test_what_is_no_table_is_refused(scores, code):
    with pytest.raises(ProcedureError) as error:
        ranks(np.array(scores))
    assert error.value.code == code
