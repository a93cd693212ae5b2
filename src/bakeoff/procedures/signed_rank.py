"""Wilcoxon's signed-rank test, of whether advantages are symmetric about zero."""

from functools import partial
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np

from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.results import Alternative, Estimate, TestResult
from bakeoff.core.words import counted
from bakeoff.procedures.arguments import check_arguments
from bakeoff.procedures.differences import checked, decimal, unknown
from bakeoff.procedures.intervals import p_of_signed_sums, settled, tail_level
from bakeoff.procedures.signed_rank_null import EXACT_UP_TO, tail
from bakeoff.procedures.signed_rank_shift import EXACT_SHIFT_UP_TO, lower_end
from bakeoff.procedures.walsh import Distinct, distinct, pseudo_median

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
        raise unknown(zeros, where="zeros", known=RULES)
    values = checked(differences, level=level)
    asked = Asked(level, alternative, zeros)
    ranks, sample = _signed_ranks(values, zeros), distinct(values)
    p_value = p_of_signed_sums(partial(tail, ranks.flipped), ranks.plus, ranks.minus, alternative)
    return answered(values, ranks, Found(p_value, pseudo_median(sample), *_ends(sample, asked)), asked)


class Asked(NamedTuple):
    """What is asked of the test."""

    level: float
    alternative: Alternative
    zeros: ZeroRule


class Found(NamedTuple):
    """What was computed of one pair: ends are the shifts between which the test does not reject."""

    p_value: float
    pseudo_median: float
    low: float
    high: float


def answered(values: Floats, ranks: "SignedRanks", found: Found, asked: Asked) -> TestResult:
    """Return the result of one pair, given what was computed of it."""
    value, low, high = (decimal(number, like=values) for number in found[1:])
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
            interval=settled(
                low,
                high,
                p_value=found.p_value,
                level=asked.level,
                alternative=asked.alternative,
                estimate=value,
            ),
        ),
        n=values.size,
        method=_method(ranks, values, asked.zeros),
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


def _ends(sample: Distinct, asked: Asked) -> tuple[float, float]:
    """Return the ends of the shifts that the test keeps; the end that is not asked for is not computed."""
    tail_mass = tail_level(asked.level, asked.alternative)
    low = -np.inf if asked.alternative is Alternative.LESS else lower_end(sample, tail_mass)
    high = np.inf if asked.alternative is Alternative.GREATER else -lower_end(sample.mirrored, tail_mass)
    return low, high


_DRAWS = {"pratt": "by Pratt's rule", "wilcox": "dropped", "zsplit": "split"}


def _method(ranks: SignedRanks, values: Floats, rule: ZeroRule) -> str:
    exact = ranks.flipped.size <= EXACT_UP_TO
    words = ["exact" if exact else "normal approximation, corrected for ties and kurtosis"]
    if exact and values.size > EXACT_SHIFT_UP_TO and np.unique(values).size < values.size:
        words.append("interval by normal approximation")
    if ranks.ties:
        words.append(f"{ranks.ties} tied")
    if ranks.zeros:
        words.append(f"{counted(ranks.zeros, 'draw')} {_DRAWS[rule]}")
    return ", ".join(words)
