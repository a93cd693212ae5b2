"""`bakeoff.compare` takes estimators with X and y, and refuses what cannot be compared in Python's words."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import bakeoff
from bakeoff.core.errors import BakeoffError

X, Y = load_iris(return_X_y=True)
GUESS, BAYES = DummyClassifier(), GaussianNB()


def test_estimators_are_cross_validated_on_the_same_folds_and_judged_by_the_corrected_t_test():
    comparison = bakeoff.compare({"guess": GUESS, "bayes": BAYES}, X, Y)
    assert (comparison.pairs[0].verdict, comparison.settings.test) == ("better", "corrected-t")
    assert comparison.to_dict()["design"] == "two-classifiers-one-dataset-resampled"
    assert len(comparison.pairs[0].advantages) == 100
    outside = cross_validate(BAYES, X, Y, cv=StratifiedKFold(10, shuffle=True, random_state=0))["test_score"]
    assert comparison.ranking[0].mean_score == pytest.approx(outside.mean(), abs=0.03)
    assert "BO234" not in {f.code for f in comparison.findings}


def test_a_metric_a_baseline_a_gate_and_several_datasets_go_with_them():
    two = {"first": (X, Y), "second": (X[:, :2], Y)}
    comparison = bakeoff.compare(
        {"guess": GUESS, "bayes": BAYES}, two, metric="f1_macro", baseline="guess", gate="better"
    )
    assert comparison.evidence.measure.name == "f1_macro"
    assert list(comparison.evidence.datasets) == ["first", "second"]
    assert comparison.gate.outcome == "undecided"


def test_searches_that_were_fitted_and_what_cross_validate_returned_are_read_as_they_are():
    folds = StratifiedKFold(5, shuffle=True, random_state=1)
    searches = {
        "neighbours": GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5]}, cv=folds).fit(X, Y),
        "guess": GridSearchCV(DummyClassifier(), {"strategy": ["prior", "uniform"]}, cv=folds).fit(X, Y),
    }
    assert bakeoff.compare(searches).pairs[0].verdict == "worse"
    results = {name: cross_validate(e, X, Y, cv=folds) for name, e in (("guess", GUESS), ("bayes", BAYES))}
    assert bakeoff.compare(results, test_train_ratio=0.25).pairs[0].verdict == "better"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (({"a": GUESS, "b": BAYES},), "no X and y were given"),
        (({"a": GUESS, "b": BAYES}, X), "no y was given"),
        ((BAYES, X, Y), "by their names, and this is GaussianNB"),
        (([GUESS, BAYES], X, Y), "by their names, and this is list"),
        (({"a": GUESS}, X, Y), "1 estimator cannot be compared"),
        (({"a": GUESS, "b": [0.5, 0.6]}, X, Y), "'b' has no fit and predict: list"),
        (({"a": GUESS, "b": GaussianNB}, X, Y), "'b' is the class GaussianNB, not one of it"),
        (({"a": GUESS, "b": BAYES}, X, Y[:-1]), "X has 150 rows and y 149"),
        (({"a": GUESS, "b": BAYES}, 3, Y), "a row for each example; these are int and ndarray"),
        (
            ({"a": GUESS, "b": BAYES}, X, np.linspace(0, 1, 150)),
            "y holds numbers or names that hardly repeat",
        ),
        (({"a": GUESS, "b": BAYES}, X, np.eye(150)), "y has 2 dimensions"),
        (({"a": GUESS, "b": BAYES}, {"d": X}), "dataset 'd' is no pair"),
        (({"a": GUESS, "b": LinearRegression()}, X, Y), "'b' failed on fold 1 of 'data': "),
    ],
)
def test_what_cannot_be_compared_is_refused_with_the_call_that_would_do(given, message):
    with pytest.raises(BakeoffError) as refused:
        bakeoff.compare(*given)
    assert message in refused.value.what
    assert (refused.value.code, refused.value.where) == ("BO663", "bakeoff.compare")
    assert refused.value.fix.endswith("}, X, y)")
