"""Who won, in the words of other people's tables; and published leaderboards in their own shape."""

import numpy as np
import pytest

import bakeoff
from bakeoff.core.errors import BakeoffError


def drawn(size=200):
    rng = np.random.default_rng(4)
    names, strengths = np.array(["alpha", "beta", "gamma", "delta"]), np.array([1.5, 0.5, -0.5, -1.5])
    left = rng.integers(0, 4, size)
    right = (left + rng.integers(1, 4, size)) % 4
    won = rng.random(size) < 1 / (1 + np.exp(strengths[right] - strengths[left]))
    return list(zip(names[left], names[right], won.tolist(), strict=True))


def table(head, rows):
    return "\n".join([head, *rows]) + "\n"


def order(text):
    return [entry.name for entry in bakeoff.leaderboard(text).entries]


BATTLES = drawn()
TOLD = table("left,right,winner", [f"{a},{b},{'left' if w else 'right'}" for a, b, w in BATTLES])


@pytest.mark.parametrize(
    "text",
    [
        table("Model A,Model B,Winner", [f"{a},{b},{'Model A' if w else 'Model B'}" for a, b, w in BATTLES]),
        table(
            "model_a,model_b,verdict", [f"{a},{b},{'Assistant A' if w else 'B wins'}" for a, b, w in BATTLES]
        ),
        table("model_1,model_2,winner", [f"{a},{b},{1 if w else 2}" for a, b, w in BATTLES]),
        table("model_a,model_b,winner", [f"{a},{b},{a if w else b}" for a, b, w in BATTLES]),
        table(
            "model_a,model_b,winner_model_a,winner_model_b,winner_tie",
            [f"{a},{b},{int(w)},{int(not w)},0" for a, b, w in BATTLES],
        ),
        table("winner,loser", [f"{a},{b}" if w else f"{b},{a}" for a, b, w in BATTLES]),
    ],
    ids=[
        "sides in words",
        "sentences",
        "one and two",
        "names",
        "a column for each outcome",
        "winner and loser",
    ],
)
def test_battles_in_other_words_give_the_same_order(text):
    assert order(text) == order(TOLD)


@pytest.mark.parametrize("words", [("0", "1"), ("1", "-1"), ("0", "2"), ("yes", "no"), ("1", "0")])
def test_words_that_do_not_say_which_side_is_meant_are_refused_and_not_left_out(words):
    text = table("left,right,winner", [f"{a},{b},{words[0] if w else words[1]}" for a, b, w in BATTLES])
    with pytest.raises(BakeoffError, match="by words that are not known") as caught:
        bakeoff.leaderboard(text)
    assert caught.value.code == "BO573"


def test_battles_that_failed_are_left_out_and_counted():
    board = bakeoff.leaderboard(TOLD + "alpha,beta,\nalpha,gamma,invalid\n")
    assert board.units == 200
    assert "2 judgements" in next(f.message for f in board.findings if f.code == "BO291")


def test_one_battle_is_refused():
    with pytest.raises(BakeoffError, match="one battle says nothing of chance"):
        bakeoff.leaderboard("left,right,winner\na,b,left\n")


def scores_of(models, tasks):
    rng = np.random.default_rng(1)
    return np.round(40 + 2 * np.arange(models)[:, None] + rng.uniform(0, 20, (models, tasks)), 2)


def test_a_table_of_helm_is_ranked_by_its_scenarios_and_not_by_its_mean_win_rate():
    scores = scores_of(12, 7) / 100
    head = "Model,Mean win rate," + ",".join(f"Scenario{k} - EM" for k in range(7))
    rows = [f"org/m{i},{i / 12:.3f}," + ",".join(map(str, row)) for i, row in enumerate(scores)]
    board = bakeoff.leaderboard(table(head, rows))
    assert (board.units, len(board.entries)) == (7, 12)
    np.testing.assert_allclose(board.entries[0].score, scores.mean(axis=1).max(), atol=1e-6)


def test_a_table_of_mteb_is_ranked_by_its_tasks_and_not_by_its_means_and_sizes():
    scores = scores_of(10, 20)
    head = "Rank,Model,Memory Usage (MB),Number of Parameters,Embedding Dimensions,Max Tokens,"
    head += "Mean (Task),Mean (TaskType),"
    rows = [
        f"{10 - i},m{i},{100 + i},{i + 1},1024,512,{row.mean():.2f},{row.mean():.2f},"
        + ",".join(map(str, row))
        for i, row in enumerate(scores)
    ]
    board = bakeoff.leaderboard(table(head + ",".join(f"Task{k}" for k in range(20)), rows))
    assert board.units == 20
    np.testing.assert_allclose(board.entries[0].score, scores.mean(axis=1).max(), atol=1e-6)
