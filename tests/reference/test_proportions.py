from math import comb

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.predictions.proportions import (
    ProportionMethod,
    intervals_by_size,
    proportion_interval,
)
from reference_values import rows

R = [row for row in rows("predictions.csv") if row["test"] in set(ProportionMethod)]

# Fagerland, Lydersen & Laake, Statistical Analysis of Contingency Tables (2017), as computed by the authors'
# R package contingencytables 3.0.0 (its tests, commit b1fde68); four digits printed.
PRINTED = [
    ("clopper-pearson", 13, 16, 0.5435, 0.9595),
    ("clopper-pearson", 0, 1, 0.0, 0.9750),
    ("mid-p", 13, 16, 0.5699, 0.9500),
    ("mid-p", 0, 9, 0.0, 0.2831),
    ("mid-p", 9, 9, 0.7169, 1.0),
    ("jeffreys", 13, 16, 0.5792, 0.9442),
    ("blaker", 1, 100, 0.0005, 0.0513),
    ("blaker", 0, 9, 0.0, 0.3161),
    ("blaker", 9, 9, 0.6839, 1.0),
]


@pytest.mark.parametrize("row", R, ids=lambda r: f"{r['test']} {r['case']} {r['level']} {r['what']}")
def test_agrees_with_r(row):
    x, n = (int(word) for word in row["case"].split())
    interval = proportion_interval(x, n, method=row["test"], level=float(row["level"]))
    # epiR searches Blaker's limits in steps of 1e-4.
    tolerance = 2e-4 if row["test"] == "blaker" else 1e-9
    assert getattr(interval, row["what"]) == pytest.approx(float(row["value"]), abs=tolerance)


@pytest.mark.parametrize(("method", "x", "n", "low", "high"), PRINTED)
def test_agrees_with_the_printed_intervals(method, x, n, low, high):
    interval = proportion_interval(x, n, method=method)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5.1e-5)


def test_the_textbooks_table_of_an_accuracy_of_80_percent():
    # Source: golden values of eq. 4.13 with z = 1.959964; the book prints them to three digits.
    golden = {
        20: (0.5839825677481064, 0.919342337420202),
        50: (0.6696289406777458, 0.8875624998422389),
        100: (0.7111708344068411, 0.8666330666689676),
        500: (0.7627108946948261, 0.8327145010282427),
        1000: (0.7740810353518655, 0.8236229095568015),
        5000: (0.7886843227480312, 0.8108550560849347),
    }
    found = {n: (interval.low, interval.high) for n, interval in intervals_by_size(0.8)}
    assert found.keys() == golden.keys()
    for n, ends in golden.items():
        assert found[n] == pytest.approx(ends, rel=1e-12)


@pytest.mark.parametrize("method", list(ProportionMethod))
def test_an_interval_by_size_is_that_of_the_count_at_the_size_by_every_method(method):
    for n, interval in intervals_by_size(0.31, sizes=(10, 25, 200), method=method):
        whole = method in (ProportionMethod.MIDP, ProportionMethod.BLAKER)
        right = {10: 3, 25: 8, 200: 62}[n] if whole else 0.31 * n
        assert interval == proportion_interval(right, n, method=method)


def binomial(n, p):
    return np.array([comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)])


def blaker_p(x, n, p):
    """Return the p-value of Blaker's (2000) test by its definition: all counts with tails as unlikely."""
    chances = binomial(n, p)
    upper, lower = np.cumsum(chances[::-1])[::-1], np.cumsum(chances)
    return chances[np.minimum(upper, lower) <= min(upper[x], lower[x]) * (1 + 1e-12)].sum()


@pytest.mark.parametrize("n", [1, 5, 12, 23])
@pytest.mark.parametrize("alpha", [0.2, 0.05, 0.01])
def test_blakers_interval_is_the_hull_of_what_blakers_test_keeps(n, alpha):
    grid = np.linspace(0.002, 0.998, 499)
    for x in range(n + 1):
        interval = proportion_interval(x, n, method="blaker", level=1 - alpha)
        kept = grid[[blaker_p(x, n, p) >= alpha for p in grid]]
        assert interval.low <= kept[0] < interval.low + 0.00201
        assert interval.high - 0.00201 < kept[-1] <= interval.high


@pytest.mark.parametrize("method", ["clopper-pearson", "blaker"])
@pytest.mark.parametrize("n", [7, 20, 41])
def test_guaranteed_intervals_cover_at_least_as_often_as_they_say(method, n):
    intervals = [proportion_interval(x, n, method=method, level=0.9) for x in range(n + 1)]
    for p in np.linspace(0.0005, 0.9995, 1000):
        assert (
            sum(w for w, interval in zip(binomial(n, p), intervals, strict=True) if p in interval)
            >= 0.9 - 1e-12
        )


def test_blakers_interval_lies_within_clopper_and_pearsons():
    for n in (10, 57):
        for x in range(n + 1):
            inner = proportion_interval(x, n, method="blaker")
            outer = proportion_interval(x, n, method="clopper-pearson")
            assert outer.low - 1e-12 <= inner.low <= x / n <= inner.high <= outer.high + 1e-12


@pytest.mark.parametrize("method", list(ProportionMethod))
def test_counting_failures_mirrors_the_interval(method):
    for x in (0, 3, 20):
        right, wrong = (
            proportion_interval(x, 20, method=method),
            proportion_interval(20 - x, 20, method=method),
        )
        assert right.low == pytest.approx(1 - wrong.high, abs=1e-14)


@pytest.mark.parametrize("method", [m for m in ProportionMethod if m is not ProportionMethod.WALD])
def test_all_right_still_leaves_doubt(method):
    assert proportion_interval(50, 50, method=method).low < 0.96


def test_walds_interval_has_no_width_when_all_are_right():
    interval = proportion_interval(50, 50, method="wald")
    assert interval.low == interval.high == 1.0


@pytest.mark.parametrize(("x", "n"), [(-1, 10), (11, 10), (0, 0), (float("nan"), 10)])
def test_what_is_no_proportion_is_refused(x, n):
    with pytest.raises(ProcedureError, match="not a proportion") as caught:
        proportion_interval(x, n)
    assert caught.value.code == "BO052"


def test_shares_of_records_suit_wilson_and_not_blaker():
    # By hand: (25.5 + 1.9207 - 1.96 √(25.5 · 4.5/30 + 0.9604)) / 33.8415.
    assert proportion_interval(25.5, 30).low == pytest.approx(0.68357, abs=2e-5)
    with pytest.raises(ProcedureError, match="whole numbers"):
        proportion_interval(25.5, 30, method="blaker")


def test_an_unknown_method_is_refused_with_the_known_ones():
    with pytest.raises(ProcedureError, match="clopper-pearson") as caught:
        proportion_interval(1, 2, method="bayes")
    assert caught.value.code == "BO053"
