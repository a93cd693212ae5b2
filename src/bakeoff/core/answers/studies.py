"""What a study says beyond its comparison: estimates, randomization tests, curves, resources, factors."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from bakeoff.core.findings import Finding
from bakeoff.core.measures import Measure
from bakeoff.core.reprs import describe_record
from bakeoff.core.results import Estimate, Interval, OmnibusResult


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreEstimate:
    """One way to estimate the score of a classifier on the population of a dataset."""

    __repr__ = describe_record

    method: str
    of: str  # what exactly is estimated
    value: float
    interval: Interval | None  # None where no interval is known to hold
    citation: str
    why_no_interval: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfBag:
    """One bootstrap sample: how many rows it leaves out, and the score on them."""

    rows: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BootstrapSteps:
    """How the .632 estimates of one classifier on one dataset come about; all in units of the score."""

    rows: int  # of the dataset
    apparent: float  # trained on all rows and tested on them
    samples: tuple[OutOfBag, ...]
    out_by_sample: float  # out-of-bag score: the mean over samples
    by_sample: float  # .632 as textbooks have it: every sample counts alike
    examples: int = 0  # left out by some sample
    out_by_example: float | None = None  # the mean over examples; None: predictions were not kept
    by_example: float | None = None  # .632 as its author has it: every example counts alike
    plus: "PlusSteps | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlusSteps:
    """How .632+ comes about, in errors: the rate without information, that of overfitting, and the weight."""

    no_information: float
    overfitting: float
    weight: float
    score: float  # the estimate itself, in units of the score


@dataclass(frozen=True, slots=True, kw_only=True)
class CellEstimates:
    """The estimates of one classifier on one dataset, the preferred one first."""

    __repr__ = describe_record

    classifier: str
    dataset: str
    each: tuple[ScoreEstimate, ...]
    steps: BootstrapSteps | None = None  # of a bootstrap study by accuracy or error rate


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyEstimates:
    """How well each classifier does on each dataset, and how surely."""

    __repr__ = describe_record

    measure: Measure
    level: float
    each: tuple[CellEstimates, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Randomization:
    """One classifier on one dataset, held against the same method on permuted labels."""

    __repr__ = describe_record

    classifier: str
    dataset: str
    observed: float
    reference: tuple[
        float | None, ...
    ]  # scores on permuted labels, in their order; None where the method failed
    p_value: float
    p_adjusted: float  # by Holm's method, over all classifiers and datasets of the study
    permutations: int  # that the p-value rests on
    stopped: bool  # before all permutations, since the answer was clear
    finished: bool  # False: more permutations are to come
    optimism: float | None  # of the method's own estimate, on permuted labels
    adjusted: float | None  # the observed score without the optimism
    why_not_adjusted: str = ""

    @property
    def chance(self) -> float | None:
        """The mean score on permuted labels."""
        known = [score for score in self.reference if score is not None]
        return sum(known) / len(known) if known else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Randomizations:
    """The randomization tests of a study."""

    __repr__ = describe_record

    measure: Measure
    planned: int  # permutations, at most
    each: tuple[Randomization, ...]
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """The score of one classifier at one rate of a disturbance, or at one share of the training set."""

    __repr__ = describe_record

    rate: float
    mean: float
    # From undisturbed data, paired; None at the undisturbed data, or without any spread.
    change: Estimate | None
    n: int  # datasets, or resamples where there is one dataset


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionCurve:
    """How the score of one classifier changes with what is done to the data."""

    __repr__ = describe_record

    classifier: str
    points: tuple[CurvePoint, ...]  # by rate


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionCurves:
    """The curves of all classifiers."""

    __repr__ = describe_record

    kind: str  # "label noise", "training share", …
    measure: Measure
    undisturbed: float  # the rate that stands for the data as they are
    level: float
    datasets: int
    method: str  # of the intervals
    each: tuple[ConditionCurve, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """What one classifier takes of one resource."""

    classifier: str
    mean: float  # geometric where `logarithmic`


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceRatio:
    """How many times as much of a resource one classifier takes as another."""

    __repr__ = describe_record

    classifier: str
    against: str
    ratio: float
    interval: Interval | None  # holds together with those of all pairs
    differs: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceUse:
    """One resource: what each classifier takes, and which take more."""

    __repr__ = describe_record

    name: str
    means: tuple[Resource, ...]
    ratios: tuple[ResourceRatio, ...] = ()
    why_untested: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifierCosts:
    """A classifier beyond its score."""

    __repr__ = describe_record

    classifier: str
    score: float
    complexity: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))  # means


@dataclass(frozen=True, slots=True, kw_only=True)
class Beyond:
    """Time, memory, size and complexity of every classifier of a study."""

    __repr__ = describe_record

    measure: Measure  # of the score
    level: float
    datasets: int
    classifiers: tuple[ClassifierCosts, ...]
    resources: tuple[ResourceUse, ...]


class Sharing(StrEnum):
    """Which of the random samples of one dataset have rows in common."""

    NONE = "no samples share rows"
    WITHIN = "samples of one classifier share rows"
    ALL = "all samples share rows"


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleAnova:
    """The analysis of variance of one dataset: every classifier on random samples of its own."""

    __repr__ = describe_record

    dataset: str
    by_the_book: OmnibusResult  # as if the samples shared no rows
    corrected: OmnibusResult  # allowing for the training rows that the samples of a classifier share
    p_adjusted: float  # of the corrected test, by Holm's method over datasets
    sharing: Sharing = Sharing.ALL
    over: str = "resamples"  # or examples, where each classifier has one hold-out


@dataclass(frozen=True, slots=True, kw_only=True)
class DistinctSamples:
    """A study whose classifiers were run on distinct random samples."""

    __repr__ = describe_record

    measure: Measure
    level: float
    means: Mapping[str, float]  # of each classifier over all datasets
    each: tuple[SampleAnova, ...]
    over_datasets: OmnibusResult | None  # None: one dataset
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VariedSettings:
    """What a classifier is one setting of."""

    __repr__ = describe_record

    of: str
    settings: Mapping[str, str]  # the level of each


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorEffect:
    """What one factor, or the interplay of one with the classifier, does to the score."""

    __repr__ = describe_record

    factor: str
    effects: Mapping[str, float]  # by level: the mean there less the mean of all; empty for an interplay
    sum_of_squares: float
    df: int
    f: float | None  # None where nothing is left to measure it by
    p_value: float | None
    residual_df: int  # of the deviations that it is held against


@dataclass(frozen=True, slots=True, kw_only=True)
class Factors:
    """Settings studied as factors: properties of artificial data, the classifier and its settings, their interplay."""

    __repr__ = describe_record

    measure: Measure
    properties: tuple[str, ...]  # of the data, that were varied
    settings: tuple[str, ...]  # of classifiers, that were varied
    each: tuple[FactorEffect, ...]
    residual_df: tuple[int, int]  # between datasets, within datasets
    assumptions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ApproachStep:
    """One step of the recommended approach: what it asks for, and what this study did."""

    number: str  # as the paper numbers it: 1, 2, 3, 4A … 4E, 5
    asks: str
    done: str
    met: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipTest:
    """The test of flips of one pair on one dataset, adjusted for all such tests, and for all experiments."""

    __repr__ = describe_record

    a: str
    b: str
    dataset: str
    mends: int  # only b is right
    breaks: int  # only a is right
    both_right: int
    both_wrong: int
    p_value: float
    p_adjusted: float  # Bonferroni, over the tests
    p_all: float  # Bonferroni, over every combination of settings that was tried
    verdict: str  # of b: better, worse, undecided; by `p_adjusted`
    verdict_all: str  # what it would be by `p_all`


@dataclass(frozen=True, slots=True, kw_only=True)
class Approach:
    """The approach that Salzberg (1997) recommends, step by step, as a study followed it."""

    __repr__ = describe_record

    answer: str  # against the most similar algorithm first
    answer_all: str  # what the verdicts would be if every setting that tuning tried counted as an experiment
    steps: tuple[ApproachStep, ...]
    test: str
    tests: tuple[FlipTest, ...]  # pairs with the most similar algorithm first
    experiments: int  # tests, times the combinations of settings that were tried for each
    settings: Mapping[str, int]  # by classifier: how many settings were tried, at most on one dataset
    level: float
    citation: str = "salzberg1997"
