"""Who is told apart from whom: groups of tied entries, what an added entry changed, and what more units would show."""

from collections.abc import Callable, Sequence
from math import ceil

import numpy as np
from scipy import stats

from bakeoff.core.answers.leaderboard import Addition
from bakeoff.core.arrays import Bools, Ints
from bakeoff.core.errors import UsageError
from bakeoff.core.words import did_you_mean, write_list
from bakeoff.procedures.many.cliques import bars, cliques

POWER = 0.8
MOST_CLIQUES = 25  # entries: of more there may be too many groups to list
MOST = 1e6  # times the units there are: beyond it there is no number


def group_ties(names: Sequence[str], better: Bools) -> tuple[tuple[str, ...], ...]:
    """Return the largest groups of entries of which no two are separated; of many entries, those along the order.

    >>> better = np.array([[0, 0, 1], [0, 0, 0], [0, 0, 0]], dtype=bool)
    >>> group_ties(["a", "b", "c"], better)
    (('a', 'b'), ('b', 'c'))
    """
    apart = better | better.T
    groups = (
        cliques(apart) if len(names) <= MOST_CLIQUES else bars(np.arange(len(names), dtype=np.float64), apart)
    )
    return tuple(tuple(names[i] for i in group) for group in groups)


def describe_addition(
    names: Sequence[str], better: Bools, added: Sequence[str], rerank: Callable[[Ints], Bools]
) -> Addition | None:
    """Return what some entries changed for the others; `rerank` judges those at these places by themselves."""
    if not added:
        return None
    unknown = [name for name in added if name not in names]
    kept = np.array([i for i, name in enumerate(names) if name not in added], dtype=np.int64)
    if unknown or kept.size < 2:
        raise UsageError(
            f"no entry is called {unknown[0]!r}{did_you_mean(unknown[0], list(names))}"
            if unknown
            else "fewer than two entries were there before",
            where="--added",
            fix=f"the entries are {write_list(list(names), most=10)}"
            if unknown
            else "name only those that came later",
            code="BO575",
        )
    now, before = better[np.ix_(kept, kept)], rerank(kept)
    return Addition(
        names=tuple(added),
        tied=_separated_pairs(names, kept, before & ~now),
        separated=_separated_pairs(names, kept, now & ~before),
        more_pairs=(len(names) * (len(names) - 1) - kept.size * (kept.size - 1)) // 2,
    )


def _separated_pairs(names: Sequence[str], kept: Ints, which: Bools) -> tuple[tuple[str, str], ...]:
    return tuple((names[kept[i]], names[kept[j]]) for i, j in np.argwhere(which).tolist())


def count_more_units(*, gap: float, error: float, critical: float, units: int) -> int | None:
    """Return how many more units would separate two entries in four cases of five, at the difference seen.

    `critical` is what the largest statistic of all pairs is judged by: two entries of many need more than two alone.

    >>> count_more_units(gap=0.02, error=0.02, critical=1.96, units=100)
    685
    """
    if gap <= 0 or error <= 0:
        return None
    share = ((critical + float(stats.norm.ppf(POWER))) * error / gap) ** 2
    return max(ceil(share * units) - units, 1) if share < MOST else None
