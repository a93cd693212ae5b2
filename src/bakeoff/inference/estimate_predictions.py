"""Every measure that predictions support, for each classifier, with an interval that stays in its range."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

import numpy as np

from bakeoff.core.costs import Costs
from bakeoff.core.errors import ProcedureError
from bakeoff.core.estimates import AccuracyEstimate, Estimates, MethodInterval
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Predictions
from bakeoff.core.results import Estimate
from bakeoff.core.words import listed
from bakeoff.inference.estimate import accuracy_estimate
from bakeoff.inference.examples import cells_of, losses_of, scored_of
from bakeoff.inference.prediction_remarks import positive_class
from bakeoff.inference.remarks import left_out_remarks
from bakeoff.inference.tested import has_probabilities, has_scores, is_pooled, with_positive
from bakeoff.inference.thresholding import decide
from bakeoff.procedures.auc import auc_interval
from bakeoff.procedures.cell_bootstrap import metric_interval, metric_intervals
from bakeoff.procedures.losses import mean_loss_interval, paired_losses
from bakeoff.procedures.metrics import COUNT_METRICS
from bakeoff.procedures.rank_bootstrap import rank_metric_interval


class _LeftOut(NamedTuple):
    """Measures that a classifier's predictions do not support, and why."""

    measures: tuple[str, ...]
    why: str


def estimate_predictions(
    given: Predictions,
    *,
    level: float,
    seed: int = 0,
    upcoming: int | None = None,
    with_sizes: bool = False,
    positive: str | None = None,
    costs: Costs | None = None,
) -> Estimates:
    """Estimate every classifier on every test set; with costs, what it is expected to cost too."""
    given = with_positive(given, positive)
    several = len(given.datasets) > 1
    found = [
        (
            f"{name} on {dataset}" if several else name,
            *_one(part, i, level=level, seed=seed, upcoming=upcoming, with_sizes=with_sizes, costs=costs),
        )
        for d, dataset in enumerate(given.datasets)
        for part in [given.of(given.dataset == d)]
        for i, name in enumerate(given.classifiers)
    ]
    remarks = _remarks(given, counted=upcoming is not None or with_sizes)
    return Estimates(
        each=tuple(replace(made, classifier=name) for name, made, _ in found),
        level=level,
        source=given.source,
        counted_by=given.counted_by,
        findings=(
            *given.findings,
            *left_out_remarks(given),
            *remarks,
            *_omissions({name: left for name, _, left in found}),
        ),
    )


def _omissions(left_out: Mapping[str, Sequence[_LeftOut]]) -> Iterator[Finding]:
    """Yield BO151 for every reason that left measures out, with the classifiers that it concerns."""
    reasons = dict.fromkeys(each for left in left_out.values() for each in left)
    for one in reasons:
        whose = [name for name, left in left_out.items() if one in left]
        of = "" if len(whose) == len(left_out) else f" of {listed(whose)}"
        yield Finding(
            code="BO151",
            severity=Severity.NOTE,
            message=f"{listed(one.measures)}{of} {'is' if len(one.measures) == 1 else 'are'} left out: {one.why}.",
            detail={"measures": one.measures, "classifiers": whose},
        )


def _one(
    given: Predictions,
    classifier: int,
    *,
    level: float,
    seed: int,
    upcoming: int | None,
    with_sizes: bool,
    costs: Costs | None,
) -> tuple[AccuracyEstimate, list[_LeftOut]]:
    right = float(given.correct[:, classifier].sum())
    made = accuracy_estimate(right, given.examples, level=level, upcoming=upcoming, with_sizes=with_sizes)
    if given.group is not None or given.weight is not None:
        made = _resampled(made, given, classifier, level=level, seed=seed)
    found = list(_metrics(given, classifier, level=level, seed=seed))
    if costs is not None:
        found.insert(0, _expected_cost(given, classifier, costs, level=level, seed=seed))
    metrics = tuple(each for each in found if isinstance(each, Estimate))
    return replace(made, metrics=metrics), [each for each in found if isinstance(each, _LeftOut)]


def _expected_cost(
    given: Predictions, classifier: int, costs: Costs, *, level: float, seed: int
) -> Estimate | _LeftOut:
    """Return what predictions of a classifier cost (or bring) on average, with Student's interval."""
    decided = decide(given, costs, seed=seed)
    each = (-1.0 if costs.benefit else 1.0) * decided.costs[:, classifier]
    name = f"expected {'benefit' if costs.benefit else 'cost'}"
    try:
        found = paired_losses(
            # against a classifier that costs nothing: the difference is the cost itself
            np.column_stack([each, np.zeros(given.examples)]),
            clusters=given.group,
            weights=None if costs.by_weight else given.weight,
            choice_variance=float(decided.choice_variances[classifier]),
            level=level,
        )
    except ProcedureError as error:
        return _LeftOut((name,), f"of what it costs, {error.what}")
    ends = found.estimate.interval
    if not (each < 0).any():
        ends = replace(ends, low=max(ends.low, 0.0))  # what is never negative has no negative mean
    return replace(found.estimate, of=name, interval=ends)


