import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from bakeoff.procedures.base.rankings import sort_ascending


def check(scores):
    # Source: numpy's stable argsort, and the definition of a tie.
    order, tied = sort_ascending(scores)
    np.testing.assert_array_equal(order, np.argsort(scores, kind="stable"))
    assert tied == (np.unique(scores).size < scores.size)


@given(hnp.arrays(np.float64, st.integers(1, 60), elements=st.floats(allow_nan=False)))
def test_any_scores_are_put_in_order(scores):
    check(scores)


@given(
    hnp.arrays(
        np.float64, st.integers(1, 60), elements=st.sampled_from([0.0, -0.0, 0.5, -0.5, np.inf, -np.inf])
    )
)
def test_equal_scores_stay_in_the_order_they_came_in(scores):
    check(scores)


def nextafter(base, steps):
    return base + np.asarray(steps) * np.spacing(base)


@pytest.mark.parametrize("base", [1.0, -1.0, 1e-300, 0.7])
def test_scores_that_differ_in_their_last_bits_only_are_told_apart(base):
    # All 300 agree in the bits that their places leave over.
    check(nextafter(base, np.random.default_rng(1).permutation(300)))


@pytest.mark.parametrize("apart", [1, 10, 3000])
def test_a_few_neighbours_among_many_others_are_told_apart(apart):
    rng = np.random.default_rng(apart)
    scores = rng.normal(size=100_000)
    twins = rng.choice(scores.size, size=(apart, 2), replace=False)
    scores[twins[:, 0]] = nextafter(scores[twins[:, 1]], rng.integers(-3, 4, apart))
    check(scores)


@pytest.mark.parametrize("digits", [1, 3, 6, 9])
def test_rounded_scores_are_put_in_order(digits):
    check(np.round(np.random.default_rng(digits).random(200_000), digits))


def test_columns_that_lie_apart_and_single_precision_are_put_in_order():
    table = np.random.default_rng(2).normal(size=(5000, 3))
    check(table[:, 1])
    check(table[:, 2].astype(np.float32))
