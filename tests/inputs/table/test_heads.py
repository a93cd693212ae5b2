"""Heads of two rows."""

import bakeoff


def test_folds_under_a_row_of_measures_are_still_folds(tmp_path):
    place = tmp_path / "table.csv"
    rows = "".join(f"{i},0.{70 + i},0.{75 + 2 * i}\n" for i in range(1, 9))
    place.write_text(f"fold,acc,acc\n,svm,forest\n{rows}", encoding="utf-8")
    found = bakeoff.read(place).evidence
    assert (found.classifiers, len(found.datasets), found.resamples.values.size) == (("svm", "forest"), 1, 16)
