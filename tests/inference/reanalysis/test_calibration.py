"""Calibration by swapping, against enumeration that knows nothing of this project, and against known truths."""

from itertools import product
from math import comb, sqrt

import numpy as np
import pytest
from scipy import stats

import bakeoff
from bakeoff.core.errors import BakeoffError

DIFFERENCES = np.array([3.0, -1.0, 4.0, 1.5, -5.0, 9.0, 2.5, 6.0])
TABLE = {"dataset": [f"set {c}" for c in "abcdefgh"], "A": [70.0] * 8, "B": list(70 + DIFFERENCES)}


def _folds(rng, *, shared):
    """Ten times ten folds of one dataset whose repeats have a difference in common."""
    rows = [
        (name, repeat, fold, 0.8 + (shared * (name == "b")) + rng.normal(0, 0.02))
        for repeat in range(10)
        for fold in range(10)
        for name in ("a", "b")
    ]
    names = ("classifier", "repeat", "fold", "accuracy")
    return {"dataset": ["one"] * len(rows)} | {
        n: list(c) for n, c in zip(names, zip(*rows, strict=True), strict=True)
    }


@pytest.mark.parametrize("level", [0.8, 0.9, 0.95])
def test_the_rate_of_the_t_test_is_that_of_all_sign_patterns(level):
    # Source: scipy.stats.ttest_1samp on each of the 2^8 sign patterns.
    rejected = [
        stats.ttest_1samp(DIFFERENCES * signs, 0).pvalue < round(1 - level, 12)
        for signs in product([1, -1], repeat=8)
    ]
    made = bakeoff.calibrate(TABLE, test="paired-t", level=level).answer
    assert made.exact
    assert (made.trials, made.rejections) == (256, sum(rejected))
    assert made.rate.interval.low == made.rate.interval.high == sum(rejected) / 256


def test_the_rate_of_the_sign_test_is_that_of_the_binomial():
    # Source: of 8 fair coins 0, 1, 7 or 8 heads have p = 2(1 + 8)/256 = .0703; 0 or 8 have .0078.
    assert bakeoff.calibrate(TABLE, test="sign", level=0.9).rate == 2 * (comb(8, 0) + comb(8, 1)) / 256
    assert bakeoff.calibrate(TABLE, test="sign").rate == 2 / 256


def test_swaps_drawn_by_chance_agree_with_all_swaps():
    exact = bakeoff.calibrate(TABLE, test="paired-t", level=0.8).rate
    drawn = bakeoff.calibrate(TABLE, test="paired-t", level=0.8, trials=255).answer
    assert not drawn.exact
    assert abs(drawn.rate.value - exact) < 4 * sqrt(exact * (1 - exact) / 255)
    assert drawn.rate.interval.low < drawn.rate.value < drawn.rate.interval.high


def test_the_same_seed_gives_the_same_rate_and_another_another_sequence():
    first = bakeoff.calibrate(TABLE, test="paired-t", level=0.8, trials=200, seed=3).to_dict()
    assert bakeoff.calibrate(TABLE, test="paired-t", level=0.8, trials=200, seed=3).to_dict() == first


def test_mcnemars_mid_p_test_on_few_flips_has_the_rate_of_its_binomial():
    # Twelve examples, of which seven are right for one alone: those seven are seven coins, whoever is swapped.
    truth, a = [1] * 12, [1] * 7 + [0] * 2 + [1] * 3
    b = [0] * 7 + [0] * 2 + [1] * 3
    predictions = {"id": list(range(12)), "y_true": truth, "a": a, "b": b}
    midp = [2 * (sum(comb(7, i) for i in range(k)) + comb(7, k) / 2) / 2**7 for k in range(4)]
    want = 2 * sum(comb(7, k) for k in range(4) if midp[k] < 0.1) / 2**7
    made = bakeoff.calibrate(predictions, level=0.9, trials=5000).answer
    assert (made.test, str(made.within), made.exact) == ("mcnemar-midp", "example", True)
    assert made.rate.value == want


def test_groups_are_swapped_as_a_whole():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 60)
    table = {
        "id": list(range(60)), "y_true": truth.tolist(), "patient": [f"p{i // 6}" for i in range(60)],
        "a": (truth ^ (rng.random(60) < 0.3)).tolist(), "b": (truth ^ (rng.random(60) < 0.2)).tolist(),
    }  # fmt: skip
    made = bakeoff.calibrate(table, group_column="patient", trials=1024).answer
    assert (str(made.within), made.blocks, made.exact) == ("group", 10, True)


def test_the_naive_t_test_over_ten_times_ten_folds_rejects_too_often_and_the_corrected_one_does_not():
    table = _folds(np.random.default_rng(4), shared=0.012)
    naive = bakeoff.calibrate(table, test="paired-t").answer
    corrected = bakeoff.calibrate(table, test="corrected-t").answer
    assert str(naive.within) == "repeat"
    assert naive.rate.value > 0.15
    reading = {"BO323"}  # the reader's: folds of one number are one split
    assert {f.code for f in naive.findings} == {"BO155", "BO156"} | reading
    assert corrected.rate.value <= 0.05
    assert {f.code for f in corrected.findings} == {"BO156"} | reading


def test_single_folds_swapped_hide_what_whole_repeats_show():
    table = _folds(np.random.default_rng(4), shared=0.012)
    apart = bakeoff.calibrate(table, test="paired-t", within="resample", trials=300).answer
    assert apart.rate.value < bakeoff.calibrate(table, test="paired-t").rate
    assert "BO156" in {f.code for f in apart.findings}


def test_many_classifiers_are_permuted_and_the_rate_is_of_any_pair():
    rng = np.random.default_rng(2)
    table = {"dataset": [f"set {c}" for c in "abcdefghij"]} | {
        n: (rng.normal(80, 3, 10)).round(1).tolist() for n in "wxyz"
    }
    made = bakeoff.calibrate(table, trials=150).answer
    assert (made.test, made.pairs, made.exact) == ("max-t", 6, False)
    assert made.rate.value <= 0.05 + 3 * sqrt(0.05 * 0.95 / 150)
    assert made.pair_rate <= made.rate.value
    every = bakeoff.calibrate(table, test="paired-t", adjust="none", trials=150).answer
    assert every.rate.value > made.rate.value


def test_classifiers_without_a_score_keep_their_place():
    table = {
        "dataset": list("stuvwxyz"),
        "A": [None, *range(71, 78)],
        "B": [80.0, *range(70, 77)],
        "C": list(range(72, 80)),
    }
    made = bakeoff.calibrate(table, test="sign", trials=60).answer
    assert made.trials == 60


def test_it_stops_when_the_time_is_up_and_says_so():
    rng = np.random.default_rng(2)
    table = {
        "dataset": [f"set {i}" for i in range(40)],
        "A": rng.normal(80, 3, 40),
        "B": rng.normal(80, 3, 40),
    }
    made = bakeoff.calibrate(table, trials=10_000, seconds=1e-9).answer
    assert (made.trials, made.asked) == (50, 10_000)
    assert [f.code for f in made.findings if f.code == "BO157"] == ["BO157"]


@pytest.mark.parametrize(
    "wrong", [{"within": "example"}, {"within": "nothing"}, {"trials": 0}, {"seconds": 0}]
)
def test_what_cannot_be_meant_is_refused(wrong):
    with pytest.raises(BakeoffError) as refused:
        bakeoff.calibrate(TABLE, **wrong)
    assert refused.value.code == "BO067"
