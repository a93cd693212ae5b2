"""What the one sentence says must be what was asked and what was found: no more, and the same as the paper says."""

import numpy as np
import pytest

import bakeoff
from bakeoff.core.errors import UsageError
from bakeoff.inputs.published import PUBLISHED
from bakeoff.render.numbers import chance_text
from bakeoff.render.paper.numbers import tex_chance

EXERCISE = PUBLISHED["exercise-15"].text
DEMSAR = PUBLISHED["demsar-2006"].text


def tiny(spread, *, datasets=60):
    """Differences that average nothing and are as large as `spread` on every dataset."""
    a = np.linspace(0.5, 0.9, datasets).round(3)
    return {"A": a.tolist(), "B": (a + np.tile([-spread, spread], datasets // 2)).round(3).tolist()}


def test_equivalence_does_not_speak_of_every_dataset():
    # On each of these datasets the two differ by .05; what is less than .02 is the advantage over all of them.
    said = bakeoff.compare(tiny(0.05), margin=0.02, test="paired-t").summary
    assert said.startswith(
        "B and A are equivalent in practice on 60 datasets: the mean advantage is less than 0.02 either way."
    )


@pytest.mark.parametrize(("alternative", "word"), [("greater", "better"), ("less", "worse")])
def test_a_one_sided_test_leaves_open_what_it_asked(alternative, word):
    scores = {name: values[::-1] if alternative == "less" else values for name, values in tiny(0.05).items()}
    comparison = bakeoff.compare(scores, alternative=alternative)
    assert f"do not show that B is {word} than A." in comparison.summary
    assert f"do not show that B is {word} than A" in comparison.paper().results


def test_a_one_sided_test_never_denies_a_difference_in_the_other_direction():
    # Two-sided, two of these pairs are decided, in the direction that this test does not look at.
    comparison = bakeoff.compare(DEMSAR, metric="AUC", alternative="less")
    assert comparison.summary == (
        "Undecided: these 14 datasets do not show in any of the 6 pairs that the later classifier is worse than "
        "the earlier one."
    )
    assert "neither show a difference" not in comparison.paper().results


def test_with_a_baseline_the_one_sided_sentence_names_it():
    comparison = bakeoff.compare(DEMSAR, metric="AUC", alternative="less", baseline="C4.5")
    assert comparison.summary.endswith("do not show that any other is worse than C4.5.")


def test_with_a_margin_undecided_denies_equivalence_too():
    comparison = bakeoff.compare(EXERCISE, margin=1)
    assert (
        "show neither that B differs from A nor that they are equivalent within ±1 point."
        in comparison.summary
    )
    assert "nor that the two are equivalent" in comparison.paper().results


def test_a_posterior_is_undecided_for_want_of_probability():
    comparison = bakeoff.compare(EXERCISE, margin=1, test="bayes-sign")
    assert comparison.summary.startswith(
        "Undecided: on 20 datasets no verdict on B and A reaches a probability of 0.95."
    )


def test_an_equivalence_p_value_is_shown_with_the_level_that_it_is_held_against():
    # Two one-sided tests at 2.5 % each are the 95 % interval: p = .037 does not show equivalence.
    differences = np.random.default_rng(0).normal(0.0, 1.0, 30)
    error = differences.std(ddof=1) / np.sqrt(30)
    differences = differences - differences.mean()
    comparison = bakeoff.compare(
        {"A": [50.0] * 30, "B": (50 + differences).tolist()}, margin=1.9 * error, test="paired-t"
    )
    pair = comparison.pairs[0]
    assert 0.025 < pair.equivalence_p < 0.05
    assert pair.verdict == "undecided"
    assert "(two one-sided tests, each at .025)" in " ".join(str(comparison).split())


def test_two_tests_of_one_quantity_are_not_said_to_speak_of_different_things():
    rng = np.random.default_rng(5)
    truth = np.arange(400) % 2
    a, b = rng.normal(truth * 1.5), rng.normal(truth * 1.7)
    scores = {"a:1": 1 / (1 + np.exp(-a)), "b:1": 1 / (1 + np.exp(-b))}
    scores |= {"a:0": 1 - scores["a:1"], "b:0": 1 - scores["b:1"]}
    comparison = bakeoff.compare({"y_true": truth, **scores}, metric="roc_auc")
    assert {t.result.estimate.of for t in comparison.tests} == {"difference in ROC AUC"}


def test_tests_that_differ_about_one_quantity_are_said_to_suppose_different_things():
    # The t-test and the flips both speak of the mean: here only one of the two calls it decided.
    differences = [0.8, 1.8, 1.5, 1.5, 2.4, -0.4, 0.2, -0.5]
    scores = {"A": [70.0] * 8, "B": [70 + d for d in differences]}
    said = [f.message for f in bakeoff.compare(scores).findings if f.code == "BO131"]
    decided = {t.result.procedure: t.result.p_value < 0.05 for t in bakeoff.compare(scores).tests}
    assert decided["paired-t"] != decided["sign-flip"]
    assert "and suppose different things" in said[0]


def test_unequal_numbers_of_folds_are_not_called_equal():
    rows = [
        (dataset, classifier, fold, 0.7 + 0.01 * fold + 0.02 * (classifier == "B") * dataset)
        for dataset in range(1, 7)
        for classifier in "AB"
        for fold in range(1, 4 + 2 * (dataset == 3))
    ]
    columns = dict(zip(("dataset", "classifier", "fold", "accuracy"), zip(*rows, strict=True), strict=True))
    comparison = bakeoff.compare(columns)
    assert "means over 3 to 5 resamples" in " ".join(str(comparison).split())
    assert "the mean of 3 to 5 resamples" in comparison.paper().methods


@pytest.mark.parametrize(("scale", "margin"), [(1.0, 1), (1.0, 50), (100.0, 100)])
def test_a_margin_that_no_two_scores_can_differ_by_is_refused(scale, margin):
    scores = {name: [scale * value for value in values] for name, values in tiny(0.05).items()}
    with pytest.raises(UsageError, match="any two classifiers are equivalent") as refused:
        bakeoff.compare(scores, margin=margin)
    assert refused.value.code == "BO067"


def test_a_probability_is_not_rounded_up_onto_the_level_that_it_misses():
    assert chance_text(0.9497) == "0.9497"
    assert tex_chance(0.9497) == ".9497"
    assert (chance_text(0.94949), chance_text(0.95), chance_text(0.9999)) == ("0.949", "0.950", "> 0.999")


def test_a_negative_sum_is_squared_in_brackets():
    explained = bakeoff.compare({"A": [80.0, 75, 90, 85], "B": [78.0, 74, 91, 80]}, test="paired-t").explain()
    assert "(Σz)² / n = (−7)² / 4 = 12.25" in explained


def test_equivalent_classifiers_that_are_shown_to_differ_are_not_said_not_to():
    # CN2 is worse than C4.5 beyond doubt (p < .001), and by less than the margin.
    comparison = bakeoff.compare(PUBLISHED["garcia-herrera-2008"].text, margin=0.15, baseline="C4.5")
    pair = next(p for p in comparison.pairs if p.b == "CN2")
    assert pair.verdict == "equivalent"
    assert pair.p_adjusted < 0.001
    told = " ".join(str(comparison).split())
    assert "○ not called better or worse than C4.5, the baseline" in told
    assert "not shown to differ" not in told
