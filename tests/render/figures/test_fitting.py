"""Figures at the width of a column: letters stay readable, and the caption tells what is drawn."""

import numpy as np
import pytest

import bakeoff
from bakeoff.api.deliveries.figures import find_kind, fit_to_size
from bakeoff.render.figures.captions import scale_to, small_letters_note


def comparison_of(classifiers, seed=2):
    rng = np.random.default_rng(seed)
    base = rng.uniform(60, 90, 20)
    scores = {f"method-{i}": (base - 0.8 * i + rng.normal(0, 1, 20)).round(2) for i in range(classifiers)}
    return bakeoff.compare({"dataset": [f"d{i}" for i in range(20)], **scores})


@pytest.fixture(scope="module")
def twelve():
    return comparison_of(12)


@pytest.mark.parametrize("key", ["critical-difference", "matrix"])
def test_letters_of_twelve_classifiers_are_readable_in_one_column(twelve, key):
    kind = find_kind(key, twelve)
    drawn, data = fit_to_size(kind, kind.data_of(twelve, None), "column")
    assert small_letters_note(scale_to("column", drawn.size(data)[0]), drawn.key) == ""


def test_without_a_size_nothing_is_left_out(twelve):
    kind = find_kind("matrix", twelve)
    data = kind.data_of(twelve, None)
    assert fit_to_size(kind, data, None) == (kind, data)


def test_a_matrix_shows_what_its_width_holds_and_its_note_says_the_same():
    few = comparison_of(5)
    kind = find_kind("matrix", few)
    data = kind.data_of(few, None)
    _, wide = fit_to_size(kind, data, "two-columns")
    _, narrow = fit_to_size(kind, data, "column")
    assert (wide.form.lines, "its interval, adjusted p" in wide.note) == (4, True)
    assert (narrow.form.lines, "its interval" in narrow.note) == (1, False)


def test_the_narrow_form_of_a_diagram_has_the_same_data(twelve):
    kind = find_kind("critical-difference", twelve)
    data = kind.data_of(twelve, None)
    drawn, same = fit_to_size(kind, data, "column")
    assert (drawn.key, same) == ("critical-difference-compact", data)
