"""What a comparison that may be looked at at any time says beside its verdicts."""

from dataclasses import dataclass, field

from bakeoff.core.reprs import describe_record

Members = tuple[str, ...]  # of one unit: the marks of its items


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """The units of one pair in the order in which they came: what each is made of, and the advantage of b in it."""

    members: tuple[Members, ...]
    values: tuple[float, ...]
    noun: str  # "item", "example", "dataset", "block", …
    reach: float  # the largest difference that two scores can have
    left_over: int = 0  # items that belong to no unit yet
    known_by: str = "id"  # "id", "name" or "place": how a unit is known again
    tasks: tuple[str, ...] = ()  # that a block has one item of

    def is_like(self, other: "Stream") -> bool:
        """Whether the units of both are of one kind, so that they can be counted together."""
        return (self.noun, self.tasks) == (other.noun, other.tasks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Horizon:
    """How many units a verdict takes, where differences go on as they are; None: it is not in sight."""

    about: str  # "difference", or "margin"
    units: float | None  # looking at any time, in all
    one_look: float | None  # by a test that looks once at a size fixed beforehand, with power .8


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The look that first decided a question: what it showed, when, and after how many units."""

    verdict: str
    units: int
    at: str | None = None  # UTC; None where the look is not in a ledger
    entry: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SequentialPair:
    """The evidence on one pair: e-values as powers of ten, and how it came about."""

    __repr__ = describe_record

    a: str
    b: str
    units: int  # that count, in all
    log10_better: float  # against "b is not better"
    log10_worse: float  # against "b is not worse"
    log10_needed: float  # what either needs for a verdict
    log10_within_margin: float | None = None  # against "b loses the margin or more"
    log10_beyond_margin: float | None = None  # against "b loses less than the margin"
    horizons: tuple[Horizon, ...] = ()
    earlier: int = 0  # of the units: from earlier looks that the ledger has
    again: int = 0  # units of this evidence that earlier looks had counted already
    drift: float = 0.0  # of differences along their order, in standard errors of no trend
    path: tuple[
        tuple[int, float, float], ...
    ] = ()  # units, and the powers of ten of both e-values after them
    decision: Decision | None = None  # the first look that decided it, this one or an earlier one
    gone: int = (
        0  # of the earlier units: those that are not in this evidence any more, and count all the same
    )
    is_contradicted: bool = False  # whether looks leave no mean at all: what one shows, another disproves
    looks: tuple[int, ...] = ()  # after how many units it was looked at; the last is the present look
    levels: tuple[
        float, ...
    ] = ()  # at which the question was judged at each look; none: at that of the comparison
    stream: Stream | None = field(default=None, repr=False)  # what this evidence adds
    values: tuple[float, ...] = field(default=(), repr=False)  # of all units that count


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequential:
    """What holds however often one looks."""

    __repr__ = describe_record

    noun: str
    pairs: tuple[SequentialPair, ...]
    waiting: int = 0  # items that not every model has answered yet
    left_over: int = 0  # items that wait for others of their block
    known_by: str = "id"
    question: int | None = None  # of the project's questions: which it is
    questions: int | None = None  # how many the project has asked
    entry: int | None = None  # of the ledger, where it was written
    over_questions: str | None = None  # how error is controlled over them: "e-lond"
    level: float | None = None  # at which the question is judged among the others
    variant: int = 1  # of questions under the same names: other answers to the same items are another
    altered: str = (
        ""  # in what it differs from the first under these names: "answers", or "contents" of items
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPoint:
    """The evidence on a question after one look."""

    entry: int
    at: str
    units: int
    log10_better: float
    log10_worse: float
    verdict: str  # the one that stood at this look

    @property
    def log10_best(self) -> float:
        """The evidence for the likelier of the two sides."""
        return max(self.log10_better, self.log10_worse)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPath:
    """One question of a project: the evidence over its looks, and whether it may be claimed among all questions."""

    __repr__ = describe_record

    number: int  # by when it was first asked
    a: str
    b: str
    variant: int
    noun: str
    points: tuple[QuestionPoint, ...]
    log10_needed: float  # by itself
    log10_needed_among_all: float  # e-LOND, at its last look
    decision: Decision | None  # the first look that claimed that one is better
    claimed_by_e_bh: bool  # among all questions as they stand now, were they judged at once
