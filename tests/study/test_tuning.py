"""Tuning: what is searched is searched, and inside the training set as the resampling splits outside."""

import json
from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from bakeoff.api.study.study import Study
from bakeoff.core.datasets import Split as GivenSplit
from bakeoff.core.errors import RunError, UsageError
from bakeoff.core.outcomes import Failed, Scored
from bakeoff.datasets.assembly.arrays import dataset_from_arrays

FITS = []  # the first column of every training and test set: the number of the row
ROWS = 60


class Recorder(ClassifierMixin, BaseEstimator):
    """Keeps which rows it was fitted on and asked about."""

    def __init__(self, depth=1):
        self.depth = depth

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        FITS.append([X[:, 0].astype(int), None])
        return self

    def predict(self, X):
        FITS[-1][1] = X[:, 0].astype(int)
        return np.full(len(X), self.classes_[0])


def table(*, groups=None, times=None, splits=()):
    rng = np.random.default_rng(1)
    made = dataset_from_arrays("d", np.c_[np.arange(ROWS), rng.normal(size=ROWS)], np.arange(ROWS) % 2)
    return replace(made, groups=groups, times=times, splits=splits)


def searched(dataset, here, tmp_path, *, resampling, **tuning):
    """Run a tuned study, and return the inner fits: the rows of each training set and of its test set."""
    FITS.clear()
    recorder = {"estimator": Recorder(), "search": {"depth": [1, 2]}, "preprocessing": "none"}
    study = Study({"a": recorder}, [dataset], resampling=resampling, tuning={"folds": 3, **tuning})
    results = study.run(tmp_path / "study.db", engine=here)
    assert results.tally.failed == 0, results.failures
    outer = results.tally.scored
    (trials,) = {len(o.trials) for o in results.outcomes()}
    inner = [fit for i, fit in enumerate(FITS) if (i + 1) % (len(FITS) // outer)]  # the last one is the refit
    assert len(FITS) == outer * (trials * tuning.get("folds", 3) + 1)
    return inner


GROUPS = np.repeat(np.arange(12), 5)
TIMES = np.random.default_rng(2).permutation(ROWS).astype(float)


@pytest.mark.parametrize("folds", [3, 1])
@pytest.mark.parametrize("search", ["grid", "random", "optuna"])
def test_no_group_is_on_both_sides_of_an_inner_split(search, folds, here, tmp_path):
    fits = searched(
        table(groups=GROUPS), here, tmp_path, resampling={"kind": "group-k-fold", "folds": 4}, search=search,
        folds=folds, trials=2,
    )  # fmt: skip
    assert len(fits) == 4 * 2 * folds
    assert not any(np.isin(GROUPS[train], GROUPS[test]).any() for train, test in fits)


@pytest.mark.parametrize("folds", [3, 1])
@pytest.mark.parametrize("times", [TIMES, None], ids=["times", "order of the rows"])
def test_inner_splits_test_later_rows_than_they_train_on(times, folds, here, tmp_path):
    fits = searched(
        table(times=times), here, tmp_path, resampling={"kind": "time-series", "folds": 3}, folds=folds
    )
    when = np.arange(ROWS) if times is None else times
    assert all(when[train].max() < when[test].min() for train, test in fits)


def test_copies_of_a_row_that_a_bootstrap_draws_stay_on_one_side(here, tmp_path):
    fits = searched(table(), here, tmp_path, resampling={"kind": "bootstrap", "repeats": 3})
    assert not any(np.isin(train, test).any() for train, test in fits)


def test_splits_that_came_with_the_dataset_are_followed_in_what_they_keep_apart(here, tmp_path):
    late = TIMES >= 40
    inside = GROUPS < 8
    by_group = GivenSplit(repeat=0, fold=0, train=np.flatnonzero(inside), test=np.flatnonzero(~inside))
    by_time = GivenSplit(repeat=0, fold=0, train=np.flatnonzero(~late), test=np.flatnonzero(late))
    given = {"kind": "given"}
    (tmp_path / "1").mkdir()
    fits = searched(
        table(groups=GROUPS, times=TIMES, splits=(by_group,)), here, tmp_path / "1", resampling=given
    )
    assert not any(np.isin(GROUPS[train], GROUPS[test]).any() for train, test in fits)
    fits = searched(table(times=TIMES, splits=(by_time,)), here, tmp_path, resampling=given)
    assert all(TIMES[train].max() < TIMES[test].min() for train, test in fits)


def test_inner_splits_are_stratified_where_the_outer_ones_are(here, tmp_path):
    fits = searched(table(), here, tmp_path, resampling={"folds": 4})
    assert {tuple(np.bincount(test % 2)) for _, test in fits} <= {(7, 8), (8, 7)}
    (tmp_path / "plain").mkdir()
    plain = searched(table(), here, tmp_path / "plain", resampling={"kind": "k-fold", "folds": 4})
    assert {tuple(np.bincount(test % 2)) for _, test in plain} > {(7, 8)}


def test_too_few_groups_to_tune_on_fail_with_a_reason(here, tmp_path):
    few = table(groups=np.repeat(np.arange(4), 15))
    recorder = {"estimator": Recorder(), "search": {"depth": [1, 2]}, "preprocessing": "none"}
    study = Study(
        {"a": recorder}, [few], resampling={"kind": "group-k-fold", "folds": 2}, tuning={"folds": 3}
    )
    failures = study.run(tmp_path / "study.db", engine=here).failures
    assert all(isinstance(failed, Failed) for failed in failures)
    assert "2 groups cannot be tuned on 3 folds" in failures[0].message


def trials_of(study, here, folder):
    results = study.run(folder / "study.db", engine=here)
    assert results.tally.failed == 0, results.failures
    return [[json.loads(t.parameters) for t in o.trials] for o in results.outcomes() if isinstance(o, Scored)]


@pytest.mark.parametrize(
    "values",
    [[1, 2, 3], (1, 2, 3), np.array([1, 2, 3]), range(1, 4)],
    ids=["list", "tuple", "array", "range"],
)
def test_an_estimator_given_as_an_object_is_tuned_as_one_given_by_name(values, here, tmp_path):
    def study(estimator):
        tree = {"estimator": estimator, "search": {"max_depth": values}}
        return Study({"tree": tree}, ["iris"], resampling={"folds": 2}, tuning={"search": "grid"}, seed=3)

    (tmp_path / "named").mkdir()
    found = trials_of(study(DecisionTreeClassifier()), here, tmp_path)
    assert found == [[{"max_depth": 1}, {"max_depth": 2}, {"max_depth": 3}]] * 2
    assert found == trials_of(study("DecisionTreeClassifier"), here, tmp_path / "named")


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("search", ["random", "optuna"])
def test_a_range_is_drawn_from_wherever_the_estimator_comes_from(search, log, here, tmp_path):
    space = {"max_depth": {"low": 1, "high": 30, "integer": True, "log": log}}
    tree = {"estimator": DecisionTreeClassifier(), "search": space}
    study = Study(
        {"tree": tree}, ["iris"], resampling={"folds": 2}, tuning={"search": search, "trials": 20}, seed=3
    )
    drawn = [t["max_depth"] for cell in trials_of(study, here, tmp_path) for t in cell]
    assert len(drawn) == 40
    assert set(drawn) <= set(range(1, 31))
    assert len(set(drawn)) > 5
    if search == "random":
        assert bool(np.median(drawn) < 8) is log  # half of the logarithms lie below that of 5.5


def test_a_range_for_a_grid_is_refused_for_objects_too():
    tree = {"estimator": DecisionTreeClassifier(), "search": {"max_depth": {"low": 1, "high": 5}}}
    with pytest.raises(UsageError, match="a grid search needs a list of values, not a range"):
        Study({"tree": tree}, ["iris"], tuning={"search": "grid"})


def test_a_parameter_that_the_object_lacks_is_refused_with_the_one_that_was_meant():
    with pytest.raises(UsageError, match=r"no parameter 'max_dept'.*max_depth") as refused:
        Study({"t": {"estimator": DecisionTreeClassifier(), "search": {"max_dept": [1]}}}, ["iris"])
    assert refused.value.code == "BO473"


@pytest.mark.parametrize("step", ["bayes", "classifier"])
def test_the_steps_of_a_pipeline_are_searched_whatever_they_are_called(step, here, tmp_path):
    pipeline = Pipeline([("scale", StandardScaler()), (step, GaussianNB())])
    name = f"{step}__var_smoothing"
    study = Study(
        {"a": {"estimator": pipeline, "search": {name: [1e-9, 0.5]}}}, ["iris"], resampling={"folds": 2}
    )
    found = trials_of(study, here, tmp_path)
    assert [list(t.values()) for t in found[0]] == [[1e-9], [0.5]]


@pytest.mark.parametrize("tuning", [{"search": "random"}, {"folds": 5}])
def test_tuning_with_nothing_to_search_is_refused(tuning):
    with pytest.raises(UsageError) as refused:
        Study({"tree": "DecisionTreeClassifier"}, ["iris"], tuning=tuning)
    assert refused.value.code == "BO464"
    assert "no classifier says what to search" in refused.value.what


def test_tuning_that_is_switched_off_needs_nothing_to_search():
    Study({"tree": "DecisionTreeClassifier"}, ["iris"], tuning={"search": "none"})


@pytest.mark.parametrize(
    ("resampling", "told"),
    [
        ({"kind": "group-k-fold", "folds": 4}, "groups"),
        ({"kind": "time-series", "folds": 4}, "times"),
        ({"kind": "k-fold", "folds": 4}, None),
    ],
)
def test_a_search_of_ones_own_does_not_know_the_groups_of_the_study(here, tmp_path, resampling, told):
    own = Pipeline(
        [
            ("scale", StandardScaler()),
            ("search", GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 2]}, cv=2)),
        ]
    )
    study = Study(
        {"mine": own, "bayes": GaussianNB()}, [table(groups=GROUPS, times=TIMES)], resampling=resampling
    )
    found = [f for f in study.run(tmp_path / "study.db", engine=here).compare().findings if f.code == "BO246"]
    assert len(found) == (told is not None)
    if told is not None:
        assert (
            f"mine (GridSearchCV) splits the training set again, and these inner splits do not know the {told}"
            in (found[0].message)
        )


