"""What a comparison of items says beside its verdicts: what is missing, and where the variance comes from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bakeoff.core.reprs import describe_record
from bakeoff.core.results import TestResult, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Lacking:
    """What one model did not answer."""

    __repr__ = describe_record

    model: str
    statuses: Mapping[str, int]  # of attempts that were made: refused, failed, timed out, filtered, missing
    absent: tuple[str, ...] = ()  # items that others have and that it has no attempt at

    @property
    def count(self) -> int:
        """How many answers it lacks."""
        return sum(self.statuses.values()) + len(self.absent)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstAndBest:
    """One pair under the worst and under the best that its missing answers could have scored, for b."""

    __repr__ = describe_record

    a: str
    b: str
    items: int  # that either lacks an answer to
    answered: TestResult  # on the items that both answered
    worst: TestResult
    best: TestResult
    verdicts: tuple[Verdict, Verdict, Verdict]  # of the three


@dataclass(frozen=True, slots=True, kw_only=True)
class VarianceParts:
    """Where the variance of one pair's mean difference comes from, as shares that add up to one."""

    __repr__ = describe_record

    a: str
    b: str
    items: float
    attempts: float | None  # None where there is one attempt at each item: it is among the items
    groups: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFacts:
    """Everything that is known of the items beyond the pairs' verdicts."""

    __repr__ = describe_record

    items: int
    tasks: tuple[str, ...]
    attempts: int
    groups: int
    group_noun: str
    items_by_task: tuple[int, ...]
    lacking: tuple[Lacking, ...] = ()  # of models that lack something
    bounds: tuple[WorstAndBest, ...] = ()
    variance: tuple[VarianceParts, ...] = ()
    # Of each pair (a, b): the tasks on which the verdict is the opposite of the one over all.
    disagreeing: Mapping[tuple[str, str], tuple[str, ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
