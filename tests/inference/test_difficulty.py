"""Differences that go with the difficulty of the datasets are told, with what intervals cover there (BO347)."""

import numpy as np
import pytest
from scipy import stats
from validation.rates import read

import bakeoff
from bakeoff.inference.findings.ceiling import spread_with_difficulty


def _table(seed, *, relative):
    rng = np.random.default_rng(seed)
    hard = rng.uniform(0.02, 0.4, (25, 1))
    noise = rng.normal(0, 0.1, (25, 4))
    return 1 - (hard * np.exp(noise) if relative else hard + 0.05 * noise)


def _found(values, **options):
    names = {f"c{j}": column.tolist() for j, column in enumerate(values.T)}
    table = {"dataset": [f"d{i}" for i in range(len(values))], **names}
    return [f for f in bakeoff.compare(table, **options).findings if f.code == "BO347"]


def test_errors_that_go_with_difficulty_are_told_with_the_correlation_that_scipy_gives():
    values = _table(1, relative=True)
    (found,) = _found(values)
    # Source: scipy.stats.spearmanr.
    expected = stats.spearmanr(values.mean(axis=1), values.std(axis=1))
    assert found.detail["rank_correlation"] == pytest.approx(expected.statistic, rel=1e-9)
    assert found.detail["p_value"] == pytest.approx(expected.pvalue, rel=1e-6)
    assert "differ more on harder datasets" in found.message
    (as_errors,) = _found(1 - values, higher_is_better=False)
    assert "differ more on harder datasets" in as_errors.message


def test_equal_spreads_are_not():
    assert _found(_table(2, relative=False)) == []


def test_too_few_datasets_and_equal_ones_say_nothing():
    assert spread_with_difficulty(_table(1, relative=True)[:7]) == (0.0, 1.0)
    assert spread_with_difficulty(np.tile([0.5, 0.6, 0.7], (20, 1))) == (0.0, 1.0)


def test_the_coverage_that_is_quoted_was_measured():
    (found,) = _found(_table(1, relative=True))
    known = read("all_pairs")
    settings = ("half better, noise by difficulty", "half better, relative errors")
    held = [known[f"{s}, 5 × {n}"]["covers"] for s in settings for n in (10, 20)]
    low, high = (f"{share:.3f}".removeprefix("0") for share in (min(held), max(held)))
    assert f"in {low} to {high} of tables" in found.message
