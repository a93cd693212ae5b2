"""A column that was named and would not be followed is refused: a gate must not pass without having looked at it."""

import pytest

import bakeoff
from bakeoff.core.errors import InputError

SCORES = {
    "dataset": list("stuvwx"),
    "A": [0.7, 0.71, 0.8, 0.6, 0.9, 0.5],
    "B": [0.6, 0.7, 0.7, 0.5, 0.8, 0.6],
}
MODELS = ["A", "B"] * 12
ITEMS = {
    "model": MODELS,
    "item": [f"q{i // 2}" for i in range(24)],
    "score": [1, 0, 1, 1, 0, 1, 1, 1] * 3,
    "region": ["n", "n", "s", "s"] * 6,
}


@pytest.mark.parametrize("option", ["subgroup_column", "group_column", "weight_column"])
def test_scores_refuse_columns_of_examples(option):
    table = SCORES | {"region": ["n", "n", "n", "s", "s", "s"]}
    with pytest.raises(InputError) as caught:
        bakeoff.compare(table, **{option: "region"})
    assert caught.value.code == "BO583"
    assert option in caught.value.where


@pytest.mark.parametrize("option", ["subgroup_column", "cluster_column", "weight_column"])
@pytest.mark.parametrize("settings", [{}, {"gate": "not-worse", "margin": 0.2}])
def test_items_refuse_columns_that_they_would_be_judged_without(option, settings):
    with pytest.raises(InputError) as caught:
        bakeoff.compare(ITEMS, **{option: "region"}, **settings)
    assert caught.value.code == "BO583"


def test_items_follow_groups_and_parts():
    assert bakeoff.compare(ITEMS, group_column="region").design.groups == 2
    assert bakeoff.compare(ITEMS, only=(("region", "n"),)).design.units == 6
