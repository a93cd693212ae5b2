"""Laws of the maximum over pairs: mirrors, order, scale, and an interval that never contradicts the test."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import bakeoff
from bakeoff.core.results import Alternative, significance
from bakeoff.procedures.many import dataset_flips, simultaneous_means
from bakeoff.procedures.many.max_t import max_t

MIRROR = {
    Alternative.GREATER: Alternative.LESS,
    Alternative.LESS: Alternative.GREATER,
    Alternative.TWO_SIDED: Alternative.TWO_SIDED,
}
SOME_FLIPS = 200  # so that tables of nine datasets and more are judged by random flips

percents = st.integers(0, 100).map(lambda x: x / 100)
tables = hnp.arrays(np.float64, st.tuples(st.integers(3, 12), st.integers(2, 5)), elements=percents)


@st.composite
def tables_with_gaps(draw):
    """Draw a table with missing scores, of which every pair shares a dataset: the first is complete."""
    table = draw(tables)
    gaps = draw(hnp.arrays(np.bool_, table.shape, elements=st.sampled_from([False, False, True])))
    gaps[0] = False
    return np.where(gaps, np.nan, table)


every_table = st.one_of(tables, tables_with_gaps())
statistics = st.sampled_from(["adaptive", "t", "mean"])
alternatives = st.sampled_from(Alternative)
levels = st.sampled_from([0.6, 0.8, 0.95])


def judged(table, pairs=None, **options):
    pairs = list(combinations(range(table.shape[1]), 2)) if pairs is None else pairs
    return max_t(table, pairs=pairs, rng=np.random.default_rng(7), flips=SOME_FLIPS, **options)


@settings(max_examples=60, deadline=None)
@given(table=every_table, statistic=statistics, data=st.data())
def test_a_copied_column_changes_no_p_value_of_the_others(table, statistic, data):
    classifiers = table.shape[1]
    copied = data.draw(st.integers(0, classifiers - 1))
    pairs = list(combinations(range(classifiers), 2))
    with_copy = np.column_stack([table, table[:, copied]])
    every = list(combinations(range(classifiers + 1), 2))
    found = dict(zip(every, p_values(judged(with_copy, every, statistic=statistic)), strict=True))
    assert [found[pair] for pair in pairs] == p_values(judged(table, pairs, statistic=statistic))
    assert found[copied, classifiers] == (1.0, 1.0)


@settings(max_examples=40, deadline=None)
@given(table=tables_with_gaps(), statistic=statistics)
def test_a_dataset_with_one_score_only_changes_no_p_value(table, statistic):
    lonely = np.full((1, table.shape[1]), np.nan)
    lonely[0, 0] = 0.5
    assert p_values(judged(np.vstack([table, lonely]), statistic=statistic)) == p_values(
        judged(table, statistic=statistic)
    )


def numbers(results):
    return [(r.statistic, r.p_value, r.p_adjusted, r.estimate) for r in results]


def p_values(results):
    return [(r.p_value, r.p_adjusted) for r in results]


@settings(max_examples=60, deadline=None)
@given(table=every_table, statistic=statistics, alternative=alternatives, level=levels)
def test_the_interval_agrees_with_the_adjusted_p_value(table, statistic, alternative, level):
    for result in judged(table, statistic=statistic, alternative=alternative, level=level):
        interval = result.estimate.interval
        assert result.estimate.value in interval
        if result.p_adjusted < significance(level):
            assert not interval.low < 0 < interval.high
        else:
            assert interval.low <= 0 <= interval.high


@settings(max_examples=60, deadline=None)
@given(table=every_table, statistic=statistics, alternative=alternatives)
def test_swapping_a_and_b_mirrors_every_number(table, statistic, alternative):
    pairs = list(combinations(range(table.shape[1]), 2))
    there = judged(table, pairs, statistic=statistic, alternative=alternative)
    back = judged(table, [(b, a) for a, b in pairs], statistic=statistic, alternative=MIRROR[alternative])
    for one, other in zip(there, back, strict=True):
        assert (one.p_value, one.p_adjusted, one.statistic) == (
            other.p_value,
            other.p_adjusted,
            -other.statistic,
        )
        ends, mirrored = one.estimate.interval, other.estimate.interval
        assert (one.estimate.value, ends.low, ends.high) == (
            -other.estimate.value,
            -mirrored.high,
            -mirrored.low,
        )


@settings(max_examples=60, deadline=None)
@given(table=every_table, statistic=statistics, data=st.data())
def test_the_order_of_datasets_changes_no_digit(table, statistic, data):
    order = data.draw(st.permutations(range(len(table))))
    assert numbers(judged(table, statistic=statistic)) == numbers(judged(table[order], statistic=statistic))


@settings(max_examples=60, deadline=None)
@given(rng=st.integers(0, 10**6).map(np.random.default_rng), statistic=statistics)
def test_the_order_of_classifiers_changes_no_p_value(rng, statistic):
    # Scores without ties between datasets: those that hold the same scores cannot be told apart by their scores.
    table, order = rng.normal(size=(10, 4)), rng.permutation(4)
    place = np.argsort(order)
    pairs = list(combinations(range(4), 2))
    moved = [(int(place[a]), int(place[b])) for a, b in pairs]
    there = judged(table, pairs, statistic=statistic)
    assert p_values(there) == p_values(judged(table[:, order], moved, statistic=statistic))


@settings(max_examples=60, deadline=None)
@given(table=every_table, statistic=statistics, alternative=alternatives)
def test_percent_or_fraction_gives_the_same_p_values(table, statistic, alternative):
    options = {"statistic": statistic, "alternative": alternative}
    assert p_values(judged(table, **options)) == p_values(judged(table * 100, **options))


@settings(max_examples=60, deadline=None)
@given(table=every_table, statistic=statistics, alternative=alternatives)
def test_adjustment_never_lowers_a_p_value(table, statistic, alternative):
    for result in judged(table, statistic=statistic, alternative=alternative):
        assert 0 < result.p_value <= result.p_adjusted <= 1


@settings(max_examples=60, deadline=None)
@given(table=every_table)
def test_a_statistic_never_points_against_the_mean(table):
    for result in judged(table):
        assert result.statistic * result.estimate.value >= 0


@given(table=tables.filter(lambda t: len(t) < 9))
@settings(max_examples=30, deadline=None)
def test_the_two_sides_share_the_flips(table):
    greater, less = (judged(table, alternative=side) for side in (Alternative.GREATER, Alternative.LESS))
    for up, down in zip(greater, less, strict=True):
        assert up.p_value + down.p_value >= 1


@pytest.mark.parametrize("statistic", ["adaptive", "t", "mean"])
@pytest.mark.parametrize(("tile", "width"), [(100, 15), (64, 4), (1, 1)])
def test_the_size_of_tiles_changes_nothing(statistic, tile, width, monkeypatch):
    table = np.random.default_rng(3).integers(0, 9, size=(30, 6)) / 10
    whole = numbers(judged(table, statistic=statistic))
    monkeypatch.setattr(dataset_flips, "_TILE", tile)
    monkeypatch.setattr(dataset_flips, "_TILE_PAIRS", width)
    monkeypatch.setattr(dataset_flips, "_BLOCK", tile)
    monkeypatch.setattr(simultaneous_means, "_TILE", tile)
    small = numbers(judged(table, statistic=statistic))
    assert [w[1:3] for w in whole] == [s[1:3] for s in small]
    ends = [[(n[3].interval.low, n[3].interval.high) for n in found] for found in (whole, small)]
    np.testing.assert_allclose(*ends, rtol=1e-12)


def test_a_dataset_that_shifts_all_scores_alike_changes_no_exact_p_value():
    rng = np.random.default_rng(5)
    table = rng.integers(0, 50, size=(8, 4)) / 100
    harder = table + rng.integers(0, 40, size=(8, 1)) / 100
    assert p_values(judged(table)) == p_values(judged(harder))


def test_zero_is_one_number_with_either_sign():
    table = np.array([[0.0, 0.1, 0.2], [0.1, 0.0, 0.3], [0.2, 0.4, 0.0], [0.3, 0.5, 0.9]])
    with_copy = np.column_stack([table, np.where(table[:, 0] == 0, -0.0, table[:, 0])])
    every = list(combinations(range(4), 2))
    found = dict(zip(every, p_values(judged(with_copy, every)), strict=True))
    assert found[0, 3] == (1.0, 1.0)
    assert [found[pair] for pair in combinations(range(3), 2)] == p_values(judged(table))


def test_few_gaps_are_judged_as_many_are(monkeypatch):
    rng = np.random.default_rng(11)
    table = rng.uniform(0.5, 0.9, (40, 14)).round(3)
    table[rng.random(table.shape) < 0.01] = np.nan
    pairs = list(combinations(range(14), 2))
    few = max_t(table, pairs=pairs, rng=np.random.default_rng(7), flips=5_000)
    monkeypatch.setattr(dataset_flips, "_FEW", -1.0)
    assert p_values(few) == p_values(max_t(table, pairs=pairs, rng=np.random.default_rng(7), flips=5_000))


@pytest.mark.parametrize("datasets", [100, 200, 1000])
def test_intervals_are_as_wide_on_many_datasets_as_normal_errors_make_them(datasets):
    # Source: of three means of independent normal errors the largest studentized difference is a studentized range;
    # its upper 5 % point with infinite degrees of freedom is 3.314 (tables of the range, as in `tukey1953`).
    rng = np.random.default_rng(3)
    errors = rng.normal(size=(datasets, 3))
    table = 75 + 10 * rng.normal(size=(datasets, 1)) + 3 * (errors - errors.mean(axis=0)) / errors.std(axis=0)
    made = bakeoff.compare({name: list(column) for name, column in zip("abc", table.T, strict=True)})
    arms = [(pair.interval.high - pair.interval.low) / 2 for pair in made.pairs]
    assert made.pairs[0].result.procedure == "max-t"
    assert arms == pytest.approx([3.314 * 3 / datasets**0.5] * 3, rel=0.12)
