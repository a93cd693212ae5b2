"""Bounds for a whole distribution at once: from how many of n draws lie below, the share of all that does.

The i-th smallest of n draws has a share U(i) of the population below it that is Beta(i, n + 1 - i), whatever the
distribution. Every one gets the same local level, chosen by simulation so that all hold together: narrow where shares
are near 0 or 1, unlike a Kolmogorov band. Tied scores make the bounds conservative.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.special import betainc, betaincinv

from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.results import significance
from bakeoff.procedures.resamples import check_level

DRAWS = 4000
_MOST_RANKS = 160  # order statistics that are bounded; between them a bound holds on
_SEED = 20260101  # of a table that depends on n and the level alone


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareBounds:
    """Bounds for the share of the population below any value, by how many of n draws lie below it."""

    n: int
    ranks: Ints
    low: Floats  # of the share below the draw of each rank
    high: Floats

    def below(self, counts: Ints) -> tuple[Floats, Floats]:
        """Return the least and the largest share of the population that may lie below values with such counts."""
        place = np.searchsorted(self.ranks, counts, side="right")
        return np.append(0.0, self.low)[place], np.append(self.high, 1.0)[place]


@lru_cache(maxsize=32)
def share_bounds(n: int, *, level: float) -> ShareBounds:
    """Return bounds that hold for all values at once with the given confidence.

    Assumes n independent draws. Exact for continuous distributions up to the simulation of one number.

    References
    ----------
    aldornoiman2013

    Examples
    --------
    >>> low, high = share_bounds(50, level=0.95).below(np.array([0, 25, 50]))
    >>> low.round(2).tolist(), high.round(2).tolist()
    ([0.0, 0.29, 0.88], [0.12, 0.71, 1.0])
    """
    check_level(level)
    ranks = _ranks(n)
    local = _local_level(ranks, n, significance(level))
    low = betaincinv(ranks, n + 1 - ranks, local / 2)
    return ShareBounds(n=n, ranks=ranks, low=low, high=1 - betaincinv(n + 1 - ranks, ranks, local / 2))


def _ranks(n: int) -> Ints:
    """Return all ranks, or some of them, close together at both ends, and the same from either end."""
    if n <= _MOST_RANKS:
        return np.arange(1, n + 1)
    half = np.unique(np.geomspace(1, n / 2, _MOST_RANKS // 4).round().astype(np.int64))
    even = np.linspace(1, n / 2, _MOST_RANKS // 4).round().astype(np.int64)
    lower = np.union1d(half, even)
    return np.union1d(lower, n + 1 - lower)


def _local_level(ranks: Ints, n: int, alpha: float) -> float:
    rng = np.random.default_rng(_SEED)
    # Uniform order statistics are sums of exponential spacings over their total.
    spacings = rng.gamma(np.diff(ranks, prepend=0, append=n + 1), size=(DRAWS, ranks.size + 1))
    through = np.cumsum(spacings, axis=1)
    shares = through[:, :-1] / through[:, -1:]
    tail = betainc(ranks, n + 1 - ranks, shares)
    least = 2 * np.minimum(tail, 1 - tail).min(axis=1)
    rank = max(0, int(alpha * (DRAWS + 1)) - 1)
    return float(np.partition(least, rank)[rank])
