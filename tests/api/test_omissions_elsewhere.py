"""What was left out of the evidence is said by every verb, not by compare alone."""

import numpy as np

import bakeoff
from bakeoff.api.compare import as_evidence
from bakeoff.inference.estimates.prediction_measures import estimate_predictions
from bakeoff.inputs.options import ReadOptions
from bakeoff.render.answers.estimates import estimates_lines
from bakeoff.render.lines import plain_text

NAMES = [f"set {c}" for c in "abcdefghij"]
SCORES = {
    "dataset": NAMES,
    "A": [70.1, 71.4, 72.2, 73.9, 74.3, 75.8, 76.6, 77.7, 78.5, 79.0],
    "B": [72.3, 74.1, 73.5, 77.2, 79.9, 81.4, 75.6, 84.8, 85.3, 88.7],
}
ROWS = {name: {"rows": 100.0 * i + 100} for i, name in enumerate(NAMES)}
GONE = "1 dataset (set b) left out by hand (--without): the answer is about the rest"


def _said(made):
    return " ".join(str(made).split()).replace(" BO", "\nBO")


def test_explain_and_calibrate_say_what_was_left_out():
    explained = bakeoff.explain(SCORES, ROWS, permutations=99, without=["set b"])
    calibrated = bakeoff.calibrate(SCORES, trials=50, without=["set b"])
    for made in (explained, calibrated):
        (finding,) = [f for f in made.to_dict()["findings"] if f["code"] == "BO328"]
        assert finding["message"].replace("without", "--without").replace("----", "--") == GONE
        assert "1 dataset (set b) left out by hand" in _said(made)


def test_estimate_says_which_classifiers_and_rows_were_left_out():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 60)
    columns = {name: (truth ^ (rng.random(60) < 0.2)).tolist() for name in ("a", "b", "c")}
    table = {"id": list(range(60)), "y_true": truth.tolist(), "half": [i % 2 for i in range(60)], **columns}
    read = as_evidence(table, ReadOptions(leave_out=("c",), only=(("half", "1"),)))
    made = estimate_predictions(read, level=0.95)
    (told,) = [f for f in made.findings if f.code == "BO328"]
    assert "1 classifier (c) left out by hand" in told.message
    assert "30 examples left out by hand" in told.message
    assert "1 classifier (c) left out by hand" in " ".join(plain_text(estimates_lines(made)).split())


def test_columns_that_are_properties_are_no_classifiers_that_were_left_out(tmp_path):
    table = tmp_path / "scores.csv"
    rows = zip(*SCORES.values(), range(10), strict=True)
    table.write_text("dataset,A,B,size\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
    made = bakeoff.explain(str(table), ["size"], permutations=99)
    assert "BO328" not in [f["code"] for f in made.to_dict()["findings"]]
