"""Readers ask for the new method against its rivals, for near ties and reversals; obvious wins can wait."""

from dataclasses import replace

import numpy as np
import pytest

import bakeoff
from bakeoff.core.answers.pair_order import (
    find_focus,
    is_obvious,
    loser_of,
    order_oriented_pairs,
    order_pairs,
    turn_pair,
)
from bakeoff.core.leaders import find_leaders
from bakeoff.core.results import Verdict

STEPS = {"first": 6.0, "second": 5.6, "third": 3.4, "fourth": 3.0, "last": -12.0}


def table(steps, *, datasets=30, seed=4):
    rng = np.random.default_rng(seed)
    base = rng.uniform(60, 85, datasets)
    return {
        name: (base + step + rng.normal(0, 1.5, datasets)).round(2).tolist() for name, step in steps.items()
    }


@pytest.fixture(scope="module")
def five():
    return bakeoff.compare(table(STEPS))


def test_the_best_and_its_nearest_rival_come_first(five):
    assert {order_pairs(five)[0].a, order_pairs(five)[0].b} == {"first", "second"}


def test_obvious_wins_over_the_worst_come_last(five):
    order = order_pairs(five)
    assert [p for p in order[-4:] if "last" not in (p.a, p.b)] == []
    assert all(is_obvious(p) for p in order[-4:])


def test_a_method_that_its_name_calls_our_own_is_what_the_table_is_about():
    steps = {"first": 3.0, "second": 2.0, "Net (ours)": 1.0, "last": 0.0}
    comparison = bakeoff.compare(table(steps))
    assert find_focus(comparison) == "Net (ours)"
    assert "Net (ours)" in (order_pairs(comparison)[0].a, order_pairs(comparison)[0].b)


@pytest.mark.parametrize("name", ["hours", "course", "tourism", "new"])
def test_a_name_that_only_contains_such_letters_is_nobodys_own(name):
    assert find_focus(bakeoff.compare(table({"first": 3.0, "second": 0.0, name: -3.0}))) == "first"


def test_a_verdict_against_the_order_of_the_table_comes_before_other_pairs(five):
    pairs = list(five.pairs)
    i = next(k for k, p in enumerate(pairs) if {p.a, p.b} == {"third", "fourth"})
    pair = turn_pair(pairs[i], b="fourth")
    pairs[i] = replace(pair, verdict=Verdict.BETTER)
    order = order_pairs(replace(five, pairs=tuple(pairs)))
    others = [p for p in order if "first" not in (p.a, p.b)]
    assert (others[0].a, others[0].b) == ("third", "fourth")


def test_a_pair_turned_twice_is_the_pair(five):
    pair = five.pairs[0]
    there = turn_pair(pair, b=pair.a)
    back = turn_pair(there, b=pair.b)
    assert (there.wins, there.losses, there.advantage) == (pair.losses, pair.wins, -pair.advantage)
    assert (back.verdict, back.interval, back.wins, back.advantage) == (
        pair.verdict,
        pair.interval,
        pair.wins,
        pair.advantage,
    )


def test_nobody_is_shown_to_be_better_than_a_leader(five):
    leaders = find_leaders(five)
    assert leaders.names == ("first", "second")
    assert all(loser_of(p) not in leaders.names for p in five.pairs if p.is_claim)


def test_the_paper_names_the_leaders_and_the_evidence_of_each_pair_of_the_first(five):
    results = five.paper().results
    assert (
        "Tied for best are first and second: no classifier was found to be better than either of them."
        in results
    )
    assert "its simultaneous 95\\% confidence interval, and the adjusted $p$-value" in results
    assert "We found that first was better than third ($" in results
    assert "The data leave undecided how first compares with second ($" in results
    assert "In all, two of the ten pairs are undecided" in results


def test_the_screen_names_those_tied_for_best_where_the_pairs_are_too_many_to_tell():
    steps = {f"classifier number {i:02d}": -float(i // 6) * 4 for i in range(12)}
    comparison = bakeoff.compare(table(steps))
    assert "of 12 are tied for best, with classifier number" in comparison.summary
    assert "Tied for best: classifier number" in comparison.summary


def test_a_table_names_the_classifier_first_that_stands_higher(five):
    pairs = order_oriented_pairs(five)
    places = [s.classifier for s in five.ranking]
    assert all(places.index(pair.b) < places.index(pair.a) for pair in pairs)
    assert any(pair.verdict is Verdict.BETTER for pair in pairs)
    assert not any(pair.verdict is Verdict.WORSE for pair in pairs)
    assert "& worse" not in five.paper().pairs


def test_against_a_baseline_pairs_stay_as_they_were_judged(five):
    comparison = bakeoff.compare(table(STEPS), baseline="second")
    assert {pair.a for pair in order_oriented_pairs(comparison)} == {"second"}


def test_the_results_name_the_others_with_the_signs_of_the_table_where_there_is_a_baseline(five):
    results = bakeoff.compare(table(STEPS), baseline="second").paper().results
    assert "Worse than the baseline second were third ($-" in results
    assert "Undecided against second was first ($" in results


def test_what_a_turned_pair_mends_the_other_breaks():
    answers = {"truth": [1] * 12, "a": [1] * 7 + [0] * 5, "b": [0] * 2 + [1] * 10}
    pair = bakeoff.compare(answers, truth_column="truth").pairs[0]
    turned = turn_pair(pair, b=pair.a)
    assert (turned.flips.mends, turned.flips.breaks) == (pair.flips.breaks, pair.flips.mends) == (2, 5)
