"""Artificial data: what is promised of them holds."""

from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.datasets import CategoricalColumn
from bakeoff.core.errors import DatasetError
from bakeoff.datasets.loaders import load_dataset

HERE = Path()


def made(text):
    return load_dataset(f"artificial:{text}", base=HERE)


def shares(dataset):
    return np.bincount(dataset.target, minlength=len(dataset.classes)) / dataset.rows


def test_the_same_recipe_gives_the_same_data_and_another_seed_others():
    assert made("linear?seed=3").digest == made("linear?seed=3").digest
    assert made("linear?seed=3").digest != made("linear?seed=4").digest


@pytest.mark.parametrize("concept", ["linear", "xor", "rings"])
def test_classes_have_their_shares(concept):
    # 20,000 draws: a share of 1/3 has a standard error of 0.0033.
    np.testing.assert_allclose(shares(made(f"{concept}?n=20000&classes=3")), [1 / 3] * 3, atol=0.015)


@pytest.mark.parametrize("concept", ["linear", "rings"])
def test_the_share_of_the_first_class_can_be_set(concept):
    np.testing.assert_allclose(
        shares(made(f"{concept}?n=20000&classes=3&majority=0.8")), [0.8, 0.1, 0.1], atol=0.015
    )


def test_label_noise_is_the_best_possible_error():
    clean, noisy = made("rings?n=1000&seed=5"), made("rings?n=1000&seed=5&noise=0.1")
    assert (clean.bayes_error, noisy.bayes_error) == (0.0, 0.1)
    assert (clean.target != noisy.target).mean() == pytest.approx(0.1)
    np.testing.assert_array_equal(clean.matrix()[0], noisy.matrix()[0])


def test_rings_are_decided_by_the_radius_alone():
    # With 2 informative features the squared radius is exponential with mean 2: its median is 2 ln 2.
    dataset = made("rings?n=500&features=4&informative=2")
    radius = (dataset.matrix()[0][:, :2] ** 2).sum(axis=1)
    np.testing.assert_array_equal(dataset.target, (radius > 2 * np.log(2)).astype(int))


def test_xor_is_the_parity_of_signs():
    dataset = made("xor?n=500&features=5&informative=3")
    signs = (dataset.matrix()[0][:, :3] > 0).sum(axis=1)
    np.testing.assert_array_equal(dataset.target, signs % 2)


def test_a_linear_concept_is_one_cut_of_a_plane():
    dataset = made("linear?n=400&features=3&informative=2&seed=2")
    table = dataset.matrix()[0][:, :2]
    angles = np.linspace(0, 2 * np.pi, 3600)
    scores = table @ np.array([np.cos(angles), np.sin(angles)])
    assert ((scores > 0).astype(int) == dataset.target[:, None]).mean(axis=0).max() > 0.995


def test_missing_and_categorical_shares_are_kept_and_hide_the_best_possible_error():
    dataset = made("linear?n=300&features=10&missing=0.2&categorical=0.5")
    assert np.isnan(dataset.matrix()[0]).mean() == pytest.approx(0.2)
    assert sum(isinstance(c, CategoricalColumn) for c in dataset.features) == 5
    assert dataset.bayes_error is None
    assert made("linear?categorical=0.5").bayes_error == 0.0  # the informative features are still numbers
    assert made("linear?categorical=1").bayes_error is None


def test_drift_gives_times_and_moves_the_concept():
    still, moving = made("linear?n=4000&features=2"), made("linear?n=4000&features=2&drift=1")
    assert still.times is None
    assert moving.bayes_error is None
    assert (np.diff(moving.times) > 0).all()
    changed = still.target != moving.target
    assert changed[:400].mean() < 0.1  # hardly at the start
    assert changed[-400:].mean() > 0.4  # a right angle later, the old direction tells nothing


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("line", "did you mean 'linear'"),
        ("linear?nose=0.1", "did you mean 'noise'"),
        ("linear?n=many", "no whole number"),
        ("linear?n=1", "n must be"),
        ("linear?noise=2", "noise must be"),
        ("linear?informative=11", "informative must be"),
        ("xor?majority=0.9", "checkerboard"),
        ("linear?drift=-1", "drift"),
        ("linear?drift=nan", "drift"),
    ],
)
def test_recipes_that_make_no_sense_are_refused(text, word):
    with pytest.raises(DatasetError, match=word.replace("?", ".")) as caught:
        made(text)
    assert caught.value.code == "BO435"
