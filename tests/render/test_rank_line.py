"""The line of ranks on the first screen: dots, bars, and plain letters where a terminal has no others."""

import os
import subprocess
import sys

import pytest

import bakeoff
from bakeoff.inputs.published import PUBLISHED
from bakeoff.render.lines import plain_text
from bakeoff.render.text.rank_line import standing_lines

GARCIA = PUBLISHED["garcia-herrera-2008"].text


def lines_of(columns=100, **settings):
    return plain_text(standing_lines(bakeoff.compare(GARCIA, **settings), columns)).splitlines()


def test_dots_stand_at_the_mean_ranks():
    head, *rows = lines_of(test="nemenyi")[:6]
    start, end = head.index("2"), head.index("5")
    # Mean ranks 2.100, 2.200, 3.117, 3.250 and 4.333 on a line from 2 to 5.
    at = [round(start + (rank - 2) / 3 * (end - start)) for rank in (2.1, 2.2, 3.117, 3.25, 4.333)]
    assert [row.index("●") for row in rows] == at


def test_bars_join_only_those_that_are_not_told_apart():
    # By hand, from ranks and a critical difference of 1.114: see test_critical_difference.
    rows = lines_of(test="nemenyi")[1:6]
    end = max(map(len, rows)) - 3
    assert [row.ljust(end + 3)[end:] for row in rows] == ["│  ", "││ ", "││ ", " ││", "  │"]


def test_a_bar_is_broken_beside_one_that_does_not_belong():
    rows = lines_of(test="wilcoxon")[1:6]
    assert [row.split("   ")[-1].strip() for row in rows[:4]] == ["│", "││", ":│", "││"]


def test_a_baseline_makes_dots_hollow_where_nothing_is_shown():
    rows = lines_of(baseline="C4.5")
    assert [mark in row for row, mark in zip(rows[1:6], "●○●●●", strict=True)] == [True] * 5
    told = " ".join(" ".join(rows[6:]).split())
    assert told.startswith(
        "best first; ○ not shown to differ from C4.5, the baseline, by max-t on the scores"
    )


@pytest.mark.parametrize("columns", [60, 70, 110])
def test_no_line_is_wider_than_the_terminal(columns):
    assert max(map(len, lines_of(columns))) <= columns


def test_a_terminal_without_such_letters_gets_plain_ones(tmp_path):
    table = tmp_path / "scores.csv"
    table.write_text(GARCIA, encoding="utf-8")
    command = [sys.executable, "-c", "import sys; from bakeoff.cli.main import main; sys.exit(main())"]
    env = {**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "ascii"}
    asked = [*command, "compare", str(table), "--baseline", "C4.5"]
    done = subprocess.run(asked, capture_output=True, check=True, env=env)
    rows = done.stdout.decode("ascii").splitlines()
    assert "   2.10  C4.5          0.7797   -o" in rows
    assert "   2.20  NaiveBayes    0.7565   --?" in rows
    assert any(row.startswith("  best first; ? not shown to differ from C4.5, the baseline,") for row in rows)
