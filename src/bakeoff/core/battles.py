"""Evidence of battles: which of two models was preferred, answer by answer."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.findings import Finding
from bakeoff.core.items import Codes
from bakeoff.core.reprs import describe_record


class Winner(StrEnum):
    """Who won a battle: a side, not a name."""

    LEFT = "left"
    RIGHT = "right"
    TIE = "tie"


WINNERS = tuple(Winner)  # `BattleEvidence.winner` holds places in it


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEvidence:
    """Battles of two models each, one row for each judgement, in the order in which they were given."""

    __repr__ = describe_record

    models: tuple[str, ...]
    left: Codes  # of each battle: index into `models`
    right: Codes
    winner: Codes  # of each battle: index into WINNERS
    source: str
    digest: str = ""
    # Of each battle: how much the left one won, 0 to 1, where a judge gives more than a winner.
    share: Floats | None = None
    prompts: tuple[str, ...] = ()
    prompt: Codes | None = None  # of each battle: index into `prompts`
    annotators: tuple[str, ...] = ()
    annotator: Codes | None = None  # of each battle: index into `annotators`
    weight: Floats | None = None
    moments: tuple[str, ...] = ()  # when battles took place, the earliest first
    moment: Codes | None = None  # of each battle: index into `moments`
    controls: tuple[str, ...] = ()  # properties of answers that strengths are freed of
    control_values: Floats | None = None  # battles × controls: left less right
    failed: int = 0  # judgements that name no winner, and are not among the battles
    findings: tuple[Finding, ...] = ()

    def __post_init__(self) -> None:
        size = self.left.size
        columns = (self.left, self.right, self.winner, self.share, self.prompt, self.annotator, self.weight)
        if any(column is not None and column.shape != (size,) for column in columns):
            raise ValueError("no evidence of battles: columns of different lengths")
        if size and bool((self.left == self.right).any()):
            raise ValueError("no evidence of battles: a model that meets itself")

    @property
    def won_by_left(self) -> Floats:
        """Of each battle: 1 where the left one won, 0 where the right one did, a half for a tie, or the share."""
        if self.share is not None:
            return self.share
        return np.array([1.0, 0.0, 0.5])[self.winner]

    def count_pairs(self) -> int:
        """Return how many different pairs of models have met."""
        low, high = np.minimum(self.left, self.right), np.maximum(self.left, self.right)
        return int(np.unique(low * len(self.models) + high).size)

    def mean_share(self) -> Floats:
        """Return of each model the mean share that it won of its battles; NaN where it had none."""
        count, won = len(self.models), self.won_by_left
        totals = np.bincount(self.left, weights=won, minlength=count)
        totals += np.bincount(self.right, weights=1 - won, minlength=count)
        battles = np.bincount(self.left, minlength=count) + np.bincount(self.right, minlength=count)
        means = np.full(count, np.nan)
        np.divide(totals, battles, out=means, where=battles > 0)
        return means
