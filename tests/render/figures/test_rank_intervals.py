"""How firm the ranking is."""

import pytest

import bakeoff
from bakeoff.inputs.published import PUBLISHED
from figure_checks import check_figure, compared, data_of, drawn, objection


def test_ranks_are_the_published_ones_with_intervals_around_them():
    # Source: García & Herrera (2008), table 3.
    data = data_of(bakeoff.compare(PUBLISHED["garcia-herrera-2008"].text), "ranks")
    assert data.names == ("C4.5", "NaiveBayes", "CN2", "k-NN(k=1)", "Kernel")
    assert data.ranks == pytest.approx([2.100, 2.200, 3.117, 3.250, 4.333], abs=5e-4)
    assert all(i.low <= rank <= i.high for i, rank in zip(data.intervals, data.ranks, strict=True))
    assert sum(data.first) == pytest.approx(1)


def test_a_classifier_that_always_wins_is_surely_first():
    axes = drawn(compared(10, 3, step=0.2, spread=0.01), "ranks")
    assert [t.get_text() for t in axes.texts] == ["first 100 %", "first 0 %", "first 0 %"]


def test_two_classifiers_have_no_such_figure():
    assert "wins and losses" in objection(compared(10, 2), "ranks")


@pytest.mark.parametrize(("datasets", "count"), [(2, 3), (200, 5), (12, 30)])
def test_labels_do_not_collide(datasets, count):
    names = [f"classifier number {i} with a rather long name of its own" for i in range(count)]
    check_figure(compared(datasets, count, names=names, step=0.003), "ranks")
