"""Every measure that predictions support, for each classifier, with an interval that stays in its range."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

import numpy as np

from bakeoff.core.answers.estimates import AccuracyEstimate, Estimates, MethodInterval
from bakeoff.core.costs import Costs
from bakeoff.core.errors import ProcedureError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Predictions
from bakeoff.core.results import Estimate
from bakeoff.core.words import write_list
from bakeoff.inference.bench.examples import cells_of, losses_of, scored_examples_of
from bakeoff.inference.bench.prediction_metrics import has_probabilities, has_scores, is_pooled, with_positive
from bakeoff.inference.costs.thresholds import make_decisions
from bakeoff.inference.estimates.accuracy import estimate_accuracy
from bakeoff.inference.findings.comparison_findings import omission_findings
from bakeoff.inference.findings.prediction_findings import positive_class_finding
from bakeoff.procedures.bootstrap.class_bootstrap import metric_interval, metric_intervals
from bakeoff.procedures.bootstrap.metrics import COUNT_METRICS
from bakeoff.procedures.bootstrap.rank_bootstrap import rank_metric_interval
from bakeoff.procedures.predictions.losses import mean_loss_interval, paired_losses
from bakeoff.procedures.predictions.roc_area import auc_interval


class _Unsupported(NamedTuple):
    """Measures that a classifier's predictions do not support, and why."""

    measures: tuple[str, ...]
    why: str


def estimate_predictions(
    predictions: Predictions,
    *,
    level: float,
    seed: int = 0,
    upcoming: int | None = None,
    with_sizes: bool = False,
    positive: str | None = None,
    costs: Costs | None = None,
) -> Estimates:
    """Estimate every classifier on every test set; with costs, what it is expected to cost too."""
    predictions = with_positive(predictions, positive)
    several = len(predictions.datasets) > 1
    estimates = [
        (
            f"{name} on {dataset}" if several else name,
            *_estimate_classifier(
                part, i, level=level, seed=seed, upcoming=upcoming, with_sizes=with_sizes, costs=costs
            ),
        )
        for d, dataset in enumerate(predictions.datasets)
        for part in [predictions.of(predictions.dataset == d)]
        for i, name in enumerate(predictions.classifiers)
    ]
    findings = _collect_findings(predictions, counted=upcoming is not None or with_sizes)
    return Estimates(
        each=tuple(replace(estimate, classifier=name) for name, estimate, _ in estimates),
        level=level,
        source=predictions.source,
        counted_by=predictions.counted_by,
        findings=(
            *predictions.findings,
            *omission_findings(predictions),
            *findings,
            *_find_unsupported({name: unsupported for name, _, unsupported in estimates}),
        ),
    )


def _find_unsupported(left_out: Mapping[str, Sequence[_Unsupported]]) -> Iterator[Finding]:
    """Yield BO151 for every reason that left measures out, with the classifiers that it concerns."""
    reasons = dict.fromkeys(each for unsupported in left_out.values() for each in unsupported)
    for one in reasons:
        whose = [name for name, unsupported in left_out.items() if one in unsupported]
        of = "" if len(whose) == len(left_out) else f" of {write_list(whose)}"
        yield Finding(
            code="BO151",
            severity=Severity.NOTE,
            message=f"{write_list(one.measures)}{of} {'is' if len(one.measures) == 1 else 'are'} left out: {one.why}.",
            detail={"measures": one.measures, "classifiers": whose},
        )


def _estimate_classifier(
    predictions: Predictions,
    classifier: int,
    *,
    level: float,
    seed: int,
    upcoming: int | None,
    with_sizes: bool,
    costs: Costs | None,
) -> tuple[AccuracyEstimate, list[_Unsupported]]:
    right = float(predictions.correct[:, classifier].sum())
    estimate = estimate_accuracy(
        right, predictions.examples, level=level, upcoming=upcoming, with_sizes=with_sizes
    )
    if predictions.group is not None or predictions.weight is not None:
        estimate = _with_resampled_interval(estimate, predictions, classifier, level=level, seed=seed)
    measures = list(_estimate_metrics(predictions, classifier, level=level, seed=seed))
    if costs is not None:
        measures.insert(0, _estimate_cost(predictions, classifier, costs, level=level, seed=seed))
    metrics = tuple(each for each in measures if isinstance(each, Estimate))
    return replace(estimate, metrics=metrics), [each for each in measures if isinstance(each, _Unsupported)]


def _estimate_cost(
    predictions: Predictions, classifier: int, costs: Costs, *, level: float, seed: int
) -> Estimate | _Unsupported:
    """Return what predictions of a classifier cost (or bring) on average, with Student's interval."""
    decisions = make_decisions(predictions, costs, seed=seed)
    each = (-1.0 if costs.benefit else 1.0) * decisions.costs[:, classifier]
    name = f"expected {'benefit' if costs.benefit else 'cost'}"
    try:
        result = paired_losses(
            # against a classifier that costs nothing: the difference is the cost itself
            np.column_stack([each, np.zeros(predictions.examples)]),
            clusters=predictions.group,
            weights=None if costs.by_weight else predictions.weight,
            choice_variance=float(decisions.choice_variances[classifier]),
            level=level,
        )
    except ProcedureError as error:
        return _Unsupported((name,), f"of what it costs, {error.what}")
    ends = result.estimate.interval
    if not (each < 0).any():
        ends = replace(ends, low=max(ends.low, 0.0))  # what is never negative has no negative mean
    return replace(result.estimate, of=name, interval=ends)


