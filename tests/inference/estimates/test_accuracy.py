"""Estimates of single classifiers, through both doors."""

import json

import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import BakeoffError

TRUTH = ["x", "y"] * 30
PREDICTED = ["x" if i < 5 else t for i, t in enumerate(TRUTH)]  # two wrong


def run(capsys, *arguments):
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "words", [["80/100"], ["80 of 100"], ["80", "of", "100"], ["80", "/", "100"], ["m=80/100"]]
)
def test_counts_may_be_spelled_in_several_ways(words, capsys):
    document = run(capsys, "estimate", *words)
    assert (document["schema"], document["correct"], document["total"]) == ("bakeoff/estimate/1", 80, 100)


def test_several_counts_are_several_estimates(capsys):
    document = run(capsys, "estimate", "80/100", "25.5/30")
    assert [e["accuracy"] for e in document["estimates"]] == [0.8, 0.85]
    # Half a record is no record: the exact methods are left out.
    assert {i["method"] for i in document["estimates"][1]["intervals"]} == {
        "wilson",
        "clopper-pearson",
        "jeffreys",
        "wald",
    }


def test_a_certain_classifier_has_an_interval_with_a_width():
    made = bakeoff.estimate(correct=20, total=20)
    ends = {i.method: (i.interval.low, i.interval.high) for i in made.each[0].intervals}
    # Clopper and Pearson's lower limit for n of n is (alpha/2)^(1/n).
    assert ends["clopper-pearson"] == (pytest.approx(0.025 ** (1 / 20)), 1.0)
    assert ends["wald"] == (1.0, 1.0)


def test_the_next_records_and_the_table_are_given_on_request(capsys):
    document = run(capsys, "estimate", "80/100", "--next", "50", "--table")
    assert document["next"]["records"] == 50
    assert document["next"]["low"] < 0.711 < 0.867 < document["next"]["high"]  # wider than the rate's own
    assert [row["total"] for row in document["table"]] == [20, 50, 100, 500, 1000, 5000]


def test_predictions_are_estimated_by_every_measure():
    made = bakeoff.estimate({"id": list(range(60)), "y_true": TRUTH, "m": PREDICTED})
    one = made.each[0]
    metrics = {m.of: m for m in one.metrics}
    assert (one.classifier, one.correct, one.total) == ("m", 58, 60)
    assert metrics["balanced_accuracy"].value == pytest.approx((1 + 28 / 30) / 2)
    assert metrics["recall"].value == pytest.approx(28 / 30)  # of y, the last class
    assert metrics["precision"].value == 1.0
    assert all(m.interval.low <= m.value <= m.interval.high <= 1 for m in one.metrics)
    assert all(m.interval.low < m.interval.high for m in one.metrics)
    assert "BO143" in {f.code for f in made.findings}


