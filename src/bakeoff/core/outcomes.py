"""The outcomes of a study: what one cell of the plan yielded, or why it yielded nothing; and all of them as columns."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
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


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """A column of names: each name once, in the order in which they first occur, and the place of each cell's."""

    names: tuple[str, ...]
    codes: Ints

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Names":
        """Return texts as a column of names.

        >>> Names.of(["tree", "bayes", "tree"])
        Names(names=('tree', 'bayes'), codes=array([0, 1, 0]))
        """
        index = {name: i for i, name in enumerate(dict.fromkeys(texts))}
        codes = np.fromiter(map(index.__getitem__, texts), np.int64, len(texts))
        return cls(tuple(index), codes)

    def take(self, rows: Bools) -> "Names":
        """Return the column of some cells, with the names that occur there."""
        kept, first, codes = np.unique(self.codes[rows], return_index=True, return_inverse=True)
        order = np.argsort(first)
        place = np.empty_like(order)
        place[order] = np.arange(order.size)
        return Names(tuple(self.names[i] for i in kept[order].tolist()), place[codes])

    def texts(self, rows: Bools) -> list[str]:
        """Return the names of some cells."""
        return [self.names[code] for code in self.codes[rows].tolist()]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OutcomeColumns:
    """What the cells of a study yielded, in the order of its plan: one place in every column for each cell."""

    __repr__ = describe_record

    classifier: Names
    dataset: Names
    condition: Names
    split: Names
    repeat: Ints
    fold: Ints
    n_train: Floats  # NaN where the cell failed, as in all columns of numbers below
    n_test: Floats
    is_scored: Bools
    scores: Mapping[str, Floats]  # by metric, the first of the study first
    measured: Mapping[str, Floats] = field(default_factory=lambda: MappingProxyType({}))  # seconds, leaves, …
    tried: Ints  # configurations that tuning tried
    chosen: tuple[str, ...] = ()  # the parameters that tuning chose, as JSON; empty where nothing was tuned
    warnings: Mapping[int, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))  # by cell
    failures: tuple[Failed, ...] = ()
    environments: Mapping[str, int] = field(
        default_factory=lambda: MappingProxyType({})
    )  # cells of each, if known

    def __len__(self) -> int:
        return self.repeat.size

    def count_tried(self) -> list[int]:
        """Return how many configurations tuning tried of each classifier, in all of its cells."""
        counts = np.zeros(len(self.classifier.names), dtype=np.int64)
        np.add.at(counts, self.classifier.codes, self.tried)
        return counts.tolist()

    def take(self, rows: Bools) -> "OutcomeColumns":
        """Return the columns of some cells; what tuning and estimators said of them stays behind."""
        names = {
            name: getattr(self, name).take(rows) for name in ("classifier", "dataset", "condition", "split")
        }
        numbers = {
            name: getattr(self, name)[rows] for name in ("repeat", "fold", "n_train", "n_test", "is_scored")
        }
        kept = {name: column[rows] for name, column in self.scores.items()}
        measured = {name: column[rows] for name, column in self.measured.items()}
        return replace(
            self,
            **names,
            **numbers,
            scores=kept,
            measured=measured,
            tried=self.tried[rows],
            chosen=(),
            warnings=MappingProxyType({}),
        )


def columns_of(outcomes: Iterable[Outcome]) -> OutcomeColumns:
    """Return outcomes as columns, with everything that was measured of them."""
    rows = list(outcomes)
    cells = [outcome.cell for outcome in rows]
    scored = [outcome if isinstance(outcome, Scored) else None for outcome in rows]
    return OutcomeColumns(
        classifier=Names.of([cell.classifier for cell in cells]),
        dataset=Names.of([cell.dataset for cell in cells]),
        condition=Names.of([cell.condition for cell in cells]),
        split=Names.of([cell.split for cell in cells]),
        repeat=np.array([cell.repeat for cell in cells], dtype=np.int64),
        fold=np.array([cell.fold for cell in cells], dtype=np.int64),
        n_train=np.array([np.nan if o is None else o.n_train for o in scored], dtype=np.float64),
        n_test=np.array([np.nan if o is None else o.n_test for o in scored], dtype=np.float64),
        is_scored=np.array([o is not None for o in scored], dtype=np.bool_),
        scores=_number_columns(scored, lambda o: o.scores),
        measured=_number_columns(scored, lambda o: {**o.measured, **o.complexity}),
        tried=np.array([0 if o is None else len(o.trials) for o in scored], dtype=np.int64),
        chosen=tuple("" if o is None else _chosen_parameters(o) for o in scored),
        warnings={i: o.warnings for i, o in enumerate(scored) if o is not None and o.warnings},
        failures=tuple(o for o in rows if isinstance(o, Failed)),
    )


def _number_columns(
    scored: Sequence[Scored | None], numbers: Callable[[Scored], Mapping[str, float]]
) -> dict[str, Floats]:
    columns: dict[str, Floats] = {}
    for i, outcome in enumerate(scored):
        for name, value in numbers(outcome).items() if outcome is not None else ():
            if name not in columns:
                columns[name] = np.full(len(scored), np.nan)
            columns[name][i] = value
    return columns


def _chosen_parameters(outcome: Scored) -> str:
    return next((trial.parameters for trial in outcome.trials if trial.chosen), "")
