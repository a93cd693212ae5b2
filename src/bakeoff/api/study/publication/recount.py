"""Scores computed again from published predictions, by the task of the study and what is known of the target."""

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.datasets import Task
from bakeoff.datasets.assembly.targets import LABEL_SEPARATOR
from bakeoff.study.cells.scoring import TASK_METRICS, SplitPredictions

if TYPE_CHECKING:
    import pandas as pd

# Scores that depend neither on the order of the classes nor on probabilities: of folders that do not tell the classes.
_WITHOUT_ORDER = (
    *("accuracy", "error_rate", "balanced_accuracy", "kappa", "mcc"),
    *(f"{short}_{how}" for short in ("f1", "precision", "recall") for how in ("macro", "micro", "weighted")),
)


class Published(Protocol):
    """What a published study knows of itself."""

    @property
    def plan(self) -> dict[str, Any]:
        """What the study lays down."""

    @property
    def targets(self) -> dict[str, dict[str, Any]]:
        """What is known of the target of each dataset."""


class Recount:
    """The predictions of one cell, and the scores that follow from them."""

    def __init__(self, published: Published, dataset: str, part: "pd.DataFrame") -> None:
        self.task = Task(published.plan.get("task", Task.CLASSES))
        self.target = published.targets.get(dataset, {})
        self.answers = self._read_answers(part)
        self.metrics = [metric for metric in published.plan["metrics"] if self._can_score(metric)]

    def score(self, metric: str) -> float:
        """Return a score."""
        return TASK_METRICS[self.task][metric].compute(self.answers)

    def _can_score(self, metric: str) -> bool:
        known = TASK_METRICS[self.task].get(metric)
        if known is None or (self.task is Task.CLASSES and not self.target and metric not in _WITHOUT_ORDER):
            return False
        return not known.from_probabilities or self.answers.probabilities is not None

    def _read_answers(self, part: "pd.DataFrame") -> SplitPredictions:
        truth, labels = (self._decode(part[column].to_numpy(dtype=str)) for column in ("truth", "label"))
        classes = self.target.get("classes")
        if classes is None and self.task is Task.CLASSES:
            names, codes = np.unique(np.concatenate([truth, labels]), return_inverse=True)
            truth, labels = np.split(codes.reshape(-1).astype(np.int64), 2)
            classes = names.tolist()
        weights = self.target.get("weights")
        chances = part["probabilities"]
        return SplitPredictions(
            truth=truth,
            labels=labels,
            classes=len(classes or ()),
            probabilities=None if chances.isna().any() else np.array(chances.tolist(), dtype=np.float64),
            weights=None if weights is None else np.array(weights)[part["row"].to_numpy()],
        )

    def _decode(self, texts: NDArray[Any]) -> NDArray[Any]:
        """Return predictions in the form that metrics of the task take."""
        if self.task is Task.QUANTITY:
            return texts.astype(np.float64)
        if self.task is Task.LABEL_SETS:
            sets = [set(text.split(LABEL_SEPARATOR)) for text in texts.tolist()]
            return np.array([[label in each for label in self.target["labels"]] for each in sets])
        if "classes" not in self.target:
            return texts
        index = {name: i for i, name in enumerate(self.target["classes"])}
        return np.array([index[text] for text in texts.tolist()], dtype=np.int64)