def _resampled(
    made: AccuracyEstimate, given: Predictions, classifier: int, *, level: float, seed: int
) -> AccuracyEstimate:
    """Return the accuracy with the only interval that respects groups and weights."""
    rng = np.random.default_rng(seed)
    found = metric_interval(cells_of(given, [classifier]), metric="accuracy", rng=rng, level=level)
    what = " of groups" if given.group is not None else ""
    how = "" if given.weight is None else " of weighted examples"
    share = made.correct if given.weight is None else given.examples * found.value
    only = (MethodInterval(method=f"bootstrap{what}{how}", interval=found.interval),)
    return replace(made, correct=share, intervals=only, next_records=None, by_size=())


def _metrics(
    given: Predictions, classifier: int, *, level: float, seed: int
) -> Iterator[Estimate | _LeftOut]:
    rng = np.random.default_rng(seed)
    if given.outcome is not None and np.ptp(given.outcome[:, classifier]) > 0:
        scores, name = given.outcome[:, classifier], f"mean {given.measure.name}"
        yield mean_loss_interval(
            scores, of=name, most=1.0, clusters=given.group, weights=given.weight, level=level
        )
    if given.labels is not None and given.truth is not None:
        cells = cells_of(given, [classifier])
        names = [
            name
            for name, metric in COUNT_METRICS.items()
            if name not in ("accuracy", "error_rate") and (len(given.classes) == 2 or not metric.two_classes)
        ]
        if np.ptp(given.truth) > 0:
            yield from metric_intervals(cells, metrics=names, rng=rng, level=level)
        else:
            yield _LeftOut(tuple(names), "all examples have the same true class")
    if has_scores(given) and given.weight is None:
        yield from _of_rankings(given, classifier, level=level, rng=rng)
    if has_probabilities(given):
        yield from _of_probabilities(given, classifier, level=level)


def _of_probabilities(given: Predictions, classifier: int, *, level: float) -> Iterator[Estimate | _LeftOut]:
    for name, most in (("log_loss", inf), ("brier", 1.0 if len(given.classes) == 2 else 2.0)):
        try:
            losses = losses_of(given, classifier, name)
            yield mean_loss_interval(
                losses, of=name, most=most, clusters=given.group, weights=given.weight, level=level
            )
        except ProcedureError as error:  # scores that are no probabilities, or losses that do not vary
            yield _LeftOut((name,), error.what)


def _of_rankings(
    given: Predictions, classifier: int, *, level: float, rng: np.random.Generator
) -> Iterator[Estimate | _LeftOut]:
    try:
        scored = scored_of(given, [classifier])
    except ProcedureError as error:  # a test set of one class has no ranking
        yield _LeftOut(("roc_auc", "average_precision"), error.what)
        return
    yield (
        auc_interval(scored, level=level)
        if len(given.classes) == 2
        else rank_metric_interval(scored, metric="roc_auc", rng=rng, level=level)
    )
    yield rank_metric_interval(scored, metric="average_precision", rng=rng, level=level)


def _remarks(given: Predictions, *, counted: bool) -> Iterator[Finding]:
    if is_pooled(given):
        yield Finding(
            code="BO142",
            severity=Severity.WARNING,
            message="The predictions are pooled over folds: several models stand behind each name. As intervals for "
            "the learner these are short: a 95 % interval of accuracy was measured to cover .93 to .95 for naive "
            "Bayes, .86 to .90 for nearest neighbours and trees, .81 to .86 for stumps.",
        )
    if counted and (given.group is not None or given.weight is not None):
        told = "come in groups" if given.group is not None else "have weights"
        yield Finding(
            code="BO152",
            severity=Severity.WARNING,
            message=f"The next records and other sizes of test set (--next, --table) are left out: they are about "
            f"independent examples that count alike, and these {told}.",
        )
    if given.weight is not None and has_scores(given):
        yield Finding(
            code="BO151",
            severity=Severity.NOTE,
            message="roc_auc and average_precision are left out: their intervals take every example alike, and these "
            "have weights.",
        )
    if (
        len(given.classes) == 2
        and given.labels is not None
        and given.truth is not None
        and np.ptp(given.truth)
    ):
        ranked = ["average_precision"] if given.weight is None and has_scores(given) else []
        yield positive_class(["precision", "recall", "f1", *ranked], given.classes)
