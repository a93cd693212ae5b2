"""When bets on right and wrong answers stop: the exact distribution of the number of items to a verdict."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats
from bakeoff.core.results import Alternative
from bakeoff.procedures.base.intervals import tail_level
from bakeoff.procedures.sequential.capital import BetKind, lay_bets

MOST_FLIPS = 20_000  # that are followed; a verdict that takes more is not in sight
_REST = 1e-7  # of the probability, which is not followed further


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopping:
    """The chance that the bets stop at each number of flips: items that one of the two alone gets right."""

    chances: Floats  # at place d: that flip d + 1 is the one that decides
    discordance: float

    @property
    def is_in_sight(self) -> bool:
        """Whether a verdict comes within the flips that were followed, but for a trifle."""
        return float(self.chances.sum()) > 1 - 1e-4

    @property
    def mean(self) -> float:
        """The mean number of items to a verdict (Wald: flips over their share)."""
        return float(self.chances @ np.arange(1, self.chances.size + 1)) / self.discordance

    def chance_by(self, items: int) -> float:
        """Return the chance that a verdict is there after so many items."""
        flips = np.arange(1, min(self.chances.size, items) + 1)
        reached = special.betainc(flips, items - flips + 1, self.discordance)  # so many flips among the items
        return float(self.chances[: flips.size] @ reached)

    def items_for(self, chance: float) -> int:
        """Return after how many items a verdict is there with a chance."""
        low, high = 0, 1
        while self.chance_by(high) < chance:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.chance_by(middle) >= chance else (middle, high)
        return high


def stopping_of_flips(difference: float, discordance: float, *, level: float = 0.95) -> Stopping:
    """Return when two-sided bets on flips stop, looked at after every item.

    The capital depends on how many flips b wins and loses, and no order of them has another: the walk of wins is
    followed flip after flip between the two ends at which it stops.

    >>> made = stopping_of_flips(0.08, 0.2)
    >>> round(made.mean), made.items_for(0.8)
    (275, 394)
    """
    wins = (1 + difference / discordance) / 2
    ends = _count_wins_to_stop(tail_level(level, Alternative.TWO_SIDED))
    chances: list[float] = []
    walk, lowest = np.array([1.0]), 0  # at place i: the chance of `lowest` + i wins so far
    for flips, needed in enumerate(ends, start=1):
        walk = np.concatenate([walk * (1 - wins), [0.0]]) + np.concatenate([[0.0], walk * wins])
        first, last = max(0, flips - needed + 1 - lowest), min(walk.size, needed - lowest)
        stopped = float(walk[:first].sum() + walk[last:].sum())
        chances.append(stopped)
        walk, lowest = walk[first:last], lowest + first
        if walk.sum() < _REST:
            break
    return Stopping(chances=np.array(chances), discordance=discordance)


def _count_wins_to_stop(tail: float) -> Iterator[int]:
    """Yield after 1, 2, … flips how many wins stop the bets; more than there are flips where none do."""
    shares, weights = lay_bets(BetKind.UNITS)
    win, loss = np.log1p(shares), np.log1p(-shares)
    wins = 1
    for flips in range(1, MOST_FLIPS + 1):
        while wins <= flips and _add_up(wins * win + (flips - wins) * loss + weights) < -log(tail):
            wins += 1
        yield wins


def _add_up(logs: Floats) -> float:
    top = float(logs.max())
    return top + log(float(np.exp(logs - top).sum()))
