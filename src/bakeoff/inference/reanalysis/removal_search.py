"""The fewest datasets without which a verdict is another, by judging parts of the table as the whole was judged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import comb, sqrt
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.results import Alternative, TestResult, Verdict, significance
from bakeoff.inference.bench.bench import ScoreBench
from bakeoff.inference.reanalysis.rejudge import PairNames, PairVerdict, is_default_test, rejudge_pairs
from bakeoff.inference.recognise.benches import build_score_bench
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.base.distributions import t_sf
from bakeoff.procedures.base.quick_tests import QUICK_TESTS, DatasetTest
from bakeoff.procedures.fragility.removals import extreme_subset, leaving_order
from bakeoff.procedures.fragility.verdict_changes import smallest_flip
from bakeoff.procedures.procedure import Kind
from bakeoff.procedures.registry import find_procedure

REMOVAL_TESTS: dict[str, DatasetTest] = {t: t for t in ("paired-t", "wilcoxon", "sign", "sign-flip")}


def pair_level(pair: Pair, result: TestResult) -> float:
    """Return the level at which a pair is tested: in a family of pairs, what the adjustment leaves it."""
    level = result.estimate.interval.level
    if pair.p_adjusted is None or not 0 < result.p_value < pair.p_adjusted:
        return level
    return 1 - significance(level) * result.p_value / pair.p_adjusted


SECONDS_OF_WORK = 2.5  # about so many seconds of judging again; see `affordable_judgements`
MOST_JUDGEMENTS = 400  # judgements, however quick they are
LEAST_JUDGEMENTS = 6  # judgements that the search for one pair takes
ENOUGH_JUDGEMENTS = 24  # judgements after which the search for one pair ends
MOST_CONFIRMED = 3  # sets of one size that are put to the full test, where a quick one found them
PairVerdicts = dict[PairNames, PairVerdict] | None


class SmallestRemoval(NamedTuple):
    """What the search found for one pair."""

    indices: tuple[int, ...]  # of datasets; empty where no removal that was tried changes the verdict
    after: PairVerdict | None
    every_up_to: int  # every set of up to so many datasets was tried
    judged: int  # parts of the table that were judged for it

    @property
    def exact(self) -> bool:
        """Whether no smaller set does it."""
        return self.after is not None and len(self.indices) <= self.every_up_to + 1


@dataclass(frozen=True, slots=True)
class PartJudge:
    """The test of a comparison, asked about parts of its table; it remembers what it said."""

    evidence: Scores
    comparison: Comparison
    by_default: bool
    quick: "_QuickTests | None"  # the same p-values without intervals, where there is such a way
    known: dict[bytes, PairVerdicts] = field(default_factory=dict)

    @classmethod
    def of(cls, comparison: Comparison, evidence: Scores) -> "PartJudge":
        """Return the jury of a finished comparison of scores."""
        quick = _QuickTests.of(comparison, evidence)
        return cls(evidence, comparison, is_default_test(comparison.design, comparison.settings), quick)

    @property
    def budget(self) -> int:
        """How many parts may be judged."""
        if self.quick is None:
            return affordable_judgements(self.comparison)
        return int(min(MOST_JUDGEMENTS, SECONDS_OF_WORK / (len(self.comparison.pairs) * QUICK_COST)))

    def on(self, kept: Ints) -> PairVerdicts:
        """Return what is said of a part of the table, by the quickest way to the p-values."""
        key = kept.tobytes()
        if key not in self.known:
            self.known[key] = self.confirm(kept) if self.quick is None else self._judge_quickly(kept)
        return self.known[key]

    def _judge_quickly(self, kept: Ints) -> PairVerdicts:
        part = replace(self.comparison.design, datasets=kept.size, units=kept.size)
        if self.quick is None or (self.by_default and not is_default_test(part, self.comparison.settings)):
            return None
        return self.quick.on(kept)

    def confirm(self, kept: Ints) -> PairVerdicts:
        """Return what the test itself says of a part of the table."""
        mask = np.zeros(len(self.evidence.datasets), dtype=np.bool_)
        mask[kept] = True
        return rejudge_pairs(self.evidence.subset(mask), self.comparison.settings, by_default=self.by_default)

    def without(self, removed: Sequence[int] | Ints) -> PairVerdicts:
        """Return what is said without some datasets."""
        return self.on(self._rest(removed))

    def change(self, pair: Pair, removed: Sequence[int] | Ints) -> PairVerdict | None:
        """Return what the test itself says of a pair without some datasets, if it is another verdict."""
        row = find_changed_verdict(pair, self.without(removed))
        if row is None or self.quick is None:
            return row
        return find_changed_verdict(pair, self.confirm(self._rest(removed)))

    def _rest(self, removed: Sequence[int] | Ints) -> Ints:
        return np.delete(np.arange(len(self.evidence.datasets)), np.asarray(removed, dtype=np.int64))


QUICK_COST = 1.5e-4  # seconds of one pair by a quick test


def affordable_judgements(comparison: Comparison) -> int:
    """Return how many parts of a table may be judged again: by its shape, so that it is the same on every machine."""
    pairs, n = len(comparison.pairs), comparison.design.datasets
    kind = find_procedure(str(comparison.settings.test)).kind
    if comparison.settings.test == "max-t":
        flips = 1.0 if n > 14 else 2.0 ** (n - 1) / 10_000  # of those that it draws
        cost = 0.003 + flips * (0.012 + 3e-4 * pairs + 1e-6 * n * pairs)
    elif kind is Kind.FAMILY:
        cost = 0.003 + 2e-4 * pairs + 1e-6 * n * pairs
    else:
        cost = 0.003 + pairs * (0.05 if kind is Kind.POSTERIOR else 2.5e-4 * min(n, 50))
    return int(min(MOST_JUDGEMENTS, SECONDS_OF_WORK / cost))


class Sweep(NamedTuple):
    """Every set of a few datasets that was tried, for all pairs at once."""

    every_up_to: int
    sets: tuple[tuple[tuple[int, ...], PairVerdicts], ...]

    @property
    def singly(self) -> list[PairVerdicts]:
        """What is said without each dataset in turn, where each was tried."""
        return [answers for removed, answers in self.sets if len(removed) == 1]


def sweep_removals(jury: PartJudge, *, runs: int) -> Sweep:
    """Judge the table without every set of one dataset, of two, … as far as so many judgements go."""
    n, size = len(jury.evidence.datasets), 0
    sets: list[tuple[tuple[int, ...], PairVerdicts]] = []
    while size + 1 <= n - 2 and len(sets) + comb(n, size + 1) <= runs:
        size += 1
        sets += [(removed, jury.without(removed)) for removed in combinations(range(n), size)]
    return Sweep(size, tuple(sets))


def find_fewest_removals(pair: Pair, jury: PartJudge, swept: Sweep, *, runs: int) -> SmallestRemoval:
    """Return the fewest datasets found without which the verdict on a pair is another."""
    judged = len(swept.sets)
    for size in range(1, swept.every_up_to + 1):
        of_size = [
            (removed, row)
            for removed, a in swept.sets
            if len(removed) == size and (row := find_changed_verdict(pair, a))
        ]
        # Of several that do it, the one that moves the p-value furthest.
        of_size.sort(key=lambda smallest: -_p_value_distance(pair, smallest[1]))
        for removed, _ in of_size[:MOST_CONFIRMED]:
            if after := jury.change(pair, removed):
                return SmallestRemoval(removed, after, swept.every_up_to, judged)
    walk = _Walk(pair, jury, swept, runs)
    smallest, after = walk.shortest()
    return SmallestRemoval(smallest, after, swept.every_up_to, judged + walk.used)


def find_changed_verdict(pair: Pair, answers: PairVerdicts) -> PairVerdict | None:
    """Return what is said of a pair, if it is another verdict than that of the whole table."""
    row = None if answers is None else answers.get((pair.a, pair.b))
    return None if row is None or row.verdict is None or row.verdict is pair.verdict else row


def _p_value_distance(pair: Pair, row: PairVerdict) -> float:
    before = pair.p_value
    return abs(row.p_value - before) if row.p_value is not None and before is not None else 0.0


@dataclass(slots=True)
class _Walk:
    """The search along the datasets that speak most for one verdict, or against it."""

    pair: Pair
    jury: PartJudge
    swept: Sweep
    runs: int
    used: int = 0

    def shortest(self) -> tuple[tuple[int, ...], PairVerdict | None]:
        """Return the smallest set found, and what is then said."""
        for side in _claim_sides(self.pair):
            order = self._order(side)
            smallest, after = self._search_along(order)
            if after is not None:
                return self._refine(smallest, after, side)
        return (), None

    @property
    def _losing(self) -> bool:
        """Whether a claim is to be lost, rather than a verdict to be reached."""
        return self.pair.is_claim

    def _order(self, side: float) -> Ints:
        return self._at[leaving_order(side * self.pair.advantages, losing=self._losing)]

    @property
    def _at(self) -> Ints:
        """Which datasets of the table the pair shares."""
        place = {name: i for i, name in enumerate(self.jury.evidence.datasets)}
        return np.array([place[name] for name in self.pair.units])

    def _ask(self, removed: Sequence[int] | Ints) -> PairVerdict | None:
        self.used += 1
        return self.jury.change(self.pair, removed)

    def _search_along(self, order: Ints) -> tuple[tuple[int, ...], PairVerdict | None]:
        """Return as few of the first datasets of an order as are enough: a guess, then the counts around it."""
        low, high, after = self.swept.every_up_to, 0, None
        most = min(order.size, len(self.jury.evidence.datasets) - 2)
        count = min(most, max(low + 1, _guess_count(self.pair)))
        while self.used < self.runs and low < count <= most:
            row = self._ask(order[:count])
            if row is None:
                low = count
            else:
                first, high, after = after is None, count, row
                if first and high - low > 1:
                    count = high - 1
                    continue
            count = (low + high) // 2 if after is not None else min(most, 2 * low)
        return tuple(sorted(order[:high].tolist())), after

    def _refine(
        self, found: tuple[int, ...], after: PairVerdict, side: float
    ) -> tuple[tuple[int, ...], PairVerdict]:
        """Return a smaller set than the one found, where other candidates of its size less one do it."""
        while len(found) - 1 > self.swept.every_up_to:
            for removed in self._other_candidates(len(found) - 1, side):
                if self.used >= self.runs:
                    return found, after
                if row := self._ask(removed):
                    found, after = tuple(sorted(int(i) for i in removed)), row
                    break
            else:
                break
        return found, after

    def _other_candidates(self, size: int, side: float) -> Iterator[Ints]:
        """Yield other candidates: those that move t most, and those that each alone move the p-value most."""
        towards = -side if self._losing else side
        z = self.pair.advantages
        if z.size - size >= 2:
            yield self._at[np.setdiff1d(np.arange(z.size), extreme_subset(towards * z, z.size - size))]
        if self.swept.every_up_to:
            rows = [(a or {}).get((self.pair.a, self.pair.b)) for a in self.swept.singly]
            p = np.array([np.nan if row is None or row.p_value is None else row.p_value for row in rows])
            if np.isfinite(p).sum() >= size:
                yield np.argsort(-p if self._losing else p, kind="stable")[:size]


def _claim_sides(pair: Pair) -> tuple[float, ...]:
    """Return which ways to turn the differences so that the question is about b being better."""
    if pair.is_claim:
        return (1.0,) if pair.verdict is Verdict.BETTER else (-1.0,)
    sides = pair.result.alternative if isinstance(pair.result, TestResult) else Alternative.TWO_SIDED
    if sides is not Alternative.TWO_SIDED:
        return (1.0,) if sides is Alternative.GREATER else (-1.0,)
    ahead = 1.0 if float(pair.advantages.mean()) >= 0 else -1.0
    return (ahead, -ahead)


def _guess_count(pair: Pair) -> int:
    """Return about how many datasets it takes: those of a t-test as strict as the family is on this pair."""
    result = pair.result
    if not isinstance(result, TestResult) or pair.verdict is Verdict.EQUIVALENT:
        return 2
    z, reach = pair.advantages, result.steps.get("reach")
    level = pair_level(pair, result)
    spread = float(z.std(ddof=1)) if z.size > 1 else 0.0
    if reach is not None and spread > 0:
        level = min(1 - 1e-12, max(0.5, 1 - 2 * t_sf(reach * sqrt(z.size) / spread, z.size - 1)))
    flip = smallest_flip(z, test="paired-t", level=level, alternative=result.alternative)
    return 2 if flip is None or flip.before.verdict is not pair.verdict else len(flip.removed)


@dataclass(frozen=True, slots=True)
class _QuickTests:
    """Tests of pairs one by one, with p-values alone: enough for a verdict where there is no margin."""

    test: str
    adjustment: str
    bench: ScoreBench
    where: tuple[Ints, ...]  # for each pair, which datasets it shares
    differences: tuple[Floats, ...]

    @classmethod
    def of(cls, comparison: Comparison, evidence: Scores) -> "_QuickTests | None":
        """Return them, where the comparison has such a test and neither a margin nor a gate."""
        settings = comparison.settings
        if settings.test not in REMOVAL_TESTS or settings.margin != 0 or settings.only_if is not None:
            return None
        bench = build_score_bench(evidence, settings)
        return cls(
            str(settings.test),
            str(settings.adjust) if len(evidence.classifiers) > 2 else "none",
            bench,
            tuple(np.flatnonzero(bench.find_shared(pair)) for pair in bench.pairs),
            tuple(bench.differences(pair) for pair in bench.pairs),
        )

    def on(self, kept: Ints) -> PairVerdicts:
        """Return verdict and adjusted p-value of every pair on some datasets; None where one has no answer."""
        there = np.zeros(len(self.bench.evidence.datasets), dtype=np.bool_)
        there[kept] = True
        answers = []
        for where, values in zip(self.where, self.differences, strict=True):
            remaining = values[there[where]]
            answer = (
                QUICK_TESTS[self.test](remaining, self.bench.settings.alternative) if remaining.size else None
            )
            if answer is None:
                return None
            answers.append(answer)
        names = self.bench.evidence.classifiers
        p_values = adjust(np.array([p for _, p in answers]), self.adjustment, classifiers=len(names))
        return {
            (names[i], names[j]): PairVerdict(statistic, float(p), self._judge_statistic(statistic, float(p)))
            for (i, j), (statistic, _), p in zip(self.bench.pairs, answers, p_values, strict=True)
        }

    def _judge_statistic(self, statistic: float, p_value: float) -> Verdict:
        if p_value >= significance(self.bench.settings.level):
            return Verdict.UNDECIDED
        return Verdict.BETTER if statistic > 0 else Verdict.WORSE
