"""Fragility against brute force: every part of every table, with tests by their definition."""

from itertools import combinations

import numpy as np
import pytest
from scipy import special, stats

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Verdict
from bakeoff.procedures.base.quick_tests import QUICK_TESTS
from bakeoff.procedures.fragility import rank_removals
from bakeoff.procedures.fragility.verdict_changes import (
    leave_one_out,
    pick_by_hand,
    share_of_subsets,
    smallest_flip,
)
from bakeoff.procedures.paired.paired_t import paired_t
from bakeoff.procedures.paired.sign import sign
from bakeoff.procedures.paired.sign_flip import sign_flip
from bakeoff.procedures.paired.wilcoxon import wilcoxon

TESTS = ("paired-t", "wilcoxon", "sign", "sign-flip")
FIGURE_15_2 = np.array([5.0, -3, 0, 6, -11, -10, 4, 9, 0, 7])
FIGURE_15_7 = np.array([5.0, -3, 0, 6, 4, 9, 0, 7, 5, 6])
EXERCISE = np.array([12.0, 6, 6, 2, -1, 8, -4, 7, -4, 8, -2, 10, -2, 3, -2, 1, 0, -1, 13, -4])


def by_definition(values, test, alternative):
    """Return statistic and p-value: t from mean and spread, or all signs listed; None where there is no t."""
    if test == "paired-t":
        if values.size < 2 or values.min() == values.max():
            return None
        t = values.mean() / (values.std(ddof=1) / np.sqrt(values.size))
        up, down = special.stdtr(values.size - 1, [-t, t])
        return t, {"two-sided": 2 * min(up, down), "greater": up, "less": down}[alternative.value]
    if test == "sign":
        weights = (values != 0).astype(float)
    elif test == "sign-flip":
        weights = np.abs(values)
    else:
        weights = np.where(values == 0, 0.0, stats.rankdata(np.abs(values)))
    observed = float((np.sign(values) * weights).sum())
    signs = 1.0 - 2.0 * (np.arange(2**values.size)[:, None] >> np.arange(values.size) & 1)
    sums = signs @ weights
    up, down = np.mean(sums >= observed - 1e-9), np.mean(sums <= observed + 1e-9)
    p = {"two-sided": min(1.0, 2 * min(up, down)), "greater": up, "less": down}[alternative.value]
    return observed, p


def word(values, test, level, alternative):
    answer = by_definition(values, test, alternative)
    if answer is None:
        return None
    return 0 if answer[1] >= round(1 - level, 12) else int(np.sign(answer[0]))


def fewest_by_brute_force(values, test, level, alternative):
    now = word(values, test, level, alternative)
    for size in range(1, values.size):
        for removed in combinations(range(values.size), size):
            if word(np.delete(values, removed), test, level, alternative) not in (None, now):
                return size
    return None


def random_table(rng, kind, n):
    shift = rng.choice([0.0, 0.5, 1.0, 2.0]) * rng.choice([-1, 1])
    if kind == "normal":
        return np.round(rng.normal(size=n) + shift, 6)
    if kind == "tied":
        return np.round(2 * rng.normal(size=n) + 2 * shift)
    if kind == "zeros":
        return np.where(rng.random(n) < 0.3, 0.0, np.round(rng.normal(size=n) + shift, 6))
    if kind == "few values":
        return rng.choice([0.0, 0.0, 1.0, 2.0, 5.0, -1.0], size=n)
    return np.round(rng.choice([1, 1, 1, 1, -1], size=n) * np.abs(rng.standard_t(2, size=n)) * 3, 6)


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("kind", ["normal", "tied", "zeros", "few values", "heavy tails"])
def test_no_smaller_set_of_datasets_changes_the_verdict(test, kind):
    rng = np.random.default_rng(TESTS.index(test) * 10 + len(kind))
    for _ in range(16):
        values = random_table(rng, kind, int(rng.integers(4, 9)))
        level = float(rng.choice([0.9, 0.95]))
        alternative = list(Alternative)[int(rng.integers(3))]
        if word(values, test, level, alternative) is None:
            continue
        flip = smallest_flip(values, test=test, level=level, alternative=alternative)
        fewest = fewest_by_brute_force(values, test, level, alternative)
        assert (None if flip is None else len(flip.removed)) == fewest, values.tolist()
        if flip is not None:
            after = word(np.delete(values, flip.removed), test, level, alternative)
            assert flip.exact
            assert {1: Verdict.BETTER, -1: Verdict.WORSE, 0: Verdict.UNDECIDED}[after] is flip.after.verdict


