"""Confusion tables."""

import numpy as np
import pytest

import bakeoff
from figure_checks import check_figure, compared, data_of, objection


def predictions(classes, classifiers, *, seed=0, examples=400):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, examples)
    names = [f"class {i:02d}" for i in range(classes)]
    guessed = {
        f"net {j}": np.where(rng.random(examples) < 0.6 + 0.02 * j, truth, rng.integers(0, classes, examples))
        for j in range(classifiers)
    }
    table = {"y_true": truth} | guessed
    return bakeoff.compare({key: [names[i] for i in column] for key, column in table.items()})


def test_rows_are_true_classes_and_add_up_to_one():
    # Four of class x, of which a takes one for y; two of class y, both right; b takes all for x.
    given = {"y_true": list("xxxxyy"), "a": list("xxxyyy"), "b": list("xxxxxx")}
    data = data_of(bakeoff.compare(given), "confusion")
    assert data.classes == ("x", "y")
    tables = {table.name: table for table in data.tables}
    assert tables["a"].counts == ((3, 1), (0, 2))
    assert tables["a"].shares == ((0.75, 0.25), (0, 1))
    assert tables["b"].counts == ((4, 0), (2, 0))


def test_a_class_that_never_occurs_has_an_empty_row():
    given = {"y_true": list("xxxxyy"), "a": list("xxzyyy"), "b": list("xxxxxx")}
    data = data_of(bakeoff.compare(given), "confusion")
    row = data.classes.index("z")
    assert all(table.shares[row] == (0, 0, 0) for table in data.tables)


def test_scores_and_too_many_classes_have_no_table():
    assert "predicted and the true class" in objection(compared(10, 2), "confusion")
    assert "too many" in objection(predictions(25, 2), "confusion")


@pytest.mark.parametrize(("classes", "classifiers"), [(2, 2), (8, 3), (20, 4)])
def test_texts_do_not_collide(classes, classifiers):
    check_figure(predictions(classes, classifiers), "confusion")


def test_the_best_twelve_are_shown_and_the_others_told():
    data = data_of(predictions(3, 14), "confusion")
    assert len(data.tables) == 12
    assert "The best 12 of 14." in data.note
