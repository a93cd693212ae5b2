"""Counts laid out for procedures: two test sets, or the flips on one."""

from collections.abc import Callable
from dataclasses import dataclass

from bakeoff.core.predictions import TestSetCounts
from bakeoff.inference.bench import Bench, PairIndex
from bakeoff.procedures.paired_score import FourCounts
from bakeoff.procedures.two_proportions import TwoTestSets


@dataclass(frozen=True, kw_only=True)
class CountBench(Bench):
    """How many examples two classifiers get right, without the examples."""

    evidence: TestSetCounts

    def own_offers(self, pair: PairIndex | None) -> dict[str, Callable[[], object]]:
        """Return the two test sets, or the four counts of the one."""
        a, b = pair or (0, 1)

        def test_sets() -> TwoTestSets:
            right, total = self.evidence.correct, self.evidence.total
            return TwoTestSets(right_a=right[a], total_a=total[a], right_b=right[b], total_b=total[b])

        return {
            "counts": lambda: self.flips if (a, b) == (0, 1) else self.flips.swapped(),
            "test_sets": test_sets,
        }

    @property
    def flips(self) -> FourCounts:
        """The four counts; which of the others both get right is not known, and no test asks."""
        mends, breaks = self.evidence.mends or 0, self.evidence.breaks or 0
        others = round(self.evidence.total[0]) - mends - breaks
        return FourCounts(both_right=others, mends=mends, breaks=breaks, both_wrong=0)
