"""Power on one test set against the sum over all trinomial outcomes in R (tests/reference/power.R)."""

import csv
from pathlib import Path

import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.planning.mcnemar_power import (
    examples_needed,
    examples_needed_approximately,
    mcnemar_power,
    resolvable_difference,
)

ROWS = [
    r
    for r in csv.DictReader(Path(__file__).with_name("power.csv").read_text().splitlines())
    if r["quantity"] in ("binomial", "mcnemar-midp")
]


@pytest.mark.parametrize("row", ROWS, ids=lambda r: f"{r['quantity']}-{r['n']}-{r['a']}-{r['level']}")
def test_power_equals_the_sum_over_all_outcomes(row):
    found = mcnemar_power(
        int(row["n"]), float(row["a"]), float(row["b"]), level=float(row["level"]), test=row["quantity"]
    )
    assert found == pytest.approx(float(row["value"]), rel=1e-11)


@pytest.mark.parametrize("test", ["mcnemar-midp", "binomial"])
@pytest.mark.parametrize(("difference", "discordance"), [(0.1, 0.2), (0.3, 0.3), (0.3, 1.0), (0.05, 0.06)])
def test_from_the_number_of_examples_on_the_power_suffices_and_just_before_it_does_not(
    difference, discordance, test
):
    n = examples_needed(difference, discordance, test=test)
    powers = [mcnemar_power(m, difference, discordance, test=test) for m in range(n - 1, n + 60)]
    assert powers[0] < 0.8
    assert min(powers[1:]) >= 0.8


def test_where_power_goes_up_and_down_the_first_success_is_not_the_answer():
    # With every example discordant the power is that of a binomial test, which saws.
    n = examples_needed(0.3, 1.0)
    assert any(mcnemar_power(m, 0.3, 1.0) >= 0.8 for m in range(n - 10, n - 1))


def test_the_approximation_is_the_textbook_formula():
    # Source: Connor (1987): (1.959964·√.1 + .841621·√(.1 - .03²))²/.03² = 869.7.
    assert examples_needed_approximately(0.03, 0.10) == 870


@pytest.mark.parametrize("n", [60, 1000, 20_000])
def test_the_resolvable_difference_has_the_power_asked_for(n):
    difference = resolvable_difference(n, 0.2, power=0.9)
    assert mcnemar_power(n, difference, 0.2) == pytest.approx(0.9, abs=1e-9)


def test_a_test_set_that_is_too_small_resolves_nothing():
    # Ten examples, one in ten discordant: six discordant ones are needed for p < .05, and hardly ever seen.
    assert resolvable_difference(10, 0.1) is None


def test_the_direction_of_the_difference_does_not_matter():
    assert mcnemar_power(200, -0.1, 0.3) == mcnemar_power(200, 0.1, 0.3)


@pytest.mark.parametrize(
    "call",
    [
        lambda: mcnemar_power(100, 0.2, 0.1),
        lambda: mcnemar_power(100, 0.0, 0.1),
        lambda: examples_needed(0.1, 1.5),
        lambda: examples_needed(0.1, 0.2, power=0.01),
        lambda: examples_needed(3.0, 10.0),
        lambda: resolvable_difference(100, 0.0),
        lambda: resolvable_difference(100, 0.1, level=0.3),
    ],
)
def test_what_cannot_be_planned_is_refused(call):
    with pytest.raises(ProcedureError) as refusal:
        call()
    assert refusal.value.code == "BO053"
