from math import inf, sqrt

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.predictions.two_proportions import (
    TwoSampleMethod,
    TwoTestSets,
    score_difference_statistic,
    two_proportions,
)
from reference_values import rows

R = rows("predictions.csv")
# Newcombe (1998), 56/70 - 48/80, to four digits, as recomputed in tests of the R package cicalc; and Perondi et al.
# (2004), 7/34 - 1/34, and Ritland et al. (2007), 0/16 - 15/72, from those of contingencytables 3.0.0.
PRINTED = [
    ("wald", (48, 80, 56, 70), 0.0575, 0.3425),
    ("newcombe", (48, 80, 56, 70), 0.0524, 0.3339),
    ("miettinen-nurminen", (48, 80, 56, 70), 0.0528, 0.3382),
    ("newcombe", (1, 34, 7, 34), 0.0189, 0.3404),
    ("agresti-caffo", (1, 34, 7, 34), 0.0116, 0.3217),
    ("miettinen-nurminen", (15, 72, 0, 16), -0.3164, -0.0056),
]


def sets(numbers):
    right_a, total_a, right_b, total_b = numbers
    return TwoTestSets(right_a=right_a, total_a=total_a, right_b=right_b, total_b=total_b)


@pytest.mark.parametrize(
    "row", [r for r in R if r["test"] == "two-proportions wald"], ids=lambda r: str(r.values())
)
def test_the_textbooks_interval_agrees_with_r(row):
    found = two_proportions(sets(map(float, row["case"].split())), method="wald", level=float(row["level"]))
    assert getattr(found.estimate.interval, row["what"]) == pytest.approx(float(row["value"]), abs=1e-12)


@pytest.mark.parametrize(
    "row", [r for r in R if r["test"] == "two-proportions pooled"], ids=lambda r: r["case"]
)
def test_the_score_statistic_at_zero_is_pearsons_but_for_the_factor(row):
    numbers = [float(word) for word in row["case"].split()]
    every = numbers[1] + numbers[3]
    found = two_proportions(sets(numbers))
    assert found.statistic**2 * every / (every - 1) == pytest.approx(float(row["value"]), rel=1e-11)


@pytest.mark.parametrize(("method", "numbers", "low", "high"), PRINTED)
def test_agrees_with_the_printed_intervals(method, numbers, low, high):
    interval = two_proportions(sets(numbers), method=method).estimate.interval
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5.1e-5)


def test_example_4_5_becomes_significant_at_87_percent_two_sided():
    # Source: golden values. The book says 93.6 % "for a two-sided test"; that is the one-sided level.
    example = sets((25.5, 30, 3750, 5000))
    found = two_proportions(example, method="wald")
    assert found.steps["se"] == pytest.approx(0.06547900426854397, rel=1e-13)
    assert found.statistic == pytest.approx(-1.5272070966424252, rel=1e-12)
    assert found.steps["significant_at"] == pytest.approx(0.8732904778030828, rel=1e-12)
    half = found.estimate.value - found.estimate.interval.low
    assert half == pytest.approx(0.12833649010989065, rel=1e-12)
    one_sided = two_proportions(example, method="wald", alternative=Alternative.LESS)
    assert 1 - one_sided.p_value == pytest.approx(0.9366452389015414, rel=1e-12)


def brute_statistic(numbers, difference):
    """Return Miettinen and Nurminen's statistic with the likeliest rates found by trying."""
    xa, na, xb, nb = numbers
    low, high = max(0.0, -difference), min(1.0, 1 - difference)

    def likelihood(a):
        b = a + difference
        terms = ((xa, a), (na - xa, 1 - a), (xb, b), (nb - xb, 1 - b))
        return sum((x * np.log(p) if p > 0 else -inf) for x, p in terms if x)

    for _ in range(300):
        third = (high - low) / 3
        if likelihood(low + third) < likelihood(high - third):
            low += third
        else:
            high -= third
    a = (low + high) / 2
    b = a + difference
    variance = (a * (1 - a) / na + b * (1 - b) / nb) * (na + nb) / (na + nb - 1)
    return (xb / nb - xa / na - difference) / sqrt(variance)


# Among them counts at which a popular implementation fails or is off: nothing, or everything, right on one side.
EXTREMES = [
    (0, 20, 3, 25),
    (20, 20, 25, 25),
    (0, 30, 0, 5000),
    (30, 30, 1250, 5000),
    (1, 2, 4999, 5000),
    (4, 30, 1250, 5000),
]


@pytest.mark.parametrize("numbers", EXTREMES)
@pytest.mark.parametrize("difference", [-0.9, -0.2, -0.01, 0.003, 0.3, 0.95])
def test_the_score_statistic_uses_the_likeliest_rates(numbers, difference):
    expected = brute_statistic(numbers, difference)
    assert score_difference_statistic(numbers, difference) == pytest.approx(expected, rel=2e-6)


@pytest.mark.parametrize("numbers", EXTREMES)
def test_the_score_interval_ends_where_the_statistic_reaches_the_critical_value(numbers):
    interval = two_proportions(sets(numbers)).estimate.interval
    for end, sign in ((interval.low, 1), (interval.high, -1)):
        assert brute_statistic(numbers, end) == pytest.approx(sign * 1.959963984540054, rel=1e-5)


@pytest.mark.parametrize("method", list(TwoSampleMethod))
@pytest.mark.parametrize("alternative", list(Alternative))
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_interval_and_p_value_agree_about_zero(method, alternative, level):
    for right_a in range(1, 12):
        for right_b in range(1, 8):
            found = two_proportions(
                sets((right_a, 12, right_b, 8)), method=method, level=level, alternative=alternative
            )
            if abs(found.p_value - (1 - level)) > 1e-9:
                assert (found.p_value < 1 - level) == (0.0 not in found.estimate.interval)


@pytest.mark.parametrize("method", list(TwoSampleMethod))
def test_the_level_at_which_it_becomes_significant_is_one_less_the_p_value(method):
    numbers = sets((20, 30, 45, 50))
    p_value = two_proportions(numbers, method=method).p_value
    for level, excluded in ((1 - p_value - 1e-7, True), (1 - p_value + 1e-7, False)):
        assert (0.0 not in two_proportions(numbers, method=method, level=level).estimate.interval) is excluded


def test_the_textbooks_error_of_zero_is_refused():
    with pytest.raises(ProcedureError, match="standard error is zero") as caught:
        two_proportions(sets((30, 30, 0, 10)), method="wald")
    assert caught.value.code == "BO050"


def test_what_are_no_proportions_is_refused():
    with pytest.raises(ProcedureError, match="not proportions"):
        sets((31, 30, 1, 2))


def test_an_unknown_method_is_refused_with_the_known_ones():
    with pytest.raises(ProcedureError, match="newcombe"):
        two_proportions(sets((1, 2, 1, 2)), method="exact")
