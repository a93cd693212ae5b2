"""Rank sets against a plain enumeration of all flips, pair by pair."""

from itertools import combinations, product
from math import sqrt

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.many.rank_sets import rank_sets, rank_sets_from_covariance


def enumerate_sets(table, alpha, families):
    """Return separated pairs by the definition: all sign flips, largest statistic of the pairs left, step by step."""
    n, k = table.shape
    separated = set()
    for family in families(k):
        left = list(family)
        while left:
            differences = {p: table[:, p[0]] - table[:, p[1]] for p in left}
            roots = {p: sqrt(float((d**2).sum())) for p, d in differences.items()}
            left = [p for p in left if roots[p] > 0]
            observed = {p: abs(differences[p].sum()) / roots[p] for p in left}
            maxima = [
                max((abs(float(np.array(s) @ differences[p])) / roots[p] for p in left), default=0.0)
                for s in product((1, -1), repeat=n)
            ]
            new = [
                p for p in left if sum(m >= observed[p] - 1e-9 for m in maxima) / len(maxima) <= alpha + 1e-12
            ]
            if not new:
                break
            separated |= {(family[0][2], *p[:2]) for p in new}
            left = [p for p in left if p not in new]
    return separated


def all_pairs(k):
    yield [(*p, None) for p in combinations(range(k), 2)]


def each_entry(k):
    for entry in range(k):
        yield [(min(entry, j), max(entry, j), entry) for j in range(k) if j != entry]


def bounds(separated, table, of=None):
    totals = table.sum(axis=0)
    k = totals.size
    best, worst = np.ones(k, dtype=int), np.full(k, k)
    for who, i, j in separated:
        high, low = (i, j) if totals[i] > totals[j] else (j, i)
        if who is None or who == low:
            best[low] += 1
        if who is None or who == high:
            worst[high] -= 1
    return best.tolist(), worst.tolist()


@pytest.mark.parametrize("seed", range(4))
def test_few_units_agree_with_an_enumeration_of_all_flips(seed):
    rng = np.random.default_rng(seed)
    table = rng.normal(size=(9, 4)) + np.array([1.5, 1.0, 0.2, -1.5])
    found = rank_sets(table, rng=rng)
    assert (found.best.tolist(), found.worst.tolist()) == bounds(
        enumerate_sets(table, 0.05, all_pairs), table
    )
    assert (found.best_marginal.tolist(), found.worst_marginal.tolist()) == bounds(
        enumerate_sets(table, 0.05, each_entry), table
    )
    assert found.draws == 2**8


def test_right_and_wrong_answers_agree_with_the_enumeration():
    rng = np.random.default_rng(11)
    table = (rng.random((10, 4)) < np.array([0.95, 0.9, 0.4, 0.05])).astype(float)
    found = rank_sets(table, rng=rng)
    assert (found.best.tolist(), found.worst.tolist()) == bounds(
        enumerate_sets(table, 0.05, all_pairs), table
    )


def test_random_flips_come_near_to_all_flips():
    rng = np.random.default_rng(5)
    table = rng.normal(size=(11, 5)) + np.arange(5)
    exact = rank_sets(table, rng=rng)
    # Eleven units twice, once with nothing in it: the flips are drawn, the statistics the same.
    drawn = rank_sets(np.vstack([table, np.zeros((11, 5))]), rng=rng, draws=4000)
    assert drawn.draws == 4000
    assert drawn.critical == pytest.approx(exact.critical, abs=0.1)
    assert drawn.best.tolist() == exact.best.tolist()


def test_five_units_cannot_separate_anybody():
    # 2^(5 − 1) flips: the smallest p-value is 1/16.
    table = np.arange(5)[:, None] * 0.01 + np.array([10.0, 5.0, 0.0])
    assert rank_sets(table, rng=np.random.default_rng(0)).best.tolist() == [1, 1, 1]


def test_marginal_sets_are_never_wider():
    rng = np.random.default_rng(3)
    table = (rng.random((300, 12)) < np.linspace(0.4, 0.7, 12)).astype(float)
    found = rank_sets(table, rng=rng)
    assert (found.best_marginal >= found.best).all()
    assert (found.worst_marginal <= found.worst).all()


