"""The audit: what could be wrong with a claim, and how much it can bear. Made once; renderers only say it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding
from bakeoff.core.predictions import Evidence
from bakeoff.core.reprs import describe_record
from bakeoff.core.results import Verdict

if TYPE_CHECKING:
    from bakeoff.core.datasets import SamplingRecord


def _no_counts() -> Mapping[str, int]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimContext:
    """What is known of a claim beyond its evidence: from the user, or from the store of a study."""

    __repr__ = describe_record

    tests: int | None = None  # that the claim stands among
    tests_from: str = "told"  # who counted them: the user, or the ledger of the project
    groups: int | None = None  # that compare such classifiers on the same public data
    tried: Mapping[str, int] = field(default_factory=_no_counts)  # configurations, by classifier
    # Within the training sets, as a study does: the scores had no part in the choice.
    tried_inside: bool = False
    test_records: int | None = None  # of every dataset
    claim: str | None = None  # a p-value, as it was printed
    sampling: "SamplingRecord | None" = None  # how the datasets were chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveOneOut:
    """What is said of a pair without one dataset; nothing where the test has no answer then."""

    __repr__ = describe_record

    dataset: str
    statistic: float | None
    p_value: float | None
    verdict: Verdict | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SubsetShare:
    """How often parts of the table, of one size, give each verdict."""

    size: int
    better: float
    worse: float
    equivalent: float
    undecided: float
    without_answer: float
    subsets: int
    exact: bool  # all parts of this size were looked at; otherwise random ones
    standard_error: float  # the largest of those of the shares; 0 if exact


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetChoice:
    """A part of the table that somebody could have chosen, and what it says."""

    __repr__ = describe_record

    datasets: tuple[str, ...]
    left_out: tuple[str, ...]
    statistic: float
    p_value: float
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtremeChoices:
    """The part of one size that speaks most for b, and the one that speaks most against."""

    size: int
    best: DatasetChoice
    worst: DatasetChoice
    exact: bool  # no part of this size is better or worse


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchExtent:
    """How far a smallest removal was looked for."""

    by: str  # "proof": the test's own order of datasets; "judgements": parts of the table, judged again
    every_up_to: int | None  # every set of up to so many datasets was tried; None by proof
    judged: int  # parts of the table that were put to the test


@dataclass(frozen=True, slots=True, kw_only=True)
class Fragility:
    """How much the verdict on one pair depends on which datasets are in the table."""

    __repr__ = describe_record

    a: str
    b: str
    verdict: Verdict
    test: str  # that was asked: the one that carries the verdict
    adjustment: str  # over the pairs, as in the comparison; "none" of a single pair
    level: float  # of the comparison
    datasets: int
    flips_with: int | None  # how many datasets go for another verdict; None where no removal was found
    removing: tuple[str, ...]  # without which the test itself was run again
    becomes: Verdict | None  # what it then says
    exact: bool  # no smaller set does it, or none at all; otherwise so many are enough, and fewer may be
    searched: "SearchExtent"
    # Of verdicts about nothing, how many are as robust, or as easily turned.
    as_often_without_a_difference: float | None
    p_value: float | None  # both are those that the comparison shows: adjusted, where it adjusts
    p_value_after: float | None
    statistic_after: float | None = None
    leave_one_out: tuple[LeaveOneOut, ...] = ()
    shares: tuple[SubsetShare, ...] = ()
    picked: tuple[ExtremeChoices, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """A finished audit: the claim, what could be wrong with it, and how fragile each verdict is."""

    __repr__ = describe_record

    evidence: Evidence
    # None where one score on one test set is all there is: nothing can be compared.
    comparison: Comparison | None
    context: ClaimContext
    findings: tuple[Finding, ...]  # the comparison's own among them; the gravest first
    fragility: tuple[Fragility, ...]
    claims: int  # pairs that were judged; `fragility` is about as many of the main ones as could be searched
