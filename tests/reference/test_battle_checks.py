"""Whether one strength for each entry fits the battles."""

import numpy as np

from bakeoff.procedures.preferences.battles import Battles
from bakeoff.procedures.preferences.fit_checks import (
    _count_round_triples,
    count_cycles,
    find_contrary,
    find_drift,
)
from bakeoff.procedures.preferences.strengths import battle_strengths


def fitting_battles(seed, n=4000, k=8, annotators=None):
    rng = np.random.default_rng(seed)
    s = np.linspace(1, -1, k)
    left = rng.integers(0, k, n)
    right = (left + rng.integers(1, k, n)) % k
    won = (rng.random(n) < 1 / (1 + np.exp(s[right] - s[left]))).astype(float)
    return Battles(left=left, right=right, won=won, entries=k, annotator=annotators)


def test_a_circle_that_the_favoured_side_explains_is_nothing_unusual():
    left, right = np.repeat([0, 1, 2], 60), np.repeat([1, 2, 0], 60)
    won = (np.random.default_rng(0).random(180) < 0.9).astype(float)
    battles = Battles(left=left, right=right, won=won, entries=3)
    found = count_cycles(battles, battle_strengths(battles), rng=np.random.default_rng(1))
    assert found.found == 1
    assert found.expected > 0.95
    assert found.p_value > 0.5


def test_three_equals_go_round_in_a_quarter_of_all_outcomes():
    # Source: of three even pairs two outcomes in eight are a circle. An odd number of games has no draw.
    left, right = np.repeat([0, 1, 2], 62), np.repeat([1, 2, 0], 62)
    won = np.tile([1.0, 0.0], 93)
    extra = Battles(
        left=np.append(left, [0, 1, 2]),
        right=np.append(right, [1, 2, 0]),
        won=np.append(won, [1.0, 1.0, 1.0]),
        entries=3,
    )
    found = count_cycles(extra, battle_strengths(extra), rng=np.random.default_rng(0))
    assert found.found == 1
    assert abs(found.expected - 0.25) < 0.06  # of 500 outcomes, and a side that is hardly favoured
    assert abs(found.p_value - found.expected) < 0.01


def test_many_circles_are_beyond_chance():
    rng = np.random.default_rng(2)
    k = 9
    left = rng.integers(0, k, 6000)
    right = (left + rng.integers(1, k, 6000)) % k
    ahead = (right - left) % k <= k // 2  # everybody beats the next four
    won = (rng.random(6000) < np.where(ahead, 0.8, 0.2)).astype(float)
    battles = Battles(left=left, right=right, won=won, entries=k)
    found = count_cycles(battles, battle_strengths(battles), rng=rng)
    assert found.found == 30  # of a regular tournament of nine: k(k² − 1)/24
    assert found.p_value < 0.02


def test_battles_that_fit_have_no_more_circles_than_chance_makes():
    p_values = []
    for seed in range(12):
        battles = fitting_battles(seed)
        found = count_cycles(battles, battle_strengths(battles), rng=np.random.default_rng(seed))
        p_values.append(found.p_value)
    assert min(p_values) > 0.005
    assert np.median(p_values) > 0.2


def test_two_entries_have_no_triples():
    battles = Battles(
        left=np.array([0, 1, 0, 1]), right=np.array([1, 0, 1, 0]), won=np.array([1.0, 0, 0, 1]), entries=2
    )
    assert count_cycles(battles, battle_strengths(battles), rng=np.random.default_rng(0)) is None


def test_an_annotator_who_votes_the_other_way_is_named_and_others_are_not():
    annotator = np.arange(4000) % 20
    battles = fitting_battles(3, annotators=annotator)
    won = np.where(annotator == 7, 1 - battles.won, battles.won)
    turned = Battles(left=battles.left, right=battles.right, won=won, entries=8, annotator=annotator)
    assert np.flatnonzero(find_contrary(turned, battle_strengths(turned))).tolist() == [7]
    assert not find_contrary(battles, battle_strengths(battles)).any()


def test_strengths_that_stay_are_not_called_drifting_and_one_that_falls_is():
    rng = np.random.default_rng(4)
    strengths = np.array([0.6, 0.3, 0.0, -0.3, -0.6])
    left = rng.integers(0, 5, 2000)
    right = (left + rng.integers(1, 5, 2000)) % 5
    moment = np.arange(2000)
    p_values = []
    for change in (0.0, -1.2):
        own = np.tile(strengths, (2000, 1))
        own[1000:, 0] += change
        chance = 1 / (1 + np.exp(own[moment, right] - own[moment, left]))
        battles = Battles(left=left, right=right, won=(rng.random(2000) < chance).astype(float), entries=5)
        found = find_drift(battles, moment)
        p_values.append(found.p_value)
    assert p_values[0] > 0.01
    assert p_values[1] < 1e-6
    assert (found.entry, found.split) == (0, 1000)
    assert -1.6 < found.change < -0.6  # the mean of all strengths falls as well: 0.96 of 1.2


def test_halves_without_the_same_entries_have_no_drift():
    left, right = np.repeat([0, 2], 100), np.repeat([1, 3], 100)
    won = np.tile([1.0, 0.0], 100)
    assert find_drift(Battles(left=left, right=right, won=won, entries=4), np.arange(200)) is None


def test_circles_are_counted_alike_in_sparse_and_in_full_tables():
    rng = np.random.default_rng(2)
    beats = np.triu(rng.random((60, 60)) < 0.1, 1)
    beats |= (rng.random((60, 60)) < 0.05) & ~beats.T & ~np.eye(60, dtype=bool)
    by_hand = sum(
        bool(beats[i, j] and beats[j, k] and beats[k, i])
        for i in range(60)
        for j in range(60)
        for k in range(60)
        if i < j and i < k
    )
    assert beats.mean() < 0.2
    assert _count_round_triples(beats) == by_hand