def test_identical_entries_are_never_separated_and_share_their_sets():
    rng = np.random.default_rng(4)
    table = (rng.random((200, 3)) < np.array([0.9, 0.5, 0.1])).astype(float)
    found = rank_sets(table[:, [0, 0, 1, 2]], rng=rng)
    assert found.best.tolist() == [1, 1, 3, 4]
    assert found.worst.tolist() == [2, 2, 3, 4]


def test_rescaling_and_order_change_nothing():
    rng = np.random.default_rng(6)
    table = rng.normal(size=(8, 5)) + np.arange(5)
    one = rank_sets(table, rng=rng)
    turned = rank_sets(1e-6 * table[::-1, ::-1] + 3.0, rng=rng)
    assert turned.best[::-1].tolist() == one.best.tolist()
    assert turned.worst[::-1].tolist() == one.worst.tolist()


def test_sets_from_a_covariance_hold_everybody_who_is_tied():
    wide = rank_sets_from_covariance(
        np.array([0.3, 0.2, 0.1]), np.eye(3), units=50, rng=np.random.default_rng(0)
    )
    assert (wide.best.tolist(), wide.worst.tolist()) == ([1, 1, 1], [3, 3, 3])
    far = rank_sets_from_covariance(
        np.array([30.0, 20.0, 10.0]), np.eye(3) / 10, units=500, rng=np.random.default_rng(0)
    )
    assert (far.best.tolist(), far.worst.tolist()) == ([1, 2, 3], [1, 2, 3])


def test_the_critical_value_of_independent_entries_is_that_of_the_studentized_range():
    # Source: scipy.stats.studentized_range(k=10, df → ∞).ppf(.95)/√2 = 4.474/√2 = 3.1637.
    found = rank_sets_from_covariance(
        np.zeros(10), np.eye(10), units=10**6, rng=np.random.default_rng(1), draws=40_000
    )
    assert found.critical == pytest.approx(3.1637, abs=0.03)


def test_one_unit_is_refused():
    with pytest.raises(ProcedureError, match="two units or more"):
        rank_sets(np.ones((1, 3)), rng=np.random.default_rng(0))


# Source: csranks (rank_sets.R), 20,000 draws, step-down; simultaneous (True) and marginal sets.
CSRANKS = {
    ("independent", True): ([1, 1, 3, 3, 5, 6], [2, 2, 4, 4, 5, 6]),
    ("independent", False): ([1, 1, 3, 3, 5, 6], [2, 2, 4, 4, 5, 6]),
    ("correlated", True): ([1, 1, 3, 3, 5], [2, 2, 4, 4, 5]),
    ("correlated", False): ([1, 1, 3, 3, 5], [2, 2, 4, 4, 5]),
    ("uneven", True): ([1, 1, 3, 3, 5, 5, 7], [2, 2, 4, 4, 6, 6, 7]),
    ("uneven", False): ([1, 1, 3, 3, 5, 5, 7], [2, 2, 4, 4, 6, 6, 7]),
}
ESTIMATES = {
    "independent": (np.array([2.0, 1.9, 1.0, 0.9, 0.0, -1.2]), np.eye(6) / 25),
    "correlated": (np.array([1.0, 0.85, 0.35, 0.2, -0.4]), (np.eye(5) * 0.4 + 0.6) / 50),
    "uneven": (np.array([3, 2.8, 1.6, 1.4, -0.1, -0.2, -2.2]), np.diag(np.arange(1, 8) / 60)),
}


@pytest.mark.parametrize("case", ESTIMATES)
def test_sets_from_a_covariance_are_those_of_csranks(case):
    found = rank_sets_from_covariance(
        *ESTIMATES[case], units=10**9, rng=np.random.default_rng(0), draws=20_000
    )
    assert (found.best.tolist(), found.worst.tolist()) == CSRANKS[case, True]
    assert (found.best_marginal.tolist(), found.worst_marginal.tolist()) == CSRANKS[case, False]