def test_a_dataset_that_is_named_twice_is_refused(tmp_path):
    with pytest.raises(UsageError) as refused:
        Study({"tree": "DecisionTreeClassifier"}, ["iris", "wine", " iris"])
    assert refused.value.code == "BO464"
    assert "'iris' is named twice" in refused.value.what
    (tmp_path / "one.csv").write_text("x,class\n" + "1,a\n2,b\n" * 20)
    with pytest.raises(UsageError) as refused:
        Study({"tree": "DecisionTreeClassifier"}, [str(tmp_path), str(tmp_path / "one.csv")])
    assert refused.value.code == "BO247"


def test_the_same_data_under_two_names_are_refused(tmp_path, here):
    for name in ("one.csv", "copy.csv"):
        (tmp_path / name).write_text("x,class\n" + "1,a\n2,b\n" * 20)
    (tmp_path / "other.csv").write_text("x,class\n" + "1,a\n3,b\n" * 20)
    files = [str(tmp_path / name) for name in ("one.csv", "other.csv", "copy.csv")]
    study = Study({"tree": "DecisionTreeClassifier", "bayes": "GaussianNB"}, files)
    with pytest.raises(RunError) as refused:
        study.run(tmp_path / "study.db", engine=here)
    assert refused.value.code == "BO247"
    assert "'copy' has the same content as 'one'" in refused.value.what
