"""Does one strength for each entry fit the battles: triples in a circle, annotators against all, drift in time."""

from typing import NamedTuple

import numpy as np
from scipy import sparse, stats

from bakeoff.core.arrays import Bools, Floats
from bakeoff.procedures.preferences.battles import Battles, Codes, find_connections
from bakeoff.procedures.preferences.strengths import BattleStrengths, battle_strengths, expect_shares

DRAWS = 500
LEAST_VOTES = 10
LEAST_HALF = 30  # battles of each half, or prompts, beyond the entries
_SPARSE = 0.2  # share of pairs that met, below which few entries of the table are kept


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
    found = _count_round_triples(wins > wins.T)
    pairs, games_shown, chance = _expect_by_side(battles, strengths)
    effective = np.maximum(np.rint(games_shown / strengths.design_effect), 1).astype(np.int64)
    draws = DRAWS if battles.entries <= 300 else DRAWS // 5
    drawn = np.empty(draws)
    for draw in range(draws):
        share = rng.binomial(effective, chance) / effective * games_shown
        table = np.zeros(wins.size)
        table[pairs] = share
        left_wins = table.reshape(wins.shape)
        table = np.zeros(wins.size)
        table[pairs] = games_shown - share
        won = left_wins + table.reshape(wins.shape).T
        drawn[draw] = _count_round_triples(won > won.T)
    return Cycles(found, float(drawn.mean()), float((1 + (drawn >= found).sum()) / (draws + 1)))


class StrengthDrift(NamedTuple):
    """Whether strengths are the same in the earlier and in the later half of the battles."""

    p_value: float
    entry: int  # that changed most, by its standard error
    change: float  # later less earlier, in logits
    split: int  # the moment that the later half begins with


def find_drift(battles: Battles, moment: Codes) -> StrengthDrift | None:
    """Return how far strengths of the earlier half of the battles differ from those of the later half.

    All strengths together, by Hotelling's test with the robust covariances of both halves, summed over prompts;
    annotators are taken as they are. None where a half is too small, or where the same entries cannot be rated in both.

    Parameters
    ----------
    battles
        Who met whom, and who won.
    moment
        Of each battle when it took place, as a number that grows with time.

    References
    ----------
    bradley1952, cameron2011

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> left, right = np.repeat([0, 1, 2], 200), np.repeat([1, 2, 0], 200)
    >>> won = (rng.random(600) < 0.5).astype(float)
    >>> found = find_drift(Battles(left=left, right=right, won=won, entries=3), rng.permutation(600))
    >>> found.p_value > 0.001
    True
    """
    split = int(np.sort(moment)[moment.size // 2])
    later = moment >= split
    if not later.any() or later.all():
        return None
    both = find_connections(_fit_check_rows(battles, ~later).count_wins()).core
    both &= find_connections(_fit_check_rows(battles, later).count_wins()).core
    entries = np.flatnonzero(both)
    if entries.size < 2:
        return None
    halves = [_rate_half(battles, half, both) for half in (~later, later)]
    if halves[0] is None or halves[1] is None:
        return None
    change = halves[1].strengths - halves[0].strengths
    covariance = halves[0].covariance + halves[1].covariance
    free, units = entries.size - 1, min(half.clustering.units for half in halves if half is not None)
    if units < free + LEAST_HALF:
        return None
    # Strengths are about their mean: one of them says nothing beyond the others.
    squared = float(change[:-1] @ np.linalg.solve(covariance[:-1, :-1], change[:-1]))
    p_value = float(stats.f.sf(squared * (units - free) / (free * (units - 1)), free, units - free))
    most = int(np.argmax(np.abs(change) / np.sqrt(np.diag(covariance))))
    return StrengthDrift(p_value, int(entries[most]), float(change[most]), split)


def _fit_check_rows(battles: Battles, rows: Bools) -> Battles:
    """Return some of the battles, of the same entries and for these annotators."""
    return Battles(
        left=battles.left[rows],
        right=battles.right[rows],
        won=battles.won[rows],
        entries=battles.entries,
        weight=None if battles.weight is None else battles.weight[rows],
        prompt=None if battles.prompt is None else battles.prompt[rows],
        covariates=None if battles.covariates is None else battles.covariates[rows],
    )


def _rate_half(battles: Battles, rows: Bools, both: Bools) -> BattleStrengths | None:
    own = _fit_check_rows(battles, rows & both[battles.left] & both[battles.right]).subset(both)
    connections = find_connections(own.count_wins())
    if connections.parts > 1 or not connections.core.all():
        return None
    return battle_strengths(own)


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
    contrary: Bools = (z < _fit_check_critical(count, level)) & (votes >= LEAST_VOTES)
    return contrary


def _fit_check_critical(count: int, level: float) -> float:
    return float(stats.norm.ppf((1 - level) / max(count, 1)))


def _count_round_triples(beats: Bools) -> int:
    """Return the number of triples that go round: the trace of the cube, each counted three times."""
    if beats.mean() < _SPARSE:
        few = sparse.csr_array(beats.astype(np.float32))
        return round(float((few @ few).multiply(few.T).sum()) / 3)
    table = beats.astype(np.float32)
    return round(float(np.einsum("ij,ji->", table @ table, table, dtype=np.float64)) / 3)
