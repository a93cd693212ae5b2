"""Predictions laid out for procedures: counts of right and wrong, cells, scores, losses."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.predictions import Predictions
from bakeoff.core.results import Interval
from bakeoff.inference.bench import Bench, PairIndex
from bakeoff.procedures.cells import Cells, observed, tabulate, tally
from bakeoff.procedures.clustered_mcnemar import cluster_counts
from bakeoff.procedures.losses import brier_losses, log_losses, paired_losses
from bakeoff.procedures.metrics import COUNT_METRICS, metric_named
from bakeoff.procedures.paired_score import ClusterCounts, FourCounts, four_counts
from bakeoff.procedures.rankings import ranking, weighted_auc, weighted_average_precision
from bakeoff.procedures.scored_examples import ScoredExamples

_OF_RANKINGS = {"roc_auc": weighted_auc, "average_precision": weighted_average_precision}


@dataclass(frozen=True, kw_only=True)
class ExampleBench(Bench):
    """The examples of one test set, with the predictions of every classifier."""

    evidence: Predictions
    costs: Floats | None = None  # examples × classifiers: what each prediction costs, where costs were given
    choice_variances: Floats | None = None  # of each mean cost: from the choice of its threshold

    def counts(self, pair: PairIndex) -> FourCounts:
        """Return what both, only b, only a and neither get right."""
        return four_counts(self.evidence.correct[:, pair[0]], self.evidence.correct[:, pair[1]])

    def own_offers(self, pair: PairIndex | None) -> dict[str, Callable[[], object]]:
        """Return what is right and wrong, and for one pair the counts, cells, scores and losses."""
        offers: dict[str, Callable[[], object]] = {
            "correct": lambda: self.evidence.correct,
            "clusters": lambda: self.evidence.group,
            "weights": lambda: self.evidence.weight,
            "metric": lambda: self.design.metric,
        }
        if pair is None:
            return offers
        both = list(pair)
        return offers | {
            "counts": lambda: self.counts(pair),
            "cluster_counts": lambda: self._cluster_counts(pair),
            "cells": lambda: cells_of(self.evidence, both),
            "scored": lambda: scored_of(self.evidence, both),
            "sample": lambda: self._sample(both),
            "losses": lambda: self.losses[:, both],
            "choice_variance": lambda: self._choice_variance(both),
        }

    def _sample(self, columns: list[int]) -> Cells | ScoredExamples:
        """Return what resampling needs: cells for metrics of predicted classes, else scores."""
        counted = self.design.metric in COUNT_METRICS
        return cells_of(self.evidence, columns) if counted else scored_of(self.evidence, columns)

    def _choice_variance(self, columns: list[int]) -> float:
        return 0.0 if self.choice_variances is None else float(self.choice_variances[columns].sum())

    @cached_property
    def losses(self) -> Floats:
        """What each prediction loses: examples × classifiers."""
        if self.costs is not None:
            return self.costs
        return np.column_stack(
            [losses_of(self.evidence, i, self.design.metric) for i in range(self.design.classifiers)]
        )

    @cached_property
    def values(self) -> list[float]:
        """The metric of each classifier."""
        if self.costs is not None:
            sign = -1.0 if self.evidence.measure.higher_is_better else 1.0
            return [sign * float(np.average(c, weights=self.evidence.weight)) for c in self.costs.T]
        return [metric_value(self.evidence, i, self.design.metric) for i in range(self.design.classifiers)]

    def cost_interval(self, classifier: int) -> Interval | None:
        """Return the interval of one classifier's expected cost (or benefit); None where nothing varies."""
        costs = self.losses[:, [classifier, classifier]] * [[0.0, -1.0]]
        try:
            found = paired_losses(
                costs,
                clusters=self.evidence.group,
                weights=self.evidence.weight,
                choice_variance=self._choice_variance([classifier]),
                level=self.settings.level,
            )
        except ProcedureError:
            return None
        ends = found.estimate.interval
        if not (self.losses[:, classifier] < 0).any():
            ends = replace(ends, low=max(ends.low, 0.0))  # what is never negative has no negative mean
        if self.evidence.measure.higher_is_better:
            return Interval(low=-ends.high, high=-ends.low, level=ends.level)
        return ends

    def _cluster_counts(self, pair: PairIndex) -> ClusterCounts:
        a, b = (self.evidence.correct[:, i] for i in pair)
        group = self.evidence.group
        return cluster_counts(a, b, clusters=np.arange(a.size) if group is None else group)

    def within(self, kept: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> "ExampleBench":
        """Return the same bench with some of the examples."""
        some = self.evidence.of(kept)
        return replace(
            self,
            evidence=some,
            design=replace(self.design, examples=some.examples, units=some.examples),
            costs=None if self.costs is None else self.costs[kept],
        )


def cells_of(given: Predictions, columns: list[int]) -> Cells:
    """Return the distinct cells of some classifiers; right is 0 and wrong is 1 where no more is known."""
    truth, labels = given.truth, given.labels
    if truth is None or labels is None:
        truth, labels = np.zeros(given.examples, dtype=np.int64), (~given.correct).astype(np.int64)
    return tabulate(
        truth,
        labels[:, columns],
        classes=max(2, len(given.classes)),
        weights=given.weight,
        clusters=given.group,
    )


def scored_of(given: Predictions, columns: list[int]) -> ScoredExamples:
    """Return the examples with the scores of some classifiers: for class 1 of two, else for every class."""
    truth, scores = _ranked(given)
    return ScoredExamples(truth=truth, scores=scores[:, columns], clusters=given.group)


def two_class_scores(given: Predictions) -> Floats | None:
    """Return every classifier's scores for the second of two classes; None where one of them has none."""
    if given.truth is None or len(given.classes) != 2:
        return None
    table = np.full((given.examples, len(given.classifiers)), np.nan)
    if given.probabilities is not None:
        table = given.probabilities[:, :, 1]
    if given.scores is not None:
        table = np.where(np.isnan(table), given.scores, table)
    return None if np.isnan(table).any() else table


def losses_of(given: Predictions, classifier: int, metric: str) -> Floats:
    """Return what each prediction of one classifier loses: log loss or squared error."""
    truth, probabilities = _known(given)
    loss = log_losses if metric == "log_loss" else brier_losses
    return loss(probabilities[:, classifier], truth=truth)


def metric_value(given: Predictions, classifier: int, metric: str) -> float:
    """Return a metric of one classifier on the examples given."""
    if metric in COUNT_METRICS:
        cells = cells_of(replace(given, group=None), [classifier])
        chosen = metric_named(metric, classes=cells.classes)
        return float(chosen.of(tally(cells, observed(cells), classifier=0))[0])
    if metric in _OF_RANKINGS:
        return _ranking_value(given, classifier, metric)
    return float(np.average(losses_of(given, classifier, metric), weights=given.weight))


def _ranking_value(given: Predictions, classifier: int, metric: str) -> float:
    """Return a metric of rankings: of class 1 of two, else the mean over the classes that occur."""
    truth, scores = _ranked(given)
    own = scores[:, classifier]
    once = np.ones(truth.size, dtype=np.uint8)
    ranked = (
        [ranking(own, truth == 1)]
        if own.ndim == 1
        else [ranking(own[:, c], truth == c) for c in np.unique(truth).tolist()]
    )
    return float(np.mean([_OF_RANKINGS[metric](each, once) for each in ranked]))


def _ranked(given: Predictions) -> tuple[Ints, Floats]:
    """Return the true classes with what ranks the examples: scores for the second of two classes, or for each class."""
    scores = two_class_scores(given)
    return _known(given) if scores is None or given.truth is None else (given.truth, scores)


def _known(given: Predictions) -> tuple[Ints, Floats]:
    if given.truth is None or given.probabilities is None:
        raise ValueError("the design promised true classes and probabilities")
    return given.truth, given.probabilities
