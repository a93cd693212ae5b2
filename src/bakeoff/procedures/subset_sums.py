"""The exact distribution of the sum of a random subset of whole numbers: each is in with chance one half.

Signed rank sums and sums under sign flips are both of this kind. Counting by dynamic programming costs
(how many numbers) × (the bound), and does not depend on the bound where all subsets of either half can be
listed. Everything counted is positive, so that far tails keep all their digits.
"""

from math import inf, ldexp
from typing import TypeVar

import numpy as np

from bakeoff.core.evidence import Floats, Ints

Numbers = TypeVar("Numbers", Ints, Floats)

FEW_GROUPS = 20  # below which all flips of whole groups are counted, and a normal approximation is doubtful
MOST_WEIGHTS = 1000  # 2^1000 subsets can still be counted in a float
_MOST_IN_HALVES = 34  # two lists of 2^17 sums
_COST_OF_A_SUM = 64  # to build, sort and look up one sum, in additions of the dynamic programme
_AFFORDABLE = 2e8  # additions: a fifth of a second


def lower_tail(weights: Ints, bound: int) -> float:
    """Return P(S <= bound), where S is the sum of a random subset of at most 1,000 positive weights.

    >>> lower_tail(np.array([1, 2, 3]), 3)  # the sums 0, 1, 2, 3, 3 of 8
    0.625
    """
    total = int(weights.sum())
    if bound < 0 or bound >= total:
        return float(bound >= 0)
    if 2 * bound >= total:  # the complement of a subset is a subset: the upper part mirrors the lower
        return 1.0 - lower_tail(weights, total - bound - 1)
    step = int(np.gcd.reduce(weights))
    if _cost_in_halves(weights.size) < weights.size * (bound // step):
        count = _count_in_halves(weights, bound)
    else:
        count = float(subset_counts(weights // step, bound // step).sum())
    return ldexp(count, -weights.size)


def is_affordable(weights: Ints, bound: int) -> bool:
    """Say whether `lower_tail` takes a fraction of a second."""
    if weights.size > MOST_WEIGHTS or not weights.size:
        return not weights.size
    states = min(bound, int(weights.sum()) - bound) // int(np.gcd.reduce(weights))
    return min(_cost_in_halves(weights.size), weights.size * states) <= _AFFORDABLE


def _cost_in_halves(n: int) -> float:
    return _COST_OF_A_SUM * 2.0 ** ((n + 1) // 2) if n <= _MOST_IN_HALVES else inf


def _count_in_halves(weights: Ints, bound: int) -> float:
    """Count the subsets with a sum up to `bound`: each half of the weights has few subsets."""
    first = np.sort(all_sums(weights[::2]))
    second = np.sort(all_sums(weights[1::2]))
    return float(np.searchsorted(first, bound - second[::-1], side="right").sum())


def all_sums(weights: Numbers) -> Numbers:
    """Return the sums of all 2^n subsets; that of the empty one comes first."""
    sums = np.zeros(1, dtype=weights.dtype)
    for weight in weights:
        sums = np.concatenate([sums, sums + weight])
    return sums


def subset_counts(weights: Ints, bound: int) -> Floats:
    """Return how many subsets of the positive `weights` have the sums 0, 1, …, `bound`."""
    counts, spare = np.zeros(bound + 1), np.zeros(bound + 1)
    counts[0] = 1.0
    top = 0  # the largest sum so far
    for weight in np.sort(weights).tolist():
        if weight > bound:
            break
        top = min(top + weight, bound)
        # Two buffers: adding a shifted array to itself would make numpy copy it each time.
        spare[:weight] = counts[:weight]
        np.add(counts[weight : top + 1], counts[: top + 1 - weight], out=spare[weight : top + 1])
        counts, spare = spare, counts
    return counts
