"""Does one strength for each entry fit the battles: triples that go round in a circle, annotators against all."""

from typing import NamedTuple

import numpy as np
from scipy import stats

from bakeoff.core.arrays import Bools, Floats
from bakeoff.procedures.preferences.battles import Battles, Codes
from bakeoff.procedures.preferences.strengths import BattleStrengths, expect_shares

DRAWS = 500
LEAST_VOTES = 10


class Cycles(NamedTuple):
    """Triples a beats b beats c beats a by majority: how many, how many to expect, and the chance of as many."""

    found: int
    expected: float
    p_value: float


def count_cycles(battles: Battles, strengths: BattleStrengths, *, rng: np.random.Generator) -> Cycles | None:
    """Return how many triples are intransitive, against what chance makes of the fitted strengths and sides.

    Battles that share prompts count as fewer: each pair has its battles by the design effect. None where no three
    entries have met each other.

    Examples
    --------
    >>> from bakeoff.procedures.preferences.strengths import battle_strengths
    >>> left, right = np.repeat([0, 1, 2], 30), np.repeat([1, 2, 0], 30)
    >>> battles = Battles(left=left, right=right, won=np.tile([1.0, 1.0, 0.0], 30), entries=3)
    >>> found = count_cycles(battles, battle_strengths(battles), rng=np.random.default_rng(0))
    >>> found.found
    1
    """
    wins = battles.count_wins()
    games = wins + wins.T
    met = games > 0
    if np.trace(met.astype(float) @ met @ met) == 0:
        return None
    found = _count(wins > wins.T)
    pairs, games_shown, chance = _expect_by_side(battles, strengths)
    effective = np.maximum(np.rint(games_shown / strengths.design_effect), 1).astype(np.int64)
    drawn = np.empty(DRAWS)
    for draw in range(DRAWS):
        share = rng.binomial(effective, chance) / effective * games_shown
        table = np.zeros(wins.size)
        table[pairs] = share
        left_wins = table.reshape(wins.shape)
        table = np.zeros(wins.size)
        table[pairs] = games_shown - share
        won = left_wins + table.reshape(wins.shape).T
        drawn[draw] = _count(won > won.T)
    return Cycles(found, float(drawn.mean()), float((1 + (drawn >= found).sum()) / (DRAWS + 1)))


def _expect_by_side(battles: Battles, strengths: BattleStrengths) -> tuple[Codes, Floats, Floats]:
    """Return the pairs as they were shown, left · entries + right, how often, and what the left one was to win."""
    codes = battles.left * battles.entries + battles.right
    size = battles.entries**2
    games = np.bincount(codes, battles.weights, size).astype(np.float64)
    won = np.bincount(codes, battles.weights * expect_shares(battles, strengths), size)
    pairs = np.flatnonzero(games)
    return pairs, games[pairs], np.clip(won[pairs] / games[pairs], 0.0, 1.0)


def find_contrary(battles: Battles, strengths: BattleStrengths, *, level: float = 0.95) -> Bools:
    """Return of each annotator whether their votes go against what the others agree on, all annotators together.

    A vote counts by how sure the model is of the winner; annotators with few votes are never named.
    """
    if battles.annotator is None:
        return np.zeros(0, dtype=bool)
    expected = expect_shares(battles, strengths)
    sure = expected - 0.5
    count = int(battles.annotator.max()) + 1
    weight = battles.weights
    agree = np.bincount(battles.annotator, weight * (battles.won - 0.5) * sure, count)
    spread = np.sqrt(np.bincount(battles.annotator, weight**2 * 0.25 * sure**2, count))
    votes = np.bincount(battles.annotator, minlength=count)
    z = np.divide(agree, spread, out=np.zeros(count), where=spread > 0)
    contrary: Bools = (z < _critical(count, level)) & (votes >= LEAST_VOTES)
    return contrary


def _critical(count: int, level: float) -> float:
    return float(stats.norm.ppf((1 - level) / max(count, 1)))


def _count(beats: Bools) -> int:
    """Return the number of triples that go round: the trace of the cube, each counted three times."""
    table: Floats = beats.astype(np.float64)
    return round(float(np.einsum("ij,ji->", table @ table, table)) / 3)
