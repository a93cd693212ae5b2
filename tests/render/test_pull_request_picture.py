"""The pictures of a comment: intervals as letters, what moved as bars that Mermaid draws."""

import bakeoff
from bakeoff.render.pull_request_picture import HALF, WIDTH, draw_bars, draw_intervals

SCORES = {
    "dataset": list("abcdefgh"),
    "A": [80.0, 81, 82, 83, 84, 85, 86, 87],
    "B": [81.0, 83, 83, 85, 85, 88, 87, 90],
}


def row_of(comparison):
    return draw_intervals(comparison).splitlines()[1].partition("against A  ")[2].ljust(WIDTH)


def test_an_interval_lies_where_its_ends_are():
    comparison = bakeoff.compare(SCORES)
    interval, value = comparison.pairs[0].interval, comparison.pairs[0].result.estimate.value
    row = row_of(comparison)
    assert row[0] == "│", "zero is the left end where all is above it"
    for letter, at in (("├", interval.low), ("●", value), ("┤", interval.high)):
        assert abs(row.index(letter) - at / interval.high * (WIDTH - 1)) <= 0.5 + 1e-9


def test_the_margin_and_an_end_that_is_not_there_are_drawn():
    comparison = bakeoff.compare(SCORES, margin=1.0, alternative="greater")
    row = row_of(comparison)
    assert row.startswith("╎")
    assert "›" in row
    assert "╎ the margin" in draw_intervals(comparison)


def test_a_loss_lies_on_the_left_of_zero_and_is_as_long_as_it_is_large():
    rows = draw_bars(["a", "b", "c"], [2.0, -1.0, 0.0], ["+2", "−1", "0"]).splitlines()[1:-1]
    assert [row.partition("│")[0].count("■") for row in rows] == [0, HALF // 2, 0]
    assert [row.partition("│")[2].count("■") for row in rows] == [HALF, 0, 0]
    assert len({row.index("│") for row in rows}) == 1


def test_bars_are_left_out_where_there_is_one_or_too_many():
    for names, value in ((["a"], 1.0), (list("abcdefghijklmn"), 1.0), (["a", "b"], 0.0)):
        assert draw_bars(names, [value] * len(names), ["x"] * len(names)) == ""


def test_a_name_does_not_break_the_fence():
    assert draw_bars(["b```c\nd", "e"], [1.0, -1.0], ["+1", "−1"]).count("```") == 2
