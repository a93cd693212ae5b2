"""Bets that may be stopped at any time: against confseq, exact integrals, and enumeration of every path."""

import json
from itertools import product
from math import exp, inf, log
from pathlib import Path

import mpmath
import numpy as np
import pytest
from scipy.stats import binom

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.sequential.betting import betting, sign_betting
from bakeoff.procedures.sequential.capital import BetKind, log_capital, lower_end, tally_values
from bakeoff.procedures.sequential.horizon import running_capital, units_of_one_look, units_to_verdict
from bakeoff.procedures.sequential.questions import e_bh, e_lond, share_of_question
from bakeoff.procedures.sequential.stopping import stopping_of_flips
from bakeoff.procedures.sequential.units import form_units

VALIDITY = Path(__file__).parents[2] / "docs" / "validity"
KNOWN = json.loads(Path(__file__).with_name("sequential_confseq.json").read_text(encoding="utf-8"))


def flips(wins, losses, draws=0):
    return np.array([1.0] * wins + [-1.0] * losses + [0.0] * draws)


def half_beta_capital(wins, losses):
    """The Beta(5, 5) mixture over chances of a win above one half, by its definition."""
    density = mpmath.quad(lambda q: (q * (1 - q)) ** 4, [0.5, 1])
    won = mpmath.quad(
        lambda q: (q * (1 - q)) ** 4 * (2 * q) ** wins * (2 * (1 - q)) ** losses, [0.5, 0.6, 0.75, 1]
    )
    return float(mpmath.log(won / density))


@pytest.mark.parametrize("case", KNOWN["mixture"], ids=lambda c: f"{c['wins']}:{c['losses']}")
def test_on_right_and_wrong_it_is_the_beta_mixture_of_confseq(case):
    # Source: sequential_confseq.py, confseq 0.0.11 at commit 70b1ef3 of its repository, 2026-11-17.
    tally = tally_values(flips(case["wins"], case["losses"], draws=17))
    assert log_capital(tally, 0.0, 1.0) == pytest.approx(case["log_e"], abs=5e-4)


@pytest.mark.parametrize(("wins", "losses"), [(30, 10), (3, 0), (40, 45), (2000, 1900)])
def test_on_right_and_wrong_it_is_the_mixture_by_its_integral(wins, losses):
    assert log_capital(tally_values(flips(wins, losses)), 0.0, 1.0) == pytest.approx(
        half_beta_capital(wins, losses), abs=1e-3
    )


@pytest.mark.parametrize("case", KNOWN["bounded"], ids=lambda c: f"{len(c['differences'])} units")
def test_capital_and_bounds_are_those_of_confseq(case):
    # Source: as above; diversified_betting_mart with the same stakes and weights, inverted by brentq.
    d = np.array(case["differences"])
    for mean, capital in case["capital"].items():
        assert log_capital(tally_values(d), float(mean), 1.0) == pytest.approx(log(capital), abs=1e-9)
    interval = betting(d).estimate.interval
    assert (interval.low, interval.high) == pytest.approx((case["lower"], case["upper"]), abs=1e-9)


@pytest.mark.parametrize("kind", BetKind)
def test_no_null_path_wins_in_the_mean_and_few_ever_win_much(kind):
    # Every sequence of ten signs: the capital is fair after each step, and ever reaches 1/alpha in at most alpha.
    ever = {0.05: 0, 0.2: 0, 0.5: 0}
    at_end = []
    sizes = np.array([0.2, 1.0, 0.5, 0.1, 0.9, 0.3, 1.0, 0.7, 0.4, 0.6])
    for signs in product((-1.0, 1.0), repeat=10):
        d = sizes * signs
        logs = [log_capital(tally_values(d[: n + 1]), 0.0, 1.0, kind) for n in range(10)]
        at_end.append(exp(logs[-1]))
        for alpha in ever:
            ever[alpha] += max(logs) >= -log(alpha)
    assert np.mean(at_end) == pytest.approx(1, abs=1e-9)
    assert all(count / 1024 <= alpha for alpha, count in ever.items())


@pytest.mark.parametrize("margin", [0.03, 0.1])
def test_at_the_margin_every_bet_is_fair(margin):
    # Differences of -1, 0 and 1 whose mean is exactly minus the margin, all paths of six weighted by their chance.
    chance = {-1.0: 0.15 + margin, 0.0: 0.7 - margin, 1.0: 0.15}
    total = ever = 0.0
    for path in product(chance, repeat=6):
        p = np.prod([chance[d] for d in path])
        logs = [log_capital(tally_values(np.array(path[: n + 1])), -margin, 1.0) for n in range(6)]
        total += p * exp(logs[-1])
        ever += p * (max(logs) >= log(2))
    assert total == pytest.approx(1, abs=1e-9)
    assert ever <= 0.5


