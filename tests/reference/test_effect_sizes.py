"""Effect sizes of paired differences against R, mpmath and published tables."""

import mpmath
import numpy as np
import pytest

from bakeoff.procedures.base.noncentral_t import ncp_interval, noncentral_t_cdf, noncentral_t_sf
from bakeoff.procedures.paired.effect_sizes import effect_sizes
from paired_reference import CASES, ROWS, answers


def named(differences, **options):
    return {
        estimate.of: estimate for estimate in effect_sizes(np.asarray(differences, dtype=float), **options)
    }


def mpmath_tail(t, df, ncp, *, upper):
    """Return a tail of the noncentral t distribution: the mean of a normal tail over the chi distribution."""
    with mpmath.workdps(20):
        t, df, ncp = mpmath.mpf(t), mpmath.mpf(df), mpmath.mpf(ncp)
        constant = 2 * (df / 2) ** (df / 2) / mpmath.gamma(df / 2)

        def integrand(s):
            argument = ncp - t * s if upper else t * s - ncp
            return constant * s ** (df - 1) * mpmath.exp(-df * s * s / 2) * mpmath.ncdf(argument)

        spread = 1 / mpmath.sqrt(2 * df)
        middle = {mpmath.mpf(1), *([ncp / t] if ncp / t > 0 else [])} if t else {mpmath.mpf(1)}
        points = sorted(
            {max(mpmath.mpf(0), m + k * spread) for m in middle for k in (-12, -4, -1, 0, 1, 4, 12)}
        )
        return float(mpmath.quad(integrand, [0, *[p for p in points if p > 0], mpmath.inf]))


@pytest.mark.parametrize("row", [row for row in ROWS if row["test"] == "pt"], ids=str)
def test_the_noncentral_t_distribution_agrees_with_r(row):
    # Source: paired.R, R 4.2.2, stats::pt with ncp, 2026-11-15; R warns that it is short of full precision in places.
    ours = noncentral_t_cdf(float(row["what"]), float(row["case"]), float(row["level"]))
    assert ours == pytest.approx(float(row["value"]), abs=1e-11)


@pytest.mark.parametrize(
    ("t", "df", "ncp"),
    [
        (-10, 8, 8.27),
        (2, 9, 1),
        (0, 5, 0.3),
        (30, 3, 25),
        (4, 1, -1),
        (60, 19, 50),
        (3, 999, 2.5),
        (1.5, 2, 12),
    ],
)
def test_the_noncentral_t_distribution_agrees_with_mpmath(t, df, ncp):
    # Source: mpmath quadrature with 20 digits. scipy 1.17.1 gives nan for the first, where the truth is about 7e-27.
    assert noncentral_t_cdf(t, df, ncp) == pytest.approx(
        mpmath_tail(t, df, ncp, upper=False), rel=1e-9, abs=1e-15
    )
    assert noncentral_t_sf(t, df, ncp) == pytest.approx(
        mpmath_tail(t, df, ncp, upper=True), rel=1e-9, abs=1e-15
    )


@pytest.mark.parametrize(("t", "df"), [(0.3195, 9), (-2.4, 7), (2.264, 19), (25.0, 4), (0.0, 3), (5.0, 2000)])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_interval_of_the_noncentrality_leaves_its_share_in_each_tail(t, df, level):
    # Source: mpmath quadrature with 20 digits.
    low, high = ncp_interval(t, df, level=level)
    assert mpmath_tail(t, df, low, upper=True) == pytest.approx((1 - level) / 2, rel=1e-8)
    assert mpmath_tail(t, df, high, upper=False) == pytest.approx((1 - level) / 2, rel=1e-8)


@pytest.mark.parametrize("case", ["figures", "exercise", "waves"])
def test_the_standardised_mean_advantage_agrees_with_r(case):
    # Source: paired.R, R 4.2.2: Hedges' factor from lgamma, the ends by uniroot on pt(t, df, ncp), 2026-11-15.
    expected = answers(case, "hedges", "two.sided", 0.95)
    estimate = named(CASES[case])["standardised mean advantage"]
    assert estimate.value == pytest.approx(expected["estimate"], rel=1e-12)
    assert (estimate.interval.low, estimate.interval.high) == pytest.approx(
        (expected["low"], expected["high"]), rel=1e-9, abs=1e-9
    )


@pytest.mark.parametrize(
    ("wins", "draws", "losses"), [(5, 2, 3), (10, 0, 0), (0, 0, 7), (0, 4, 0), (1, 1, 1), (60, 5, 35)]
)
def test_the_win_share_has_wilsons_interval(wins, draws, losses):
    # Source: Wilson's inequality itself, |share - p| = z·sqrt(p(1 - p)/n) at both ends that are inside (0, 1).
    estimate = named([1.0] * wins + [0.0] * draws + [-1.0] * losses)["win share"]
    n = wins + draws + losses
    assert estimate.value == pytest.approx((wins + draws / 2) / n)
    for end in (estimate.interval.low, estimate.interval.high):
        assert abs(estimate.value - end) == pytest.approx(
            1.959963984540054 * np.sqrt(end * (1 - end) / n), abs=1e-9
        )


def test_the_win_share_interval_agrees_with_r():
    # Source: paired.R, R 4.2.2, prop.test(8, 10, correct = FALSE), 2026-11-15.
    expected = answers("8 of 10", "wilson", "two.sided", 0.95)
    interval = named([1.0] * 8 + [-1.0] * 2)["win share"].interval
    assert (interval.low, interval.high) == pytest.approx((expected["low"], expected["high"]), rel=1e-12)


def test_constant_differences_have_no_standardised_mean():
    assert named(np.full(6, 0.25)).keys() == {"win share", "pseudo-median advantage"}
    assert named([0.1, 0.2]).keys() == {"win share", "pseudo-median advantage"}


def test_nearly_constant_differences_have_a_huge_one():
    # Source: mean/sd = 1/1e-6 with four differences, Hedges' factor gamma(1.5)/(sqrt(1.5)·gamma(1)) = sqrt(pi/6).
    spread = 1e-6 * np.sqrt(3 / 4)
    estimate = named([1 - spread, 1 + spread, 1 - spread, 1 + spread])["standardised mean advantage"]
    assert estimate.value == pytest.approx(1e6 * np.sqrt(np.pi / 6), rel=1e-6)
    assert estimate.interval.low < estimate.value < estimate.interval.high


@pytest.mark.parametrize("n", [3, 10, 50, 100_001])
def test_effect_sizes_mirror_when_a_and_b_are_swapped(n):
    differences = np.random.default_rng(n).normal(0.2, 1, n)
    one, other = named(differences), named(-differences)
    for of in ("standardised mean advantage", "pseudo-median advantage"):
        assert other[of].value == pytest.approx(-one[of].value, rel=1e-12)
        assert other[of].interval.low == pytest.approx(-one[of].interval.high, rel=1e-9)
    assert other["win share"].value == pytest.approx(1 - one["win share"].value, rel=1e-12)
