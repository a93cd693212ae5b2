"""Two one-sided tests against R and enumeration of all signs."""

from fractions import Fraction

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.equivalence import tost
from bakeoff.procedures.paired.paired_t import paired_t
from bakeoff.procedures.paired.sign_flip import sign_flip
from bakeoff.procedures.paired.wilcoxon import wilcoxon
from enumeration import flip_tails, signed_rank_tails
from paired_reference import CASES, ROWS

DECIMALS = np.array([0.01, -0.03, 0.02, 0.0, -0.01, 0.01, 0.02, -0.02])


@pytest.mark.parametrize("row", [row for row in ROWS if row["test"] == "tost"], ids=str)
def test_it_agrees_with_rs_t_tests(row):
    # Source: paired.R, R 4.2.2, the larger p of t.test(mu = -margin, "greater") and t.test(mu = margin, "less").
    p = tost(paired_t, CASES[row["case"]], margin=float(row["what"]))
    assert p == pytest.approx(float(row["value"]), rel=1e-9)


@pytest.mark.parametrize("margin", [0.01, 0.02, 0.05])
def test_ties_at_the_margin_stay_ties(margin):
    # Source: all 2^8 signs of the decimal differences plus and minus the margin, in fractions.
    exact, shift = [Fraction(repr(d)) for d in DECIMALS.tolist()], Fraction(repr(margin))
    ranks = max(
        signed_rank_tails([d + shift for d in exact], "pratt")[0],
        signed_rank_tails([d - shift for d in exact], "pratt")[1],
    )
    sums = max(flip_tails([d + shift for d in exact])[0], flip_tails([d - shift for d in exact])[1])
    assert tost(wilcoxon, DECIMALS, margin=margin) == pytest.approx(float(ranks), rel=1e-14)
    drawn = tost(sign_flip, DECIMALS, margin=margin, rng=np.random.default_rng(0))
    assert drawn == pytest.approx(float(sums), rel=1e-14)


@pytest.mark.parametrize("margin", [0.0, -1.0, np.nan, np.inf])
def test_a_margin_must_be_positive(margin):
    with pytest.raises(ProcedureError) as caught:
        tost(paired_t, DECIMALS, margin=margin)
    assert caught.value.code == "BO053"


def test_only_tests_of_one_pair_can_be_shifted():
    with pytest.raises(TypeError, match="TestResult"):
        tost(lambda differences, **_: differences, DECIMALS, margin=0.1)
