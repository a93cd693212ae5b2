"""Intervals of one proportion: the success rate beyond the records tested on, and in the next records."""

from collections.abc import Iterable
from enum import StrEnum
from math import ceil, floor, inf, sqrt

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Interval, significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.bisection import crossing, first_count
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.base.distributions import binomial_sf, normal_quantile


class ProportionMethod(StrEnum):
    """How an interval of a proportion is made."""

    WILSON = "wilson"
    CLOPPER_PEARSON = "clopper-pearson"
    JEFFREYS = "jeffreys"
    BLAKER = "blaker"
    MIDP = "mid-p"
    WALD = "wald"


# The sizes for which the textbook tabulates the interval of an accuracy of 80 % (section 4.6.1).
TEXTBOOK_SIZES = (20, 50, 100, 500, 1000, 5000)

_NEEDS_WHOLE_COUNTS = frozenset({ProportionMethod.BLAKER, ProportionMethod.MIDP})


@check_arguments
def proportion_interval(
    successes: float,
    total: float,
    *,
    method: ProportionMethod | str = ProportionMethod.WILSON,
    level: float = 0.95,
) -> Interval:
    """Return an interval for the success rate behind `successes` in `total` independent records.

    Assumes that the records are independent draws from the population the rate is about; where they
    come in clusters (patients, documents), resample whole clusters instead.

    Wilson's interval, the default, covers as often as it says on average over success rates, and less
    often for some. Blaker's covers at least as often as it says for every success rate and is never
    wider than Clopper and Pearson's, which guarantees the same. Wald's is there to teach what goes
    wrong: it has no width at all when every record is right.

    Parameters
    ----------
    successes
        Number of successes. Blaker's and the mid-p interval need a whole number; the others also take
        a share of the total, such as 25.5 of 30.
    total
        Number of records.
    method
        One of "wilson", "clopper-pearson", "jeffreys", "blaker", "mid-p" and "wald".
    level
        Confidence level.

    References
    ----------
    wilson1927, clopper1934, brown2001, blaker2000, berry1995

    Examples
    --------
    >>> interval = proportion_interval(80, 100)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.711, 0.867)
    """
    known_method = _method_named(method)
    _check_counts(successes, total, whole=known_method in _NEEDS_WHOLE_COUNTS)
    check_level(level)
    low, high = _LIMITS[known_method](float(successes), float(total), significance(level))
    return Interval(low=max(0.0, low), high=min(1.0, high), level=level)


def intervals_by_size(
    rate: float,
    *,
    sizes: Iterable[int] = TEXTBOOK_SIZES,
    method: ProportionMethod | str = ProportionMethod.WILSON,
    level: float = 0.95,
) -> tuple[tuple[int, Interval], ...]:
    """Return the interval that one success rate would have on test sets of several sizes.

    Examples
    --------
    >>> [(n, round(i.low, 3), round(i.high, 3)) for n, i in intervals_by_size(0.8, sizes=(20, 5000))]
    [(20, 0.584, 0.919), (5000, 0.789, 0.811)]
    """
    whole = _method_named(method) in _NEEDS_WHOLE_COUNTS
    counts = ((n, round(rate * n) if whole else rate * n) for n in sizes)
    return tuple((n, proportion_interval(x, n, method=method, level=level)) for n, x in counts)


def _method_named(method: ProportionMethod | str) -> ProportionMethod:
    try:
        return ProportionMethod(method)
    except ValueError:
        choices = ", ".join(ProportionMethod)
        raise ProcedureError(
            f"no interval of a proportion is called {method!r}",
            where="method",
            fix=f"choose one of {choices}",
            code="BO053",
        ) from None


def _check_counts(successes: float, total: float, *, whole: bool) -> None:
    if not (0 <= successes <= total and 0 < total < inf):
        raise ProcedureError(
            f"{successes:g} of {total:g} is not a proportion",
            where="successes, total",
            fix="give a count of successes between 0 and a total of at least 1",
            code="BO052",
        )
    if whole and (successes != int(successes) or total != int(total)):
        raise ProcedureError(
            f"this interval counts records; {successes:g} of {total:g} are not whole numbers",
            where="successes, total",
            fix="give whole counts, or use Wilson's interval",
            code="BO052",
        )


