"""Which datasets to leave out so that the signed-rank test changes its mind, with ties or without."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from bakeoff.core.arrays import Floats, Ints
from bakeoff.procedures.base.distributions import edgeworth_tail
from bakeoff.procedures.fragility.removals import Goal, Removal

ALWAYS_EXACT = 15  # differences up to which every choice is tried in any case
AFFORDABLE = 2e8  # element operations, about half a second
_OVERHEAD = 3000  # element operations that one call into numpy is worth
_TRIES = 8  # neighbours of the greedy choice of one size that are tested exactly


@dataclass(frozen=True)
class _Groups:
    """Differences in groups of equal size, smallest first; group 0 holds the zeros.

    `first` counts, in each group, the sign that is left out first, `last` the other one.
    """

    members: tuple[Ints, ...]  # indices of the differences, those to be left out first in front
    first: Ints
    last: Ints
    losing: bool  # whether the positive ones go first: b is called better and should no longer be

    @cached_property
    def total(self) -> Ints:
        """How many differences each group has."""
        return self.first + self.last

    @cached_property
    def bound(self) -> int:
        """The doubled rank sum of the negative ones, which leaving out never raises."""
        return int((self.negative(np.zeros_like(self.total)) * self.ranks(self.total))[1:].sum())

    def ranks(self, kept: Ints) -> Ints:
        """Return twice the mid-rank of each group, zeros ranked, for one or several rows of kept counts."""
        doubled: Ints = 2 * np.cumsum(kept, axis=-1) - kept + 1
        return doubled

    def negative(self, removed: Ints) -> Ints:
        """Return how many negative differences each group keeps."""
        if self.losing:
            kept: Ints = self.last - np.maximum(removed - self.first, 0)
        else:
            kept = self.first - np.minimum(removed, self.first)
        return kept

    def indices(self, removed: Ints) -> Ints:
        """Return which differences these counts leave out."""
        return np.sort(np.concatenate([m[:r] for m, r in zip(self.members, removed, strict=True)]))

    def about(self, choices: Ints) -> Floats:
        """Return, for each row of counts left out, about the chance of so small a sum of negative ranks."""
        kept = (self.total - choices)[:, 1:]
        ranks = self.ranks(self.total - choices)[:, 1:].astype(np.float64)
        excess = ((kept - 2 * self.negative(choices)[:, 1:]) * ranks).sum(axis=1)
        moments = [(kept * ranks**power).sum(axis=1) for power in (2, 4, 6)]
        return edgeworth_tail(excess - 1, moments[0], moments[1], moments[2])


def tied_removal(differences: Floats, goal: Goal) -> Removal:
    """Return the smallest set of datasets without which the signed-rank test changes, or nearly."""
    groups = _group_by_size(differences, losing=goal.losing)
    most = min(goal.most, differences.size - 1)
    if not goal.losing and 0.5 ** float((differences > 0).sum()) >= goal.tail:
        # All positive ones stay positive with this chance, which bounds every p-value.
        return Removal(None, exact=True)
    enough = _search_near_greedy(groups, goal, most)
    fewer = most if enough is None else enough.size - 1
    exact = differences.size <= ALWAYS_EXACT or _rank_removal_cost(groups, fewer) <= AFFORDABLE
    for size in range(1, fewer + 1) if exact else ():
        best = groups.indices(find_best_choice(groups, size))
        if goal.confirm(best):
            return Removal(best, exact=True)
    return Removal(enough, exact)


def _group_by_size(differences: Floats, *, losing: bool) -> _Groups:
    sizes, where = np.unique(np.concatenate([[0.0], np.abs(differences)]), return_inverse=True)
    group, goes_first = where[1:], (differences > 0 if losing else differences < 0)
    order = np.lexsort((~goes_first, group))  # stable: by group, then sign, then position
    total = np.bincount(group, minlength=sizes.size)
    first = np.bincount(group[goes_first], minlength=sizes.size)
    members = np.split(order, np.cumsum(total)[:-1])
    return _Groups(members=tuple(members), first=first, last=total - first, losing=losing)


def _search_near_greedy(groups: _Groups, goal: Goal, most: int) -> Ints | None:
    """Return the smallest set found by taking the largest of the first sign, or all but one of them."""
    above = np.append(np.cumsum(groups.first[:0:-1])[::-1], 0)  # of the first sign, beyond each group
    near = _rank_removal_factor(40 / int(groups.total.sum()))
    for size in range(1, min(most, int(groups.first.sum())) + 1):
        choices = np.clip(size - above, 0, groups.first)[None]
        if 1 / near < groups.about(choices)[0] / goal.tail < near:
            choices = np.concatenate([choices, _neighbour_choices(groups, choices[0])])
        for choice in _likeliest_choices(groups, choices, goal.tail):
            if goal.confirm(groups.indices(choice)):
                return groups.indices(choice)
    return None


def _likeliest_choices(groups: _Groups, choices: Ints, tail: float) -> Ints:
    """Return the few choices that are likeliest to pass the threshold."""
    about, n = groups.about(choices), int(groups.total.sum())
    order = np.argsort(-about if groups.losing else about, kind="stable")
    doubt = _rank_removal_factor(4e4 / n**3)
    hopeful = about > tail / doubt if groups.losing else about < tail * doubt
    return choices[order[hopeful[order]][: _TRIES if n <= 200 else 1]]


def _rank_removal_factor(error: float) -> float:
    """Return by what factor an approximate p-value may be off, given its error for many differences."""
    return 1 + min(3.0, error)


def _neighbour_choices(groups: _Groups, greedy: Ints) -> Ints:
    """Return choices that take one difference from another group than the greedy one does."""
    every = np.eye(groups.total.size, dtype=np.int64)
    fewer = greedy - every[greedy > 0][: max(1, 4000 // greedy.size)]
    swapped = (fewer[:, None, :] + every[None, :, :]).reshape(-1, greedy.size)
    return swapped[(swapped <= groups.total).all(axis=1)]


def _rank_removal_cost(groups: _Groups, most: int) -> float:
    """Return about how many element operations it takes to try every choice of up to `most` differences."""
    choices = np.ones(1)
    for total in groups.total:
        choices = np.convolve(choices, np.ones(total + 1))[: most + 1]
    each = 1 + float(groups.total[1:].mean())
    return float(choices[1:].sum()) * each * (groups.bound + _OVERHEAD)


def find_best_choice(groups: _Groups, size: int) -> Ints:
    """Return the choice of this size with the most extreme tail, the first in order where several have it."""
    walk = _Walk(groups, size)
    found = list(walk.follow_groups())
    removed = np.concatenate([choices for choices, _ in found])
    tails = np.concatenate([tails for _, tails in found])
    extreme = tails.max() if groups.losing else tails.min()
    equal = removed[np.isclose(tails, extreme, rtol=1e-12, atol=0.0)]
    best: Ints = equal[np.lexsort(equal.T[::-1])[0]]
    return best


class _Begun(NamedTuple):
    """Choices for the first groups that leave out equally many, one in each row."""

    removed: Ints  # how many of each group; none of the groups to come
    negative: Ints  # the doubled rank sum of the negative ones that are kept so far
    chances: Floats  # the distribution of that sum


class _Walk:
    """A walk over all choices of one size, group by group from the smallest differences upwards.

    Ranks in a group depend only on how many are kept up to it: choices that leave out equally many so far go
    on together, as rows of one array. Once everything is left out that should be, the distribution of the
    groups above is the same for all, and prepared.
    """

    def __init__(self, groups: _Groups, size: int) -> None:
        self.groups, self.size = groups, size
        self.room = np.append(np.cumsum(groups.total[::-1])[::-1], 0)  # differences from a group upwards
        self.below = np.cumsum(groups.total) - groups.total
        ranks = np.maximum(groups.ranks(groups.total) - 2 * size, 1)
        own = groups.negative(np.zeros_like(ranks)) * ranks
        self.negative_above = np.append(np.cumsum(own[::-1])[::-1], 0)
        self.at_most = self._distributions_above(ranks)

    def _distributions_above(self, ranks: Ints) -> list[Floats]:
        """Return, for the groups from each one upwards, the chance of each rank sum or less if all are kept."""
        chances = _distribution_of_nothing(self.groups.bound)
        distributions = [np.cumsum(chances)]
        for rank, total in zip(ranks[:0:-1], self.groups.total[:0:-1], strict=True):
            chances = _add_ranks(chances, int(rank), int(total))
            distributions.append(np.cumsum(chances))
        return [*distributions, distributions[-1]][::-1]  # zeros have no rank

    def follow_groups(self) -> Iterator[tuple[Ints, Floats]]:
        """Yield the choices that are whole after each group, with their tails."""
        nothing = _distribution_of_nothing(self.groups.bound)[None]
        begun = {0: _Begun(np.zeros((1, self.groups.total.size), np.int64), np.zeros(1, np.int64), nothing)}
        for group in range(self.groups.total.size):
            for gone, choices in begun.items():
                if self.size - gone <= self.groups.total[group]:
                    yield self._finish(choices, group, gone)
            begun = self._continue(begun, group)

    def _finish(self, choices: _Begun, group: int, gone: int) -> tuple[Ints, Floats]:
        """Return the choices that leave the rest out of this group, and the chance of so small a rank sum."""
        chosen = self._choose(choices, group, gone, self.size - gone)
        observed = chosen.negative + self.negative_above[group + 1]
        # Sums add up in any order: the group joins what is above it, once for all choices.
        above = self._add_group(self.at_most[group + 1], group, gone, self.size - gone)
        width = above.size
        # Row i is above[observed[i]], above[observed[i] - 1], … and zeros where there is nothing left.
        rows = sliding_window_view(np.concatenate([above[::-1], np.zeros(width)]), width)
        return chosen.removed, np.einsum("ij,ij->i", choices.chances, rows[width - 1 - observed])

    def _continue(self, begun: dict[int, _Begun], group: int) -> dict[int, _Begun]:
        """Return the choices, by how many they leave out, after every choice from this group that leaves some."""
        further: dict[int, list[_Begun]] = {}
        for gone, choices in begun.items():
            for r in range(min(int(self.groups.total[group]), self.size - gone - 1) + 1):
                if self.size - gone - r <= self.room[group + 1]:
                    chances = self._add_group(choices.chances, group, gone, r)
                    chosen = self._choose(choices, group, gone, r)._replace(chances=chances)
                    further.setdefault(gone + r, []).append(chosen)
        return {gone: _Begun(*map(np.concatenate, zip(*rows, strict=True))) for gone, rows in further.items()}

    def _choose(self, choices: _Begun, group: int, gone: int, removed: int) -> _Begun:
        """Return the choices that also leave so many of this group out, with the chances as they were."""
        further = choices.removed.copy()
        further[:, group] = removed
        first, last = int(self.groups.first[group]), int(self.groups.last[group])
        negative = last - max(removed - first, 0) if self.groups.losing else first - min(removed, first)
        own = negative * self._rank(group, gone, removed) if group else 0  # zeros have no rank
        return choices._replace(removed=further, negative=choices.negative + own)

    def _add_group(self, chances: Floats, group: int, gone: int, removed: int) -> Floats:
        kept = int(self.groups.total[group]) - removed
        return _add_ranks(chances, self._rank(group, gone, removed), kept) if group else chances

    def _rank(self, group: int, gone: int, removed: int) -> int:
        """Return twice the mid-rank of a group of which so many are left out, after so many below it."""
        return 2 * (int(self.below[group]) - gone) + int(self.groups.total[group]) - removed + 1


def _distribution_of_nothing(bound: int) -> Floats:
    """Return the distribution of a sum of nothing."""
    chances = np.zeros(bound + 1)
    chances[0] = 1.0
    return chances


def _add_ranks(chances: Floats, rank: int, times: int) -> Floats:
    """Return the distribution of a rank sum after so many further ranks, each negative with chance one half."""
    for _ in range(times):
        halved = 0.5 * chances
        if rank < chances.shape[-1]:
            halved[..., rank:] += 0.5 * chances[..., :-rank]
        chances = halved
    return chances


# For m >= 16 untied ranks the series is off by less than 500/m³ of a tail between 0.001 and 0.2, less than
# 40/m³ from m = 50, and more in farther tails (`python -m validation.fragility series` measures both): what
# lies nearer than several times that is tested.
_DOUBT = 3000.0
_FAR = 0.001
_MANY = 16


def rank_removal(differences: Floats, goal: Goal) -> Removal:
    """Return the smallest set of datasets without which the signed-rank test changes."""
    sizes = np.abs(differences[differences != 0])
    if np.unique(sizes).size < sizes.size:
        return tied_removal(differences, goal)
    return _untied_removal(differences, goal)


def _untied_removal(differences: Floats, goal: Goal) -> Removal:
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
                return Removal(removed, exact=True)
    return Removal(None, exact=True)


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
        moments = [_sum_of_powers(low + m, power) - _sum_of_powers(low, power) for power in (2, 4, 6)]
        tails = edgeworth_tail(total - 2 * negative - 1, moments[0], moments[1], moments[2])
        return tails, m


def _sum_of_powers(n: Floats, power: int) -> Floats:
    """Return 1 + 2^p + … + n^p for p = 2, 4 or 6 (Faulhaber).

    >>> [_sum_of_powers(np.array([3.0]), power).tolist() for power in (2, 4, 6)]  # 1 + 4 + 9, 1 + 16 + 81, 1 + 64 + 729
    [[14.0], [98.0], [794.0]]
    """
    if power == 2:
        return n * (n + 1) * (2 * n + 1) / 6
    if power == 4:
        return n * (n + 1) * (2 * n + 1) * (3 * n**2 + 3 * n - 1) / 30
    return n * (n + 1) * (2 * n + 1) * (3 * n**4 + 6 * n**3 - 3 * n + 1) / 42
