"""From values of resamples to a p-value and an interval that agree, whatever the metric was."""

from math import ceil
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Interval
from bakeoff.procedures.base.distributions import normal_quantile, normal_sf, t_quantile, t_sf
from bakeoff.procedures.base.intervals import p_from_tails, settle_interval, tail_level


class Draws(NamedTuple):
    """The advantage of b over a, in resamples and as observed."""

    drawn: Floats
    value: float
    units: int  # examples or clusters that were drawn from
    reach: float  # the largest advantage that the metric allows


class BootstrapResult(NamedTuple):
    """A p-value and the interval that goes with it."""

    p_value: float
    interval: Interval


def judge_draws(draws: Draws, *, level: float, alternative: Alternative) -> BootstrapResult:
    """Return p-value and interval of an advantage, given its values in resamples."""
    drawn, units, reach = draws.drawn, draws.units, draws.reach
    p_value = p_from_tails(
        _resampled_estimate_tail(drawn, units), _resampled_estimate_tail(-drawn, units), alternative
    )
    tail = _expand_tail(tail_level(level, alternative), units)
    ends = settle_interval(
        _lower_end(drawn, tail, -reach),
        -_lower_end(-drawn, tail, -reach),
        p_value=p_value,
        level=level,
        alternative=alternative,
        estimate=draws.value,
    )
    interval = Interval(low=max(-reach, ends.low), high=min(reach, ends.high), level=level)
    return BootstrapResult(p_value, interval)


def percentile_interval(
    drawn: Floats, *, value: float, units: int, bounds: tuple[float, float], level: float
) -> Interval:
    """Return the interval of a metric itself, given its values in resamples of `units` units."""
    tail = _expand_tail(tail_level(level, Alternative.TWO_SIDED), units)
    low, high = _lower_end(drawn, tail, bounds[0]), -_lower_end(-drawn, tail, -bounds[1])
    return Interval(low=max(bounds[0], min(low, value)), high=min(bounds[1], max(high, value)), level=level)


def check_resamples(resamples: int, *, units: int) -> None:
    """Refuse a number of resamples, or of things to resample, that shows nothing."""
    if resamples < 100:
        raise ProcedureError(
            f"{resamples} resamples are too few for a tail",
            where="resamples",
            fix="draw 10,000",
            code="BO053",
        )
    if units < 2:
        raise ProcedureError(
            "resampling needs two examples or clusters, or more; there is one",
            where="cells",
            fix="test on more examples",
            code="BO051",
        )


def _resampled_estimate_tail(drawn: Floats, units: int) -> float:
    """Return the one-sided p-value: the share of resamples without an advantage, widened like Student's t."""
    share = (int(np.count_nonzero(drawn <= 0)) + 1) / (drawn.size + 1)
    return share if share >= 0.5 else t_sf(-normal_quantile(share) / _widening_factor(units), units - 1)


def _expand_tail(tail: float, units: int) -> float:
    # Hesterberg (2015): percentiles further out, by as much as t exceeds the normal and n the n - 1.
    return normal_sf(-t_quantile(tail, units - 1) * _widening_factor(units))


def _widening_factor(units: int) -> float:
    return float(np.sqrt(units / (units - 1)))


def _lower_end(drawn: Floats, tail: float, lowest: float) -> float:
    """Return the resample that is positive exactly where the share of those that are not is below `tail`."""
    rank = ceil(tail * (drawn.size + 1)) - 2
    return lowest if rank < 0 else float(np.partition(drawn, rank)[rank])
