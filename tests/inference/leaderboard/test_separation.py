"""Groups of tied entries, what an added entry changed, how many more units separate the first two."""

import numpy as np
import pytest

import bakeoff
from bakeoff.core.errors import UsageError
from bakeoff.inference.leaderboard.separation import count_more_units


def items(seed=0, entries=6, size=300):
    rng = np.random.default_rng(seed)
    chance = np.linspace(0.75, 0.45, entries)
    right = rng.random((size, entries)) < chance
    return {"id": list(range(size)), **{f"m{i}": right[:, i].astype(int).tolist() for i in range(entries)}}


@pytest.mark.parametrize("entries", [6, 30])
def test_no_two_of_a_group_are_separated_and_every_group_is_as_large_as_it_can_be(entries):
    board = bakeoff.leaderboard(items(entries=entries))
    names = [entry.name for entry in board.entries]
    apart = board.better | board.better.T
    assert 1 < len(board.tie_groups) < entries
    for group in board.tie_groups:
        places = [names.index(name) for name in group]
        assert not apart[np.ix_(places, places)].any()
        others = range(entries) if entries <= 25 else (places[0] - 1, places[-1] + 1)  # along the order
        assert all(
            apart[other, places].any() for other in others if 0 <= other < entries and other not in places
        )


def test_an_entry_added_later_changes_others_by_the_multiplicity_only():
    changed = 0
    for seed in range(12):
        table = items(seed, entries=8, size=120)
        board = bakeoff.leaderboard(table, added=["m7", "m6"])
        before = bakeoff.leaderboard(
            {name: column for name, column in table.items() if name not in ("m6", "m7")}
        )
        known = [entry.name for entry in before.entries]
        now = [entry.name for entry in board.entries]
        lost = {
            (a, b)
            for i, a in enumerate(known)
            for j, b in enumerate(known)
            if before.better[i, j] and not board.better[now.index(a), now.index(b)]
        }
        assert board.addition.separated == ()
        assert set(board.addition.tied) == lost
        assert board.addition.more_pairs == 28 - 15
        codes = [finding.code for finding in board.findings]
        assert ("BO628" in codes) == bool(lost)
        said = "no longer separated" if lost else "does not change"
        assert said in " ".join(str(board).split())
        changed += bool(lost)
    assert 0 < changed < 12


def test_an_unknown_addition_is_refused():
    with pytest.raises(UsageError) as caught:
        bakeoff.leaderboard(items(), added=["m9"])
    assert caught.value.code == "BO575"


def test_more_units_hold_what_they_promise():
    # So many more items as are said separate the first two of ten among all pairs in about four cases of five.
    chances = np.array([0.62, 0.55, *[0.5] * 8])
    gap, error = 0.07, np.sqrt((0.62 * 0.38 + 0.55 * 0.45) / 400)
    rng = np.random.default_rng(1)
    first = bakeoff.leaderboard(_draw(rng, chances, 400))
    critical = 3.2  # of ten independent entries
    needed = 400 + count_more_units(gap=gap, error=error, critical=critical, units=400)
    hits = [bool(_separates(bakeoff.leaderboard(_draw(rng, chances, needed)))) for _ in range(25)]
    assert first.more_units != 0 or _separates(first)
    assert 0.5 < np.mean(hits) <= 1


def _draw(rng, chances, size):
    right = (rng.random((size, chances.size)) < chances).astype(int)
    return {"id": list(range(size)), **{f"m{i}": right[:, i].tolist() for i in range(chances.size)}}


def _separates(board):
    names = [entry.name for entry in board.entries]
    return board.better[names.index("m0"), names.index("m1")]
