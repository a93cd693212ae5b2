"""Items laid out for procedures: differences of a pair, with the tasks and groups of the items."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats, Ints, tidy
from bakeoff.core.comparison import Missing
from bakeoff.core.items import ItemEvidence
from bakeoff.core.words import write_plural
from bakeoff.inference.bench.bench import Bench, PairIndex
from bakeoff.inference.items.table import ItemTable
from bakeoff.procedures.base.example_flips import FourCounts, four_counts
from bakeoff.procedures.items.paired_means import FEW
from bakeoff.procedures.sequential.units import BettingUnits, form_units
from bakeoff.procedures.sequential_registry import SEQUENTIAL

Bools = NDArray[np.bool_]
OF_RIGHT = ("correct", "is_correct")  # metrics whose mean has a name of its own
_CHUNK = 200_000  # pairs × items that are held at once
_NOISE = 1e-11
EVERY = 2**62  # items: pass@k and its like need pseudo-items however many there are


class Case(StrEnum):
    """What missing answers could have scored, as b would have it."""

    WORST = "worst"  # b's were wrong and a's right
    BEST = "best"


@dataclass(frozen=True, kw_only=True)
class ItemBench(Bench):
    """The items, with the score of every model on each."""

    evidence: ItemEvidence
    table: ItemTable = field(repr=False)
    within: Bools | None = None  # items that are judged; None: all
    case: Case | None = None  # what missing answers of a pair are taken for; None: they are missing

    @cached_property
    def scores(self) -> Floats:
        """Models × items, turned so that higher is better; missing answers as the settings have them."""
        wrong = self.settings.missing is Missing.WRONG
        return tidy(self.table.worst if wrong else self.table.turned)

    def scores_of(self, pair: PairIndex) -> tuple[Floats, Floats]:
        """Return what a and b scored on every item, missing answers filled where the worst or best case is asked."""
        if self.case is None:
            return self.scores[pair[0]], self.scores[pair[1]]
        for_a, for_b = (self.best, self.worst) if self.case is Case.WORST else (self.worst, self.best)
        return for_a[pair[0]], for_b[pair[1]]

    @cached_property
    def worst(self) -> Floats:
        """Models × items with missing answers at their worst."""
        return tidy(self.table.worst)

    @cached_property
    def best(self) -> Floats:
        """Models × items with missing answers at their best."""
        return tidy(self.table.best)

    def find_shared(self, pair: PairIndex) -> Bools:
        """Say which items both models answered."""
        a, b = self.scores_of(pair)
        both: Bools = ~np.isnan(a) & ~np.isnan(b)
        return both if self.within is None else both & self.within

    def differences(self, pair: PairIndex) -> Floats:
        """Return the advantages of b over a on the items that both answered."""
        (a, b), chosen = self.scores_of(pair), self.find_shared(pair)
        return tidy(b[chosen] - a[chosen])

    def counts(self, pair: PairIndex) -> FourCounts:
        """Return what both, only b, only a and neither get right."""
        (a, b), chosen = self.scores_of(pair), self.find_shared(pair)
        return four_counts(a[chosen] == 1, b[chosen] == 1)

    @cached_property
    def estimate_name(self) -> str:
        """What the difference is of: 'difference in mean score', 'difference in pass@5 averaged over these tasks'."""
        metric, design = self.evidence.metric, self.design
        mean = "share of right answers" if metric in OF_RIGHT else f"mean {metric}"
        of = metric if self.table.summary is not None else mean
        if self.settings.test in SEQUENTIAL and design.clustered and not design.by_task:
            return f"difference in {of} averaged over {write_plural(self.evidence.group_noun)}"
        if design.over_tasks:
            return f"difference in {of} over tasks like these"
        if design.by_task:
            return f"difference in {of} averaged over these tasks"
        return f"difference in {of} over pooled items" if design.tasks > 1 else f"difference in {of}"

    def tally(self) -> tuple[Ints, Ints, Ints]:
        """Return of each pair on how many items b is better, neither is, and a is."""
        found = np.empty((3, len(self.pairs)), dtype=np.int64)
        size = max(1, _CHUNK // max(1, self.scores.shape[1]))
        columns = np.array(self.pairs)
        for start in range(0, len(columns), size):
            a, b = columns[start : start + size].T
            d = self.scores[b] - self.scores[a]
            noise = _NOISE * np.abs(np.nan_to_num(self.scores)).max(initial=0.0)
            part = slice(start, start + len(a))
            found[0, part], found[2, part] = (d > noise).sum(axis=1), (d < -noise).sum(axis=1)
            found[1, part] = (~np.isnan(d)).sum(axis=1) - found[0, part] - found[2, part]
        return found[0], found[1], found[2]

    def tasks_of(self, chosen: Bools) -> Ints | None:
        """Return the task of each item chosen; None where tasks are one, or do not count."""
        return self.evidence.item_task[chosen].astype(np.int64) if self.design.by_task else None

    def groups_of(self, chosen: Bools) -> Ints | None:
        """Return the group of each item chosen; None where items stand alone."""
        groups = self.evidence.item_group
        return None if groups is None or not self.design.clustered else groups[chosen].astype(np.int64)

    def units_of(self, pair: PairIndex) -> BettingUnits:
        """Return what is bet on: items, whole groups, blocks of one of each task, or tasks."""
        chosen, design = self.find_shared(pair), self.design
        tasks = (
            self.evidence.item_task[chosen].astype(np.int64) if design.by_task or design.over_tasks else None
        )
        units = form_units(
            self.differences(pair), groups=self.groups_of(chosen), tasks=tasks, by_task=design.over_tasks
        )
        places = chosen.nonzero()[0]
        return replace(units, members=tuple(places[m] for m in units.members))

    def own_offers(self, pair: PairIndex | None) -> dict[str, Callable[[], object]]:
        """Return the scores of all models, or the differences of one pair, with tasks and groups."""
        offers: dict[str, Callable[[], object]] = {
            "pseudo": lambda: self.table.pseudo,
            "few": lambda: FEW if self.table.summary is None else EVERY,
            "reach": lambda: self.table.reach,
            "of": lambda: self.estimate_name,
            "item_scores": lambda: self.scores[:, self._whole].T,
        }
        if pair is None:
            return offers | {
                "item_tasks": lambda: self.tasks_of(self._whole),
                "item_groups": lambda: self.groups_of(self._whole),
            }
        return offers | {
            "counts": lambda: self.counts(pair),
            "item_differences": lambda: self.differences(pair),
            "unit_differences": lambda: self.units_of(pair).values,
            "averaged": lambda: self.units_of(pair).noun != "item",
            "item_tasks": lambda: self.tasks_of(self.find_shared(pair)),
            "item_groups": lambda: self.groups_of(self.find_shared(pair)),
        }

    @cached_property
    def _whole(self) -> Bools:
        """Which items every model answered."""
        whole: Bools = np.asarray(~np.isnan(self.scores).any(axis=0))
        return whole if self.within is None else whole & self.within

    def on_task(self, task: int) -> "ItemBench":
        """Return the same bench with the items of one task."""
        inside: Bools = np.asarray(self.evidence.item_task == task)
        return replace(self, within=inside, design=replace(self.design, tasks=1, over_tasks=False))
