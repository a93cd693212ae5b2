"""Summaries of many datasets that are not tests: plain, frozen, complete. Nothing here computes."""

from dataclasses import dataclass, field
from types import MappingProxyType

from bakeoff.core.reprs import describe_record
from bakeoff.core.results import Estimate, Steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Heterogeneity:
    """How much the true advantage differs between datasets, beyond the noise of each."""

    between_variance: float  # tau², in squared units of the score
    share: float  # I²: the part of the total variance that lies between datasets, 0 to 1
    q: float  # Cochran's Q
    df: int
    p_value: float  # of Q, under the null that the advantage is the same on all datasets


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomEffects:
    """The advantage of b over a in a population of datasets: on average, and on the next one."""

    __repr__ = describe_record

    mean: Estimate
    next_dataset: Estimate  # its interval is a prediction interval
    heterogeneity: Heterogeneity | None  # None: one score for each dataset cannot tell it from noise
    n: int
    method: str
    assumptions: tuple[str, ...]
    citation: str
    steps: Steps = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialConjunction:
    """On how many datasets, at least, there is a difference."""

    __repr__ = describe_record

    at_least: int  # lower confidence bound
    p_values: tuple[float, ...]  # of the null "fewer than u datasets show a difference", u = 1 … n
    n: int
    level: float
    method: str
    assumptions: tuple[str, ...]
    citation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RankUncertainty:
    """How firmly the datasets at hand settle the mean ranks."""

    __repr__ = describe_record

    mean_ranks: tuple[Estimate, ...]  # one for each classifier, 1 = best
    best: tuple[float, ...]  # share of resampled tables in which the classifier has the best mean rank
    n: int
    resamples: int
    method: str
    assumptions: tuple[str, ...]
    citation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Strengths:
    """Bradley–Terry strengths: log-odds of beating an average classifier of the table."""

    __repr__ = describe_record

    strengths: tuple[Estimate, ...]  # one for each classifier; they sum to zero
    standard_errors: tuple[float, ...]
    n: float  # games: comparisons of two classifiers on one dataset
    prior: float  # imaginary games of each classifier against an average one
    method: str
    assumptions: tuple[str, ...]
    citation: str
