"""Pairs judged over several looks: their p-values are adjusted as was asked, of one pair and of several."""

import numpy as np
import pytest

import bakeoff
from bakeoff.inference.claims.judge_looks import PairLooks, judge_over_looks


def judged(models, **settings):
    rng = np.random.default_rng(11)
    easy = rng.random(60)
    rows = [
        {"item": f"q{i}", "model": f"m{j}", "correct": int(rng.random() < easy[i] * 0.3 + 0.3 * j)}
        for i in range(60)
        for j in range(models)
    ]
    comparison = bakeoff.compare(rows, sequential=True, **settings)
    seen = {
        (pair.a, pair.b): PairLooks(values=np.array(pair.values), sizes=(30, 60), stream=pair.stream)
        for pair in comparison.sequential.pairs
    }
    return judge_over_looks(comparison, seen).pairs


def test_of_several_pairs_the_adjustment_is_the_one_that_was_asked_for():
    pairs = judged(3, adjust="bonferroni")
    assert sum(p.result.p_value < 1 / 3 for p in pairs) > 1  # Holm's would be smaller
    assert [p.p_adjusted for p in pairs] == pytest.approx(
        [min(1.0, 3 * p.result.p_value) for p in pairs], rel=1e-12
    )


def test_without_a_word_of_it_the_adjustment_is_holms():
    pairs = sorted(judged(3), key=lambda pair: pair.result.p_value)
    steps = [(3 - place) * pair.result.p_value for place, pair in enumerate(pairs)]
    assert [p.p_adjusted for p in pairs] == pytest.approx(
        np.minimum(1, np.maximum.accumulate(steps)), rel=1e-12
    )


def test_a_single_pair_needs_no_adjustment():
    (pair,) = judged(2)
    assert pair.p_adjusted == pytest.approx(pair.result.p_value, rel=1e-12)