@pytest.mark.parametrize("test", TESTS)
def test_the_quick_tests_are_the_procedures(test):
    rng = np.random.default_rng(5)
    procedures = {
        "paired-t": paired_t,
        "wilcoxon": wilcoxon,
        "sign": sign,
        "sign-flip": lambda d, **asked: sign_flip(d, rng=np.random.default_rng(0), **asked),
    }
    for kind in ("normal", "tied", "zeros", "few values", "heavy tails"):
        for alternative in Alternative:
            values = random_table(rng, kind, 9)
            result = procedures[test](values, alternative=alternative)
            assert QUICK_TESTS[test](values, alternative) == (result.statistic, result.p_value)


def test_the_chapters_two_datasets_are_found_and_are_the_only_two():
    # Source: Fig. 15.2 and 15.6: without datasets 5 and 6, t goes from .3195 to 2.4111 and p to .0467.
    flip = smallest_flip(FIGURE_15_2, test="paired-t")
    assert flip.removed == (4, 5)
    assert flip.exact
    assert flip.before.statistic == pytest.approx(0.3194678519050597, rel=1e-13)
    assert flip.after.statistic == pytest.approx(2.4111323733951022, rel=1e-13)
    assert flip.after.p_value == pytest.approx(0.04669626885950982, rel=1e-12)
    assert flip.after.verdict is Verdict.BETTER
    pairs = combinations(range(10), 2)
    assert [c for c in pairs if stats.ttest_1samp(np.delete(FIGURE_15_2, c), 0).pvalue < 0.05] == [(4, 5)]


@pytest.mark.parametrize("test", ["wilcoxon", "sign", "sign-flip"])
def test_five_wins_can_never_decide_an_exact_test(test):
    # B wins five of Fig. 15.2's datasets: 2/2^5 = .0625 whatever is left out.
    assert smallest_flip(FIGURE_15_2, test=test) is None


def test_the_chapters_claim_at_1_percent_hangs_on_one_dataset():
    # Source: Fig. 15.7: t = 3.3106, p = .0091. Leaving out one: scipy, all ten tried.
    flip = smallest_flip(FIGURE_15_7, test="paired-t", level=0.99)
    ps = [stats.ttest_1samp(np.delete(FIGURE_15_7, i), 0).pvalue for i in range(10)]
    assert flip.before.statistic == pytest.approx(3.310584234599613, rel=1e-13)
    assert flip.removed == (int(np.argmax(ps)),)
    assert flip.after.p_value == pytest.approx(max(ps), rel=1e-12)


def test_in_the_chapters_exercise_the_tests_hang_on_different_datasets():
    by_t, by_ranks = (smallest_flip(EXERCISE, test=test) for test in ("paired-t", "wilcoxon"))
    assert (by_t.removed, by_t.after.verdict) == ((18,), Verdict.UNDECIDED)
    assert (by_ranks.removed, by_ranks.after.verdict) == ((6, 8), Verdict.BETTER)


def test_leaving_out_the_ends_alone_would_not_do_for_the_t_test():
    # Source: scipy, all seven tried: without 8 p = .0555; without the largest or the smallest it is below .05.
    values = np.array([0.0, 1, 2, 4, 5, 8, 10])
    assert smallest_flip(values, test="paired-t").removed == (5,)
    assert all(stats.ttest_1samp(np.delete(values, i), 0).pvalue < 0.05 for i in (0, 6))


def test_parts_that_do_not_vary_have_no_verdict():
    # Without -1 all differences are 1, and t does not exist: no flip. A pair of 1 and -1 has t = 0.
    assert smallest_flip(np.array([1.0, 1, 1, 1, -1]), test="paired-t") is None
    assert leave_one_out(np.array([1.0, 1, 1, 1, -1]), test="paired-t")[4] is None
    assert smallest_flip(np.array([2.0, 2, 2, 2]), test="paired-t") is None


@pytest.mark.parametrize("test", TESTS)
def test_swapping_the_classifiers_mirrors_the_flip(test):
    rng = np.random.default_rng(8)
    for kind in ("normal", "tied", "zeros"):
        values = random_table(rng, kind, 12)
        flip, mirrored = (smallest_flip(side * values, test=test) for side in (1, -1))
        assert (flip is None) == (mirrored is None)
        if flip is not None:
            assert flip.removed == mirrored.removed
            assert flip.after.statistic == -mirrored.after.statistic
            assert flip.after.p_value == mirrored.after.p_value


