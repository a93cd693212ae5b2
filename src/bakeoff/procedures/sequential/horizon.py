"""How long a verdict takes: units until bets have made enough, beside the size of a test that looks once."""

from math import ceil, inf, log, log2

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats, Ints
from bakeoff.procedures.base.distributions import normal_quantile
from bakeoff.procedures.sequential.capital import BetKind, Tally, lay_bets, log_growth, tally_values

MOST_UNITS = 10_000_000
POWER = 0.8


def units_to_verdict(
    tally: Tally, *, null: float, tail: float, reach: float, kind: BetKind = BetKind.UNITS
) -> float:
    """Return after how many units such as these the bets against a mean of at most `null` reach 1/`tail`; inf if never.

    Every stake is taken to grow at its mean rate over the units that there are: it is near the mean number of units
    where differences go on as they are.
    """
    _, weights = lay_bets(kind)
    rates = log_growth(tally, null, reach, kind) / tally.size

    def reached(units: float) -> bool:
        return float(special.logsumexp(units * rates + weights)) >= -log(tail)

    if rates.max() <= 0 or not reached(MOST_UNITS):
        return inf
    low, high = 0.0, float(MOST_UNITS)
    while high - low > max(0.5, 1e-3 * low):
        middle = (low + high) / 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return float(ceil(high))


def units_of_one_look(tally: Tally, *, null: float, tail: float) -> float:
    """Return how many units such as these a test that looks once needs, to reject with power .8; inf if never."""
    edge = tally.mean - null
    if edge <= 0:
        return inf
    spread = float(((tally.values - tally.mean) ** 2) @ tally.counts) / tally.size
    z = normal_quantile(1 - tail) + normal_quantile(POWER)
    fewest = ceil(-log2(tail))  # of which even the clearest outcome can be chance
    return float(max(fewest, ceil(z * z * max(spread, 1e-12) / edge**2)))


def running_capital(
    values: Floats, *, null: float, reach: float, looks: Ints, kind: BetKind = BetKind.UNITS
) -> Floats:
    """Return the log of the capital against a mean of at most `null` after so many units, in the order given.

    >>> running_capital(np.ones(8), null=0.0, reach=1.0, looks=np.array([1, 8])).round(2).tolist()
    [0.22, 2.32]
    """
    parts = np.split(values, looks[:-1])
    steps = [log_growth(tally_values(part), null, reach, kind) for part in parts]
    logs: Floats = special.logsumexp(np.cumsum(steps, axis=0) + lay_bets(kind)[1], axis=1)
    return logs
