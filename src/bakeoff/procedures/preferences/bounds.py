"""Bounds for those who never lost or never won: what a score test does not rule out."""

from collections.abc import Callable
from math import inf

from scipy import optimize, special

from bakeoff.core.arrays import Floats
from bakeoff.core.results import significance
from bakeoff.procedures.base.distributions import normal_quantile

_WIDEST = 40.0


def bound_entry(
    wins: Floats, strengths: Floats, entry: int, *, level: float, effect: float = 1.0
) -> tuple[float, float]:
    """Return the strengths of an entry that its results do not contradict, against opponents of these strengths.

    Of somebody undefeated the upper end is infinite. The score test keeps its level where wins are few and the
    likelihood has no summit; `effect` is how many battles count as one where they share prompts.

    Examples
    --------
    >>> import numpy as np
    >>> wins = np.array([[0, 10.0], [0, 0]])
    >>> low, high = bound_entry(wins, np.zeros(2), 0, level=0.95)
    >>> round(low, 2), high
    (0.96, inf)
    """
    opponents = strengths
    games = wins[entry] + wins[:, entry]
    won = float(wins[entry].sum())
    critical = normal_quantile(1 - significance(level) / 2) ** 2 * effect

    def excess(strength: float) -> float:
        p = special.expit(strength - opponents)
        residual = won - float(games @ p)
        return residual**2 - critical * float(games @ (p * (1 - p)))

    centre = _balance_strength(games, won, opponents)
    low = -inf if won == 0 else _cross_zero(excess, centre, -_WIDEST)
    high = inf if won == games.sum() else _cross_zero(excess, centre, _WIDEST)
    return low, high


def _balance_strength(games: Floats, won: float, opponents: Floats) -> float:
    """Return the strength at which half a win more than nothing, or less than all, is expected."""
    total = float(games.sum())
    aim = min(max(won, min(0.5, total / 4)), total - min(0.5, total / 4))
    found = optimize.brentq(
        lambda s: float(games @ special.expit(s - opponents)) - aim, -_WIDEST, _WIDEST, xtol=1e-10
    )
    return float(found)


def _cross_zero(excess: Callable[[float], float], centre: float, end: float) -> float:
    if excess(end) <= 0:
        return end
    if excess(centre) > 0:
        return centre
    return float(optimize.brentq(excess, min(centre, end), max(centre, end), xtol=1e-10))
