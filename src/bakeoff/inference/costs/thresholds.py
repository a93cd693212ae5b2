"""From scores to decisions: as predicted, by a threshold said or chosen elsewhere, or by least expected cost."""

from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.costs import Costs
from bakeoff.core.errors import UsageError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import write_alike, write_count, write_list
from bakeoff.inference.bench.examples import two_class_scores
from bakeoff.inference.bench.prediction_metrics import has_probabilities, is_pooled
from bakeoff.inference.costs.prediction_costs import (
    class_importance,
    cost_matrix,
    costs_by_class,
    example_costs,
)
from bakeoff.procedures.curves.cross_fitting import choose_threshold, cross_fit_decisions, stratified_parts

# What the choice of thresholds adds to the variance of the mean cost, in squares of the gap between the cost on the
# examples it was made on and on others; chosen by the size of the test.
_CHOICE_VARIANCE_FACTOR = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """Predictions with the decisions that are judged, and what each costs."""

    given: Predictions
    costs: Floats  # examples × classifiers
    choice_variances: (
        Floats  # of each classifier: what the choice of its threshold adds to the variance of its mean
    )


def make_decisions(predictions: Predictions, costs: Costs, *, seed: int) -> Decisions:
    """Return the decisions that the costs ask for, and what they cost."""
    none = np.zeros(len(predictions.classifiers))
    if costs.threshold == "as-predicted":
        return Decisions(given=predictions, costs=example_costs(predictions, costs), choice_variances=none)
    if costs.threshold == "chosen":
        return _decide_by_chosen_thresholds(predictions, costs, seed)
    by_bayes = costs.threshold == "bayes"
    labels = (
        _least_cost_classes(predictions, costs)
        if by_bayes
        else _classes_above_threshold(predictions, costs, float(costs.threshold))
    )
    thresholded = with_labels(
        predictions,
        labels,
        _bayes_finding() if by_bayes else given_threshold_finding(predictions, float(costs.threshold)),
    )
    return Decisions(given=thresholded, costs=example_costs(thresholded, costs), choice_variances=none)


def scores_and_weights(predictions: Predictions, scores: Floats) -> Floats:
    """Return by what examples differ that are parted at random: their scores and, where they have one, their weight."""
    return scores if predictions.weight is None else np.column_stack([scores, predictions.weight])


def split_for_thresholds(predictions: Predictions, scores: Floats, *, seed: int) -> Ints:
    """Return where thresholds are chosen: on the other folds, or on the other parts of one test set."""
    if predictions.fold is not None and is_pooled(predictions):
        return predictions.fold[None, :]
    return stratified_parts(
        np.asarray(predictions.truth == 1),
        rng=np.random.default_rng(seed),
        scores=scores_and_weights(predictions, scores),
        clusters=predictions.group,
    )


def _decide_by_chosen_thresholds(predictions: Predictions, costs: Costs, seed: int) -> Decisions:
    scores = _require_scores(predictions, costs)
    prices = costs_by_class(predictions, costs)
    weight = (
        None if costs.by_weight else predictions.weight
    )  # where errors cost their weight, it is in the prices
    gains = (prices[:, 0] - prices[:, 1]) * (1.0 if weight is None else weight)
    if not (gains > 0).any() or not (gains < 0).any():
        raise UsageError(
            f"with these costs it never pays to predict {predictions.classes[0 if (gains > 0).any() else 1]!r}",
            where=costs.source,
            fix='give costs under which either class may be right, or use threshold = "as-predicted"',
            code="BO404",
        )
    parts = split_for_thresholds(predictions, scores, seed=seed)
    shares = np.stack([cross_fit_decisions(s, gains, parts=parts).mean(axis=0) for s in scores.T], axis=1)
    each = prices[:, :1] * (1 - shares) + prices[:, 1:] * shares
    own = np.array([choose_threshold(s, gains) for s in scores.T])
    flattering = np.average(np.where(scores >= own, prices[:, 1:], prices[:, :1]), axis=0, weights=weight)
    gap = np.average(each, axis=0, weights=weight) - flattering
    thresholded = with_labels(
        predictions,
        (shares > 0.5).astype(np.int64),
        chosen_threshold_finding(predictions, parts, own, best="the least cost"),
    )
    return Decisions(given=thresholded, costs=each, choice_variances=_CHOICE_VARIANCE_FACTOR * gap**2)


