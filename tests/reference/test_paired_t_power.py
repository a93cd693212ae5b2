"""Power over datasets against R's power.t.test (tests/reference/power.R) and published examples."""

import csv
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.planning.paired_t_power import (
    datasets_needed,
    datasets_to_reach,
    detectable_difference,
    paired_t_power,
    smallest_attainable_p,
)

ROWS = list(csv.DictReader(Path(__file__).with_name("power.csv").read_text().splitlines()))
SIDES = {"two.sided": Alternative.TWO_SIDED, "one.sided": Alternative.GREATER}
SD = 6.929005059249929  # of the ten differences of Fig. 15.2


def rows(quantity):
    return [
        (int(r["n"]), float(r["level"]), SIDES[r["sides"]], float(r["a"]), float(r["b"]), float(r["value"]))
        for r in ROWS
        if r["quantity"] == quantity
    ]


@pytest.mark.parametrize(("n", "level", "sides", "difference", "sd", "value"), rows("power"))
def test_power_equals_r(n, level, sides, difference, sd, value):
    assert paired_t_power(difference, sd, n, level=level, alternative=sides) == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize(("n", "level", "sides", "power", "sd", "value"), rows("detectable"))
def test_the_detectable_difference_equals_r(n, level, sides, power, sd, value):
    found = detectable_difference(sd, n, level=level, power=power, alternative=sides)
    assert found == pytest.approx(value, rel=1e-8)


@pytest.mark.parametrize(("n", "level", "sides", "difference", "sd", "value"), rows("needed"))
def test_the_number_of_datasets_equals_r(n, level, sides, difference, sd, value):
    if value > 2:  # R's n is not whole and may lie below the two that a t-test needs
        assert datasets_needed(difference, sd, level=level, alternative=sides) == n


def test_power_matches_the_manual_of_gpower():
    # Source: G*Power 3.1 manual, difference of two dependent means: dz = 0.421637, n = 50, two tails, .832114.
    assert paired_t_power(0.421637, 1.0, 50) == pytest.approx(0.832114, abs=5e-7)


@pytest.mark.parametrize(("effect", "n"), [(0.2, 199), (0.5, 34), (0.8, 15)])
def test_small_medium_and_large_effects_need_the_published_numbers(effect, n):
    # Source: G*Power 3.1, matched pairs, two tails, .05, power .80, for Cohen's small, medium and large effects.
    assert datasets_needed(effect, 1.0) == n


@pytest.mark.parametrize("n", [2, 3, 40, 1000])
def test_without_a_difference_the_power_is_the_significance_level(n):
    assert paired_t_power(0.0, 1.0, n) == pytest.approx(0.05, abs=1e-13)


def test_ten_datasets_of_the_chapter_show_seven_points_and_0_7_points_need_771():
    # Source: R 4.2.2, power.t.test(n = 10, power = .8, sd = 6.929…, type = "one.sample", strict = TRUE).
    assert detectable_difference(SD, 10) == pytest.approx(6.9012985, abs=1e-6)
    assert datasets_needed(0.7, SD) == 771


def test_a_curve_is_its_points():
    sizes = np.array([[2, 3], [10, 100]])
    curve = detectable_difference(1.5, sizes)
    assert curve.shape == (2, 2)
    assert curve[1, 0] == detectable_difference(1.5, 10)


@pytest.mark.parametrize("n", [2, 3, 10, 1000])
@pytest.mark.parametrize("level", [0.6, 0.95, 0.999])
@pytest.mark.parametrize("power", [0.5, 0.8, 0.999])
def test_the_detectable_difference_has_the_power_asked_for(n, level, power):
    difference = detectable_difference(2.0, n, level=level, power=power)
    assert paired_t_power(difference, 2.0, n, level=level) == pytest.approx(power, abs=1e-11)


@pytest.mark.parametrize("sides", [Alternative.GREATER, Alternative.LESS])
def test_one_sided_power_looks_one_way(sides):
    towards = 1.0 if sides is Alternative.GREATER else -1.0
    assert paired_t_power(towards, 1.0, 20, alternative=sides) > 0.99
    assert paired_t_power(-towards, 1.0, 20, alternative=sides) < 1e-6


def test_rank_tests_need_more_by_their_efficiency():
    # Source: Hodges & Lehmann (1956): 3/π for the signed-rank test, 2/π for the sign test, at normal differences.
    assert datasets_needed(0.7, SD, test="wilcoxon") == 808  # 771·π/3 = 807.4
    assert datasets_needed(0.7, SD, test="sign") == 1212  # 771·π/2 = 1211.1


def test_an_exact_test_needs_the_datasets_that_its_level_asks_for_however_large_the_difference():
    assert datasets_needed(100.0, 1.0) == 2
    assert datasets_needed(100.0, 1.0, test="wilcoxon") == 6


@pytest.mark.parametrize("test", ["wilcoxon", "sign", "sign-flip"])
def test_the_smallest_p_is_that_of_one_outcome_among_all_signs(test):
    # Source: 2/2^5 = .0625 > .05, 2/2^6 = .03125; 2/2^8 = .0078 is the first below .01; one side needs 2^-5.
    assert smallest_attainable_p(5, test) == 0.0625
    assert smallest_attainable_p(1, test) == 1.0
    assert datasets_to_reach(0.95, test) == 6
    assert datasets_to_reach(0.99, test) == 8
    assert datasets_to_reach(0.95, test, alternative=Alternative.GREATER) == 5


def test_the_t_test_knows_no_smallest_p():
    assert smallest_attainable_p(2, "paired-t") == 0.0
    assert datasets_to_reach(0.999, "paired-t") == 2


@pytest.mark.parametrize(
    "call",
    [
        lambda: detectable_difference(0.0, 10),
        lambda: detectable_difference(1.0, 1),
        lambda: detectable_difference(1.0, 10, level=0.49),
        lambda: detectable_difference(1.0, 10, power=0.05),
        lambda: detectable_difference(1.0, 10, power=1.0),
        lambda: datasets_needed(0.0, 1.0),
        lambda: paired_t_power(1.0, -1.0, 10),
        lambda: datasets_to_reach(1.0, "sign"),
    ],
)
def test_what_cannot_be_planned_is_refused(call):
    with pytest.raises(ProcedureError) as refusal:
        call()
    assert refusal.value.code == "BO053"
