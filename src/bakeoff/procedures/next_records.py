"""The success rate in the next records: wider than the interval of the rate itself, and about something seen."""

from math import ceil, floor, sqrt

import numpy as np
from scipy import special

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats
from bakeoff.core.results import Interval, significance
from bakeoff.procedures.bisection import first_count
from bakeoff.procedures.resamples import check_level

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
    _check(successes, total, upcoming)
    check_level(level)
    tail = significance(level) / 2
    low = _smallest(successes, total, upcoming, tail)
    high = upcoming - _smallest(total - successes, total, upcoming, tail)
    return Interval(low=low / upcoming, high=high / upcoming, level=level)


def _smallest(successes: int, total: int, upcoming: int, tail: float) -> int:
    """Return the smallest count in the next records that the records seen do not contradict."""

    def kept(count: int) -> bool:
        return _midp_at_most(count, successes + count, total, upcoming) >= tail

    return first_count(kept, 0, upcoming)


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
    chosen: Floats = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
    return chosen


def _check(successes: int, total: int, upcoming: int) -> None:
    whole = all(count == int(count) for count in (successes, total, upcoming))
    if not (whole and 0 <= successes <= total and total >= 1 and upcoming >= 1):
        raise ProcedureError(
            f"{successes:g} of {total:g} records, and {upcoming:g} to come, are not counts of records",
            where="successes, total, upcoming",
            fix="give whole numbers, with at most `total` successes and at least one record to come",
            code="BO052",
        )
