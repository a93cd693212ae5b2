"""A leaderboard file with one score for each entry: what is read, what is doubted, what is refused."""

import re

import pytest

import bakeoff
from bakeoff.core.errors import InputError


def table(**columns):
    return columns


NAMES = [f"m{i}" for i in range(6)]


def test_percentages_and_fractions_are_the_same_board():
    percent = bakeoff.leaderboard(table(model=NAMES, score=[60.0 + i for i in range(6)], n=[500] * 6))
    fraction = bakeoff.leaderboard(table(model=NAMES, score=[0.60 + i / 100 for i in range(6)], n=[500] * 6))
    assert [e.rank_set for e in percent.entries] == [e.rank_set for e in fraction.entries]
    assert percent.entries[0].low == pytest.approx(100 * fraction.entries[0].low)


def test_fractions_among_percentages_are_refused_not_ranked_last():
    with pytest.raises(InputError) as caught:
        bakeoff.leaderboard(table(model=list("abc"), score=[0.71, 68.0, 70.4], n=[500] * 3))
    assert caught.value.code == "BO621"
    assert "0.71" in caught.value.what


def test_a_possible_small_percentage_is_read_and_doubted():
    board = bakeoff.leaderboard(table(model=list("abc"), score=[0.6, 68.0, 70.4], n=[500] * 3))
    assert board.entries[-1].name == "a"
    assert [f.code for f in board.findings if f.code == "BO623"]


def test_a_column_that_says_percent_is_one():
    board = bakeoff.leaderboard({"model": list("abc"), "% resolved": [0.4, 0.8, 1.0], "n": [500] * 3})
    assert board.entries[0].high < 5  # of a hundred


@pytest.mark.parametrize("metric", ["perplexity", "elo", "f1", "auc", "bleu", "rmse"])
def test_a_score_that_is_no_share_needs_standard_errors(metric):
    with pytest.raises(InputError) as caught:
        bakeoff.leaderboard({"model": NAMES, metric: [12.0 + i for i in range(6)], "n": [500] * 6})
    assert caught.value.code == "BO626"


def test_standard_errors_are_taken_as_given():
    board = bakeoff.leaderboard(
        {"model": NAMES, "elo": [1000.0, 1010, 1020, 1100, 1110, 1300], "stderr": [8.0] * 6}
    )
    assert [e.rank_set for e in board.entries] == [(1, 1), (2, 3), (2, 3), (4, 6), (4, 6), (4, 6)]
    assert board.units == 0
    assert "on 0" not in board.summary
    assert {"BO625", "BO290"} <= {f.code for f in board.findings}
    first = board.entries[0]
    assert (first.low, first.high) == pytest.approx((1300 - 1.959964 * 8, 1300 + 1.959964 * 8), abs=1e-4)


def test_a_standard_error_beside_the_number_of_items_changes_nothing():
    plain = bakeoff.leaderboard({"model": NAMES, "acc": [0.6, 0.61, 0.62, 0.63, 0.64, 0.65], "n": [500] * 6})
    beside = bakeoff.leaderboard(
        {"model": NAMES, "acc": [0.6, 0.61, 0.62, 0.63, 0.64, 0.65], "acc_stderr": [0.02] * 6, "n": [500] * 6}
    )
    assert [e.low for e in plain.entries] == pytest.approx([e.low for e in beside.entries])


def test_scores_that_no_number_of_right_answers_gives_are_doubted():
    board = bakeoff.leaderboard(table(model=list("abc"), score=[60.53, 61.0, 62.0], n=[100] * 3))
    [finding] = [f for f in board.findings if f.code == "BO121"]
    assert re.search(r"scores of 1 of 3 entries .*a: 60\.53 of 100", finding.message)


def test_several_columns_that_could_be_the_score_are_asked_about():
    given = {
        "model": NAMES,
        "pass": [0.5 + i / 10 for i in range(5)] + [0.9],
        "cheap": [0.2] * 6,
        "n": [10] * 6,
    }
    with pytest.raises(InputError) as caught:
        bakeoff.leaderboard(given)
    assert caught.value.code == "BO622"
    assert bakeoff.leaderboard(given, metric="pass").metric == "pass"


def test_a_missing_number_of_items_is_called_that():
    with pytest.raises(InputError, match="no number of items"):
        bakeoff.leaderboard("model,score,n\na,60,500\nb,61,\nc,62,500\n")


def test_datasets_with_one_score_each_are_no_leaderboard():
    with pytest.raises(bakeoff.BakeoffError) as caught:
        bakeoff.leaderboard({"dataset": list("abc"), "n": [100, 200, 300], "accuracy": [0.8, 0.7, 0.9]})
    assert caught.value.code != "BO575"


def test_a_board_of_counts_speaks_of_the_smallest_test_set():
    board = bakeoff.leaderboard(
        table(model=NAMES, score=[60.0 + i for i in range(6)], n=[500, 400, 300, 500, 600, 700])
    )
    assert (board.units, board.intervals_by) == (300, "Wilson's")
    assert board.steps_by == "the two-proportion test"


@pytest.mark.parametrize(("columns", "is_asked"), [(7, False), (8, True)])
def test_many_more_columns_than_rows_may_be_datasets(columns, is_asked, tmp_path):
    heads = [f"col{'abcdefgh'[j]}" for j in range(columns)]
    rows = [[f"0.{70 + (7 * i + 3 * j) % 20}" for j in range(columns)] for i in range(3)]
    text = "\n".join(
        [",".join(["", *heads]), *(",".join([f"row{'xyz'[i]}", *r]) for i, r in enumerate(rows))]
    )
    (tmp_path / "wide.csv").write_text(text + "\n", encoding="utf-8")
    try:
        said = " ".join(f.message for f in bakeoff.compare(tmp_path / "wide.csv").findings)
    except bakeoff.BakeoffError as error:
        said = f"{error.what} {error.fix}"
    assert ("would be unusual" in said) == is_asked
