"""BO194: the mean does not bear the verdict out."""

import numpy as np
import pytest

import bakeoff

MINUS = "\u2212"
NAMES = [f"{letter}{letter}" for letter in "abcdefghijklmnopqrst"]


def _table(advantages: list[float]) -> dict[str, list]:
    a = np.linspace(70, 85, len(advantages)).round(2)
    return {
        "dataset": NAMES[: len(advantages)],
        "a": a.tolist(),
        "b": (a + np.array(advantages)).round(2).tolist(),
    }


SMALL = np.random.default_rng(0).uniform(0.1, 0.6, 19).round(2).tolist()


def _told(made: bakeoff.Comparison) -> str | None:
    return next((f.message for f in made.findings if f.code == "BO194"), None)


def test_a_mean_on_the_other_side_is_told_with_the_dataset_that_does_it():
    made = bakeoff.compare(_table([*SMALL, -30.0]))
    assert made.pairs[0].verdict == "better"
    mean_text = f"{np.mean([*SMALL, -30.0]):+.3g}".replace("-", MINUS)
    assert f"b against a better, mean {mean_text} (most of all tt, {MINUS}30)" in _told(made)
    assert made.summary.startswith(
        "b is better than a on 20 datasets. The mean advantage does not bear this out."
    )


def test_equivalence_of_the_pseudo_median_is_said_to_be_that():
    made = bakeoff.compare(_table([*SMALL, -30.0]), margin=2.0)
    assert made.pairs[0].verdict == "equivalent"
    assert "the pseudo-median advantage is less than 2 points either way" in made.summary
    assert f"2 or more on 1 dataset (most of all tt, {MINUS}30)" in _told(made)


@pytest.mark.parametrize("options", [{}, {"margin": 2.0}, {"test": "paired-t"}])
def test_nothing_is_told_where_the_mean_agrees(options):
    made = bakeoff.compare(_table([*SMALL, 0.3]), **options)
    assert made.pairs[0].verdict in ("better", "equivalent")
    assert _told(made) is None


def test_a_test_of_the_mean_is_not_held_against_the_mean():
    assert _told(bakeoff.compare(_table([*SMALL, -30.0]), test="sign-flip", margin=5.0)) is None


def test_a_constant_score_is_told_of_the_datasets_that_have_one():
    table = _table(SMALL)
    table["c"] = [80.5] * 17 + [None, None]
    told = next(f.message for f in bakeoff.compare(table).findings if f.code == "BO343")
    assert "c scores 80.5 on all 17 datasets that it has a score on" in told