@pytest.mark.parametrize("test", TESTS)
def test_neither_the_order_of_rows_nor_the_unit_matters(test):
    rng = np.random.default_rng(9)
    values = np.round(rng.normal(size=14) + 0.4, 3)
    order = rng.permutation(14)
    flip, shuffled = (smallest_flip(v, test=test) for v in (values, np.round(100 * values[order], 1)))
    assert sorted(flip.removed) == sorted(int(order[i]) for i in shuffled.removed)
    assert flip.after.p_value == pytest.approx(shuffled.after.p_value, rel=1e-12)


def test_the_search_over_ties_equals_trying_everything_when_it_may_not_try_everything(monkeypatch):
    # Neighbours of the greedy choice miss a smallest set in about 1 table of 100 with 10 to 19 datasets.
    rng = np.random.default_rng(10)
    tables = [random_table(rng, "tied", 14) for _ in range(40)]
    exact = [smallest_flip(t, test="wilcoxon") for t in tables]
    monkeypatch.setattr(rank_removals, "ALWAYS_EXACT", 0)
    monkeypatch.setattr(rank_removals, "AFFORDABLE", 0.0)
    bounds = [smallest_flip(t, test="wilcoxon") for t in tables]
    for found, bound in zip(exact, bounds, strict=True):
        assert (found is None) == (bound is None)
        assert found is None or len(found.removed) <= len(bound.removed)
        assert found is None or bound.exact == (len(bound.removed) == 1)
    assert (
        sum(f is not None and len(f.removed) < len(b.removed) for f, b in zip(exact, bounds, strict=True))
        <= 1
    )


@pytest.mark.parametrize("test", ["paired-t", "sign", "wilcoxon"])
@pytest.mark.parametrize("kind", ["untied", "tied"])
def test_a_thousand_datasets_are_answered_exactly_but_for_tied_ranks(test, kind):
    rng = np.random.default_rng(11)
    values = rng.normal(size=1000) + 0.1
    values = np.round(values, 1) if kind == "tied" else values
    flip = smallest_flip(values, test=test)
    assert flip.exact or (test, kind) == ("wilcoxon", "tied")


@pytest.mark.parametrize("test", TESTS)
def test_the_hand_picked_parts_are_the_extremes_of_all_parts(test):
    rng = np.random.default_rng(12)
    for kind in ("normal", "heavy tails", "normal"):
        values = random_table(rng, kind, 8)
        for size in (2, 5, 7, 8):
            picked = pick_by_hand(values, size, test=test, alternative=Alternative.GREATER)
            parts = [
                by_definition(values[list(c)], test, Alternative.GREATER)[1]
                for c in combinations(range(8), size)
            ]
            assert picked.exact
            assert picked.best_reading.p_value == pytest.approx(min(parts), rel=1e-9)
            assert picked.worst_reading.p_value == pytest.approx(max(parts), rel=1e-9)


def test_leaving_out_one_is_the_test_without_it():
    readings = leave_one_out(FIGURE_15_2, test="paired-t")
    for i, reading in enumerate(readings):
        expected = stats.ttest_1samp(np.delete(FIGURE_15_2, i), 0)
        assert reading.statistic == pytest.approx(expected.statistic, rel=1e-12)
        assert reading.p_value == pytest.approx(expected.pvalue, rel=1e-12)


def test_all_parts_are_counted_where_there_are_few():
    shares = share_of_subsets(FIGURE_15_2, 8, rng=np.random.default_rng(0), test="paired-t")
    # One of the 45 parts, that without datasets 5 and 6, calls b better.
    assert (shares.better, shares.worse, shares.undecided) == (1 / 45, 0.0, 44 / 45)
    assert (shares.subsets, shares.exact, shares.standard_error) == (45, True, 0.0)


def test_random_parts_agree_with_all_parts():
    values = EXERCISE[:14]
    rng = np.random.default_rng(1)
    every = share_of_subsets(values, 9, rng=rng, test="paired-t", draws=5000)  # all 2,002
    some = share_of_subsets(values, 9, rng=rng, test="paired-t", draws=1000)
    assert every.exact
    assert not some.exact
    assert some.better == pytest.approx(every.better, abs=4 * some.standard_error)
    assert every.better + every.worse + every.undecided + every.without_answer == pytest.approx(1.0)


@pytest.mark.parametrize("size", [0, 11])
def test_parts_larger_than_the_table_or_empty_are_refused(size):
    with pytest.raises(ProcedureError) as refusal:
        pick_by_hand(FIGURE_15_2, size, test="sign")
    assert refusal.value.code == "BO053"


def test_an_unknown_test_is_refused():
    with pytest.raises(ProcedureError) as refusal:
        smallest_flip(FIGURE_15_2, test="mcnemar")
    assert refusal.value.code == "BO053"
