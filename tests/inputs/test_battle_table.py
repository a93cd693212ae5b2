"""Tables of battles as they come: spellings, holes, names, controls, moments."""

import numpy as np
import pytest

import bakeoff
from bakeoff.core.errors import DesignError, InputError

RNG = np.random.default_rng(8)


def battles(winners, *, size=120, **more):
    rng = np.random.default_rng(3)
    sides = [rng.permutation(["gpt,4", 'llama "3"', "=claude"])[:2] for _ in range(size)]
    return {
        "model_a": [str(side[0]) for side in sides],
        "model_b": [str(side[1]) for side in sides],
        "winner": [winners[i % len(winners)] for i in range(size)],
        **more,
    }


def test_ties_alone_rank_nobody():
    with pytest.raises(DesignError) as caught:
        bakeoff.leaderboard(battles(["tie", "tie (bothbad)", "both_bad", "draw"]))
    assert caught.value.code == "BO620"


def test_all_spellings_of_a_tie_and_of_sides_are_one():
    plain = bakeoff.leaderboard(battles(["left", "right", "tie", "left"]))
    arena = bakeoff.leaderboard(battles(["model_a", "model_b", "tie (bothbad)", "MODEL_A"]))
    marks = bakeoff.leaderboard(battles(["A>B", "b>a", "both_bad", "a>>b"]))
    for other in (arena, marks):
        assert [e.score for e in other.entries] == pytest.approx([e.score for e in plain.entries])


def test_rows_without_a_winner_and_models_against_themselves_are_counted():
    table = battles(["left", "right", "", "???"])
    table["model_b"][0] = table["model_a"][0]
    board = bakeoff.leaderboard(table)
    [finding] = [f for f in board.findings if f.code == "BO291"]
    assert finding.detail["rows"] == 61
    assert board.units == 59


def test_one_annotator_is_no_sample_and_makes_no_error():
    board = bakeoff.leaderboard(battles(["left", "right", "left"], annotator=["x"] * 120))
    assert board.battle_facts.annotators == 0
    assert "independent" in board.method


def made_with_length(slope, size=3000):
    rng = np.random.default_rng(5)
    names, strengths = list("abcd"), np.array([0.6, 0.2, -0.2, -0.6])
    left = rng.integers(0, 4, size)
    right = (left + rng.integers(1, 4, size)) % 4
    long_left, long_right = rng.integers(50, 500, size), rng.integers(50, 500, size)
    relative = (long_left - long_right) / (long_left + long_right)
    chance = 1 / (1 + np.exp(-(strengths[left] - strengths[right] + slope * relative)))
    won = rng.random(size) < chance
    return {
        "left": [names[i] for i in left],
        "right": [names[i] for i in right],
        "winner": ["left" if w else "right" for w in won],
        "length_left": long_left.tolist(),
        "length_right": long_right.tolist(),
    }, float(relative.std())


def test_strengths_are_freed_of_length():
    table, spread = made_with_length(1.5)
    board = bakeoff.leaderboard(table, controls=["length"])
    [(name, slope)] = board.battle_facts.slopes
    assert name == "length"
    assert 1.5 * spread in slope.interval
    assert 0 not in slope.interval
    for entry, truth in zip(sorted(board.entries, key=lambda e: e.name), (0.6, 0.2, -0.2, -0.6), strict=True):
        assert entry.low - 0.1 < truth < entry.high + 0.1
    assert "at equal length" in str(board)


def test_the_length_of_texts_is_counted():
    table, _ = made_with_length(1.5)
    texts = {"output_1": ["x" * n for n in table.pop("length_left")]}
    texts["output_2"] = ["x" * n for n in table.pop("length_right")]
    counted = bakeoff.leaderboard({**table, **texts}, controls=["length"])
    given = bakeoff.leaderboard(made_with_length(1.5)[0], controls=["length"])
    assert counted.battle_facts.slopes[0][1].value == pytest.approx(given.battle_facts.slopes[0][1].value)


def test_a_property_that_is_not_there_is_refused():
    with pytest.raises(InputError) as caught:
        bakeoff.leaderboard(made_with_length(0)[0], controls=["style"])
    assert caught.value.code == "BO627"


def test_controls_are_for_battles_only():
    with pytest.raises(bakeoff.BakeoffError) as caught:
        bakeoff.leaderboard({"model": ["a", "b"], "score": [50, 60], "n": [100, 100]}, controls=["length"])
    assert caught.value.code == "BO627"


def test_moments_are_put_in_their_order_and_nonsense_is_none():
    table = battles(["left", "right", "left"])
    dated = bakeoff.leaderboard({**table, "date": [f"2024-{12 - i // 10:02d}-01" for i in range(120)]})
    assert dated.battle_facts.drift is not None
    assert dated.battle_facts.drift.split == "2024-07-01"
    vague = bakeoff.leaderboard({**table, "date": ["soon"] * 60 + ["later"] * 60})
    assert vague.battle_facts.drift is None
