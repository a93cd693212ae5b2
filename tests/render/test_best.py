"""Who is best is said in one sentence that a person still reads."""

import numpy as np

import bakeoff
from bakeoff.render.best import best_sentence, other_leaders


def tied_table(names):
    rng = np.random.default_rng(1)
    base = rng.uniform(60, 85, 30)
    scores = {name: (base + rng.normal(0, 1.5, 30)).round(2).tolist() for name in names}
    return {**scores, "stump": (base - 12 + rng.normal(0, 1.5, 30)).round(2).tolist()}


def test_short_names_that_are_few_stand_in_the_sentence():
    comparison = bakeoff.compare(tied_table(["forest", "boosting", "svm"]))
    assert best_sentence(comparison).endswith("are tied for best.")
    assert "forest" in best_sentence(comparison)
    assert other_leaders(comparison) == ""


def test_long_names_are_counted_in_the_sentence_and_listed_below_it():
    names = [f"RandomForestClassifier(n_estimators={n}, max_depth=None)" for n in (100, 300, 500)]
    comparison = bakeoff.compare(tied_table(names))
    assert best_sentence(comparison).startswith("3 of 4 are tied for best, with RandomForest")
    assert all(name in other_leaders(comparison) for name in names)
