"""Two classifiers of which a text prints a value and the half-width of its interval each."""

from dataclasses import dataclass

from bakeoff.core.records import describe_record
from bakeoff.core.results import Interval, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueAndReach:
    """A value and how far its interval reaches to either side."""

    name: str
    value: float
    reach: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoIntervals:
    """What two separate intervals say of the difference, if what they are of is independent."""

    __repr__ = describe_record

    a: ValueAndReach
    b: ValueAndReach
    difference: float  # of b over a; higher is better
    interval: Interval  # of the difference
    z: float
    p_value: float
    verdict: Verdict
    differ_from: float  # apart by so much, with these errors, the two would be shown to differ
    apart_from: float  # … and by so much, their intervals would no longer overlap
