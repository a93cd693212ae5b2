"""Sign flips of whole datasets, and the step-down maximum over pairs that they calibrate.

If no classifier of a family is better than another, every dataset could as well have shown the opposite of all
its differences. Turning the signs of whole datasets therefore shows what chance does to the largest statistic
of the family, with the dependence between pairs that the data have.
"""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.results import Alternative

Signs = NDArray[np.int8]

# Statistics are of order 1, and equal ones differ by some 1e-15 when summed in another order.
_TIE = 1e-9
# A mean difference below this share of the largest score is zero.
_NOISE = 1e-12
_BLOCK = 2_000_000  # statistics held at once


class Flips(NamedTuple):
    """Sign vectors, one row for each flip of the datasets; the first leaves all as it was."""

    signs: Signs
    exact: bool  # whether these are all flips there are

    @property
    def method(self) -> str:
        """How the p-values are obtained, in words."""
        count = len(self.signs)
        return f"exact, all {count:,} sign flips" if self.exact else f"Monte Carlo, {count - 1:,} sign flips"

    def error(self, p_value: float) -> float | None:
        """Return the standard error of a p-value that random flips gave; None where all were taken."""
        return None if self.exact else sqrt(p_value * (1 - p_value) / (len(self.signs) - 1))


class Pairing(NamedTuple):
    """A datasets × classifiers table, and the columns of the pairs that are judged together."""

    table: Floats
    a: Ints
    b: Ints

    def sums(self, signs: Floats) -> Floats:
        """Return the flipped sums of all pairs' advantages, from the sums of single classifiers."""
        totals = signs @ self.table
        sums = np.take(totals, self.b, axis=1)
        sums -= np.take(totals, self.a, axis=1)
        return sums

    def ordered(self, order: Ints) -> "Pairing":
        """Return the same pairs in another order."""
        return Pairing(self.table, self.a[order], self.b[order])


class StepDown(NamedTuple):
    """What the flips say of each pair."""

    statistics: Floats  # the observed ones, positive where b is better
    p_values: Floats  # of each pair by itself
    p_adjusted: Floats  # of each pair in its family


def dataset_flips(datasets: int, *, flips: int, alternative: Alternative, rng: np.random.Generator) -> Flips:
    """Return all flips where they are no more than `flips`, else the identity and `flips` random ones.

    >>> dataset_flips(2, flips=10, alternative=Alternative.TWO_SIDED, rng=np.random.default_rng(0)).signs.tolist()
    [[1, 1], [1, -1]]
    """
    if 2 ** (datasets - 1) <= flips:
        # Two-sided statistics do not change when all signs do: half of the flips stand for all.
        half = _every_flip(datasets)
        return Flips(half if alternative is Alternative.TWO_SIDED else np.vstack([half, -half]), exact=True)
    drawn = 2 * rng.integers(0, 2, size=(flips, datasets), dtype=np.int8) - 1
    return Flips(np.vstack([np.ones((1, datasets), dtype=np.int8), drawn]), exact=False)


def _every_flip(datasets: int) -> Signs:
    numbers = np.arange(2 ** (datasets - 1))[:, None]
    bits = (numbers >> np.arange(datasets - 1)) & 1
    return np.hstack([np.ones_like(numbers), 1 - 2 * bits]).astype(np.int8)


def step_down(flips: Flips, scores: Floats, pairing: Pairing, *, alternative: Alternative) -> StepDown:
    """Return the p-values of all pairs, adjusted by Westfall and Young's step-down maximum.

    The adjusted p-value of a pair is the share of flips in which any pair with no larger an observed
    statistic reaches the pair's own; and no less than that of pairs with larger ones.

    Parameters
    ----------
    flips : Flips
        The sign flips, the identity first.
    scores : array of shape (datasets, pairs)
        Odd functions of the advantages, of which the statistics are the sums; of order 1/√datasets.
    pairing : Pairing
        The table and the pairs.
    alternative : Alternative
        Which statistics are evidence against the null.
    """
    observed = _statistics(np.ones((1, len(scores))), scores, pairing)[0]
    evidence = towards(observed, alternative)
    order = np.argsort(-evidence, kind="stable")
    bar = evidence[order] - _TIE
    scores, pairing = np.ascontiguousarray(scores[:, order]), pairing.ordered(order)
    alone, among = np.zeros(bar.size), np.zeros(bar.size)
    for signs in blocks(flips.signs, bar.size):
        flipped = towards(_statistics(signs, scores, pairing), alternative)
        alone += np.count_nonzero(flipped >= bar, axis=0)
        largest_of_rest = np.maximum.accumulate(flipped[:, ::-1], axis=1)[:, ::-1]
        among += np.count_nonzero(largest_of_rest >= bar, axis=0)
    p_values, p_adjusted = np.empty(bar.size), np.empty(bar.size)
    p_values[order] = alone / len(flips.signs)
    p_adjusted[order] = np.maximum.accumulate(among) / len(flips.signs)
    return StepDown(observed, p_values, p_adjusted)


def _statistics(signs: Floats, scores: Floats, pairing: Pairing) -> Floats:
    """Return the statistic of every pair under every flip; zero where it contradicts the mean.

    Scores that point one way while the mean points the other are evidence of neither: so the verdict never
    goes against the sign of the mean advantage.
    """
    statistics: Floats = signs @ scores
    means = pairing.sums(signs)
    means[np.abs(means) <= _NOISE * len(scores) * np.abs(pairing.table).max()] = 0.0
    means *= statistics
    statistics[means <= 0] = 0.0
    return statistics


def towards(statistics: Floats, alternative: Alternative) -> Floats:
    """Turn signed statistics so that large ones are evidence against the null."""
    match alternative:
        case Alternative.GREATER:
            return statistics
        case Alternative.LESS:
            return -statistics
        case Alternative.TWO_SIDED:
            return np.abs(statistics)


def blocks(signs: Signs, pairs: int) -> Iterator[Floats]:
    """Split the flips so that the statistics of one block fit into little memory."""
    rows = max(1, _BLOCK // max(1, pairs))
    for start in range(0, len(signs), rows):
        yield signs[start : start + rows].astype(np.float64)