def _with_resampled_interval(
    estimate: AccuracyEstimate, predictions: Predictions, classifier: int, *, level: float, seed: int
) -> AccuracyEstimate:
    """Return the accuracy with the only interval that respects groups and weights."""
    rng = np.random.default_rng(seed)
    interval = metric_interval(cells_of(predictions, [classifier]), metric="accuracy", rng=rng, level=level)
    what = " of groups" if predictions.group is not None else ""
    how = "" if predictions.weight is None else " of weighted examples"
    share = estimate.correct if predictions.weight is None else predictions.examples * interval.value
    only = (MethodInterval(method=f"bootstrap{what}{how}", interval=interval.interval),)
    return replace(estimate, correct=share, intervals=only, next_records=None, by_size=())


def _estimate_metrics(
    predictions: Predictions, classifier: int, *, level: float, seed: int
) -> Iterator[Estimate | _Unsupported]:
    rng = np.random.default_rng(seed)
    if predictions.outcome is not None and np.ptp(predictions.outcome[:, classifier]) > 0:
        scores, name = predictions.outcome[:, classifier], f"mean {predictions.measure.name}"
        yield mean_loss_interval(
            scores, of=name, most=1.0, clusters=predictions.group, weights=predictions.weight, level=level
        )
    if predictions.labels is not None and predictions.truth is not None:
        cells = cells_of(predictions, [classifier])
        names = [
            name
            for name, metric in COUNT_METRICS.items()
            if name not in ("accuracy", "error_rate")
            and (len(predictions.classes) == 2 or not metric.two_classes)
        ]
        if np.ptp(predictions.truth) > 0:
            yield from metric_intervals(cells, metrics=names, rng=rng, level=level)
        else:
            yield _Unsupported(tuple(names), "all examples have the same true class")
    if has_scores(predictions) and predictions.weight is None:
        yield from _estimate_from_rankings(predictions, classifier, level=level, rng=rng)
    if has_probabilities(predictions):
        yield from _estimate_from_probabilities(predictions, classifier, level=level)


def _estimate_from_probabilities(
    predictions: Predictions, classifier: int, *, level: float
) -> Iterator[Estimate | _Unsupported]:
    for name, most in (("log_loss", inf), ("brier", 1.0 if len(predictions.classes) == 2 else 2.0)):
        try:
            losses = losses_of(predictions, classifier, name)
            yield mean_loss_interval(
                losses,
                of=name,
                most=most,
                clusters=predictions.group,
                weights=predictions.weight,
                level=level,
            )
        except ProcedureError as error:  # scores that are no probabilities, or losses that do not vary
            yield _Unsupported((name,), error.what)


def _estimate_from_rankings(
    predictions: Predictions, classifier: int, *, level: float, rng: np.random.Generator
) -> Iterator[Estimate | _Unsupported]:
    try:
        scored = scored_examples_of(predictions, [classifier])
    except ProcedureError as error:  # a test set of one class has no ranking
        yield _Unsupported(("roc_auc", "average_precision"), error.what)
        return
    yield (
        auc_interval(scored, level=level)
        if len(predictions.classes) == 2
        else rank_metric_interval(scored, metric="roc_auc", rng=rng, level=level)
    )
    yield rank_metric_interval(scored, metric="average_precision", rng=rng, level=level)


def _collect_findings(predictions: Predictions, *, counted: bool) -> Iterator[Finding]:
    if is_pooled(predictions):
        yield Finding(
            code="BO142",
            severity=Severity.WARNING,
            message="The predictions are pooled over folds: several models stand behind each name. As intervals for "
            "the learner these are short: a 95 % interval of accuracy was measured to cover .93 to .95 for naive "
            "Bayes, .86 to .90 for nearest neighbours and trees, .81 to .86 for stumps.",
        )
    if counted and (predictions.group is not None or predictions.weight is not None):
        reason = "come in groups" if predictions.group is not None else "have weights"
        yield Finding(
            code="BO152",
            severity=Severity.WARNING,
            message=f"The next records and other sizes of test set (--next, --table) are left out: they are about "
            f"independent examples that count alike, and these {reason}.",
        )
    if predictions.weight is not None and has_scores(predictions):
        yield Finding(
            code="BO151",
            severity=Severity.NOTE,
            message="roc_auc and average_precision are left out: their intervals take every example alike, and these "
            "have weights.",
        )
    if (
        len(predictions.classes) == 2
        and predictions.labels is not None
        and predictions.truth is not None
        and np.ptp(predictions.truth)
    ):
        ranked = ["average_precision"] if predictions.weight is None and has_scores(predictions) else []
        yield positive_class_finding(["precision", "recall", "f1", *ranked], predictions.classes)
