"""The parts of JSON documents that speak of evidence at any time, as types."""

from typing import Literal, TypedDict

PathVerdict = Literal["better", "worse", "equivalent", "undecided"]


class DecisionDocument(TypedDict):
    """The look that first decided a question; without a time and an entry where it is in no ledger."""

    verdict: PathVerdict
    units: int
    at: str | None
    entry: int | None


class HorizonDocument(TypedDict):
    """How many units a verdict takes, looking at any time and by a test that looks once; null: not in sight."""

    about: Literal["difference", "margin"]
    units: float | None
    one_look: float | None


class SequentialPairDocument(TypedDict):
    """The evidence on one pair, as powers of ten of e-values."""

    a: str
    b: str
    units: int
    earlier: int
    again: int
    gone: int
    looks: int
    contradicted: bool
    decision: DecisionDocument | None
    log10_e_better: float | None
    log10_e_worse: float | None
    log10_e_needed: float | None
    log10_e_within_margin: float | None
    log10_e_beyond_margin: float | None
    horizons: list[HorizonDocument]
    path: list[list[float | None]]


class SequentialDocument(TypedDict):
    """What holds however often one looks, and where it stands in the project's ledger."""

    unit: str
    waiting: int
    left_over: int
    question: int | None
    questions: int | None
    entry: int | None
    over_questions: Literal["e-lond", "each"] | None
    level: float | None
    pairs: list[SequentialPairDocument]


class QuestionLookDocument(TypedDict):
    """The evidence on a question after one look."""

    entry: int
    at: str
    units: int
    log10_e_better: float
    log10_e_worse: float
    verdict: PathVerdict


class QuestionDocument(TypedDict):
    """One question of a project: the evidence over its looks, and whether it is claimed."""

    question: int
    a: str
    b: str
    variant: int
    unit: str
    log10_e_needed: float
    log10_e_needed_among_all: float
    claimed: PathVerdict | None
    claimed_at: str | None
    claimed_after: int | None
    claimed_by_e_bh: bool
    looks: list[QuestionLookDocument]
