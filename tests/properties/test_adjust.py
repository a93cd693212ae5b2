"""Laws that every adjustment obeys."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.procedures.base.adjust import Adjustment, adjust

probability = st.one_of(st.floats(0, 1), st.sampled_from([0.0, 1.0, 0.05, 1e-300]))
families = st.integers(2, 5).flatmap(
    lambda k: st.lists(probability, min_size=k * (k - 1) // 2, max_size=k * (k - 1) // 2).map(
        lambda p: (k, np.array(p))
    )
)


@settings(deadline=None)
@given(families, st.sampled_from(Adjustment))
def test_adjusted_values_lie_between_the_p_value_and_one(family, method):
    k, p = family
    adjusted = adjust(p, method, classifiers=k)
    assert (adjusted >= p * (1 - 1e-12)).all()
    assert (adjusted <= 1).all()


@settings(deadline=None)
@given(families, st.sampled_from([m for m in Adjustment if m is not Adjustment.BERGMANN_HOMMEL]))
def test_a_smaller_p_value_never_has_a_larger_adjusted_one(family, method):
    # Bergmann and Hommel's procedure is the exception: it looks at which pair, not only at how small its p-value is.
    k, p = family
    adjusted = adjust(p, method, classifiers=k)[np.argsort(p, kind="stable")]
    assert (np.diff(adjusted) >= -1e-15).all()


@settings(deadline=None)
@given(
    families, st.sampled_from([m for m in Adjustment if m is not Adjustment.BERGMANN_HOMMEL]), st.randoms()
)
def test_the_order_of_the_comparisons_is_irrelevant(family, method, random):
    k, p = family
    order = list(range(p.size))
    random.shuffle(order)
    shuffled = adjust(p[order], method, classifiers=k)
    assert np.array_equal(shuffled, adjust(p, method, classifiers=k)[order])


@settings(deadline=None)
@given(families)
def test_more_assumptions_never_make_an_adjustment_larger(family):
    k, p = family
    bonferroni, holm, hochberg, hommel = (adjust(p, m) for m in ("bonferroni", "holm", "hochberg", "hommel"))
    shaffer, bergmann = (adjust(p, m, classifiers=k) for m in ("shaffer", "bergmann-hommel"))
    slack = 1 + 1e-12
    assert (holm <= bonferroni * slack).all()
    assert (hochberg <= holm * slack).all()
    assert (hommel <= hochberg * slack).all()
    assert (shaffer <= holm * slack).all()
    assert (bergmann <= shaffer * slack).all()
    assert (adjust(p, "bh") <= adjust(p, "by") * slack).all()
