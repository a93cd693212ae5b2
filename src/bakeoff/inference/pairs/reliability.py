"""Calibration of the probabilities of a comparison: each classifier, each pair, and the curves."""

import numpy as np

from bakeoff.core.answers.operating_points import Curve, CurveBand
from bakeoff.core.answers.reliability import (
    CalibrationDifference,
    ClassifierReliability,
    Reliability,
    ReliabilityCurves,
)
from bakeoff.core.arrays import Bools, Floats
from bakeoff.core.comparison import Comparison, Pair, PairTest
from bakeoff.core.errors import ProcedureError
from bakeoff.core.predictions import Predictions
from bakeoff.core.results import TestResult, significance
from bakeoff.inference.adjust import with_family_level
from bakeoff.inference.bench.prediction_metrics import has_probabilities, is_pooled
from bakeoff.inference.judge import judge
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.predictions.calibration import (
    calibration_error,
    chance_miscalibration,
    compare_miscalibration,
    consistency_band,
    decompose_brier,
    excess_losses,
    reliability_curve,
    require_events,
)

PARTS = 20  # of the axis, in which probabilities are counted for the figure


def reliability_objection(comparison: Comparison) -> str | None:
    """Say why nothing can be said of calibration; None where it can."""
    predictions = _predictions_of(comparison)
    if predictions is None or predictions.truth is None:
        return "it needs predictions with their true classes"
    if not has_probabilities(predictions):
        return "it needs probabilities of every class from every classifier"
    if len(predictions.datasets) > 1:
        return "the examples come from several datasets, and each has a calibration of its own"
    if predictions.weight is not None:
        return "the examples have weights, and calibration counts examples"
    if predictions.examples < 2:
        return "it takes two examples or more"
    return None


def measure_reliability(comparison: Comparison) -> Reliability | None:
    """Return the calibration of every classifier and the differences of the pairs; None where there is an objection."""
    predictions = _predictions_of(comparison)
    if predictions is None or reliability_objection(comparison) is not None:
        return None
    event = _find_event(comparison, predictions)
    given, happened = _event_columns(predictions, event)
    rng = np.random.default_rng(comparison.settings.seed)
    chance = [chance_miscalibration(own, rng=rng) for own in given.T]
    each = tuple(
        _measure_classifier(name, given[:, i], happened[:, i], chance[i])
        for i, name in enumerate(predictions.classifiers)
    )
    rate = float(happened[:, 0].mean())
    untested = _untested_reason(predictions, happened)
    differences = (
        () if untested else _compare_pairs(comparison, predictions, excess_losses(given, happened, rng=rng))
    )
    return Reliability(
        positive=None if event is None else predictions.classes[event],
        examples=predictions.examples,
        bins=calibration_error(given[:, 0], happened[:, 0]).bins,
        uncertainty=None if event is None else rate * (1 - rate),
        each=each,
        differences=differences,
        level=comparison.settings.level,
        why_untested="" if differences else untested or "the classifiers give the same probabilities",
    )


def _untested_reason(predictions: Predictions, happened: Bools) -> str:
    """Say why no pair is tested; nothing where pairs are."""
    if is_pooled(predictions):
        # Several models stand behind each name, and their examples are not independent.
        return "the predictions of several folds are pooled"
    try:
        require_events(happened)
    except ProcedureError as error:
        return error.what
    return ""


def reliability_curves(comparison: Comparison) -> ReliabilityCurves:
    """Return the curve of every classifier with its band, of a comparison that there is no objection to."""
    predictions = _predictions_of(comparison)
    reliability = comparison.reliability or measure_reliability(comparison)
    if predictions is None or reliability is None:
        raise ValueError("ask reliability_objection first")
    given, happened = _event_columns(predictions, _find_event(comparison, predictions))
    rng = np.random.default_rng(comparison.settings.seed)
    each, counts = [], []
    for i, name in enumerate(predictions.classifiers):
        curve = reliability_curve(given[:, i], happened[:, i])
        band = None
        if predictions.group is None:
            at = consistency_band(given[:, i], rng=rng, level=comparison.settings.level)
            band = CurveBand(x=curve.given, low=at.low, high=at.high, level=at.level)
        error = reliability.each[i].error
        each.append(Curve(classifier=name, x=curve.given, y=curve.happens, value=error, band=band))
        counts.append(np.histogram(given[:, i], bins=PARTS, range=(0.0, 1.0))[0])
    return ReliabilityCurves(each=tuple(each), counts=tuple(counts), reliability=reliability)


def _predictions_of(comparison: Comparison) -> Predictions | None:
    if isinstance(comparison.evidence, Predictions):
        return comparison.evidence
    return comparison.predictions


def _find_event(comparison: Comparison, predictions: Predictions) -> int | None:
    """Return the class whose probability is looked at; None for the confidence in the predicted class, of many."""
    positive = comparison.settings.positive
    if len(predictions.classes) == 2:
        return 1
    return None if positive is None else predictions.classes.index(positive)


def _event_columns(predictions: Predictions, event: int | None) -> tuple[Floats, Bools]:
    """Return the probability of the event by each classifier, and whether it came about; examples × classifiers."""
    if predictions.probabilities is None or predictions.truth is None:
        raise ValueError("ask reliability_objection first")
    table = np.clip(predictions.probabilities, 0.0, 1.0)
    if event is not None:
        happened = np.repeat((predictions.truth == event)[:, None], len(predictions.classifiers), axis=1)
        return table[:, :, event], happened
    return table.max(axis=2), table.argmax(axis=2) == predictions.truth[:, None]


def _measure_classifier(name: str, given: Floats, happened: Bools, chance: float) -> ClassifierReliability:
    parts, error = decompose_brier(given, happened), calibration_error(given, happened)
    return ClassifierReliability(
        classifier=name,
        brier=parts.score,
        miscalibration=parts.miscalibration,
        miscalibration_by_chance=chance,
        discrimination=parts.discrimination,
        error=error.value,
        error_by_chance=error.if_calibrated,
    )


def _compare_pairs(
    comparison: Comparison, predictions: Predictions, losses: Floats
) -> tuple[CalibrationDifference, ...]:
    """Return which of every pair is better calibrated, adjusted by Holm's method over the pairs."""
    level = 1 - significance(comparison.settings.level) / len(comparison.pairs)
    place = {name: i for i, name in enumerate(predictions.classifiers)}
    tests = []
    for pair in comparison.pairs:
        columns = losses[:, [place[pair.a], place[pair.b]]]
        try:
            tests.append((pair, compare_miscalibration(columns, clusters=predictions.group, level=level)))
        except ProcedureError:  # nothing varies: these two say nothing
            continue
    adjusted = adjust(np.array([result.p_value for _, result in tests]), "holm").tolist() if tests else []
    return tuple(
        _judge_pair(pair, result, p, comparison.settings.level)
        for (pair, result), p in zip(tests, adjusted, strict=True)
    )


def _judge_pair(pair: Pair, result: TestResult, p_adjusted: float, level: float) -> CalibrationDifference:
    test = with_family_level(PairTest(a=pair.a, b=pair.b, result=result, p_adjusted=p_adjusted), level)
    if not isinstance(test.result, TestResult):
        raise TypeError("calibration is judged by a test")
    return CalibrationDifference(
        a=pair.a,
        b=pair.b,
        result=test.result,
        p_adjusted=p_adjusted,
        verdict=judge(test.result.estimate.interval, p_value=p_adjusted, margin=0.0),
    )
