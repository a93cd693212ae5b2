"""Power over datasets: which difference so many of them can show, and how many a difference needs.

Everything is in units of the score. The differences over datasets are taken as a normal sample with
standard deviation `sd`; the power of the paired t-test is then exact, from the noncentral t distribution
(`johnson1940`). For rank tests the number of datasets is scaled by their asymptotic relative efficiency
(`hodges1956`), which is an approximation.
"""

from math import ceil, pi, sqrt
from typing import overload

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, significance
from bakeoff.procedures.base.bisection import first_count
from bakeoff.procedures.base.distributions import normal_quantile, t_quantile
from bakeoff.procedures.base.noncentral_t import noncentral_t_cdf, noncentral_t_sf
from bakeoff.procedures.base.quick_tests import DatasetTest

# How many datasets the t-test needs for each that this test needs, if the differences are normal. With
# heavy tails the signed-rank test needs fewer than the t-test, and never many more: 0.864 is its worst.
EFFICIENCY: dict[str, float] = {"paired-t": 1.0, "wilcoxon": 3 / pi, "sign": 2 / pi, "sign-flip": 1.0}


def paired_t_power(
    difference: float,
    sd: float,
    n: int,
    *,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> float:
    """Return the chance that the paired t-test on `n` datasets finds a true advantage of `difference`.

    Two-sided power counts both tails, as R's ``power.t.test(strict = TRUE)`` does.

    >>> round(paired_t_power(0.5, 1.0, 34), 4)
    0.8078
    """
    check_spread(sd)
    _check_size(n)
    _check_level(level)
    return _power_at_ncp(difference * sqrt(n) / sd, n - 1, level=level, alternative=alternative)


@overload
def detectable_difference(
    sd: float, n: int, *, level: float = ..., power: float = ..., alternative: Alternative = ...
) -> float: ...
@overload
def detectable_difference(
    sd: float, n: Ints, *, level: float = ..., power: float = ..., alternative: Alternative = ...
) -> Floats: ...
def detectable_difference(
    sd: float,
    n: int | Ints,
    *,
    level: float = 0.95,
    power: float = 0.8,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> float | Floats:
    """Return the true difference that the paired t-test on `n` datasets finds with chance `power`.

    Parameters
    ----------
    sd : float
        Standard deviation of the differences over datasets, in units of the score.
    n : int or array of int
        Number of datasets, at least two; an array gives a whole curve.
    level : float
        Confidence level of the test.
    power : float
        Chance of finding the difference.
    alternative : Alternative
        Whether the test has one side or two; the answer is a size and always positive.

    Notes
    -----
    Assumes normal differences. Wilcoxon's test needs about π/3 = 1.05 times the datasets, so its
    detectable difference is about 2 % larger; with heavy tails it is smaller than that of the t-test.

    Examples
    --------
    >>> round(detectable_difference(6.929, 10), 1)
    6.9
    """
    check_spread(sd)
    check_power(power, level)
    if isinstance(n, np.ndarray):
        return np.array(
            [_paired_t_power_detectable(sd, int(m), level, power, alternative) for m in n.flat]
        ).reshape(n.shape)
    return _paired_t_power_detectable(sd, n, level, power, alternative)


def datasets_needed(
    difference: float,
    sd: float,
    *,
    level: float = 0.95,
    power: float = 0.8,
    alternative: Alternative = Alternative.TWO_SIDED,
    test: DatasetTest = "paired-t",
) -> int:
    """Return how many datasets a test needs to find a true difference with chance `power`.

    For the paired t-test the number is exact if the differences are normal. For the others it is that
    number divided by their efficiency (3/π for the signed-rank test, 2/π for the sign test), and at least
    what an exact test needs to reach its level at all.

    >>> datasets_needed(0.7, 6.929), datasets_needed(0.7, 6.929, test="wilcoxon")
    (771, 808)
    """
    check_spread(sd)
    check_power(power, level)
    if difference == 0:
        raise unfit_error("no number of datasets shows a difference of 0", where="difference")
    effect, sides = abs(difference) / sd, turn_upwards(alternative)

    def enough(n: int) -> bool:
        return _power_at_ncp(effect * sqrt(n), n - 1, level=level, alternative=sides) >= power

    high = 2
    while not enough(high):
        high *= 2
    by_t = first_count(enough, max(2, high // 2), high)
    return max(ceil(by_t / EFFICIENCY[test]), datasets_to_reach(level, test, alternative=alternative))


def smallest_attainable_p(
    n: int, test: DatasetTest, *, alternative: Alternative = Alternative.TWO_SIDED
) -> float:
    """Return the smallest p-value that a test can give on `n` datasets, whatever their scores.

    An exact test that gives the differences random signs has 2^n equally likely outcomes under its null:
    its p-value cannot fall below 1/2^n on one side, twice that on two. The t-test knows no such bound: 0.

    >>> smallest_attainable_p(5, "wilcoxon"), smallest_attainable_p(6, "wilcoxon")
    (0.0625, 0.03125)
    """
    if test == "paired-t":
        return 0.0
    return min(1.0, (2 if alternative is Alternative.TWO_SIDED else 1) * 0.5**n)


def datasets_to_reach(
    level: float, test: DatasetTest, *, alternative: Alternative = Alternative.TWO_SIDED
) -> int:
    """Return the smallest number of datasets on which a test can give p < 1 - level at all.

    >>> datasets_to_reach(0.95, "wilcoxon"), datasets_to_reach(0.99, "wilcoxon")
    (6, 8)
    """
    _check_level(level)
    n = 2 if test == "paired-t" else 1
    while smallest_attainable_p(n, test, alternative=alternative) >= significance(level):
        n += 1
    return n


def sd_interval(sd: float, n: int, *, level: float = 0.8) -> tuple[float, float]:
    """Return an interval for a standard deviation that was estimated from `n` normal differences.

    Of a pilot 80 % are enough to be warned; the two ends are the usual ones of the chi-squared distribution.

    >>> [round(end, 2) for end in sd_interval(1.0, 10)]
    [0.78, 1.47]
    """
    tail = (1 - level) / 2
    upper, lower = (float(special.chdtri(n - 1, p)) for p in (tail, 1 - tail))
    return sd * sqrt((n - 1) / upper), sd * sqrt((n - 1) / lower)


def _paired_t_power_detectable(
    sd: float, n: int, level: float, power: float, alternative: Alternative
) -> float:
    _check_size(n)
    return sd * _ncp_for(power, n - 1, level=level, alternative=turn_upwards(alternative)) / sqrt(n)


def _ncp_for(power: float, df: float, *, level: float, alternative: Alternative) -> float:
    """Return the noncentrality at which the test has this power.

    In normal deviates the power is almost a straight line, which a secant follows in a few steps.
    """
    target = normal_quantile(power)

    def excess(ncp: float) -> float:
        return float(special.ndtri(_power_at_ncp(ncp, df, level=level, alternative=alternative))) - target

    near = _paired_t_power_critical(df, level, alternative)
    before, now = near, near + abs(target) + 0.1
    f_before = excess(before)
    for _ in range(100):
        f_now = excess(now)
        if f_now == f_before or abs(f_now) < 1e-13:
            break
        step = f_now * (now - before) / (f_now - f_before)
        before, f_before, now = now, f_now, max(now - step, now / 4)
    return now


def _power_at_ncp(ncp: float, df: float, *, level: float, alternative: Alternative) -> float:
    critical = _paired_t_power_critical(df, level, alternative)
    upper = noncentral_t_sf(critical, df, ncp) if alternative is not Alternative.LESS else 0.0
    lower = noncentral_t_cdf(-critical, df, ncp) if alternative is not Alternative.GREATER else 0.0
    return upper + lower


def _paired_t_power_critical(df: float, level: float, alternative: Alternative) -> float:
    tails = 2 if alternative is Alternative.TWO_SIDED else 1
    return -t_quantile(significance(level) / tails, df)


def turn_upwards(alternative: Alternative) -> Alternative:
    """Return the same number of sides, looking upwards."""
    return Alternative.TWO_SIDED if alternative is Alternative.TWO_SIDED else Alternative.GREATER


def check_spread(sd: float) -> None:
    """Refuse a spread that is not positive."""
    if not sd > 0:
        raise unfit_error(f"the standard deviation of the differences is positive, not {sd}", where="sd")


def _check_size(n: int) -> None:
    if n < 2:
        raise unfit_error(f"a t-test needs at least two datasets, not {n}", where="n")


def _check_level(level: float) -> None:
    if not 0.5 <= level < 1:
        raise unfit_error(f"a confidence level lies between 0.5 and 1 here, unlike {level}", where="level")


def check_power(power: float, level: float) -> None:
    """Refuse a power that a test of this level has by chance, or never."""
    _check_level(level)
    if not significance(level) < power < 1:
        raise unfit_error(
            f"a power lies between {significance(level)} and 1 here, unlike {power}", where="power"
        )


def unfit_error(what: str, *, where: str) -> ProcedureError:
    """Return the error for numbers that no plan can be made from."""
    fix = "give the standard deviation of the differences, level=0.95 and power=0.8, for instance"
    return ProcedureError(what, where=where, fix=fix, code="BO053")
