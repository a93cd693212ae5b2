"""The gate: what a pipeline asks of a comparison, and the answer with everything that it rests on."""

from dataclasses import dataclass
from enum import StrEnum

from bakeoff.core.reprs import describe_record
from bakeoff.core.results import Verdict


class GateKind(StrEnum):
    """What must hold of b for the gate to open."""

    BETTER = "better"
    NOT_WORSE = "not-worse"


class GateOutcome(StrEnum):
    """How a gate came out; a pipeline tells them by the exit code."""

    PASSED = "passed"
    NOT_PASSED = "not passed"  # the opposite of what was asked is shown, or b is worse in a subgroup
    UNDECIDED = "undecided"  # neither what was asked nor its opposite is shown


class Bound(StrEnum):
    """What `not-worse` holds against the margin."""

    MEAN = "mean"  # the mean advantage over datasets, by a t that allows for skew
    MEAN_IN_RANGE = "mean-in-range"  # the same for any distribution within the range of the score
    SHARE = "share"  # the share of datasets that lose more than the margin
    TEST = "test"  # what the test of the verdict estimates


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRequest:
    """What was asked: the kind, what is bounded, and whether subgroups count."""

    kind: GateKind
    bound: Bound | None = None  # None: the default of the design
    share: float | None = None  # with Bound.SHARE: the largest share that may lose more than the margin
    subgroups: bool = True  # a subgroup in which b is shown to be worse closes the gate


@dataclass(frozen=True, slots=True, kw_only=True)
class GatePair:
    """One pair at the gate: what was bounded, and how it came out."""

    __repr__ = describe_record

    a: str
    b: str
    passed: bool
    verdict: Verdict
    bounded: str | None = None  # in words; None where only the verdict is asked about
    value: float | None = None
    bound: float | None = None  # at the gate's own one-sided level; None where there is none
    level: float | None = None
    method: str | None = None
    worst: tuple[str, float] | None = None  # the dataset (or resample) with the smallest advantage, and that
    units: int | None = None
    losing: int | None = None  # of them: how many lose more than the margin
    losing_at_most: float | None = None  # exact upper bound of their share, at the same level
    is_refuted: bool = False  # whether the opposite of what the gate asks is shown


@dataclass(frozen=True, slots=True, kw_only=True)
class WorseSubgroup:
    """A subgroup in which b is shown to be worse."""

    a: str
    b: str
    subgroup: str
    advantage: float
    p_adjusted: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """The answer of a gate."""

    __repr__ = describe_record

    kind: GateKind
    passed: bool
    margin: float
    bound: Bound | None  # None where nothing is bounded
    share: float | None
    pairs: tuple[GatePair, ...]
    subgroups_count: bool
    subgroups: int  # how many were judged, over all pairs
    worse_subgroups: tuple[WorseSubgroup, ...]
    unjudged_subgroups: tuple[str, ...] = ()  # too small, or without anything that a test could tell apart
    judged_two_sided: bool = False  # because the alternative that was asked for cannot show a loss
    look: str = ""  # over the looks of a ledger: how it was judged, in words

    @property
    def outcome(self) -> GateOutcome:
        """Passed, not passed, or undecided: where more evidence could still let it pass."""
        if self.passed:
            return GateOutcome.PASSED
        if self.worse_subgroups or any(pair.is_refuted for pair in self.pairs):
            return GateOutcome.NOT_PASSED
        return GateOutcome.UNDECIDED
