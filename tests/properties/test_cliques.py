"""Laws of the groups of classifiers that were not told apart."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.many.cliques import bars, cliques


@st.composite
def comparisons(draw):
    k = draw(st.integers(1, 7))
    upper = draw(st.lists(st.booleans(), min_size=k * (k - 1) // 2, max_size=k * (k - 1) // 2))
    differs = np.zeros((k, k), dtype=bool)
    differs[np.triu_indices(k, 1)] = upper
    ranks = draw(st.lists(st.integers(2, 2 * k).map(lambda r: r / 2), min_size=k, max_size=k))
    return np.array(ranks), differs | differs.T


def alike(group, differs):
    return not any(differs[a, b] for a, b in combinations(group, 2))


@settings(deadline=None)
@given(comparisons())
def test_a_bar_never_covers_a_pair_that_differs(comparison):
    ranks, differs = comparison
    order = list(np.argsort(ranks, kind="stable"))
    for bar in bars(ranks, differs):
        places = [order.index(c) for c in bar]
        covered = order[min(places) : max(places) + 1]
        assert alike(covered, differs)


@settings(deadline=None)
@given(comparisons())
def test_bars_are_all_the_longest_runs_without_a_difference(comparison):
    ranks, differs = comparison
    order = [int(c) for c in np.argsort(ranks, kind="stable")]
    runs = [order[i:j] for i in range(len(order)) for j in range(i + 2, len(order) + 1)]
    runs = [r for r in runs if alike(r, differs)]
    longest = [tuple(r) for r in runs if not any(set(r) < set(other) for other in runs)]
    assert list(bars(ranks, differs)) == longest


@settings(deadline=None)
@given(comparisons())
def test_cliques_are_all_the_largest_groups_without_a_difference(comparison):
    _, differs = comparison
    k = len(differs)
    groups = [g for size in range(2, k + 1) for g in combinations(range(k), size) if alike(g, differs)]
    largest = sorted(g for g in groups if not any(set(g) < set(other) for other in groups))
    assert list(cliques(differs)) == largest


@settings(deadline=None)
@given(comparisons())
def test_every_bar_lies_within_a_clique(comparison):
    ranks, differs = comparison
    groups = [set(g) for g in cliques(differs)]
    assert all(any(set(bar) <= g for g in groups) for bar in bars(ranks, differs))


@settings(deadline=None)
@given(st.integers(2, 12), st.data())
def test_with_one_critical_difference_bars_and_cliques_are_the_same(k, data):
    # As in Nemenyi's test: two classifiers differ when their ranks do by more than a constant.
    ranks = np.array(data.draw(st.lists(st.floats(1, k), min_size=k, max_size=k, unique=True)))
    differs = np.abs(ranks[:, None] - ranks) > data.draw(st.floats(0.01, k))
    assert {frozenset(b) for b in bars(ranks, differs)} == {frozenset(c) for c in cliques(differs)}


def test_two_hundred_classifiers_that_are_all_alike_are_one_group():
    differs = np.zeros((200, 200), dtype=bool)
    assert bars(np.arange(200.0), differs) == cliques(differs) == (tuple(range(200)),)


@pytest.mark.parametrize("differs", [[[0, 1], [0, 0]], [[1, 0], [0, 0]], [[0, 0, 0], [0, 0, 0]]])
def test_what_is_no_table_of_differences_is_refused(differs):
    with pytest.raises(ProcedureError):
        bars([1.0, 2.0], np.array(differs, dtype=bool))
