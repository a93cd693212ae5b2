"""Several gates in one run: the questions of a project file, and their answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from bakeoff.core.answers.gate import Gate, GateKind, GateOutcome
from bakeoff.core.comparison import Comparison
from bakeoff.core.reprs import describe_record


@dataclass(frozen=True, slots=True, kw_only=True)
class GateQuestion:
    """One question of a project file: [gate.NAME], with what it is asked of."""

    name: str
    kind: GateKind
    evidence: tuple[str, ...]
    keywords: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))  # of `bakeoff.compare`

    @property
    def asks_for_proof(self) -> bool:
        """Whether passing is a claim: then it is adjusted over the questions."""
        margin = self.keywords.get("margin", 0) or 0
        return self.kind is GateKind.BETTER or margin > 0 or self.keywords.get("bound") is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class GateAnswer:
    """The answer to one question."""

    __repr__ = describe_record

    question: GateQuestion
    comparison: Comparison  # at the level of the family, with the gate below as its own
    gate: Gate
    share: int  # among how many questions the error was divided when it was judged; 1: not at all


@dataclass(frozen=True, slots=True, kw_only=True)
class GateAnswers:
    """The answers to all questions."""

    __repr__ = describe_record

    answers: tuple[GateAnswer, ...]
    level: float
    adjust: str  # "holm" or "none"

    @property
    def family(self) -> int:
        """How many questions ask for proof."""
        return sum(answer.question.asks_for_proof for answer in self.answers)

    @property
    def outcome(self) -> GateOutcome:
        """Passed if every gate is; not passed if any is refuted; else undecided."""
        outcomes = {answer.gate.outcome for answer in self.answers}
        for outcome in (GateOutcome.NOT_PASSED, GateOutcome.UNDECIDED):
            if outcome in outcomes:
                return outcome
        return GateOutcome.PASSED
