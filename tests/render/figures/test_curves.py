"""Curves over operating points: the data they show, when they cannot be drawn, and what every figure must keep."""

import numpy as np
import pytest

import bakeoff
from figure_checks import NASTY, check_figure, data_of, drawn, objection

COSTS = {"costs": {"sick": {"well": 5}, "well": {"sick": 1}}}
ALL = ("roc", "precision-recall", "gains", "lift", "cost-curve", "cost-difference")


def table(n=60, names=("a", "b"), seed=0, positive="sick", share=0.4, **more):
    rng = np.random.default_rng(seed)
    sick = rng.random(n) < share
    sick[:3] = True
    columns = {
        f"{name}:{positive}": (1 / (1 + np.exp(-rng.normal((2 * sick - 1) * (0.3 + 0.3 * j)))))
        .round(4)
        .tolist()
        for j, name in enumerate(names)
    }
    return {"id": list(range(n)), "y_true": np.where(sick, positive, "well").tolist(), **columns, **more}


@pytest.fixture(scope="module")
def two():
    return bakeoff.compare(table(), costs=COSTS, positive="sick")


@pytest.mark.parametrize("key", ALL)
def test_two_classifiers_are_drawn_legibly(two, key):
    check_figure(two, key)


@pytest.mark.parametrize(("key", "count"), [("roc", 10), ("cost-curve", 4)])
def test_many_classifiers_are_drawn_legibly(key, count):
    names = [f"clf {i}" for i in range(count)]
    check_figure(bakeoff.compare(table(names=names), positive="sick", baseline="clf 0"), key)


def test_nasty_names_are_drawn_as_they_are():
    made = bakeoff.compare(table(names=NASTY[:3], positive="$p_1$"), positive="$p_1$")
    for key in ("roc", "cost-difference"):
        check_figure(made, key)


def test_an_extreme_share_is_drawn_legibly():
    made = bakeoff.compare(table(n=3000, share=0.003), costs=COSTS, positive="sick")
    for key in ("precision-recall", "lift", "cost-difference"):
        check_figure(made, key)


def test_the_roc_shows_area_hull_band_and_the_best_corner(two):
    data = data_of(two, "roc")
    curve = data.curves.each[0]
    assert curve.value == pytest.approx(_area(table()), rel=1e-12)
    assert curve.best in set(zip(curve.hull_x.tolist(), curve.hull_y.tolist(), strict=True))
    assert curve.band is not None
    # c_fp p_neg / (c_fn p_pos) of the costs and of the test set's classes.
    sick, well = (list(table()["y_true"]).count(name) for name in ("sick", "well"))
    slope = COSTS["costs"]["well"]["sick"] * well / (COSTS["costs"]["sick"]["well"] * sick)
    assert data.curves.cost_slope == pytest.approx(slope)
    assert f"of slope {slope:.3g}" in data.note
    assert len(drawn(two, "roc").collections) == 2  # a band for each


def _area(given):
    scores, sick = np.array(given["a:sick"]), np.array(given["y_true"]) == "sick"
    above = scores[sick][:, None] - scores[~sick]
    return ((above > 0) + 0.5 * (above == 0)).mean()


def test_without_costs_there_are_no_lines_of_equal_cost():
    data = data_of(bakeoff.compare(table(), positive="sick"), "roc")
    assert data.curves.operating_point is None
    assert "equal cost" not in data.note


def test_the_regions_of_the_cost_difference_are_marked():
    made = bakeoff.compare(table(n=600, seed=3), costs=COSTS, positive="sick")
    data = data_of(made, "cost-difference")
    colours = {line.get_color() for line in drawn(made, "cost-difference").lines if line.get_linewidth() == 7}
    assert len(colours) == len({r.preferable for r in data.difference.regions})


def test_one_class_of_three_is_set_against_the_rest():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 3, 90)
    raw = rng.random((2, 90, 3)) + np.eye(3)[truth]
    share = raw / raw.sum(axis=2, keepdims=True)
    given = {"id": list(range(90)), "y_true": [f"c{t}" for t in truth]}
    for j, name in enumerate("ab"):
        given |= {f"{name}:c{c}": share[j, :, c].tolist() for c in range(3)}
    assert "--positive" in objection(bakeoff.compare(given), "roc")
    data = data_of(bakeoff.compare(given, positive="c1"), "roc")
    assert (data.curves.positive, data.curves.negative) == ("c1", "the rest")
    assert data.curves.positives == int((truth == 1).sum())


def test_folds_are_drawn_without_a_band_and_said_to_be_pooled():
    made = bakeoff.compare(table(fold=(np.arange(60) % 3).tolist()), positive="sick")
    data = data_of(made, "roc")
    assert data.curves.each[0].band is None
    assert "folds are pooled" in data.note
    check_figure(made, "cost-difference")


LABELS = ["sick", "well", "well"] * 20


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"dataset": ["p", "q", "r"], "a": [0.5, 0.6, 0.7], "b": [0.6, 0.5, 0.8]}, "needs predictions"),
        (table(names=()) | {"a": LABELS, "b": LABELS[1:] + LABELS[:1]}, "scores or probabilities"),
        (
            table(names=())
            | {"a_pred": LABELS, "b_pred": LABELS[1:] + LABELS[:1], "a_prob_sick": [0.5] * 60},
            "scores or probabilities of every classifier",
        ),
        (table(weight=[1.0, 2.0] * 30), "weights"),
    ],
)
def test_what_cannot_be_drawn_says_why(given, words):
    assert words in objection(bakeoff.compare(given), "roc")


def test_a_class_with_one_example_has_a_roc_curve_and_no_cost_curve():
    given = table(n=20)
    given["y_true"] = ["sick"] + ["well"] * 19
    made = bakeoff.compare(given, positive="sick")
    assert objection(made, "roc") is None
    assert "each class needs two" in objection(made, "cost-curve")
