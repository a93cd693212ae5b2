"""The critical-difference diagram: ranks, groups and critical difference by hand, and the drawing at its extremes."""

from math import sqrt

import pytest

import bakeoff
from bakeoff.core.results import Verdict
from bakeoff.inputs.published import PUBLISHED
from bakeoff.render.figures.critical_difference import _spread_places, pack_rows
from figure_checks import NASTY, check_figure, compared, data_of, drawn, objection, svg, table

BOTH = pytest.mark.parametrize("key", ["critical-difference", "critical-difference-compact"])
DEMSAR = PUBLISHED["demsar-2006"].text
GARCIA = PUBLISHED["garcia-herrera-2008"].text


def test_demsars_example_has_two_groups_that_share_one_classifier():
    # Source: Demšar (2006), section 3.2.2: at .10 the critical value is 2.291, so that CD = 2.291 sqrt(4·5/(6·14)) =
    # 1.12; C4.5 differs from C4.5+m and C4.5+m+cf, and C4.5+cf belongs to either group.
    data = data_of(bakeoff.compare(DEMSAR, metric="AUC", test="nemenyi", level=0.9), "critical-difference")
    assert data.critical_difference == pytest.approx(2.291 * sqrt(4 * 5 / (6 * 14)), abs=1e-3)
    assert data.names == ("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5")
    assert data.groups == ((0, 1, 2), (2, 3))


def test_demsars_example_at_5_percent_is_one_group():
    # Source: the same: with CD = 1.25 even the best and the worst do not differ.
    data = data_of(bakeoff.compare(DEMSAR, metric="AUC", test="nemenyi"), "critical-difference")
    assert data.critical_difference == pytest.approx(1.25, abs=5e-3)
    assert data.groups == ((0, 1, 2, 3),)


def test_garcia_and_herreras_groups_are_no_transitive_chain():
    # Source: García & Herrera (2008), table 3: mean ranks 2.100, 2.200, 3.117, 3.250 and 4.333. With
    # CD = 2.728 sqrt(5·6/(6·30)) = 1.114 the pairs that differ are C4.5–k-NN (1.150) and Kernel with all but k-NN
    # (1.083); joining all that touch would make one group of five.
    data = data_of(bakeoff.compare(GARCIA, test="nemenyi", metric="accuracy"), "critical-difference")
    assert data.critical_difference == pytest.approx(2.728 * sqrt(30 / 180), abs=1e-3)
    assert data.names == ("C4.5", "NaiveBayes", "CN2", "k-NN(k=1)", "Kernel")
    assert data.ranks == pytest.approx([2.100, 2.200, 3.117, 3.250, 4.333], abs=5e-4)
    assert data.groups == ((0, 1, 2), (1, 2, 3), (3, 4))


def test_a_group_may_skip_a_classifier_that_ranks_between_its_members():
    # At 97 % Naive Bayes is told from CN2 by scores but not from k-NN, which ranks below CN2.
    comparison = bakeoff.compare(GARCIA, metric="accuracy", level=0.97)
    data = data_of(comparison, "critical-difference")
    assert (1, 3) in data.groups
    assert "dotted past those that do not belong" in data.statement
    check_figure(comparison, "critical-difference")


def test_the_statement_says_test_level_and_datasets():
    data = data_of(bakeoff.compare(GARCIA, metric="accuracy", level=0.99), "critical-difference")
    assert "(max-t, 99 %, 30 datasets)" in data.statement


@pytest.mark.parametrize("test", ["max-t", "wilcoxon", "tukey"])
def test_a_test_without_one_critical_difference_shows_none(test):
    assert data_of(bakeoff.compare(GARCIA, test=test), "critical-difference").critical_difference is None


def test_a_gate_takes_the_critical_difference_away():
    comparison = bakeoff.compare(GARCIA, test="nemenyi", only_if="friedman")
    assert data_of(comparison, "critical-difference").critical_difference is None


def test_with_a_baseline_each_classifier_has_its_verdict():
    comparison = bakeoff.compare(GARCIA, test="bonferroni-dunn", baseline="C4.5")
    data = data_of(comparison, "critical-difference")
    # Source: Dunn's value for four comparisons is 2.498, so that CD = 2.498 sqrt(30/180) = 1.020.
    assert data.critical_difference == pytest.approx(2.498 * sqrt(30 / 180), abs=1e-3)
    assert data.baseline == 0
    assert data.groups == ()
    # 3.117 - 2.100 = 1.017 is not enough, 3.250 - 2.100 is.
    assert data.verdicts == (None, Verdict.UNDECIDED, Verdict.UNDECIDED, Verdict.WORSE, Verdict.WORSE)


