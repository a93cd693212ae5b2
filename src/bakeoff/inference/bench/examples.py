"""Benches of one test set: the examples with every prediction, or counts of right answers alone."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.predictions import Predictions, TestSetCounts
from bakeoff.core.results import Interval
from bakeoff.inference.bench.bench import Bench, PairIndex
from bakeoff.procedures.base.example_flips import ClusterCounts, FourCounts
from bakeoff.procedures.base.rankings import rank_examples, weighted_auc, weighted_average_precision
from bakeoff.procedures.base.scored_examples import ScoredExamples
from bakeoff.procedures.bootstrap.contingency import Contingency, as_one_resample, tabulate, tally
from bakeoff.procedures.bootstrap.metrics import COUNT_METRICS, find_metric
from bakeoff.procedures.predictions.agreement import agreement_matrix, kappa_matrix
from bakeoff.procedures.predictions.clustered_mcnemar import cluster_counts
from bakeoff.procedures.predictions.losses import brier_losses, log_losses, paired_losses
from bakeoff.procedures.predictions.two_proportions import TwoTestSets
from bakeoff.procedures.sequential.units import BettingUnits, form_units

_OF_RANKINGS = {"roc_auc": weighted_auc, "average_precision": weighted_average_precision}


@dataclass(frozen=True, kw_only=True)
class ExampleBench(Bench):
    """The examples of one test set, with the predictions of every classifier."""

    evidence: Predictions
    costs: Floats | None = None  # examples × classifiers: what each prediction costs, where costs were given
    choice_variances: Floats | None = None  # of each mean cost: from the choice of its threshold

    def counts(self, pair: PairIndex) -> FourCounts:
        """Return what both, only b, only a and neither get right."""
        a, b = pair
        together, n = self._right_together, self.evidence.examples
        both, alone_a, alone_b = (int(together[i, j]) for i, j in (pair, (a, a), (b, b)))
        return FourCounts(
            both_right=both,
            mends=alone_b - both,
            breaks=alone_a - both,
            both_wrong=n - alone_a - alone_b + both,
        )

    @cached_property
    def _right_together(self) -> Floats:
        """How many examples each two classifiers both get right; one and the same: how many it gets right."""
        right = self.evidence.correct.astype(np.float64)
        together: Floats = right.T @ right
        return together

    @cached_property
    def agreements(self) -> tuple[Floats, Floats] | None:
        """The share of examples on which each two predict the same class, and their kappa; None without classes."""
        if self.evidence.truth is None or self.evidence.labels is None:
            return None
        return agreement_matrix(self.evidence.labels), kappa_matrix(self.evidence.labels)

    @property
    def advantage_name(self) -> str | None:
        """What an advantage is where costs are compared."""
        if self.costs is None:
            return None
        kind = "mean" if self.design.metric == "mean score" else "expected"
        return f"difference in {kind} {self.evidence.measure.name}"

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
            "unit_differences": lambda: self.units_of(pair).values,
            "averaged": lambda: self.evidence.group is not None,
            "of": lambda: (
                "mean advantage"
                if self.evidence.group is None
                else f"mean advantage over {self.design.group_noun}s"
            ),
            "cluster_counts": lambda: self._cluster_counts(pair),
            "cells": lambda: cells_of(self.evidence, both),
            "scored": lambda: scored_examples_of(self.evidence, both),
            "sample": lambda: self._sample(both),
            "losses": lambda: self.losses[:, both],
            "choice_variance": lambda: self._choice_variance(both),
        }

    def units_of(self, pair: PairIndex) -> BettingUnits:
        """Return what is bet on: examples, or whole groups of them."""
        group = self.evidence.group
        graded = self.design.metric == "mean score"
        a, b = (self.losses[:, i] if graded else ~self.evidence.correct[:, i] for i in pair)
        units = form_units(
            np.asarray(a, dtype=np.float64) - b,
            groups=None if group is None else np.unique(group, return_inverse=True)[1],
        )
        return replace(units, noun="example" if group is None else self.design.group_noun)

    def _sample(self, columns: list[int]) -> Contingency | ScoredExamples:
        """Return what resampling needs: cells for metrics of predicted classes, else scores."""
        is_count_metric = self.design.metric in COUNT_METRICS
        return (
            cells_of(self.evidence, columns)
            if is_count_metric
            else scored_examples_of(self.evidence, columns)
        )

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
            result = paired_losses(
                costs,
                clusters=self.evidence.group,
                weights=self.evidence.weight,
                choice_variance=self._choice_variance([classifier]),
                level=self.settings.level,
            )
        except ProcedureError:
            return None
        ends = result.estimate.interval
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


def cells_of(predictions: Predictions, columns: list[int]) -> Contingency:
    """Return the distinct cells of some classifiers; right is 0 and wrong is 1 where no more is known."""
    truth, labels = predictions.truth, predictions.labels
    if truth is None or labels is None:
        truth, labels = (
            np.zeros(predictions.examples, dtype=np.int64),
            (~predictions.correct).astype(np.int64),
        )
    return tabulate(
        truth,
        labels[:, columns],
        classes=max(2, len(predictions.classes)),
        weights=predictions.weight,
        clusters=predictions.group,
    )


def scored_examples_of(predictions: Predictions, columns: list[int]) -> ScoredExamples:
    """Return the examples with the scores of some classifiers: for class 1 of two, else for every class."""
    truth, scores = _ranking_inputs(predictions)
    return ScoredExamples(truth=truth, scores=scores[:, columns], clusters=predictions.group)


def two_class_scores(predictions: Predictions) -> Floats | None:
    """Return every classifier's scores for the second of two classes; None where one of them has none."""
    if predictions.truth is None or len(predictions.classes) != 2:
        return None
    table = np.full((predictions.examples, len(predictions.classifiers)), np.nan)
    if predictions.probabilities is not None:
        table = predictions.probabilities[:, :, 1]
    if predictions.scores is not None:
        table = np.where(np.isnan(table), predictions.scores, table)
    return None if np.isnan(table).any() else table


