"""Explanations: which properties of the datasets go with the advantage of b over a."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from bakeoff.core.arrays import Floats
from bakeoff.core.findings import Finding
from bakeoff.core.reprs import describe_record
from bakeoff.core.results import Estimate
from bakeoff.core.summaries import RandomEffects

if TYPE_CHECKING:
    from bakeoff.core.answers.studies import Factors


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyTable:
    """Numbers known of datasets: one row for each dataset, one column for each property; NaN where unknown."""

    __repr__ = describe_record

    datasets: tuple[str, ...]
    names: tuple[str, ...]
    values: Floats
    source: str
    designed: bool = False  # set on purpose in artificial data, the same recipe for all


class Scale(StrEnum):
    """How a property entered the regression: decided by its values alone."""

    PLAIN = "as it is"
    LOG = "log10"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slope:
    """One property against the advantage, by itself."""

    __repr__ = describe_record

    property: str
    scale: Scale
    slope: Estimate  # of the advantage, per unit of the property, or per tenfold
    t: float
    df: int
    p_value: float  # by itself
    p_adjusted: float  # over all properties and both shapes, by permuting datasets
    correlation: float  # weighted as the regression is
    between_variance: float | None  # what is left between datasets; None where it cannot be told from noise


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """The datasets on one side of a split."""

    __repr__ = describe_record

    datasets: tuple[str, ...]
    mean: float  # advantage, weighted as the tree is


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A split of the datasets by one property, and what became of either side."""

    __repr__ = describe_record

    property: str
    threshold: float
    share: float  # of the weighted variation among these datasets that the split takes away
    p_adjusted: float
    low: "Leaf | Branch"  # at or below the threshold
    high: "Leaf | Branch"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForestRow:
    """One dataset: its advantage, and its interval where resamples tell."""

    dataset: str
    advantage: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Where b beats a, as far as what was measured tells."""

    __repr__ = describe_record

    a: str
    b: str
    metric: str
    source: str
    properties_from: str
    level: float
    n: int  # datasets, or families of them
    members: int  # datasets whose families' means these are; 0 where each stands for itself
    forest: tuple[ForestRow, ...]
    population: RandomEffects | None
    slopes: tuple[Slope, ...]  # the strongest first
    split: Branch | None  # None where no split leaves enough datasets on both sides
    permutations: int
    detectable_correlation: float  # the weakest that would have been called
    explained: bool
    weighted: bool
    summary: str
    findings: tuple[Finding, ...]
    seed: int
    factors: "Factors | None" = None  # of the study itself, where it varied properties of data or settings