def _wilson_limits(x: float, n: float, alpha: float) -> tuple[float, float]:
    # Eq. 4.13 of the textbook: the rates p whose distance to x/n is at most z standard errors at p.
    z = -normal_quantile(alpha / 2)
    centre, reach = x + z * z / 2, z * sqrt(x * (n - x) / n + z * z / 4)
    low = 0.0 if x == 0 else (centre - reach) / (n + z * z)
    high = 1.0 if x == n else (centre + reach) / (n + z * z)
    return low, high


def wilson_steps(successes: float, total: float, *, level: float) -> dict[str, float]:
    """Return the terms of Wilson's interval as the textbook writes it in eq. 4.13, and its ends.

    >>> steps = wilson_steps(80, 100, level=0.95)
    >>> round(steps["middle"], 3), round(steps["low"], 3), round(steps["high"], 3)
    (163.841, 0.711, 0.867)
    """
    z, rate = -normal_quantile(significance(level) / 2), successes / total
    root = z * z + 4 * total * rate - 4 * total * rate**2
    low, high = _wilson_limits(successes, total, significance(level))
    return {
        "correct": successes,
        "total": total,
        "accuracy": rate,
        "z": z,
        "z2": z * z,
        "twice": 2 * total * rate,
        "middle": 2 * total * rate + z * z,
        "four": 4 * total * rate,
        "four2": 4 * total * rate**2,
        "root": root,
        "reach": z * sqrt(root),
        "over": 2 * (total + z * z),
        "low": low,
        "high": high,
    }


def _wald_limits(x: float, n: float, alpha: float) -> tuple[float, float]:
    reach = -normal_quantile(alpha / 2) * sqrt(x * (n - x) / n) / n
    return x / n - reach, x / n + reach


def _jeffreys_limits(x: float, n: float, alpha: float) -> tuple[float, float]:
    # Brown, Cai & DasGupta (2001), section 3.1.2: an end that no data can contradict stays 0 or 1.
    low = 0.0 if x == 0 else float(special.betaincinv(x + 0.5, n - x + 0.5, alpha / 2))
    high = 1.0 if x == n else float(special.betainccinv(x + 0.5, n - x + 0.5, alpha / 2))
    return low, high


def _clopper_pearson(x: float, n: float, alpha: float) -> tuple[float, float]:
    low = 0.0 if x == 0 else float(special.betaincinv(x, n - x + 1, alpha / 2))
    high = 1.0 if x == n else float(special.betainccinv(x + 1, n - x, alpha / 2))
    return low, high


def _midp_limits(x: float, n: float, alpha: float) -> tuple[float, float]:
    successes, total = int(x), int(n)
    return (
        _midp_low(successes, total, alpha),
        1 - _midp_low(total - successes, total, alpha),
    )


def _midp_low(x: int, n: int, alpha: float) -> float:
    def is_accepted(p: float) -> bool:
        return (binomial_sf(x, n, p) + binomial_sf(x + 1, n, p)) / 2 >= alpha / 2

    return 0.0 if x == 0 else crossing(is_accepted, 0.0, x / n)


def _blaker_limits(x: float, n: float, alpha: float) -> tuple[float, float]:
    successes, total = int(x), int(n)
    return (
        _blaker_low(successes, total, alpha),
        1 - _blaker_low(total - successes, total, alpha),
    )


def _blaker_low(x: int, n: int, alpha: float) -> float:
    """Return the smallest p that Blaker's test of x successes does not reject.

    Below x/n the p-value is P(X >= x) + P(X <= q), with q the largest count whose own tail is no
    likelier than P(X >= x). It jumps up where q grows. At such a jump both tails are equal, so from
    Clopper and Pearson's limit on, where P(X >= x) = alpha/2, every jump lands above alpha: the limit is
    the first jump, or the point before it where the p-value reaches alpha by itself.
    """
    if x == 0:
        return 0.0
    start = float(special.betaincinv(x, n - x + 1, alpha / 2))
    q = first_count(lambda k: _binomial_cdf(k, n, start) > alpha / 2, 0, x) - 1
    jump = crossing(lambda p: binomial_sf(x, n, p) >= _binomial_cdf(q + 1, n, p), start, x / n)
    return crossing(lambda p: binomial_sf(x, n, p) + _binomial_cdf(q, n, p) >= alpha, start, jump)


