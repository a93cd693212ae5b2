"""What a text prints in place of scores is judged as the scores would be."""

import json

import pytest

from bakeoff.cli.main import main

FIGURE = "dataset,A,B\n" + "".join(
    f"d{i},{a},{b}\n"
    for i, (a, b) in enumerate(
        [(80, 85), (73, 70), (85, 85), (68, 74), (82, 71), (75, 65), (73, 77), (64, 73), (75, 75), (69, 76)]
    )
)


def run(capsys, *words, code=0):
    assert main([*words]) == code
    return capsys.readouterr()


def test_sums_give_what_the_scores_give(capsys, tmp_path):
    table = tmp_path / "scores.csv"
    table.write_text(FIGURE, encoding="utf-8")
    whole = json.loads(run(capsys, "compare", str(table), "--test", "paired-t", "--json").out)["pairs"][0]
    sums = json.loads(run(capsys, "compare", "--sum-z", "7", "--sum-z2", "437", "--n", "10", "--json").out)[
        "pairs"
    ][0]
    assert sums["verdict"] == whole["verdict"]
    for name in ("statistic", "df", "p_value"):
        assert sums[name] == pytest.approx(whole[name], rel=1e-12)
    assert sums["estimate"]["low"] == pytest.approx(whole["estimate"]["low"], rel=1e-12)


def test_example_4_6_of_tan_steinbach_and_kumar(capsys):
    # t(0.975, 29) = 2.045230 (scipy.stats.t.ppf), so 0.05 ± 0.00409046.
    out = run(
        capsys, "compare", "--mean", "0.05", "--se", "0.002", "--k", "30", "--test", "paired-t", "--json"
    ).out
    ends = json.loads(out)["pairs"][0]["estimate"]
    assert ends["low"] == pytest.approx(0.0459095407, abs=1e-9)
    assert ends["high"] == pytest.approx(0.0540904593, abs=1e-9)


def test_folds_are_judged_by_the_corrected_test_unless_the_plain_one_is_named(capsys):
    words = ("compare", "--mean", "0.05", "--se", "0.002", "--k", "30", "--json")
    document = json.loads(run(capsys, *words).out)
    assert [t["test"] for t in document["tests"]] == ["corrected-t", "paired-t"]
    corrected, plain = (t["estimate"] for t in document["tests"])
    assert corrected["high"] - corrected["low"] > plain["high"] - plain["low"]
    # Nadeau and Bengio: the error grows by √(1 + k/(k − 1)).
    ratio = (corrected["high"] - corrected["low"]) / (plain["high"] - plain["low"])
    assert ratio == pytest.approx((1 + 30 / 29) ** 0.5, rel=1e-12)
    assert "overlap" in run(capsys, *words[:-1], "--test", "paired-t").out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--mean", "1", "--n", "3"), "BO532"),
        (("--mean", "1", "--sd", "1", "--n", "3", "--k", "3"), "BO532"),
        (("--sum-z", "7", "--sum-z2", "4.9", "--n", "10"), "BO532"),  # no spread
        (("--mean", "1", "--sd", "1", "--n", "1"), "BO532"),
        (("--mean", "1", "--sd", "1", "--n", "9", "--report", "x.html"), "BO531"),
        (("--mean", "1", "--sd", "1", "--n", "9", "--gate", "better"), "BO531"),
        (("--mean", "1", "--sd", "1", "--n", "9", "--test", "wilcoxon"), "BO061"),
        (("scores.csv", "--mean", "1"), "BO532"),
        (("70±10",), "BO532"),
        (("70±0", "60±10"), "BO532"),
        (("70±10", "60±10", "--margin", "1"), "BO531"),
    ],
)
def test_what_is_no_summary_or_needs_the_scores_is_refused(words, code, capsys):
    told = run(capsys, "compare", *words, code=2)
    assert told.out == ""
    assert told.err.startswith(f"error {code}")


