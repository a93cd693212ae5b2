"""Readings that are granted: tables that look as if they did not add up, and do."""

import pytest

from bakeoff.core.findings import Severity
from bakeoff.inputs.papers.registry import read_paper
from bakeoff.inputs.papers.table_reading import read_table
from bakeoff.pitfalls.papers.review import find_sums


@pytest.fixture
def alarms(tmp_path):
    def find(*tables, text=""):
        lines = [
            "# OakNet: trees",
            "",
            "## Abstract",
            "",
            "We propose OakNet, a tree.",
            "",
            "## Results",
            "",
            text,
        ]
        for number, (caption, rows) in enumerate(tables, start=1):
            header, *body = ([cell.strip("_") for cell in row.split()] for row in rows)
            lines += [
                "",
                f"Table {number}: {caption}",
                "",
                f"| {' | '.join(header)} |",
                "|---" * len(header) + "|",
            ]
            lines += [f"| {' | '.join(cell.replace('_', ' ') for cell in row)} |" for row in body]
        path = tmp_path / "paper.md"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        paper = read_paper(path)
        readings = [r for t in paper.tables if not (r := read_table(t, paper.names)).doubts]
        return [r.code for r in find_sums(paper, readings) if r.severity is not Severity.NOTE]

    return find


COUNTS = ["Answer North South East Total", "Yes 43 6 38 87", "No 7 4 6 17", "Open 3 2 4 9"]


def test_the_share_of_a_total_is_no_sum(alarms):
    assert alarms(("Papers.", [*COUNTS, "Percent 86 60 86 77"])) == []
    assert alarms(("Papers.", [*COUNTS, "Late 3 2 4 12"])) == ["BO711"]


LANGUAGES = [
    "Method De Es Fr Hi It Avg",
    "Stump 30.0 40.0 50.0 20.0 10.0 30.0",
    "Bush 32.0 41.0 52.0 23.0 12.0 32.0",
    "OakNet 35.0 44.0 53.0 24.0 14.0 34.0",
]


def test_codes_of_languages_are_datasets_whatever_else_they_may_be(alarms):
    assert alarms(("BLEU.", LANGUAGES)) == []
    assert alarms(("BLEU.", [*LANGUAGES, "Elm 35.0 44.0 53.0 24.0 14.0 38.2"])) == ["BO710"]


def test_a_row_whose_cells_slipped_is_not_judged(alarms):
    rows = ["Method Iris Wine Glass Avg _", "Stump 30.0 40.0 50.0 40.0 _", "Bush 32.0 40.0 48.0 40.0 _"]
    rows += ["Elm 33.0 43.0 53.0 43.0 _", "Ash 34.0 44.0 54.0 44.0 _", "OakNet 900 35.0 45.0 55.0 45.0"]
    assert alarms(("Accuracy.", rows)) == []


def test_a_bare_one_among_decimals_stands_for_nothing(alarms):
    rows = ["Method Iris Wine Glass Avg", "Stump 30.0 40.0 50.0 40.0", "Bush 32.0 40.0 48.0 40.0"]
    assert alarms(("Accuracy.", [*rows, "OakNet 33.0 43.0 53.0 1"])) == []
    assert alarms(("Accuracy.", [*rows, "OakNet 33.0 43.0 53.0 48.5"])) == ["BO710"]


def test_a_count_that_falls_below_one_is_no_share_among_percents(alarms):
    rows = ["Kind a320 a640 a1280", "First 28.1 28.2 28.7", "Second 33.4 33.9 34.4", "Third 24.9 25.7 26.1"]
    assert alarms(("Quality.", [*rows, "Breaks 7.3 2.1 0.3"])) == []
    assert alarms(("Quality.", [*rows, "Fourth 27.3 31.1 0.303"])) == ["BO726"]


GAINS = [
    "Data Stump Bush OakNet Gain",
    "Iris 20.0 22.0 25.0 3.0",
    "Wine 34.0 32.0 37.0 3.0",
    "Glass 41.0 42.0 43.5 1.5",
    "Sonar 55.0 53.0 57.0 2.0",
]


@pytest.mark.parametrize(
    ("row", "expected"), [("Heart 60.0 61.0 64.0 3.0", []), ("Heart 60.0 61.0 64.0 4.6", ["BO714"])]
)
def test_a_gain_may_be_over_the_best_of_the_others(alarms, row, expected):
    assert alarms(("Accuracy.", [*GAINS, row])) == expected


def test_a_gain_may_be_relative_to_the_best_of_the_others(alarms):
    rows = ["Data Stump Bush OakNet Improv.", "Iris 20.0 22.0 25.0 13.64%", "Wine 34.0 32.0 37.0 8.82%"]
    rows += ["Glass 41.0 42.0 43.5 3.57%", "Sonar 53.0 51.0 55.0 3.77%", "Heart 60.0 61.0 64.0 4.92%"]
    assert alarms(("Accuracy.", rows)) == []
    assert alarms(("Accuracy.", [*rows, "Yeast 60.0 61.0 64.0 9.90%"])) == ["BO714"]


SIX = ["Method Iris Wine Glass Avg", "Stump 30.1 41.2 52.3 41.20", "Bush 33.4 44.5 55.6 44.50"]


