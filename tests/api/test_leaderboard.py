"""Leaderboards by Python: from items, datasets, battles, and one score for each entry."""

import json
from xml.etree import ElementTree

import numpy as np
import pytest

import bakeoff
from bakeoff.core.battles import BattleEvidence
from bakeoff.core.errors import BakeoffError, DesignError
from bakeoff.core.items import ANSWERED, ItemEvidence


def items_frame(seed=0, n=300, shares=(0.8, 0.75, 0.5, 0.2)):
    rng = np.random.default_rng(seed)
    easy = rng.random(n)
    return {"item": [f"q{i}" for i in range(n)]} | {
        f"m{j}": ((easy + rng.normal(0, 0.2, n)) > 1 - share).astype(int).tolist()
        for j, share in enumerate(shares)
    }


def battle_frame(seed=0, n=600, k=4):
    rng = np.random.default_rng(seed)
    left = rng.integers(0, k, n)
    right = (left + rng.integers(1, k, n)) % k
    x = (right - left) * 0.7
    u = rng.random(n)
    p = 1 / (1 + np.exp(-x))
    winner = np.where(u < 0.1, "tie", np.where(u < 0.1 + 0.9 * p, "left", "right"))
    return {
        "left": [f"m{i}" for i in left],
        "right": [f"m{i}" for i in right],
        "winner": winner.tolist(),
        "prompt": [f"p{i % 60}" for i in range(n)],
    }


def test_items_that_are_right_or_wrong_are_ranked_as_items():
    board = bakeoff.leaderboard(items_frame())
    assert board.unit == "item"
    assert [e.name for e in board.entries][2:] == ["m2", "m3"]
    assert board.entries[3].rank_set == (4, 4)
    assert board.entries[0].low < board.entries[0].score < board.entries[0].high


def test_the_json_has_the_fields_of_the_contract():
    made = json.loads(json.dumps(bakeoff.leaderboard(items_frame()).to_dict(), allow_nan=False))
    assert made["schema"] == "bakeoff/leaderboard/1"
    assert {"name", "score", "low", "high", "rank", "rank_set", "rank_set_marginal", "tied_for_best"} <= set(
        made["entries"][0]
    )
    assert {"above", "below", "p_adjusted"} <= set(made["ladder"][0])
    assert made["evidence"]["kind"] == "items"


def test_simultaneous_sets_hold_the_marginal_ones():
    for entry in bakeoff.leaderboard(items_frame(shares=(0.6, 0.58, 0.55, 0.5, 0.45))).entries:
        assert entry.rank_set[0] <= entry.rank_set_marginal[0] <= entry.rank
        assert entry.rank <= entry.rank_set_marginal[1] <= entry.rank_set[1]


def test_adding_an_entry_never_separates_others_that_were_tied():
    frame = items_frame(shares=(0.7, 0.62, 0.55, 0.5, 0.35))
    fewer = {name: column for name, column in frame.items() if name != "m4"}
    before = {e.name: e.rank_set[1] - e.rank_set[0] for e in bakeoff.leaderboard(fewer).entries}
    after = bakeoff.leaderboard(frame)
    spans = {e.name: e.rank_set[1] - e.rank_set[0] for e in after.entries}
    assert all(spans[name] >= before[name] for name in before)


def test_an_error_rate_ranks_the_lowest_first():
    frame = {"dataset": [f"d{i}" for i in range(12)], "a": [0.1 + i / 100 for i in range(12)]}
    frame["b"] = [x + 0.05 + 0.001 * (i % 3) for i, x in enumerate(frame["a"])]
    board = bakeoff.leaderboard(frame, metric="error rate", higher_is_better=False)
    assert [e.name for e in board.entries] == ["a", "b"]
    assert board.entries[0].rank_set == (1, 1)
    assert board.tied_for_best == ("a",)


def test_the_posterior_is_there_only_where_it_is_asked_for():
    board = bakeoff.leaderboard(items_frame(), posterior=True)
    assert sum(e.chance_best for e in board.entries) == pytest.approx(1.0)
    assert bakeoff.leaderboard(items_frame()).entries[0].chance_best is None


