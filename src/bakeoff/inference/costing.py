"""From predictions to what they cost: a matrix of costs, costs of single examples, classes in deployment."""

from math import fsum

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.costs import Costs
from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import Floats, Ints, Resamples, Scores, tidy
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import listed

COST = Measure(name="cost", higher_is_better=False, unit=Unit.PLAIN, direction_from="told")
BENEFIT = Measure(name="benefit", higher_is_better=True, unit=Unit.PLAIN, direction_from="told")

_FIX = "give a cost for every true and predicted class that differ, named as in the predictions"


def example_costs(given: Predictions, costs: Costs) -> Floats:
    """Return what each prediction costs, examples × classifiers; benefits are negative costs.

    Where the classes of deployment are given, each example counts by how much more common its class is there
    than in the test set, so that the mean is the expected cost in deployment.
    """
    if costs.by_weight:
        each: Floats = np.where(given.correct, 0.0, _weight(given, costs)[:, None])
        return each if not costs.priors else each * _importance(given, costs)[:, None]
    return np.take_along_axis(costs_by_class(given, costs), _classes_of(given, costs)[1], axis=1)


def costs_by_class(given: Predictions, costs: Costs) -> Floats:
    """Return what predicting each class would cost, examples × classes, in deployment where its classes are given."""
    if given.truth is None:
        raise _unusable("decisions need the true classes; only right and wrong are known", costs)
    if costs.by_weight:
        wrong = given.truth[:, None] != np.arange(len(given.classes))
        each: Floats = np.where(wrong, _weight(given, costs)[:, None], 0.0)
    else:
        each = cost_matrix(given.classes, costs)[given.truth]
    return each if not costs.priors else each * _importance(given, costs)[:, None]


def class_importance(given: Predictions, costs: Costs) -> Floats:
    """Return the share of each class in deployment over that in the test set; ones where none are given."""
    if not costs.priors or given.truth is None:
        return np.ones(len(given.classes))
    return _ratios(given, given.truth, costs)


def cost_scores(given: Predictions, each: Floats) -> Scores:
    """Return the mean cost (or benefit) on every dataset, and on every fold where there are folds."""
    sign = -1.0 if given.measure.higher_is_better else 1.0
    pooled = given.fold is not None and np.unique(given.fold).size > 1
    rows = [sign * _mean(given, each, given.dataset == d) for d in range(len(given.datasets))]
    return Scores(
        classifiers=given.classifiers,
        datasets=given.datasets,
        values=tidy(np.array(rows)),
        measure=given.measure,
        source=given.source,
        stored=given.stored,
        left_out=given.left_out,
        read_with=given.read_with,
        digest=given.digest,
        resamples=_by_fold(given, given.fold, sign * each) if pooled and given.fold is not None else None,
        findings=given.findings,
    )


def _mean(given: Predictions, each: Floats, kept: NDArray[np.bool_]) -> Floats:
    """Return the mean cost over some examples, by their weights where they have any."""
    mean: Floats = np.average(
        each[kept], axis=0, weights=None if given.weight is None else given.weight[kept]
    )
    return mean


def _by_fold(given: Predictions, fold: Ints, each: Floats) -> Resamples:
    keys, at = np.unique(np.column_stack([given.dataset, fold]), axis=0, return_inverse=True)
    sizes = np.bincount(at.ravel()).astype(np.float64)
    return Resamples(
        dataset=keys[:, 0],
        repeat=np.zeros(len(keys), dtype=np.int64),
        fold=keys[:, 1],
        values=tidy(np.array([_mean(given, each, at.ravel() == k) for k in range(len(keys))])),
        n_train=np.bincount(given.dataset)[keys[:, 0]] - sizes,
        n_test=sizes,
    )


def _weight(given: Predictions, costs: Costs) -> Floats:
    if given.weight is None:
        raise _unusable(
            "errors cost the weight of their example, and no example has one",
            costs,
            fix="name the column of costs with --weight-column",
        )
    return given.weight


def _classes_of(given: Predictions, costs: Costs) -> tuple[Ints, Ints]:
    if given.truth is None or given.labels is None:
        raise _unusable(
            "a matrix of costs needs true and predicted classes; only right and wrong are known", costs
        )
    return given.truth, given.labels


def cost_matrix(classes: tuple[str, ...], costs: Costs) -> Floats:
    """Return costs by true and predicted class; a right prediction costs nothing unless it is said."""
    _require_known([*costs.matrix, *(p for row in costs.matrix.values() for p in row)], classes, costs)
    table = np.zeros((len(classes), len(classes)))
    for i, truth in enumerate(classes):
        for j, predicted in enumerate(classes):
            told = costs.matrix.get(truth, {}).get(predicted, 0.0 if i == j or costs.benefit else None)
            if told is None:
                raise _unusable(
                    f"no cost is given for predicting {predicted!r} where {truth!r} is true", costs
                )
            table[i, j] = -told if costs.benefit else told
    return table


def _importance(given: Predictions, costs: Costs) -> Floats:
    """Return how much each example counts: the share of its class in deployment over that in the test set."""
    if given.truth is None:
        raise _unusable("shares of classes need the true classes; only right and wrong are known", costs)
    return _ratios(given, given.truth, costs)[given.truth]


def _ratios(given: Predictions, truth: Ints, costs: Costs) -> Floats:
    _require_known(list(costs.priors), given.classes, costs)
    total = fsum(costs.priors.values())
    here = np.bincount(truth, minlength=len(given.classes)) / given.examples
    ratio = np.zeros(len(given.classes))
    for i, name in enumerate(given.classes):
        share = costs.priors.get(name, 0.0) / total
        if share > 0 and here[i] == 0:
            raise _unusable(f"class {name!r} is to occur in deployment and no test example has it", costs)
        ratio[i] = share / here[i] if here[i] else 0.0
    return ratio


def _require_known(names: list[str], classes: tuple[str, ...], costs: Costs) -> None:
    unknown = [name for name in dict.fromkeys(names) if name not in classes]
    if unknown:
        raise _unusable(f"{listed(unknown)} is not among the classes {listed(list(classes), most=12)}", costs)


def _unusable(what: str, costs: Costs, *, fix: str = _FIX) -> UsageError:
    return UsageError(what, where=costs.source, fix=fix, code="BO078")
