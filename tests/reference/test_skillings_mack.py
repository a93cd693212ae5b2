"""The Skillings–Mack test against R, published examples and Friedman's test."""

from itertools import permutations, product

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.many.skillings_mack import skillings_mack
from reference_values import TABLES, R

NAN = np.nan
# Metronome and stuttering: Brady (1969), in Hollander & Wolfe (1999); the unit tests of tlsfuzzer quote 13.28095 and
# p 0.001306405 for it from the R package PMCMRplus.
STUTTERING = np.array(
    [[3, 1, 5, 2, 0, 0, 0, 0], [5, 3, 4, NAN, 2, 2, 3, 2], [15, 18, 21, 6, 17, 10, 8, 13]]
).T


def test_a_published_example():
    result = skillings_mack(STUTTERING)
    assert (result.statistic, result.p_value) == (
        pytest.approx(13.28095, rel=1e-6),
        pytest.approx(0.001306405, rel=1e-6),
    )
    assert result.df == (2,)


def with_gaps(table, cells):
    scores = TABLES[table].copy()
    for row, column in cells:
        scores[row, column] = NAN
    return scores


def test_matches_r_on_a_table_with_gaps():
    # Source: many_classifiers.R. The last dataset has one score left, and says nothing.
    cells = [(0, 2), (1, 0), (4, 5), (4, 1), (8, 3), (11, 0), (11, 1), (11, 2), (11, 3), (11, 4)]
    result = skillings_mack(with_gaps("waves", cells))
    assert (result.statistic, result.p_value) == pytest.approx(R["gaps", "skillings_mack"], rel=1e-11)
    assert result.n == 11


def test_matches_r_on_a_table_with_gaps_and_ties():
    # Source: many_classifiers.R, with the variance that ties leave.
    result = skillings_mack(with_gaps("ties", [(0, 3), (2, 0), (5, 1)]))
    assert (result.statistic, result.p_value) == pytest.approx(R["tied_gaps", "skillings_mack"], rel=1e-11)


def test_matches_r_without_tie_correction():
    # Source: many_classifiers.R, with the variance of the original paper.
    result = skillings_mack(with_gaps("ties", [(0, 3), (2, 0), (5, 1)]), tie_correction=False)
    expected = R["tied_gaps", "skillings_mack_uncorrected"]
    assert (result.statistic, result.p_value) == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("table", TABLES)
def test_a_complete_table_gives_friedmans_test(table):
    # Source: friedman.test in R, which corrects for ties.
    result = skillings_mack(TABLES[table])
    assert (result.statistic, result.p_value) == pytest.approx(R[table, "friedman"], rel=1e-10)


def test_under_the_null_the_statistic_has_the_mean_of_chi_squared():
    # With the variance as it is under permutation, the mean over all orders is exactly the degrees of freedom.
    blocks = [[1.0, 2.0, NAN], [1.0, 1.0, 3.0], [NAN, 2.0, 5.0]]
    orders = [sorted(set(permutations([v for v in row if v == v]))) for row in blocks]
    statistics = []
    for choice in product(*orders):
        table = np.array(blocks)
        for row, values in zip(table, choice, strict=True):
            row[~np.isnan(row)] = values
        statistics.append(skillings_mack(table).statistic)
    assert np.mean(statistics) == pytest.approx(2, rel=1e-12)


def test_identical_classifiers_have_p_one():
    scores = np.array([[0.9, 0.9, NAN], [0.5, 0.5, 0.5], [0.7, 0.7, 0.7]])
    result = skillings_mack(scores)
    assert (result.statistic, result.p_value) == (0, 1)


@pytest.mark.parametrize(
    "scores",
    [
        [[1, 2, NAN, NAN], [2, 1, NAN, NAN], [NAN, NAN, 3, 1], [NAN, NAN, 3, 2]],
        [[1, 2, NAN], [2, 1, NAN], [NAN, NAN, 3]],
        [[1, NAN, NAN], [NAN, 2, NAN], [NAN, NAN, 3]],
    ],
)
def test_classifiers_without_shared_datasets_are_refused(scores):
    with pytest.raises(ProcedureError, match="no chain of shared datasets") as error:
        skillings_mack(np.array(scores, dtype=float))
    assert error.value.code == "BO052"
