"""Friedman's and Iman and Davenport's tests against R, printed tables and enumeration."""

from fractions import Fraction
from itertools import permutations, product
from math import factorial, inf

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.many.friedman import friedman, iman_davenport
from bakeoff.procedures.many.ranks import ranks
from published_tables import DEMSAR2006, GARCIA_HERRERA2008
from reference_values import TABLES, R

# mirkobunse/critdd, tests: examples from textbooks.
CATALYSTS = np.array([[84.5, 78.4, 83.1], [82.8, 79.1, 79.9], [79.1, 78.0, 77.8], [80.2, 76.0, 77.9]])
TREES = np.array([[6.0, 4, 4, 2], [4, 3, 2, 1], [3, 3, 1, 2], [3, 2, 1, 1]])


@pytest.mark.parametrize("table", TABLES)
def test_friedman_matches_r(table):
    # Source: many_classifiers.R; R corrects for ties.
    result = friedman(TABLES[table], reference="approximate")
    assert (result.statistic, result.p_value) == pytest.approx(R[table, "friedman"], rel=1e-12)


@pytest.mark.parametrize("table", TABLES)
def test_iman_davenport_matches_an_analysis_of_variance_of_the_ranks_in_r(table):
    # Source: many_classifiers.R.
    result = iman_davenport(TABLES[table])
    assert (result.statistic, result.p_value) == pytest.approx(R[table, "iman_davenport"], rel=1e-11)


def test_demsars_table_as_printed_without_tie_correction():
    # Demšar's formula by exact arithmetic: rank sums 44, 28, 41, 27 of 14 datasets give 69/7.
    sums = [Fraction(s, 14) for s in (44, 28, 41, 27)]
    exact = Fraction(12 * 14, 4 * 5) * (sum(s * s for s in sums) - Fraction(4 * 25, 4))
    assert exact == Fraction(69, 7)
    result = friedman(DEMSAR2006, tie_correction=False, reference="approximate")
    assert result.statistic == pytest.approx(float(exact), rel=1e-14)
    assert result.p_value == pytest.approx(0.019820334037905146, rel=1e-12)
    exact_f = 13 * exact / (14 * 3 - exact)
    result = iman_davenport(DEMSAR2006, tie_correction=False)
    assert result.statistic == pytest.approx(float(exact_f), rel=1e-14)
    assert result.df == (3, 39)
    assert result.p_value == pytest.approx(0.01435244621602403, rel=1e-12)


def test_demsars_paper_from_its_own_ranks():
    # The paper prints chi² 9.28 and F 3.69: in the row "voting" it had unrounded scores that break a tie.
    scores = DEMSAR2006.copy()
    scores[12, 2] += 1e-4
    assert ranks(scores).mean(axis=0) == pytest.approx([3.143, 2.000, 2.893, 1.964], abs=0.0005)
    assert friedman(scores, tie_correction=False).statistic == pytest.approx(9.28, abs=0.005)
    assert iman_davenport(scores, tie_correction=False).statistic == pytest.approx(3.69, abs=0.005)


def test_garcia_and_herreras_table():
    # Output of the R package scmamp on this table; no tie correction.
    result = friedman(GARCIA_HERRERA2008, tie_correction=False)
    assert (result.statistic, result.p_value) == (
        pytest.approx(39.647, abs=5e-4),
        pytest.approx(5.121e-08, rel=2e-4),
    )
    result = iman_davenport(GARCIA_HERRERA2008, tie_correction=False)
    assert (result.statistic, result.df) == (pytest.approx(14.309, abs=5e-4), (4, 116))
    assert result.p_value == pytest.approx(1.593e-09, rel=5e-4)


@pytest.mark.parametrize(("table", "chi2"), [(CATALYSTS, 6.5), (TREES, 9.525)])
def test_textbook_examples_without_tie_correction(table, chi2):
    assert friedman(table, tie_correction=False).statistic == pytest.approx(chi2, abs=1e-12)


def with_rank_sums_of(n, statistic):
    """Find scores of three classifiers on n datasets with this statistic, without ties."""
    orders = [np.array(o, dtype=float) for o in permutations(range(3))]
    for choice in product(orders, repeat=n):
        scores = np.array(choice)
        if friedman(scores, reference="approximate").statistic == pytest.approx(statistic, abs=0.001):
            return scores
    raise AssertionError(statistic)


