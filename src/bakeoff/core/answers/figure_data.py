"""Pictures: the numbers that figures need beyond a finished comparison, plan or estimate. Nothing here computes."""

from dataclasses import dataclass
from enum import StrEnum

from bakeoff.core.answers.estimates import SizedInterval
from bakeoff.core.arrays import Floats
from bakeoff.core.measures import Measure
from bakeoff.core.reprs import describe_record
from bakeoff.core.results import Alternative, Posterior, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class TFigureData:
    """Student's t under the null, and where the observed t lies in it."""

    __repr__ = describe_record

    procedure: str
    t: float
    df: float
    mean: float  # advantage of b over a, in units of the score
    standard_error: float  # 0 where the two never differ
    critical: float  # |t| beyond which the null is rejected
    level: float
    alternative: Alternative
    p_value: float
    at: Floats  # values of t, from left to right
    density: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class PosteriorDensity:
    """The posterior density of the mean advantage."""

    __repr__ = describe_record

    posterior: Posterior
    at: Floats
    density: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class PosteriorShares:
    """Draws from the posterior of three chances on a further dataset: b worse, practically equal, better."""

    __repr__ = describe_record

    posterior: Posterior
    shares: Floats  # draws × 3, each row sums to one


PosteriorFigureData = PosteriorDensity | PosteriorShares


class PowerAxis(StrEnum):
    """What the power of a design is drawn against."""

    NUMBER = "number"
    DIFFERENCE = "difference"


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerFigureData:
    """The chance of finding a difference, against the number of datasets or examples, or against the difference."""

    __repr__ = describe_record

    against: PowerAxis
    units: str  # "datasets" or "examples"
    test: str
    level: float
    alternative: Alternative
    spread: float  # standard deviation over datasets, or the share of examples that one alone gets right
    number: int  # of datasets or examples at hand, or planned
    difference: float  # that is asked about
    power_here: float  # with this number, for this difference
    wanted: float  # the power that is aimed at
    reached_at: float | None  # the number, or the difference, from which on the wanted power is reached
    at: Floats
    power: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalFigureData:
    """The interval of one success rate against the size of the test set."""

    __repr__ = describe_record

    rate: float
    level: float
    method: str
    at: Floats  # sizes of test sets
    low: Floats
    high: Floats
    table: tuple[SizedInterval, ...]  # at the textbook's sizes
    own: SizedInterval
    classifier: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """What a test says after the loss of so many datasets."""

    __repr__ = describe_record

    removed: int
    statistic: float
    p_value: float
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class FragilityFigureData:
    """How a test moves as datasets are left out: those that speak most against b, and those that speak most for it."""

    __repr__ = describe_record

    test: str
    adjustment: str  # over the pairs of a family, of which the p-values are adjusted ones
    level: float
    alternative: Alternative
    datasets: int
    without_losses: tuple[Removal, ...]  # the first entry has nothing removed
    without_wins: tuple[Removal, ...]
    flip: tuple[str, ...]  # a smallest set whose loss changes the verdict; empty where none does
    after: Removal | None  # what is then said
    exact: bool  # no smaller set does it


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredClassifier:
    """One classifier by one measure, with an interval where there is one."""

    name: str
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TradePoint:
    """One classifier by two measures; `on_front`: no other is at least as good by both and better by one."""

    name: str
    score: MeasuredClassifier
    cost: MeasuredClassifier
    on_front: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeOffFigureData:
    """Classifiers by two measures, such as accuracy and time."""

    __repr__ = describe_record

    score: Measure
    cost: Measure
    level: float
    points: tuple[TradePoint, ...]
    within_datasets: bool  # intervals leave out what all classifiers share on a dataset
    geometric: bool  # the costs are geometric means, drawn on a logarithmic axis
