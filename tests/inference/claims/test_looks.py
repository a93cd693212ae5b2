"""Claims over several looks at the same data: what an earlier look takes from a later one."""

import numpy as np
import pytest

import bakeoff
from bakeoff.core.ledger import Look, LookedPair, LookKind, Spending
from bakeoff.core.results import Verdict
from bakeoff.inference.claims.looks import judge_over_looks

# b is better on all of six datasets: p = 2/64, to the last bit.
TABLE = {"dataset": list("uvwxyz"), "a": [0.5] * 6, "b": [0.61, 0.62, 0.63, 0.64, 0.65, 0.66]}


def look(p_value):
    pair = LookedPair(a="a", b="c", test="wilcoxon", p_value=p_value, p_adjusted=None, verdict="undecided")
    return Look(kind=LookKind.COMPARISON, identity="1", marks=(), source="t", settings={}, pairs=(pair,))


@pytest.mark.parametrize(("alpha", "verdict"), [(0.0625, Verdict.UNDECIDED), (0.0626, Verdict.BETTER)])
def test_a_claim_stands_over_looks_where_its_p_value_is_below_the_level_as_it_does_by_itself(alpha, verdict):
    comparison = bakeoff.compare(TABLE, test="wilcoxon")
    assert comparison.pairs[0].p_value == 2 / 64
    (pair,) = judge_over_looks(comparison, [look(1.0)], spending=Spending.HOLM, alpha=alpha, level=0.9375)
    assert pair.p_over_looks == 2 * 2 / 64  # Holm's: the smaller of two
    assert (pair.verdict, pair.verdict_over_looks) == (Verdict.BETTER, verdict)


def test_a_p_value_that_equals_the_level_decides_nothing_by_itself_either():
    (pair,) = bakeoff.compare(TABLE, test="wilcoxon", level=1 - 2 / 64).pairs
    assert (pair.p_value, pair.verdict) == (2 / 64, Verdict.UNDECIDED)
    (pair,) = bakeoff.compare(TABLE, test="wilcoxon", level=float(np.nextafter(1 - 2 / 64, 0))).pairs
    assert pair.p_value == 2 / 64