def _least_cost_classes(predictions: Predictions, costs: Costs) -> Ints:
    """Return the class with the least expected cost by the probabilities, of equals the first."""
    if not has_probabilities(predictions) or predictions.probabilities is None:
        raise _threshold_error("the least expected cost needs probabilities of every class", costs)
    alike = 1.0 - np.eye(len(predictions.classes))
    table = alike if costs.by_weight else cost_matrix(predictions.classes, costs)
    # Probabilities speak of the test set's shares of classes; deployment's shares weigh them anew (Elkan 2001).
    expected = (predictions.probabilities * class_importance(predictions, costs)) @ table
    labels: Ints = np.argmin(expected, axis=2)
    return labels


def _classes_above_threshold(predictions: Predictions, costs: Costs, threshold: float) -> Ints:
    labels: Ints = (_require_scores(predictions, costs) >= threshold).astype(np.int64)
    return labels


def with_labels(predictions: Predictions, labels: Ints, finding: Finding) -> Predictions:
    """Return the predictions with other decisions, and the finding that says how they were made."""
    if predictions.truth is None:
        raise ValueError("decisions were made without true classes")
    return replace(
        predictions,
        labels=labels,
        correct=labels == predictions.truth[:, None],
        findings=(*predictions.findings, finding),
    )


def _require_scores(predictions: Predictions, costs: Costs) -> Floats:
    scores = two_class_scores(predictions)
    if scores is None:
        raise _threshold_error(
            "a threshold needs two classes, and scores or probabilities of every classifier", costs
        )
    return scores


def chosen_threshold_finding(predictions: Predictions, parts: Ints, own: Floats, *, best: str) -> Finding:
    """Return where thresholds were chosen, and those that are best on all examples."""
    pooled = is_pooled(predictions)
    count = int(parts.max()) + 1
    where = (
        "The threshold for each fold was chosen on the predictions of the other folds"
        if pooled
        else f"Thresholds were chosen within this test set by cross-fitting: {write_count(count, 'part')}, "
        "each judged by "
        f"a threshold chosen on the others, in {write_count(len(parts), 'division')}"
    )
    thresholds = write_list(
        [
            f"{name} {value}"
            for name, value in zip(predictions.classifiers, write_alike(own.tolist()), strict=True)
        ]
    )
    return Finding(
        code="BO145" if pooled else "BO144",
        severity=Severity.NOTE,
        message=f"{where}; no example is judged by a threshold that it helped to choose. On all examples "
        f"{best} is had from these scores of {predictions.classes[1]} on: {thresholds}.",
        detail={
            "positive": predictions.classes[1],
            "thresholds": dict(zip(predictions.classifiers, own.tolist(), strict=True)),
        },
    )


def _bayes_finding() -> Finding:
    return Finding(
        code="BO146",
        severity=Severity.NOTE,
        message="Each decision is the class of least expected cost by the classifier's own probabilities: this is best "
        "where they are calibrated, and punishes those that are not.",
    )


def given_threshold_finding(predictions: Predictions, threshold: float) -> Finding:
    """Return which scores count as the positive class."""
    positive = predictions.classes[1]
    return Finding(
        code="BO147",
        severity=Severity.NOTE,
        message=f"An example counts as {positive} where its score for {positive} is at least {threshold:g}; a "
        "threshold that was chosen on these very examples would flatter the results.",
        detail={"positive": positive, "threshold": threshold},
    )


def _threshold_error(what: str, costs: Costs) -> UsageError:
    return UsageError(
        what,
        where=f"threshold = {costs.threshold!r}, {costs.source}",
        fix='give them, or use threshold = "as-predicted"',
        code="BO403",
    )
