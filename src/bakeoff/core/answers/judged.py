"""Two models by a judge's scores of all items and people's of some: what the difference is, and how good the judge."""

from dataclasses import dataclass

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.findings import Finding
from bakeoff.core.reprs import describe_record
from bakeoff.core.results import Estimate, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedItems:
    """Evidence: the judge's scores of every item for two models, and people's scores of some."""

    __repr__ = describe_record

    a: str
    b: str
    ids: tuple[str, ...]
    judged: Floats  # items × 2: of a and of b
    gold: Floats  # items × 2; NaN where there is no label
    source: str
    drawn_in_strata: bool = False  # labels were drawn within the judge's verdicts, as `bakeoff label` does
    group: Ints | None = None
    group_noun: str = "group"
    length: Floats | None = None  # items × 2: of the answers of a and of b
    is_first: Floats | None = (
        None  # items: 1 where the judge saw a first, 0 where b, NaN where it is not known
    )
    moments: tuple[str, ...] = ()  # when items were judged, the earliest first
    moment: Ints | None = None  # of each item: index into `moments`
    findings: tuple[Finding, ...] = ()

    @property
    def is_labelled(self) -> Bools:
        """Of each item: whether people scored both models."""
        labelled: Bools = (self.gold == self.gold).all(axis=1)
        return labelled


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How far the judge and people agree on the labelled answers of both models."""

    share: Estimate
    kappa: Estimate | None
    ac1: Estimate | None
    alpha: Estimate | None
    answers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedDifference:
    """The advantage of b over a as people would score it."""

    __repr__ = describe_record

    a: str
    b: str
    source: str
    corrected: Estimate
    gold_only: Estimate
    judge_only: Estimate
    judge_bias: Estimate  # by how much the judge overrates b against a
    p_value: float
    verdict: Verdict
    weight: float  # what the judge counts, 0 to 1
    labels: int
    items: int
    method: str
    level: float
    agreement: Agreement | None  # None where scores are no classes
    tendencies: tuple[Estimate, ...] = ()  # of the judge: for length, for a place, between two dates
    groups: int | None = None  # of labelled items
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelPlan:
    """Which items people should label next."""

    __repr__ = describe_record

    a: str
    b: str
    source: str
    ids: tuple[str, ...]  # to be labelled, in the order of the evidence
    stratum: tuple[str, ...]  # of each: the judge's verdict it was drawn in
    chance: tuple[float, ...]  # of each: that it was drawn
    planned: tuple[tuple[str, int, int], ...]  # of each stratum: its name, items, labels
    expected_width: float | None  # of the corrected interval afterwards, where labels so far tell the spread
    seed: int
