"""Scoring: from the predictions of one test set to its metrics. An undefined score is a failure, never a NaN."""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats
from bakeoff.core.costs import Costs
from bakeoff.core.datasets import Task

COST = "cost"


class UndefinedError(ValueError):
    """A metric that has no value on these test rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitPredictions:
    """What a model said of its test rows, and what is true of them.

    Classes by their index, quantities as numbers, sets of labels as rows × labels.
    """

    truth: NDArray[Any]
    labels: NDArray[Any]
    classes: int
    probabilities: Floats | None  # rows × classes
    weights: Floats | None = None  # how much each row counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """How one metric is computed, and whether it needs probabilities."""

    compute: Callable[[SplitPredictions], float]
    from_probabilities: bool = False


def _make_sklearn_metric(name: str, **options: Any) -> Callable[[SplitPredictions], float]:  # noqa: ANN401
    def compute(answers: SplitPredictions) -> float:
        from sklearn import metrics

        weighing = {} if answers.weights is None else {"sample_weight": answers.weights}
        return float(getattr(metrics, name)(answers.truth, answers.labels, **options, **weighing))

    return compute


def _make_averaged_metric(name: str, average: str) -> Metric:
    return Metric(compute=_make_sklearn_metric(name, average=average, zero_division=0))


def _accuracy(answers: SplitPredictions) -> float:
    return _mean(answers.truth == answers.labels, answers)


def _error_rate(answers: SplitPredictions) -> float:
    return _mean(answers.truth != answers.labels, answers)


def _mean(values: NDArray[Any], answers: SplitPredictions) -> float:
    return float(np.mean(values) if answers.weights is None else np.average(values, weights=answers.weights))


def _require_probabilities(answers: SplitPredictions) -> Floats:
    if answers.probabilities is None:
        raise UndefinedError("the classifier gives no probabilities")
    return answers.probabilities


def _roc_auc(answers: SplitPredictions) -> float:
    from sklearn.metrics import roc_auc_score

    probabilities = _require_probabilities(answers)
    present = np.unique(answers.truth)
    if present.size < min(answers.classes, 2) or (answers.classes > 2 and present.size < answers.classes):
        raise UndefinedError(
            "a class is missing from the test rows, so that the area under the curve has no value"
        )
    if answers.classes == 2:
        return float(roc_auc_score(answers.truth, probabilities[:, 1], sample_weight=answers.weights))
    labels = np.arange(answers.classes)
    return float(
        roc_auc_score(
            answers.truth, probabilities, multi_class="ovr", labels=labels, sample_weight=answers.weights
        )
    )


def _average_precision(answers: SplitPredictions) -> float:
    from sklearn.metrics import average_precision_score

    probabilities = _require_probabilities(answers)
    if answers.classes != 2 or not (answers.truth == 1).any():
        raise UndefinedError("average precision needs two classes, and test rows of the second")
    return float(average_precision_score(answers.truth, probabilities[:, 1], sample_weight=answers.weights))


def _log_loss(answers: SplitPredictions) -> float:
    from sklearn.metrics import log_loss

    probabilities, labels = _require_probabilities(answers), np.arange(answers.classes)
    return float(log_loss(answers.truth, probabilities, labels=labels, sample_weight=answers.weights))


def _brier(answers: SplitPredictions) -> float:
    hot = np.eye(answers.classes)[answers.truth]
    return _mean(((_require_probabilities(answers) - hot) ** 2).sum(axis=1), answers)


def _make_averages(averages: tuple[str, ...]) -> dict[str, Metric]:
    return {
        f"{short}_{average}": _make_averaged_metric(f"{short}_score", average)
        for short in ("f1", "precision", "recall")
        for average in averages
    }


METRICS: Mapping[str, Metric] = {
    "accuracy": Metric(compute=_accuracy),
    "error_rate": Metric(compute=_error_rate),
    "balanced_accuracy": Metric(compute=_make_sklearn_metric("balanced_accuracy_score")),
    "kappa": Metric(compute=_make_sklearn_metric("cohen_kappa_score")),
    "mcc": Metric(compute=_make_sklearn_metric("matthews_corrcoef")),
    **_make_averages(("macro", "micro", "weighted")),
    **{short: _make_averaged_metric(f"{short}_score", "binary") for short in ("f1", "precision", "recall")},
    "roc_auc": Metric(compute=_roc_auc, from_probabilities=True),
    "average_precision": Metric(compute=_average_precision, from_probabilities=True),
    "log_loss": Metric(compute=_log_loss, from_probabilities=True),
    "brier": Metric(compute=_brier, from_probabilities=True),
}

ORDERED_METRICS: Mapping[str, Metric] = {
    "quadratic_kappa": Metric(compute=_make_sklearn_metric("cohen_kappa_score", weights="quadratic")),
    "rank_mae": Metric(compute=_make_sklearn_metric("mean_absolute_error")),
    **METRICS,
}

LABEL_METRICS: Mapping[str, Metric] = {
    "subset_accuracy": Metric(compute=_make_sklearn_metric("accuracy_score")),
    "hamming_loss": Metric(compute=_make_sklearn_metric("hamming_loss")),
    **_make_averages(("micro", "macro", "weighted", "samples")),
    "jaccard_samples": _make_averaged_metric("jaccard_score", "samples"),
}

QUANTITY_METRICS: Mapping[str, Metric] = {
    "rmse": Metric(compute=_make_sklearn_metric("root_mean_squared_error")),
    "mse": Metric(compute=_make_sklearn_metric("mean_squared_error")),
    "mae": Metric(compute=_make_sklearn_metric("mean_absolute_error")),
    "medae": Metric(compute=_make_sklearn_metric("median_absolute_error")),
    "mape": Metric(compute=_make_sklearn_metric("mean_absolute_percentage_error")),
    "r2": Metric(compute=_make_sklearn_metric("r2_score")),
    "explained_variance": Metric(compute=_make_sklearn_metric("explained_variance_score")),
}

TASK_METRICS: Mapping[Task, Mapping[str, Metric]] = {
    Task.CLASSES: METRICS,
    Task.ORDERED: ORDERED_METRICS,
    Task.LABEL_SETS: LABEL_METRICS,
    Task.QUANTITY: QUANTITY_METRICS,
}


def default_metric(task: Task) -> str:
    """Return the metric that decides where a study names none: the first of its task."""
    return next(iter(TASK_METRICS[task]))


def first_needing_probabilities(names: tuple[str, ...], task: Task = Task.CLASSES) -> str | None:
    """Return the first of the metrics that is computed from probabilities; None where none is."""
    return next((name for name in names if TASK_METRICS[task][name].from_probabilities), None)


def compute_scores(
    answers: SplitPredictions, metrics: tuple[str, ...], task: Task = Task.CLASSES
) -> dict[str, float]:
    """Return every metric of one test set, or say which has no value there."""
    scores = {}
    for name in metrics:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what they warn of is checked below
            try:
                value = TASK_METRICS[task][name].compute(answers)
            except (ValueError, ZeroDivisionError) as error:
                raise UndefinedError(f"{name} has no value on these test rows: {error}") from None
        if not np.isfinite(value):
            raise UndefinedError(f"{name} has no value on these {len(answers.truth)} test rows")
        scores[name] = value
    return scores


def mean_cost(answers: SplitPredictions, costs: Costs, classes: tuple[str, ...]) -> float:
    """Return the mean cost of the predictions by the cost matrix; entries that are not named cost nothing."""
    row = partial(dict.get, costs.matrix)
    matrix = np.array([[float((row(t) or {}).get(p, 0.0)) for p in classes] for t in classes])
    return _mean(matrix[answers.truth, answers.labels], answers)