def losses_of(predictions: Predictions, classifier: int, metric: str) -> Floats:
    """Return what each prediction of one classifier loses: log loss or squared error."""
    truth, probabilities = _truth_and_probabilities(predictions)
    loss = log_losses if metric == "log_loss" else brier_losses
    return loss(probabilities[:, classifier], truth=truth)


def metric_value(predictions: Predictions, classifier: int, metric: str) -> float:
    """Return a metric of one classifier on the examples given."""
    if metric in COUNT_METRICS:
        cells = cells_of(replace(predictions, group=None), [classifier])
        definition = find_metric(metric, classes=cells.classes)
        return float(definition.of(tally(cells, as_one_resample(cells), classifier=0))[0])
    if metric in _OF_RANKINGS:
        return _ranking_value(predictions, classifier, metric)
    return float(np.average(losses_of(predictions, classifier, metric), weights=predictions.weight))


def _ranking_value(predictions: Predictions, classifier: int, metric: str) -> float:
    """Return a metric of rankings: of class 1 of two, else the mean over the classes that occur."""
    truth, scores = _ranking_inputs(predictions)
    own = scores[:, classifier]
    once = np.ones(truth.size, dtype=np.uint8)
    ranked = (
        [rank_examples(own, truth == 1)]
        if own.ndim == 1
        else [rank_examples(own[:, c], truth == c) for c in np.unique(truth).tolist()]
    )
    return float(np.mean([_OF_RANKINGS[metric](each, once) for each in ranked]))


def _ranking_inputs(predictions: Predictions) -> tuple[Ints, Floats]:
    """Return the true classes with what ranks the examples: scores for the second of two classes, or for each class."""
    scores = two_class_scores(predictions)
    return (
        _truth_and_probabilities(predictions)
        if scores is None or predictions.truth is None
        else (predictions.truth, scores)
    )


def _truth_and_probabilities(predictions: Predictions) -> tuple[Ints, Floats]:
    if predictions.truth is None or predictions.probabilities is None:
        raise ValueError("the design promised true classes and probabilities")
    return predictions.truth, predictions.probabilities


@dataclass(frozen=True, kw_only=True)
class CountBench(Bench):
    """How many examples two classifiers get right, without the examples."""

    evidence: TestSetCounts

    @property
    def advantage_name(self) -> str | None:
        """What an advantage is where only the flips are known."""
        return None if self.evidence.total_known else "advantage as a share of the flips"

    def own_offers(self, pair: PairIndex | None) -> dict[str, Callable[[], object]]:
        """Return the two test sets, or the four counts of the one."""
        a, b = pair or (0, 1)

        def test_sets() -> TwoTestSets:
            right, total = self.evidence.correct, self.evidence.total
            return TwoTestSets(right_a=right[a], total_a=total[a], right_b=right[b], total_b=total[b])

        def unit_differences() -> Floats:
            flips = self.flips if (a, b) == (0, 1) else self.flips.swap()
            alike = flips.both_right + flips.both_wrong
            return np.repeat([1.0, -1.0, 0.0], [flips.mends, flips.breaks, alike])

        return {
            "unit_differences": unit_differences,
            "counts": lambda: self.flips if (a, b) == (0, 1) else self.flips.swap(),
            "test_sets": test_sets,
        }

    @property
    def flips(self) -> FourCounts:
        """The four counts; which of the others both get right is not known, and no test asks."""
        mends, breaks = self.evidence.mends or 0, self.evidence.breaks or 0
        others = round(self.evidence.total[0]) - mends - breaks
        return FourCounts(both_right=others, mends=mends, breaks=breaks, both_wrong=0)
