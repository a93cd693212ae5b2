"""Intervals of one proportion: how well a classifier does beyond the records it was tested on."""

from collections.abc import Iterable
from enum import StrEnum
from math import inf, sqrt

from scipy import special

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Interval, significance
from bakeoff.procedures.arguments import check_arguments
from bakeoff.procedures.bisection import crossing, first_count
from bakeoff.procedures.distributions import binomial_sf, normal_quantile
from bakeoff.procedures.resamples import check_level


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
    chosen = _method(method)
    _check_counts(successes, total, whole=chosen in _NEEDS_WHOLE_COUNTS)
    check_level(level)
    low, high = _LIMITS[chosen](float(successes), float(total), significance(level))
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
    whole = _method(method) in _NEEDS_WHOLE_COUNTS
    counts = ((n, round(rate * n) if whole else rate * n) for n in sizes)
    return tuple((n, proportion_interval(x, n, method=method, level=level)) for n, x in counts)


def _method(method: ProportionMethod | str) -> ProportionMethod:
    try:
        return ProportionMethod(method)
    except ValueError:
        known = ", ".join(ProportionMethod)
        raise ProcedureError(
            f"no interval of a proportion is called {method!r}",
            where="method",
            fix=f"choose one of {known}",
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


def _wilson(x: float, n: float, alpha: float) -> tuple[float, float]:
    # Eq. 4.13 of the textbook: the rates p whose distance to x/n is at most z standard errors at p.
    z = -normal_quantile(alpha / 2)
    centre, reach = x + z * z / 2, z * sqrt(x * (n - x) / n + z * z / 4)
    low = 0.0 if x == 0 else (centre - reach) / (n + z * z)
    high = 1.0 if x == n else (centre + reach) / (n + z * z)
    return low, high


def _wald(x: float, n: float, alpha: float) -> tuple[float, float]:
    reach = -normal_quantile(alpha / 2) * sqrt(x * (n - x) / n) / n
    return x / n - reach, x / n + reach


def _jeffreys(x: float, n: float, alpha: float) -> tuple[float, float]:
    # Brown, Cai & DasGupta (2001), section 3.1.2: an end that no data can contradict stays 0 or 1.
    low = 0.0 if x == 0 else float(special.betaincinv(x + 0.5, n - x + 0.5, alpha / 2))
    high = 1.0 if x == n else float(special.betainccinv(x + 0.5, n - x + 0.5, alpha / 2))
    return low, high


def _clopper_pearson(x: float, n: float, alpha: float) -> tuple[float, float]:
    low = 0.0 if x == 0 else float(special.betaincinv(x, n - x + 1, alpha / 2))
    high = 1.0 if x == n else float(special.betainccinv(x + 1, n - x, alpha / 2))
    return low, high


def _midp(x: float, n: float, alpha: float) -> tuple[float, float]:
    successes, total = int(x), int(n)
    return (
        _midp_low(successes, total, alpha),
        1 - _midp_low(total - successes, total, alpha),
    )


def _midp_low(x: int, n: int, alpha: float) -> float:
    def accepted(p: float) -> bool:
        return (binomial_sf(x, n, p) + binomial_sf(x + 1, n, p)) / 2 >= alpha / 2

    return 0.0 if x == 0 else crossing(accepted, 0.0, x / n)


def _blaker(x: float, n: float, alpha: float) -> tuple[float, float]:
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
    ProportionMethod.WILSON: _wilson,
    ProportionMethod.CLOPPER_PEARSON: _clopper_pearson,
    ProportionMethod.JEFFREYS: _jeffreys,
    ProportionMethod.BLAKER: _blaker,
    ProportionMethod.MIDP: _midp,
    ProportionMethod.WALD: _wald,
}
