"""Examples with the scores that classifiers give them: what rankings, ROC curves and their areas are made of."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.arguments import as_floats, as_whole_numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredExamples:
    """The true class of each example and each classifier's scores for it."""

    truth: Ints  # numbered from 0
    scores: Floats  # examples × classifiers, for class 1 against class 0; or examples × classifiers × classes
    clusters: NDArray[np.generic] | None = None  # which examples belong together

    def __post_init__(self) -> None:
        object.__setattr__(self, "truth", as_whole_numbers(self.truth, "truth"))
        object.__setattr__(self, "scores", as_floats(self.scores, "scores"))
        n = self.truth.size
        shaped = self.truth.ndim == 1 and self.scores.ndim in (2, 3) and self.scores.shape[0] == n
        if not shaped or np.isnan(self.scores).any():
            raise _scored_example_refusal(
                f"scores of shape {self.scores.shape} for {n} examples: each needs its scores, none missing",
                fix="leave out examples that lack a score, for all classifiers",
            )
        if n == 0 or self.truth.min() == self.truth.max():
            raise _scored_example_refusal(
                f"rankings are judged by examples of two classes or more; all {n} are of one",
                fix="test on examples of several classes",
                code="BO051",
            )
        most = self.scores.shape[2] if self.scores.ndim == 3 else 2
        if self.truth.min() < 0 or self.truth.max() >= most:
            raise _scored_example_refusal(
                f"classes are numbered from 0 to {most - 1}, as many as there are scores for",
                fix="number the classes, and give a column of scores for every one",
            )
        if self.clusters is not None and (self.clusters.shape != (n,) or np.unique(self.clusters).size < 2):
            raise _scored_example_refusal(
                f"{n} examples need as many names of clusters, and two clusters or more",
                fix="give the cluster of every example, or leave the clusters out",
            )

    @property
    def positive(self) -> Bools:
        """Whether each example is of class 1."""
        positive: Bools = self.truth == 1
        return positive

    @property
    def cluster_code(self) -> Ints | None:
        """The number of each example's cluster, in the order of their names."""
        return (
            None
            if self.clusters is None
            else np.unique(self.clusters, return_inverse=True)[1].astype(np.int64)
        )

    def two_class_scores(self, *, classifiers: int) -> Floats:
        """Return the scores for class 1, or refuse what is not so many classifiers and two classes."""
        if self.scores.ndim != 2 or self.scores.shape[1] != classifiers:
            raise _scored_example_refusal(
                f"this needs the scores of {classifiers} classifier(s) for class 1; they are {self.scores.shape}",
                fix="choose the classifiers, and one class against the rest",
            )
        return self.scores

    def column(self, classifier: int) -> Floats:
        """Return one classifier's scores for class 1."""
        if self.scores.ndim != 2:
            raise _scored_example_refusal(
                "this needs scores for class 1 alone", fix="choose one class against the rest"
            )
        return self.scores[:, classifier]


def _scored_example_refusal(what: str, *, fix: str, code: str = "BO052") -> ProcedureError:
    return ProcedureError(what, where="truth, scores, clusters", fix=fix, code=code)
