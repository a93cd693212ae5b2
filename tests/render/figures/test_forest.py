"""The forest plot over datasets."""

import numpy as np
import pytest

import bakeoff
from figure_checks import check_figure, compared, data_of, objection


def folds(datasets, *, alike=False, seed=0):
    rng = np.random.default_rng(seed)
    rows = ["dataset,classifier,fold,accuracy"]
    for d in range(datasets):
        base, effect = rng.uniform(0.5, 0.8), 0.03 if alike else rng.normal(0.02, 0.05)
        for name, more in (("tree", 0.0), ("forest", effect)):
            rows += [f"set {d},{name},{i},{base + more + rng.normal(0, 0.02):.4f}" for i in range(1, 11)]
    return "\n".join(rows) + "\n"


@pytest.fixture(scope="module")
def twelve():
    return bakeoff.compare(folds(12))


def test_rows_are_the_datasets_own_estimates_largest_first(twelve):
    data, pair = data_of(twelve, "forest"), twelve.pairs[0]
    own = dict(zip(pair.units, pair.advantages.tolist(), strict=True))
    assert [row.estimate for row in data.rows] == sorted((row.estimate for row in data.rows), reverse=True)
    assert {row.name: row.estimate for row in data.rows} == pytest.approx(own)
    assert all(row.estimate in row.interval for row in data.rows)


def test_the_next_dataset_is_less_certain_than_the_mean(twelve):
    data = data_of(twelve, "forest")
    assert data.mean is not None
    assert data.next_dataset.low < data.mean.interval.low < data.mean.value
    assert data.mean.value < data.mean.interval.high < data.next_dataset.high


def test_the_share_between_datasets_is_said_in_words(twelve):
    assert twelve.pairs[0].population.heterogeneity.share > 0.75
    assert "most of the variation lies between datasets" in data_of(twelve, "forest").note
    alike = bakeoff.compare(folds(12, alike=True))
    assert alike.pairs[0].population.heterogeneity.share < 0.25
    assert "hardly any of the variation lies between datasets" in data_of(alike, "forest").note


def test_single_scores_have_no_forest():
    assert "a single score has no interval" in objection(compared(10, 2), "forest")


def test_a_dataset_without_spread_is_left_out_and_told():
    flat = {"tree": 0.9, "forest": 0.8}
    text = folds(5) + "".join(f"flat,{name},{i},{s}\n" for name, s in flat.items() for i in range(1, 11))
    data = data_of(bakeoff.compare(text), "forest")
    assert len(data.rows) == 5
    assert "1 dataset is left out" in data.note


@pytest.mark.parametrize("datasets", [2, 12, 40, 200])
def test_few_and_many_datasets(datasets):
    check_figure(bakeoff.compare(folds(datasets)), "forest")