def test_the_order_of_units_changes_nothing_and_percent_is_the_same_as_shares():
    rng = np.random.default_rng(3)
    d = np.round(rng.uniform(-0.4, 0.6, 50), 2)
    for test in (betting, sign_betting):
        one, other, percent = test(d), test(rng.permutation(d)), test(100 * d, reach=100)
        assert other.p_value == pytest.approx(one.p_value, rel=1e-9)
        assert percent.p_value == pytest.approx(one.p_value, rel=1e-9)
        assert percent.estimate.interval.low == pytest.approx(100 * one.estimate.interval.low, rel=1e-7)


def test_the_path_ends_where_the_whole_does():
    d = np.round(np.random.default_rng(5).uniform(-0.5, 0.7, 90), 3)
    logs = running_capital(d, null=-0.05, reach=1.0, looks=np.array([10, 37, 90]))
    assert logs[-1] == pytest.approx(log_capital(tally_values(d), -0.05, 1.0), abs=1e-9)
    assert logs[1] == pytest.approx(log_capital(tally_values(d[:37]), -0.05, 1.0), abs=1e-9)


def test_huge_evidence_stays_a_number():
    found = betting(np.ones(100_000))
    assert found.p_value == 0
    assert np.isfinite(found.statistic)
    assert found.estimate.interval.low > 0.99


@pytest.mark.parametrize("test", [betting, sign_betting])
def test_scores_without_bounds_are_refused(test):
    with pytest.raises(ProcedureError, match="known bounds"):
        test(np.array([1.0, 2.0]), reach=None)
    with pytest.raises(ProcedureError, match="outside"):
        test(np.array([1.0, 2.0]), reach=1.0)


def test_a_lower_bound_lies_where_the_capital_is_spent():
    d = flips(20, 9, draws=71)
    end = lower_end(tally_values(d), tail=0.05, reach=1.0)
    assert log_capital(tally_values(d), end, 1.0) == pytest.approx(log(20), abs=1e-8)
    one_sided = betting(d, level=0.95, alternative=Alternative.GREATER).estimate.interval
    assert (one_sided.low, one_sided.high) == (pytest.approx(min(end, 0.0), abs=1e-9), inf)


def test_groups_and_blocks_are_the_units():
    d = np.array([1.0, 0, 1, -1, 1, 0])
    groups = form_units(d, groups=np.array([4, 4, 1, 1, 1, 9]))
    assert groups.values == pytest.approx([0.5, 1 / 3, 0.0])
    assert [m.tolist() for m in groups.members] == [[0, 1], [2, 3, 4], [5]]
    blocks = form_units(d, groups=np.array([4, 4, 1, 1, 1, 9]), tasks=np.array([0, 0, 1, 1, 1, 1]))
    assert blocks.values == pytest.approx([(0.5 + 1 / 3) / 2])
    assert blocks.left_over == 1
    assert form_units(d, tasks=np.array([0, 0, 0, 1, 1, 1]), by_task=True).values == pytest.approx([2 / 3, 0])


def test_the_horizon_is_where_the_same_units_over_and_over_decide():
    tally = tally_values(flips(15, 5, draws=80))
    units = units_to_verdict(tally, null=0.0, tail=0.025, reach=1.0)
    grown = tally_values(np.tile(flips(15, 5, draws=80), round(units / 100) + 1))
    assert log_capital(grown, 0.0, 1.0) >= log(40)
    assert units_to_verdict(tally_values(flips(5, 5, draws=9)), null=0.0, tail=0.025, reach=1.0) == inf
    # (1.959964 + .841621)² · (.2 - .1²)/.1² by hand
    assert units_of_one_look(tally, null=0.0, tail=0.025) == 150


def test_e_lond_and_e_bh_by_their_definition():
    e = np.array([40.0, 1.0, 300.0, 90.0, 0.0])
    claimed, levels = e_lond(e, alpha=0.05)
    assert claimed.tolist() == [True, False, True, False, False]
    for t, level in enumerate(levels.tolist(), start=1):
        assert level == pytest.approx(0.05 * share_of_question(t) * (1 + claimed[: t - 1].sum()))
    # K/(k·alpha) = 100/k: all three of the largest are at least 33.3.
    assert e_bh(e, alpha=0.05).tolist() == [True, False, True, True, False]
    assert not e_bh(np.array([29.0, 29.0, 1.0])).any()


def test_what_questions_start_with_never_sums_to_more_than_alpha():
    total = sum(share_of_question(t) for t in range(1, 200_001))
    assert total + 1 / log(200_000) / 3.38775 == pytest.approx(1, abs=1e-4)
    assert total < 1


