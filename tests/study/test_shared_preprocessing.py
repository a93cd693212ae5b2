"""Preprocessing that classifiers share is fitted once on the same rows, and nothing else changes by it."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from bakeoff.api.study.study import Study
from bakeoff.core.outcomes import Scored
from bakeoff.study.cells import shared_preprocessing
from bakeoff.study.cells.shared_preprocessing import SharedPreprocessing, take_spared_seconds

CLASSIFIERS = {
    "tree": {"estimator": DecisionTreeClassifier(), "search": {"max_depth": [1, 3]}},
    "logistic": {"estimator": LogisticRegression(), "search": {"C": [0.1, 1.0]}},
}


@pytest.fixture(autouse=True)
def forgetful():
    shared_preprocessing._memory.__init__()


def run(here, tmp_path, name):
    study = Study(CLASSIFIERS, ["wine"], resampling={"folds": 3}, tuning={"folds": 2}, seed=2)
    results = study.run(tmp_path / f"{name}.db", engine=here)
    assert results.tally.failed == 0, results.failures
    return [outcome for outcome in results.outcomes(predictions=True) if isinstance(outcome, Scored)]


def test_scores_trials_and_predictions_are_those_without_sharing(here, tmp_path, monkeypatch):
    shared = run(here, tmp_path, "shared")
    monkeypatch.setattr(shared_preprocessing._Memory, "find", lambda self, key: None)
    alone = run(here, tmp_path, "alone")
    assert [o.scores for o in shared] == [o.scores for o in alone]
    assert [o.trials for o in shared] == [o.trials for o in alone]
    for one, other in zip(shared, alone, strict=True):
        assert one.predictions.labels.tolist() == other.predictions.labels.tolist()
        assert one.predictions.probabilities.tolist() == other.predictions.probabilities.tolist()
        assert one.complexity == other.complexity


def test_a_scaler_is_fitted_once_for_each_training_set_whoever_asks(here, tmp_path, monkeypatch):
    fits = []
    original = StandardScaler.fit
    monkeypatch.setattr(
        StandardScaler, "fit", lambda self, *a, **k: fits.append(1) or original(self, *a, **k)
    )
    run(here, tmp_path, "counted")
    # Each of three outer training sets, and its inner ones: those belong to the seed of the classifier.
    assert len(fits) == 3 + 2 * 3 * 2


def test_what_an_estimator_does_to_its_table_is_nobody_elses_matter():
    first = SharedPreprocessing(Pipeline([("scale", StandardScaler())]), "about")
    rows = np.arange(12.0).reshape(6, 2)
    table = first.fit_transform(rows)
    table[:] = 0.0
    again = SharedPreprocessing(Pipeline([("scale", StandardScaler())]), "about").fit_transform(rows)
    assert again == pytest.approx(StandardScaler().fit_transform(rows))


def test_the_time_that_was_spared_is_told():
    take_spared_seconds()
    rows = np.arange(12.0).reshape(6, 2)
    SharedPreprocessing(StandardScaler(), "about").fit(rows)
    assert take_spared_seconds() == (0.0, 0.0)
    SharedPreprocessing(StandardScaler(), "about").fit(rows)
    assert take_spared_seconds()[0] > 0


def test_no_more_is_remembered_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(shared_preprocessing, "MOST_BYTES", 200)
    for i in range(5):
        SharedPreprocessing(StandardScaler(), "about").fit(np.arange(12.0).reshape(6, 2) + i)
    assert shared_preprocessing._memory.bytes <= 200
    assert len(shared_preprocessing._memory.entries) == 2
