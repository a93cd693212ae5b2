"""Rows of long and of several tables of predictions that belong to one example."""

import bakeoff


def write(tmp_path, name, text):
    place = tmp_path / name
    place.write_text(text, encoding="utf-8")
    return place


def test_examples_are_joined_where_the_first_was_answered_by_one_classifier_alone(tmp_path):
    rows = "".join(f"{i},{c},{i % 2},{i // k % 2}\n" for i in range(1, 9) for k, c in ((2, "a"), (3, "b")))
    long = write(tmp_path, "long.csv", f"id,classifier,y_true,y_pred\n0,a,1,1\n{rows}")
    found = bakeoff.read(long, drop_incomplete=True).evidence
    assert found.examples == 8
    assert found.correct[:, 0].tolist() == [i % 2 == i // 2 % 2 for i in range(1, 9)]
    assert found.correct[:, 1].tolist() == [i % 2 == i // 3 % 2 for i in range(1, 9)]


def test_ids_of_two_tables_are_the_same_however_whole_numbers_are_written(tmp_path):
    one = "id,y_true,a\n" + "".join(f"{i}.0,{i % 2},{i // 2 % 2}\n" for i in range(12)) + "last,1,1\n"
    two = "id,y_true,b\n" + "".join(f"{i},{i % 2},{i // 3 % 2}\n" for i in range(12)) + "last,1,1\n"
    found = bakeoff.read([write(tmp_path, "one.csv", one), write(tmp_path, "two.csv", two)]).evidence
    assert (found.examples, found.classifiers) == (13, ("a", "b"))
