import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.example_flips import four_counts
from bakeoff.procedures.predictions.agreement import agreement, agreement_matrix, kappa_matrix

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


def test_the_matrix_of_kappas_holds_the_published_one():
    # Source: the worked example above, .40; a third classifier that says the opposite of b turns it to -.40.
    a, b = expand(RATED)
    found = kappa_matrix(np.column_stack([a, b, 1 - b]))
    assert found[0, 1] == found[1, 0] == pytest.approx(0.4, rel=1e-15)
    assert found[0, 2] == pytest.approx(-0.4, rel=1e-15)
    assert found[1, 2] == pytest.approx(-12 / 13, rel=1e-15)  # by hand: p_o = 0, p_e = .48, so -.48/.52
    assert found.diagonal().tolist() == [1.0, 1.0, 1.0]


def test_kappas_agree_with_scikit_learn():
    # Source: sklearn.metrics.cohen_kappa_score on the same columns.
    from sklearn.metrics import cohen_kappa_score

    labels = (np.arange(300)[:, None] * [3, 5, 7] // [2, 3, 4]) % 4
    found = kappa_matrix(labels)
    for i in range(3):
        for j in range(i):
            assert found[i, j] == pytest.approx(cohen_kappa_score(labels[:, i], labels[:, j]), rel=1e-12)


def test_the_matrix_says_nothing_of_two_constants():
    found = kappa_matrix(np.array([[1, 1, 0], [1, 1, 1]]))
    assert np.isnan(found[0, 1])
    assert found[0, 2] == 0.0


def test_columns_of_different_lengths_are_refused():
    with pytest.raises(ProcedureError, match="same examples") as caught:
        four_counts(np.ones(3, dtype=bool), np.ones(4, dtype=bool))
    assert caught.value.code == "BO052"
