"""Heads of two rows."""

import bakeoff


def test_folds_under_a_row_of_measures_are_still_folds(tmp_path):
    place = tmp_path / "table.csv"
    rows = "".join(f"{i},0.{70 + i},0.{75 + 2 * i}\n" for i in range(1, 9))
    place.write_text(f"fold,acc,acc\n,svm,forest\n{rows}", encoding="utf-8")
    found = bakeoff.read(place).evidence
    assert (found.classifiers, len(found.datasets), found.resamples.values.size) == (("svm", "forest"), 1, 16)


def test_names_that_stand_once_for_several_records_of_json_are_written_out(tmp_path):
    scores = {"iris": (0.91, 0.93), "wine": (0.8, 0.84), "glass": (0.7, 0.75)}
    blank = " "
    lines = [
        f'{{"dataset": "{name if model == "svm" else blank}", "classifier": "{model}", "accuracy": {score}}}\n'
        for name, pair in scores.items()
        for model, score in zip(("svm", "forest"), pair, strict=True)
    ]
    place = tmp_path / "table.jsonl"
    place.write_text("".join(lines), encoding="utf-8")
    found = bakeoff.read(place).evidence
    assert dict(zip(found.datasets, map(tuple, found.values.tolist()), strict=True)) == scores
    assert "BO637" in [finding.code for finding in found.findings]
