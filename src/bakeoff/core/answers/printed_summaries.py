"""Two classifiers of which a text prints summaries only: mean and spread of differences, or an interval each."""

from dataclasses import dataclass
from math import sqrt

from bakeoff.core.reprs import describe_record
from bakeoff.core.results import Interval, TestResult, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceSummary:
    """Mean, sample standard deviation and number of the advantages of b over a."""

    mean: float
    sd: float
    n: int
    over_folds: bool  # of one dataset, whose folds share training data; else each of a dataset of its own
    source: str  # what was given, as it was given

    @property
    def se(self) -> float:
        """The standard error of the mean, as a textbook has it."""
        return self.sd / sqrt(self.n)


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryTest:
    """The verdict on a summary, and the same by the textbook's test where that is another."""

    __repr__ = describe_record

    summary: DifferenceSummary
    result: TestResult
    verdict: Verdict
    margin: float
    forced: bool  # the plain t-test was asked for where folds share training data
    plain: TestResult | None = None  # the textbook's t-test, where the verdict does not rest on it
    right: TestResult | None = None  # the plain t-test with n − 1, where a lecture's k − 2 was asked for


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
