"""Calibration: how often a test rejects on copies of the evidence in which no classifier can be better."""

from dataclasses import dataclass
from enum import StrEnum

from bakeoff.core.findings import Finding
from bakeoff.core.reprs import describe_record
from bakeoff.core.results import Alternative, Estimate


class SwapBlock(StrEnum):
    """What is swapped as a whole: its classifiers trade places."""

    DATASET = "dataset"
    REPEAT = "repeat"
    RESAMPLE = "resample"
    GROUP = "group"
    EXAMPLE = "example"


class RateAgainstLevel(StrEnum):
    """What the realised rate says of the nominal one."""

    ABOVE = "above"  # the whole interval lies above the nominal rate
    ABOUT = "about"
    BELOW = "below"


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """The realised error rate of one test on one design."""

    __repr__ = describe_record

    test: str
    adjust: str
    level: float
    alternative: Alternative
    source: str
    digest: str
    design: str
    classifiers: int
    pairs: int
    within: SwapBlock
    blocks: int  # datasets, repeats, … that were swapped
    trials: int  # swapped copies that were judged
    asked: int
    exact: bool  # every possible swap was judged: the rate has no error of simulation
    rejections: int  # copies in which any pair was called different
    declined: int  # copies that the test could not judge, counted as not rejected
    rate: Estimate  # of copies in which any pair was called different
    pair_rate: float  # of pairs called different
    kept: RateAgainstLevel
    seed: int
    findings: tuple[Finding, ...] = ()
