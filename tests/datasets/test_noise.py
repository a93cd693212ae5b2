"""Noise on purpose: the rate is kept, nothing else is touched, a higher rate disturbs the same cells and more."""

from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import DatasetError
from bakeoff.datasets.loaders import load_dataset
from bakeoff.datasets.noise import add_attribute_noise, add_label_noise, remove_values

BASE = load_dataset("artificial:rings?n=200&features=6&classes=3&categorical=0.5&missing=0.1", base=Path())


def rng():
    return np.random.default_rng(7)


def same(a, b):
    return (a == b) | (np.isnan(a) & np.isnan(b))


def labels(rate):
    return add_label_noise(BASE.target, rate, len(BASE.classes), rng=rng()).astype(float)


def attributes(rate):
    return add_attribute_noise(*_with(rate), rng=rng())


def gaps(rate):
    return remove_values(*_with(rate), rng=rng())


def _with(rate):
    table, kinds = BASE.matrix()
    return table, rate, kinds


BEFORE = {labels: BASE.target.astype(float), attributes: BASE.matrix()[0], gaps: BASE.matrix()[0]}
every_kind = pytest.mark.parametrize("disturbed", list(BEFORE), ids=lambda kind: kind.__name__)


@every_kind
def test_a_rate_of_zero_changes_nothing(disturbed):
    np.testing.assert_array_equal(disturbed(0.0), BEFORE[disturbed])


def test_label_noise_changes_so_many_labels_to_another_class():
    noisy = labels(0.25)
    assert (noisy != BASE.target).sum() == 50
    assert set(noisy) <= {0, 1, 2}


def test_attribute_noise_stays_within_the_column_and_leaves_missing_cells_alone():
    before, after = BEFORE[attributes], attributes(0.5)
    np.testing.assert_array_equal(np.isnan(before), np.isnan(after))
    assert (~same(before, after)).sum() == round(0.5 * (~np.isnan(before)).sum())
    assert (np.nanmin(after, axis=0) >= np.nanmin(before, axis=0)).all()
    assert (np.nanmax(after, axis=0) <= np.nanmax(before, axis=0)).all()
    assert set(after[~np.isnan(after[:, -1]), -1]) <= {0, 1, 2, 3}


def test_missing_values_take_away_so_many_of_the_cells_that_were_there():
    before, after = np.isnan(BEFORE[gaps]), np.isnan(gaps(0.3))
    assert after[before].all()
    assert (after & ~before).sum() == round(0.3 * (~before).sum())
    assert np.isnan(gaps(1.0)).all()


@every_kind
def test_a_higher_rate_disturbs_the_same_cells_and_more(disturbed):
    low, high = disturbed(0.1), disturbed(0.4)
    less, more = ~same(BEFORE[disturbed], low), ~same(BEFORE[disturbed], high)
    assert more[less].all()
    assert more.sum() > less.sum()
    np.testing.assert_array_equal(low[less], high[less])


def test_every_other_class_is_as_likely():
    target = np.zeros(30_000, dtype=np.int64)
    noisy = add_label_noise(target, 1.0, 4, rng=rng())
    np.testing.assert_allclose(np.bincount(noisy) / 30_000, [0, 1 / 3, 1 / 3, 1 / 3], atol=0.015)


def test_the_arrays_that_were_given_are_not_changed():
    table, kinds = BASE.matrix()
    copy = table.copy()
    add_attribute_noise(table, 0.5, kinds, rng=rng())
    remove_values(table, 0.5, kinds, rng=rng())
    np.testing.assert_array_equal(table, copy)


def test_columns_with_one_value_or_none_survive():
    table = np.array([[1.0, np.nan, 0.0], [1.0, np.nan, 0.0]])
    noisy = add_attribute_noise(table, 1.0, np.array([False, False, True]), rng=rng())
    np.testing.assert_array_equal(noisy, table)


@every_kind
@pytest.mark.parametrize("rate", [1.5, -0.1])
def test_a_rate_that_is_no_share_is_refused(disturbed, rate):
    with pytest.raises(DatasetError) as caught:
        disturbed(rate)
    assert caught.value.code == "BO436"


def test_every_row_is_as_likely_to_be_disturbed():
    hits = sum(
        add_label_noise(np.zeros(20, dtype=np.int64), 0.25, 2, rng=np.random.default_rng(s))
        for s in range(1200)
    )
    # 1,200 draws with chance 1/4: 300 ± 15 (one standard deviation).
    assert (np.abs(hits - 300) < 65).all()