def test_missing_scores_are_told():
    scores = table(14, 4)
    scores["clf 2"][3] = None
    data = data_of(bakeoff.compare(scores), "critical-difference")
    assert "1 dataset is not ranked" in data.statement


def test_where_every_pair_differs_there_is_no_bar_and_no_word_of_one():
    data = data_of(compared(30, 4, step=0.1, spread=0.01), "critical-difference")
    assert data.groups == ()
    assert data.statement.startswith("Every two classifiers are shown to differ")


def test_one_dataset_and_two_classifiers_have_no_diagram():
    assert "one difference" in objection(
        bakeoff.compare(PUBLISHED["figure-15.2"].text), "critical-difference"
    )
    folds = {
        "fold": [1, 2, 3, 4],
        "a": [0.7, 0.8, 0.7, 0.9],
        "b": [0.6, 0.9, 0.7, 0.8],
        "c": [0.5, 0.7, 0.9, 0.8],
    }
    assert "here is one" in objection(bakeoff.compare(folds), "critical-difference")


@BOTH
@pytest.mark.parametrize("settings", [{}, {"test": "nemenyi"}, {"baseline": "clf 7"}])
def test_thirty_classifiers_do_not_collide(key, settings):
    check_figure(compared(20, 30, step=0.004, spread=0.02, **settings), key)


@BOTH
def test_thirty_names_of_sixty_letters_do_not_collide(key):
    names = [f"GradientBoostingClassifier(max_depth={i:02d}, learning_rate=0.10)" for i in range(30)]
    check_figure(compared(12, 30, names=names, step=0.004), key)


@BOTH
@pytest.mark.filterwarnings("ignore:Glyph")  # the font has no such letter; the figure is still drawn
def test_names_are_text_never_formulas_or_markup(key):
    comparison = compared(12, len(NASTY), names=list(NASTY))
    axes = drawn(comparison, key)
    assert NASTY[0] == "$x_1$ and $y$"  # LaTeX in a name is shown plain
    assert "x_1 and y" in [t.get_text() for t in axes.texts]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in svg(comparison, key)


@BOTH
def test_every_name_is_text_in_the_svg(key):
    comparison = bakeoff.compare(GARCIA, test="nemenyi")
    written = svg(comparison, key)
    assert all(name in written for name in ("C4.5", "NaiveBayes", "CN2", "k-NN(k=1)", "Kernel"))


@BOTH
@pytest.mark.parametrize("datasets", [2, 200])
def test_few_and_many_datasets(key, datasets):
    check_figure(compared(datasets, 3), key)


@BOTH
def test_ties_everywhere(key):
    same = [0.8] * 9 + [0.9]
    scores = {"dataset": list("abcdefghij"), "one": same, "two": same, "three": same, "four": [0.8] * 10}
    comparison = bakeoff.compare(scores)
    assert data_of(comparison, key).ranks == pytest.approx([2.45, 2.45, 2.45, 2.65])
    check_figure(comparison, key)


def test_the_compact_form_fits_one_column():
    axes = drawn(compared(20, 30, step=0.004), "critical-difference-compact")
    assert axes.figure.get_size_inches()[0] == pytest.approx(3.4)


def test_names_that_share_a_long_beginning_are_cut_to_what_tells_them_apart():
    names = [f"GradientBoostingClassifier(max_depth={i:02d}, learning_rate=0.10)" for i in range(30)]
    axes = drawn(compared(12, 30, names=names, step=0.004), "critical-difference-compact")
    told = [t.get_text() for t in axes.texts]
    assert all(any(f"max_depth={i:02d}" in text for text in told) for i in range(30))


def test_leaders_keep_a_distance_and_stay_within_the_axis():
    # Three at 1 want to stand around it; the one at 3 has room enough.
    assert _spread_places([1.0, 1.0, 1.0, 3.0], 0.1, within=(0, 4)) == pytest.approx((0.9, 1.0, 1.1, 3.0))
    assert _spread_places([1.0, 1.0, 1.0, 3.0], 0.1, within=(1, 4)) == pytest.approx((1.0, 1.1, 1.2, 3.0))
    assert _spread_places([4.0, 4.0], 0.5, within=(1, 4)) == pytest.approx((3.5, 4.0))


def test_bars_that_do_not_touch_share_a_row():
    assert pack_rows([(0, 1), (0.5, 2), (1.5, 3), (4, 5)], gap=0.2) == (0, 1, 0, 0)


def test_a_given_axes_is_drawn_on_and_returned():
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    assert bakeoff.compare(GARCIA).plot("critical-difference", ax=axes) is axes
