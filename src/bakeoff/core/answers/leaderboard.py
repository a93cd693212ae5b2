"""A leaderboard: which ranks are real. Made once; renderers only say it."""

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.findings import Finding
from bakeoff.core.reprs import describe_record
from bakeoff.core.results import Estimate


class BoardKind(StrEnum):
    """What a leaderboard is made from."""

    SCORES = "scores"  # on datasets
    ITEMS = "items"  # single answers
    COUNTS = "counts"  # one score and a number of items for each entry
    BATTLES = "battles"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One row of the board: a score with its interval, and the ranks it may have."""

    __repr__ = describe_record

    name: str
    score: float
    low: float  # of the interval of this entry by itself; infinite where a strength has no lower end
    high: float
    rank: int  # by the score; tied ones share the best
    rank_set: tuple[int, int]  # all entries together
    rank_set_marginal: tuple[int, int]  # of this entry, if it was named beforehand
    tied_for_best: bool  # nobody is proved better
    n: int | None = None  # items or battles behind the score
    chance_best: float | None = None  # posterior probability, where it was asked for
    elo: float | None = None  # of battles: the strength on the scale of chess
    win_chance: float | None = None  # of battles: against the mean opponent
    part: int = 1  # of battles: entries of different parts never met, and are ranked apart


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Two neighbours on the board, and whether the step between them is real."""

    above: str
    below: str
    gap: float
    p_value: float
    p_adjusted: float  # over all steps, by Holm's method


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfStability:
    """How far two random halves of the units agree on the order."""

    halves: int  # how many times they were split
    correlation: float  # Spearman's, of the two orders, on average
    same_first: float  # share of splits in which both halves put the same entry first; ties share it


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """What changed for the others when some entries were added, on the same units."""

    names: tuple[str, ...]  # who was added
    tied: tuple[tuple[str, str], ...]  # pairs of others that were separated without them, and are no longer
    separated: tuple[tuple[str, str], ...]  # the other way round; of battles only, where strengths move
    more_pairs: int  # that are judged together with them


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """How far the first and the second half of the battles in time agree."""

    p_value: float  # of all strengths together being the same in both
    entry: str  # that changed most
    change: float  # of its strength, later less earlier
    split: str  # when the second half begins


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleFacts:
    """What battles say beyond strengths."""

    battles: int
    prompts: int
    annotators: int
    position: Estimate | None
    tie: float | None
    design_effect: float
    slopes: tuple[tuple[str, Estimate], ...] = ()
    cycles: tuple[int, float, float] | None = None  # intransitive triples, expected ones, p
    contrary_annotators: tuple[str, ...] = ()  # who vote against what the others agree on
    drift: Drift | None = None  # None where battles have no time


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    """A finished leaderboard."""

    __repr__ = describe_record

    kind: BoardKind
    source: str
    digest: str
    metric: str
    higher_is_better: bool
    unit: str  # what a score is over, singular: item, dataset, prompt, battle
    units: int
    entries: tuple[Entry, ...]  # the best first
    ladder: tuple[Step, ...]
    level: float
    method: str
    intervals_by: str  # how the interval of a score by itself is made
    steps_by: str  # how two neighbours are compared
    repeat: str = ""  # the call that makes it again
    groups: int | None = None  # clusters that the units belong to
    group_noun: str = "group"
    # Entries × entries, in their order: the row is proved better than the column, all pairs together.
    better: Bools = field(default_factory=lambda: np.zeros((0, 0), dtype=bool), compare=False, repr=False)
    pairs: int = 0  # of entries that can be compared
    tie_groups: tuple[tuple[str, ...], ...] = ()  # largest ones of which no two are separated
    addition: Addition | None = None
    silent_units: tuple[int, tuple[str, ...]] = (
        0,
        (),
    )  # on which all entries score alike: how many, some of them
    more_units: int | None = (
        None  # that would separate the first two, at the difference seen; None: no number
    )
    stability: HalfStability | None = None
    battle_facts: BattleFacts | None = None
    findings: tuple[Finding, ...] = field(default_factory=tuple)

    @property
    def separated_pairs(self) -> int:
        """How many pairs are separated, all together."""
        return int(self.better.sum())

    @property
    def tied_for_best(self) -> tuple[str, ...]:
        """Who may be first, the best score first."""
        return tuple(entry.name for entry in self.entries if entry.tied_for_best and entry.part == 1)

    @property
    def real_steps(self) -> int:
        """How many steps between neighbours are real, all together."""
        return sum(step.p_adjusted <= 1 - self.level + 1e-12 for step in self.ladder)
