"""Tails of distributions and p-values beside those of mpmath, computed with 60 digits."""

from collections.abc import Iterator

import numpy as np

from bakeoff.api.selftest import mpmath_values
from bakeoff.api.selftest.digits import check
from bakeoff.core.answers.selftest import Check
from bakeoff.procedures.base.distributions import binomial_sf, chi2_sf, f_sf, normal_sf, t_sf
from bakeoff.procedures.many.studentized_range import sf
from bakeoff.procedures.paired.paired_t import paired_t
from bakeoff.procedures.resampled.corrected_t import corrected_t
from bakeoff.procedures.resampled.five_by_two import f_5x2cv, t_5x2cv

GROUP = "mpmath"
SOURCE = "mpmath, 60 digits"
TAIL, RANGE = 12.5, 10.0  # digits; the fewest measured are 12.9 (normal beyond 37) and 14.5


def tail_checks() -> Iterator[Check]:
    """Yield tails and p-values beside their references."""
    for t, df, tail in mpmath_values.T_TAILS:
        yield _tail_check(f"t({df}) beyond {t:g}", t_sf(t, df), tail)
    for f, df1, df2, tail in mpmath_values.F_TAILS:
        yield _tail_check(f"F({df1}, {df2}) beyond {f:g}", f_sf(f, df1, df2), tail)
    for x, df, tail in mpmath_values.CHI2_TAILS:
        yield _tail_check(f"chi-squared({df}) beyond {x:g}", chi2_sf(x, df), tail)
    for z, tail in mpmath_values.NORMAL_TAILS:
        yield _tail_check(f"normal beyond {z:g}", normal_sf(z), tail)
    for heads, throws, tail in mpmath_values.BINOMIAL_TAILS:
        yield _tail_check(f"{heads} heads or more of {throws}", binomial_sf(heads, throws), tail)
    for q, k, of, tail in mpmath_values.RANGE_TAILS:
        name = f"studentised range of {k}, {of:g} df, beyond {q:g}"
        yield check(GROUP, name, SOURCE, (float(sf(q, k, of)), tail), floor=RANGE)
    yield from _resampled_checks()


def example_checks() -> Iterator[Check]:
    """Yield the worked examples of the textbook beside the same calculation with 60 digits."""
    for name, (differences, t, p) in mpmath_values.PAIRED_T.items():
        result = paired_t(np.array(differences, dtype=np.float64))
        source = f"bramer2020, {name}; {SOURCE}"
        yield check("textbook", f"{name}, t", source, (result.statistic, t), floor=13)
        yield check("textbook", f"{name}, p", source, (result.p_value, p), floor=13)


def _tail_check(name: str, found: float, tail: float) -> Check:
    return check(GROUP, name, SOURCE, (found, tail), floor=TAIL)


def _resampled_checks() -> Iterator[Check]:
    folds = np.array(mpmath_values.FOLDS, dtype=np.float64)
    corrected = corrected_t(folds, test_train_ratio=1 / 9)
    t, f = t_5x2cv(folds), f_5x2cv(folds)
    values = (corrected.statistic, corrected.p_value, t.statistic, t.p_value, f.statistic, f.p_value)
    names = ("corrected t", "corrected t, p", "5×2cv t", "5×2cv t, p", "5×2cv F", "5×2cv F, p")
    for name, value, reference in zip(
        names, values, mpmath_values.CORRECTED_T + mpmath_values.FIVE_BY_TWO, strict=True
    ):
        yield check(GROUP, name, SOURCE, (value, reference), floor=TAIL)
