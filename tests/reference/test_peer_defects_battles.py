"""Defects of other tools for battles and judges (7 to 9, 16, 24, 26 of the survey of tools for evaluations).

The others of the 26 are in test_peer_defects_items.py; a test here sees to it that none is left out.
"""

import re
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import bakeoff
from bakeoff.procedures.judges.corrected_difference import corrected_difference
from bakeoff.procedures.preferences.battles import Battles
from bakeoff.procedures.preferences.strengths import battle_strengths

DEFECTS = 26


def test_each_of_the_26_defects_has_a_test_that_names_it():
    here = Path(__file__).parent
    named = set()
    for name in ("test_peer_defects_items.py", "test_peer_defects_battles.py"):
        for numbers in re.findall(r"def test_defects?_((?:\d+_|and_|to_)+)", (here / name).read_text()):
            named |= {int(n) for n in re.findall(r"\d+", numbers)}
    assert named == set(range(1, DEFECTS + 1))


def play(strengths, games, rng, ties=0.0):
    """Return left, right and what the left one won, of pairs drawn at random; Davidson's ties."""
    left, right = np.array([rng.choice(len(strengths), 2, replace=False) for _ in range(games)]).T
    edge = strengths[left] - strengths[right]
    weights = np.stack([np.exp(edge / 2), ties * np.ones(games), np.exp(-edge / 2)], axis=1)
    drawn = (rng.random(games)[:, None] > np.cumsum(weights / weights.sum(axis=1)[:, None], axis=1)).sum(
        axis=1
    )
    return left, right, 1 - drawn / 2


def as_table(left, right, won, words=("model_a", "tie", "model_b")):
    return {
        "model_a": [f"m{i}" for i in left],
        "model_b": [f"m{i}" for i in right],
        "winner": [words[round(2 * (1 - w))] for w in won],
    }


def test_defect_7_an_undefeated_model_does_not_collapse_the_others():
    rng = np.random.default_rng(7)
    true = np.linspace(-1, 1, 9)
    left, right, won = play(true, 2_000, rng)
    against = rng.integers(0, 9, 20)
    table = as_table(np.r_[left, np.full(20, 9)], np.r_[right, against], np.r_[won, np.ones(20)])
    board = bakeoff.leaderboard(table)
    scores = {entry.name: entry.score for entry in board.entries}
    assert board.entries[0].name == "m9"
    assert np.isinf(board.entries[0].high) or board.entries[0].high > 3
    fitted = np.array([scores[f"m{i}"] for i in range(9)])
    np.testing.assert_allclose(fitted - fitted.mean(), true, atol=0.35)
    assert "BO286" in {f.code for f in board.findings}


def test_defect_8_memory_grows_with_the_battles_and_not_with_their_square():
    rng = np.random.default_rng(8)
    size = 100_000
    left = rng.integers(0, 100, size)
    right = (left + rng.integers(1, 100, size)) % 100
    won = (rng.random(size) < 0.5) * 1.0
    tracemalloc.start()
    found = battle_strengths(Battles(left=left, right=right, won=won, entries=100))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert np.isfinite(found.low).all()
    assert most < 400_000_000  # a jackknife of all battles asks for 80 GB


