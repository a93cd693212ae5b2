"""Decisions without costs: by a threshold that is said, or by one that is best by a rule on other examples."""

from dataclasses import replace
from math import isfinite

import numpy as np

from bakeoff.core.arrays import Bools, Floats
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import UsageError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Evidence, Predictions
from bakeoff.core.words import write_alike, write_count, write_list
from bakeoff.inference.bench.examples import two_class_scores
from bakeoff.inference.bench.prediction_metrics import LOSS_METRICS, METRIC_SYNONYMS, is_pooled, with_positive
from bakeoff.inference.costs.thresholds import (
    chosen_threshold_finding,
    given_threshold_finding,
    scores_and_weights,
    split_for_thresholds,
    with_labels,
)
from bakeoff.procedures.bootstrap.rank_bootstrap import RANK_METRICS
from bakeoff.procedures.curves.cross_fitting import choose_by_rule, cross_fit_by_rule, stratified_parts

BEST = {"accuracy": "the highest accuracy", "youden": "the highest Youden index", "f1": "the highest F1"}
METRICS = {
    "accuracy": "accuracy",
    "youden": "balanced_accuracy",
    "f1": "f1",
}  # what is compared, if nothing is said
_MOST_LIKELY = "BO358"  # says that the most likely class is the predicted one, which no longer holds


def decide_by_threshold(
    evidence: Evidence, settings: Settings, threshold: float | str
) -> tuple[Predictions, Settings]:
    """Return predictions decided by a threshold, or by one chosen by a rule, and the metric that suits it.

    No example is judged by a threshold that it helped to choose.
    """
    predictions = _require_two_classes(evidence, threshold)
    _require_metric_of_classes(settings)
    predictions = with_positive(predictions, settings.positive)
    scores = two_class_scores(predictions)
    if scores is None:
        raise _threshold_error(threshold)
    kept = tuple(f for f in predictions.findings if f.code != _MOST_LIKELY)
    predictions = replace(predictions, findings=kept)
    said = (*predictions.read_with, ("threshold", threshold))
    if not isinstance(threshold, str):
        finding = given_threshold_finding(predictions, threshold)
        decided = with_labels(predictions, (scores >= threshold).astype(np.int64), finding)
        positive = predictions.classes[1]
        how = f"an example counts as {positive} where its score for {positive} is at least {threshold:g}"
        return replace(decided, decided_by=how, read_with=said), settings
    decide = _decide_by_other_folds if is_pooled(predictions) else _decide_by_a_third
    decided = decide(predictions, scores, threshold, settings.seed)
    return replace(decided, read_with=said), replace(settings, metric=settings.metric or METRICS[threshold])


def _decide_by_other_folds(predictions: Predictions, scores: Floats, rule: str, seed: int) -> Predictions:
    """Return the decisions on each fold by the thresholds that are best on the others."""
    positive = np.asarray(predictions.truth == 1)
    parts = split_for_thresholds(predictions, scores, seed=seed)
    labels = np.stack(
        [cross_fit_by_rule(own, positive, rule=rule, parts=parts)[0] for own in scores.T], axis=1
    )
    own = np.array([choose_by_rule(column, positive, rule=rule) for column in scores.T])
    finding = chosen_threshold_finding(predictions, parts, own, best=BEST[rule])
    decided = with_labels(predictions, labels.astype(np.int64), finding)
    return replace(decided, decided_by=f"thresholds with {BEST[rule]}, each chosen on the other folds")


def _decide_by_a_third(predictions: Predictions, scores: Floats, rule: str, seed: int) -> Predictions:
    """Return the decisions on two thirds of the examples by the thresholds that are best on the other third.

    Thresholds and the examples they are judged on are independent, so that every test of these examples holds for the
    classifiers with these very thresholds; cross-fitting would use all examples and reject too often.
    """
    positive = np.asarray(predictions.truth == 1)
    part = stratified_parts(
        positive,
        rng=np.random.default_rng(seed),
        scores=scores_and_weights(predictions, scores),
        clusters=predictions.group,
        parts=3,
        repeats=1,
    )[0]
    chosen = part == 0
    own = np.array([choose_by_rule(column[chosen], positive[chosen], rule=rule) for column in scores.T])
    decided = with_labels(
        predictions, (scores >= own).astype(np.int64), _third_finding(predictions, chosen, own, rule)
    )
    how = f"thresholds with {BEST[rule]} on {write_count(int(chosen.sum()), 'other example')}"
    return replace(decided.of(~chosen), left_out=predictions.left_out, decided_by=how)


def _third_finding(predictions: Predictions, chosen: Bools, own: Floats, rule: str) -> Finding:
    texts = write_alike(own.tolist())
    thresholds = write_list(
        [f"{name} {text}" for name, text in zip(predictions.classifiers, texts, strict=True)]
    )
    count = int(chosen.sum())
    return Finding(
        code="BO921",
        severity=Severity.NOTE,
        message=f"Thresholds with {BEST[rule]} were chosen on {count:,} of the {chosen.size:,} examples, drawn at "
        f"random within the classes, and the classifiers are judged on the other {chosen.size - count:,}: scores of "
        f"{predictions.classes[1]} count from these on: {thresholds}. The verdict is about the classifiers with "
        "these thresholds: another --seed draws other examples and may choose others.",
        detail={
            "positive": predictions.classes[1],
            "rule": rule,
            "chosen_on": count,
            "judged_on": int(chosen.size - count),
            "thresholds": dict(zip(predictions.classifiers, map(_finite, own.tolist()), strict=True)),
        },
    )


def _finite(threshold: float) -> float | None:
    """Return a threshold; none where no score is high enough to count."""
    return threshold if isfinite(threshold) else None


def _require_two_classes(evidence: Evidence, threshold: float | str) -> Predictions:
    fits = isinstance(evidence, Predictions) and two_class_scores(evidence) is not None
    if not fits or not isinstance(evidence, Predictions) or np.ptp(np.asarray(evidence.truth)) == 0:
        raise _threshold_error(threshold)
    return evidence


def _require_metric_of_classes(settings: Settings) -> None:
    """Refuse metrics that look at the scores themselves, which no threshold changes."""
    spelling = (settings.metric or "").strip().lower().replace("-", "_").replace(" ", "_")
    name = METRIC_SYNONYMS.get(spelling, spelling)
    if name in (*RANK_METRICS, *LOSS_METRICS):
        raise UsageError(
            f"{name} looks at the scores themselves, and no threshold changes it",
            where="--threshold",
            fix="leave out --threshold, or compare by a metric of predicted classes: accuracy, f1, mcc, …",
            code="BO922",
        )


def _threshold_error(threshold: float | str) -> UsageError:
    return UsageError(
        "a threshold needs examples of two classes, and scores or probabilities of every classifier",
        where=f"--threshold {threshold}",
        fix="give predictions with scores, or leave out --threshold",
        code="BO403",
    )