def test_units_that_separate_nobody_are_counted():
    frame = items_frame(n=50)
    frame = {k: v + ([f"same{i}" for i in range(50)] if k == "item" else [1] * 50) for k, v in frame.items()}
    board = bakeoff.leaderboard(frame)
    assert board.silent_units[0] >= 50
    assert "BO282" in {f.code for f in board.findings}


def test_datasets_that_an_entry_lacks_are_left_out_and_named():
    frame = {"dataset": [f"d{i}" for i in range(10)], "a": [0.5 + i / 50 for i in range(10)]}
    frame["b"] = [None, *(0.52 + i / 50 for i in range(1, 10))]
    board = bakeoff.leaderboard(frame)
    assert board.units == 9
    assert any(f.code == "BO280" and "d0" in f.message for f in board.findings)


def test_five_datasets_are_said_to_separate_nobody():
    frame = {"dataset": list("vwxyz"), "a": [0.9, 0.8, 0.7, 0.6, 0.9], "b": [0.5, 0.4, 0.3, 0.2, 0.5]}
    board = bakeoff.leaderboard(frame)
    assert board.entries[0].rank_set == (1, 2)
    assert "BO283" in {f.code for f in board.findings}


def test_battles_are_ranked_by_strength_over_prompts():
    board = bakeoff.leaderboard(battle_frame())
    assert [e.name for e in board.entries] == ["m0", "m1", "m2", "m3"]
    assert board.battle_facts.prompts == 60
    assert board.entries[0].elo > 1000 > board.entries[3].elo
    assert 0.5 < board.entries[0].win_chance < 1


def test_an_undefeated_entry_has_no_upper_end_in_the_json():
    frame = battle_frame()
    frame = {
        k: v
        + {"left": ["new"] * 8, "right": ["m0", "m1"] * 4, "winner": ["left"] * 8, "prompt": ["p1"] * 8}[k]
        for k, v in frame.items()
    }
    board = bakeoff.leaderboard(frame)
    first = next(e for e in board.to_dict()["entries"] if e["name"] == "new")
    assert first["high"] is None
    assert first["low"] is not None
    assert "above" in str(board)
    assert "BO286" in {f.code for f in board.findings}


def test_entries_that_never_met_are_parts_with_ranks_of_their_own():
    frame = battle_frame(k=2)
    other = {
        k: [x.replace("m", "n") if k != "winner" else x for x in v]
        for k, v in battle_frame(seed=1, k=2).items()
    }
    board = bakeoff.leaderboard({k: frame[k] + other[k] for k in frame})
    assert [(e.part, e.rank) for e in board.entries] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert "BO285" in {f.code for f in board.findings}


@pytest.mark.parametrize(
    ("winner", "first"),
    [(["model_a", "model_b", "tie (bothbad)"], "x"), (["A>B", "B>A", "A=B"], "x"), ([1.2, 1.9, 1.5], "x")],
)
def test_winners_are_understood_in_several_spellings(winner, first):
    frame = {
        "model_a": ["x", "x", "y"] * 20,
        "model_b": ["y", "z", "z"] * 20,
        "winner": [winner[0], winner[0], winner[1]] * 20,
    }
    frame["winner"][:6] = [winner[1], winner[2], winner[0]] * 2
    assert bakeoff.leaderboard(frame).entries[0].name == first


def test_one_score_each_needs_a_number_of_items():
    frame = {"model": ["a", "b", "c"], "accuracy": [0.8, 0.79, 0.4]}
    board = bakeoff.leaderboard(frame, items=500)
    assert [e.rank_set for e in board.entries] == [(1, 2), (1, 2), (3, 3)]
    assert "BO290" in {f.code for f in board.findings}
    with pytest.raises(BakeoffError, match="how many items"):
        bakeoff.leaderboard("model,accuracy\na,0.8\nb,0.79\nc,0.4\n")


