"""What the readers of one tool bring in from its files: answers, scores or battles, and what was left."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bakeoff.core.battles import BattleEvidence
from bakeoff.core.findings import Finding
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import AnswerSheet
from bakeoff.inputs.options import ReadOptions

Parts = Mapping[str, Sequence[Peek]]  # files of one tool by what they hold: samples, results, …


class ScoreRow(NamedTuple):
    """One score of one model on one task or dataset, perhaps of one fold."""

    dataset: str
    classifier: str
    metric: str
    value: float  # NaN where the run failed
    fold: str = ""
    higher_is_better: bool | None = None  # None where the tool does not say


@dataclass(slots=True, kw_only=True)
class Harvest:
    """Everything that was read; sheets of answers count before rows of scores."""

    sheets: list[AnswerSheet] = field(default_factory=list)
    rows: list[ScoreRow] = field(default_factory=list)
    battles: BattleEvidence | None = None
    left: dict[str, str] = field(default_factory=dict)  # file: why it was left
    findings: list[Finding] = field(default_factory=list)
    # Of scores: what to say where too few tasks share a metric, and how many would do.
    better_files: str = ""
    fewest_tasks: int = 1
    preferred: tuple[str, ...] = ()  # metrics, the first that is there is taken
    fold_noun: str = "fold"


Reader = Callable[[Parts, ReadOptions], Harvest]
