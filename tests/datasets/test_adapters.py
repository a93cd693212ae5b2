"""The default preprocessing: every dataset fits every classifier, and nothing is learnt from test rows."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from bakeoff.core.datasets import CategoricalColumn, NumericColumn, make_dataset
from bakeoff.datasets.adapters import MOST_LEVELS, make_preprocessing
from bakeoff.datasets.loaders import load_dataset

HERE = Path()


def awkward(rows=60):
    """Return a dataset with everything that estimators refuse: missing, empty, constant, many levels, tiny classes."""
    rng = np.random.default_rng(3)
    numbers = rng.normal(size=rows)
    numbers[::7] = np.nan
    features = [
        NumericColumn(name="x", values=numbers),
        NumericColumn(name="empty", values=np.full(rows, np.nan)),
        NumericColumn(name="constant", values=np.full(rows, 4.0)),
        CategoricalColumn(name="c", codes=rng.integers(-1, 3, rows), levels=("u", "v", "w")),
        CategoricalColumn(name="none", codes=np.full(rows, -1), levels=()),
        CategoricalColumn(name="id", codes=np.arange(rows), levels=tuple(f"n{i}" for i in range(rows))),
    ]
    target = np.where(np.arange(rows) == rows - 1, 2, np.arange(rows) % 2)
    return make_dataset(name="awkward", features=features, target=target, classes="abz", source="here")


@pytest.mark.parametrize(
    "classifier",
    [
        LogisticRegression(),
        KNeighborsClassifier(),
        GaussianNB(),
        DecisionTreeClassifier(random_state=0),
        RandomForestClassifier(5, random_state=0),
        LinearSVC(),
    ],
)
def test_every_classifier_takes_an_awkward_dataset(classifier):
    dataset = awkward()
    table, target = dataset.matrix()[0], dataset.target
    model = make_pipeline(make_preprocessing(dataset), classifier)
    predicted = model.fit(table[:40], target[:40]).predict(
        table[40:]
    )  # levels first met in testing, a class not met
    assert predicted.shape == (20,)


def test_what_does_not_vary_in_training_is_dropped_in_that_fold_only():
    dataset = awkward()
    table = dataset.matrix()[0]
    transform = make_preprocessing(dataset)
    seen = transform.fit_transform(table[:40])
    assert np.isfinite(seen).all()
    assert (seen != seen[:1]).any(axis=0).all()
    # x, its indicator, u, v, w, missing of c; nothing of the empty and constant columns; ids are all rare.
    assert seen.shape[1] == 6


def test_nothing_is_learnt_from_test_rows():
    dataset = load_dataset("artificial:linear?n=100&missing=0.1&categorical=0.5", base=HERE)
    table = dataset.matrix()[0]
    first = make_preprocessing(dataset).fit(table[:50])
    changed = table.copy()
    changed[50:] = np.where(np.isnan(changed[50:]), np.nan, 3.0)
    second = make_preprocessing(dataset).fit(changed[:50])
    np.testing.assert_array_equal(first.transform(table[:50]), second.transform(table[:50]))


def test_numbers_are_scaled_and_filled_with_the_median():
    column = NumericColumn(name="x", values=np.array([1.0, 2.0, np.nan, 6.0]))
    dataset = make_dataset(
        name="d", features=[column], target=np.array([0, 1, 0, 1]), classes="ab", source="here"
    )
    got = make_preprocessing(dataset).fit_transform(dataset.matrix()[0])
    filled = np.array([1.0, 2.0, 2.0, 6.0])  # the median of 1, 2 and 6 is 2
    np.testing.assert_allclose(got[:, 0], (filled - filled.mean()) / filled.std())
    assert np.flatnonzero(got[:, 1] > 0).tolist() == [2]


def test_many_levels_share_one_indicator():
    rows = 6 * MOST_LEVELS
    codes = np.arange(rows) % (2 * MOST_LEVELS)
    column = CategoricalColumn(name="c", codes=codes, levels=tuple(map(str, range(2 * MOST_LEVELS))))
    dataset = make_dataset(
        name="d", features=[column], target=np.arange(rows) % 2, classes="ab", source="here"
    )
    assert make_preprocessing(dataset).fit_transform(dataset.matrix()[0]).shape[1] == MOST_LEVELS


def test_a_dataset_where_nothing_varies_still_has_a_column():
    column = NumericColumn(name="x", values=np.full(6, np.nan))
    dataset = make_dataset(name="d", features=[column], target=np.arange(6) % 2, classes="ab", source="here")
    assert make_preprocessing(dataset).fit_transform(dataset.matrix()[0]).shape == (6, 1)


def test_the_transformer_can_be_cloned():
    made = make_preprocessing(awkward())
    assert clone(made).get_params().keys() == made.get_params().keys()
