"""Tails of distributions and p-values beside those of mpmath, computed with 60 digits."""

from collections.abc import Iterator

import numpy as np

from bakeoff.app.selftest import mpmath_values as known
from bakeoff.app.selftest.digits import check
from bakeoff.core.selftest import Check
from bakeoff.procedures.corrected_t import corrected_t
from bakeoff.procedures.distributions import binomial_sf, chi2_sf, f_sf, normal_sf, t_sf
from bakeoff.procedures.five_by_two import f_5x2cv, t_5x2cv
from bakeoff.procedures.paired_t import paired_t
from bakeoff.procedures.studentized_range import sf

GROUP = "mpmath"
SOURCE = "mpmath, 60 digits"
TAIL, RANGE = 12.5, 10.0  # digits; the fewest measured are 12.9 (normal beyond 37) and 14.5


def tail_checks() -> Iterator[Check]:
    """Yield tails and p-values beside their references."""
    for t, df, tail in known.T_TAILS:
        yield _tail(f"t({df}) beyond {t:g}", t_sf(t, df), tail)
    for f, df1, df2, tail in known.F_TAILS:
        yield _tail(f"F({df1}, {df2}) beyond {f:g}", f_sf(f, df1, df2), tail)
    for x, df, tail in known.CHI2_TAILS:
        yield _tail(f"chi-squared({df}) beyond {x:g}", chi2_sf(x, df), tail)
    for z, tail in known.NORMAL_TAILS:
        yield _tail(f"normal beyond {z:g}", normal_sf(z), tail)
    for heads, throws, tail in known.BINOMIAL_TAILS:
        yield _tail(f"{heads} heads or more of {throws}", binomial_sf(heads, throws), tail)
    for q, k, of, tail in known.RANGE_TAILS:
        name = f"studentised range of {k}, {of:g} df, beyond {q:g}"
        yield check(GROUP, name, SOURCE, (float(sf(q, k, of)), tail), floor=RANGE)
    yield from _resampled()


def example_checks() -> Iterator[Check]:
    """Yield the worked examples of the textbook beside the same calculation with 60 digits."""
    for name, (differences, t, p) in known.PAIRED_T.items():
        result = paired_t(np.array(differences, dtype=np.float64))
        source = f"bramer2020, {name}; {SOURCE}"
        yield check("textbook", f"{name}, t", source, (result.statistic, t), floor=13)
        yield check("textbook", f"{name}, p", source, (result.p_value, p), floor=13)


def _tail(name: str, found: float, tail: float) -> Check:
    return check(GROUP, name, SOURCE, (found, tail), floor=TAIL)


def _resampled() -> Iterator[Check]:
    folds = np.array(known.FOLDS, dtype=np.float64)
    corrected = corrected_t(folds, test_train_ratio=1 / 9)
    t, f = t_5x2cv(folds), f_5x2cv(folds)
    values = (corrected.statistic, corrected.p_value, t.statistic, t.p_value, f.statistic, f.p_value)
    names = ("corrected t", "corrected t, p", "5×2cv t", "5×2cv t, p", "5×2cv F", "5×2cv F, p")
    for name, found, reference in zip(names, values, known.CORRECTED_T + known.FIVE_BY_TWO, strict=True):
        yield check(GROUP, name, SOURCE, (found, reference), floor=TAIL)
