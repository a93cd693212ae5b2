"""Evidence of a leaderboard file: one score for each entry, and how many items it is over, or its standard error."""

from dataclasses import dataclass

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.findings import Finding
from bakeoff.core.reprs import describe_record


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreList:
    """One score for each entry: a share of right answers to so many items, or any score with its standard error."""

    __repr__ = describe_record

    names: tuple[str, ...]
    scores: Floats  # as they were given
    items: Ints | None  # of each entry; None where standard errors are known in their place
    metric: str
    higher_is_better: bool
    source: str
    errors: Floats | None = None  # standard errors, in the scale of the scores
    digest: str = ""
    scale: float = 1.0  # 100 where scores are percentages
    findings: tuple[Finding, ...] = ()

    def __post_init__(self) -> None:
        columns = [each for each in (self.items, self.errors) if each is not None]
        if len(columns) != 1 or any(each.size != len(self.names) for each in (self.scores, *columns)):
            raise ValueError(
                "no list of scores: columns of different lengths, or not one of items and errors"
            )
        if self.items is not None and (not _are_shares(self.shares) or (self.items < 1).any()):
            raise ValueError("no list of scores: a share outside 0 to 1, or no items")
        if self.errors is not None and not (self.errors > 0).all():
            raise ValueError("no list of scores: a standard error of nothing")

    @property
    def shares(self) -> Floats:
        """The scores as shares of right answers, where they are such."""
        shares: Floats = self.scores / self.scale
        return shares


def _are_shares(shares: Floats) -> bool:
    return bool(((shares >= 0) & (shares <= 1)).all())
