"""What a procedure hands back: plain, frozen, complete. Nothing here computes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf, isnan
from types import MappingProxyType

from bakeoff.core.reprs import describe_fields, describe_record

Steps = Mapping[str, float]


class NamedNumbers(Mapping[str, float]):
    """Numbers under names that many results share: a third of the memory of a dictionary for each.

    >>> NamedNumbers(("mean", "sd"), (0.5, 0.25))["sd"]
    0.25
    """

    __slots__ = ("_names", "_numbers")

    def __init__(self, names: tuple[str, ...], numbers: tuple[float, ...]) -> None:
        self._names, self._numbers = names, numbers

    def __getitem__(self, name: str) -> float:
        if name not in self._names:
            raise KeyError(name)
        return self._numbers[self._names.index(name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"NamedNumbers({dict(self)!r})"


class Alternative(StrEnum):
    """Which advantages of b over a count as evidence against the null."""

    TWO_SIDED = "two-sided"
    GREATER = "greater"
    LESS = "less"


def significance(level: float) -> float:
    """Return the significance level that goes with a confidence level, free of binary noise.

    >>> significance(0.95)
    0.05
    """
    return round(1.0 - level, 12)


class Verdict(StrEnum):
    """What the evidence lets us say of b, measured against a."""

    BETTER = "better"
    WORSE = "worse"
    EQUIVALENT = "equivalent"
    UNDECIDED = "undecided"

    @property
    def is_claim(self) -> bool:
        """Whether it says that one of the two is better."""
        return self in (Verdict.BETTER, Verdict.WORSE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A confidence (or credible) interval and its level; an end may be infinite."""

    low: float
    high: float
    level: float

    def __post_init__(self) -> None:
        if isnan(self.low) or isnan(self.high) or self.low > self.high:
            raise ValueError(f"not an interval: low={self.low}, high={self.high}")

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    @property
    def is_unbounded(self) -> bool:
        """Whether the interval says nothing at all."""
        return self.low == -inf and self.high == inf


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """One quantity of interest: its name, its value, its uncertainty."""

    __repr__ = describe_record

    of: str
    value: float
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class TestResult:
    """One test of b against a: everything needed to judge it, and nothing to compute."""

    __test__ = False  # not a pytest class

    procedure: str
    null: str
    alternative: Alternative
    statistic: float
    df: float | None
    p_value: float
    estimate: Estimate
    n: int
    method: str  # "exact", "normal approximation", "Monte Carlo, 100,000 flips", …
    assumptions: tuple[str, ...]
    citation: str  # a key of render/refs.bib
    steps: Steps = field(default_factory=lambda: MappingProxyType({}))
    monte_carlo_error: float | None = None  # standard error of p_value where it was simulated
    p_adjusted: float | None = None  # set by procedures that judge a whole family at once

    def __repr__(self) -> str:
        return describe_fields(
            self,
            (
                "procedure",
                "alternative",
                "p_value",
                "p_adjusted",
                "estimate",
                "statistic",
                "df",
                "n",
                "method",
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OmnibusResult:
    """One test of whether any of several classifiers differ."""

    procedure: str
    null: str
    statistic: float
    df: tuple[float, ...]
    p_value: float
    n: int
    classifiers: int
    method: str
    assumptions: tuple[str, ...]
    citation: str
    steps: Steps = field(default_factory=lambda: MappingProxyType({}))

    def __repr__(self) -> str:
        return describe_fields(
            self, ("procedure", "p_value", "statistic", "df", "classifiers", "n", "method")
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Posterior:
    """The posterior probabilities that b is worse, practically equal, or better than a."""

    procedure: str
    margin: float
    worse: float
    equivalent: float
    better: float
    estimate: Estimate
    n: int
    method: str
    assumptions: tuple[str, ...]
    citation: str
    monte_carlo_error: float | None = None  # standard error of the probabilities, at most
    region: str = ""  # in words what counts as equal, where that is no difference of scores
    steps: Steps = field(default_factory=lambda: MappingProxyType({}))

    def __repr__(self) -> str:
        return describe_fields(
            self, ("procedure", "better", "equivalent", "worse", "margin", "estimate", "n", "method")
        )