def test_defect_9_the_interval_of_a_model_with_few_battles_is_as_wide_as_its_battles_say():
    # Fifty battles among very many: the error is that of fifty coins against well-known opponents, 1/√(50 · ¼).
    rng = np.random.default_rng(9)
    size, few = 200_000, 50
    left = np.r_[rng.integers(0, 10, size), np.full(few, 10)]
    right = np.r_[(left[:size] + rng.integers(1, 10, size)) % 10, rng.integers(0, 10, few)]
    won = np.r_[(rng.random(size) < 0.5) * 1.0, np.tile([1.0, 0.0], few // 2)]
    found = battle_strengths(Battles(left=left, right=right, won=won, entries=11), model="bradley-terry")
    half = (
        (found.high[10] - found.low[10]) / 2 * 11 / 10
    )  # strengths are about their mean, its own among them
    assert half == pytest.approx(1.96 / np.sqrt(few / 4), rel=0.05)
    assert half * 400 / np.log(10) > 90  # in Elo; the peer says 52


@pytest.mark.parametrize(
    ("labels", "share", "peer"), [(20, 0.9, 0.861), (50, 0.95, 0.883), (200, 0.71, 0.931)]
)
def test_defect_16_a_judge_corrected_by_few_labels_covers(labels, share, peer):
    # The judge finds 95 % of right answers and half of the wrong ones. `peer` is what ppi-python covers.
    trials, size = 600, 2_000
    rng = np.random.default_rng(16)
    covered = 0
    for _ in range(trials):
        truth = (rng.random(size) < share) * 1.0
        judged = (rng.random(size) < np.where(truth == 1, 0.95, 0.5)) * 1.0
        gold = np.where(np.arange(size) < labels, truth, np.nan)
        ends = corrected_difference(judged, gold).corrected.interval
        covered += ends.low <= share <= ends.high
    error = np.sqrt(0.95 * 0.05 / trials)
    assert covered / trials > 0.95 - 3 * error
    assert covered / trials > peer


def test_defect_24_every_game_is_counted_for_both_models_and_every_way_of_naming_the_winner_is_read():
    rng = np.random.default_rng(24)
    left, right, won = play(np.array([-1.0, -0.3, 0.4, 0.9]), 800, rng, ties=0.3)
    boards = [
        bakeoff.leaderboard(as_table(left, right, won, words))
        for words in (("model_a", "tie", "model_b"), ("a", "tie", "b"), ("left", "draw", "right"))
    ]
    games = np.bincount(left, minlength=4) + np.bincount(right, minlength=4)
    for board in boards:
        assert {entry.name: entry.n for entry in board.entries} == {f"m{i}": int(games[i]) for i in range(4)}
        assert len({round(entry.score, 6) for entry in board.entries}) == 4
    names = as_table(left, right, won)
    names["winner"] = [
        names["model_a"][i] if w == 1 else names["model_b"][i] if w == 0 else "tie" for i, w in enumerate(won)
    ]
    boards.append(bakeoff.leaderboard(names))
    for board in boards[1:]:
        np.testing.assert_allclose(
            [e.score for e in board.entries], [e.score for e in boards[0].entries], atol=1e-9
        )


def test_defect_24_the_step_between_the_first_two_heeds_their_covariance():
    rng = np.random.default_rng(25)
    left, right, won = play(np.array([0.0, 0.2, 0.5]), 900, rng)
    found = battle_strengths(Battles(left=left, right=right, won=won, entries=3))
    apart = np.sqrt(found.covariance[1, 1] + found.covariance[2, 2])
    together = np.sqrt(apart**2 - 2 * found.covariance[1, 2])
    assert abs(together - apart) > 0.1 * apart
    board = bakeoff.leaderboard(as_table(left, right, won))
    z = board.ladder[0].gap / together
    assert board.ladder[0].p_value == pytest.approx(2 * stats.norm.sf(z), abs=0.01)


def test_defect_26_ties_have_a_parameter_of_their_own_and_do_not_shrink_the_spread():
    rng = np.random.default_rng(26)
    true = np.linspace(-1.5, 1.5, 6)
    left, right, won = play(true, 20_000, rng, ties=0.3)
    spread = {}
    for model in ("davidson", "bradley-terry"):
        found = battle_strengths(Battles(left=left, right=right, won=won, entries=6), model=model)
        spread[model] = np.polyfit(true, found.strengths, 1)[0]
    assert spread["davidson"] == pytest.approx(1, abs=0.06)
    assert spread["bradley-terry"] < 0.93  # half a win for each: .84 in the survey


def test_defect_26_votes_of_one_prompt_are_not_independent():
    rng = np.random.default_rng(27)
    prompts, votes = 60, 30
    taste = np.repeat(rng.normal(0, 1.2, prompts), votes)
    won = (rng.random(prompts * votes) < 1 / (1 + np.exp(-taste))) * 1.0
    zero, one = np.zeros(won.size, dtype=int), np.ones(won.size, dtype=int)
    prompt = np.repeat(np.arange(prompts), votes)
    alone = battle_strengths(Battles(left=zero, right=one, won=won, entries=2))
    heeded = battle_strengths(Battles(left=zero, right=one, won=won, entries=2, prompt=prompt))
    assert heeded.high[0] - heeded.low[0] > 1.8 * (alone.high[0] - alone.low[0])
    assert heeded.design_effect > 3
