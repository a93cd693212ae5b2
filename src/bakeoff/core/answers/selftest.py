"""What a self-test found: digits of agreement with references, and error rates where nothing differs."""

from dataclasses import dataclass

from bakeoff.core.reprs import describe_record
from bakeoff.core.results import Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One number of ours beside the same number from outside."""

    group: str
    name: str
    source: str
    found: float
    reference: float
    digits: float  # of agreement: the negative decimal logarithm of the relative error, 15 at most
    floor: float  # digits below which something is wrong

    @property
    def passed(self) -> bool:
        """Whether enough digits agree."""
        return self.digits >= self.floor


@dataclass(frozen=True, slots=True, kw_only=True)
class NullRate:
    """How often a default claimed a difference where there is none."""

    __repr__ = describe_record

    of: str  # the evidence, in words
    design: str
    test: str
    trials: int
    claims: int
    nominal: float  # the rate that is allowed
    interval: Interval  # of the rate, by the binomial distribution

    @property
    def rate(self) -> float:
        """The share of tables with a false claim."""
        return self.claims / self.trials

    @property
    def passed(self) -> bool:
        """Whether the rate is the allowed one, or lower, within chance."""
        return self.interval.low <= self.nominal


@dataclass(frozen=True, slots=True, kw_only=True)
class Selftest:
    """A finished self-test."""

    __repr__ = describe_record

    checks: tuple[Check, ...]
    rates: tuple[NullRate, ...]
    versions: dict[str, str]
    seed: int
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether nothing fell below its floor."""
        return all(c.passed for c in self.checks) and all(r.passed for r in self.rates)