def test_two_printed_intervals_are_read_by_the_errors_that_add_as_squares(capsys):
    document = json.loads(run(capsys, "compare", "A=70±10", "B=60+/-10", "--json").out)
    (pair,) = document["pairs"]
    # The difference is −10 ± 10√2; z = 1.959964 / √2 (scipy.stats.norm.ppf(.975)), p = 2 Φ(−1.385904) = 0.165776.
    assert pair["estimate"]["low"] == pytest.approx(-10 - 10 * 2**0.5, rel=1e-12)
    assert pair["p_value"] == pytest.approx(0.165776, abs=1e-6)
    assert pair["verdict"] == "undecided"
    apart = json.loads(run(capsys, "compare", "70±10", "85.5±10", "--json").out)["pairs"][0]
    assert apart["verdict"] == "better"  # although the intervals overlap


@pytest.mark.parametrize("words", [("compare", "a=0.85/30", "b=0.75/5000"), ("estimate", "0.8/100")])
def test_a_rate_in_place_of_a_count_is_refused(words, capsys):
    told = run(capsys, *words, code=2)
    assert told.out == ""
    assert "looks like a rate" in told.err


def test_the_lectures_degrees_of_freedom_are_followed_and_called_wrong(capsys):
    words = ("compare", "--mean", "0.48", "--sd", "0.0789", "--k", "10", "--level", "0.9")
    named = (*words, "--test", "paired-t", "--df-rule", "k-2")
    document = json.loads(run(capsys, *named, "--json").out)
    steps = document["tests"][0]["steps"]
    # The lecture: t = 1.86 with 8 degrees of freedom, the interval ±0.046.
    assert (steps["df"], document["settings"]["df_rule"]) == (8, "k-2")
    assert steps["critical"] == pytest.approx(1.859548, abs=1e-6)  # scipy.stats.t.ppf(0.95, 8)
    assert steps["acceptance_high"] == pytest.approx(0.046396, abs=1e-6)
    screen = " ".join(run(capsys, *named).out.split())
    assert "that rule is wrong: 10 paired differences have k − 1 = 9" in screen
    assert "the lecture's rule k − 2, where 9 are right" in run(capsys, *named, "--quiet").out
    # Without --test the verdict stays with the corrected test, whose degrees of freedom no rule changes.
    beside = json.loads(run(capsys, *words, "--df-rule", "k-2", "--json").out)
    assert [(t["test"], t["df"]) for t in beside["tests"]] == [("corrected-t", 9), ("paired-t", 8)]


def test_the_lectures_rule_judges_no_scores(capsys, tmp_path):
    table = tmp_path / "scores.csv"
    table.write_text(FIGURE, encoding="utf-8")
    assert "BO531" in run(capsys, "compare", str(table), "--df-rule", "k-2", code=2).err


@pytest.mark.parametrize("how", [(), ("--quiet",), ("--explain",)])
def test_what_is_taken_from_what_is_said_on_the_screen(capsys, how):
    assert "b − a" in run(capsys, "compare", "--mean", "-0.48", "--sd", "0.0789", "--k", "10", *how).out


def test_a_percentage_of_records_is_a_count(capsys):
    words = ("--test", "two-proportions-wald", "--json")
    counts = json.loads(run(capsys, "compare", "25.5/30", "3750/5000", *words).out)["pairs"]
    assert json.loads(run(capsys, "compare", "85%/30", "75%/5000", *words).out)["pairs"] == counts
    spaced = ("85", "%", "of", "30", "75%", "of", "5000")
    assert json.loads(run(capsys, "compare", *spaced, *words).out)["pairs"] == counts
    assert "BO073" in run(capsys, "compare", "185%/30", "75%/5000", code=2).err


def test_example_4_5_has_its_variance_and_both_terms_of_it(capsys):
    out = run(capsys, "compare", "85%/30", "75%/5000", "--test", "two-proportions-wald", "--explain").out
    assert "σ² = 0.15 × (1 − 0.15) / 30 + 0.25 × (1 − 0.25) / 5000 = 0.00425 + 0.0000375 = 0.0042875" in out


def test_the_average_of_the_squares_stands_under_them(capsys, tmp_path):
    table = tmp_path / "scores.csv"
    table.write_text(FIGURE, encoding="utf-8")
    out = run(capsys, "compare", str(table), "--explain").out
    (row,) = [line.split() for line in out.splitlines() if line.startswith("  average")]
    assert row == ["average", "74.4", "75.1", "0.7", "43.7"]  # Bramer, Figure 15.2
