"""How much a verdict depends on which datasets are in the table.

A verdict is a word here, as one test gives it: b is better or worse if p < 1 - level, undecided if not. The
questions are how few datasets must go for the word to change, and which; what it is without each of them;
how often random parts of the table give it; and what the best and the worst choice of datasets would say.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from math import comb, sqrt

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.reprs import describe_record
from bakeoff.core.results import Alternative, Verdict, significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_differences, unknown_choice_error
from bakeoff.procedures.base.quick_tests import QUICK_TESTS, DatasetTest, can_be_counted
from bakeoff.procedures.fragility.rank_removals import rank_removal
from bakeoff.procedures.fragility.removals import (
    Goal,
    Removal,
    extreme_subset,
    leaving_order,
    signed_removal,
    t_removal,
)

_SEARCHES: dict[str, Callable[[Floats, Goal], Removal]] = {
    "paired-t": t_removal,
    "wilcoxon": rank_removal,
    "sign": signed_removal,
    "sign-flip": signed_removal,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SubsetResult:
    """What one test says of some datasets."""

    statistic: float
    p_value: float
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """A smallest set of datasets whose removal changes the verdict."""

    __repr__ = describe_record

    test: str
    removed: tuple[int, ...]
    before: SubsetResult
    after: SubsetResult
    exact: bool  # no smaller set does it; otherwise this many are enough, and fewer may be


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """How often parts of the table give each verdict."""

    size: int
    better: float
    worse: float
    undecided: float
    without_answer: float  # parts on which the test does not exist
    subsets: int
    exact: bool  # all of them were looked at; otherwise random ones
    standard_error: float  # the largest of those of the shares; 0 if exact


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPicked:
    """What could be claimed by choosing the datasets: the best part of the table for b, and the worst."""

    best: tuple[int, ...]
    best_reading: SubsetResult
    worst: tuple[int, ...]
    worst_reading: SubsetResult
    exact: bool  # no part of this size is better or worse


@dataclass(frozen=True, slots=True)
class _Reader:
    """One test, ready to be asked about parts of a table."""

    differences: Floats
    test: str
    level: float
    alternative: Alternative
    known: dict[bytes, SubsetResult | None] = field(default_factory=dict)  # what was already asked

    def read(self, kept: Ints | slice) -> SubsetResult | None:
        answer = QUICK_TESTS[self.test](self.differences[kept], self.alternative)
        if answer is None:
            return None
        statistic, p_value = answer
        if p_value >= significance(self.level):
            return SubsetResult(statistic=statistic, p_value=p_value, verdict=Verdict.UNDECIDED)
        return SubsetResult(
            statistic=statistic, p_value=p_value, verdict=Verdict.BETTER if statistic > 0 else Verdict.WORSE
        )

    def read_without(self, removed: Ints) -> SubsetResult | None:
        key = removed.tobytes()
        if key not in self.known:
            self.known[key] = self.read(np.delete(np.arange(self.differences.size), removed))
        return self.known[key]


@check_arguments
def smallest_flip(
    differences: Floats,
    *,
    test: DatasetTest,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> Flip | None:
    """Return a smallest set of datasets whose removal changes the verdict of a test.

    Parameters
    ----------
    differences : array of shape (n,)
        The advantage of b over a on each dataset, free of floating-point noise.
    test : {"paired-t", "wilcoxon", "sign", "sign-flip"}
        The test that gives the verdict; "wilcoxon" ranks zeros as Pratt does.
    level, alternative
        Of the test.

    Returns
    -------
    Flip or None
        None if no removal changes the verdict, or if the test has no answer to begin with. Of several
        smallest sets it is the one that moves the test furthest (with ties, one of them); for an undecided
        verdict that two sets of one size would settle in opposite ways, the one on the statistic's side.

    Notes
    -----
    Exact for the paired t-test (`removals_t` has the argument; at unusually low levels, one-sided below
    0.85, a loss of significance is so only if no difference of zero or less is repeated), the sign and
    sign-flip tests (`removals`) and the signed-rank test without ties (`removals_rank`). With ties it is
    exact for up to 15 datasets, and for more as long as all choices can be tried in about half a second;
    beyond, and for a sign-flip test that can only be approximated, `exact` is false and the number is an
    upper bound. Parts of the table on which the test does not exist, as a t-test of equal differences,
    have no verdict and count as no change.

    Examples
    --------
    >>> z = np.array([5.0, -3, 0, 6, -11, -10, 4, 9, 0, 7])
    >>> flip = smallest_flip(z, test="paired-t")
    >>> flip.removed, round(flip.before.statistic, 2), round(flip.after.statistic, 2), flip.after.verdict
    ((4, 5), 0.32, 2.41, <Verdict.BETTER: 'better'>)
    """
    reader = _verdict_change_reader(differences, test=test, level=level, alternative=alternative)
    before = reader.read(slice(None))
    if before is None:
        return None
    smallest, most = None, reader.differences.size - 1
    exact = test != "sign-flip" or can_be_counted(reader.differences)
    for side in _verdict_change_sides(before, alternative):
        outcome = _search_removals(reader, before, side=side, most=most)
        exact = exact and outcome.exact
        if outcome.indices is not None:
            smallest, most = outcome.indices, outcome.indices.size - 1
    after = None if smallest is None else reader.read_without(smallest)
    if smallest is None or after is None:
        return None
    removed = tuple(int(i) for i in smallest)
    return Flip(test=test, removed=removed, before=before, after=after, exact=exact)


def leave_one_out(
    differences: Floats,
    *,
    test: DatasetTest,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> tuple[SubsetResult | None, ...]:
    """Return what the test says without each dataset in turn; None where it has no answer.

    >>> readings = leave_one_out(np.array([1.0, 2, 3, 4, 5, 6]), test="wilcoxon")
    >>> {r.verdict.value for r in readings}  # five datasets cannot be significant
    {'undecided'}
    """
    reader = _verdict_change_reader(differences, test=test, level=level, alternative=alternative)
    return tuple(reader.read_without(np.array([i])) for i in range(reader.differences.size))


def share_of_subsets(
    differences: Floats,
    size: int,
    *,
    rng: np.random.Generator,
    test: DatasetTest,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
    draws: int = 2000,
) -> Shares:
    """Return how often parts of the table with `size` datasets give each verdict.

    All parts are looked at if there are at most `draws` of them, and as many random ones otherwise.
    """
    reader = _verdict_change_reader(differences, test=test, level=level, alternative=alternative)
    n = reader.differences.size
    _check_size(size, n)
    exact = comb(n, size) <= draws
    if exact:
        subsets = [np.array(c) for c in combinations(range(n), size)]
    else:
        subsets = [np.sort(rng.permutation(n)[:size]) for _ in range(draws)]
    words = [r.verdict if (r := reader.read(s)) else None for s in subsets]
    shares = [words.count(w) / len(words) for w in (Verdict.BETTER, Verdict.WORSE, Verdict.UNDECIDED, None)]
    return Shares(
        size=size,
        better=shares[0],
        worse=shares[1],
        undecided=shares[2],
        without_answer=shares[3],
        subsets=len(words),
        exact=exact,
        standard_error=0.0 if exact else max(sqrt(s * (1 - s) / len(words)) for s in shares),
    )


def pick_by_hand(
    differences: Floats,
    size: int,
    *,
    test: DatasetTest,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> HandPicked | None:
    """Return the part of the table with `size` datasets that speaks most for b, and the one most against.

    Exact for the paired t-test (of the parts that vary), the sign and sign-flip tests, and the signed-rank
    test without ties and zeros. None if the test has no answer for any such part.

    >>> picked = pick_by_hand(np.array([5.0, -3, 0, 6, -11, -10, 4, 9, 0, 7]), 8, test="paired-t")
    >>> round(picked.best_reading.statistic, 2), round(picked.worst_reading.statistic, 2)
    (2.41, -0.49)
    """
    reader = _verdict_change_reader(differences, test=test, level=level, alternative=alternative)
    values = reader.differences
    _check_size(size, values.size)
    best, worst = (_most_favourable_part(side * values, size, test) for side in (1, -1))
    best_reading, worst_reading = reader.read(best), reader.read(worst)
    if best_reading is None or worst_reading is None:
        return None
    sizes = np.abs(values)
    return HandPicked(
        best=tuple(int(i) for i in best),
        best_reading=best_reading,
        worst=tuple(int(i) for i in worst),
        worst_reading=worst_reading,
        exact=test != "wilcoxon" or bool(np.unique(sizes).size == sizes.size and sizes.all()),
    )


def _verdict_change_reader(
    differences: Floats, *, test: str, level: float, alternative: Alternative
) -> _Reader:
    if test not in _SEARCHES:
        raise unknown_choice_error(test, where="test", known=tuple(_SEARCHES))
    return _Reader(check_differences(differences, level=level), test, level, alternative)


def _verdict_change_sides(before: SubsetResult, alternative: Alternative) -> tuple[int, ...]:
    """Return which ways to turn the differences so that the question is about b being better."""
    if before.verdict is not Verdict.UNDECIDED:
        return (1,) if before.verdict is Verdict.BETTER else (-1,)
    allowed = {Alternative.GREATER: (1,), Alternative.LESS: (-1,), Alternative.TWO_SIDED: (1, -1)}[
        alternative
    ]
    return allowed if before.statistic >= 0 else allowed[::-1]


def _search_removals(reader: _Reader, before: SubsetResult, *, side: int, most: int) -> Removal:
    alpha = significance(reader.level)
    goal = Goal(
        tail=alpha / 2 if reader.alternative is Alternative.TWO_SIDED else alpha,
        losing=before.verdict is not Verdict.UNDECIDED,
        most=most,
        confirm=lambda removed: (
            (after := reader.read_without(removed)) is not None and after.verdict is not before.verdict
        ),
    )
    return _SEARCHES[reader.test](side * reader.differences, goal)


def _most_favourable_part(differences: Floats, size: int, test: str) -> Ints:
    """Return the part of this size that makes the p-value for b smallest."""
    if test == "paired-t":
        return extreme_subset(differences, size)
    against = leaving_order(differences, losing=False)
    # Beyond the negative ones nothing lowers the p-value further: the smallest of the rest go.
    rest = np.setdiff1d(np.argsort(np.abs(differences), kind="stable"), against, assume_unique=True)
    return np.sort(np.concatenate([against, rest])[differences.size - size :])


def _check_size(size: int, n: int) -> None:
    if not 1 <= size <= n:
        raise ProcedureError(
            f"a part of {n} datasets cannot have {size} of them",
            where="size",
            fix=f"use a size from 1 to {n}",
            code="BO053",
        )
