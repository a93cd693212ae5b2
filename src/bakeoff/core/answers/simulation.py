"""A finished simulation: what was asked, what was set, and the rates that were measured."""

from collections.abc import Mapping
from dataclasses import dataclass

from bakeoff.core.reprs import describe_record


@dataclass(frozen=True, slots=True, kw_only=True)
class RatePoint:
    """A rate that was measured at one place, with its standard error."""

    x: float
    rate: float
    error: float
    trials: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RateSeries:
    """The rates of one way of testing."""

    __repr__ = describe_record

    name: str
    points: tuple[RatePoint, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedRates:
    """Rates against what was varied, and the rate that is promised."""

    __repr__ = describe_record

    key: str
    title: str
    question: str
    lesson: str
    axis: str
    counts: str  # what the rates are shares of
    parameters: Mapping[str, float]
    nominal: float  # the rate that is asked for; of power, the one that is usually asked for
    series: tuple[RateSeries, ...]
