"""The outcomes of a study: what one cell of the plan yielded, or why it yielded nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.findings import Finding
from bakeoff.core.reprs import describe_record


def _no_values() -> Mapping[str, float]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One unit of work: one classifier, trained and tested on one split of one dataset."""

    classifier: str
    dataset: str
    repeat: int
    fold: int
    key: str  # digest of everything that the result depends on: rows, split, classifier, tuning, seed
    split: str  # digest of the split; the same for every classifier
    condition: str = ""  # what was done to the data on purpose, such as "label noise 0.1"; empty: nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One configuration that tuning tried inside the training set."""

    number: int
    parameters: str  # as JSON
    score: float | None  # None where the configuration failed
    chosen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CellPredictions:
    """What the classifier said of each test example of its split."""

    __repr__ = describe_record

    rows: Ints  # which rows of the dataset were tested
    truth: Ints  # index into `classes`
    labels: Ints  # index into `classes`
    classes: tuple[str, ...]
    probabilities: Floats | None = None  # examples × classes


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A cell that was trained and tested."""

    __repr__ = describe_record

    cell: Cell
    scores: Mapping[str, float]  # by metric; the same wherever and whenever the cell is run
    n_train: int
    n_test: int
    measured: Mapping[str, float] = field(
        default_factory=_no_values
    )  # seconds, bytes: differ from run to run
    complexity: Mapping[str, float] = field(default_factory=_no_values)  # leaves, depth, coefficients, …
    trials: tuple[Trial, ...] = ()
    predictions: CellPredictions | None = None
    warnings: tuple[str, ...] = ()  # each text once, with its count


class Reason(StrEnum):
    """Why a cell has no score."""

    RAISED = "raised"  # the estimator raised an exception
    HUNG = "hung"  # it passed the time limit
    DIED = "died"  # its process was killed or crashed
    MEMORY = "memory"  # it passed the memory limit, or memory ran out
    PREDICTIONS = "predictions"  # it returned the wrong length, NaN, or labels that the training set lacks
    GIVEN_UP = "given up"  # it was not run: too many before it hung or died
    SPLIT = "split"  # the split cannot be trained or tested on, such as one class only


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A cell without a score, and the reason. Never a NaN."""

    cell: Cell
    reason: Reason
    message: str  # one line
    detail: str = ""  # the traceback, where there is one
    seconds: float = 0.0


Outcome = Scored | Failed


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StoredStudy:
    """A study as its store had it when it was opened: what it lays down, and what came of it so far."""

    __repr__ = describe_record

    store: str  # its address
    study: str  # its name
    plan: Mapping[str, Any]  # the specification as it was last amended
    digest: str  # of that specification
    outcomes: tuple[
        Outcome, ...
    ]  # in the order of the plan, without predictions: those are read when they are wanted
    findings: tuple[Finding, ...]  # on how the outcomes came about
    is_cut_off: bool  # a run has not ended, and there is no log of it

    @property
    def failures(self) -> tuple[Failed, ...]:
        """The cells without a score."""
        return tuple(outcome for outcome in self.outcomes if isinstance(outcome, Failed))
