"""What is said of a split that was split again, and of what a study varied."""

from dataclasses import replace

import numpy as np
import pytest

import bakeoff
from bakeoff.core.answers.explanation import Branch, Leaf
from bakeoff.core.answers.studies import FactorEffect, Factors
from bakeoff.core.measures import Measure, Unit
from bakeoff.inference.explain.sentences import _say_split, find_interplays


def test_the_mean_of_a_side_that_was_split_again_counts_every_dataset_once():
    # One dataset with +1 and three with +5 are 4 on the mean, not the 3 of two halves.
    inner = Branch(
        property="attributes", threshold=9.0, share=0.2, p_adjusted=0.03,
        low=Leaf(datasets=("a",), mean=1.0), high=Leaf(datasets=("b", "c", "d"), mean=5.0),
    )  # fmt: skip
    outer = Branch(
        property="rows",
        threshold=1000.0,
        share=0.5,
        p_adjusted=0.01,
        low=Leaf(datasets=("e",), mean=-2.0),
        high=inner,
    )
    said = _say_split("tree", "boost", outer)
    assert said.startswith("boost wins where ")
    assert "(mean advantage +4 there, -2 elsewhere, adjusted p = 0.01)" in said


@pytest.fixture(scope="module")
def explanation():
    rng = np.random.default_rng(3)
    names = [f"set {a}{b}" for a in "abc" for b in "uvwx"]
    scores = {"dataset": names, "tree": [80.0] * 12, "boost": (80 + rng.normal(0, 1, 12)).tolist()}
    properties = {name: {"rows": float(10 ** rng.uniform(2, 5))} for name in names}
    return bakeoff.explain(scores, properties, permutations=99).answer


@pytest.mark.parametrize(
    ("factor", "p", "told"),
    [
        ("classifier × noise", 0.001, True),
        ("classifier × noise", 0.2, False),
        ("noise", 0.001, False),  # harder for all, which says nothing of the pair
        ("depth: max × noise", 0.001, False),  # of settings that neither of them has
    ],
)
def test_only_interplays_with_the_pair_are_told(explanation, factor, p, told):
    effect = FactorEffect(
        factor=factor, effects={}, sum_of_squares=1.0, df=1, f=9.0, p_value=p, residual_df=20
    )
    measure = Measure(name="accuracy", higher_is_better=True, unit=Unit.PERCENT, direction_from="told")
    factors = Factors(
        measure=measure,
        properties=("noise",),
        settings=(),
        each=(effect,),
        residual_df=(8, 20),
        assumptions=(),
    )
    assert bool(find_interplays(replace(explanation, level=0.95), factors)) is told
