"""The Bayesian Bradley–Terry model against integration on a grid, by both ways of drawing, and through the door."""

from dataclasses import asdict
from itertools import combinations
from time import perf_counter

import numpy as np
import pytest
from scipy.special import expit

import bakeoff
from bakeoff.core.results import Verdict
from bakeoff.procedures import bayes_bradley_terry
from bakeoff.procedures.bayes import bayes_bradley_terry as bradley_terry_draws
from bakeoff.procedures.bayes.bayes_bradley_terry import draw_strengths

# Integrated by bayes_bradley_terry_grid.py: of each pair (a, b) the mean chance that b wins, and the probabilities that
# this chance is below .45, between .45 and .55, above .55, and above .5.
MIXED = {
    (0, 1): (0.5714, 0.17809, 0.25114, 0.57078, 0.70875),
    (0, 2): (0.77095, 0.00428, 0.02798, 0.96774, 0.98728),
    (1, 2): (0.71797, 0.01662, 0.06941, 0.91397, 0.95947),
}
ORDERED = {(0, 1): 0.0213, (0, 2): 0.00057, (1, 2): 0.0213}
# Ranks on eight datasets: wins of 0 over 1, 0 over 2 and 1 over 2 are 3 and a draw, 1, and 2.
SCORES = -np.array(
    [[2, 3, 1], [2, 3, 1], [1, 2, 3], [2.5, 2.5, 1], [3, 2, 1], [3, 2, 1], [3, 2, 1], [3, 1, 2]], dtype=np.float64
)  # fmt: skip
WINS = np.array([[0, 3.5, 1], [4.5, 0, 2], [7, 6, 0]])


def table(scores):
    return {"dataset": [f"d{i}" for i in range(len(scores))]} | {
        f"c{j}": column.tolist() for j, column in enumerate(scores.T)
    }


def told(result):
    return (
        result.steps["chance_of_winning"],
        result.worse,
        result.equivalent,
        result.better,
        result.steps["above_one_half"],
    )


def test_probabilities_are_those_of_the_grid():
    found = bayes_bradley_terry(SCORES, pairs=list(MIXED), rng=np.random.default_rng(1))
    for result, grid in zip(found, MIXED.values(), strict=True):
        assert result.method.startswith("importance")
        assert 0 < result.monte_carlo_error < 0.005
        assert told(result) == pytest.approx(grid, abs=4 * result.monte_carlo_error)


def test_chains_find_the_same(monkeypatch):
    monkeypatch.setattr(bradley_terry_draws, "_ENOUGH", 2.0)  # never enough: chains are run
    found = bayes_bradley_terry(SCORES, pairs=list(MIXED), rng=np.random.default_rng(1))
    for result, grid in zip(found, MIXED.values(), strict=True):
        assert "Markov" in result.method
        assert result.steps["r_hat"] < 1.05
        assert told(result) == pytest.approx(grid, abs=4 * result.monte_carlo_error + 0.003)


def test_classifiers_that_win_everything_are_drawn_by_chains():
    wins = np.array([[0, 30, 30], [0, 0, 30], [0, 0, 0]], dtype=np.float64)
    drawn = draw_strengths(wins, rng=np.random.default_rng(0), draws=20_000)
    assert drawn.weights is None
    for (a, b), chance in ORDERED.items():
        assert expit(drawn.strengths[:, b] - drawn.strengths[:, a]).mean() == pytest.approx(
            chance, abs=0.0015
        )


def test_thirty_classifiers_take_seconds_at_most():
    scores = np.random.default_rng(0).normal(size=(20, 30))
    start = perf_counter()
    found = bayes_bradley_terry(scores, pairs=list(combinations(range(30), 2)), rng=np.random.default_rng(0))
    assert perf_counter() - start < 60  # some two on a machine at rest
    assert min(r.steps["effective_size"] for r in found) > 10_000


def test_a_pair_plays_on_the_datasets_that_it_shares():
    gaps = SCORES.copy()
    gaps[0, 2] = np.nan
    one, other = bayes_bradley_terry(gaps, pairs=[(0, 1), (0, 2)], rng=np.random.default_rng(1))
    assert (one.n, other.n) == (8, 7)
    assert (other.steps["wins"], other.steps["losses"]) == (6, 1)


def test_swapping_a_pair_mirrors_it_and_the_order_of_columns_is_irrelevant():
    pairs = [(0, 1), (1, 0)]
    one, other = bayes_bradley_terry(SCORES, pairs=pairs, rng=np.random.default_rng(1))
    (turned,) = bayes_bradley_terry(SCORES[:, ::-1], pairs=[(2, 1)], rng=np.random.default_rng(1))
    assert other.better == pytest.approx(one.worse, rel=1e-12)
    assert turned.better == pytest.approx(one.better, rel=1e-12)
    assert turned.estimate.value == pytest.approx(-other.estimate.value, rel=1e-12)


def test_through_the_door_with_its_own_region():
    scores = np.random.default_rng(3).normal(size=(40, 4)) + np.array([0, 0, 1.5, 3])
    comparison = bakeoff.compare(table(np.round(scores, 3)), test="bayes-bradley-terry")
    found = {(p.a, p.b): p for p in comparison.pairs}
    assert found["c0", "c3"].verdict is Verdict.BETTER
    assert "BO202" in {f.code for f in comparison.findings}
    assert "chance of winning above one half by bayes-bradley-terry" in str(comparison)
    assert "a chance of winning a dataset between .45 and .55" in str(comparison)
    against = bakeoff.compare(table(np.round(scores, 3)), test="bayes-bradley-terry", baseline="c0")
    assert [asdict(p.result.estimate) for p in against.pairs] == [
        asdict(found[p.a, p.b].result.estimate) for p in against.pairs
    ]


def test_it_is_run_only_when_it_is_named():
    comparison = bakeoff.compare(table(np.round(-SCORES, 3)), higher_is_better=True)
    assert "bayes-bradley-terry" in {o.test for o in comparison.objections}


def test_a_margin_of_scores_is_refused():
    with pytest.raises(bakeoff.BakeoffError, match="in units of the score") as error:
        bakeoff.compare(table(SCORES + 4), test="bayes-bradley-terry", margin=0.01)
    assert error.value.code == "BO055"


def test_equivalence_is_told_in_chances_of_winning():
    rng = np.random.default_rng(5)
    even = np.where(np.arange(2000)[:, None] % 2 == 0, [0.6, 0.7], [0.7, 0.6])
    scores = np.column_stack([even, np.round(rng.uniform(size=2000), 2)])
    comparison = bakeoff.compare(table(scores), test="bayes-bradley-terry")
    pair = next(p for p in comparison.pairs if (p.a, p.b) == ("c0", "c1"))
    assert pair.verdict is Verdict.EQUIVALENT
    assert "c0 and c1 are equivalent in practice" in str(comparison)
