"""Calibration in a comparison: which event, which pairs, what is said, and where nothing can be."""

import csv
import json

import numpy as np
import pytest

import bakeoff
from bakeoff.render.reliability import calibration_sentence

RNG = np.random.default_rng(5)
N = 400
RIGHT = RNG.uniform(0.25, 0.75, N)
TRUTH = (RNG.random(N) < RIGHT).astype(int)
BOLD = 1.95 * (RIGHT - 0.5) + 0.5


def table(**more):
    return {"id": range(N), "y_true": TRUTH, "calm_proba": RIGHT, "bold_proba": BOLD, **more}


def test_the_better_calibrated_one_is_named_in_every_output(tmp_path):
    made = bakeoff.compare(table())
    found = made.reliability
    (pair,) = found.differences
    assert (pair.a, pair.b, str(pair.verdict)) == ("calm", "bold", "worse")
    sentence = calibration_sentence(found)
    assert sentence.startswith("Calibration of the probability of 1: calm is better calibrated than bold")
    assert " ".join(sentence.split()) in " ".join(str(made).split())
    assert sentence in made.report(tmp_path / "r.html").read_text(encoding="utf-8")
    assert "In the calibration of the probability of 1, calm was better than bold" in made.paper().results
    assert r"\label{tab:bakeoff-calibration}" in made.paper().document
    assert "dimitriadis2021" in made.paper().bibtex
    document = json.loads(json.dumps(made.to_dict()))["calibration"]
    assert document["pairs"][0]["verdict"] == "worse"
    assert [own["classifier"] for own in document["classifiers"]] == ["calm", "bold"]
    path = made.to_csv(tmp_path / "c.csv", table="calibration")
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [row["classifier"] for row in rows] == ["calm", "bold", "bold"]
    assert float(rows[0]["brier"]) == pytest.approx(float(np.mean((RIGHT - TRUTH) ** 2)))


def test_the_other_class_as_positive_turns_the_event_and_not_the_answer():
    one, other = bakeoff.compare(table()), bakeoff.compare(table(), positive="0")
    assert other.reliability.positive == "0"
    for mine, theirs in zip(one.reliability.each, other.reliability.each, strict=True):
        assert mine.brier == pytest.approx(theirs.brier)
        assert mine.miscalibration == pytest.approx(theirs.miscalibration)


def test_many_classes_are_judged_by_the_confidence_in_the_predicted_one():
    given = {"y_true": ["x", "y", "z"] * 40}
    for name, sure in (("a", 0.8), ("b", 0.99)):
        for i, label in enumerate("xyz"):
            own = [
                sure if (j % 3 == i) != (j % 4 == 0 and label in "xy") else (1 - sure) / 2 for j in range(120)
            ]
            given[f"{name}:{label}"] = own
    total = {n: np.sum([given[f"{n}:{c}"] for c in "xyz"], axis=0) for n in "ab"}
    for name in given:
        if ":" in name:
            given[name] = np.asarray(given[name]) / total[name[0]]
    made = bakeoff.compare(given)
    assert made.reliability.positive is None
    assert made.reliability.uncertainty is None
    assert "the predicted class is right" in str(made)
    named = bakeoff.compare(given, positive="y")
    assert named.reliability.positive == "y"


def test_examples_in_groups_are_tested_by_group_and_drawn_without_a_band():
    alone = bakeoff.compare(table())
    grouped = bakeoff.compare(table(patient=np.arange(N) // 8), group_column="patient")
    assert grouped.reliability.differences[0].result.df < alone.reliability.differences[0].result.df
    axes = grouped.plot("reliability")
    assert not axes.collections


def test_a_band_for_each_of_two_and_none_for_three():
    two = bakeoff.compare(table()).plot("reliability")
    three = bakeoff.compare(table(third_proba=np.clip(RIGHT**2, 0, 1))).plot("reliability")
    assert len(two.collections) == 2
    assert not three.collections
    assert [text.get_text() for text in three.texts] == ["calm", "bold", "third"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"y_true": TRUTH, "a": TRUTH, "b": 1 - TRUTH}, "probabilities"),
        (table(weight=np.arange(1, N + 1)), "weights"),
    ],
)
def test_where_nothing_can_be_said_the_figure_says_why(given, words):
    made = bakeoff.compare(given, weight_column="weight") if "weight" in given else bakeoff.compare(given)
    assert made.reliability is None
    assert made.to_dict()["calibration"] is None
    with pytest.raises(bakeoff.BakeoffError, match=words):
        made.plot("reliability")


def test_folds_that_are_pooled_are_described_and_not_tested():
    made = bakeoff.compare(table(fold=np.arange(N) % 5))
    assert made.reliability.differences == ()
    assert "not tested" in calibration_sentence(made.reliability)
    assert len(made.reliability.each) == 2


def test_with_several_pairs_p_is_adjusted_and_intervals_agree_with_it():
    made = bakeoff.compare(table(third_proba=np.clip(0.5 * RIGHT + 0.25, 0, 1)))
    for pair in made.reliability.differences:
        inside = pair.result.estimate.interval.low < 0 < pair.result.estimate.interval.high
        assert (str(pair.verdict) == "undecided") == (pair.p_adjusted >= 0.05)
        assert inside <= (str(pair.verdict) == "undecided")
        assert pair.p_adjusted >= pair.result.p_value


def test_a_rare_event_is_described_and_not_tested():
    rare = np.arange(N) < 9
    given = {"y_true": rare.astype(int), "low_proba": np.where(rare, 0.3, 0.02), "high_proba": RIGHT / 10}
    made = bakeoff.compare(given)
    assert made.reliability.differences == ()
    reason = "a test of calibration needs 10 examples of either outcome; one has 9"
    assert made.to_dict()["calibration"]["why_untested"] == reason
    assert f"pairs are not tested: {reason}" in " ".join(str(made).split())
    assert "Two classifiers' miscalibrations" not in made.paper().methods
