"""Evidence in the form of predictions: what each classifier said of each test example."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import compress
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding
from bakeoff.core.items import ItemEvidence
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.omissions import EvidencePart, Omissions, OmittedBy, omit, omit_count
from bakeoff.core.readings import Reading
from bakeoff.core.reprs import describe_record

if TYPE_CHECKING:
    from bakeoff.core.evidence import StoredStudy


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleIds:
    """What the examples are called: of each the place of its id among the labels."""

    __repr__ = describe_record

    codes: Ints
    labels: Sequence[str] | Ints

    def texts(self, examples: Ints) -> list[str]:
        """Return the ids of some examples."""
        return [str(self.labels[code]) for code in self.codes[examples].tolist()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Predictions:
    """Predictions of classifiers on the same test examples, aligned by the examples' ids."""

    __repr__ = describe_record

    classifiers: tuple[str, ...]
    datasets: tuple[str, ...]  # the test sets that the examples come from, in order of appearance
    correct: Bools  # examples × classifiers
    dataset: Ints  # of each example: index into `datasets`
    measure: Measure
    source: str
    digest: str
    classes: tuple[str, ...] = ()  # empty where only right and wrong are known
    truth: Ints | None = None  # of each example: index into `classes`
    labels: Ints | None = None  # examples × classifiers: index into `classes`
    probabilities: Floats | None = None  # examples × classifiers × classes; NaN where not given
    scores: Floats | None = None  # examples × classifiers: of two classes, how much the second is favoured
    outcome: Floats | None = None  # examples × classifiers, 0 to 1, where answers may be partly right
    # Of each example: its cluster (patient, document), where examples depend on each other.
    group: Ints | None = None
    group_noun: str = "group"  # what a group is, by the name of its column: "patient"
    item: Ints | None = None  # of each example: what was attempted, where there are several attempts at each
    item_noun: str = "example"
    subgroup: tuple[str, ...] | None = None  # of each example: for verdicts by subgroup
    weight: Floats | None = None
    decided_by: str = ""  # how scores were turned into classes, in words, where a threshold was asked for
    counted_by: tuple[str, ...] = ()  # how groups and weights were found, in words
    # Of each example: which model predicted it, where predictions are pooled over folds.
    fold: Ints | None = None
    ids: ExampleIds | None = None  # where a column names the examples
    findings: tuple[Finding, ...] = ()
    stored: "StoredStudy | None" = None
    left_out: Omissions = ()
    read_with: tuple[tuple[str, object], ...] = ()  # what the user said of how to read it
    reading: Reading | None = None  # how it was understood

    def __post_init__(self) -> None:
        if self.correct.shape != (self.dataset.size, len(self.classifiers)):
            raise ValueError(
                f"{self.correct.shape} outcomes for {self.dataset.size} × {len(self.classifiers)}"
            )

    @property
    def examples(self) -> int:
        """How many test examples there are."""
        return int(self.dataset.size)

    def of(self, kept: Bools, *, how: str = "") -> "Predictions":
        """Return the same evidence on some of its examples; it remembers how many were left out."""

        def some(values: NDArray[Any] | None) -> Any:  # noqa: ANN401 - an array of the same kind
            return None if values is None else values[kept]

        parts = None if self.subgroup is None else compress(self.subgroup, kept.tolist())
        return replace(
            self,
            correct=self.correct[kept],
            dataset=self.dataset[kept],
            truth=some(self.truth),
            labels=some(self.labels),
            probabilities=some(self.probabilities),
            scores=some(self.scores),
            outcome=some(self.outcome),
            group=some(self.group),
            item=some(self.item),
            subgroup=None if parts is None else tuple(parts),
            weight=some(self.weight),
            fold=some(self.fold),
            ids=None if self.ids is None else replace(self.ids, codes=self.ids.codes[kept]),
            left_out=self.left_out
            + omit_count(EvidencePart.EXAMPLE, self.examples - int(kept.sum()), by=OmittedBy.USER, how=how),
        )

    def without(self, *classifiers: str, how: str = "") -> "Predictions":
        """Return the same evidence on all classifiers but these, which it remembers."""
        columns = [i for i, name in enumerate(self.classifiers) if name not in classifiers]
        gone = [name for name in self.classifiers if name in classifiers]

        def some(values: NDArray[Any] | None) -> Any:  # noqa: ANN401 - an array of the same kind
            return None if values is None else values[:, columns]

        return replace(
            self,
            classifiers=tuple(self.classifiers[i] for i in columns),
            correct=self.correct[:, columns],
            labels=some(self.labels),
            probabilities=some(self.probabilities),
            scores=some(self.scores),
            outcome=some(self.outcome),
            left_out=self.left_out + omit(EvidencePart.CLASSIFIER, gone, by=OmittedBy.USER, how=how),
        )

    def without_datasets(
        self, *datasets: str, how: str = "", after_seeing: bool | None = None
    ) -> "Predictions":
        """Return the same evidence on all datasets but these, which it remembers by name."""
        places = [i for i, name in enumerate(self.datasets) if name not in datasets]
        gone = [name for name in self.datasets if name in datasets]
        number = np.full(len(self.datasets), -1, dtype=np.int64)
        number[places] = np.arange(len(places))
        some = self.of(np.isin(self.dataset, places), how=how)
        return replace(
            some,
            datasets=tuple(self.datasets[i] for i in places),
            dataset=number[some.dataset],
            left_out=some.left_out
            + omit(EvidencePart.DATASET, gone, by=OmittedBy.USER, how=how, after_seeing=after_seeing),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TestSetCounts:
    """Right answers of two classifiers, each on a test set of its own; or the flips on one shared test set.

    Of a shared test set it is enough to know what b mends and breaks: `correct` then counts the examples that
    one classifier alone gets right.
    """

    __repr__ = describe_record

    __test__ = False  # not a pytest class
    stored: ClassVar[None] = None  # counts are given by hand
    left_out: ClassVar[Omissions] = ()
    reading: ClassVar[Reading | None] = None
    read_with: ClassVar[tuple[tuple[str, object], ...]] = ()

    classifiers: tuple[str, str]
    correct: tuple[float, float]
    total: tuple[float, float]
    mends: int | None = None  # shared test set: b right where a is wrong
    breaks: int | None = None  # shared test set: b wrong where a is right
    total_known: bool = True  # False: of a shared test set only the flips are known
    source: str = "the counts given"
    findings: tuple[Finding, ...] = ()

    @property
    def shared(self) -> bool:
        """Whether both classifiers were tested on the same examples."""
        return self.mends is not None and self.breaks is not None

    @property
    def measure(self) -> Measure:
        """Counts of right answers are about accuracy."""
        return ACCURACY

    @property
    def datasets(self) -> tuple[str, ...]:
        """The test set, which has no name."""
        return ("the test set",)

    @property
    def digest(self) -> str:
        """A fingerprint of the counts."""
        counts = (self.correct, self.total, self.mends, self.breaks)
        return f"sha256:{sha256(repr(counts).encode()).hexdigest()}"


ACCURACY = Measure(name="accuracy", higher_is_better=True, unit=Unit.FRACTION, direction_from="told")
Evidence = Scores | Predictions | TestSetCounts | ItemEvidence
