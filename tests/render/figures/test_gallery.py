"""The gallery: which figure answers first, and what holds of every figure."""

import pytest

import bakeoff
from bakeoff.api.deliveries.figures import lay_out_figure
from bakeoff.api.deliveries.gallery import drawable_figures, main_figure
from bakeoff.core.errors import UsageError
from bakeoff.inputs.published import PUBLISHED
from bakeoff.render.figures.style import figure_style
from figure_checks import compared, svg

FOLDS = "dataset,classifier,fold,accuracy\n" + "".join(
    f"{dataset},{name},{fold},{0.7 + 0.02 * (name == 'b') + (fold * step % 7) / 100:.2f}\n"
    for dataset, step in (("iris", 3), ("wine", 5), ("vote", 4))
    for name in "ab"
    for fold in range(1, 6)
)
PREDICTIONS = "y_true,a,b\n" + "".join(f"{i % 2},{(i + i // 4) % 2},{(i + i // 9) % 2}\n" for i in range(60))
MANY = "y_true,a,b,c\n" + "".join(
    f"{i % 2},{(i + i // 4) % 2},{(i + i // 9) % 2},{i % 2}\n" for i in range(60)
)
TABLES = {"two": PUBLISHED["figure-15.2"].text, "four": PUBLISHED["demsar-2006"].text, "folds": FOLDS}


@pytest.mark.parametrize(
    ("evidence", "first"),
    [
        (PUBLISHED["figure-15.2"].text, "differences"),
        (PREDICTIONS, "flips"),
        (PUBLISHED["demsar-2006"].text, "critical-difference"),
        (MANY, "matrix"),
    ],
)
def test_the_figure_that_answers_first(evidence, first):
    comparison = bakeoff.compare(evidence)
    assert main_figure(comparison).key == first
    assert comparison.plot().figure is not None


def test_a_named_pair_of_many_is_drawn_by_its_differences():
    axes = bakeoff.compare(TABLES["four"]).plot(pair=("C4.5", "C4.5+m"))
    assert "advantage of C4.5+m over C4.5" in axes.get_xlabel()


def test_a_figure_that_a_comparison_has_not_says_why():
    with pytest.raises(UsageError, match="two classifiers have one difference"):
        compared(10, 2).plot("critical-difference")


@pytest.mark.parametrize("evidence", [*TABLES, "predictions"])
def test_the_same_figure_is_the_same_bytes(evidence):
    comparison = bakeoff.compare(TABLES.get(evidence, PREDICTIONS))
    for figure in drawable_figures(comparison):
        assert svg(comparison, figure.key) == svg(comparison, figure.key), figure.key


LONG = "a_very_long_name_of_a_classifier_with_$pecial_characters_and_parameters"
WIDE = f"dataset,{LONG}_1,{LONG}_2,{LONG}_3\n" + "".join(
    f"a dataset whose name goes on and on and on and number {i},{60 + i * 7 % 11},{62 + i * 5 % 13},{70 + i % 9}\n"
    for i in range(8)
)
SCORED = f"id,y_true,p_{LONG}_x,p_{LONG}_y\n" + "".join(
    f"{i},{i % 2},{(i % 2) / 4 + (i * 7 % 19) / 30:.3f},{(i % 2) / 3 + (i * 5 % 17) / 30:.3f}\n"
    for i in range(60)
)


@pytest.mark.parametrize("evidence", [WIDE, SCORED], ids=["scores", "predictions"])
def test_nothing_runs_over_the_edge_of_a_figure_when_names_are_long(evidence):
    comparison = bakeoff.compare(evidence)
    for kind in drawable_figures(comparison):
        with figure_style():
            figure = lay_out_figure(kind.data_of(comparison, comparison.pairs[0]), kind)
        box, (wide, high) = figure.get_tightbbox(), figure.get_size_inches()
        assert (box.x0 > -0.02, box.x1 < wide + 0.02) == (True, True), kind.key
        assert (box.y0 > -0.02, box.y1 < high + 0.02) == (True, True), kind.key
