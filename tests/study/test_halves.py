"""Folds inside halves: how a study makes them, and what judges them."""

from pathlib import Path

import numpy as np
import pytest

from bakeoff.study.cells.splits import make_splits, split_places
from bakeoff.study.specification.resampling_names import make_splitting

pytestmark = pytest.mark.usefixtures("in_this_process")


def iris_study(**settings):
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    import bakeoff

    classifiers = {"bayes": GaussianNB(), "stump": DecisionTreeClassifier(max_depth=1, random_state=0)}
    return bakeoff.Study(classifiers, ["iris"], **settings)


def iris():
    from bakeoff.datasets.loaders import load_dataset

    return load_dataset("iris", base=Path())


def test_folds_lie_inside_two_halves_that_share_no_row():
    dataset = iris()
    splitting = make_splitting("half-cv", folds=10, repeats=1)
    splits = make_splits(dataset, splitting, seed=1, repeat=3)
    assert len(splits) == 10
    halves = [np.concatenate([s.test for s in splits[k : k + 5]]) for k in (0, 5)]
    assert np.intersect1d(*halves).size == 0
    assert [half.size for half in halves] == [75, 75]
    for k, split in enumerate(splits):
        inside = np.sort(halves[k // 5])
        assert np.array_equal(np.sort(np.concatenate([split.train, split.test])), inside)
    assert len(split_places(dataset, splitting)) == 500


def test_one_dataset_without_a_word_on_resampling_is_halved_fifty_times():
    assert (iris_study().specification.splitting.folds, iris_study().specification.splitting.repeats) == (
        2,
        50,
    )
    assert iris_study(resampling={"folds": 5}).specification.splitting.repeats == 1


def test_a_study_of_halves_is_judged_by_what_holds_for_every_learner(tmp_path):
    results = iris_study(resampling={"kind": "half-cv"}).run(store=tmp_path / "halves.db")
    comparison = results.compare()
    (pair,) = comparison.pairs
    assert (pair.result.procedure, pair.verdict) == ("half-cv", "worse")
    assert "50 halvings of one dataset, each trained on 60 examples" in comparison.summary
    assert pair.result.steps["examples"] == 150
    other = results.compare(metric="accuracy", test="halves-t").pairs[0]
    assert other.result.estimate.value == pytest.approx(pair.result.estimate.value, abs=1e-9)
