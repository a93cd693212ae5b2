"""Capital of bets against a null: what a gambler who stakes against it has made of 1, in logarithms."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import log

import numpy as np
from scipy import optimize, special

from bakeoff.core.arrays import Floats, Ints

SHAPE = 5.0  # of the mixture: Beta(5, 5) over the chance of a win is the same over the stakes
_BETS = 128
_LEAST, _MOST = 1e-5, 0.9999  # of what can be lost at once
_SCALES = 64
_CHUNK = 4_000_000  # bets × values that are held at once
_TIGHT = 1e-9  # of the reach: how near to its end a mean is tried
_DIGITS = 1e-14


@dataclass(frozen=True, slots=True)
class Tally:
    """The values of units with how often each occurs: all that bets fixed beforehand depend on."""

    values: Floats
    counts: Ints

    @property
    def size(self) -> int:
        """How many units there are."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """The mean of the values."""
        return float(self.values @ self.counts) / self.size

    def negate(self) -> "Tally":
        """Return the same with every sign turned."""
        return Tally(-self.values[::-1], self.counts[::-1])


def tally_values(values: Floats) -> Tally:
    """Return how often each value occurs.

    >>> tally_values(np.array([1.0, -1, 1, 0])).counts.tolist()
    [1, 1, 2]
    """
    distinct, counts = np.unique(values, return_counts=True)
    return Tally(distinct, counts.astype(np.int64))


class BetKind(StrEnum):
    """What is bet on."""

    UNITS = "units"  # single answers, of which most differences are -1, 0 or 1
    MEANS = "means"  # of groups or blocks, which vary less: larger stakes pay
    SIGNS = "signs"  # of differences that are symmetric where there is no effect


@lru_cache
def lay_bets(kind: BetKind) -> tuple[Floats, Floats]:
    """Return the bets, and the logs of the parts of the capital behind them.

    On units and means they are stakes, as shares of what can be lost at once. On units they are weighted as a Beta(5,
    5) mixture over the chance of a win, cut to the side that is bet on: measured, it needs the fewest units over edges
    of .02 to .1, discordances of .06 to .5. On means all stakes count alike, which shows .75 where that mixture shows
    .52 (groups of eight items). On signs they are scales, in units of one over the reach.
    """
    if kind is BetKind.SIGNS:
        return np.geomspace(2.0, 500.0, _SCALES), np.full(_SCALES, -log(_SCALES))
    shares = np.geomspace(_LEAST, _MOST, _BETS)
    weights = (1 - shares**2) ** ((SHAPE if kind is BetKind.UNITS else 1.0) - 1) * shares
    return shares, np.log(weights / weights.sum())


def log_growth(tally: Tally, null: float, reach: float, kind: BetKind) -> Floats:
    """Return of each bet the log of what it has made of 1, against a mean (or a centre) of at most `null`."""
    bets, _ = lay_bets(kind)
    if kind is BetKind.SIGNS:
        lifted = (tally.values - null) / reach
        return _weigh_growth(lambda some: log(2) - np.logaddexp(0, -2 * np.outer(some, lifted)), tally, bets)
    gains = (tally.values - null) / (reach + null)  # of all that can be lost at once: never below -1
    return _weigh_growth(lambda some: np.log1p(np.outer(some, gains)), tally, bets)


def _weigh_growth(growth: Callable[[Floats], Floats], tally: Tally, bets: Floats) -> Floats:
    size = max(1, _CHUNK // max(1, tally.values.size))
    parts = [growth(bets[start : start + size]) @ tally.counts for start in range(0, bets.size, size)]
    return np.concatenate(parts)


def log_capital(tally: Tally, null: float, reach: float, kind: BetKind = BetKind.UNITS) -> float:
    """Return the log of what all bets against a mean (or a centre) of at most `null` have made of 1."""
    return float(special.logsumexp(log_growth(tally, null, reach, kind) + lay_bets(kind)[1]))


def lower_end(tally: Tally, *, tail: float, reach: float, kind: BetKind = BetKind.UNITS) -> float:
    """Return the largest mean that bets have disproved: the capital against it has reached 1/`tail`.

    The capital falls as the mean that is bet against rises, and is at most 1 at the mean of the values.
    """
    needed = -log(tail)
    least, middle = -reach * (1 - _TIGHT), min(tally.mean, reach * (1 - _TIGHT))
    if least >= middle or log_capital(tally, least, reach, kind) < needed:
        return -reach

    def excess(mean: float) -> float:
        return log_capital(tally, mean, reach, kind) - needed

    high = middle
    while (
        excess(high) >= 0
    ):  # symmetry about a value above the mean may be disproved, where values are skewed
        if high >= reach * (1 - _TIGHT):
            return high
        high = min(reach * (1 - _TIGHT), high + max(abs(high), reach) / 8)
    return float(optimize.brentq(excess, least, high, xtol=_DIGITS * reach, rtol=1e-13))
