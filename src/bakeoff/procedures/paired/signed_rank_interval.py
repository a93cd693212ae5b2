"""Where the signed-rank test stops to reject: the ends of the interval that inverts it, for one sample or many."""

from collections.abc import Callable
from functools import lru_cache
from math import ceil, inf, ldexp, pi
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats, Ints
from bakeoff.procedures.base.distributions import normal_quantile
from bakeoff.procedures.base.signed_rank_null import (
    EXACT_UP_TO,
    approximate_null,
    doubled_ranks,
    rank_sum_tail,
    tied_groups,
    untied_distribution,
)
from bakeoff.procedures.paired.walsh import DistinctValues, kth_walsh_average, walsh_sums

EXACT_SHIFT_UP_TO = 500  # differences, some of them equal: each step of the search counts anew


def lower_end(sample: DistinctValues, tail_mass: float) -> float:
    """Return the largest shift below which the test against greater advantages rejects at `tail_mass`.

    >>> from bakeoff.procedures.paired.walsh import count_distinct
    >>> lower_end(count_distinct(np.arange(1.0, 7.0)), 0.025), lower_end(count_distinct(np.arange(1.0, 6.0)), 0.025)
    (1.0, -inf)
    """
    if ldexp(1.0, -sample.n) >= tail_mass:
        return -inf
    tied = sample.values.size < sample.n
    if not tied and sample.n <= EXACT_UP_TO:
        return kth_walsh_average(sample, int(np.searchsorted(untied_distribution(sample.n), tail_mass)))
    guess = ceil(approximate_null(_doubled_ranks(sample.counts)).quantile(tail_mass) / 2)
    if tied and sample.n <= EXACT_SHIFT_UP_TO:
        return _exact_end(sample, tail_mass, guess)
    return kth_walsh_average(sample, max(guess, 1))


def _exact_end(sample: DistinctValues, tail_mass: float, guess: int) -> float:
    sums, weights = walsh_sums(sample)
    # Averages that differ by rounding only are one.
    noise = 1e-13 * float(np.abs(sums).max())
    starts = np.flatnonzero(np.diff(sums, prepend=-inf) > noise)
    ends = np.append(starts[1:], sums.size) - 1
    below = np.cumsum(weights)[ends]  # R- at a shift just above each average

    def keeps(k: int) -> bool:
        shift = (sums[ends[k]] + sums[starts[k + 1]]) / 4
        order = np.argsort(np.abs(sample.values - shift))
        return rank_sum_tail(_doubled_ranks(sample.counts[order]), 2 * int(below[k])) >= tail_mass

    last = starts.size - 1  # above all averages, every difference is negative: never rejected
    first = _find_first(keeps, guess=int(np.searchsorted(below, guess)), last=last)
    return float(sums[starts[first]]) / 2


def _doubled_ranks(sizes: Ints) -> Ints:
    """Return the doubled rank of each member of tied groups, given the groups' sizes in ascending order."""
    return np.repeat(2 * np.cumsum(sizes) - sizes + 1, sizes)


def _find_first(holds: Callable[[int], bool], *, guess: int, last: int) -> int:
    """Return the first index at which a rising condition holds; at `last` it is known to."""
    low, high = -1, last
    k, step = min(guess, last - 1), 1
    while low < k < high:  # away from the guess in growing steps, until the answer is between two
        low, high, k = (low, k, k - step) if holds(k) else (k, high, k + step)
        step *= 2
    while high - low > 1:
        k = (low + high) // 2
        low, high = (low, k) if holds(k) else (k, high)
    return high


DECIDED_FROM = 1e-9  # of a chance: whether one as small as this is reached is counted
_SPARE = 1e-11
_NEGLIGIBLE = -30.0  # a logarithm: all frequencies below it together add less than 1e-12
_TIE_CLASSES = 16
_FEW = 400  # frequencies: more are looked through for those that matter
_ROWS = 256  # samples whose frequencies are looked through together
_AHEAD = 64  # sums looked at in one step for the end of a run


