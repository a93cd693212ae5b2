"""Which datasets to leave out so that the signed-rank test changes its mind, when differences are tied.

Leaving out a tied difference changes the ranks of its group and so the null distribution. The test then
depends only on how many are left out of each group of equal size, zeros included; within a group it is
best to begin with one sign. The greedy choice (the largest of that sign) and its neighbours give an upper
bound. Then every choice of every smaller number is tried, if that takes less than about half a second;
if it does not, the answer is marked as an upper bound.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bakeoff.core.evidence import Floats, Ints
from bakeoff.procedures.edgeworth import edgeworth_tail
from bakeoff.procedures.removals import Found, Goal

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


def tied_removal(differences: Floats, goal: Goal) -> Found:
    """Return the smallest set of datasets without which the signed-rank test changes, or nearly."""
    groups = _grouped(differences, losing=goal.losing)
    most = min(goal.most, differences.size - 1)
    if not goal.losing and 0.5 ** float((differences > 0).sum()) >= goal.tail:
        # All positive ones stay positive with this chance, which bounds every p-value.
        return Found(None, exact=True)
    enough = _by_neighbours_of_greedy(groups, goal, most)
    fewer = most if enough is None else enough.size - 1
    exact = differences.size <= ALWAYS_EXACT or _cost(groups, fewer) <= AFFORDABLE
    for size in range(1, fewer + 1) if exact else ():
        best = groups.indices(best_of_all(groups, size))
        if goal.confirm(best):
            return Found(best, exact=True)
    return Found(enough, exact)


def _grouped(differences: Floats, *, losing: bool) -> _Groups:
    sizes, where = np.unique(np.concatenate([[0.0], np.abs(differences)]), return_inverse=True)
    group, goes_first = where[1:], (differences > 0 if losing else differences < 0)
    order = np.lexsort((~goes_first, group))  # stable: by group, then sign, then position
    total = np.bincount(group, minlength=sizes.size)
    first = np.bincount(group[goes_first], minlength=sizes.size)
    members = np.split(order, np.cumsum(total)[:-1])
    return _Groups(members=tuple(members), first=first, last=total - first, losing=losing)


def _by_neighbours_of_greedy(groups: _Groups, goal: Goal, most: int) -> Ints | None:
    """Return the smallest set found by taking the largest of the first sign, or all but one of them."""
    above = np.append(np.cumsum(groups.first[:0:-1])[::-1], 0)  # of the first sign, beyond each group
    near = _factor(40 / int(groups.total.sum()))
    for size in range(1, min(most, int(groups.first.sum())) + 1):
        choices = np.clip(size - above, 0, groups.first)[None]
        if 1 / near < groups.about(choices)[0] / goal.tail < near:
            choices = np.concatenate([choices, _neighbours(groups, choices[0])])
        for choice in _likeliest(groups, choices, goal.tail):
            if goal.confirm(groups.indices(choice)):
                return groups.indices(choice)
    return None


def _likeliest(groups: _Groups, choices: Ints, tail: float) -> Ints:
    """Return the few choices that are likeliest to pass the threshold."""
    about, n = groups.about(choices), int(groups.total.sum())
    order = np.argsort(-about if groups.losing else about, kind="stable")
    doubt = _factor(4e4 / n**3)
    hopeful = about > tail / doubt if groups.losing else about < tail * doubt
    return choices[order[hopeful[order]][: _TRIES if n <= 200 else 1]]


def _factor(error: float) -> float:
    """Return by what factor an approximate p-value may be off, given its error for many differences."""
    return 1 + min(3.0, error)


def _neighbours(groups: _Groups, greedy: Ints) -> Ints:
    """Return choices that take one difference from another group than the greedy one does."""
    every = np.eye(groups.total.size, dtype=np.int64)
    fewer = greedy - every[greedy > 0][: max(1, 4000 // greedy.size)]
    swapped = (fewer[:, None, :] + every[None, :, :]).reshape(-1, greedy.size)
    return swapped[(swapped <= groups.total).all(axis=1)]


def _cost(groups: _Groups, most: int) -> float:
    """Return about how many element operations it takes to try every choice of up to `most` differences."""
    choices = np.ones(1)
    for total in groups.total:
        choices = np.convolve(choices, np.ones(total + 1))[: most + 1]
    each = 1 + float(groups.total[1:].mean())
    return float(choices[1:].sum()) * each * (groups.bound + _OVERHEAD)


def best_of_all(groups: _Groups, size: int) -> Ints:
    """Return the choice of this size with the most extreme tail."""
    walk = _Walk(groups, size)
    walk.descend((), below=0, negative=0, chances=_certain(groups.bound))
    return np.array(walk.best)


class _Walk:
    """A walk over all choices of one size, group by group from the smallest differences upwards.

    Ranks in a group depend only on how many are kept up to it, so that the distribution of the rank sum
    so far is shared by all choices that begin alike; once everything is left out that should be, the
    distribution of the groups above is the same for all, and prepared.
    """

    def __init__(self, groups: _Groups, size: int) -> None:
        self.groups, self.size = groups, size
        self.best: tuple[int, ...] = ()
        self.extreme = -1.0 if groups.losing else 2.0
        self.room = np.append(np.cumsum(groups.total[::-1])[::-1], 0)  # differences from a group upwards
        ranks = np.maximum(groups.ranks(groups.total) - 2 * size, 1)
        own = groups.negative(np.zeros_like(ranks)) * ranks
        self.negative_above = np.append(np.cumsum(own[::-1])[::-1], 0)
        self.at_most = self._distributions_above(ranks)

    def _distributions_above(self, ranks: Ints) -> list[Floats]:
        """Return, for the groups from each one upwards, the chance of each rank sum or less if all are kept."""
        chances = _certain(self.groups.bound)
        found = [np.cumsum(chances)]
        for rank, total in zip(ranks[:0:-1], self.groups.total[:0:-1], strict=True):
            chances = _with_ranks(chances, int(rank), int(total))
            found.append(np.cumsum(chances))
        return [*found, found[-1]][::-1]  # zeros have no rank

    def descend(self, removed: tuple[int, ...], *, below: int, negative: int, chances: Floats) -> None:
        """Try every continuation of the choice `removed`, made for the first groups."""
        group, left = len(removed), self.size - sum(removed)
        if left == 0:
            self._settle(removed, negative, chances)
        if left == 0 or left > self.room[group]:
            return
        first, last = int(self.groups.first[group]), int(self.groups.last[group])
        for r in range(min(first + last, left) + 1):
            kept = first + last - r
            rank = 2 * below + kept + 1
            negatives = last - max(r - first, 0) if self.groups.losing else first - min(r, first)
            self.descend(
                (*removed, r),
                below=below + kept,
                negative=negative + (rank * negatives if group else 0),
                chances=_with_ranks(chances, rank, kept) if group else chances,
            )

    def _settle(self, removed: tuple[int, ...], negative: int, chances: Floats) -> None:
        group = len(removed)
        observed = negative + int(self.negative_above[group])
        tail = float(chances[: observed + 1] @ self.at_most[group][observed::-1])
        if tail > self.extreme if self.groups.losing else tail < self.extreme:
            self.extreme = tail
            self.best = removed + (0,) * (self.groups.total.size - group)


def _certain(bound: int) -> Floats:
    """Return the distribution of a sum of nothing."""
    chances = np.zeros(bound + 1)
    chances[0] = 1.0
    return chances


def _with_ranks(chances: Floats, rank: int, times: int) -> Floats:
    """Return the distribution of a rank sum after so many further ranks, each negative with chance one half."""
    for _ in range(times):
        halved = 0.5 * chances
        if rank < chances.size:
            halved[rank:] += 0.5 * chances[:-rank]
        chances = halved
    return chances
