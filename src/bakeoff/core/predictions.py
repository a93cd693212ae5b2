"""Evidence in the form of predictions: what each classifier said of each test example."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.findings import Finding
from bakeoff.core.measures import Measure

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Predictions:
    """Predictions of classifiers on the same test examples, aligned by the examples' ids."""

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
    group: Ints | None = (
        None  # of each example: its cluster (patient, document), where examples depend on each other
    )
    subgroup: tuple[str, ...] | None = None  # of each example: for verdicts by subgroup
    weight: Floats | None = None
    fold: Ints | None = (
        None  # of each example: which model predicted it, where predictions are pooled over folds
    )
    findings: tuple[Finding, ...] = ()

    def __post_init__(self) -> None:
        if self.correct.shape != (self.dataset.size, len(self.classifiers)):
            raise ValueError(
                f"{self.correct.shape} outcomes for {self.dataset.size} × {len(self.classifiers)}"
            )

    @property
    def examples(self) -> int:
        """How many test examples there are."""
        return int(self.dataset.size)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestSetCounts:
    """Right answers of two classifiers, each on a test set of its own; or the four counts of one shared test set."""

    __test__ = False  # not a pytest class

    classifiers: tuple[str, str]
    correct: tuple[float, float]
    total: tuple[float, float]
    mends: float | None = None  # shared test set: b right where a is wrong
    breaks: float | None = None  # shared test set: b wrong where a is right
    source: str = "the counts given"
