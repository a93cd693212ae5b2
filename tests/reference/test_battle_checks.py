"""Whether one strength for each entry fits the battles."""

import numpy as np

from bakeoff.procedures.preferences.battles import Battles
from bakeoff.procedures.preferences.fit_checks import count_cycles, find_contrary
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
