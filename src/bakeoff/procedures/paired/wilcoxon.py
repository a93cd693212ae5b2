"""Wilcoxon's signed-rank test, of whether advantages are symmetric about zero: one pair, or many at once."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from math import inf
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.results import Alternative, Estimate, TestResult
from bakeoff.core.words import write_count
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_differences, round_to_decimal, unknown_choice_error
from bakeoff.procedures.base.intervals import p_of_signed_sums, settle_interval, tail_level
from bakeoff.procedures.base.signed_rank_null import EXACT_UP_TO, doubled_ranks, rank_sum_tail, tied_groups
from bakeoff.procedures.paired.signed_rank_interval import (
    EXACT_SHIFT_UP_TO,
    Samples,
    is_likelier,
    lower_end,
    lower_ends,
)
from bakeoff.procedures.paired.walsh import DistinctValues, count_distinct, pseudo_median

ZeroRule = Literal["pratt", "wilcox", "zsplit"]
RULES: tuple[ZeroRule, ...] = ("pratt", "wilcox", "zsplit")
_ASSUMPTIONS = (
    "the datasets are independent of each other",
    "under the null, gains and losses of the same size are equally likely",
)


@check_arguments
def wilcoxon(
    differences: Floats,
    *,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
    zeros: ZeroRule = "pratt",
) -> TestResult:
    """Test that b's advantages are symmetric about zero, exactly, with the interval that inverts the test.

    Parameters
    ----------
    differences : array of shape (n,)
        The advantage of b over a on each dataset, free of floating-point noise: equal means tied.
    level : float
        Confidence level of the interval.
    alternative : Alternative
        Which advantages count as evidence against the null.
    zeros : {"pratt", "wilcox", "zsplit"}
        What becomes of differences of zero. "pratt" ranks them with the others and then leaves them out,
        which keeps the p-value monotone in the shift, so that test and interval agree. "wilcox" drops
        them first, as Wilcoxon and R do. "zsplit" gives half of their ranks to either side and lets the
        null flip them too, as Demšar's rank sums do.

    Returns
    -------
    TestResult
        The statistic is R+ - R-; both rank sums are in `steps`. The estimate is the pseudo-median of
        Hodges and Lehmann: the median of the averages of all pairs of differences.

    Notes
    -----
    Null: an advantage of x and one of -x are equally likely, for every x. Assumes independent datasets
    whose differences can be compared in size. Under skewness it speaks of the pseudo-median, neither of
    the mean (`paired_t`, `sign_flip`) nor of the median (`sign`). Ties and zeros are conditioned on: the
    null distribution flips the signs of the very ranks that were observed. Up to 1,000 differences it is
    counted exactly; beyond, the normal approximation is corrected for ties and kurtosis.

    The interval holds the shifts that the test does not reject. With n differences that are all zero
    it is [0, 0] as soon as n can reach the level (6 for 95 %), and unbounded before: what the same test
    says of any constant difference, shifted to zero. Sources: `wilcoxon1945`, `pratt1959`,
    `hodges1963`.

    Examples
    --------
    >>> result = wilcoxon(np.array([5.0, -3, 0, 6, -11, -10, 4, 9, 0, 7]))
    >>> round(result.p_value, 2), result.estimate.value
    (0.73, 1.5)
    >>> result.estimate.interval.low, result.estimate.interval.high
    (-5.0, 6.0)
    """
    if zeros not in RULES:
        raise unknown_choice_error(zeros, where="zeros", known=RULES)
    values = check_differences(differences, level=level)
    request = Request(level, alternative, zeros)
    ranks, sample = _signed_ranks(values, zeros), count_distinct(values)
    p_value = p_of_signed_sums(partial(rank_sum_tail, ranks.flipped), ranks.plus, ranks.minus, alternative)
    return build_result(
        values,
        ranks,
        RankTestValues(p_value, pseudo_median(sample), *_wilcoxon_ends(sample, request)),
        request,
    )


class Request(NamedTuple):
    """What is asked of the test."""

    level: float
    alternative: Alternative
    zeros: ZeroRule


class RankTestValues(NamedTuple):
    """What was computed of one pair: ends are the shifts between which the test does not reject."""

    p_value: float
    pseudo_median: float
    low: float
    high: float


def build_result(values: Floats, ranks: "SignedRanks", found: RankTestValues, asked: Request) -> TestResult:
    """Return the result of one pair, given what was computed of it."""
    value, low, high = (round_to_decimal(number, like=values) for number in found[1:])
    return TestResult(
        procedure="wilcoxon",
        null="the advantages of b over a are symmetric about zero",
        alternative=asked.alternative,
        statistic=(ranks.plus - ranks.minus) / 2,
        df=None,
        p_value=found.p_value,
        estimate=Estimate(
            of="pseudo-median advantage",
            value=value,
            interval=settle_interval(
                low,
                high,
                p_value=found.p_value,
                level=asked.level,
                alternative=asked.alternative,
                estimate=value,
            ),
        ),
        n=values.size,
        method=_wilcoxon_method(ranks, values, asked.zeros),
        assumptions=_ASSUMPTIONS,
        citation="wilcoxon1945",
        steps=MappingProxyType(
            {
                "rank_sum_plus": ranks.plus / 2,
                "rank_sum_minus": ranks.minus / 2,
                "zeros": ranks.zeros,
                "ties": ranks.ties,
            }
        ),
    )


class SignedRanks(NamedTuple):
    """Ranks of the absolute differences, doubled so that the mean of two ranks is whole."""

    plus: int  # the sum of those of positive differences
    minus: int
    flipped: Ints  # the ranks that the null gives random signs
    zeros: int
    ties: int  # how many other differences share their size with another


def _signed_ranks(values: Floats, rule: ZeroRule) -> SignedRanks:
    zeros = int(np.count_nonzero(values == 0))
    ranked = values[values != 0] if rule == "wilcox" else values
    _, group, size = np.unique(np.abs(ranked), return_inverse=True, return_counts=True)
    doubled = (2 * np.cumsum(size) - size + 1)[group]
    # z tied zeros have the doubled rank z + 1 each, z(z + 1) together: half of it for either side.
    split = zeros * (zeros + 1) // 2 if rule == "zsplit" else 0
    return SignedRanks(
        plus=int(doubled[ranked > 0].sum()) + split,
        minus=int(doubled[ranked < 0].sum()) + split,
        flipped=doubled if rule == "zsplit" else doubled[ranked != 0],
        zeros=zeros,
        ties=int(np.count_nonzero((size[group] > 1) & (ranked != 0))),
    )


def _wilcoxon_ends(sample: DistinctValues, asked: Request) -> tuple[float, float]:
    """Return the ends of the shifts that the test keeps; the end that is not asked for is not computed."""
    tail_mass = tail_level(asked.level, asked.alternative)
    low = -np.inf if asked.alternative is Alternative.LESS else lower_end(sample, tail_mass)
    high = np.inf if asked.alternative is Alternative.GREATER else -lower_end(sample.mirrored, tail_mass)
    return low, high


_DRAWS = {"pratt": "by Pratt's rule", "wilcox": "dropped", "zsplit": "split"}


def _wilcoxon_method(ranks: SignedRanks, values: Floats, rule: ZeroRule) -> str:
    exact = ranks.flipped.size <= EXACT_UP_TO
    words = ["exact" if exact else "normal approximation, corrected for ties and kurtosis"]
    if exact and values.size > EXACT_SHIFT_UP_TO and np.unique(values).size < values.size:
        words.append("interval by normal approximation")
    if ranks.ties:
        words.append(f"{ranks.ties} tied")
    if ranks.zeros:
        words.append(f"{write_count(ranks.zeros, 'draw')} {_DRAWS[rule]}")
    return ", ".join(words)


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
    values = [check_differences(differences, level=level) for differences in difference_lists]
    answers: list[TestResult | None] = [None] * len(values)
    for alike, table in _wilcoxon_blocks(values):
        for place, answer in zip(alike, _test_block(table, level, alternative), strict=True):
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
    values = [check_differences(differences, level=0.95) for differences in difference_lists]
    for alike, table in _wilcoxon_blocks(values):
        signs[alike] = _wilcoxon_signs(table, alpha)
    for place in np.flatnonzero(signs == 2):
        result = wilcoxon(values[place])
        signs[place] = int(np.sign(result.estimate.value)) if result.p_value < alpha else 0
    return signs


def _wilcoxon_blocks(values: Sequence[Floats]) -> Iterator[tuple[Ints, Floats]]:
    """Yield pairs with as many datasets each, as tables; those with very many or hardly any are left out."""
    sizes = np.array([v.size for v in values])
    for n in np.unique(sizes[(sizes > 1) & (sizes <= EXACT_SHIFT_UP_TO)]).tolist():
        every = np.flatnonzero(sizes == n)
        few = max(1, _SUMS // (n * (n + 1) // 2))
        for start in range(0, every.size, few):
            alike = every[start : start + few]
            yield alike, np.array([values[i] for i in alike])


def _test_block(table: Floats, level: float, alternative: Alternative) -> Iterator[TestResult]:
    request = Request(level, alternative, "pratt")
    samples, mass = Samples.of(table), tail_level(level, alternative)
    unbounded = np.full(len(table), inf)
    lows = -unbounded if alternative is Alternative.LESS else lower_ends(samples, mass)
    highs = unbounded if alternative is Alternative.GREATER else -lower_ends(samples.mirrored, mass)
    middles = samples.pseudo_medians()
    for i, ranks in enumerate(_iterate_signed_ranks(table)):
        chance = partial(_cached_tail, ranks.flipped.tobytes())
        p_value = p_of_signed_sums(chance, ranks.plus, ranks.minus, alternative)
        computed = RankTestValues(p_value, float(middles[i]), float(lows[i]), float(highs[i]))
        yield build_result(table[i], ranks, computed, request)


@lru_cache(maxsize=1 << 15)
def _cached_tail(doubled: bytes, rank_sum: int) -> float:
    """Return the chance of a rank sum; intervals of another level ask for the same p-values again."""
    return rank_sum_tail(np.frombuffer(doubled, dtype=np.int64), rank_sum)


def _iterate_signed_ranks(table: Floats) -> Iterator[SignedRanks]:
    """Yield what `wilcoxon` ranks, of one pair after the other."""
    ordered, doubled, size = _rank_table(table)
    gains, losses = ordered > 0, ordered < 0
    plus, minus = (doubled * gains).sum(axis=1), (doubled * losses).sum(axis=1)
    zeros = np.count_nonzero(ordered == 0, axis=1)
    ties = np.count_nonzero((size > 1) & (ordered != 0), axis=1)
    for i, skipped in enumerate(zeros.tolist()):
        yield SignedRanks(int(plus[i]), int(minus[i]), doubled[i, skipped:], skipped, int(ties[i]))


def _rank_table(table: Floats) -> tuple[Floats, Ints, Ints]:
    """Return the differences by their sizes, zeros first, their doubled ranks, and how many share each."""
    ordered = np.take_along_axis(table, np.argsort(np.abs(table), axis=1, kind="stable"), axis=1)
    before, size = tied_groups(np.abs(ordered))
    return ordered, doubled_ranks(before, size), size


def _wilcoxon_signs(table: Floats, alpha: float) -> Ints:
    """Return the signs of the pairs of a table; 2 where only the whole test can tell."""
    ordered, doubled, size = _rank_table(table)
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
