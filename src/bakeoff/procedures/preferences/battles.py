"""Battles as arrays: who met whom, who won, and which of them may be compared at all."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from bakeoff.core.arrays import Bools, Floats
from bakeoff.core.errors import ProcedureError

Codes = NDArray[np.intp]


@dataclass(frozen=True, kw_only=True)
class Battles:
    """One row for each judgement: the entries on the left and on the right, and how much the left one won.

    What takes a pass over all rows is remembered: there may be millions.
    """

    left: Codes
    right: Codes
    won: Floats  # 1: left, 0: right, ½: a tie; between where a judge says more
    entries: int
    weight: Floats | None = None
    prompt: Codes | None = None  # of each battle: which prompt; battles of one prompt are not independent
    annotator: Codes | None = None
    covariates: Floats | None = None  # battles × properties, left less right: length, style

    def __post_init__(self) -> None:
        size = self.left.size
        columns = (self.right, self.won, self.weight, self.prompt, self.annotator)
        if any(each is not None and each.shape != (size,) for each in columns) or (
            self.covariates is not None and self.covariates.shape[:1] != (size,)
        ):
            raise _shape_error("columns of different lengths")
        sides = (self.left, self.right)
        if (
            size == 0
            or min(side.min() for side in sides) < 0
            or max(side.max() for side in sides) >= self.entries
            or (self.left == self.right).any()
        ):
            raise _shape_error("no battle, an entry that there is not, or one that meets itself")
        are_shares = self.won.min() >= 0 and self.won.max() <= 1  # neither holds with NaN
        if not are_shares or (self.weight is not None and (self.weight < 0).any()):
            raise _shape_error("a share outside 0 to 1, or a negative weight")

    @property
    def weights(self) -> Floats:
        """What each battle counts."""
        return np.ones(self.left.size) if self.weight is None else self.weight

    @cached_property
    def has_shares(self) -> bool:
        """Whether some battle is neither won nor lost nor tied."""
        return bool((self._halves != 2 * self.won).any())

    @property
    def has_ties(self) -> bool:
        """Whether some battle is a tie."""
        return bool((self.won == 0.5).any() if self.has_shares else self._outcomes[:, 2].any())

    def count_wins(self) -> Floats:
        """Return entries × entries: how much the row won of its battles with the column, a tie a half each."""
        count = self.entries
        if not self.has_shares:
            cells = self.count_outcomes().reshape(count, count, 3)
            return cells[:, :, 0] + cells[:, :, 1].T + (cells[:, :, 2] + cells[:, :, 2].T) / 2
        weights = self.weights
        wins = np.bincount(self.left * count + self.right, weights=weights * self.won, minlength=count**2)
        losses = np.bincount(
            self.right * count + self.left, weights=weights * (1 - self.won), minlength=count**2
        )
        return np.asarray(wins + losses, dtype=np.float64).reshape(count, count)

    def count_outcomes(self) -> Floats:
        """Return (entries · entries) × 3: how often left won, right won, and they tied; of battles without shares."""
        return self._outcomes

    @cached_property
    def _halves(self) -> NDArray[np.int8]:
        """Twice what the left one won, as whole numbers: 2, 1 or 0 where there are no shares."""
        return (2 * self.won).astype(np.int8)

    @cached_property
    def _outcomes(self) -> Floats:
        count = self.entries
        codes = self.left * count
        codes += self.right  # in place: there may be millions
        codes *= 3
        codes += self._halves
        cells = np.bincount(codes, self.weight, 3 * count**2)
        table: Floats = cells.astype(np.float64).reshape(-1, 3)[:, [2, 0, 1]]
        return table

    def subset(self, kept: Bools) -> "Battles":
        """Return the battles among some entries, renumbered."""
        if kept.all():
            return self
        rows = kept[self.left] & kept[self.right]
        number = np.cumsum(kept) - 1
        return Battles(
            left=number[self.left[rows]],
            right=number[self.right[rows]],
            won=self.won[rows],
            entries=int(kept.sum()),
            weight=None if self.weight is None else self.weight[rows],
            prompt=None if self.prompt is None else self.prompt[rows],
            annotator=None if self.annotator is None else self.annotator[rows],
            covariates=None if self.covariates is None else self.covariates[rows],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Connections:
    """Which entries can be compared, and which only from one side."""

    part: Codes  # of each entry: its part; entries of different parts never met, not even through others
    above: (
        Bools  # it never lost to the others of its part, alone or as a group: its strength has no upper end
    )
    below: Bools  # it never won
    core: Bools  # strengths of these are finite within their part; it may have nobody

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return int(self.part.max(initial=-1)) + 1


def find_connections(wins: Floats) -> Connections:
    """Return which entries can be compared through battles (Ford 1957).

    >>> wins = np.array([[0, 3, 2], [0, 0, 1], [0, 2, 0]], dtype=float)
    >>> found = find_connections(wins)
    >>> found.above.tolist(), found.core.tolist()
    ([True, False, False], [False, True, True])
    """
    beats = sparse.csr_array(wins > 0)
    parts, part = connected_components(beats, directed=True, connection="weak")
    _, strong = connected_components(beats, directed=True, connection="strong")
    above, below, core = (np.zeros(len(wins), dtype=bool) for _ in range(3))
    for each in range(parts):
        inside = part == each
        sizes = np.bincount(strong[inside])
        if (
            sizes.max() == 1 and inside.sum() > 1
        ):  # nobody beat anybody who beat them: no two have a finite distance
            above |= inside & ~wins.any(axis=0)
            below |= inside & ~wins.any(axis=1)
            continue
        core |= inside & (strong == sizes.argmax())
        reached = _battle_reach(wins > 0, core & inside)
        reaching = _battle_reach((wins > 0).T, core & inside)
        above |= inside & ~reached
        below |= inside & ~reaching
    return Connections(part=part.astype(np.intp), above=above, below=below, core=core)


def _battle_reach(edges: Bools, start: Bools) -> Bools:
    """Return who is reached from `start` along edges."""
    reached = start.copy()
    while True:
        grown = reached | edges[reached].any(axis=0)
        if (grown == reached).all():
            return reached
        reached = grown


def _shape_error(what: str) -> ProcedureError:
    return ProcedureError(
        f"these are no battles: {what}",
        where="battles",
        fix="give left, right and who won, one row for each battle",
        code="BO052",
    )
