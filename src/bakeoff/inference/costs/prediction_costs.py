"""From predictions to what they cost: a matrix of costs, costs of single examples, classes in deployment."""

from math import fsum

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats, Ints, tidy
from bakeoff.core.costs import Costs
from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import Resamples, Scores
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import write_list
from bakeoff.inference.bench.prediction_metrics import as_scores

COST = Measure(name="cost", higher_is_better=False, unit=Unit.PLAIN, direction_from="told")
BENEFIT = Measure(name="benefit", higher_is_better=True, unit=Unit.PLAIN, direction_from="told")

_FIX = "give a cost for every true and predicted class that differ, named as in the predictions"


def example_costs(predictions: Predictions, costs: Costs) -> Floats:
    """Return what each prediction costs, examples × classifiers; benefits are negative costs.

    Where the classes of deployment are given, each example counts by how much more common its class is there
    than in the test set, so that the mean is the expected cost in deployment.
    """
    if costs.by_weight:
        each: Floats = np.where(predictions.correct, 0.0, _required_weight(predictions, costs)[:, None])
        return each if not costs.priors else each * _example_importance(predictions, costs)[:, None]
    return np.take_along_axis(
        costs_by_class(predictions, costs), _required_classes(predictions, costs)[1], axis=1
    )


def costs_by_class(predictions: Predictions, costs: Costs) -> Floats:
    """Return what predicting each class would cost, examples × classes, in deployment where its classes are given."""
    if predictions.truth is None:
        raise _cost_error("decisions need the true classes; only right and wrong are known", costs)
    if costs.by_weight:
        wrong = predictions.truth[:, None] != np.arange(len(predictions.classes))
        each: Floats = np.where(wrong, _required_weight(predictions, costs)[:, None], 0.0)
    else:
        each = cost_matrix(predictions.classes, costs)[predictions.truth]
    return each if not costs.priors else each * _example_importance(predictions, costs)[:, None]


def class_importance(predictions: Predictions, costs: Costs) -> Floats:
    """Return the share of each class in deployment over that in the test set; ones where none are given."""
    if not costs.priors or predictions.truth is None:
        return np.ones(len(predictions.classes))
    return _deployment_ratios(predictions, predictions.truth, costs)


def cost_scores(predictions: Predictions, each: Floats) -> Scores:
    """Return the mean cost (or benefit) on every dataset, and on every fold where there are folds."""
    sign = -1.0 if predictions.measure.higher_is_better else 1.0
    pooled = predictions.fold is not None and np.unique(predictions.fold).size > 1
    rows = [
        sign * _mean_cost(predictions, each, predictions.dataset == d)
        for d in range(len(predictions.datasets))
    ]
    resamples = (
        _cost_by_fold(predictions, predictions.fold, sign * each)
        if pooled and predictions.fold is not None
        else None
    )
    return as_scores(predictions, np.array(rows), resamples=resamples)


def _mean_cost(predictions: Predictions, each: Floats, kept: NDArray[np.bool_]) -> Floats:
    """Return the mean cost over some examples, by their weights where they have any."""
    mean: Floats = np.average(
        each[kept], axis=0, weights=None if predictions.weight is None else predictions.weight[kept]
    )
    return mean


def _cost_by_fold(predictions: Predictions, fold: Ints, each: Floats) -> Resamples:
    keys, at = np.unique(np.column_stack([predictions.dataset, fold]), axis=0, return_inverse=True)
    sizes = np.bincount(at.ravel()).astype(np.float64)
    return Resamples(
        dataset=keys[:, 0],
        repeat=np.zeros(len(keys), dtype=np.int64),
        fold=keys[:, 1],
        values=tidy(np.array([_mean_cost(predictions, each, at.ravel() == k) for k in range(len(keys))])),
        n_train=np.bincount(predictions.dataset)[keys[:, 0]] - sizes,
        n_test=sizes,
    )


def _required_weight(predictions: Predictions, costs: Costs) -> Floats:
    if predictions.weight is None:
        raise _cost_error(
            "errors cost the weight of their example, and no example has one",
            costs,
            fix="name the column of costs with --weight-column",
        )
    return predictions.weight


def _required_classes(predictions: Predictions, costs: Costs) -> tuple[Ints, Ints]:
    if predictions.truth is None or predictions.labels is None:
        raise _cost_error(
            "a matrix of costs needs true and predicted classes; only right and wrong are known", costs
        )
    return predictions.truth, predictions.labels


def cost_matrix(classes: tuple[str, ...], costs: Costs) -> Floats:
    """Return costs by true and predicted class; a right prediction costs nothing unless it is said."""
    _require_known([*costs.matrix, *(p for row in costs.matrix.values() for p in row)], classes, costs)
    table = np.zeros((len(classes), len(classes)))
    for i, truth in enumerate(classes):
        for j, predicted in enumerate(classes):
            cost = costs.matrix.get(truth, {}).get(predicted, 0.0 if i == j or costs.benefit else None)
            if cost is None:
                raise _cost_error(
                    f"no cost is given for predicting {predicted!r} where {truth!r} is true", costs
                )
            table[i, j] = -cost if costs.benefit else cost
    return table


def _example_importance(predictions: Predictions, costs: Costs) -> Floats:
    """Return how much each example counts: the share of its class in deployment over that in the test set."""
    if predictions.truth is None:
        raise _cost_error("shares of classes need the true classes; only right and wrong are known", costs)
    return _deployment_ratios(predictions, predictions.truth, costs)[predictions.truth]


def _deployment_ratios(predictions: Predictions, truth: Ints, costs: Costs) -> Floats:
    _require_known(list(costs.priors), predictions.classes, costs)
    total = fsum(costs.priors.values())
    here = np.bincount(truth, minlength=len(predictions.classes)) / predictions.examples
    ratio = np.zeros(len(predictions.classes))
    for i, name in enumerate(predictions.classes):
        share = costs.priors.get(name, 0.0) / total
        if share > 0 and here[i] == 0:
            raise _cost_error(f"class {name!r} is to occur in deployment and no test example has it", costs)
        ratio[i] = share / here[i] if here[i] else 0.0
    return ratio


def _require_known(names: list[str], classes: tuple[str, ...], costs: Costs) -> None:
    unknown = [name for name in dict.fromkeys(names) if name not in classes]
    if unknown:
        raise _cost_error(
            f"{write_list(unknown)} is not among the classes {write_list(list(classes), most=12)}", costs
        )


def _cost_error(what: str, costs: Costs, *, fix: str = _FIX) -> UsageError:
    return UsageError(what, where=costs.source, fix=fix, code="BO078")
