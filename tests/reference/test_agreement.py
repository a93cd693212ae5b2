import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.agreement import agreement, agreement_matrix, four_counts

RATED = np.array([[20, 5], [10, 15]])


def expand(table):
    pairs = [(i, j) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
    return np.array(pairs).T


def test_cohens_kappa_of_a_published_table():
    # Source: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: p_o = .70, p_e = .50, kappa = .40 (a standard worked example).
    a, b = expand(RATED)
    found = agreement(a, a, b)
    assert found.share == pytest.approx(0.7, rel=1e-15)
    assert found.kappa == pytest.approx(0.4, rel=1e-15)


def test_errors_alike_and_apart_are_told_apart():
    truth, a, b = np.array([0, 0, 0, 1]), np.array([1, 1, 0, 1]), np.array([1, 2, 0, 0])
    found = agreement(truth, a, b)
    assert (found.both_wrong_alike, found.both_wrong_apart) == (1, 1)


def test_two_constants_have_no_kappa():
    ones = np.ones(5, dtype=int)
    assert agreement(ones, ones, ones).kappa is None


def test_the_four_counts_add_up():
    a, b = np.array([1, 1, 0, 0, 1], dtype=bool), np.array([1, 0, 1, 0, 1], dtype=bool)
    found = four_counts(a, b)
    assert (found.both_right, found.mends, found.breaks, found.both_wrong) == (2, 1, 1, 1)
    assert found.difference == 0.0


def test_the_matrix_holds_the_shares_of_every_pair():
    predictions = np.array([[0, 0, 1], [1, 1, 1], [2, 0, 2], [0, 0, 0]])
    expected = [[1, 0.75, 0.75], [0.75, 1, 0.5], [0.75, 0.5, 1]]
    assert agreement_matrix(predictions).tolist() == expected


def test_columns_of_different_lengths_are_refused():
    with pytest.raises(ProcedureError, match="same examples") as caught:
        four_counts(np.ones(3, dtype=bool), np.ones(4, dtype=bool))
    assert caught.value.code == "BO052"
