"""Numbers of right or wrong answers beside how many there were."""

import numpy as np
import pytest

from bakeoff.core.errors import ReadingError, UsageError
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions

RIGHT = ((53, 61), (140, 120), (70, 75))
TOTAL = (100, 200, 150)


def long_table(head: str, rows=RIGHT, totals=TOTAL) -> str:
    lines = [
        f"{model},task{i},{pair[which]},{total}"
        for which, model in enumerate(("x", "y"))
        for i, (pair, total) in enumerate(zip(rows, totals, strict=True))
    ]
    return "\n".join([f"model,task,{head}", *lines]) + "\n"


@pytest.mark.parametrize(
    ("head", "name", "higher"),
    [
        ("correct,total", "accuracy", True),
        ("n_correct,n", "accuracy", True),
        ("num_solved,num_problems", "accuracy", True),
        ("errors,n_test", "error rate", False),
    ],
)
def test_the_score_is_the_share_of_right_or_wrong_answers(head, name, higher):
    scores = read(long_table(head))
    np.testing.assert_allclose(scores.values, np.array(RIGHT) / np.array(TOTAL)[:, None])
    assert (scores.measure.name, scores.measure.higher_is_better) == (name, higher)
    finding = next(f for f in scores.findings if f.code == "BO335")
    assert finding.detail == {"columns": (head.split(",")[0],), "total": head.split(",")[1]}


def test_columns_of_classifiers_are_divided_by_the_total_of_their_row():
    rows = [f"task{i},{n},{a},{b}" for i, ((a, b), n) in enumerate(zip(RIGHT, TOTAL, strict=True))]
    scores = read("\n".join(["task,total,gpt_correct,llama_correct", *rows]) + "\n")
    assert scores.classifiers == ("gpt", "llama")
    np.testing.assert_allclose(scores.values, np.array(RIGHT) / np.array(TOTAL)[:, None])


def test_what_may_be_percentages_is_asked_about_and_both_answers_are_taken():
    text = long_table("correct,total", rows=((53, 61), (80, 90), (70, 75)))
    with pytest.raises(ReadingError) as refused:
        read(text)
    assert [each.options for each in refused.value.alternatives] == [
        ("--score-column", "correct/total"),
        ("--score-column", "correct"),
    ]
    shares = read(text, options=ReadOptions(score_column="correct/total"))
    np.testing.assert_allclose(shares.values[1], [0.4, 0.45])
    assert read(text, options=ReadOptions(score_column="correct")).values[1].tolist() == [80, 90]


@pytest.mark.parametrize(
    ("head", "rows", "totals"),
    [
        ("correct,total", ((93.5, 91.2), (80.1, 90.4), (70.5, 75.0)), TOTAL),  # no counts
        ("accuracy,total", ((93, 91), (80, 90), (70, 75)), TOTAL),
    ],
)
def test_what_cannot_be_counts_is_left_as_it_is(head, rows, totals):
    scores = read(long_table(head, rows=rows, totals=totals))
    np.testing.assert_allclose(scores.values, rows)


def test_two_columns_that_cannot_be_divided_are_refused():
    text = long_table("correct,total", rows=((153, 61), (80, 90), (70, 75)))
    with pytest.raises(UsageError, match="cannot be divided"):
        read(text, options=ReadOptions(score_column="correct/total"))
