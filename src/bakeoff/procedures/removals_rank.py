"""Which datasets to leave out so that the signed-rank test changes its mind.

Without tied differences the answer is greedy. For a fixed number of kept differences, and of zeros among
them, the null distribution is fixed, so that only the rank sum of one sign counts. With N of that sign,
z zeros ranked below all others (Pratt 1959) and B pairs of one of this sign above one of the other, it
is W = N·z + N(N + 1)/2 + B. Leaving out one of this sign takes N + z or more away from W, one of the
other at most N: so W is made smallest by leaving out its own, the largest first, as they have the most
below them. Only the number of zeros to leave out has to be tried.

Tied differences are the matter of `removals_tied`.
"""

from typing import NamedTuple

import numpy as np

from bakeoff.core.evidence import Floats, Ints
from bakeoff.procedures.edgeworth import edgeworth_tail
from bakeoff.procedures.removals import Found, Goal
from bakeoff.procedures.removals_tied import tied_removal

# For m >= 16 untied ranks the series is off by less than 500/m³ of a tail between 0.001 and 0.2, less than
# 40/m³ from m = 50, and more in farther tails (`python -m validation.fragility series` measures both): what
# lies nearer than several times that is tested.
_DOUBT = 3000.0
_FAR = 0.001
_MANY = 16


def rank_removal(differences: Floats, goal: Goal) -> Found:
    """Return the smallest set of datasets without which the signed-rank test changes."""
    sizes = np.abs(differences[differences != 0])
    if np.unique(sizes).size < sizes.size:
        return tied_removal(differences, goal)
    return _untied_removal(differences, goal)


def _untied_removal(differences: Floats, goal: Goal) -> Found:
    row = _Row.of(differences, losing=goal.losing)
    for size in range(1, min(goal.most, differences.size - 1) + 1):
        zeros = np.arange(max(0, size - row.first.size), min(row.zeros.size, size) + 1)
        if not zeros.size:
            break
        tails, m = row.tails(zeros, size - zeros)
        doubt = np.where(
            m < _MANY, np.inf, _DOUBT / np.maximum(m, 1) ** 3 * max(1.0, _FAR / goal.tail) ** 1.25
        )
        passes = tails > goal.tail * (1 - doubt) if goal.losing else tails < goal.tail * (1 + doubt)
        order = np.argsort(-tails if goal.losing else tails, kind="stable")
        for q in zeros[order[passes[order]]]:
            removed = np.sort(np.concatenate([row.zeros[:q], row.first[: size - q]]))
            if goal.confirm(removed):
                return Found(removed, exact=True)
    return Found(None, exact=True)


class _Row(NamedTuple):
    """Untied differences in order of size: what the rank sum is after leaving some out."""

    zeros: Ints  # indices
    first: Ints  # indices of the sign that is left out first, the largest in front
    others: int  # how many of the other sign there are
    below: Ints  # for each of `first`, how many of the other sign lie below it
    losing: bool

    @classmethod
    def of(cls, differences: Floats, *, losing: bool) -> "_Row":
        order = np.argsort(np.abs(differences), kind="stable")
        signs = np.sign(differences[order]) * (1 if losing else -1)
        first, other = order[signs > 0][::-1], signs < 0
        below = np.cumsum(other, dtype=np.int64)[signs > 0][::-1]
        return cls(order[signs == 0], first, int(other.sum()), below, losing)

    def tails(self, zeros: Ints, others: Ints) -> tuple[Floats, Floats]:
        """Return about the one-sided p-values after leaving out so many zeros and others, and what is left."""
        low = (self.zeros.size - zeros).astype(np.float64)
        kept = (self.first.size - others).astype(np.float64)
        m = kept + self.others
        pairs = np.append(np.cumsum(self.below[::-1])[::-1], 0)[others]
        own = kept * low + kept * (kept + 1) / 2 + pairs
        total = m * low + m * (m + 1) / 2
        negative = total - own if self.losing else own
        moments = [_powers(low + m, power) - _powers(low, power) for power in (2, 4, 6)]
        tails = edgeworth_tail(total - 2 * negative - 1, moments[0], moments[1], moments[2])
        return tails, m


def _powers(n: Floats, power: int) -> Floats:
    """Return 1 + 2^p + … + n^p for p = 2, 4 or 6 (Faulhaber).

    >>> [_powers(np.array([3.0]), power).tolist() for power in (2, 4, 6)]  # 1 + 4 + 9, 1 + 16 + 81, 1 + 64 + 729
    [[14.0], [98.0], [794.0]]
    """
    if power == 2:
        return n * (n + 1) * (2 * n + 1) / 6
    if power == 4:
        return n * (n + 1) * (2 * n + 1) * (3 * n**2 + 3 * n - 1) / 30
    return n * (n + 1) * (2 * n + 1) * (3 * n**4 + 6 * n**3 - 3 * n + 1) / 42
