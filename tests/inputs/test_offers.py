"""Readings that a question offers: each of them can be pasted and is followed."""

import pytest

import bakeoff
from bakeoff.core.errors import ReadingError
from bakeoff.inputs.offers import follow_options
from bakeoff.inputs.options import ReadOptions


def ask(path, text):
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ReadingError) as asked:
        bakeoff.read(path)
    return asked.value


def test_a_reading_that_fails_is_not_offered(tmp_path):
    rows = "".join(f"prompt {i},{judge},{1 + i % 5}\n" for i in range(20) for judge in ("a", "b"))
    error = ask(tmp_path / "judged.csv", f"prompt,judge,score\n{rows}")
    assert error.alternatives == ()
    assert "none of the usual readings" in error.fix


def test_a_reading_that_is_offered_is_followed(tmp_path):
    path = tmp_path / "table.csv"
    rows = "".join(f"site {i},0.{80 + i},0.{85 - i}\n" for i in range(8))
    error = ask(path, f"hospital,forest,logistic\n{rows}")
    assert error.alternatives
    for offered in error.alternatives:
        options = follow_options(ReadOptions(), offered.options)
        assert options is not None
        assert bakeoff.read(path, rows_are=options.rows_are).evidence is not None


def test_a_column_of_items_can_be_left_aside_as_offered(tmp_path):
    path = tmp_path / "items.csv"
    rows = "".join(f"i{i},{i / 40:.2f},{i % 2},{int(i % 3 > 0)}\n" for i in range(40))
    error = ask(path, f"item,difficulty,small,large\n{rows}")
    assert ("--leave-aside", "difficulty") in [offered.options for offered in error.alternatives]
    assert bakeoff.read(path, leave_aside="difficulty").evidence.models == ("small", "large")


def test_words_of_a_command_are_followed_one_after_another():
    words = (
        "--leave-aside",
        "a",
        "--leave-aside",
        "b",
        "--transpose",
        "--lower-is-better",
        "--only",
        "set=test",
    )
    options = follow_options(ReadOptions(), words)
    assert options == ReadOptions(
        leave_aside=("a", "b"), transpose=True, higher_is_better=False, only=(("set", "test"),)
    )


def test_what_is_no_option_of_reading_is_not_followed():
    assert follow_options(ReadOptions(), ("--margin", "0.1")) is None


def test_an_outcome_beside_fractions_of_unknown_names_is_asked_about(tmp_path):
    path = tmp_path / "patients.csv"
    rows = "".join(f"p{i},{i % 2},0.{10 + i},0.{70 - i}\n" for i in range(40))
    error = ask(path, f"patient_id,outcome,old_risk,new_risk\n{rows}")
    assert [offered.options for offered in error.alternatives] == [("--truth-column", "outcome")]
    assert bakeoff.read(path, truth_column="outcome").evidence.classifiers == ("old_risk", "new_risk")
