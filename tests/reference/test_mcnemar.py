from fractions import Fraction
from math import comb, inf, sqrt

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.base.example_flips import FourCounts, score_statistic
from bakeoff.procedures.predictions.mcnemar import binomial, mcnemar, mcnemar_midp, mcnemar_uncorrected
from reference_values import rows

R = rows("predictions.csv")
ALTERNATIVES = {"two.sided": Alternative.TWO_SIDED, "greater": Alternative.GREATER, "less": Alternative.LESS}
# Cavo et al. (2012), as analysed by Fagerland, Lydersen & Laake (2017), chapter 8.
CAVO = FourCounts(both_right=59, mends=6, breaks=16, both_wrong=80)


def counts(mends, breaks, agreeing=70):
    return FourCounts(both_right=agreeing - 20, mends=mends, breaks=breaks, both_wrong=20)


@pytest.mark.parametrize(
    "row", [r for r in R if r["test"] == "binomial"], ids=lambda r: f"{r['case']} {r['what']}"
)
def test_the_exact_test_agrees_with_r(row):
    mends, breaks = (int(word) for word in row["case"].split())
    found = binomial(counts(mends, breaks), alternative=ALTERNATIVES[row["what"]])
    assert found.p_value == pytest.approx(float(row["value"]), rel=1e-12)


@pytest.mark.parametrize(
    "row",
    [r for r in R if r["test"].startswith("mcnemar")],
    ids=lambda r: f"{r['test']} {r['case']} {r['what']}",
)
def test_chi_squared_agrees_with_r(row):
    mends, breaks = (int(word) for word in row["case"].split())
    run = mcnemar if "corrected" in row["test"] else mcnemar_uncorrected
    found = run(counts(mends, breaks))
    assert found.procedure == ("mcnemar" if run is mcnemar else "mcnemar-uncorrected")
    assert getattr(found, row["what"]) == pytest.approx(float(row["value"]), rel=1e-12)


def test_the_worked_examples_of_salzberg():
    # Source: golden values; the paper prints .0032 and .1012 for these tails.
    greater = Alternative.GREATER
    assert binomial(counts(35, 15), alternative=greater).p_value == pytest.approx(
        0.003300223983405459, rel=1e-13
    )
    assert binomial(counts(30, 20), alternative=greater).p_value == pytest.approx(
        0.10131937553227033, rel=1e-13
    )
    corrected = mcnemar(counts(35, 15))
    assert corrected.statistic == pytest.approx(7.22, rel=1e-12)
    assert corrected.p_value == pytest.approx(0.007209570764742524, rel=1e-12)


def test_the_worked_example_of_cavo():
    # Source: tests of the R package contingencytables 3.0.0 (commit b1fde68), six digits printed.
    assert mcnemar_midp(CAVO).p_value == pytest.approx(0.034690, abs=5.1e-7)
    assert binomial(CAVO).p_value == pytest.approx(0.052479, abs=5.1e-7)
    assert mcnemar(CAVO, continuity=False).p_value == pytest.approx(0.033006, abs=5.1e-7)
    assert mcnemar(CAVO).p_value == pytest.approx(0.055009, abs=5.1e-7)


def test_tangos_interval_of_the_worked_example():
    # Same source: -0.0621 (-0.1240 to -0.0054), and for three examples that only a gets right 1 (.., 0.1230).
    interval = mcnemar(CAVO, continuity=False).estimate.interval
    assert (interval.low, interval.high) == pytest.approx((-0.1240, -0.0054), abs=5.1e-5)
    three = FourCounts(both_right=0, mends=0, breaks=3, both_wrong=0)
    interval = mcnemar(three, continuity=False).estimate.interval
    assert (interval.low, interval.high) == pytest.approx((-1.0, 0.1230), abs=5.1e-5)


def test_the_midp_value_by_its_definition_in_exact_arithmetic():
    for mends in range(9):
        for breaks in range(9):
            d = mends + breaks
            chances = [Fraction(comb(d, k), 2**d) for k in range(d + 1)]
            less, more = (
                sum(chances[:mends]) + chances[mends] / 2,
                sum(chances[mends + 1 :]) + chances[mends] / 2,
            )
            expected = min(Fraction(1), 2 * min(less, more)) if d else 1
            assert mcnemar_midp(counts(mends, breaks)).p_value == pytest.approx(float(expected), rel=1e-13)