def test_one_unit_of_the_last_digit_between_tables_is_rounding(alarms):
    again = [*SIX[:2], "Bush 33.4 44.5 55.6 44.51"]
    assert alarms(("Accuracy.", SIX), ("Accuracy again.", again)) == []
    wrong = [*SIX[:2], "Bush 33.4 46.5 55.6 44.50"]
    assert "BO724" in alarms(("Accuracy.", SIX), ("Accuracy again.", wrong))


def test_averages_over_other_columns_are_other_numbers(alarms):
    first = [
        "Method Iris Wine Glass Heart Avg",
        "Stump 30.1 41.2 52.3 60.4 46.0",
        "Bush 33.4 44.5 55.6 66.1 49.9",
    ]
    second = ["Method Iris Wine Glass Heart Yeast Avg", "Stump 30.1 41.2 52.3 60.4 11.0 39.0"]
    second += ["Bush 33.4 44.5 55.6 66.1 50.4 50.0"]
    assert alarms(("Accuracy.", first), ("Accuracy with another.", second)) == []


def test_a_column_after_the_averages_is_not_averaged_with_them(alarms):
    rows = [
        "Model JSON YAML XML Avg. Bias",
        "Stump 30.0 40.0 50.0 40.0 66.7",
        "Bush 32.0 40.0 48.0 40.0 42.7",
    ]
    assert alarms(("Scores.", [*rows, "Elm 34.0 44.0 54.0 44.0 60.1", "Avg. 32.0 41.3 50.7 41.3 58.3"])) == []


def test_a_variance_is_not_averaged(alarms):
    rows = ["Model JSON YAML XML B_(Var)", "Stump 30.0 40.0 50.0 66.7", "Bush 32.0 40.0 48.0 42.7"]
    rows = [
        rows[0].replace("B_(Var)", "B(Var)"),
        *rows[1:],
        "Elm 34.0 44.0 54.0 66.7",
        "Avg. 32.0 41.3 50.7 58.3",
    ]
    assert alarms(("Scores.", rows)) == []


def test_ranks_over_a_number_that_lost_its_point_are_not_judged(alarms):
    rows = ["Method Iris Wine Glass Rank", "Stump .452 297 .356 2.00", "Bush .250 .296 .162 3.33"]
    rows += ["Elm .300 .286 .192 3.67", "Ash .311 .275 .107 4.00", "OakNet .513 .298 .355 1.33"]
    assert alarms(("Scores, higher is better.", rows)) == []


WINS = ["Data Stump Bush OakNet", "Iris 20.0 22.0 25.0", "Wine 34.0 32.0 37.0", "Glass 41.0 42.0 43.5"]
WINS += ["Sonar 55.0 53.0 57.0", "Heart 60.0 61.0 64.0"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As Table 1 shows, OakNet is best on four of five datasets.", ["BO723"]),
        ("As Table 1 shows, OakNet is best on five of five datasets.", []),
        ("As Table 1 shows, Bush improves a little and trails OakNet on four of five datasets.", []),
    ],
)
def test_a_count_of_wins_is_that_of_the_one_who_is_said_to_win(alarms, text, expected):
    assert alarms(("Accuracy.", WINS), text=text) == expected


def test_a_row_that_compares_with_the_best_is_no_rival(alarms):
    rows = [
        "Method Iris Wine Glass Sonar",
        "Stump .20 .34 .41 .55",
        "Bush .22 .32 .42 .53",
        "OakNet .25 .37 .43 .54",
    ]
    rows += ["vs_Best 13.6% 8.8% 2.4% -1.8%"]
    text = "As Table 1 shows, OakNet is best on 3 of 4 datasets."
    assert alarms(("Accuracy.", rows), text=text) == []


def test_an_average_with_nothing_before_it_is_left_alone(alarms):
    assert (
        alarms(("Scores.", ["Method Avg Iris", "Stump 30.0 31.0", "Bush 32.0 33.0", "OakNet 35.0 36.0"]))
        == []
    )


def test_a_count_for_several_columns_together_is_not_that_of_one(alarms):
    rows = [
        "Data A1 A2 B1 B2 C1 C2 D1 D2",
        "Iris 1.1 1.2 2.2 2.1 3.3 3.1 4.1 4.2",
        "Wine 1.3 1.2 2.5 2.7 3.1 3.4 4.3 4.4",
    ]
    rows += ["Heart 1.5 1.4 2.5 2.8 3.9 3.3 4.9 4.8", "Wins 6 _ 0 _ 0 _ 0 _"]
    assert alarms(("Error.", rows)) == []


def test_wins_are_counted_by_the_direction_of_each_line(alarms):
    rows = [
        "Method Accuracy F1 RMSE MAE",
        "Stump 70.0 71.0 1.9 1.8",
        "Bush 72.0 75.0 1.5 1.4",
        "OakNet 75.0 74.0 1.2 1.1",
    ]
    assert alarms(("Scores.", rows), text="As Table 1 shows, OakNet is best on 3 of 4 metrics.") == []
    assert alarms(("Scores.", rows), text="As Table 1 shows, OakNet is best on 4 of 4 metrics.") == ["BO723"]
