"""How well probabilities are calibrated: of each classifier, and of pairs. Made once; renderers only say it."""

from dataclasses import dataclass

from bakeoff.core.answers.operating_points import Curve
from bakeoff.core.arrays import Ints
from bakeoff.core.reprs import describe_record
from bakeoff.core.results import TestResult, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifierReliability:
    """The Brier score of one classifier and its parts: miscalibration - discrimination + uncertainty."""

    __repr__ = describe_record

    classifier: str
    brier: float
    miscalibration: float
    miscalibration_by_chance: float  # to be expected of a calibrated classifier with these probabilities
    discrimination: float
    error: float  # the expected calibration error, over bins with as many examples each
    error_by_chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationDifference:
    """Which of two classifiers is better calibrated; positive means that b is."""

    __repr__ = describe_record

    a: str
    b: str
    result: TestResult
    p_adjusted: float
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Reliability:
    """How well the probabilities of all classifiers are calibrated, for one event."""

    __repr__ = describe_record

    positive: str | None  # the class whose probability it is; None: the confidence in the predicted class
    examples: int
    bins: int  # of the calibration error
    uncertainty: float | None  # of the base rate; None where it is another for each classifier
    each: tuple[ClassifierReliability, ...]
    differences: tuple[CalibrationDifference, ...]
    level: float  # at which all intervals hold together
    why_untested: str = ""  # why there is no difference

    @property
    def event(self) -> str:
        """What the probabilities are of."""
        return "that the predicted class is right" if self.positive is None else f"of {self.positive}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReliabilityCurves:
    """The curves to be drawn, each with the band of a calibrated classifier, and how the probabilities lie."""

    __repr__ = describe_record

    each: tuple[Curve, ...]
    counts: tuple[Ints, ...]  # examples in equal parts of the axis, of each classifier
    reliability: Reliability
