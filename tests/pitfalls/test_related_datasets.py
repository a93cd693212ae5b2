"""BO192: datasets that go together by their scores, whatever they are called."""

import numpy as np
import pytest

import bakeoff
from bakeoff.pitfalls.related_datasets import find_related_profiles, p_of_profiles


def _told(values, names=None):
    columns = {f"c{j}": column.tolist() for j, column in enumerate(values.T)}
    names = names or [f"name{chr(97 + i)}{i * 7 % 26}" for i in range(len(values))]
    made = bakeoff.compare({"dataset": names, **columns}, metric="score", test="wilcoxon", baseline="c0")
    return list(find_related_profiles(made))


def _families(correlation, seed, families=5, size=4, classifiers=12):
    rng = np.random.default_rng(seed)
    shared = np.repeat(rng.standard_normal((families, classifiers)), size, axis=0)
    own = rng.standard_normal((families * size, classifiers))
    return np.sqrt(correlation) * shared + np.sqrt(1 - correlation) * own


def test_families_are_told_by_their_profiles():
    (found,) = _told(_families(0.9, 0))
    assert found.detail["p_value"] <= 0.05
    places = [[ord(name[4]) - 97 for name in pair] for pair in found.detail["closest"]]
    assert all(a // 4 == b // 4 for a, b in places)


def test_unrelated_datasets_are_not():
    assert [_told(_families(0.0, seed)) for seed in range(5)] == [[]] * 5
    # Hard datasets tell the same classifiers apart further: no relatives, only another scale.
    rng = np.random.default_rng(1)
    scaled = np.exp(rng.normal(0, 0.7, (20, 1))) * (rng.normal(0, 1, 12) + rng.normal(0, 0.5, (20, 12)))
    assert _told(scaled) == []


def test_too_few_classifiers_to_tell():
    assert _told(_families(0.9, 0, classifiers=4)) == []


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
def test_the_unit_of_the_scores_does_not_matter(scale):
    values = _families(0.7, 3)
    assert p_of_profiles(scale * values) == pytest.approx(p_of_profiles(values))


def test_copies_and_constants_have_a_p_value():
    assert 0 < p_of_profiles(np.ones((10, 6))) <= 1
