"""Wilcoxon's signed-rank test of many pairs, each with its interval: what can be done once is done once."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from math import inf

import numpy as np

from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.results import Alternative, TestResult
from bakeoff.procedures.arguments import check_arguments
from bakeoff.procedures.differences import checked
from bakeoff.procedures.intervals import p_of_signed_sums, tail_level
from bakeoff.procedures.signed_rank import Asked, Found, SignedRanks, answered, wilcoxon
from bakeoff.procedures.signed_rank_null import doubled_ranks, tail, tied_groups
from bakeoff.procedures.signed_rank_shift import EXACT_SHIFT_UP_TO
from bakeoff.procedures.signed_rank_shifts import Samples, is_likelier, lower_ends

_SUMS = 1 << 20  # Walsh averages held at a time


@check_arguments
def wilcoxon_pairs(
    difference_lists: Sequence[Floats],
    *,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> tuple[TestResult, ...]:
    """Test many pairs, each as `wilcoxon` does, with the same results.

    Parameters
    ----------
    difference_lists : sequence of arrays
        For each pair the advantage of b over a on each dataset that the pair shares.
    level : float
        Confidence level of each interval.
    alternative : Alternative
        Which advantages count as evidence against the null.

    Examples
    --------
    >>> first, second = wilcoxon_pairs([np.array([3.0, 1, 2, 2, 5, 4]), np.array([1.0, -1, 2, 0, 3, -2])])
    >>> first.p_value, second.p_value
    (0.03125, 0.6875)
    """
    values = [checked(differences, level=level) for differences in difference_lists]
    answers: list[TestResult | None] = [None] * len(values)
    for alike, table in _blocks(values):
        for place, answer in zip(alike, _answers(table, level, alternative), strict=True):
            answers[place] = answer
    return tuple(
        wilcoxon(values[i], level=level, alternative=alternative) if answer is None else answer
        for i, answer in enumerate(answers)
    )


def wilcoxon_signs(difference_lists: Sequence[Floats], *, alpha: float) -> Ints:
    """Return which way each pair is decided by a two-sided p-value below alpha: 1, -1, or 0 for not at all.

    What `wilcoxon` would say, without the rest of its answer: the sign of the pseudo-median where p < alpha.

    >>> wilcoxon_signs([np.array([3.0, 1, 2, 2, 5, 4]), np.array([1.0, -1, 2, 0, 3, -2])], alpha=0.05).tolist()
    [1, 0]
    """
    signs = np.full(len(difference_lists), 2)
    values = [checked(differences, level=0.95) for differences in difference_lists]
    for alike, table in _blocks(values):
        signs[alike] = _signs(table, alpha)
    for place in np.flatnonzero(signs == 2):
        result = wilcoxon(values[place])
        signs[place] = int(np.sign(result.estimate.value)) if result.p_value < alpha else 0
    return signs


def _blocks(values: Sequence[Floats]) -> Iterator[tuple[Ints, Floats]]:
    """Yield pairs with as many datasets each, as tables; those with very many or hardly any are left out."""
    sizes = np.array([v.size for v in values])
    for n in np.unique(sizes[(sizes > 1) & (sizes <= EXACT_SHIFT_UP_TO)]).tolist():
        every = np.flatnonzero(sizes == n)
        few = max(1, _SUMS // (n * (n + 1) // 2))
        for start in range(0, every.size, few):
            alike = every[start : start + few]
            yield alike, np.array([values[i] for i in alike])


def _answers(table: Floats, level: float, alternative: Alternative) -> Iterator[TestResult]:
    asked = Asked(level, alternative, "pratt")
    samples, mass = Samples.of(table), tail_level(level, alternative)
    unbounded = np.full(len(table), inf)
    lows = -unbounded if alternative is Alternative.LESS else lower_ends(samples, mass)
    highs = unbounded if alternative is Alternative.GREATER else -lower_ends(samples.mirrored, mass)
    middles = samples.pseudo_medians()
    for i, ranks in enumerate(_every_signed_ranks(table)):
        chance = partial(_counted, ranks.flipped.tobytes())
        p_value = p_of_signed_sums(chance, ranks.plus, ranks.minus, alternative)
        found = Found(p_value, float(middles[i]), float(lows[i]), float(highs[i]))
        yield answered(table[i], ranks, found, asked)


@lru_cache(maxsize=1 << 15)
def _counted(doubled: bytes, rank_sum: int) -> float:
    """Return the chance of a rank sum; intervals of another level ask for the same p-values again."""
    return tail(np.frombuffer(doubled, dtype=np.int64), rank_sum)


def _every_signed_ranks(table: Floats) -> Iterator[SignedRanks]:
    """Yield what `wilcoxon` ranks, of one pair after the other."""
    ordered, doubled, size = _ranked(table)
    gains, losses = ordered > 0, ordered < 0
    plus, minus = (doubled * gains).sum(axis=1), (doubled * losses).sum(axis=1)
    zeros = np.count_nonzero(ordered == 0, axis=1)
    ties = np.count_nonzero((size > 1) & (ordered != 0), axis=1)
    for i, skipped in enumerate(zeros.tolist()):
        yield SignedRanks(int(plus[i]), int(minus[i]), doubled[i, skipped:], skipped, int(ties[i]))


def _ranked(table: Floats) -> tuple[Floats, Ints, Ints]:
    """Return the differences by their sizes, zeros first, their doubled ranks, and how many share each."""
    ordered = np.take_along_axis(table, np.argsort(np.abs(table), axis=1, kind="stable"), axis=1)
    before, size = tied_groups(np.abs(ordered))
    return ordered, doubled_ranks(before, size), size


def _signs(table: Floats, alpha: float) -> Ints:
    """Return the signs of the pairs of a table; 2 where only the whole test can tell."""
    ordered, doubled, size = _ranked(table)
    flipped = np.where(ordered == 0, 0, doubled)
    plus, minus = (np.where(side, doubled, 0).sum(axis=1) for side in (ordered > 0, ordered < 0))
    undecided = is_likelier(flipped, np.minimum(plus, minus), alpha / 2)
    # R+ - R- is the number of positive Walsh averages less that of negative ones. Averages of zero come from zeros
    # and from ties of opposite signs; where they are fewer than that, the median is on the side of the majority.
    lead = (plus - minus) // 2
    zeros = np.count_nonzero(ordered == 0, axis=1)
    opposed = (
        np.where(size > 1, size, 0).sum(axis=1) // 4
    )  # of a tie of c, at most c²/4: c/4 for each of them
    sure = np.abs(lead) > zeros * (zeros + 1) // 2 + opposed
    signs: Ints = np.where(undecided, 0, np.where(sure, np.sign(lead), 2))
    return signs
