"""Capital of bets against a null: what a gambler who stakes against it has made of 1, in logarithms."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, log

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

LogCapital = Callable[
    ["Tally", float, float], float
]  # of values, against a mean of at most so much, within a reach


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

    def negated(self) -> "Tally":
        """Return the same with every sign turned."""
        return Tally(-self.values[::-1], self.counts[::-1])


def tally_values(values: Floats) -> Tally:
    """Return how often each value occurs.

    >>> tally_values(np.array([1.0, -1, 1, 0])).counts.tolist()
    [1, 1, 2]
    """
    distinct, counts = np.unique(values, return_counts=True)
    return Tally(distinct, counts.astype(np.int64))


def stakes() -> tuple[Floats, Floats]:
    """Return the stakes, as shares of what can be lost at once, and the part of the capital behind each.

    Their weights are those of a Beta(5, 5) mixture over the chance of a win, cut to the side that is bet on: measured,
    it needs the fewest units over edges of .02 to .1 and discordances of .06 to .5.
    """
    shares = np.geomspace(_LEAST, _MOST, _BETS)
    weights = (1 - shares**2) ** (SHAPE - 1) * shares
    return shares, np.log(weights / weights.sum())


def scales() -> tuple[Floats, Floats]:
    """Return the scales at which signs are bet on, in units of one over the reach, and the logs of their weights."""
    return np.geomspace(2.0, 500.0, _SCALES), np.full(_SCALES, -log(_SCALES))


def log_growth(tally: Tally, mean: float, reach: float, shares: Floats) -> Floats:
    """Return of each stake the log of what it has made of 1, by bets against a mean of at most `mean`."""
    gains = (tally.values - mean) / (reach + mean)  # of all that can be lost at once: never below -1
    return _weigh(lambda some: np.log1p(np.outer(some, gains)), tally, shares)


def log_sign_growth(tally: Tally, centre: float, reach: float, rates: Floats) -> Floats:
    """Return of each scale the log of what it has made of 1, by bets against symmetry about at most `centre`."""
    lifted = (tally.values - centre) / reach
    return _weigh(lambda some: log(2) - np.logaddexp(0, -2 * np.outer(some, lifted)), tally, rates)


def _weigh(growth: Callable[[Floats], Floats], tally: Tally, bets: Floats) -> Floats:
    size = max(1, _CHUNK // max(1, tally.values.size))
    parts = [growth(bets[start : start + size]) @ tally.counts for start in range(0, bets.size, size)]
    return np.concatenate(parts)


def log_capital(tally: Tally, mean: float, reach: float) -> float:
    """Return the log of what all bets against a mean of at most `mean` have made of 1."""
    shares, weights = stakes()
    return float(special.logsumexp(log_growth(tally, mean, reach, shares) + weights))


def log_sign_capital(tally: Tally, centre: float, reach: float) -> float:
    """Return the log of what all bets against symmetry about at most `centre` have made of 1."""
    rates, weights = scales()
    return float(special.logsumexp(log_sign_growth(tally, centre, reach, rates) + weights))


def lower_end(capital: LogCapital, tally: Tally, *, tail: float, reach: float) -> float:
    """Return the largest mean that bets have disproved: the capital against it has reached 1/`tail`.

    The capital falls as the mean that is bet against rises, and is at most 1 at the mean of the values.
    """
    needed = -log(tail)
    least, middle = -reach * (1 - _TIGHT), min(tally.mean, reach * (1 - _TIGHT))
    if least >= middle or capital(tally, least, reach) < needed:
        return -reach

    def excess(mean: float) -> float:
        return capital(tally, mean, reach) - needed

    high = middle
    while (
        excess(high) >= 0
    ):  # symmetry about a value above the mean may be disproved, where values are skewed
        if high >= reach * (1 - _TIGHT):
            return high
        high = min(reach * (1 - _TIGHT), high + max(abs(high), reach) / 8)
    return float(optimize.brentq(excess, least, high, xtol=_DIGITS * reach, rtol=1e-13))


def both_ends(
    capital: LogCapital, tally: Tally, *, tails: tuple[float, float], reach: float
) -> tuple[float, float]:
    """Return the ends that bets against lower and against higher means leave; an end without a tail is infinite."""
    low = -inf if tails[0] == 0 else lower_end(capital, tally, tail=tails[0], reach=reach)
    high = inf if tails[1] == 0 else -lower_end(capital, tally.negated(), tail=tails[1], reach=reach)
    return low, high
