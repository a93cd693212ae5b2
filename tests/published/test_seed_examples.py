"""Every figure of the source documents' worked examples, through the command line, to 1e-9."""

import json

import pytest

from bakeoff.cli.main import main

TABLES = [
    "figure_15_2",
    "figure_15_5",
    "figure_15_6",
    "figure_15_7",
    "figure_15_7_better_results",
    "exercise_15",
    "lecture_corrected",
]


@pytest.fixture(scope="module")
def golden(shared):
    return json.loads((shared / "golden" / "seed_examples.json").read_text(encoding="utf-8"))


def run(capsys, *arguments):
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def table(tmp_path, a, b):
    path = tmp_path / "scores.csv"
    rows = (f"dataset {i},{x},{y}\n" for i, (x, y) in enumerate(zip(a, b, strict=True), 1))
    path.write_text("dataset,A,B\n" + "".join(rows), encoding="utf-8")
    return str(path)


def close(value):
    return pytest.approx(value, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("name", TABLES)
def test_the_paired_t_test_in_seven_steps(name, golden, tmp_path, capsys):
    expected = golden[name]
    document = run(
        capsys, "compare", table(tmp_path, expected["a"], expected["b"]), "--level", str(expected["level"])
    )
    found = next(t for t in document["tests"] if t["test"] == "paired-t")
    steps = found["steps"]
    for key in ("sum_z", "sum_z2", "n", "mean", "variance", "sd", "se"):
        assert steps[key] == close(expected[key]), key
    assert found["statistic"] == close(expected["t"])
    assert found["df"] == expected["df"]
    assert found["p_value"] == close(expected["p_two_sided"])
    assert steps["critical"] == close(expected["critical"])
    assert [found["estimate"]["low"], found["estimate"]["high"]] == close(expected["interval"])


def test_the_lectures_mean_and_spread_as_printed(golden, tmp_path, capsys):
    printed = golden["lecture_as_printed"]
    zeros = [0.0] * len(printed["differences"])
    document = run(capsys, "compare", table(tmp_path, zeros, printed["differences"]), "--higher-is-better")
    steps = next(t for t in document["tests"] if t["test"] == "paired-t")["steps"]
    assert steps["mean"] == close(printed["mean"])
    assert steps["sd"] == close(printed["sd"])
    assert steps["se"] == close(printed["se"])


@pytest.mark.parametrize("df", [8, 9])
def test_the_lectures_critical_values(df, golden, capsys):
    document = run(capsys, "tests", "--df", str(df), "--level", "0.9")
    two_tailed = next(v for v in document["values"] if v["tails"] == 2)
    assert two_tailed["critical"] == close(golden["lecture_as_printed"][f"critical_df{df}_90"])


def test_the_interval_over_k_folds(golden, capsys):
    expected = golden["kfold_interval"]
    document = run(capsys, "tests", "--df", str(expected["k"] - 1), "--level", str(expected["level"]))
    assert document["values"][0]["critical"] == close(expected["t"])


def test_the_multiplicity_of_154_tests(golden, capsys):
    document = run(capsys, "plan", "--tests", "154")
    for key, value in golden["multiplicity_154"].items():
        assert document[key] == close(value), key


@pytest.mark.parametrize("total", [20, 50, 100, 500, 1000, 5000])
def test_the_interval_of_an_accuracy_of_four_fifths(total, golden, capsys):
    document = run(capsys, "estimate", f"{total * 4 // 5}/{total}")
    wilson = next(i for i in document["intervals"] if i["method"] == "wilson")
    assert [wilson["low"], wilson["high"]] == close(golden["accuracy_interval_95_at_0.8"][str(total)])


def test_two_independent_test_sets(golden, capsys):
    expected = golden["independent_test_sets"]
    counts = [
        f"{(1 - expected['e1']) * expected['n1']}/{expected['n1']}",
        f"{(1 - expected['e2']) * expected['n2']:g}/{expected['n2']}",
    ]
    document = run(capsys, "compare", *counts, "--test", "two-proportions-wald")
    pair = document["pairs"][0]
    assert abs(pair["statistic"]) == close(expected["z"])
    assert (pair["estimate"]["high"] - pair["estimate"]["low"]) / 2 == close(expected["half_width_95"])
    assert pair["steps"]["two_sided_confidence"] == close(expected["two_sided_confidence"])
    assert pair["steps"]["one_sided_confidence"] == close(expected["one_sided_confidence"])


@pytest.mark.parametrize("wins", [35, 30])
def test_the_binomial_test_of_flips(wins, golden, capsys):
    flips = ["compare", "--mends", str(wins), "--breaks", str(50 - wins), "--alternative", "greater"]
    document = run(capsys, *flips, "--test", "binomial")
    assert document["pairs"][0]["p_value"] == close(golden["binomial"][f"{wins}_of_50_one_sided"])


def test_mcnemars_test_of_flips(golden, capsys):
    document = run(capsys, "compare", "--mends", "35", "--breaks", "15", "--test", "mcnemar")
    assert document["pairs"][0]["statistic"] == close(golden["binomial"]["mcnemar_35_15"])
    assert document["pairs"][0]["p_value"] == close(golden["binomial"]["mcnemar_35_15_p"])