class Samples(NamedTuple):
    """Samples of one size, each ascending, with the sums of all their pairs (twice the Walsh averages), ascending."""

    values: Floats  # samples × n
    sums: Floats  # samples × n(n + 1)/2

    @classmethod
    def of(cls, values: Floats) -> "Samples":
        """Return the samples with their sums."""
        ordered = np.sort(values, axis=1)
        rows, n = values.shape
        sums = np.empty((rows, n * (n + 1) // 2))
        start = 0
        for apart in range(n):
            np.add(ordered[:, apart:], ordered[:, : n - apart], out=sums[:, start : start + n - apart])
            start += n - apart
        sums.sort(axis=1)
        return cls(ordered, sums)

    @property
    def mirrored(self) -> "Samples":
        """The same samples with every sign changed."""
        return Samples(0.0 - self.values[:, ::-1], 0.0 - self.sums[:, ::-1])

    def pseudo_medians(self) -> Floats:
        """Return the median of the Walsh averages of each sample."""
        count = self.sums.shape[1]
        low = self.sums[:, (count - 1) // 2] / 2
        return low if count % 2 else (low + self.sums[:, count // 2] / 2) / 2


def lower_ends(samples: Samples, tail_mass: float) -> Floats:
    """Return of each sample the largest shift below which the test against greater advantages rejects.

    >>> lower_ends(Samples.of(np.array([[1.0, 2, 3, 4, 5, 6], [1.0, 1, 1, 1, 1, 7]])), 0.025).tolist()
    [1.0, 1.0]
    """
    rows, n = samples.values.shape
    if ldexp(1.0, -n) >= tail_mass:
        return np.full(rows, -inf)
    ends: Floats = samples.sums[:, int(np.searchsorted(untied_distribution(n), tail_mass)) - 1] / 2
    tied = np.flatnonzero((samples.values[:, 1:] == samples.values[:, :-1]).any(axis=1))
    if tied.size:
        ends[tied] = _Search(samples, tied, tail_mass).ends()
    return ends


class _Search:
    """The search, by halves, for the first run of equal averages above which the test does not reject."""

    def __init__(self, samples: Samples, rows: Ints, tail_mass: float) -> None:
        self._rows, self._mass = rows, tail_mass
        self._sums, self._values = samples.sums, samples.values[rows]
        self._noise = 1e-13 * np.maximum(np.abs(self._sums[:, 0]), np.abs(self._sums[:, -1]))
        self._before, self._size = tied_groups(self._values)

    def ends(self) -> Floats:
        """Return the ends of the samples; above all averages, every difference is negative: never rejected."""
        every, top = np.arange(self._rows.size), self._sums.shape[1] - 1
        low, high = np.full(every.size, -1), self._first(every, np.full(every.size, top))
        at = self._last(every, np.minimum(self._guesses(), np.maximum(high - 1, 0)))
        unknown, step, searching = high.copy(), 1, every[high > 0]
        while searching.size:
            place = at[searching]
            keeps = self._keeps(searching, place)
            low[searching[~keeps]] = place[~keeps]
            high[searching[keeps]] = self._first(searching[keeps], place[keeps])
            searching = searching[high[searching] - 1 > low[searching]]
            at[searching] = self._last(searching, _next_place(low, high, unknown, step)[searching])
            step *= 2
        ends: Floats = self._sums[self._rows, high] / 2
        return ends

    def _guesses(self) -> Ints:
        places = (
            np.ceil(_signed_rank_interval_quantiles(doubled_ranks(self._before, self._size), self._mass) / 2)
            - 1
        )
        guesses: Ints = np.maximum(places, 0).astype(np.int64)
        return guesses

    def _keeps(self, which: Ints, at: Ints) -> NDArray[np.bool_]:
        """Say of samples whether the test keeps a shift just above the run of averages that ends at `at`."""
        rows = self._rows[which]
        shifts = (self._sums[rows, at] + self._sums[rows, at + 1]) / 4
        order = np.argsort(np.abs(self._values[which] - shifts[:, None]), axis=1, kind="stable")
        before, size = (np.take_along_axis(a[which], order, axis=1) for a in (self._before, self._size))
        return is_likelier(doubled_ranks(before, size), 2 * (at + 1), self._mass)

    def _last(self, which: Ints, at: Ints) -> Ints:
        """Return where the run of averages that are equal, but for rounding, ends."""
        return self._edge(which, at, 1)

    def _first(self, which: Ints, at: Ints) -> Ints:
        """Return where the run of averages that are equal, but for rounding, begins."""
        return self._edge(which, at, -1)

    def _edge(self, which: Ints, at: Ints, way: int) -> Ints:
        rows, edge, top = self._rows[which], at.copy(), self._sums.shape[1] - 1
        moving = np.arange(which.size)
        while moving.size:
            here, row = edge[moving], rows[moving]
            ahead = np.clip(here[:, None] + way * np.arange(_AHEAD + 1), 0, top)
            gaps = np.abs(np.diff(self._sums[row[:, None], ahead], axis=1)) > self._noise[row][:, None]
            stops = gaps | (ahead[:, :-1] == (top if way > 0 else 0))
            is_edge = stops.any(axis=1)
            edge[moving] = here + way * np.where(is_edge, stops.argmax(axis=1), _AHEAD)
            moving = moving[~is_edge]
        return edge


def _next_place(low: Ints, high: Ints, unknown: Ints, step: int) -> Ints:
    """Return where to look next: away from the guess in growing steps until it is passed, then in the middle."""
    place = np.where(low < 0, high - step, np.where(high == unknown, low + step, (low + high) // 2))
    return np.clip(place, low + 1, high - 1)


def _signed_rank_interval_quantiles(weights: Ints, chance: float) -> Floats:
    """Return roughly the sum that is reached with this chance, for each row of doubled ranks."""
    squares = weights.astype(np.float64) ** 2
    variance = squares.sum(axis=1)
    kurtosis = -2 * (squares**2).sum(axis=1) / variance**2 / 24
    target = -normal_quantile(chance)
    z = target + kurtosis * (target**3 - 3 * target)
    rough: Floats = (weights.sum(axis=1) - 1 - z * np.sqrt(variance)) / 2
    return rough


def is_likelier(weights: Ints, bounds: Ints, chance: float) -> NDArray[np.bool_]:
    """Say of each row of doubled ranks whether a sum of at most its bound has the chance or more.

    A weight of zero stands for a rank that no sign is given.

    >>> is_likelier(np.array([[2, 4, 6], [3, 3, 6]]), np.array([2, 2]), 0.25).tolist()
    [True, False]
    """
    excess = (
        np.zeros(len(weights))
        if chance < DECIDED_FROM
        else _signed_rank_interval_tails(weights, bounds) - chance
    )
    likelier = excess > 0
    doubtful = np.flatnonzero(np.abs(excess) < _SPARE)
    for row in doubtful:
        likelier[row] = rank_sum_tail(weights[row][weights[row] > 0], int(bounds[row])) >= chance
    return likelier


def _signed_rank_interval_tails(weights: Ints, bounds: Ints) -> Floats:
    """Return the chance of a sum of at most its bound for each row of doubled ranks of n different or tied sizes."""
    rows, n = weights.shape
    chances = np.empty(rows)
    classes = -(-_count_tied(weights) * _TIE_CLASSES // n)
    few = [c for c in np.unique(classes).tolist() if _relevant_frequencies(n, c, apart=_FEW // 8).size <= 8]
    for tie_class in few:
        block = np.flatnonzero(classes == tie_class)
        chances[block] = _fourier_sums(
            _count_members(weights[block]), bounds[block], _relevant_frequencies(n, tie_class)
        )
    many = np.flatnonzero(~np.isin(classes, few))
    for start in range(0, many.size, _ROWS):
        block = many[start : start + _ROWS]
        members = _count_members(weights[block])
        chances[block] = _fourier_sums(members, bounds[block], _frequencies_that_matter(members))
    return chances


def _count_members(weights: Ints) -> Floats:
    """Return how often each of the numbers 0, 1, …, 2n is among each row's doubled ranks."""
    rows, n = weights.shape
    places = np.arange(rows)[:, None] * (2 * n + 1) + weights
    counts = np.bincount(places.ravel(), minlength=rows * (2 * n + 1))
    return counts.reshape(rows, 2 * n + 1).astype(np.float64)


def _frequencies_that_matter(members: Floats) -> Ints:
    """Return the frequencies at which the characteristic function of any of the rows is not negligible."""
    logarithms = members.astype(np.float32) @ _log_cosines(members.shape[1] // 2)
    # Single precision errs by a thousandth here, not by one.
    return 1 + np.flatnonzero(logarithms.max(axis=0) > _NEGLIGIBLE - 1)


@lru_cache(maxsize=4)
def _log_cosines(n: int) -> NDArray[np.float32]:
    """Return the logarithms of the cosines of all doubled ranks at all frequencies."""
    turns = _signed_rank_interval_turns(n)
    logarithms: NDArray[np.float32] = turns.logarithms[
        np.arange(2 * n + 1)[:, None] * np.arange(1, n * (n + 1) // 2 + 1) % turns.cosines.size
    ]
    return logarithms


class _Turns(NamedTuple):
    """Functions of the multiples of π/modulus up to 2π; multiples reduced as whole numbers lose no digit."""

    cosines: Floats
    sines: Floats
    logarithms: NDArray[np.float32]  # of the sizes of the cosines, never too small


@lru_cache(maxsize=64)
def _signed_rank_interval_turns(n: int) -> _Turns:
    modulus = n * (n + 1) + 1
    angles = np.arange(2 * modulus) * (pi / modulus)
    cosines = np.cos(angles)
    logarithms = np.log(np.abs(cosines) + 1e-6).astype(np.float32)
    return _Turns(cosines, np.sin(angles), np.minimum(logarithms, 0))


def _count_tied(weights: Ints) -> Ints:
    """Return how many of each row's doubled ranks are of a size that occurs more than once, or zero."""
    ordered = np.sort(weights, axis=1)
    same = ordered[:, 1:] == ordered[:, :-1]
    tied = ordered == 0
    tied[:, 1:] |= same
    tied[:, :-1] |= same
    count: Ints = np.count_nonzero(tied, axis=1)
    return count


@lru_cache(maxsize=256)
def _relevant_frequencies(n: int, tie_class: int, *, apart: int = 1) -> Ints:
    """Return the frequencies that matter for n doubled ranks of which so many sixteenths or fewer are tied.

    Untied ranks are different whole numbers up to n. Whichever they are, the product of their cosines is at most
    that of as many of the largest cosines of all n; the cosines of the tied ranks are at most one. Only every
    so many frequencies `apart` are looked at.
    """
    turns = _signed_rank_interval_turns(n)
    every = np.arange(1, turns.cosines.size // 4 + 1, apart)
    tied = min(n, tie_class * n // _TIE_CLASSES)
    if tied == n:
        return every
    angles = 2 * every[:, None] * np.arange(1, n + 1) % turns.cosines.size
    logarithms = np.partition(turns.logarithms[angles], tied, axis=1)
    matter: Ints = every[logarithms[:, tied:].sum(axis=1) > _NEGLIGIBLE]
    return matter


def _fourier_sums(members: Floats, bounds: Ints, frequencies: Ints) -> Floats:
    """Return the chances, by the frequencies that matter to them."""
    n = members.shape[1] // 2
    turns, period = _signed_rank_interval_turns(n), 2 * (n * (n + 1) + 1)
    totals = (members @ np.arange(2 * n + 1)).astype(np.int64)
    cosines = turns.cosines[np.arange(2 * n + 1)[:, None] * frequencies % period]
    sizes = members @ np.log(np.maximum(np.abs(cosines), 1e-300))
    negative = members @ (cosines < 0)
    product = np.exp(sizes) * (1 - 2 * (negative % 2))
    product *= turns.cosines[(totals - bounds)[:, None] * frequencies % period]
    product *= turns.sines[(bounds[:, None] + 1) * frequencies % period]
    chances: Floats = (2 * (product @ (1 / turns.sines[frequencies])) + bounds + 1) / (period // 2)
    return chances