def test_groups_are_resampled_whole():
    columns = {"id": list(range(60)), "y_true": TRUTH, "m": PREDICTED, "patient": [i // 6 for i in range(60)]}
    made = bakeoff.estimate(columns)
    assert [i.method for i in made.each[0].intervals] == ["bootstrap of groups"]


def test_groups_that_were_found_by_name_are_said():
    columns = {"id": list(range(60)), "y_true": TRUTH, "m": PREDICTED, "patient": [i // 6 for i in range(60)]}
    assert "grouped by patient (found by its name)" in str(bakeoff.estimate(columns))


def test_measures_that_are_left_out_are_named_with_the_reason():
    half = [0.5] * 60
    columns = {"id": list(range(60)), "y_true": [0, 1] * 30, "a:1": [0.2, 0.7, 0.9] * 20, "b:1": half}
    (finding,) = [f for f in bakeoff.estimate(columns).findings if f.code == "BO151"]
    assert finding.message == (
        "log_loss of b is left out: the 60 losses are all alike, and nothing bounds them: there is no interval."
    )


def test_a_test_set_of_one_class_leaves_out_what_needs_two():
    columns = {
        "id": list(range(60)),
        "y_true": [1] * 60,
        "a:0": [0.8, 0.3, 0.1] * 20,
        "a:1": [0.2, 0.7, 0.9] * 20,
    }
    made = bakeoff.estimate(columns)
    assert [m.of for m in made.each[0].metrics] == ["log_loss", "brier"]
    left = [name for f in made.findings if f.code == "BO151" for name in f.detail["measures"]]
    assert {"mcc", "f1", "specificity", "roc_auc", "average_precision"} <= set(left)


def test_methods_that_count_whole_records_are_named_where_they_are_left_out():
    (finding,) = bakeoff.estimate(correct=25.5, total=30).findings
    assert (
        finding.message == "blaker and mid-p are left out for 25.5 of 30: whole records only can be counted."
    )


def test_every_test_set_is_estimated_by_itself():
    columns = {"dataset": ["d", "e"] * 30, "id": list(range(60)), "y_true": TRUTH, "m": PREDICTED}
    assert [e.classifier for e in bakeoff.estimate(columns).each] == ["m on d", "m on e"]


@pytest.mark.parametrize(
    ("words", "code"), [(["120/100"], "BO073"), (["0/0"], "BO073"), (["80/100", "lots"], "BO001")]
)
def test_counts_that_cannot_be_are_refused(words, code, capsys):
    assert main(["estimate", *words]) == 2
    assert f"error {code}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["1/2", "3/4", "5/6"], "BO074"),
        (["--mends", "3"], "BO073"),
        (["--mends", "3", "--breaks", "4", "--total", "5"], "BO073"),
        (["--mends", "3", "--breaks", "4", "1/2"], "BO065"),
        ([], "BO065"),
        (["5/4", "1/2"], "BO073"),
    ],
)
def test_counts_that_cannot_be_compared_are_refused(arguments, code, capsys):
    assert main(["compare", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"error {code}" in err


def test_flips_without_a_total_are_not_called_accuracy(capsys):
    bare = run(capsys, "compare", "--mends", "35", "--breaks", "15")
    full = run(capsys, "compare", "--mends", "35", "--breaks", "15", "--total", "500")
    assert "BO138" in {f["code"] for f in bare["findings"]}
    assert bare["pairs"][0]["estimate"]["of"] == "advantage as a share of the flips"
    assert full["pairs"][0]["estimate"]["value"] == pytest.approx(0.04)
    assert bare["pairs"][0]["p_value"] == pytest.approx(full["pairs"][0]["p_value"], rel=1e-12)


def test_flips_without_a_total_are_not_called_test_examples(capsys):
    assert main(["compare", "--mends", "35", "--breaks", "15", "--quiet"]) == 0
    assert capsys.readouterr().out.startswith("b is better than a on 50 examples that only one gets right.")
    assert main(["compare", "--mends", "35", "--breaks", "15", "--total", "500", "--quiet"]) == 0
    assert capsys.readouterr().out.startswith("b is better than a on 500 test examples.")


def test_two_test_sets_have_no_wins(capsys):
    document = run(capsys, "compare", "old=25.5/30", "new=3750/5000")
    assert document["design"] == "two-classifiers-independent-test-sets"
    assert document["evidence"]["classifiers"] == ["old", "new"]
    assert document["pairs"][0]["test"] == "two-proportions"
    assert document["pairs"][0]["wins"] is None


def test_an_estimate_needs_evidence_or_counts():
    for arguments in ({}, {"correct": 3}, {"evidence": "x.csv", "correct": 3, "total": 4}):
        with pytest.raises(BakeoffError):
            bakeoff.estimate(**arguments)


def test_the_steps_of_an_interval_lead_to_its_ends(capsys):
    ends = run(capsys, "estimate", "80/100")["intervals"][0]
    assert main(["estimate", "80/100", "--explain"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    middle, reach, over = (
        float(said.split(before)[1].split()[0])
        for before in ("160 + 3.84146 = ", "√67.8415 = ", "2 (N + Z²) = ")
    )
    assert ends["low"] == pytest.approx((middle - reach) / over, abs=1e-5)
    assert ends["high"] == pytest.approx((middle + reach) / over, abs=1e-5)
    assert f"{ends['low']:.6g} to {ends['high']:.6g}" in said


def test_the_steps_of_costs_are_those_of_the_estimate(tmp_path, capsys):
    file, costs = tmp_path / "p.csv", tmp_path / "costs.toml"
    file.write_text("y_true,m\n" + "".join(f"{t},{p}\n" for t, p in zip(TRUTH, PREDICTED, strict=True)))
    costs.write_text("[costs.x]\ny = 10\n[costs.y]\nx = 1\n")
    words = ["estimate", str(file), "--costs", str(costs)]
    (expected,) = [m for m in run(capsys, *words)["metrics"] if m["metric"] == "expected cost"]
    assert main([*words, "--explain"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    wrong = sum(t != p for t, p in zip(TRUTH, PREDICTED, strict=True))  # all of them y that were taken for x
    assert f"expected cost: (0 + {wrong}) / 60 = {expected['value']:.6g}" in said
    assert "The interval of the accuracy of m, step by step" in said


def test_without_explain_no_steps_are_printed(capsys):
    assert main(["estimate", "80/100"]) == 0
    assert "step by step" not in capsys.readouterr().out
