"""Tails and quantiles of the studentised range against mpmath, Student's t and printed tables."""

from math import inf, sqrt

import numpy as np
import pytest
from mpmath import betainc, erfc, mp, mpf

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.many.studentized_range import isf, quantile, sf
from reference_values import rows

MPMATH = [
    (int(r["k"]), float(r["df"]), float(r["q"]), float(r["tail"])) for r in rows("studentized_range.csv")
]


@pytest.mark.parametrize(("k", "df", "q", "tail"), MPMATH)
def test_matches_mpmath(k, df, q, tail):
    # Source: studentized_range_mpmath.py.
    assert float(sf(q, k, df)) == pytest.approx(tail, rel=1e-11, abs=0)


@pytest.mark.parametrize(("k", "df", "q", "tail"), MPMATH)
def test_isf_returns_the_value_that_the_tail_belongs_to(k, df, q, tail):
    # Where the tail is nearly 1 it is too flat to tell q from it.
    if tail < 0.95:
        assert isf(tail, k, df) == pytest.approx(q, rel=1e-10, abs=0)


@pytest.mark.parametrize("df", [1, 2, 7.5, 100, 1e6, inf])
@pytest.mark.parametrize("k", [2, 3, 50])
def test_isf_inverts_the_tail_far_out(k, df):
    for p in (0.9, 0.5, 1e-3, 1e-12, 1e-30):
        assert float(sf(isf(p, k, df), k, df)) == pytest.approx(p, rel=1e-10, abs=0)


@pytest.mark.parametrize("df", [1, 2.5, 30, 1000, inf])
@pytest.mark.parametrize("q", [0.01, 1, 5, 12, 40, 1e4])
def test_for_two_means_it_is_students_t(df, q):
    # Source: the range of two is |z1 - z2|, so the tail is that of |t| at q / sqrt(2).
    with mp.workdps(50):
        x = mpf(q) ** 2 / 2
        beta = (mpf(df) / 2, 0.5, 0, df / (df + x)) if df < inf else ()
        exact = betainc(*beta, regularized=True) if beta else erfc(mpf(q) / 2)
    assert float(sf(q, 2, df)) == pytest.approx(float(exact), rel=1e-12, abs=1e-300)


def test_where_scipy_returns_zero_for_five_means():
    # scipy 1.17.1: studentized_range.sf(15, 5, inf) = 0.0, as one minus the rest; the exact value is 2.78e-25.
    assert float(sf(15.0, 5)) == pytest.approx(2.78e-25, rel=2e-3)


def test_where_scipy_returns_zero_for_thirty_degrees_of_freedom():
    # scipy 1.17.1: studentized_range.sf(40, 2, 30) = 0.0; 2 * t.sf(40 / sqrt(2), 30) = 3.45e-23.
    assert float(sf(40.0, 2, 30)) == pytest.approx(3.45e-23, rel=1e-3)


def test_where_scipy_returns_zero_and_r_is_off_by_five_orders_of_magnitude():
    # scipy 1.17.1: 0.0; R 4.2.2: ptukey(1e4, 2, 2, lower.tail = FALSE) = 1.86e-13. For df = 2 the tail of |t| is
    # 1 - t / sqrt(2 + t²), about 1 / t² = 2e-8.
    assert float(sf(1e4, 2, 2)) == pytest.approx(2e-8, rel=1e-7)


def test_a_tail_where_r_is_off_by_one_percent():
    # R's ptukey has an absolute accuracy of some 1e-10. Three means at q = 8: 4.6214387129e-8 (mpmath).
    assert float(sf(8.0, 3)) == pytest.approx(4.6214387129336175855e-8, rel=1e-12)


# Demšar (2006), Table 5, recomputed; the print has 2.343 for three classifiers and 2.949 for seven.
NEMENYI_05 = [1.960, 2.344, 2.569, 2.728, 2.850, 2.948, 3.031, 3.102, 3.164]
NEMENYI_10 = [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]


@pytest.mark.parametrize("k", range(2, 11))
def test_the_critical_values_of_nemenyis_test(k):
    assert quantile(0.95, k) / sqrt(2) == pytest.approx(NEMENYI_05[k - 2], abs=0.0005)
    assert quantile(0.90, k) / sqrt(2) == pytest.approx(NEMENYI_10[k - 2], abs=0.0006)


def test_printed_quantiles_with_finite_degrees_of_freedom():
    # Source: the usual table of the studentised range, upper 5 %: rows df, columns k = 3, 5, 10.
    table = {5: (4.60, 5.67, 6.99), 10: (3.88, 4.65, 5.60), 20: (3.58, 4.23, 5.01), 60: (3.40, 3.98, 4.65)}
    for df, row in table.items():
        assert [quantile(0.95, k, df) for k in (3, 5, 10)] == pytest.approx(row, abs=0.0051)


@pytest.mark.parametrize(("k", "df"), [(3, inf), (20, inf), (200, inf), (5, 39), (200, 198_801)])
def test_many_values_at_once_agree_with_one_at_a_time(k, df):
    many = np.linspace(0.001, 30, 19_900)
    some = slice(None, None, 997)
    one_at_a_time = [float(sf(q, k, df)) for q in many[some]]
    assert sf(many, k, df)[some] == pytest.approx(one_at_a_time, rel=1e-11, abs=0)


def test_the_tail_decreases_from_one_to_zero():
    tail = sf(np.array([-1.0, 0.0, 1e-9, 1, 10, 30, 60, 1e6, inf]), 4)
    assert tail[0] == tail[1] == 1
    assert tail[-1] == tail[-2] == 0
    assert (np.diff(tail) <= 0).all()


def test_any_shape_goes_in_and_comes_out():
    q = np.linspace(1, 6, 6).reshape(2, 3)
    assert sf(q, 4).shape == (2, 3)
    assert sf(q, 4)[1, 2] == pytest.approx(float(sf(6.0, 4)), rel=1e-13)


@pytest.mark.parametrize(("k", "df"), [(1, inf), (3, 0.5), (3, np.nan)])
def test_what_has_no_studentised_range_is_refused(k, df):
    with pytest.raises(ProcedureError) as error:
        sf(1.0, k, df)
    assert error.value.code == "BO053"


@pytest.mark.parametrize("p", [0.0, 1.0, np.nan])
def test_what_is_no_probability_is_refused(p):
    with pytest.raises(ProcedureError):
        isf(p, 3)


def test_nan_is_refused():
    with pytest.raises(ProcedureError):
        sf(np.nan, 3)


@pytest.mark.parametrize(("k", "df"), [(3, inf), (50, inf), (51, inf), (4, 9.0), (60, 200.0)])
def test_a_tail_does_not_depend_on_what_else_is_asked_for(k, df):
    q = np.linspace(0.3, 30, 700)
    together = sf(q, k, df)
    alone = [float(sf(value, k, df)) for value in q[::50]]
    assert together[::50].tolist() == pytest.approx(alone, rel=1e-13, abs=0)
    assert sf(q[::-1], k, df)[::-1].tolist() == pytest.approx(together.tolist(), rel=1e-13, abs=0)
