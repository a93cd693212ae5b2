"""Evidence of a leaderboard file: one score for each entry, and how many items it is over."""

from dataclasses import dataclass

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.findings import Finding
from bakeoff.core.reprs import describe_record


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreList:
    """Shares of right answers, one for each entry."""

    __repr__ = describe_record

    names: tuple[str, ...]
    shares: Floats  # 0 to 1
    items: Ints  # of each entry
    metric: str
    higher_is_better: bool
    source: str
    digest: str = ""
    scale: float = 1.0  # 100 where scores are percentages
    findings: tuple[Finding, ...] = ()

    def __post_init__(self) -> None:
        if not len(self.names) == self.shares.size == self.items.size:
            raise ValueError("no list of scores: columns of different lengths")
        if not ((self.shares >= 0) & (self.shares <= 1)).all() or (self.items < 1).any():
            raise ValueError("no list of scores: a share outside 0 to 1, or no items")
