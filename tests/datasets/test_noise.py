"""Noise on purpose: the rate is kept, nothing else is touched, a higher rate disturbs the same cells and more."""

from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import DatasetError
from bakeoff.datasets.loaders import load_dataset
from bakeoff.datasets.noise import attribute_noise, disturb, label_noise, missing_values

BASE = load_dataset("artificial:rings?n=200&features=6&classes=3&categorical=0.5&missing=0.1", base=Path())


def rng():
    return np.random.default_rng(7)


def same(a, b):
    return (a == b) | (np.isnan(a) & np.isnan(b))


def test_a_rate_of_zero_changes_nothing():
    for kind in ("attribute-noise", "label-noise", "missing-values"):
        assert disturb(BASE, kind, 0.0, rng()).digest == BASE.digest


def test_label_noise_changes_so_many_labels_to_another_class_and_no_feature():
    noisy = disturb(BASE, "label-noise", 0.25, rng())
    assert (noisy.target != BASE.target).sum() == 50
    assert set(noisy.target) <= {0, 1, 2}
    assert same(noisy.matrix()[0], BASE.matrix()[0]).all()


def test_attribute_noise_stays_within_the_column_and_leaves_missing_cells_and_labels_alone():
    noisy = disturb(BASE, "attribute-noise", 0.5, rng())
    before, after = BASE.matrix()[0], noisy.matrix()[0]
    np.testing.assert_array_equal(np.isnan(before), np.isnan(after))
    assert (~same(before, after)).sum() == round(0.5 * (~np.isnan(before)).sum())
    assert (np.nanmin(after, axis=0) >= np.nanmin(before, axis=0)).all()
    assert (np.nanmax(after, axis=0) <= np.nanmax(before, axis=0)).all()
    np.testing.assert_array_equal(noisy.target, BASE.target)
    assert set(noisy.features[-1].codes) <= {-1, 0, 1, 2, 3}


def test_missing_values_take_away_so_many_of_the_cells_that_were_there():
    noisy = disturb(BASE, "missing-values", 0.3, rng())
    before, after = np.isnan(BASE.matrix()[0]), np.isnan(noisy.matrix()[0])
    assert after[before].all()
    assert (after & ~before).sum() == round(0.3 * (~before).sum())
    assert np.isnan(disturb(BASE, "missing-values", 1.0, rng()).matrix()[0]).all()


@pytest.mark.parametrize("kind", ["attribute-noise", "label-noise", "missing-values"])
def test_a_higher_rate_disturbs_the_same_cells_and_more(kind):
    low, high = disturb(BASE, kind, 0.1, rng()), disturb(BASE, kind, 0.4, rng())
    table = np.column_stack([BASE.matrix()[0], BASE.target])
    less = ~same(table, np.column_stack([low.matrix()[0], low.target]))
    more = ~same(table, np.column_stack([high.matrix()[0], high.target]))
    assert more[less].all()
    assert more.sum() > less.sum()
    changed = np.column_stack([low.matrix()[0], low.target])[less]
    np.testing.assert_array_equal(changed, np.column_stack([high.matrix()[0], high.target])[less])


def test_every_other_class_is_as_likely():
    target = np.zeros(30_000, dtype=np.int64)
    noisy = label_noise(target, 1.0, 4, rng=rng())
    np.testing.assert_allclose(np.bincount(noisy) / 30_000, [0, 1 / 3, 1 / 3, 1 / 3], atol=0.015)


def test_the_arrays_that_were_given_are_not_changed():
    table, kinds = BASE.matrix()
    copy = table.copy()
    attribute_noise(table, 0.5, kinds, rng=rng())
    missing_values(table, 0.5, kinds, rng=rng())
    np.testing.assert_array_equal(table, copy)


def test_columns_with_one_value_or_none_survive():
    table = np.array([[1.0, np.nan, 0.0], [1.0, np.nan, 0.0]])
    noisy = attribute_noise(table, 1.0, np.array([False, False, True]), rng=rng())
    np.testing.assert_array_equal(noisy, table)


@pytest.mark.parametrize(
    ("kind", "rate"), [("label-nose", 0.1), ("label-noise", 1.5), ("missing-values", -0.1)]
)
def test_what_cannot_be_meant_is_refused(kind, rate):
    with pytest.raises(DatasetError) as caught:
        disturb(BASE, kind, rate, rng())
    assert caught.value.code == "BO436"


def test_every_row_is_as_likely_to_be_disturbed():
    hits = sum(
        label_noise(np.zeros(20, dtype=np.int64), 0.25, 2, rng=np.random.default_rng(s)) for s in range(1200)
    )
    # 1,200 draws with chance 1/4: 300 ± 15 (one standard deviation).
    assert (np.abs(hits - 300) < 65).all()
