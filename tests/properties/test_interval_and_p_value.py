"""The README's promise: a p-value below the level and an interval with zero inside never meet, in any output."""

import re

import numpy as np
import pytest

import bakeoff
from bakeoff.core.results import significance
from bakeoff.render.numbers import decimals_of, interval_text

ADJUSTMENTS = ("none", "bonferroni", "sidak", "holm", "hochberg", "shaffer", "bh", "by")
TESTS = ("wilcoxon", "paired-t", "sign", "sign-flip")


def random_table(seed, *, classifiers):
    """Return coarse scores, so that differences tie and ends of intervals fall on zero."""
    rng = np.random.default_rng(seed)
    datasets = int(rng.integers(6, 13))
    values = rng.normal(0.6, 0.05, (datasets, 1)) + rng.normal(0, 0.04, (datasets, classifiers))
    values = np.round(values + 0.05 * rng.integers(0, 2) * np.arange(classifiers), int(rng.integers(1, 3)))
    if classifiers > 2 and seed % 3 == 0:
        values[0, 0] = np.nan
    columns = {f"c{j}": values[:, j].tolist() for j in range(classifiers)}
    return {"dataset": [f"d{i}" for i in range(datasets)], **columns}


def holds_zero(text):
    """Say whether an interval holds zero, by what is printed alone."""
    if "no bound" in text:
        return True
    if text.startswith("above 0") or text.endswith("below 0"):
        return False
    low, high = (float(x.replace("−", "-").replace("∞", "inf")) for x in ends(text))
    return low <= 0 <= high


def ends(text):
    if text.startswith("at least "):
        return text.removeprefix("at least "), "inf"
    if text.startswith("at most "):
        return "-inf", text.removeprefix("at most ")
    return re.split(" to ", text)


def check(comparison):
    for pair in comparison.pairs:
        estimate = pair.result.estimate
        p_value = pair.p_value
        if estimate.value == 0:
            continue  # most differences are zero, and the estimate has to lie in its interval
        excluded = p_value < significance(comparison.settings.level)
        assert (0.0 not in estimate.interval) == excluded, (pair.a, pair.b, p_value, estimate)
        printed = interval_text(estimate.interval, decimals_of(estimate))
        assert holds_zero(printed) != excluded, (printed, p_value, estimate)


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("seed", range(12))
def test_two_classifiers(seed, test, alternative):
    check(bakeoff.compare(random_table(seed, classifiers=2), test=test, alternative=alternative))


@pytest.mark.parametrize("adjust", ADJUSTMENTS)
@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("seed", range(3))
def test_several_classifiers(seed, test, adjust):
    check(bakeoff.compare(random_table(seed, classifiers=3), test=test, adjust=adjust))


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("seed", range(12))
def test_the_default_of_several(seed, alternative):
    check(bakeoff.compare(random_table(seed, classifiers=4), alternative=alternative))
