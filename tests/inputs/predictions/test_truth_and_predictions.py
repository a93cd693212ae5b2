"""`compare(y_true, {"a": …, "b": …})`, fitted searches and results of cross_validate are taken as they are."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bakeoff
from bakeoff.core.errors import BakeoffError

RNG = np.random.default_rng(2)
TRUTH = RNG.integers(0, 2, 120)
A, B = (np.where(RNG.random(120) < share, TRUTH, 1 - TRUTH) for share in (0.9, 0.7))
WORDS = np.array(["no", "yes"])
FORMS = {
    "arrays": (TRUTH, {"a": A, "b": B}),
    "lists": (TRUTH.tolist(), {"a": A.tolist(), "b": tuple(B.tolist())}),
    "floats for whole numbers": (TRUTH, {"a": A.astype(float), "b": B}),
    "Series": (
        pd.Series(WORDS[TRUTH]),
        {"a": pd.Series(WORDS[A]), "b": pd.Series(WORDS[B], dtype="category")},
    ),
    "polars": (pl.Series(WORDS[TRUTH]), {"a": pl.Series(WORDS[A]), "b": WORDS[B]}),
    "a frame": (WORDS[TRUTH], pd.DataFrame({"a": WORDS[A], "b": WORDS[B]})),
    "a frame of polars": (WORDS[TRUTH], pl.DataFrame({"a": WORDS[A], "b": WORDS[B]})),
    "truths and falsehoods": (TRUTH.astype(bool), {"a": A.astype(bool), "b": B.astype(bool)}),
}


def flips(comparison):
    pair = comparison.pairs[0]
    return pair.a, pair.b, pair.flips.mends, pair.flips.breaks, pair.flips.both_right, pair.verdict


@pytest.mark.parametrize("form", FORMS)
def test_true_classes_and_a_dict_of_predictions_are_compared(form):
    mends, breaks = int(((A != TRUTH) & (B == TRUTH)).sum()), int(((A == TRUTH) & (B != TRUTH)).sum())
    both = int(((A == TRUTH) & (B == TRUTH)).sum())
    assert flips(bakeoff.compare(*FORMS[form])) == ("a", "b", mends, breaks, both, "worse")


def test_a_classifier_may_have_the_name_of_a_column():
    # {"y_true": …, "group": …} takes the group for one: there is nothing to compare.
    pair = bakeoff.compare(TRUTH, {"group": A, "pred_id": B}).pairs[0]
    assert (pair.a, pair.b) == ("group", "pred_id")


def test_probabilities_are_in_the_order_of_the_classes():
    chance = np.where(TRUTH == 1, 0.5, 0.2) + RNG.random(120) / 3
    tables = {"a": np.column_stack([1 - chance, chance]), "b": np.column_stack([chance, 1 - chance]).tolist()}
    by_table = bakeoff.compare(WORDS[TRUTH], tables, metric="roc_auc")
    by_score = bakeoff.compare(TRUTH, {"a": chance, "b": 1 - chance}, metric="roc_auc")
    assert by_table.pairs[0].advantage == pytest.approx(by_score.pairs[0].advantage, rel=1e-12)
    assert by_table.pairs[0].verdict == "worse"


@pytest.mark.parametrize(
    ("truth", "said", "code", "where"),
    [
        ("table.csv", {"a": A, "b": B}, "BO533", "y_true"),
        (5, {"a": A, "b": B}, "BO533", "y_true"),
        (TRUTH[:0], {"a": A[:0], "b": B[:0]}, "BO533", "y_true"),
        (TRUTH, [A, B], "BO533", "predictions"),
        (TRUTH, {}, "BO533", "predictions"),
        (TRUTH, {"a": "yes", "b": B}, "BO533", "predictions['a']"),
        (TRUTH, {"a": A[1:], "b": B}, "BO085", "predictions['a']"),
        (TRUTH, {"a": np.zeros((120, 3)), "b": B}, "BO533", "predictions['a']"),
        (TRUTH, {"a": [["x", "y"]] * 120, "b": B}, "BO533", "predictions['a']"),
        (TRUTH, {"a": [[1.0, 0.0], [1.0]] * 60, "b": B}, "BO533", "predictions['a']"),
        ([*TRUTH[1:].tolist(), "x"], {"a": np.zeros((120, 3)), "b": B}, "BO533", "y_true"),
    ],
)
def test_what_does_not_fit_together_is_refused_in_pythons_words(truth, said, code, where):
    with pytest.raises(BakeoffError) as caught:
        bakeoff.compare(truth, said)
    assert (caught.value.code, caught.value.where) == (code, where)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("search", [GridSearchCV, RandomizedSearchCV])
def test_a_fitted_search_is_compared_as_its_cv_results_are(search):
    rows, classes = load_iris(return_X_y=True)
    more = {"n_iter": 2, "random_state": 0} if search is RandomizedSearchCV else {}
    fitted = search(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 3]}, cv=3, **more)
    with pytest.raises(BakeoffError, match="not fitted") as caught:
        bakeoff.compare(fitted)
    assert caught.value.code == "BO534"
    fitted.fit(rows, classes)
    by_search, by_results = bakeoff.compare(fitted), bakeoff.compare(fitted.cv_results_)
    assert by_search.evidence.classifiers == ("max_depth=1", "max_depth=3")
    assert by_search.to_dict()["pairs"] == by_results.to_dict()["pairs"]


def test_results_of_cross_validate_are_compared_by_their_names():
    rows, classes = load_iris(return_X_y=True)
    models = {"tree": DecisionTreeClassifier(random_state=0), "bayes": GaussianNB()}
    results = {name: cross_validate(model, rows, classes, cv=3) for name, model in models.items()}
    comparison = bakeoff.compare(results)
    assert comparison.evidence.classifiers == ("tree", "bayes")
    expected = results["bayes"]["test_score"].mean() - results["tree"]["test_score"].mean()
    assert comparison.pairs[0].advantage == pytest.approx(expected, rel=1e-9)
