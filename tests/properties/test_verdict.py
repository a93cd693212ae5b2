"""Laws of the verdict."""

from hypothesis import given
from hypothesis import strategies as st

from bakeoff.core.results import Interval, Verdict, significance
from bakeoff.inference.judge import judge

ALPHA = significance(0.95)
MIRROR = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}
numbers = st.floats(-1, 1)
intervals = st.tuples(numbers, numbers).map(lambda p: Interval(low=min(p), high=max(p), level=0.95))
margins = st.floats(0, 0.5)


def p_for(interval):
    """A p-value that agrees with the interval, as every procedure's does."""
    return 0.5 if interval.low <= 0 <= interval.high else 0.01


@given(intervals, margins)
def test_swapping_the_classifiers_mirrors_the_verdict(interval, margin):
    swapped = Interval(low=-interval.high, high=-interval.low, level=interval.level)
    verdict = judge(interval, p_value=p_for(interval), margin=margin)
    assert judge(swapped, p_value=p_for(interval), margin=margin) is MIRROR.get(verdict, verdict)


@given(intervals, margins, st.floats(0, 1))
def test_more_uncertainty_never_makes_us_surer(interval, margin, extra):
    wider = Interval(low=interval.low - extra, high=interval.high + extra, level=interval.level)
    verdict = judge(interval, p_value=p_for(interval), margin=margin)
    wide_verdict = judge(wider, p_value=p_for(wider), margin=margin)
    allowed = {verdict, Verdict.UNDECIDED}
    if verdict is Verdict.EQUIVALENT:  # a certain, small difference may be called by its sign again
        allowed |= {Verdict.BETTER, Verdict.WORSE}
    assert wide_verdict in allowed


@given(intervals, st.floats(0, 1))
def test_without_a_margin_nothing_is_equivalent(interval, p_value):
    assert judge(interval, p_value=p_value, margin=0.0) is not Verdict.EQUIVALENT


@given(intervals, margins)
def test_a_large_p_value_is_never_called_better_or_worse(interval, margin):
    assert judge(interval, p_value=ALPHA, margin=margin) in {Verdict.UNDECIDED, Verdict.EQUIVALENT}


@given(margins)
def test_an_interval_that_ends_at_zero_is_settled_by_the_p_value(margin):
    touching = Interval(low=0.0, high=0.9, level=0.95)
    assert judge(touching, p_value=0.04, margin=margin) is Verdict.BETTER
    assert judge(touching, p_value=0.06, margin=margin) is Verdict.UNDECIDED
