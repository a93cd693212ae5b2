"""Curves over operating points: ROC, precision and recall, gains, lift, costs. Made once; renderers only draw."""

from dataclasses import dataclass
from math import inf

from bakeoff.core.arrays import Floats
from bakeoff.core.reprs import describe_record


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveBand:
    """A band that holds for the whole curve at once."""

    __repr__ = describe_record

    x: Floats
    low: Floats
    high: Floats
    level: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """The curve of one classifier, and the number that sums it up."""

    __repr__ = describe_record

    classifier: str
    x: Floats
    y: Floats
    value: float | None = None  # the area under a ROC curve, the average precision
    band: CurveBand | None = None  # None where examples come in groups or folds
    hull_x: Floats | None = None  # corners of the convex hull of a ROC curve
    hull_y: Floats | None = None
    best: tuple[float, float] | None = None  # the corner that the costs select


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """The curves of all classifiers for one class against the other, or against the rest."""

    __repr__ = describe_record

    each: tuple[Curve, ...]
    positive: str
    negative: str
    positives: int
    negatives: int
    operating_point: float | None = None  # the probability-cost of the positive class, where costs are known
    pooled: bool = False  # scores of several models, one for each fold

    @property
    def cost_slope(self) -> float | None:
        """How many true positives are worth a false one: the slope of lines of equal cost in ROC space."""
        if self.operating_point is None:
            return None
        return (1 - self.operating_point) / self.operating_point if self.operating_point else inf


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A range of operating points at which one classifier costs less, or neither is shown to."""

    low: float
    high: float
    preferable: str | None  # None: not decided


@dataclass(frozen=True, slots=True, kw_only=True)
class CostDifference:
    """By how much b costs less than a at every operating point, with a band that holds at all of them at once."""

    __repr__ = describe_record

    a: str
    b: str
    probability_costs: Floats
    advantage: Floats  # of b: a's normalised expected cost less b's
    low: Floats
    high: Floats
    # Of the band of this pair; with several pairs all bands together hold at the level asked for.
    level: float
    p_value: float  # of no difference at any operating point, by itself
    regions: tuple[Region, ...]
    here: str | None  # who is preferable at the operating point of the costs; None: not decided, or no costs


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatingPoints:
    """For which operating points which classifier of a pair is preferable."""

    __repr__ = describe_record

    positive: str
    negative: str
    share: float  # of the positive class: in deployment where that is given, else in the test set
    operating_point: float | None
    level: float  # at which the bands of all pairs hold together
    differences: tuple[CostDifference, ...]
