"""Rates by chance: the table is the measured one, agrees with earlier simulations, and is exact for the sign test."""

import json
from functools import cache
from itertools import product
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from bakeoff.procedures.fragility.robustness import MEASURED, share_as_easily_turned, share_as_robust

FOUND = json.loads((Path(__file__).parents[2] / "docs" / "validity" / "fragility.json").read_text())


def test_the_table_is_what_was_measured():
    # Source: python -m validation.fragility rates --wanted 2000, 2026-11-15.
    for test, table in MEASURED.items():
        for n in table:
            found = FOUND[f"{test}, n = {n}"]
            for removed in range(1, 11):
                turned, survive = found["undecided_flip"], found["decided_survive"]
                assert share_as_easily_turned(n, removed, test) == pytest.approx(
                    turned[removed - 1], abs=0.0006
                )
                if removed > 1:
                    assert share_as_robust(n, removed, test) == pytest.approx(
                        survive[removed - 2], abs=0.0006
                    )


@pytest.mark.parametrize(
    ("n", "chances"), [(10, (0.049, 0.176, 0.381, 0.631)), (20, (0.050, 0.149, 0.304, 0.524))]
)
def test_cherry_picking_succeeds_as_often_as_in_an_independent_simulation(n, chances):
    # Source: 4,000 tables with no true difference, every subset enumerated for n = 10 (ends only for n = 20):
    # the chance that the t-test succeeds when up to 0, 1, 2, 3 datasets may be dropped.
    for removed, chance in enumerate(chances[1:], start=1):
        expected = (chance - chances[0]) / (1 - chances[0])
        error = sqrt(expected * (1 - expected) * (1 / 2000 + 1 / 4000))
        assert share_as_easily_turned(n, removed, "paired-t") == pytest.approx(expected, abs=4 * error)


def test_losing_the_most_favourable_datasets_is_survived_as_often_as_in_an_independent_simulation():
    # Source: 60,000 tables of ten datasets: 53 %, 27 % and 15 % of significant t-tests survive losing their best
    # 1, 2, 3. The smallest flip may be another set, so that fewer survive any removal.
    assert FOUND["favourable, n = 10"] == pytest.approx([0.53, 0.27, 0.15], abs=0.02)
    for removed, share in enumerate(FOUND["favourable, n = 10"], start=1):
        assert share_as_robust(10, removed + 1, "paired-t") < share


def test_the_rates_of_the_sign_test_are_those_of_all_signs():
    # All 2^9 outcomes of nine datasets, none a draw; how few must go follows from counts of wins and losses alone.
    @cache
    def p(wins, losses):
        return stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0

    @cache
    def fewest(wins, losses):
        decided = p(wins, losses) < 0.05
        parts = [(w, x) for w in range(wins + 1) for x in range(losses + 1) if 0 < w + x < 9]
        turned = [9 - w - x for w, x in parts if (p(w, x) < 0.05) != decided]
        return decided, min(turned, default=99)

    outcomes = [fewest(sum(s), 9 - sum(s)) for s in product((0, 1), repeat=9)]
    decided = np.array([k for d, k in outcomes if d])
    undecided = np.array([k for d, k in outcomes if not d])
    for removed in range(1, 9):
        assert share_as_robust(9, removed, "sign") == pytest.approx(np.mean(decided >= removed))
        assert share_as_easily_turned(9, removed, "sign") == pytest.approx(np.mean(undecided <= removed))


def test_between_the_measured_numbers_the_rate_lies_between():
    rates = [share_as_robust(n, 3, "wilcoxon") for n in (20, 25, 30)]
    assert rates[0] < rates[1] < rates[2]


@pytest.mark.parametrize("test", ["paired-t", "wilcoxon", "sign-flip"])
def test_nothing_is_said_of_what_was_not_measured(test):
    assert share_as_robust(4, 2, test) is None
    assert share_as_easily_turned(1000, 2, test) is None
    assert share_as_easily_turned(100, 11, test) is None


def test_a_sign_test_that_cannot_decide_has_no_rate():
    assert share_as_robust(5, 2, "sign") is None


def test_beyond_what_was_measured_of_sign_flips_the_rates_of_the_t_test_serve():
    assert share_as_robust(50, 2, "sign-flip") == share_as_robust(50, 2, "paired-t")
    for removed in (1, 2, 3):  # where both were measured, they differ little
        ours, other = (
            share_as_easily_turned(20, removed, "sign-flip"),
            share_as_easily_turned(20, removed, "paired-t"),
        )
        assert ours == pytest.approx(other, abs=0.04)