STREAM = np.random.default_rng(9).choice([-1.0, 0.0, 1.0], 240, p=[0.1, 0.7, 0.2])
SIZES = np.array([30, 60, 90, 150, 240])


@pytest.mark.parametrize("test", [betting, sign_betting])
@pytest.mark.parametrize("alternative", list(Alternative))
def test_over_looks_the_p_value_is_the_least_and_the_interval_what_no_look_disproves(test, alternative):
    alone = [test(STREAM[:size], alternative=alternative) for size in SIZES]
    together = test(STREAM, looks=SIZES, alternative=alternative)
    assert together.p_value == pytest.approx(min(r.p_value for r in alone), rel=1e-9)
    ends = [r.estimate.interval for r in alone]
    assert together.estimate.interval.low == pytest.approx(max(i.low for i in ends), abs=1e-7)
    assert together.estimate.interval.high == pytest.approx(min(i.high for i in ends), abs=1e-7)
    assert together.estimate.value == pytest.approx(STREAM.mean())


def test_a_claim_stands_although_the_mean_has_turned():
    faded = betting([1.0] * 16 + [0.0] * 40 + [-1.0] * 17, looks=np.array([16, 73]))
    assert faded.estimate.value < 0 < faded.estimate.interval.low
    assert faded.p_value == pytest.approx(betting([1.0] * 16).p_value)


def test_looks_that_contradict_each_other_leave_nothing():
    turned = betting([1.0] * 40 + [-1.0] * 400, looks=np.array([40, 440]))
    assert (turned.p_value, turned.steps["contradicts_itself"]) == (1.0, 1.0)
    assert turned.estimate.interval.low < 0 < turned.estimate.interval.high


@pytest.mark.parametrize("sizes", [[10, 5, 240], [10, 10, 240], [0, 240], [100, 239], []])
def test_looks_that_cannot_be_are_refused(sizes):
    with pytest.raises(ProcedureError, match="looks are rising numbers"):
        betting(STREAM, looks=np.array(sizes, dtype=np.int64))


def test_a_claim_over_looks_is_a_claim_at_any_of_them():
    rng, sizes = np.random.default_rng(1), np.array([6, 9, 12])
    for _ in range(20):
        signs = rng.choice([-1.0, 1.0], 12, p=[0.25, 0.75])
        ever = any(betting(signs[:size], level=0.8).p_value < 0.2 for size in sizes)
        assert (betting(signs, looks=sizes, level=0.8).p_value < 0.2) == ever


def test_the_distribution_of_the_number_of_items_is_that_of_all_paths():
    """Every path of 12 wins and losses by itself, and the chances of the walk."""
    made, chances = stopping_of_flips(0.3, 0.5, level=0.8), np.zeros(12)
    needed = log(10)
    stops = {
        (won, lost): max(log_capital(tally_values(flips(*s)), 0.0, 1.0) for s in ((won, lost), (lost, won)))
        >= needed
        for won in range(13)
        for lost in range(13 - won)
        if won + lost
    }
    for path in product([1, 0], repeat=12):
        won = np.cumsum(path)
        size = next((n for n in range(1, 13) if stops[won[n - 1], n - won[n - 1]]), None)
        if size is not None:
            chances[size - 1] += 0.8 ** won[-1] * 0.2 ** (12 - won[-1])
    assert made.chances[:12] == pytest.approx(chances, abs=1e-9)


@pytest.mark.parametrize("items", [0, 1, 12, 400, 100_000])
def test_the_chance_by_so_many_items_is_a_sum_over_how_many_of_them_are_flips(items):
    made = stopping_of_flips(0.06, 0.1)
    flips = binom.pmf(np.arange(items + 1), items, made.discordance)
    by_flips = np.cumsum(np.concatenate([[0.0], made.chances]))
    expected = float(flips @ by_flips[np.minimum(np.arange(items + 1), made.chances.size)])
    assert made.chance_by(items) == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_the_number_of_items_is_that_of_ten_thousand_simulated_projects():
    simulated = json.loads((VALIDITY / "sequential.json").read_text(encoding="utf-8"))
    for edge in (0.0, 0.05, 0.08):
        cell, made = simulated["flips"][f"edge {edge}"]["betting, every item"], stopping_of_flips(edge, 0.2)
        assert made.chance_by(1_000) == pytest.approx(cell["claimed"], abs=0.015)
    assert made.mean == pytest.approx(simulated["horizon"]["edge 0.08"]["simulated"], rel=0.05)
    assert made.chance_by(made.items_for(0.8)) >= 0.8 > made.chance_by(made.items_for(0.8) - 1)
