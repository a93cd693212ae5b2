"""Measured properties against known facts and against counts by hand."""

from math import log2
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.datasets import CategoricalColumn, NumericColumn, make_dataset
from bakeoff.datasets.landmarkers import measure_landmarks, stratified_folds
from bakeoff.datasets.loaders import load_dataset
from bakeoff.datasets.properties import cover_hart_bound, measure_dataset

HERE = Path()


def small(values, levels, target, classes=("a", "b")):
    return make_dataset(
        name="small",
        features=[
            NumericColumn(name="x", values=np.array(values, dtype=np.float64)),
            CategoricalColumn(name="c", codes=np.array(levels, dtype=np.int64), levels=("u", "v")),
        ],
        target=np.array(target, dtype=np.int64),
        classes=classes,
        source="here",
    )


def test_iris_is_what_is_known_of_it():
    # Source: Fisher (1936): 150 flowers, 4 lengths, 3 species of 50; flowers 102 and 143 are the same.
    found = measure_dataset(load_dataset("iris", base=HERE), landmarks=False)
    assert (found.rows, found.attributes, found.numeric, found.classes) == (150, 4, 4, 3)
    assert (found.smallest_class, found.duplicates, found.missing_share) == (50, 1, 0.0)
    assert found.entropy == pytest.approx(1.0, abs=1e-12)


def test_breast_cancer_has_357_benign_of_569():
    # Source: the description of the Wisconsin diagnostic data: 357 benign, 212 malignant.
    found = measure_dataset(load_dataset("breast_cancer", base=HERE), landmarks=False)
    assert found.smallest_class == 212
    assert found.majority_share == pytest.approx(357 / 569)
    share = 357 / 569
    assert found.entropy == pytest.approx(-share * log2(share) - (1 - share) * log2(1 - share))


def test_contradictions_are_counted_by_hand():
    # Rows 0, 1 and 2 agree in all features with classes a, a, b: one of them is always wrong. Rows 3 and 4 agree with
    # a missing value in the same place and different classes: one more. Row 5 stands alone.
    dataset = small([1, 1, 1, np.nan, np.nan, 2], [0, 0, 0, 1, 1, -1], [0, 0, 1, 0, 1, 1])
    found = measure_dataset(dataset, landmarks=False)
    assert found.duplicates == 1
    assert found.noise_floor == pytest.approx(2 / 6)
    assert found.missing_share == pytest.approx(3 / 12)
    assert found.rows_with_missing == pytest.approx(3 / 6)


def test_zero_and_minus_zero_are_the_same_value():
    assert measure_dataset(small([0.0, -0.0], [0, 0], [0, 0]), landmarks=False).duplicates == 1


def test_empty_and_constant_columns_are_told_apart():
    found = measure_dataset(small([np.nan] * 4, [1, 1, -1, 1], [0, 1, 0, 1]), landmarks=False)
    assert (found.empty_columns, found.constant_columns) == (1, 1)


def test_landmarks_are_the_same_every_time_and_simple_problems_are_easy():
    iris = load_dataset("iris", base=HERE)
    first, second = measure_landmarks(iris, seed=0), measure_landmarks(iris, seed=0)
    assert first == second
    assert first.majority == pytest.approx(1 / 3)
    assert first.stump == pytest.approx(2 / 3)  # one cut tells one of three species from the others
    assert 0.9 < first.nearest_neighbour <= 1
    assert first.rows == 150
    assert measure_dataset(iris).difficulty == pytest.approx((1 - first.best) / (2 / 3))


def test_a_checkerboard_is_hard_for_a_stump_and_a_plane_and_easy_for_a_neighbour():
    board = load_dataset("artificial:xor?n=600&features=2&informative=2&seed=1", base=HERE)
    found = measure_landmarks(board, seed=0)
    assert max(found.stump, found.linear) < 0.7
    assert found.nearest_neighbour > 0.9


def test_large_datasets_are_sampled_and_the_result_says_so():
    large = load_dataset("artificial:linear?n=2500&features=3", base=HERE)
    assert measure_landmarks(large, seed=0).rows == 2000


def test_classes_with_one_member_and_missing_columns_do_not_stop_the_landmarks():
    rng = np.random.default_rng(0)
    codes = rng.integers(-1, 2, 40)
    target = np.where(np.arange(40) == 39, 2, np.arange(40) % 2)
    dataset = small([np.nan] * 40, codes, target, classes=("a", "b", "lonely"))
    assert measure_landmarks(dataset, seed=0).rows == 40


def test_folds_deal_out_every_class_evenly():
    target = np.repeat([0, 1, 2], [50, 20, 3])
    folds = stratified_folds(target, 5, np.random.default_rng(0))
    for c, most in ((0, 10), (1, 4), (2, 1)):
        counts = np.bincount(folds[target == c], minlength=5)
        assert counts.max() - counts.min() <= 1
        assert counts.max() <= most + 1


def test_the_bound_of_cover_and_hart_is_solved_right():
    # Source: Cover and Hart (1967): error of the neighbour <= R (2 - K R / (K - 1)).
    for classes in (2, 3, 10):
        for best in (0.0, 0.05, 0.2):
            neighbour = best * (2 - classes / (classes - 1) * best)
            assert cover_hart_bound(neighbour, classes) == pytest.approx(best, abs=1e-12)
    assert cover_hart_bound(0.9, 2) == 0.5