def test_percentages_stay_percentages():
    board = bakeoff.leaderboard({"model": ["a", "b"], "resolved": [65.2, 40.0], "n": [500, 500]})
    assert board.entries[0].score == pytest.approx(65.2)
    assert 60 < board.entries[0].low < 65.2 < board.entries[0].high < 70


def test_evidence_of_items_is_ranked_by_the_mean_over_tasks():
    rng = np.random.default_rng(0)
    right = (rng.random((2, 60)) < np.array([[0.9], [0.4]])).astype(float)
    evidence = ItemEvidence(
        models=("good", "poor"),
        tasks=("t", "u"),
        items=[f"q{i}" for i in range(60)],
        item_task=np.repeat([0, 1], [20, 40]).astype(np.intp),
        model=np.repeat([0, 1], 60).astype(np.intp),
        item=np.tile(np.arange(60), 2).astype(np.intp),
        attempt=np.zeros(120, dtype=np.intp),
        score=right.ravel(),
        status=np.full(120, ANSWERED, dtype=np.intp),
        metric="exact match",
        higher_is_better=True,
        source="a log",
    )
    board = bakeoff.leaderboard(evidence)
    assert board.entries[0].score == pytest.approx((right[0, :20].mean() + right[0, 20:].mean()) / 2)
    assert board.tied_for_best == ("good",)


def test_tables_for_other_places_hold_every_entry_and_escape_names():
    frame = items_frame()
    frame["a|b<c>_&"] = frame.pop("m0")
    board = bakeoff.leaderboard(frame)
    assert r"a\|b\<c\>\_\&" in board.to_markdown()
    assert "a|b&lt;c&gt;_&amp;" in board.to_html()
    assert r"\_\&" in board.to_latex()
    assert board.to_csv().count("\n") == 5
    ElementTree.fromstring(board.badge("a|b<c>_&"))
    with pytest.raises(BakeoffError, match="no entry is called"):
        board.badge("nobody")


def test_the_picture_has_a_row_for_each_entry():
    axes = bakeoff.leaderboard(items_frame()).plot()
    assert [t.get_text() for t in axes.get_yticklabels()][3] == "m3"


def test_one_entry_is_no_leaderboard():
    with pytest.raises(BakeoffError):
        bakeoff.leaderboard({"dataset": ["a", "b"], "m": [0.1, 0.2]})


def test_evidence_without_battles_is_refused():
    none = np.zeros(0, dtype=np.intp)
    with pytest.raises(DesignError, match="no battle"):
        bakeoff.leaderboard(
            BattleEvidence(models=("a", "b"), left=none, right=none, winner=none, source="nowhere")
        )


def test_the_picture_has_whole_ranks_only():
    from matplotlib.figure import Figure

    from bakeoff.render.figures.rank_sets import draw_rank_sets, rank_sets_data

    scores = {"dataset": list("abcdefgh"), "A": [1, 2, 3, 4, 5, 6, 7, 9], "B": [2, 3, 4, 5, 6, 7, 8, 9]}
    board = bakeoff.leaderboard({**scores, "C": [3, 3, 5, 5, 7, 7, 9, 9]})
    ax = draw_rank_sets(rank_sets_data(board), Figure().subplots())
    assert all(float(tick).is_integer() for tick in ax.get_xticks())


def test_examples_with_weights_are_ranked_by_their_weighted_share():
    # a is right on the first twenty, which weigh 3 each, and wrong on the others: 60/80. b and c are right on half.
    table = {
        "id": list(range(40)),
        "y_true": ["x", "y"] * 20,
        "a": ["x", "y"] * 10 + ["y", "x"] * 10,
        "b": ["x"] * 40,
        "c": ["y"] * 40,
        "w": [3.0] * 20 + [1.0] * 20,
    }
    found = bakeoff.leaderboard(table, weight_column="w")
    assert [(e.name, round(e.score, 9)) for e in found.entries] == [("a", 0.75), ("b", 0.5), ("c", 0.5)]
