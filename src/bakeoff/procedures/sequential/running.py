"""Over all looks: the most that bets have made at any of them, and the means that none of them has disproved."""

from dataclasses import dataclass
from math import inf, log

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.sequential.capital import BetKind, lower_end, tally_values
from bakeoff.procedures.sequential.horizon import running_capital

_NEXT = 1e-9  # of the reach: from a disproved mean to the next that is tried


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """Units in the order in which they came, and after how many of them it was looked at."""

    values: Floats
    sizes: Ints  # rising; the last is that of the present look
    reach: float
    kind: BetKind

    def negate(self) -> "Looks":
        """Return the same with every sign turned."""
        return Looks(values=-self.values, sizes=self.sizes, reach=self.reach, kind=self.kind)

    def log_capitals(self, null: float) -> Floats:
        """Return the log of the capital against a mean of at most `null` at each look."""
        values = self.values[: self.sizes[-1]]
        return running_capital(values, null=null, reach=self.reach, looks=self.sizes, kind=self.kind)


def check_sizes(looks: Ints | None, units: int) -> Ints:
    """Return after how many units it was looked at, or refuse what cannot be; None: once, at the end."""
    if looks is None:
        return np.array([units])
    if looks.ndim != 1 or not looks.size or looks[0] < 1 or (np.diff(looks) < 1).any() or looks[-1] != units:
        raise ProcedureError(
            f"looks are rising numbers of units, of which the last is all {units}",
            where="looks",
            fix="give after how many units it was looked at, such as [100, 200, 250]",
            code="BO053",
        )
    return looks


def running_lower_end(looks: Looks, tail: float) -> float:
    """Return the largest mean that was disproved at any look: the capital against it had reached 1/`tail` there.

    Every look by itself holds with all others, so that what one of them has disproved stays so.
    """
    needed, step, low = -log(tail), _NEXT * looks.reach, -looks.reach
    for _ in looks.sizes:  # each of them raises the end at most once
        capitals = looks.log_capitals(low + step)
        best = int(capitals.argmax())
        if capitals[best] < needed or low + step >= looks.reach:
            break
        seen = tally_values(looks.values[: looks.sizes[best]])
        low = max(low + step, lower_end(seen, tail=tail, reach=looks.reach, kind=looks.kind))
    return low


def running_ends(looks: Looks, tails: tuple[float, float]) -> tuple[float, float]:
    """Return the ends that all looks together leave; an end without a tail is infinite.

    The lower may lie above the upper: looks then contradict each other.
    """
    low = -inf if tails[0] == 0 else running_lower_end(looks, tails[0])
    high = inf if tails[1] == 0 else -running_lower_end(looks.negate(), tails[1])
    return low, high
