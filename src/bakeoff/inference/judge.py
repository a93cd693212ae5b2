"""Judge: from a test and a margin to one of four words; the only place where a verdict is made."""

from collections.abc import Mapping
from typing import NamedTuple

from bakeoff.core.comparison import PairTest, Settings
from bakeoff.core.results import Interval, Posterior, Verdict, significance


class Judgement(NamedTuple):
    """What the test that carries the verdict says of one pair, and the verdict itself."""

    test: PairTest
    verdict: Verdict
    verdicts_at: Mapping[str, Verdict]  # the same at other levels, such as "0.99"


def judge_test(test: PairTest, settings: Settings) -> Verdict:
    """Judge what one procedure says of a pair, at the level and by the margin of the settings."""
    if isinstance(test.result, Posterior):
        return judge_posterior(test.result, level=settings.level)
    return judge(test.result.estimate.interval, p_value=test.p_value, margin=settings.margin)


def judge(interval: Interval, *, p_value: float | None, margin: float) -> Verdict:
    """Judge the advantage of b over a, given the smallest one that matters.

    `p_value` and `interval` come from one test; `p_value` settles the case of an interval that ends
    exactly at zero; without one nothing is shown to differ. Without a margin nothing is ever called equivalent.

    >>> judge(Interval(low=-4.3, high=5.7, level=0.95), p_value=0.76, margin=0.0)
    <Verdict.UNDECIDED: 'undecided'>
    >>> judge(Interval(low=0.1, high=0.4, level=0.95), p_value=0.01, margin=0.5)
    <Verdict.EQUIVALENT: 'equivalent'>
    """
    # An interval at level L inside the margin is two one-sided tests at (1 - L)/2 each. It comes
    # first: a difference that is certain but smaller than what matters is equivalent in practice.
    if -margin < interval.low and interval.high < margin:
        return Verdict.EQUIVALENT
    if p_value is None or p_value >= significance(interval.level):
        return Verdict.UNDECIDED
    if interval.low >= 0:
        return Verdict.BETTER
    if interval.high <= 0:
        return Verdict.WORSE
    return Verdict.UNDECIDED


def judge_posterior(posterior: Posterior, *, level: float) -> Verdict:
    """Judge by posterior probabilities: a word needs a probability of at least `level`."""
    if posterior.margin > 0 and posterior.equivalent >= level:
        return Verdict.EQUIVALENT
    if posterior.better >= level:
        return Verdict.BETTER
    if posterior.worse >= level:
        return Verdict.WORSE
    return Verdict.UNDECIDED
