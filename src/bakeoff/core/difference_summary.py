"""What a text prints of differences that it does not list: their mean, their spread and their number."""

from dataclasses import dataclass
from math import sqrt

from bakeoff.core.records import describe_record
from bakeoff.core.results import TestResult, Verdict


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
