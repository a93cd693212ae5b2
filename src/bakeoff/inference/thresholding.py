"""From scores to decisions: as predicted, by a threshold said or chosen elsewhere, or by least expected cost."""

from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.costs import Costs
from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import alike, counted, listed
from bakeoff.inference.costing import class_importance, cost_matrix, costs_by_class, example_costs
from bakeoff.inference.examples import two_class_scores
from bakeoff.inference.tested import has_probabilities, is_pooled
from bakeoff.procedures.cross_fitting import chosen_threshold, cross_fitted_decisions, stratified_parts

# What the choice of thresholds adds to the variance of the mean cost, in squares of the gap between the cost on the
# examples it was made on and on others; chosen by the size of the test.
_OF_CHOICE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """Predictions with the decisions that are judged, and what each costs."""

    given: Predictions
    costs: Floats  # examples × classifiers
    choice_variances: (
        Floats  # of each classifier: what the choice of its threshold adds to the variance of its mean
    )


def decide(given: Predictions, costs: Costs, *, seed: int) -> Decided:
    """Return the decisions that the costs ask for, and what they cost."""
    none = np.zeros(len(given.classifiers))
    if costs.threshold == "as-predicted":
        return Decided(given=given, costs=example_costs(given, costs), choice_variances=none)
    if costs.threshold == "chosen":
        return _chosen(given, costs, seed)
    by_bayes = costs.threshold == "bayes"
    labels = _least_expected(given, costs) if by_bayes else _from(given, costs, float(costs.threshold))
    made = _with_labels(given, labels, _bayes_finding() if by_bayes else _said_finding(given, costs))
    return Decided(given=made, costs=example_costs(made, costs), choice_variances=none)


def parts_of(given: Predictions, scores: Floats, *, seed: int) -> Ints:
    """Return where thresholds are chosen: on the other folds, or on the other parts of one test set."""
    if given.fold is not None and is_pooled(given):
        return given.fold[None, :]
    places = np.argsort(np.argsort(scores, axis=0, kind="stable"), axis=0)
    return stratified_parts(
        np.asarray(given.truth == 1),
        rng=np.random.default_rng(seed),
        tie_break=(places**2).sum(axis=1),
        clusters=given.group,
    )


def _chosen(given: Predictions, costs: Costs, seed: int) -> Decided:
    scores = _required_scores(given, costs)
    prices = costs_by_class(given, costs)
    weight = None if costs.by_weight else given.weight  # where errors cost their weight, it is in the prices
    gains = (prices[:, 0] - prices[:, 1]) * (1.0 if weight is None else weight)
    if not (gains > 0).any() or not (gains < 0).any():
        raise UsageError(
            f"with these costs it never pays to predict {given.classes[0 if (gains > 0).any() else 1]!r}",
            where=costs.source,
            fix='give costs under which either class may be right, or use threshold = "as-predicted"',
            code="BO404",
        )
    parts = parts_of(given, scores, seed=seed)
    decided = np.stack([cross_fitted_decisions(s, gains, parts=parts).mean(axis=0) for s in scores.T], axis=1)
    each = prices[:, :1] * (1 - decided) + prices[:, 1:] * decided
    own = np.array([chosen_threshold(s, gains) for s in scores.T])
    flattering = np.average(np.where(scores >= own, prices[:, 1:], prices[:, :1]), axis=0, weights=weight)
    gap = np.average(each, axis=0, weights=weight) - flattering
    made = _with_labels(given, (decided > 0.5).astype(np.int64), _chosen_finding(given, parts, own))
    return Decided(given=made, costs=each, choice_variances=_OF_CHOICE * gap**2)


def _least_expected(given: Predictions, costs: Costs) -> Ints:
    """Return the class with the least expected cost by the probabilities, of equals the first."""
    if not has_probabilities(given) or given.probabilities is None:
        raise _unusable("the least expected cost needs probabilities of every class", costs)
    alike = 1.0 - np.eye(len(given.classes))
    table = alike if costs.by_weight else cost_matrix(given.classes, costs)
    # Probabilities speak of the test set's shares of classes; deployment's shares weigh them anew (Elkan 2001).
    expected = (given.probabilities * class_importance(given, costs)) @ table
    labels: Ints = np.argmin(expected, axis=2)
    return labels


def _from(given: Predictions, costs: Costs, threshold: float) -> Ints:
    labels: Ints = (_required_scores(given, costs) >= threshold).astype(np.int64)
    return labels


def _with_labels(given: Predictions, labels: Ints, finding: Finding) -> Predictions:
    if given.truth is None:
        raise ValueError("decisions were made without true classes")
    return replace(
        given,
        labels=labels,
        correct=labels == given.truth[:, None],
        findings=(*given.findings, finding),
    )


def _required_scores(given: Predictions, costs: Costs) -> Floats:
    scores = two_class_scores(given)
    if scores is None:
        raise _unusable(
            "a threshold needs two classes, and scores or probabilities of every classifier", costs
        )
    return scores


def _chosen_finding(given: Predictions, parts: Ints, own: Floats) -> Finding:
    pooled = is_pooled(given)
    count = int(parts.max()) + 1
    where = (
        "The threshold for each fold was chosen on the predictions of the other folds"
        if pooled
        else f"Thresholds were chosen within this test set by cross-fitting: {counted(count, 'part')}, each judged by "
        f"a threshold chosen on the others, in {counted(len(parts), 'division')}"
    )
    told = listed(
        [f"{name} {value}" for name, value in zip(given.classifiers, alike(own.tolist()), strict=True)]
    )
    return Finding(
        code="BO145" if pooled else "BO144",
        severity=Severity.NOTE,
        message=f"{where}; no example is judged by a threshold that it helped to choose. On all examples the least "
        f"cost is had from these scores of {given.classes[1]} on: {told}.",
        detail={
            "positive": given.classes[1],
            "thresholds": dict(zip(given.classifiers, own.tolist(), strict=True)),
        },
    )


def _bayes_finding() -> Finding:
    return Finding(
        code="BO146",
        severity=Severity.NOTE,
        message="Each decision is the class of least expected cost by the classifier's own probabilities: this is best "
        "where they are calibrated, and punishes those that are not.",
    )


def _said_finding(given: Predictions, costs: Costs) -> Finding:
    return Finding(
        code="BO147",
        severity=Severity.NOTE,
        message=f"Scores of {given.classes[1]} from {costs.threshold:g} on count as {given.classes[1]}; a threshold "
        "that was found on these very examples would flatter.",
        detail={"positive": given.classes[1], "threshold": costs.threshold},
    )


def _unusable(what: str, costs: Costs) -> UsageError:
    return UsageError(
        what,
        where=f"threshold = {costs.threshold!r}, {costs.source}",
        fix='give them, or use threshold = "as-predicted"',
        code="BO403",
    )
