"""The tables at the back of a textbook."""

import json
from math import comb, e

import pytest
from scipy import stats

from bakeoff.cli.main import main


def document(capsys, *words):
    assert main(["tests", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_critical_values_are_those_of_scipy_in_one_tail_and_in_two(capsys):
    found = document(capsys, "--table", "t")
    assert found["df"][0] == 1
    assert found["df"][-1] is None  # infinitely many: the normal distribution
    for row in found["values"]:
        share = 1 - (1 - row["level"]) / row["tails"]
        expected = stats.norm.ppf(share) if row["df"] is None else stats.t.ppf(share, row["df"])
        assert row["critical"] == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_several_degrees_of_freedom_are_all_there(capsys):
    assert document(capsys, "--df", "2", "--df", "5-7", "--df", "inf")["df"] == [2, 5, 6, 7, None]


def test_lists_with_commas_are_read(capsys):
    found = document(capsys, "--table", "t", "--df", "9,19", "--df", "1-2,inf", "--level", "0.9,99%")
    assert found["df"] == [9, 19, 1, 2, None]
    assert {row["level"] for row in found["values"] if row["tails"] == 2} == {0.9, 0.99}
    assert len(document(capsys, "--df", "9", "--value", "1.83,2.26")["areas"]) == 2
    assert main(["tests", "--df", "9,x"]) == 2
    assert "BO065" in capsys.readouterr().err


def test_one_tailed_levels_are_asked_for_by_tails(capsys):
    two = document(capsys, "--df", "9", "--level", "0.9")["values"][0]["critical"]
    one = document(capsys, "--df", "9", "--level", "0.95", "--tails", "1")["values"][0]["critical"]
    assert one == pytest.approx(two, rel=1e-12)


def test_the_area_beyond_a_value(capsys):
    # Bramer: the area beyond ±1.83 with 9 degrees of freedom is 0.1005.
    (area,) = document(capsys, "--df", "9", "--value", "1.83")["areas"]
    assert area["two_tailed"] == pytest.approx(2 * stats.t.sf(1.83, 9), rel=1e-9)
    assert round(area["two_tailed"], 4) == 0.1005
    (normal,) = document(capsys, "--table", "z", "--value", "-1.527")["areas"]
    assert normal["one_tailed"] == pytest.approx(stats.norm.sf(1.527), rel=1e-9)


def test_the_coin_of_the_textbook(capsys):
    found = document(capsys, "--table", "binomial", "--n", "50", "--value", "20")
    assert (found["mean"], found["variance"], found["share_variance"]) == (25, 12.5, 0.005)
    assert found["values"][0]["exactly"] == pytest.approx(comb(50, 20) / 2**50, rel=1e-12)


def test_the_share_of_a_bootstrap_sample(capsys):
    found = {row["n"]: row["share"] for row in document(capsys, "--table", "bootstrap")["values"]}
    assert found[10] == pytest.approx(1 - 0.9**10)
    assert found[None] == pytest.approx(1 - 1 / e)


@pytest.mark.parametrize(
    "words",
    [
        ("--value", "2"),
        ("--table", "z", "--df", "3"),
        ("--df", "0"),
        ("--df", "9-3"),
        ("--df", "x"),
        ("--table", "binomial"),
        ("--table", "binomial", "--n", "5", "--value", "6"),
        ("--table", "bootstrap", "--level", "0.9"),
        ("--df", "9", "--n", "4"),
        ("--df", "9", "--level", "0.5", "--tails", "1"),
        ("wilcoxon", "--df", "9"),
        ("--json",),
    ],
)
def test_what_makes_no_table_is_refused(words, capsys):
    assert main(["tests", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("error BO")


def test_densities_are_drawn(tmp_path, capsys):
    assert main(["tests", "--df", "2", "--df", "inf", "--figures", str(tmp_path)]) == 0
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".pdf", ".png", ".svg"]