def _binomial_cdf(k: int, n: int, p: float) -> float:
    """Return P(X <= k): the upper tail of the failures."""
    return binomial_sf(n - k, n, 1 - p)


_LIMITS = {
    ProportionMethod.WILSON: _wilson_limits,
    ProportionMethod.CLOPPER_PEARSON: _clopper_pearson,
    ProportionMethod.JEFFREYS: _jeffreys_limits,
    ProportionMethod.BLAKER: _blaker_limits,
    ProportionMethod.MIDP: _midp_limits,
    ProportionMethod.WALD: _wald_limits,
}


_REACH = 12.0  # standard deviations beyond which a hypergeometric leaves nothing that matters (1e-32)


def next_records_interval(successes: int, total: int, *, upcoming: int, level: float = 0.95) -> Interval:
    """Return an interval for the success rate in the next `upcoming` records.

    The interval of a proportion speaks of the rate behind the records; this one of the rate that will be
    counted in a new batch, which varies by itself. It ends at rates that such a batch can have.

    Assumes that the records seen and the records to come are independent draws from one population.

    Given how many of all `total + upcoming` records are successes, which of them come first is a matter
    of chance: the batch's count is hypergeometric whatever the true rate (Thatcher 1964). Kept are the
    counts whose mid-p value, from each side, is at least (1 - level)/2. At 95 % the exact coverage was .944
    or more in every case tried; Thatcher's own limits, without mid-p, cover more and are wider.

    Parameters
    ----------
    successes, total
        What was seen.
    upcoming
        Number of records to come.
    level
        Confidence level.

    References
    ----------
    thatcher1964, krishnamoorthy2011, berry1995

    Examples
    --------
    >>> interval = next_records_interval(80, 100, upcoming=50)
    >>> round(interval.low, 2), round(interval.high, 2)
    (0.66, 0.92)
    """
    _check_upcoming(successes, total, upcoming)
    check_level(level)
    tail = significance(level) / 2
    low = _smallest_count(successes, total, upcoming, tail)
    high = upcoming - _smallest_count(total - successes, total, upcoming, tail)
    return Interval(low=low / upcoming, high=high / upcoming, level=level)


def _smallest_count(successes: int, total: int, upcoming: int, tail: float) -> int:
    """Return the smallest count in the next records that the records seen do not contradict."""

    def is_possible(count: int) -> bool:
        return _midp_at_most(count, successes + count, total, upcoming) >= tail

    return first_count(is_possible, 0, upcoming)


def _midp_at_most(count: int, all_successes: int, total: int, upcoming: int) -> float:
    """Return P(Y < count) + P(Y = count)/2 for a batch drawn at random from all records."""
    records = total + upcoming
    share = all_successes / records
    spread = sqrt(upcoming * share * (1 - share) * total / max(1, records - 1))
    lowest = max(0, all_successes - total)
    nearest = min(float(count), upcoming * share)
    start = max(lowest, floor(nearest - _REACH * spread - 1))
    stop = min(count, ceil(upcoming * share + _REACH * spread + 1))
    if stop < start:
        return 0.0 if count < start else 1.0
    counts = np.arange(start, stop + 1, dtype=np.float64)
    chances = np.exp(
        _log_choose(upcoming, counts)
        + _log_choose(total, all_successes - counts)
        - _log_choose(records, np.array([float(all_successes)]))
    )
    half = chances[-1] / 2 if stop == count else 0.0
    return float(chances.sum() - half)


def _log_choose(n: int, k: Floats) -> Floats:
    logarithms: Floats = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
    return logarithms


def _check_upcoming(successes: int, total: int, upcoming: int) -> None:
    whole = all(count == int(count) for count in (successes, total, upcoming))
    if not (whole and 0 <= successes <= total and total >= 1 and upcoming >= 1):
        raise ProcedureError(
            f"{successes:g} of {total:g} records, and {upcoming:g} to come, are not counts of records",
            where="successes, total, upcoming",
            fix="give whole numbers, with at most `total` successes and at least one record to come",
            code="BO052",
        )