# Friedman's (1937) exact table for three columns, as reprinted in textbooks (Siegel 1956, Table N).
@pytest.mark.parametrize(
    ("n", "statistic", "p"),
    [
        (2, 4, 0.167),
        (3, 4.667, 0.194),
        (3, 6, 0.028),
        (4, 6, 0.069),
        (4, 6.5, 0.042),
        (4, 8, 0.0046),
        (5, 6.4, 0.039),
    ],
)
def test_exact_probabilities_match_friedmans_table(n, statistic, p):
    result = friedman(with_rank_sums_of(n, statistic), reference="exact")
    assert result.p_value == pytest.approx(p, abs=0.0005 if p > 0.01 else 0.00005)


@pytest.mark.parametrize(
    "scores",
    [
        [[1, 2, 3], [1, 3, 2], [1, 2, 3], [2, 1, 3]],
        [[1, 1, 2], [3, 3, 3], [1, 2, 2], [0, 0, 1], [1, 2, 3]],
        [[1, 2, 3, 3], [4, 1, 1, 1], [2, 2, 5, 1]],
        [[1, 2], [2, 1], [1, 1], [1, 2], [1, 2]],
    ],
)
def test_exact_probabilities_match_enumeration_with_ties(scores):
    ranked = ranks(np.array(scores, dtype=float))
    center = ranked.shape[0] * (ranked.shape[1] + 1) / 2
    spread = [
        sum((sum(column) - center) ** 2 for column in zip(*rows, strict=True))
        for rows in product(*(permutations(row) for row in ranked.tolist()))
    ]
    observed = ((ranked.sum(axis=0) - center) ** 2).sum()
    exact = sum(s >= observed - 1e-9 for s in spread) / len(spread)
    result = friedman(np.array(scores, dtype=float), reference="exact")
    assert result.p_value == pytest.approx(exact, rel=1e-12)
    assert result.method.startswith("exact")


def test_exact_where_quick_and_approximate_beyond():
    rng = np.random.default_rng(0)
    assert friedman(rng.random((10, 4))).method.startswith("exact")
    large = friedman(rng.random((50, 10)))
    assert large.method == "chi-squared approximation"
    assert large.p_value == large.steps["chi2_p"]


def test_exact_refuses_what_would_take_for_ever():
    with pytest.raises(ProcedureError, match="too many orders"):
        friedman(np.random.default_rng(0).random((50, 10)), reference="exact")


def test_an_unknown_reference_is_refused():
    with pytest.raises(ProcedureError, match="auto, exact, approximate"):
        friedman(CATALYSTS, reference="exactly")


@pytest.mark.parametrize("test", [friedman, iman_davenport])
def test_identical_classifiers_have_p_one(test):
    # scipy 1.17.1: friedmanchisquare returns NaN with a warning.
    result = test(np.tile([[0.9], [0.5], [0.7]], (1, 4)))
    assert (result.statistic, result.p_value) == (0, 1)


def test_perfect_agreement_has_the_exact_probability_of_agreement():
    # Any of the k! orders of the first dataset, repeated n - 1 times.
    scores = np.tile([0.9, 0.8, 0.7, 0.6], (5, 1))
    result = iman_davenport(scores)
    assert (result.statistic, result.p_value) == (inf, pytest.approx(factorial(4) ** -4.0, rel=1e-14))
    assert friedman(scores).p_value == pytest.approx(result.p_value, rel=1e-12)


def test_perfect_agreement_with_ties():
    # Twelve orders of (1, 2.5, 2.5, 4).
    scores = np.tile([0.9, 0.8, 0.8, 0.6], (5, 1))
    assert iman_davenport(scores).p_value == pytest.approx(12**-4.0, rel=1e-14)
    assert friedman(scores).p_value == pytest.approx(12**-4.0, rel=1e-12)


def test_missing_scores_are_refused():
    with pytest.raises(ProcedureError, match="Skillings"):
        friedman(np.array([[1.0, 2, np.nan], [1, 2, 3]]))