@pytest.mark.parametrize("test", [binomial, mcnemar_midp, mcnemar])
@pytest.mark.parametrize("alternative", list(Alternative))
def test_no_discordant_example_is_no_evidence(test, alternative):
    found = test(counts(0, 0), alternative=alternative)
    assert found.p_value == 1.0
    assert found.statistic == 0.0
    assert found.estimate.interval.low < 0 < found.estimate.interval.high


def test_the_interval_without_discordant_examples_has_tangos_closed_form():
    # Tango (1998): z²/(n + z²) either way.
    z = 1.959963984540054
    interval = mcnemar_midp(FourCounts(both_right=90, mends=0, breaks=0, both_wrong=10)).estimate.interval
    assert interval.high == pytest.approx(z**2 / (100 + z**2), rel=1e-12)
    assert interval.low == pytest.approx(-interval.high, rel=1e-12)


def likeliest_statistic(four, difference):
    """Return Tango's statistic with the nuisance rate found by trying: an independent check of its closed form."""
    n, m, k = four.total, four.mends, four.breaks
    low, high = max(0.0, -difference), (1 - difference) / 2

    def likelihood(q):
        terms = ((m, q + difference), (k, q), (n - m - k, 1 - 2 * q - difference))
        return sum((x * np.log(p) if p > 0 else -inf) for x, p in terms if x)

    for _ in range(200):
        third = (high - low) / 3
        if likelihood(low + third) < likelihood(high - third):
            low += third
        else:
            high -= third
    q = (low + high) / 2
    return (m - k - n * difference) / sqrt(n * (2 * q + difference * (1 - difference)))


@pytest.mark.parametrize("four", [CAVO, counts(0, 5), counts(7, 0), counts(200, 150, agreeing=3000)])
@pytest.mark.parametrize("difference", [-0.4, -0.05, -1e-3, 1e-3, 0.07, 0.5])
def test_the_score_statistic_uses_the_likeliest_rate_of_discordance(four, difference):
    expected = likeliest_statistic(four, difference)
    assert score_statistic(four, difference, continuity=False) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("test", [binomial, mcnemar_midp, mcnemar])
@pytest.mark.parametrize("alternative", list(Alternative))
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_interval_and_p_value_agree_about_zero_for_every_table(test, alternative, level):
    for mends in range(26):
        for breaks in range(26 - mends):
            found = test(counts(mends, breaks, agreeing=30), level=level, alternative=alternative)
            if abs(found.p_value - (1 - level)) > 1e-9:
                assert (found.p_value < 1 - level) == (0.0 not in found.estimate.interval)
            assert found.estimate.value in found.estimate.interval


def test_a_billion_examples_keep_their_digits():
    four = FourCounts(both_right=10**9, mends=10**6, breaks=10**6 + 5000, both_wrong=10)
    found = mcnemar_midp(four)
    # With so many the normal approximation is exact for all purposes: z = -5000/√2005000.
    z = 5000 / sqrt(2_005_000)
    assert found.estimate.interval.low == pytest.approx((-5000 - 1.959964 * 5000 / z) / four.total, rel=1e-5)
    assert found.p_value == pytest.approx(4.137e-4, rel=2e-3)


@pytest.mark.parametrize("numbers", [(1, -1, 0, 0), (0, 0, 0, 0)])
def test_what_are_no_counts_is_refused(numbers):
    both, mends, breaks, neither = numbers
    with pytest.raises(ProcedureError, match="not four counts") as caught:
        FourCounts(both_right=both, mends=mends, breaks=breaks, both_wrong=neither)
    assert caught.value.code == "BO052"


@pytest.mark.parametrize("bad", [1.5, True, "3", None, 2**63, float("nan")])
def test_a_count_that_is_no_whole_number_is_refused(bad):
    with pytest.raises(ProcedureError, match="whole number"):
        FourCounts(both_right=5, mends=bad, breaks=3, both_wrong=1)


def test_a_whole_number_may_come_as_a_float_or_from_numpy():
    counts = FourCounts(both_right=5.0, mends=np.int64(2), breaks=np.float64(3), both_wrong=2**62)
    assert (counts.both_right, counts.mends, counts.breaks, counts.both_wrong) == (5, 2, 3, 2**62)
